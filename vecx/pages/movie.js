// Movies: `vecx-movie/3`, the same as the window's, with the limits of vecx/play/movie.py.

import { Slices, fromBase64, toBase64 } from "./packed.js";
import { Damaged, kept, snapshot } from "./states.js";
import { crc32, sha256 } from "./sums.js";

const HASH_FRAMES = 50;
const BATCHES = 64;             // of a frame's inputs that are entered before other work

// Records a machine's inputs from now on; call `frame` after each frame.
export class Recorder {
  static async on(machine) {
    const recorder = new Recorder(machine);
    if (!machine.fresh) recorder.start = toBase64(await snapshot(machine, recorder.begun));
    return recorder;
  }

  constructor(machine) {
    this.machine = machine;
    this.begun = machine.keep();
    this.start = "";
    this.inputs = [];
    this.frames = [];
    machine.onInput = (...row) => { if (!this.full) this.inputs.push(row); };
  }

  get full() { return Math.max(this.inputs.length, this.frames.length) >= this.machine.setup.limits.movieRows; }

  frame(index) {
    if (this.full) return;
    const {state} = this.machine;
    this.frames.push([index, this.machine.clock, crc32(state), index % HASH_FRAMES ? "" : sha256(state)]);
  }

  // Drop the inputs and frames after the present, because the machine has gone back in time.
  cut() {
    const now = this.machine.clock;
    this.inputs = this.inputs.filter(([cycle]) => cycle < now);
    this.frames = this.frames.filter(([, cycle]) => cycle <= now);
  }

  text() {
    const {setup, image, name} = this.machine, head = {...setup.identity, cart: sha256(image), name};
    if (!this.machine.cartRam) head.cart_ram = "none";
    const lines = [setup.limits.movieFormat, ...Object.entries(head).map(([key, value]) => `${key} ${value}`)];
    if (this.start) lines.push(`start ${this.start}`);
    lines.push("");
    const inputs = [...this.inputs].sort((a, b) => a[0] - b[0]);
    let i = 0;
    for (const [index, cycle, crc, hash] of this.frames) {
      for (; i < inputs.length && inputs[i][0] < cycle; i++) lines.push(`in ${inputs[i].join(" ")}`);
      lines.push(`frame ${index} ${cycle} ${crc.toString(16).padStart(8, "0")}`);
      if (hash) lines.push(`hash ${index} ${hash}`);
    }
    for (; i < inputs.length; i++) lines.push(`in ${inputs[i].join(" ")}`);
    return [...lines, ""].join("\n");
  }
}

// Read a movie.  Errors: Damaged names the line
export async function parsed(text, machine) {
  const {setup} = machine, {limits, identity} = setup, slices = new Slices();
  let number = 0, at = 0;
  const next = () => {
    const end = text.indexOf("\n", at), stop = end < 0 ? text.length : end;
    number++;
    if (at > text.length) throw new Error("cut short");
    const line = text.slice(at, text[stop - 1] === "\r" ? stop - 1 : stop);
    at = stop + 1;
    return line;
  };
  const format = text.split("\n", 1)[0].trim().slice(0, 40), older = format === limits.movieOlder;
  if (!older && format !== limits.movieFormat) throw new Damaged(format.startsWith("vecx-movie/")
    ? `the movie has format ${format}; this page reads ${limits.movieFormat}` : "not a movie of vecx");
  const movie = {head: {}, start: null, inputs: [], frames: [], doubt: false};
  try {
    next();
    for (let line; (line = next());) {
      if (older) line = line.replace("imager yes", "device imager").replace("imager no", "device none");
      const [, key, value] = /^(\w+) (.*)$/.exec(line);
      if (key === "start") movie.start = await fromBase64(value);
      else if (key in movie.head || !(key in identity) || value.length > limits.headValue) throw new Error(key);
      else movie.head[key] = value;
    }
    if (Object.keys(identity).some(key => !(key in movie.head)) || !limits.devices.includes(movie.head.device)) throw new Error("head");
    while (at < text.length) {
      readRow(movie, next().split(" "), limits, machine.number);
      if (number % 256 === 0) await slices.due();
    }
  } catch { throw new Damaged(`line ${number}: the movie is damaged or cut short here`); }
  const own = {...identity, cart: sha256(machine.image), cart_ram: machine.cartRam ? identity.cart_ram : "none"};
  if (movie.head.cart !== own.cart) throw new Damaged(`the movie was recorded with another cartridge (${movie.head.name})`);
  if (movie.head.bios !== own.bios) throw new Damaged("the movie was recorded with another executive ROM");
  for (const key of ["preset", "seed", "ram", "analog", "cart_ram", "device"])
    if (movie.head[key] !== own[key] && !movie.start)
      throw new Damaged(`the movie was recorded with ${key} ${movie.head[key]}, this page has ${own[key]}`);
  movie.doubt = movie.head.table !== own.table;
  return movie;
}

