// The machine: compiled chips in WebAssembly, and the console around them as in vecx/console.
// This file does not describe the hardware: all offsets and numbers come from the layout.

const EDGES = 65536;            // rows for level changes
const ADVANCE = 50_000;         // cycles between two looks at the sound chip's writes
const SAMPLES = 32768;          // of sound that can be made at a time

export class Fault extends Error {}

/**
 * A field of the record or the board: its offset in bytes, its type (i8, f8, u1, ...), its length or 0.
 * @typedef {[at: number, kind: string, length: number]} Field
 *
 * The layout of vecx/chips/state.py, as building/layout.py writes it.
 * @typedef {object} Layout
 * @property {Record<string, Field>} record  the fields of the machine's record
 * @property {number} recordBytes
 * @property {Record<string, Field>} board  memory, pages and logs
 * @property {number} boardBytes
 * @property {number} decodedBytes  of the decoded instructions of a bank
 * @property {Record<string, number>} number  constants of the chips and the console
 * @property {number[]} mirrored  sizes of cartridges that are repeated in memory
 * @property {number[]} memoryMap  the kind of each KiB
 * @property {string[]} columns  of a frame's account
 * @property {string[]} driven  fields that say how the machine is run, not what it does
 *
 * A saved state; `segments` and `causes` are those of the frame that has not ended.
 * @typedef {{record: Uint8Array, ram: Uint8Array, segments: Uint8Array, causes: Uint8Array}} State
 *
 * A frame that ended: its strokes in rows of seven numbers, and its account in the layout's columns.
 * @typedef {{index: number, start: number, cycles: number, segments: Float32Array, account: Float64Array}} Frame
 */

export class Machine {
  // Args: code  the module's bytes; setup  from export.py: layout, bios, record, tables, ram
  static async make(code, setup) {
    const module = await WebAssembly.compile(code);
    return new Machine(module, await WebAssembly.instantiate(module, {}), setup);
  }

  /** @param {WebAssembly.Module} module  @param {WebAssembly.Instance} instance  @param {any} setup */
  constructor(module, instance, setup) {
    this.module = module;
    this.setup = setup;
    /** @type {Layout} */
    const layout = setup.layout;
    this.layout = layout;
    this.number = layout.number;
    this.onInput = null;
    // The fields that decide the future, without those that say how the machine is driven.
    this.lasting = Object.entries(layout.record).filter(([name]) => !layout.driven.includes(name))
      .map(([, [from,, length]]) => [from, from + 8 * (length || 1)]);
    this.attach(instance.exports);
  }

  // Switch on again in new memory, after the module ended with an error.
  async renew() {
    this.attach((await WebAssembly.instantiate(this.module, {})).exports);
    this.powerOn();
  }

  attach(calls) {
    const {layout, setup} = this;
    this.calls = calls;
    let at = calls.__heap_base.value + 15 & ~15;
    const room = bytes => { const here = at; at += bytes + 15 & ~15; return here; };
    this.record = room(layout.recordBytes);
    this.board = room(layout.boardBytes);
    this.words = room(2 * layout.decodedBytes);
    this.edges = room(16 * EDGES);
    this.slopes = room(8 * SAMPLES);
    this.levels = room(8 * SAMPLES);
    this.kernels = room(8 * setup.sound.kernels);
    this.scratch = room(layout.recordBytes);
    const lacking = Math.ceil((at - calls.memory.buffer.byteLength) / 65536);
    if (lacking > 0) calls.memory.grow(lacking);
    this.bytes = new Uint8Array(calls.memory.buffer);
    this.view = new DataView(calls.memory.buffer);
    const [memAt,, memBytes] = layout.board.mem, [banksAt,, banksBytes] = layout.board.banks;
    this.mem = this.bytes.subarray(this.board + memAt, this.board + memAt + memBytes);
    this.halves = this.bytes.subarray(this.board + banksAt, this.board + banksAt + banksBytes);
  }

