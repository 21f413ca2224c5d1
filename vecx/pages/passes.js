// Light without a graphics card: the window's compiled passes, on a plain canvas.

import { NoLight, Screen, colours, filmOf } from "./screen.js";
import { Light } from "./light.js";

const LINES = 4096;             // strokes at a time

// Return a screen: WebGL if it is fast, else these passes; `?light=webgl` and `?light=canvas` choose.
export async function screenOn(canvas, tube, code) {
  const requested = new URLSearchParams(location.search).get("light");
  if (requested !== "canvas") {
    try {
      return new Light(canvas, tube, requested === "webgl");
    } catch (fault) {
      if (!(fault instanceof NoLight)) throw fault;
    }
    const plain = canvas.cloneNode();           // a canvas is of one kind for good
    canvas.replaceWith(plain);
    canvas = plain;
  }
  return passesOn(canvas, tube, code);
}

// Return a screen that the compiled passes draw.
export async function passesOn(canvas, tube, code) {
  const {instance} = await WebAssembly.instantiate(code, {});
  return new Passes(canvas, tube, instance.exports);
}

// Weights of a Gaussian's middle and of its neighbours on one side.
function bellKernel(sigma) {
  const weights = Array.from({length: Math.max(1, Math.ceil(3 * sigma)) + 1}, (_, i) => Math.exp(-0.5 * (i / sigma) ** 2));
  const sum = 2 * weights.reduce((a, b) => a + b) - weights[0];
  return weights.map(weight => weight / sum);
}

class Passes extends Screen {
  // Arrays in the module's memory, which `resize` lays.
  segments; numbers; lines; light; picture; cover_; ground; lit; touched; tiles; cells; halo; kernel; seen; spread; now; marks;
  before; weights; sums; shown; palette; colours; bell; side;
  // Rows and columns of tiles, and of cells.
  down; across; rows; columns;

  constructor(canvas, tube, calls) {
    super(canvas, tube);
    this.calls = calls;
    this.pen = canvas.getContext("2d", {alpha: false, willReadFrequently: true});
    if (!this.pen) throw new NoLight("This browser has neither WebGL2 nor a canvas to draw on.");
  }

  get kind() { return "canvas"; }
  // All pixels will be painted again.
  set whole(on) {
    if (!on || !this.halo) return;
    this.halo.fill(-1);
    this.picture.fill(0);
  }

  // Allocate arrays in the module's memory, which grows if necessary.
  lay(arrays) {
    const {memory, __heap_base: base} = this.calls;
    let end = base.value + 15 & ~15;
    const places = arrays.map(([name, kind, length]) => {
      const at = end;
      end += length * kind.BYTES_PER_ELEMENT + 15 & ~15;
      return [name, kind, at, length];
    });
    const lacking = Math.ceil((end - memory.buffer.byteLength) / 65536);
    if (lacking > 0) memory.grow(lacking);
    for (const [name, kind, at, length] of places) this[name] = new kind(memory.buffer, at, length);
  }

  resize() {
    this.measure();
    const {canvas, tube} = this, {width, height} = canvas, {tile} = tube;
    const spot = tube.spot * tube.halfH * this.scale;
    const power = tube.lineSpeed * this.scale * spot * Math.sqrt(2 * Math.PI);
    this.sigma = Math.max(0.6, Math.sqrt(spot ** 2 + 1 / 12));
    this.cell = 2 * tube.margin * tube.halfH * this.scale / tube.cells;
    [this.down, this.across] = [Math.ceil(height / tile), Math.ceil(width / tile)];
    [this.rows, this.columns] = [height, width].map(pixels => 4 * Math.ceil((pixels / this.cell + 2) / 4));
    this.weight = bellKernel(tube.halo * tube.halfH * this.scale / this.cell);
    const tiles = this.down * this.across, cells = this.rows * this.columns, fine = tube.reachMax * tube.fine + 2;
    const covered = this.overlay ? width * height : 0;
    // TUBE of vecx/display/light.py.
    const numbers = [this.scale, width, height, this.turned / 90, tube.halfW, tube.halfH, tube.satX, tube.satY, tube.satK,
      tube.mainsAmp, tube.mainsHz / tube.cyclesPerSecond, tube.mainsYPhase, power];
    this.lay([["segments", Float32Array, 7 * LINES], ["numbers", Float64Array, numbers.length], ["lines", Float64Array, 5 * LINES], ["light", Float32Array, 2 * width * height],
      ["picture", Uint32Array, width * height], ["cover_", Uint32Array, covered], ["ground", Uint32Array, covered],
      ["lit", Float32Array, tiles], ["touched", Int32Array, tiles], ["tiles", Uint8Array, 2 * tiles],
      ["cells", Float32Array, 2 * cells], ["halo", Float32Array, cells], ["kernel", Float32Array, this.weight.length],
      ["seen", Float32Array, cells], ["spread", Float32Array, cells], ["now", Float32Array, cells],
      ["marks", Uint8Array, cells], ["before", Int32Array, width],
      ["weights", Float32Array, width], ["sums", Float32Array, 3 * width], ["shown", Float32Array, 4],
      ["palette", Uint32Array, 4096], ["colours", Uint32Array, width], ["bell", Float32Array, fine], ["side", Float32Array, 2 * fine]]);
    this.numbers.set(numbers);
    for (const empty of [this.light, this.picture, this.lit, this.cells]) empty.fill(0);
    this.whole = true;
    for (let x = 0; x < width; x++) {
      const at = (x + 0.5) / this.cell;
      this.before[x] = at;
      this.weights[x] = at % 1;
    }
    this.tabulate(fine);
    if (covered) this.layFilm();
    this.data = new ImageData(new Uint8ClampedArray(this.picture.buffer, this.picture.byteOffset, 4 * width * height), width, height);
  }

