// The page of a film: a machine's strokes and sound, shown as in the player.

import { fromBase64, unpacked, unpackedData } from "./packed.js";
import { screenOn } from "./passes.js";
import { Mixer, Output } from "./sound.js";
import { Reel, columnsOf } from "./film.js";

const part = id => document.getElementById(id);
const EDGES_ROOM = 65536, SAMPLES_ROOM = 32768;

// The sound chip alone, in the small module; the film contains its writes.
class Chip {
  static async make(code, setup) {
    return new Chip((await WebAssembly.instantiate(code, {})).instance.exports, setup);
  }

  constructor(calls, setup) {
    this.calls = calls;
    this.setup = setup;
    this.number = setup.number;
    this.clock = 0;
    let at = calls.__heap_base.value + 15 & ~15;
    const room = bytes => { const here = at; at += bytes + 15 & ~15; return here; };
    this.record = room(setup.record.length);
    this.log = room(24 * setup.writesMost);
    this.edges = room(16 * EDGES_ROOM);
    this.slopes = room(8 * SAMPLES_ROOM);
    this.levels = room(8 * SAMPLES_ROOM);
    this.kernels = room(8 * setup.sound.kernels);
    const lacking = Math.ceil((at - calls.memory.buffer.byteLength) / 65536);
    if (lacking > 0) calls.memory.grow(lacking);
    this.bytes = new Uint8Array(calls.memory.buffer);
    this.begin(0);
  }

  // Reset to power-on at a cycle, with these register values.
  begin(cycle, registers = []) {
    this.bytes.set(this.setup.record, this.record);
    const view = new DataView(this.calls.memory.buffer), {tickAt, registersAt} = this.setup;
    view.setBigInt64(this.record + tickAt, BigInt(Math.floor(cycle / this.number.tick)), true);
    registers.forEach((value, i) => view.setBigInt64(this.record + registersAt + 8 * i, BigInt(value), true));
    this.clock = cycle;
  }

  // Return the number of level changes up to a cycle, with these writes.
  render(writes, until) {
    new BigInt64Array(this.calls.memory.buffer, this.log, writes.length).set(writes.map(BigInt));
    const rows = writes.length / 3;
    const count = this.calls.psg_render(this.record, 1, this.log, rows, 3, rows, until, this.edges, EDGES_ROOM, 2);
    const from = this.clock;
    this.clock = until;
    return [this.edges, Math.max(0, count), from, until];
  }
}

export async function showFilm(data) {
  let screen;
  try {
    const {columns, begins} = await columnsOf(data.columns, data.counts);
    const writes = (await columnsOf(data.writes, [data.writeCounts.reduce((a, b) => a + b, 0)])).columns;
    const setup = await unpackedData(data.setup);
    setup.record = await unpacked(setup.record);
    const chip = await Chip.make(await unpacked(data.wasm), setup);
    const starts = [0];
    data.cycles.forEach(cycles => starts.push(starts[starts.length - 1] + cycles));
    const writesAt = [0];
    data.writeCounts.forEach(count => writesAt.push(writesAt[writesAt.length - 1] + count));
    const output = new Output(data.worklet);
    let mixer = null, heardTo = -1;

    const frameOf = at => {
      const count = begins[at + 1] - begins[at], segments = new Float32Array(7 * count);
      for (let i = 0; i < count; i++) {
        const k = begins[at] + i, s = 7 * i;
        for (let c = 0; c < 4; c++) segments[s + c] = columns[`p${c}`][k] * data.step;
        segments[s + 4] = columns.z[k] / 255;
        segments[s + 5] = columns.cycle[k] * data.timeStep;
        segments[s + 6] = segments[s + 5] + columns.lasts[k] / data.lastSteps;
      }
      return {segments, start: data.start + starts[at], cycles: data.cycles[at]};
    };
    const writesOf = at => {
      const out = [];
      for (let k = writesAt[at]; k < writesAt[at + 1]; k++)
        out.push(starts[at] + writes.cycle[k], writes.register[k], writes.value[k]);
      return out;
    };
    const registersBefore = at => {
      const found = new Array(16).fill(0);
      data.registers.forEach((value, i) => { found[i] = value; });
      for (let k = 0; k < writesAt[at]; k++) if (writes.register[k] < 16) found[writes.register[k]] = writes.value[k];
      return found;
    };
    const hear = at => {
      if (!output.playing) { heardTo = -1; return; }
      mixer ??= new Mixer(chip, output.rate);
      if (heardTo !== at) { chip.begin(starts[at], registersBefore(at)); mixer.begin(starts[at]); }
      output.play(mixer.samples(...chip.render(writesOf(at), starts[at + 1])));
      heardTo = at + 1;
    };
    screen = await screenOn(part("screen"), data.tube, await unpacked(data.light));
    if (data.overlay) screen.cover(await createImageBitmap(new Blob([await fromBase64(data.overlay)], {type: "image/png"})));
    // Until the film is played it shows its busiest frame, because the first one is often dark.
    const poster = data.counts.indexOf(data.counts.reduce((most, count) => Math.max(most, count), 0));
    let begun = false;
    const shown = (at, plays) => {
      if (!begun && plays) screen.resize();
      begun ||= plays || at > 0;
      const frame = frameOf(begun ? at : poster);
      if (!plays) { screen.resize(); for (const before of [3, 2, 1]) if (at >= before) { screen.draw([frameOf(at - before)]); screen.fade(data.cycles[at - before]); } }
      screen.draw([frame]);
      screen.image(frame.cycles);
      if (plays) hear(at); else output.forget();
      const seconds = starts[at] / 1_500_000;
      part("now").textContent = `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}  frame ${data.first + at}`;
    };
    const changed = on => {
      if (on) output.begin(); else { output.sleep(); heardTo = -1; }
    };
    const reel = new Reel(data.cycles, {button: part("play"), slider: part("slider"), shown, changed});
    const resize = () => {
      const stage = part("stage"), [wide, high] = screen.within(stage.clientWidth, stage.clientHeight);
      const dots = Math.min(window.devicePixelRatio || 1, Math.sqrt(1_600_000 / Math.max(1, wide * high)));
      Object.assign(screen.canvas.style, {width: `${wide}px`, height: `${high}px`});
      screen.canvas.width = Math.max(16, Math.round(wide * dots));
      screen.canvas.height = Math.max(16, Math.round(high * dots));
      reel.go(reel.frame);
    };
    new ResizeObserver(resize).observe(part("stage"));
    part("sound").addEventListener("click", () => { output.mute(); part("sound").setAttribute("aria-pressed", String(!output.muted)); });
    resize();
    return {reel, screen, frameOf, output};
  } catch (fault) {
    part("now").textContent = `The film cannot be shown here: ${fault.message}`;
    return null;
  }
}