  // --- fields -----------------------------------------------------------------------------------

  // Return the address of a field's element, and i, u or f for its type.
  /** @type {(name: string, index?: number, on?: "record" | "board") => [number, string]} */
  place(name, index = 0, on = "record") {
    const [at, kind] = this.layout[on][name];
    return [this[on] + at + index * +kind.slice(1), kind[0]];
  }

  /** @type {(name: string, index?: number, on?: "record" | "board") => number} */
  get(name, index = 0, on = "record") {
    const [at, kind] = this.place(name, index, on);
    return kind === "f" ? this.view.getFloat64(at, true) : Number(this.view.getBigInt64(at, true));
  }

  /** @type {(name: string, value: number, index?: number, on?: "record" | "board") => void} */
  set(name, value, index = 0, on = "record") {
    const [at, kind] = this.place(name, index, on);
    if (kind === "f") this.view.setFloat64(at, value, true);
    else this.view.setBigInt64(at, BigInt(value), true);
  }

  get clock() { return this.get("clock"); }
  get frames() { return this.get("frames"); }
  get fresh() { return this.clock === this.first; }

  // --- power-on ---------------------------------------------------------------------------------

  // Put a cartridge in and switch on.  Args: ram  first and last address of RAM in it, or null
  insert(image, ram = null) {
    const {half, space} = this.number;
    this.image = image;
    this.cartRam = ram;
    this.banks = image.length > space ? 2 : 1;
    const parts = this.banks > 1 ? [image.slice(0, half), image.slice(half)] : [image];
    const mirrored = this.layout.mirrored.includes(image.length);
    this.spaces = parts.map(part => {
      const filled = new Uint8Array(space).fill(0xFF);
      for (let at = 0; at < (mirrored ? half : 1); at += part.length || space) filled.set(part, at);
      return filled;
    });
    this.cartEnd = this.banks > 1 || mirrored ? half : image.length;
    this.powerOn();
  }

  powerOn() {
    const {space, half, ramAt, ramEnd, romAt} = this.number, {setup, layout, mem} = this;
    this.bytes.fill(0, this.record, this.words + 2 * layout.decodedBytes);
    this.bytes.set(setup.record, this.record);
    this.bytes.set(setup.tables, this.board);
    mem.set(this.spaces[0]);
    mem.fill(0, space, ramAt);
    mem.fill(0, ramEnd, romAt);
    mem.set(setup.bios, romAt);
    if (this.banks > 1) this.spaces.forEach((part, bank) => this.halves.set(part.subarray(0, half), bank * half));
    layout.memoryMap.forEach((kind, page) => {
      const own = this.cartRam && page * 1024 >= this.cartRam[0] && page * 1024 <= this.cartRam[1];
      this.set("page", own ? layout.memoryMap[ramAt >> 10] : kind, page, "board");
    });
    this.set("banked", this.banks > 1 ? 1 : 0, 0, "board");
    this.set("cart_end", this.cartEnd, 0, "board");
    this.ram = this.powerOnRam;
    this.afterReset();      // the record is as /RESET leaves it
    this.first = this.clock;
    this.drawn = 0;
    this.heardFrom = this.clock;
  }

  // All RAM at power-on: the console's, then the cartridge's.
  get powerOnRam() { return this.cartRam ? this.setup.cartFill : this.setup.fill; }

  reset() {
    this.calls.reset(this.record, 1, this.board, 1);
    this.afterReset();
  }

  afterReset() {
    this.set("left_memory_at", -1, 0, "board");
    if (this.banks > 1) {
      this.showBank(this.number.bankAfterReset);
      this.set("bank", this.number.bankAfterReset);
    }
  }

  showBank(bank) {
    const {half} = this.number;
    this.mem.set(this.halves.subarray(bank * half, (bank + 1) * half));
  }

