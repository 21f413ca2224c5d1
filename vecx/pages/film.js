// A film of strokes: columns of numbers, and the controls that step through its frames.

import { unpacked } from "./packed.js";

// Return the columns of whole numbers packed by vecx/measure/budget/page.py, and where frames begin.
export async function columnsOf(packedColumns, counts) {
  const begins = [0], columns = {};
  for (const count of counts) begins.push(begins[begins.length - 1] + count);
  for (const [name, text] of Object.entries(packedColumns)) {
    const planes = await unpacked(text), length = planes.length / 2;
    const column = columns[name] = new Int16Array(length);
    for (let i = 0; i < length; i++) column[i] = planes[i] | planes[length + i] << 8;
    for (let f = 1; f < counts.length; f++) {
      const same = Math.min(counts[f - 1], counts[f]);
      for (let i = 0; i < same; i++) column[begins[f] + i] += column[begins[f - 1] + i];
    }
  }
  return {columns, begins};
}

// Moves through frames: a button, a slider, keys, and time.
export class Reel {
  // Args: cycles  of each frame;  shown  called with the number of a frame, and whether it plays
  constructor(cycles, {button, slider, shown, changed = (_on) => {}}) {
    this.cycles = cycles;
    this.button = button;
    this.slider = slider;
    this.shown = shown;
    this.changed = changed;
    this.frame = this.owed = this.last = 0;
    this.playing = false;
    slider.max = cycles.length - 1;
    button.addEventListener("click", () => this.play(!this.playing));
    slider.addEventListener("input", () => this.go(+slider.value));
    addEventListener("keydown", event => this.key(event));
    document.addEventListener("visibilitychange", () => { this.last = 0; });
    requestAnimationFrame(now => this.tick(now));
  }

  go(to, plays = false) {
    this.frame = Math.max(0, Math.min(this.cycles.length - 1, to));
    this.slider.value = this.frame;
    this.shown(this.frame, plays);
  }

  play(on) {
    if (on && this.frame + 1 >= this.cycles.length) this.go(0);
    this.playing = on;
    this.owed = this.last = 0;
    this.button.textContent = on ? "❚❚" : "▶";
    this.changed(on);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? 10 : 1, {frame} = this;
    const moves = {ArrowLeft: frame - step, ArrowRight: frame + step, Home: 0, End: this.cycles.length - 1};
    if (event.key in moves) this.go(moves[event.key]);
    else if (event.key === " " && event.target.tagName !== "BUTTON") this.play(!this.playing);
    else return;
    event.preventDefault();
  }

  tick(now) {
    requestAnimationFrame(then => this.tick(then));
    if (!this.playing) return;
    // A frame lasts its cycles, of 1,500,000 a second; after a rest at most a tenth of a second.
    this.owed += this.last ? Math.min(100, now - this.last) * 1500 : 0;
    this.last = now;
    while (this.playing && this.owed > 0) {
      if (this.frame + 1 >= this.cycles.length) { this.play(false); break; }
      this.go(this.frame + 1, true);
      this.owed -= Math.max(1, this.cycles[this.frame]);
    }
  }
}
