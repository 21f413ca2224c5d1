// A period of time like in a logic analyser: lanes of edges on an axis of cycles, two markers, the
// instructions around the first of them, and the picture drawn by then.

import { unpackedData } from "./packed.js";

const LABEL = 96, AXIS = 24, ROW = 22, TALL = 40, GAP = 4, SNAP = 7, AROUND = 9, HZ = 1500000;
const MOST_ZOOM = 24;       // pixels a cycle
const STYLE = `
.wires { display: grid; gap: .6em; grid-template-columns: minmax(0, 1fr); }
.wires-lanes { width: 100%; display: block; background: var(--panel); border-radius: 8px; cursor: crosshair; touch-action: pan-y; }
.wires-lanes:focus-visible, .wires-tube:focus-visible { outline: 2px solid var(--light); outline-offset: 2px; }
.wires-said { font-variant-numeric: tabular-nums; min-height: 1.5em; }
.wires-said b { font-weight: 600; color: var(--limit); } .wires-said i { font-style: normal; color: var(--light); }
.wires-below { display: flex; gap: 1em; align-items: flex-start; flex-wrap: wrap; }
.wires-tube { width: 225px; height: 300px; flex: none; background: #020406; border-radius: 10px; cursor: crosshair; }
.wires-steps { flex: 1 1 16em; min-width: 0; overflow: auto; }
.wires-touch { display: none; gap: .4em; flex-wrap: wrap; } .wires-touch button { min-height: 44px; min-width: 44px; padding: 0 .8em; font: inherit;
  color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 6px; }
.wires-touch [aria-pressed=true] { border-color: var(--light); color: var(--light); }
@media (pointer: coarse) { .wires-touch { display: flex; } }
.wires-steps table { font: 13px/1.5 ui-monospace, monospace; table-layout: auto; }
.wires-steps td { text-align: left; white-space: pre; border: 0; padding: 0 .8em 0 .3em; cursor: pointer; }
.wires-steps td:first-child { text-align: right; color: var(--dim); }
.wires-steps tr.now td { background: #26313a; color: #fff; } .wires-steps td.dim { color: var(--dim); }
`;

const summed = differences => { let sum = 0; return differences.map(by => sum += by); };
export const count = value => Math.round(value).toLocaleString("en");

