// The worker in which Python assembles: calls of vecx/language/page.py, and the progress of the download.

/** @type {any} */
const scope = self;
let loaded = 0;

// Count what is downloaded.
const download = scope.fetch;
scope.fetch = async (...given) => {
  const answer = await download(...given);
  if (!answer.ok || !answer.body) return answer;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(part, out) {
      loaded += part.length;
      scope.postMessage({loaded});
      out.enqueue(part);
    }}));
  return new Response(counted, {headers: answer.headers, status: answer.status});
};

async function begin({pyodide, version}) {
  const base = new URL(pyodide, scope.location.href).href;
  const {loadPyodide} = await import(`${base}pyodide.mjs`);
  const [python, archive] = await Promise.all([
    loadPyodide({indexURL: base}),
    scope.fetch(new URL(`asm.zip?${version}`, scope.location.href)).then(answer => answer.arrayBuffer())]);
  python.unpackArchive(archive, "zip", {extractDir: "/vecx"});
  return {python, project: python.runPython(`
import sys
sys.path.insert(0, "/vecx")
from vecx.language.page import begin
begin()`)};
}

let ready = null;
scope.onmessage = async ({data: {id, method, given}}) => {
  try {
    if (method === "load") {
      ready = begin(given[0]);
      await ready;
      scope.postMessage({id, answer: null});
      return;
    }
    const {python, project} = await ready;
    scope.postMessage({id, answer: project[method](...given.map(one => python.toPy(one)))});
  } catch (fault) {
    scope.postMessage({id, fault: String(fault?.message ?? fault).trim().split("\n").pop()});
  }
};
