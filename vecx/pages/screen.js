// A screen: places of the beam on a canvas, and the fading of its light.

export class NoLight extends Error {}

// Args: tube  numbers of vecx/display/phosphor.py and of the preset, as export.py writes them
export class Screen {
  constructor(canvas, tube) {
    this.canvas = canvas;
    this.tube = tube;
    this.brightness = this.glow = 1;
    this.colour = tube.colour;
    this.turned = 0;
  }

  // Change the colour of the phosphor: linear red, green and blue.  The picture has to be drawn again.
  setColour(colour) {
    this.colour = colour;
    this.dye();
  }

  // Put the colours of light into a palette; each kind of screen has its own.
  dye() {}

  // The largest picture with the tube's proportions in width x height pixels.
  within(width, height) {
    let {halfW, halfH} = this.tube;
    if (this.turned % 180) [halfW, halfH] = [halfH, halfW];
    const scale = Math.min(width / halfW, height / halfH);
    return [Math.max(1, Math.round(halfW * scale)), Math.max(1, Math.round(halfH * scale))];
  }

  measure() {
    const {tube, canvas} = this;
    const [w, h] = this.turned % 180 ? [tube.halfH, tube.halfW] : [tube.halfW, tube.halfH];
    this.scale = Math.min(canvas.width / w, canvas.height / h) / (2 * tube.margin);
  }

  // Convert a place, p, to pixels from the lower left corner, at an absolute cycle.
  place(x, y, cycle, out, at) {
    const {tube} = this;
    if (tube.mainsAmp) {
      const turn = 2 * Math.PI * tube.mainsHz / tube.cyclesPerSecond;
      x += tube.mainsAmp * Math.sin(turn * cycle);
      y += tube.mainsAmp * Math.sin(turn * (cycle + tube.mainsYPhase));
    }
    x = bent(x / tube.halfW, tube.satX, tube.satK) * tube.halfW * this.scale;
    y = bent(y / tube.halfH, tube.satY, tube.satK) * tube.halfH * this.scale;
    for (let turn = this.turned; turn; turn -= 90) [x, y] = [y, -x];
    out[at] = this.canvas.width / 2 + x;
    out[at + 1] = this.canvas.height / 2 + y;
  }

  // Screen units of a place on the canvas, 0..1 from the upper left corner.
  unitAt(across, down) {
    let x = (across - 0.5) * this.canvas.width, y = (0.5 - down) * this.canvas.height;
    for (let turn = this.turned; turn; turn -= 90) [x, y] = [-y, x];
    return [x / this.scale / this.tube.screenUnit, y / this.scale / this.tube.screenUnit];
  }

  // For fast and for slow light: the fraction seen in a number of cycles, and the fraction left after them.
  shares(cycles) {
    const {tube} = this;
    return tube.seconds.map(seconds => {
      const left = Math.exp(-Math.max(1, cycles) / tube.cyclesPerSecond / seconds);
      return [(1 - left) * tube.frameCycles / Math.max(1, cycles), left];
    });
  }
}

function bent(u, limit, slope) {
  const over = limit ? Math.abs(u) - limit : 0;
  return over > 0 ? u - Math.sign(u) * over * (1 - slope) : u;
}

// Colours of light in equal steps of its root: red, green, blue of 255.
export function colours({most, exposure}, colour, entries) {
  return Array.from({length: entries}, (_, i) => colour.map(part => {
    const linear = 1 - Math.exp(-exposure * (i / (entries - 1)) ** 2 * most * part);
    return 0.5 + 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055) | 0;
  }));
}

// The light that passes an overlay, and its colours where the tube is dark: bytes as in an image.
export function filmOf(image, room, turned, width, height) {
  const board = document.createElement("canvas");
  [board.width, board.height] = [width, height];
  const pen = board.getContext("2d"), [across, along] = turned % 180 ? [height, width] : [width, height];
  pen.imageSmoothingQuality = "high";
  pen.translate(width / 2, height / 2);
  pen.rotate(turned * Math.PI / 180);
  pen.drawImage(image, -across / 2, -along / 2, across, along);
  const {data} = pen.getImageData(0, 0, width, height);
  const passes = new Uint8Array(data.length), ground = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const opacity = data[i | 3] / 255, part = data[i] * opacity;
    ground[i] = room * part * opacity;
    passes[i] = Math.min(255 - data[i | 3] + part, 255 - ground[i]);
  }
  return [passes, ground];
}