const whole = (word, end) => {
  if (!/^\d{1,19}$/.test(word) || Number(word) >= end) throw new RangeError(word);
  return Number(word);
};

// Add a row to a movie.  Errors: any, if there is no such row
function readRow({inputs, frames}, [kind, ...words], {movieRows}, {never, inputKinds}) {
  const [index, last] = frames[frames.length - 1] ?? [-1, 0];
  if (kind === "in" && words.length === 3 && inputs.length < movieRows) {
    const cycle = whole(words[0], never);
    if (cycle < Math.max(last, inputs[inputs.length - 1]?.[0] ?? 0)) throw new RangeError("the order of inputs");
    inputs.push([cycle, whole(words[1], inputKinds), whole(words[2], 0x10000)]);
  } else if (kind === "frame" && words.length === 3 && frames.length < movieRows && /^[0-9a-f]{8}$/.test(words[2])) {
    const row = [whole(words[0], never), whole(words[1], never), parseInt(words[2], 16), ""];
    if (row[0] < index || row[0] === index && row[1] <= last) throw new RangeError("the order of frames");
    frames.push(row);
  } else if (kind === "hash" && words.length === 2 && Number(words[0]) === index && /^[0-9a-f]{64}$/.test(words[1]))
    frames[frames.length - 1][3] = words[1];
  else throw new Error(kind);
}

// Plays a movie on a machine, frame by frame.
export class Replay {
  static async of(movie, machine) {
    const start = movie.start ? await kept(machine, movie.start) : null;
    machine.powerOn();
    machine.onInput = null;
    if (start) machine.restore(start);
    return new Replay(movie, machine);
  }

  constructor(movie, machine) {
    this.movie = movie;
    this.machine = machine;
    this.at = this.next = 0;
    this.isPartial = false;     // inputs of the current frame remain to be entered
    this.over = "";
  }

  // Run a frame, or a part of it if it has very many inputs.  If this was the last frame, `over` says why.
  frame(heard) {
    const {movie, machine} = this, {inputs} = movie, row = movie.frames[this.at];
    if (!row) { this.over = "the movie has ended; P continues the game from here"; return []; }
    const [index, cycle, crc, hash] = row;
    if (!this.isPartial && inputs[this.next]?.[0] < Math.min(cycle, machine.clock)) {
      this.over = `the movie has an input in cycle ${inputs[this.next][0]}, but the machine is already in cycle ${machine.clock}`;
      return [];
    }
    for (let batch = 0; inputs[this.next]?.[0] < cycle; batch++) {
      this.isPartial = batch === BATCHES;
      if (this.isPartial) return [];
      let end = this.next;
      while (end < this.next + machine.number.inputsMax && inputs[end]?.[0] < cycle) end++;
      machine.queue(inputs.slice(this.next, end));
      this.next = end;
      if (inputs[end]?.[0] < cycle) machine.run(inputs[end][0], 0, heard);
    }
    this.isPartial = false;
    this.at++;
    const frames = [];
    while (!frames.length) frames.push(...machine.runFrame(heard, machine.number.never - machine.clock));
    const {state} = machine, last = frames[frames.length - 1];
    if (last.index !== index || machine.clock !== cycle
        || !movie.doubt && (crc32(state) !== crc || hash && sha256(state) !== hash))
      this.over = `the movie diverges in frame ${index}: the machine's state differs from the recorded state`;
    return frames;
  }
}
