// Movies and states as files: `vecx-movie/3` and `vecx-snapshot/3`, the same as the window's.

import { ascii, deflated, fromBase64, inflated, joined, toBase64 } from "./packed.js";
import { crc32, sha256 } from "./sums.js";

const FORMAT = "vecx-movie/3", SNAPSHOT = "vecx-snapshot/3";
const HASH_FRAMES = 50;
const ROWS_MAX = 1 << 20;

export class Damaged extends Error {}

// Return a saved state as the contents of a file.
export async function snapshot(machine, kept = machine.keep()) {
  const {setup} = machine, parts = [ascii(setup.schema), kept.record, kept.ram, kept.segments,
                                    kept.causes, new Uint8Array(0)];
  const body = joined(parts), ram = machine.cartRam;
  const hex = number => number.toString(16).toUpperCase().padStart(4, "0");
  const head = {format: SNAPSHOT, bios: crc32(setup.bios), cart: crc32(machine.image),
    cart_ram: ram ? `${hex(ram[0])}-${hex(ram[1])}` : "none", crc: crc32(body),
    sizes: parts.map(part => part.length), preset: setup.identity.preset, analog: setup.analog,
    poked: [], later: []};
  return joined([ascii(JSON.stringify(head) + "\n"), await deflated(body)]);
}

// Return the saved state in a snapshot.  Errors: Damaged says why it cannot be used
export async function kept(machine, data) {
  const end = data.indexOf(10);
  let head, body;
  try {
    head = JSON.parse(new TextDecoder().decode(data.subarray(0, end)));
    body = await inflated(data.subarray(end + 1));
  } catch { throw new Damaged("the state is damaged or cut short"); }
  const {setup} = machine;
  if (head.format !== SNAPSHOT) throw new Damaged("the state is of another version of vecx");
  if (head.bios !== crc32(setup.bios)) throw new Damaged("the state was made with another executive ROM");
  if (head.cart !== crc32(machine.image)) throw new Damaged("the state was made with another cartridge");
  if (head.preset !== setup.identity.preset) throw new Damaged(`the state was made with preset ${head.preset}`);
  if (crc32(body) !== head.crc) throw new Damaged("the state is damaged or cut short");
  const parts = [];
  let at = 0;
  for (const size of head.sizes) { parts.push(body.slice(at, at + size)); at += size; }
  const [schema, record, ram, segments, causes] = parts;
  if (new TextDecoder().decode(schema) !== setup.schema || head.later.length || head.poked.length
      || record.length !== machine.layout.recordBytes || ram.length !== machine.ram.length)
    throw new Damaged("the state is of another version of vecx");
  return {record, ram, segments, causes};
}

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

  get full() { return Math.max(this.inputs.length, this.frames.length) >= ROWS_MAX; }

  frame(index) {
    if (this.full) return;
    const {state} = this.machine;
    this.frames.push([index, this.machine.clock, crc32(state), index % HASH_FRAMES ? "" : sha256(state)]);
  }

  // Drop what lies after the present, because the machine has gone back in time.
  cut() {
    const now = this.machine.clock;
    this.inputs = this.inputs.filter(([cycle]) => cycle < now);
    this.frames = this.frames.filter(([, cycle]) => cycle <= now);
  }

  text() {
    const {setup, image, name} = this.machine, head = {...setup.identity, cart: sha256(image), name};
    if (!this.machine.cartRam) head.cart_ram = "none";
    const lines = [FORMAT, ...Object.entries(head).map(([key, value]) => `${key} ${value}`)];
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
export function parsed(text, machine) {
  const lines = text.split(/\r?\n/), {setup, number} = machine;
  if (lines[0] !== FORMAT) throw new Damaged(lines[0].startsWith("vecx-movie/")
    ? `the movie has format ${lines[0].slice(0, 40)}; this page reads ${FORMAT}` : "not a movie of vecx");
  const movie = {head: {}, start: "", inputs: [], frames: []}, whole = word => {
    if (!/^\d{1,15}$/.test(word ?? "")) throw new Error();
    return Number(word);
  };
  let at = 1;
  try {
    for (; lines[at]; at++) {
      const [, key, value] = /^(\w+) (.*)$/.exec(lines[at]);
      if (key === "start") movie.start = value; else movie.head[key] = value;
    }
    if (lines[at] === undefined) throw new Error();
    for (at++; at < lines.length && (lines[at] || at < lines.length - 1); at++) {
      const [kind, ...words] = lines[at].split(" ");
      if (movie.inputs.length + movie.frames.length > 2 * ROWS_MAX) throw new Error();
      if (kind === "in" && words.length === 3) {
        const [cycle, what, value] = words.map(whole);
        if (what >= number.inputKinds || value > 0xFFFF) throw new Error();
        movie.inputs.push([cycle, what, value]);
      } else if (kind === "frame" && words.length === 3 && /^[0-9a-f]{8}$/.test(words[2]))
        movie.frames.push([whole(words[0]), whole(words[1]), parseInt(words[2], 16), ""]);
      else if (kind === "hash" && movie.frames.length && /^[0-9a-f]{64}$/.test(words[1]))
        movie.frames[movie.frames.length - 1][3] = words[1];
      else throw new Error();
    }
  } catch { throw new Damaged(`line ${at + 1}: the movie is damaged or cut short here`); }
  const own = {...setup.identity, cart: sha256(machine.image)};
  if (movie.head.cart !== own.cart) throw new Damaged(`the movie was recorded with another cartridge (${movie.head.name})`);
  if (movie.head.bios !== own.bios) throw new Damaged("the movie was recorded with another executive ROM");
  for (const key of ["preset", "seed", "ram", "analog", "device"])
    if (movie.head[key] !== own[key] && !movie.start)
      throw new Damaged(`the movie was recorded with ${key} ${movie.head[key]}, this page has ${own[key]}`);
  movie.doubt = movie.head.table !== own.table;
  return movie;
}

// Plays a movie on a machine, frame by frame.
export class Replay {
  static async of(movie, machine) {
    const start = movie.start ? await kept(machine, fromBase64(movie.start)) : null;
    machine.powerOn();
    machine.onInput = null;
    if (start) machine.restore(start);
    return new Replay(movie, machine);
  }

  constructor(movie, machine) {
    this.movie = movie;
    this.machine = machine;
    this.at = this.next = 0;
    this.over = "";
  }

  // Run a frame; `over` then says why it was the last, if it was.
  frame(heard) {
    const {movie, machine} = this, row = movie.frames[this.at++];
    if (!row) { this.over = "the movie has ended; P continues the game from here"; return []; }
    const [index, cycle, crc, hash] = row, due = [];
    while (this.next + due.length < movie.inputs.length && movie.inputs[this.next + due.length][0] < cycle)
      due.push(movie.inputs[this.next + due.length]);
    this.next += due.length;
    for (let left = due; left.length;) {
      left = left.slice(machine.queue(left));
      if (left.length) machine.run(left[0][0], 0, heard);
    }
    const frames = [];
    while (!frames.length) frames.push(...machine.runFrame(heard, machine.number.never - machine.clock));
    const {state} = machine, last = frames[frames.length - 1];
    if (last.index !== index || machine.clock !== cycle
        || !movie.doubt && (crc32(state) !== crc || hash && sha256(state) !== hash))
      this.over = `the movie diverges in frame ${index}: the machine's state is not the recorded one`;
    return frames;
  }
}