  tabulate(fine) {
    const {tube} = this;
    for (let i = 0; i < fine; i++) this.bell[i] = Math.exp(-0.5 * (i / tube.fine) ** 2);
    // The Gaussian's sum, by Simpson's rule, from its middle to both sides.
    const middle = tube.reachMax * tube.fine, density = x => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    let sum = 0.5;
    this.side[middle] = sum;
    for (let i = 1; middle + i < 2 * middle + 2; i++) {
      const a = (i - 1) / tube.fine, b = i / tube.fine;
      sum += (density(a) + 4 * density((a + b) / 2) + density(b)) * (b - a) / 6;
      this.side[middle + i] = sum;
      if (middle - i >= 0) this.side[middle - i] = 1 - sum;
    }
    this.dye();
  }

  dye() {
    if (!this.palette) return;      // the screen has no size yet
    colours(this.tube, this.colour, this.palette.length).forEach(([red, green, blue], i) => {
      this.palette[i] = 255 << 24 | blue << 16 | green << 8 | red;
    });
  }

  cover(image) {
    this.overlay = image;
    if (this.scale) this.resize();
  }

  layFilm() {
    const {canvas, tube} = this, {width, height} = canvas;
    const [passes, ground] = filmOf(this.overlay, tube.room, this.turned, width, height);
    new Uint8Array(this.cover_.buffer, this.cover_.byteOffset, 4 * width * height).set(passes);
    const laid = new Uint8Array(this.ground.buffer, this.ground.byteOffset, 4 * width * height);
    laid.set(ground);
    for (let i = 3; i < laid.length; i += 4) laid[i] = 255;
  }

  draw(frames) {
    const {calls, tube, canvas} = this, {width, height} = canvas, of = array => array.byteOffset;
    for (const {segments, start} of frames) {
      for (let from = 0; from < segments.length; from += 7 * LINES) {
        const some = segments.subarray(from, from + 7 * LINES), count = some.length / 7;
        this.segments.set(some);
        this.touched.fill(-1);
        calls.strokes(of(this.segments), count, 7, start, of(this.numbers), this.numbers.length, of(this.lines), count, 5);
        calls.deposit(of(this.light), 2, height, width, of(this.lines), count, 5, this.sigma, tube.slowShare,
          of(this.lit), this.down, this.across, of(this.touched), this.down, this.across,
          of(this.bell), this.bell.length, of(this.side), this.side.length);
        calls.scatter(of(this.cells), 2, this.rows, this.columns, of(this.lines), count, 5, this.cell, tube.slowShare);
      }
    }
  }

  fade(cycles) {
    const half = this.light.length / 2, cells = this.cells.length / 2;
    this.shares(cycles).forEach(([, left], plane) => {
      for (let i = plane * half; i < (plane + 1) * half; i++) this.light[i] *= left;
      for (let i = plane * cells; i < (plane + 1) * cells; i++) this.cells[i] *= left;
    });
  }

  image(cycles) {
    const {calls, canvas, tube} = this, {width, height} = canvas, shares = this.shares(cycles);
    shares.forEach(([seen, left], plane) => this.shown.set([seen * this.brightness, left], 2 * plane));
    this.scatterLight();
    const of = array => array.byteOffset, covered = this.cover_.length ? [height, width] : [0, 0];
    calls.develop(of(this.light), 2, height, width, of(this.shown), 2, 2, of(this.halo), this.rows, this.columns,
      of(this.before), width, of(this.weights), width, of(this.palette), this.palette.length,
      of(this.picture), height, width, of(this.cover_), ...covered, of(this.ground), ...covered,
      of(this.lit), this.down, this.across, of(this.tiles), 2, this.down, this.across, of(this.sums), 3, width,
      of(this.colours), width, this.cell);
    // The part of each row of tiles that may have changed.
    const {tile} = tube, changed = this.down * this.across;
    for (let j = 0; j < this.down; j++) {
      let first = 0, last = this.across - 1;
      while (first <= last && !this.tiles[changed + j * this.across + first]) first++;
      while (last >= first && !this.tiles[changed + j * this.across + last]) last--;
      if (first <= last) this.pen.putImageData(this.data, 0, 0, first * tile, j * tile, (last - first + 1) * tile, tile);
    }
  }

  // Compute the halo, and find the tiles that are visible or have changed.
  scatterLight() {
    const {calls, rows, columns} = this, of = array => array.byteOffset;
    calls.glow(of(this.cells), 2, rows, columns, of(this.shown), 2, 2, of(this.seen), rows, columns);
    const share = Math.sqrt(this.tube.haloShare * this.glow);       // of either way
    this.kernel.forEach((_, i, kernel) => { kernel[i] = this.weight[i] * share; });
    calls.blur(of(this.seen), rows, columns, of(this.kernel), this.kernel.length, of(this.spread), rows, columns, of(this.now), rows, columns);
    calls.settle(of(this.now), rows, columns, of(this.halo), rows, columns, of(this.lit), this.down, this.across,
      of(this.tiles), 2, this.down, this.across, of(this.marks), rows, columns, this.cell);
  }
}
