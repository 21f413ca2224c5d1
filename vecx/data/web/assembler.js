var t=self,i=0,l=t.fetch;t.fetch=async(...s)=>{let e=await l(...s);if(!e.ok||!e.body)return e;let n=e.body.pipeThrough(new TransformStream({transform(a,o){i+=a.length,t.postMessage({loaded:i}),o.enqueue(a)}}));return new Response(n,{headers:e.headers,status:e.status})};async function u({pyodide:s,version:e}){let n=new URL(s,t.location.href).href,{loadPyodide:a}=await import(`${n}pyodide.mjs`),[o,r]=await Promise.all([a({indexURL:n}),t.fetch(new URL(`asm.zip?${e}`,t.location.href)).then(p=>p.arrayBuffer())]);return o.unpackArchive(r,"zip",{extractDir:"/vecx"}),{python:o,project:o.runPython(`
import sys
sys.path.insert(0, "/vecx")
from vecx.language.page import begin
begin()`)}}var c=null;t.onmessage=async({data:{id:s,method:e,given:n}})=>{try{if(e==="load"){c=u(n[0]),await c,t.postMessage({id:s,answer:null});return}let{python:a,project:o}=await c;t.postMessage({id:s,answer:o[e](...n.map(r=>a.toPy(r)))})}catch(a){t.postMessage({id:s,fault:String(a?.message??a).trim().split(`
`).pop()})}};