  // All RAM: the console's, then the cartridge's.
  /** @returns {Uint8Array<any>} */
  get ram() {
    const {ramAt, ramBytes} = this.number;
    const own = this.mem.slice(ramAt, ramAt + ramBytes);
    if (!this.cartRam) return own;
    const all = new Uint8Array(ramBytes + this.cartRam[1] - this.cartRam[0] + 1);
    all.set(own);
    all.set(this.mem.subarray(this.cartRam[0], this.cartRam[1] + 1), ramBytes);
    return all;
  }

  /** @param {Uint8Array<any>} contents */
  set ram(contents) {
    const {ramAt, ramBytes} = this.number;
    this.mem.set(contents.subarray(0, ramBytes), ramAt);
    if (this.cartRam) this.mem.set(contents.subarray(ramBytes), this.cartRam[0]);
  }

  // --- running ----------------------------------------------------------------------------------

  // Run to a cycle, or to a requested end.  Level changes are passed to `heard`.
  run(until, ask, heard) {
    const {number, calls} = this;
    this.set("until_frame", this.frames + 1, 0, "board");
    for (let standing = 0, before = -1; ; ) {
      this.set("ask", ask, 0, "board");
      this.set("pass_at", -1, 0, "board");
      const end = Math.min(until, this.clock + ADVANCE);
      const reason = calls.advance(this.record, 1, this.board, 1, this.words, this.banks, end);
      if (this.get("reset_due")) this.reset();
      if (reason & number.noRoom) throw new Fault("the machine is in an impossible state");
      const rows = this.get("psg_rows", 0, "board");
      const count = calls.psg_render(this.record, 1, this.place("psg", 0, "board")[0], rows, 3, rows,
                                 this.clock, this.edges, EDGES, 2);
      if (count === number.noEdges) throw new Fault("the sound chip changes too often");
      heard?.(this.edges, count, this.heardFrom, this.clock);
      this.heardFrom = this.clock;
      this.set("psg_rows", 0, 0, "board");
      this.set("log_rows", 0, 0, "board");
      const now = this.clock;
      if (reason & (ask | number.happened) || now >= until) return reason;
      standing = now === before ? standing + 1 : 0;
      before = now;
      if (standing > number.standingMax) throw new Fault("the machine makes no progress, because its state is damaged");
    }
  }

  // Run to a frame's end, or for a limited time; return the frames that ended.
  runFrame(heard, wait = this.number.frameWaitMax) {
    this.run(this.clock + wait, this.number.frame, heard);
    return this.takeFrames();
  }

  /** @returns {Frame[]} */
  takeFrames() {
    const {number} = this, frames = [], count = this.get("frame_rows", 0, "board");
    if (!count) return frames;
    const [at] = this.place("segments", 0, "board"), [accountsAt] = this.place("frames", 0, "board");
    const rows = this.get("segment_rows", 0, "board"), first = this.get("segments") - rows;
    const ended = this.frames;
    let begin = 0;
    for (let i = 0; i < count; i++) {
      const account = Float64Array.from({length: number.frameColumns},
        (_, column) => this.view.getFloat64(accountsAt + 8 * (i * number.frameColumns + column), true));
      const end = account[number.drawn] - first;
      const segments = new Float32Array(7 * (end - begin));
      for (let k = 0; k < segments.length; k++) segments[k] = this.view.getFloat32(at + 28 * begin + 4 * k, true);
      frames.push({index: ended - count + i, start: account[number.start],
                   cycles: account[number.end] - account[number.start], segments, account});
      begin = end;
    }
    for (const [name, bytes] of /** @type {[string, number][]} */ ([["segments", 28], ["causes", 16]])) {
      const [from] = this.place(name, 0, "board");
      this.bytes.copyWithin(from, from + bytes * begin, from + bytes * rows);
    }
    this.set("segment_rows", rows - begin, 0, "board");
    this.set("frame_rows", 0, 0, "board");
    return frames;
  }

  get isHalted() { return this.get("wait") === 3; }

  // --- what enters ------------------------------------------------------------------------------