// Return the index of the first of ascending numbers that exceeds a value.
function beyond(numbers, value) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (numbers[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}

export class Wires {
  // Args: box  an element to fill;  changed  called with the cycle of the first marker
  constructor(box, changed = (_cycle) => {}) {
    this.box = box;
    this.changed = changed;
    this.data = null;
    this.from = this.lane = 0;
    this.to = 1;
    this.set = [null, null];
    if (!document.getElementById("wires-style")) {
      const style = document.createElement("style");
      style.id = "wires-style";
      style.textContent = STYLE;
      document.head.append(style);
    }
    box.classList.add("wires");
    this.canvas = this.made("canvas", "wires-lanes", box);
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "wires over time; the left and right keys go from edge to edge of a lane, "
      + "up and down choose the lane, plus and minus zoom, Home shows all");
    this.touch = this.made("div", "wires-touch", box);
    this.which = 0;             // the marker that a tap sets
    this.fingers = new Map();   // where each pointer is that is down
    this.hasDragged = false;
    this.gripped = null;
    for (const [words, does] of /** @type {[string, () => void][]} */ ([["−", () => this.zoomBy(2)], ["+", () => this.zoomBy(.5)], ["All", () => this.all()],
      ["← edge", () => this.step("ArrowLeft")], ["edge →", () => this.step("ArrowRight")]])) {
      const button = this.made("button", "", this.touch);
      button.textContent = words;
      button.addEventListener("click", does);
    }
    this.other = this.made("button", "", this.touch);
    this.other.textContent = "Set marker B";
    this.other.setAttribute("aria-pressed", "false");
    this.other.addEventListener("click", () => {
      this.which = 1 - this.which;
      this.other.setAttribute("aria-pressed", String(this.which === 1));
    });
    this.said = this.made("div", "wires-said", box);
    this.said.setAttribute("aria-live", "polite");
    const below = this.made("div", "wires-below", box);
    this.tube = this.made("canvas", "wires-tube", below);
    this.tube.setAttribute("role", "img");
    this.tube.setAttribute("aria-label", "what the beam has drawn up to the first marker");
    this.steps = this.made("div", "wires-steps", below);
    this.steps.tabIndex = 0;
    this.steps.setAttribute("role", "region");
    this.steps.setAttribute("aria-label", "instructions around the first marker");
    this.canvas.addEventListener("wheel", event => this.wheel(event), {passive: false});
    this.canvas.addEventListener("pointerdown", event => this.down(event));
    this.canvas.addEventListener("pointermove", event => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) this.canvas.addEventListener(kind, event => this.up(event));
    this.canvas.addEventListener("keydown", event => this.key(event));
    this.tube.addEventListener("click", event => this.point(event));
    addEventListener("resize", () => this.draw());
  }

  made(tag, name, parent) {
    const element = document.createElement(tag);
    element.className = name;
    parent.append(element);
    return element;
  }

  async show(packed) {
    const data = await unpackedData(packed);
    for (const lane of data.lanes) lane.at = summed(lane.at);
    data.steps.at = summed(data.steps.at);
    Object.assign(this, {data, set: [null, null], lane: 0});
    this.all();
    this.mark(0, 0);
  }

  all() { this.zoom(0, this.data.cycles); }

  // --- where things are -------------------------------------------------------------------------

  get width() { return Math.max(1, this.canvas.clientWidth - LABEL); }
  x(cycle) { return LABEL + (cycle - this.from) / (this.to - this.from) * this.width; }
  cycle(x) { return this.from + (x - LABEL) / this.width * (this.to - this.from); }
  tall(lane) { return lane.kind === "level" ? TALL : ROW; }
  laneAt(y) {
    let top = AXIS;
    return this.data.lanes.findIndex(lane => (top += this.tall(lane) + GAP) > y);
  }

  zoom(from, to) {
    const whole = this.data.cycles, least = Math.min(whole, this.width / MOST_ZOOM);
    const wide = Math.max(least, Math.min(whole, to - from));
    from = Math.max(0, Math.min(whole - wide, (from + to - wide) / 2));
    Object.assign(this, {from, to: from + wide});
    this.draw();
  }

  // Set a marker; the view follows one that lies outside.
  mark(which, cycle) {
    cycle = Math.max(0, Math.min(this.data.cycles, Math.round(cycle)));
    this.set[which] = cycle;
    if (cycle < this.from || cycle > this.to) {
      const half = (this.to - this.from) / 2;
      this.zoom(cycle - half, cycle + half);
    } else this.draw();
    this.tell();
    this.changed(cycle);
  }

  // --- what the user does -----------------------------------------------------------------------

  wheel(event) {
    event.preventDefault();
    const wide = this.to - this.from, at = this.cycle(event.offsetX);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = wide * (event.deltaX || event.deltaY) / 800;
      this.zoom(this.from + by, this.to + by);
      return;
    }
    const by = Math.exp(event.deltaY / 400), least = this.width / MOST_ZOOM;
    const now = Math.max(Math.min(least, this.data.cycles), Math.min(this.data.cycles, wide * by));
    const from = at - (at - this.from) * now / wide;
    this.zoom(from, from + now);
  }

  // One pointer moves the view or sets a marker, two zoom it.
  down(event) {
    this.fingers.set(event.pointerId, event.offsetX);
    this.hasDragged = this.fingers.size > 1;
    this.grip();
    this.canvas.setPointerCapture?.(event.pointerId);
  }

  // From here on the view follows the fingers.
  grip() { this.gripped = {from: this.from, wide: this.to - this.from, at: [...this.fingers.values()]}; }

  move(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, event.offsetX);
    const {from, wide, at: [one, other]} = this.gripped, [now, then] = this.fingers.values();
    if (Math.abs(now - one) > 3) this.hasDragged = true;
    if (!this.hasDragged) return;
    // The cycles that were under the fingers stay under them.
    const scale = (other === undefined ? 1 : (other - one) / (then - now)) * wide / this.width;
    if (!(scale > 0 && scale < Infinity)) return;
    const first = from + (one - LABEL) / this.width * wide - (now - LABEL) * scale;
    this.zoom(first, first + this.width * scale);
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size) { this.grip(); return; }
    if (this.hasDragged || event.type === "pointercancel") return;
    const lane = this.laneAt(event.offsetY);
    if (lane >= 0) this.lane = lane;
    this.mark(event.shiftKey ? 1 : this.which, this.snapped(event.offsetX));
  }

  // Return the cycle at a place of the picture, or that of the chosen lane's edge nearby.
  snapped(x) {
    const cycle = this.cycle(x), {at} = this.data.lanes[this.lane], next = beyond(at, cycle);
    const near = [at[next - 1], at[next]].filter(edge => edge !== undefined && Math.abs(this.x(edge) - x) <= SNAP);
    near.sort((a, b) => Math.abs(a - cycle) - Math.abs(b - cycle));
    return near.length ? near[0] : Math.floor(cycle);
  }

  zoomBy(factor) {
    const middle = this.set[0] ?? (this.from + this.to) / 2;
    this.zoom(middle - (middle - this.from) * factor, middle + (this.to - middle) * factor);
  }

  // Move a marker to the next edge of the chosen lane, or to the one before.
  step(key, which = this.which) {
    const now = this.set[which] ?? this.set[0] ?? 0, {at} = this.data.lanes[this.lane];
    const to = key === "ArrowRight" ? at[beyond(at, now)] : at[beyond(at, now - 1) - 1];
    if (to !== undefined) this.mark(which, to);
  }

  key(event) {
    const which = event.shiftKey ? 1 : 0;
    const keys = {
      ArrowRight: () => this.step(event.key, which), ArrowLeft: () => this.step(event.key, which),
      ArrowDown: () => { this.lane = Math.min(this.data.lanes.length - 1, this.lane + 1); this.draw(); },
      ArrowUp: () => { this.lane = Math.max(0, this.lane - 1); this.draw(); },
      "+": () => this.zoomBy(.5), "=": () => this.zoomBy(.5), "-": () => this.zoomBy(2), Home: () => this.all(),
    };
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }

  // Move the marker to the write that began the stroke under the pointer.
  point(event) {
    let best = null, least = 12;
    for (const stroke of this.data.strokes) {
      const [ax, ay] = this.place(stroke[0], stroke[1]), [bx, by] = this.place(stroke[2], stroke[3]);
      const dx = bx - ax, dy = by - ay, long = dx * dx + dy * dy;
      const t = long ? Math.max(0, Math.min(1, ((event.offsetX - ax) * dx + (event.offsetY - ay) * dy) / long)) : 0;
      const far = Math.hypot(ax + t * dx - event.offsetX, ay + t * dy - event.offsetY);
      if (far < least) { least = far; best = stroke; }
    }
    if (best) this.mark(0, best[7]);
  }

  // --- drawing ----------------------------------------------------------------------------------

  place(x, y) {
    const [w, h] = this.data.half;
    return [(x / w * .94 + 1) * 112.5, (1 - y / h * .94) * 150];
  }

  // Yield the spans of a lane that are in view; edges that share a pixel are one, `dense`.
  *spans(lane) {
    const {at, value} = lane, pixel = (this.to - this.from) / this.width;
    let i = Math.max(0, beyond(at, this.from) - 1);
    while (i < at.length && at[i] <= this.to) {
      const begin = at[i], end = at[i + 1] ?? this.data.cycles;
      if (end - begin >= 1.5 * pixel) {
        yield {begin, end, value: value[i++], dense: false};
        continue;
      }
      const first = i;
      do i = Math.max(i + 1, beyond(at, at[i] + 1.5 * pixel) - 1);
      while (i < at.length && (at[i + 1] ?? this.data.cycles) - at[i] < 1.5 * pixel && at[i] - begin < 3 * pixel);
      let low = value[first], high = low;
      for (let j = first; j < Math.min(i, first + 200); j++) { low = Math.min(low, value[j]); high = Math.max(high, value[j]); }
      yield {begin, end: at[i] ?? Math.max(end, at[at.length - 1]), value: value[first], low, high, dense: true};
    }
  }

  draw() {
    if (!this.data) return;
    const scale = devicePixelRatio || 1, {canvas} = this;
    const height = AXIS + this.data.lanes.reduce((sum, lane) => sum + this.tall(lane) + GAP, 0);
    canvas.style.height = `${height}px`;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = height * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    this.axis(pen, height);
    let top = AXIS;
    this.data.lanes.forEach((lane, i) => {
      const tall = this.tall(lane);
      if (i === this.lane) { pen.fillStyle = "#1b2530"; pen.fillRect(0, top - 1, canvas.clientWidth, tall + 2); }
      pen.fillStyle = i === this.lane ? "#fff" : "#9db0bd";
      pen.fillText(lane.name, 8, top + tall / 2);
      pen.save();
      pen.beginPath();
      pen.rect(LABEL, top, this.width, tall);
      pen.clip();
      this[lane.kind](pen, lane, top, tall);
      pen.restore();
      top += tall + GAP;
    });
    ["#ffbe50", "#78dcff"].forEach((colour, which) => {
      const at = this.set[which];
      if (at === null || at < this.from || at > this.to) return;
      pen.fillStyle = colour;
      pen.fillRect(this.x(at), 0, 1, height);
      pen.fillRect(this.x(at), 1, 13, 14);
      pen.fillStyle = "#000";
      pen.fillText("AB"[which], this.x(at) + 2, 8);
    });
    this.drawTube();
  }

  axis(pen, height) {
    const wide = this.to - this.from, rough = wide * 90 / this.width;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].find(by => by * power >= rough) * power);
    for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step) {
      pen.fillStyle = "#26313a";
      pen.fillRect(this.x(at), AXIS - 6, 1, height);
      pen.fillStyle = "#7d8c97";
      pen.fillText(count(at), this.x(at) + 3, 9);
    }
  }

  names(pen, lane, top, tall) {
    for (const {begin, end, value, dense} of this.spans(lane)) {
      const left = Math.max(LABEL, this.x(begin)), right = this.x(end), word = lane.words[value];
      pen.fillStyle = dense ? "#3c4a55" : `hsl(${(190 + value * 137.5) % 360} 45% 32%)`;
      pen.fillRect(left, top + 2, Math.max(1, right - left - (dense ? 0 : 1)), tall - 4);
      if (!dense) this.text(pen, word, left, right, top + tall / 2);
    }
  }

  text(pen, word, left, right, y) {
    right = Math.min(right, LABEL + this.width);
    if (right - left < 14) return;
    let shown = word;
    while (shown && pen.measureText(shown).width > right - left - 7) shown = shown.slice(0, -1);
    if (shown !== word && shown.length < 3) return;
    pen.fillStyle = "#fff";
    pen.fillText(shown, left + 4, y);
  }

  bit(pen, lane, top, tall) {
    const y = value => top + (value ? 4 : tall - 4);
    pen.strokeStyle = pen.fillStyle = "#7fe08a";
    let last = null;
    for (const {begin, end, value, dense} of this.spans(lane)) {
      const left = this.x(begin), right = this.x(end);
      if (dense) pen.fillRect(left, y(1), Math.max(1, right - left), tall - 8);
      else {
        if (last !== null && last !== value) pen.fillRect(left, y(1), 1, tall - 8);
        pen.fillRect(left, y(value) - .5, Math.max(1, right - left), 1.5);
      }
      last = dense ? null : value;
    }
  }

  level(pen, lane, top, tall) {
    const y = value => top + tall / 2 - value / 128 * (tall / 2 - 3);
    pen.fillStyle = "#26313a";
    pen.fillRect(LABEL, y(0), this.width, 1);
    let last = null;
    for (const {begin, end, value, low, high, dense} of this.spans(lane)) {
      const left = this.x(begin), right = this.x(end);
      pen.fillStyle = "#78dcff";
      if (dense) pen.fillRect(left, y(high), Math.max(1, right - left), Math.max(1.5, y(low) - y(high)));
      else {
        if (last !== null) pen.fillRect(left, Math.min(y(last), y(value)), 1, Math.abs(y(last) - y(value)) + 1);
        pen.fillRect(left, y(value) - .5, right - left, 1.5);
        if (right - left > 26) {
          pen.fillStyle = "#c8d4dc";
          pen.fillText(value, Math.max(LABEL, left) + 3, y(value) + (value < 0 ? -7 : 8));
        }
      }
      last = dense ? null : value;
    }
  }

  bus(pen, lane, top, tall) {
    for (const {begin, end, value, dense} of this.spans(lane)) {
      const left = Math.max(LABEL, this.x(begin)), right = this.x(end);
      if (value < 0 && !dense) {
        pen.fillStyle = "#3c4a55";
        pen.fillRect(left, top + tall / 2, right - left, 1);
        continue;
      }
      pen.fillStyle = dense ? "#3c4a55" : "#2c4a5a";
      pen.fillRect(left, top + 3, Math.max(1, right - left - 1), tall - 6);
      const digits = lane.name === "SR" ? 2 : 4;
      if (!dense) this.text(pen, "$" + value.toString(16).toUpperCase().padStart(digits, "0"), left, right, top + tall / 2);
    }
  }

  marks(pen, lane, top, tall) {
    const {at, value} = lane, pixel = (this.to - this.from) / this.width;
    for (let i = beyond(at, this.from - 1); i < at.length && at[i] <= this.to;) {
      const left = this.x(at[i]);
      pen.fillStyle = lane.name === "findings" ? "#ff6050" : "#d6a8ff";
      pen.fillRect(left, top + 3, lane.name === "findings" ? 3 : 1.5, tall - 6);
      const next = beyond(at, at[i] + pixel);
      if (next === i + 1) this.text(pen, lane.words[value[i]], left, next < at.length ? this.x(at[next]) : 1e9, top + tall / 2);
      i = Math.max(next, i + 1);
    }
  }

  drawTube() {
    const scale = devicePixelRatio || 1, now = this.set[0] ?? 0, {tube} = this;
    tube.width = 225 * scale;
    tube.height = 300 * scale;
    const pen = tube.getContext("2d");
    pen.scale(scale, scale);
    pen.lineCap = "round";
    for (const [x0, y0, x1, y1, z, begin, end, cause] of this.data.strokes) {
      const here = cause <= now && now <= end;
      const [ax, ay] = this.place(x0, y0), [bx, by] = this.place(x1, y1);
      pen.globalAlpha = here ? 1 : begin <= now ? .35 + .65 * z : .45;
      pen.strokeStyle = here ? "#ffbe50" : begin <= now ? "#9fe8ff" : "#5a6a76";
      pen.lineWidth = here ? 3 : 1.2;
      pen.beginPath();
      pen.moveTo(ax, ay);
      pen.lineTo(bx + (Math.hypot(bx - ax, by - ay) < 1 ? .6 : 0), by);
      pen.stroke();
    }
  }

  // --- words ------------------------------------------------------------------------------------

  tell() {
    const [a, b] = this.set, {steps, places, lanes} = this.data;
    const step = Math.max(0, beyond(steps.at, a) - 1), here = places[steps.place[step]];
    const say = (tag, text) => { const part = document.createElement(tag); part.textContent = text; this.said.append(part); };
    this.said.replaceChildren();
    say("b", `A ${count(a)}  `);
    if (b !== null) {
      say("i", `B ${count(b)}  `);
      say("span", `B − A ${count(b - a)} cycles, ${((b - a) / HZ * 1e6).toLocaleString("en", {maximumFractionDigits: 2})} µs  `);
    }
    if (here) say("span", `${here[2] || "$" + here[0]}  ${here[1]}`);
    const found = lanes[lanes.length - 1];
    found.at.forEach((at, i) => { if (at === a) say("div", found.words[found.value[i]]); });
    const table = document.createElement("table");
    for (let i = Math.max(0, step - AROUND); i <= Math.min(steps.at.length - 1, step + AROUND); i++) {
      const [address, routine, line, instruction, source] = places[steps.place[i]], row = table.insertRow();
      [count(steps.at[i]), address, instruction, line, source || routine].forEach((text, column) => {
        const cell = row.insertCell();
        cell.textContent = text;
        if (column === 1 || column === 4) cell.className = "dim";
      });
      if (i === step) row.className = "now";
      row.addEventListener("click", () => this.mark(0, steps.at[i]));
    }
    this.steps.replaceChildren(table);
  }
}
