// The webview: draws the strokes of the adapter's events on a canvas, and reports clicks and keys.
const host = acquireVsCodeApi();
const canvas = document.getElementById("screen"), strip = document.getElementById("strip");
const bytes = document.getElementById("bytes");

const HALF_WIDTH = 18000, HALF_HEIGHT = 22500;      // of the screen, in p
const COLUMNS = 6;          // of a stroke: x0 y0 x1 y1 brightness new
const FRAME_CYCLES = 30000;
const REACH = 12;           // of a click, pixels
const LIGHT = "#9fe8ff", NEW = "#ffb347";
const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

let shown = [];             // frames: {frame, strokes}
let before = "";            // the RAM at the last stop
const held = new Set();

// Return the scale of the picture and the place of its middle, in pixels of the canvas.
function view() {
  return [Math.min(canvas.width / (2 * HALF_WIDTH), canvas.height / (2 * HALF_HEIGHT)), canvas.width / 2, canvas.height / 2];
}

function draw() {
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const context = canvas.getContext("2d"), [scale, x, y] = view();
  context.translate(x, y);
  context.scale(scale, -scale);
  context.lineCap = "round";
  context.globalCompositeOperation = "lighter";
  const dims = shown.length > 1 && shown[1].strokes.length > 0;     // the last frame, behind the present one
  for (const [at, { strokes }] of shown.entries())
    for (let stroke = 0; stroke < strokes.length; stroke += COLUMNS) {
      const [x0, y0, x1, y1, brightness, fresh] = strokes.slice(stroke, stroke + COLUMNS);
      const light = Math.max(0.15, brightness / 100) * (dims && at === 0 ? 0.4 : 1);
      context.strokeStyle = fresh ? NEW : LIGHT;
      for (const [width, share] of [[420, 0.18], [130, 1]]) {
        context.globalAlpha = light * share;
        context.lineWidth = Math.max(width, 1 / scale);
        context.beginPath();
        context.moveTo(x0, y0);
        context.lineTo(x1, y1);
        context.stroke();
      }
    }
}

// Return the distance of a point from a stroke, in p.
function distance(x, y, x0, y0, x1, y1) {
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2;
  const along = length ? Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length)) : 0;
  return Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
}

// Return the stroke nearest to a click; of strokes at the same place, that of the present frame.
function nearest(event) {
  const [scale, middleX, middleY] = view();
  const x = (event.offsetX * devicePixelRatio - middleX) / scale, y = (middleY - event.offsetY * devicePixelRatio) / scale;
  let found, least = REACH * devicePixelRatio / scale;
  for (const { frame, strokes } of [...shown].reverse())
    for (let at = 0; at < strokes.length; at += COLUMNS) {
      const away = distance(x, y, ...strokes.slice(at, at + 4));
      if (away < least) [found, least] = [{ frame, stroke: at / COLUMNS }, away];
    }
  return found;
}

function tell({ frame, work, vectors, drift, now }, running) {
  const words = frame === undefined ? [] :
    [`frame ${frame}: ${work.toLocaleString("en")} of ${FRAME_CYCLES.toLocaleString("en")} cycles`, `${vectors} vectors`, `drift ${drift}`];
  if (!running) words.push(`stopped ${now.toLocaleString("en")} cycles into frame ${shown[shown.length - 1].frame}`);
  strip.textContent = words.join(" · ");
  strip.classList.toggle("over", work > FRAME_CYCLES);
}

function showMemory(data) {
  const now = atob(data);
  const cell = at => {
    const text = now.charCodeAt(at).toString(16).toUpperCase().padStart(2, "0");
    return before && before[at] !== now[at] ? `<b>${text}</b>` : text;
  };
  const rows = [];
  for (let row = 0; row < now.length; row += 16)
    rows.push(`$${(0xC800 + row).toString(16).toUpperCase()}  ${Array.from({ length: 16 }, (_, at) => cell(row + at)).join(" ")}`);
  bytes.innerHTML = rows.join("\n");
  before = now;
}

window.addEventListener("message", ({ data }) => {
  if (data.kind === "memory") showMemory(data.data);
  else if (data.kind === "end") strip.textContent = "The program has ended.";
  else {
    shown = data.frames;
    document.body.dataset.frame = data.figures.frame;
    document.body.dataset.running = data.running;
    tell(data.figures, data.running);
    requestAnimationFrame(draw);
  }
});
window.addEventListener("resize", draw);

canvas.addEventListener("click", event => {
  canvas.focus();
  const found = nearest(event);
  if (found) host.postMessage({ kind: "stroke", ...found });
});

function key(event, down) {
  const name = KEYS[event.key] ?? event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey || event.altKey || !/^([a-z]|left|right|up|down)$/.test(name)) return;
  event.preventDefault();
  event.stopPropagation();
  if (down === held.has(name)) return;
  if (down) held.add(name);
  else held.delete(name);
  host.postMessage({ kind: "key", key: name, down });
}

canvas.addEventListener("keydown", event => key(event, true));
canvas.addEventListener("keyup", event => key(event, false));
canvas.addEventListener("blur", () => {
  for (const name of held) host.postMessage({ kind: "key", key: name, down: false });
  held.clear();
});

host.postMessage({ kind: "ready" });