  // Apply inputs now, each a pair of what and value as in the record.
  enter(...inputs) {
    for (const [what, value] of inputs) {
      const now = this.clock;
      this.set("inputs", 1);
      this.set("input_due", now);
      this.set("input_at", now);
      this.set("input_what", what);
      this.set("input_value", value);
      this.onInput?.(now, what, value);
      this.run(now, 0, null);
    }
  }

  // Queue inputs of a movie for their cycles, as many as the record has room for.
  queue(inputs) {
    const {inputsMax, never} = this.number;
    this.set("inputs", inputs.length);
    this.set("input_due", inputs.length ? inputs[0][0] : never);
    for (let i = 0; i < inputsMax; i++) {
      const [at, what, value] = inputs[i] ?? [0, 0, 0];
      this.set("input_at", at, i);
      this.set("input_what", what, i);
      this.set("input_value", value, i);
    }
  }

  button(number, player, down) {
    const mask = 1 << number - 1 + 4 * (player - 1);
    this.enter([this.number.inButtons, mask << 8 | (down ? 0 : mask)]);
  }

  stick(x, y, player) {
    [x, y].forEach((tilt, axis) => {
      const pot = 128 + Math.round(127 * Math.max(-1, Math.min(1, tilt)));
      if (this.get("stick", 2 * (player - 1) + axis) !== pot)
        this.enter([this.number.inPot + 2 * (player - 1) + axis, pot]);
    });
  }

  pen(x, y) {
    const {inPen, penMiddle, penSteps} = this.number;
    [x, y].forEach((place, axis) => this.enter([inPen + axis, penMiddle + Math.round(penSteps * place)]));
  }

  penAway() { this.enter([this.number.inPen, this.number.penAway]); }

  // Return the cycle of the VIA's next event in a record that is not the machine's own.
  viaDue(record) {
    this.bytes.set(record, this.scratch);
    return this.calls.via_find_due(this.scratch, 1);
  }

  // --- keeping ----------------------------------------------------------------------------------

  /** @returns {State} */
  keep() {
    const rows = this.get("segment_rows", 0, "board");
    const [at] = this.place("segments", 0, "board"), [causes] = this.place("causes", 0, "board");
    return {record: this.bytes.slice(this.record, this.record + this.layout.recordBytes),
            ram: this.ram, segments: this.bytes.slice(at, at + 28 * rows),
            causes: this.bytes.slice(causes, causes + 16 * rows)};
  }

  /** @param {State} kept */
  restore(kept) {
    this.bytes.set(kept.record, this.record);
    this.ram = kept.ram;
    if (this.banks > 1) this.showBank(this.get("bank"));
    this.bytes.set(kept.segments, this.place("segments", 0, "board")[0]);
    this.bytes.set(kept.causes, this.place("causes", 0, "board")[0]);
    this.set("segment_rows", kept.segments.length / 28, 0, "board");
    for (const log of ["frame_rows", "psg_rows", "log_rows"]) this.set(log, 0, 0, "board");
    this.heardFrom = this.clock;
  }

  // The state that decides the future, which movies compare.
  get state() {
    const parts = this.lasting.map(([from, to]) => this.bytes.subarray(this.record + from, this.record + to));
    const ram = this.ram, all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, ram.length));
    let at = 0;
    for (const part of [...parts, ram]) { all.set(part, at); at += part.length; }
    return all;
  }
}

// The lines of a cartridge's header, as the executive ROM shows them; empty without a header.
export function titleOf(image, name) {
  const text = (from, to) => String.fromCharCode(...image.subarray(from, to));
  if (image.length > 0xC000) image = image.subarray(0x8000);
  if (text(0, 5) !== "g GCE") return name;
  const end = image.indexOf(0x80), stop = image.indexOf(0x80, end + 7);
  return end > 0 && stop > 0 ? text(end + 7, stop).trim().replace(/[^ -~]/g, "?") || name : name;
}
