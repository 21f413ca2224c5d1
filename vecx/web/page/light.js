// Light: the phosphor of vecx/display as WebGL draws it, and plain strokes where there is no WebGL.
//
// Light has a quick and a slow part, the red and the green of a texture.  A stroke's spot is drawn
// twice: as it is on the screen, and as wide as its halo on a coarse one.

const VERTEX = `#version 300 es
layout(location=0) in vec4 ends; layout(location=1) in float energy;
uniform vec2 size; uniform float sigma, slow, faint;
out vec2 at; flat out float long_; flat out float peak; flat out float dot_;
void main() {
  vec2 way = ends.zw - ends.xy; float l = length(way);
  dot_ = l < 0.5 * sigma ? 1.0 : 0.0;
  vec2 t = dot_ > 0.0 ? vec2(1, 0) : way / l;
  vec2 from = dot_ > 0.0 ? ends.xy + way * 0.5 : ends.xy;
  long_ = dot_ > 0.0 ? 0.0 : l;
  peak = energy / (dot_ > 0.0 ? 6.2831853 * sigma * sigma : l * sigma * 2.5066283);
  float reach = sigma * clamp(sqrt(2.0 * log(max(1.0, peak / faint))), 3.0, 6.0);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  at = vec2(mix(-reach, long_ + reach, corner.x), mix(-reach, reach, corner.y));
  vec2 place = from + at.x * t + at.y * vec2(-t.y, t.x);
  gl_Position = vec4(place / size * 2.0 - 1.0, 0, 1);
}`;
const SPOT = `#version 300 es
precision highp float;
uniform float sigma, slow;
in vec2 at; flat in float long_; flat in float peak; flat in float dot_;
out vec4 light;
float passed(float x) { return 1.0 / (1.0 + exp(-x * (1.5976 + 0.07056 * x * x))); }
void main() {
  vec2 u = at / sigma;
  float value = peak * exp(-0.5 * u.y * u.y);
  value *= dot_ > 0.0 ? exp(-0.5 * u.x * u.x) : passed(u.x) - passed(u.x - long_ / sigma);
  light = vec4(value * (1.0 - slow), value * slow, 0, 0);
}`;
const TILES = `#version 300 es
layout(location=0) in vec2 tile;
uniform vec2 size; uniform float side;
void main() {
  vec2 place = (tile + vec2(gl_VertexID & 1, gl_VertexID >> 1)) * side;
  gl_Position = vec4(place / size * 2.0 - 1.0, 0, 1);
}`;
const FADE = `#version 300 es
precision highp float; out vec4 c; void main() { c = vec4(1); }`;
// The picture: light and halo to the colours of a palette, through the overlay.
const PICTURE = `#version 300 es
precision highp float;
uniform sampler2D light, halo, palette, passes, ground; uniform vec2 show, size; uniform float gain, most;
uniform bool covered;
out vec4 colour;
void main() {
  vec2 seen = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rg, at = gl_FragCoord.xy / size;
  float all = dot(seen, show) + dot(texture(halo, at).rg, show) * gain;
  colour = texture(palette, vec2(sqrt(clamp(all / most, 0.0, 1.0)), 0.5));
  if (covered) colour = texture(passes, vec2(at.x, 1.0 - at.y)) * colour + texture(ground, vec2(at.x, 1.0 - at.y));
  colour.a = 1.0;
}`;

const SIDE = 32;                // pixels of a tile
const BRIGHT = 16;              // no place is brighter
const HALO_ROWS = 96;           // of the coarse screen

export class NoLight extends Error {}

// A screen of a canvas; `make` takes WebGL where it is.
export class Screen {
  // Args: tube  numbers of vecx/display/phosphor.py and of the preset, as export.py writes them
  static make(canvas, tube) {
    try {
      return new Light(canvas, tube);
    } catch (fault) {
      if (!(fault instanceof NoLight)) throw fault;
      const plain = canvas.cloneNode();         // a canvas is of one kind for good
      canvas.replaceWith(plain);
      return new Strokes(plain, tube);
    }
  }

  constructor(canvas, tube) {
    this.canvas = canvas;
    this.tube = tube;
    this.brightness = this.glow = 1;
    this.turned = 0;
  }

  // The largest picture in a room of so many pixels, the tube's shape kept.
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

  // Where a place, p, is in pixels from the lower left corner, at an absolute cycle.
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

  // Of the quick and the slow light what is seen in so many cycles, and what is left.
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

class Light extends Screen {
  constructor(canvas, tube) {
    super(canvas, tube);
    const gl = this.gl = canvas.getContext("webgl2", {alpha: false, antialias: false, depth: false,
      stencil: false, preserveDrawingBuffer: true, powerPreference: "low-power"});
    if (!gl || !gl.getExtension("EXT_color_buffer_float") && !gl.getExtension("EXT_color_buffer_half_float"))
      throw new NoLight("no WebGL2");
    canvas.addEventListener("webglcontextlost", event => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => { this.begin(); this.resize(); });
    this.begin();
  }

  get kind() { return "WebGL2"; }

  begin() {
    const {gl, tube} = this;
    this.spots = this.program(VERTEX, SPOT);
    this.fades = this.program(TILES, FADE);
    this.pictures = this.program(TILES, PICTURE);
    this.lines = this.buffered([[0, 4, 20, 0], [1, 1, 20, 16]]);
    this.tiles = this.buffered([[0, 2, 8, 0]]);
    const entries = 4096, colours = new Uint8Array(4 * entries);
    for (let i = 0; i < entries; i++) {
      const light = (i / (entries - 1)) ** 2 * tube.most;
      tube.colour.forEach((part, c) => {
        const linear = 1 - Math.exp(-tube.exposure * light * part);
        colours[4 * i + c] = 0.5 + 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
      });
    }
    this.palette = this.texture(entries, 1, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, colours);
    this.film = null;
    if (this.overlay) this.cover(this.overlay);
  }

  program(vertex, fragment) {
    const {gl} = this, program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new NoLight(gl.getProgramInfoLog(program));
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const {name} = gl.getActiveUniform(program, i);
      at[name] = gl.getUniformLocation(program, name);
    }
    return {program, at};
  }

  buffered(attributes) {
    const {gl} = this, array = gl.createVertexArray(), buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (const [index, count, stride, offset] of attributes) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, count, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(index, 1);
    }
    return {array, buffer};
  }

  texture(width, height, inner, kind, type, data, filter = this.gl.NEAREST) {
    const {gl} = this, texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, inner, width, height, 0, kind, type, data);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, filter);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    return texture;
  }

  plane(width, height, filter) {
    const {gl} = this, texture = this.texture(width, height, gl.RG16F, gl.RG, gl.HALF_FLOAT, null, filter);
    const target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    return {texture, target, width, height};
  }

  free(plane) {
    if (!plane) return;
    this.gl.deleteTexture(plane.texture);
    this.gl.deleteFramebuffer(plane.target);
  }

  resize() {
    const {gl, canvas, tube} = this, {width, height} = canvas;
    this.measure();
    this.free(this.near);
    this.free(this.far);
    this.near = this.plane(width, height, gl.NEAREST);
    const spot = tube.spot * tube.halfH * this.scale;
    this.energy = tube.lineSpeed * this.scale * spot * Math.sqrt(2 * Math.PI);
    this.sigma = Math.max(0.6, Math.sqrt(spot ** 2 + 1 / 12));
    this.shrink = Math.min(1, HALO_ROWS / Math.max(width, height));
    this.far = this.plane(Math.ceil(width * this.shrink), Math.ceil(height * this.shrink), gl.LINEAR);
    this.wide = Math.sqrt((tube.halo * tube.halfH * this.scale * this.shrink) ** 2 + (spot * this.shrink) ** 2);
    this.columns = Math.ceil(width / SIDE);
    this.lit = new Float32Array(this.columns * Math.ceil(height / SIDE));
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.whole = true;
  }

  // Lay a picture with transparency over the screen, or nothing.
  cover(image) {
    const {gl} = this;
    this.overlay = image;
    this.film = null;
    this.whole = true;
    if (!image) return;
    const board = document.createElement("canvas"), {width, height} = image;
    const turned = this.turned % 180;
    [board.width, board.height] = turned ? [height, width] : [width, height];
    const pen = board.getContext("2d");
    pen.translate(board.width / 2, board.height / 2);
    pen.rotate(this.turned * Math.PI / 180);
    pen.drawImage(image, -width / 2, -height / 2);
    const {data} = pen.getImageData(0, 0, board.width, board.height);
    const passes = new Uint8Array(data.length), ground = new Uint8Array(data.length);
    for (let i = 0; i < data.length; i++) {
      const opacity = data[i | 3] / 255, colour = data[i] * opacity;
      ground[i] = this.tube.room * colour * opacity;
      passes[i] = Math.min(255 - data[i | 3] + colour, 255 - ground[i]);
    }
    this.film = [passes, ground].map(pixels =>
      this.texture(board.width, board.height, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, pixels, gl.LINEAR));
  }

  // Deposit the light of frames.
  draw(frames) {
    const {gl, tube} = this;
    for (const {segments, start} of frames) {
      const count = segments.length / 7;
      if (!count) continue;
      const rows = new Float32Array(5 * count);
      for (let i = 0; i < count; i++) {
        const s = 7 * i, r = 5 * i;
        this.place(segments[s], segments[s + 1], start + segments[s + 5], rows, r);
        this.place(segments[s + 2], segments[s + 3], start + segments[s + 6], rows, r + 2);
        rows[r + 4] = segments[s + 4] ** tube.gamma * (segments[s + 6] - segments[s + 5]) * this.energy;
      }
      this.touch(rows);
      this.deposit(this.near, rows, this.sigma);
      for (let i = 0; i < rows.length; i++) rows[i] *= i % 5 === 4 ? this.shrink ** 2 : this.shrink;
      this.deposit(this.far, rows, this.wide);
    }
  }

  deposit(plane, rows, sigma) {
    const {gl, spots} = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, plane.target);
    gl.viewport(0, 0, plane.width, plane.height);
    gl.useProgram(spots.program);
    gl.uniform2f(spots.at.size, plane.width, plane.height);
    gl.uniform1f(spots.at.sigma, sigma);
    gl.uniform1f(spots.at.slow, this.tube.slowShare);
    gl.uniform1f(spots.at.faint, this.tube.faint);
    gl.bindVertexArray(this.lines.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lines.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, rows, gl.STREAM_DRAW);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, rows.length / 5);
  }

  // Note in which tiles something will be seen: near strokes, as far as a halo reaches.
  touch(rows) {
    const reach = 4 * this.wide / this.shrink, down = this.lit.length / this.columns;
    for (let r = 0; r < rows.length; r += 5) {
      const dx = rows[r + 2] - rows[r], dy = rows[r + 3] - rows[r + 1];
      const steps = 1 + Math.floor(Math.max(Math.abs(dx), Math.abs(dy)) / (2 * SIDE));
      for (let k = 0; k < Math.min(steps, 64); k++) {
        const x0 = rows[r] + dx * k / steps, x1 = rows[r] + dx * (k + 1) / steps;
        const y0 = rows[r + 1] + dy * k / steps, y1 = rows[r + 1] + dy * (k + 1) / steps;
        const left = Math.max(0, Math.floor((Math.min(x0, x1) - reach) / SIDE));
        const right = Math.min(this.columns - 1, Math.floor((Math.max(x0, x1) + reach) / SIDE));
        const low = Math.max(0, Math.floor((Math.min(y0, y1) - reach) / SIDE));
        const high = Math.min(down - 1, Math.floor((Math.max(y0, y1) + reach) / SIDE));
        for (let j = low; j <= high; j++) this.lit.fill(BRIGHT, j * this.columns + left, j * this.columns + right + 1);
      }
    }
  }

  // Let so long a time go by: light fades.
  fade(cycles) {
    const {gl, fades} = this, [[, quick], [, slow]] = this.shares(cycles);
    gl.useProgram(fades.program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ZERO, gl.CONSTANT_COLOR);
    gl.blendColor(quick, slow, 0, 0);
    for (const [plane, tiles] of [[this.near, this.list()], [this.far, [0, 0]]]) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, plane.target);
      gl.viewport(0, 0, plane.width, plane.height);
      this.drawTiles(fades, plane, tiles, plane === this.far ? 4 * HALO_ROWS : SIDE);
    }
    for (let i = 0; i < this.lit.length; i++) this.lit[i] = this.lit[i] * slow > this.tube.faint ? this.lit[i] * slow : 0;
  }

  list() {
    const found = [];
    this.lit.forEach((value, i) => { if (value > 0) found.push(i % this.columns, Math.floor(i / this.columns)); });
    return found;
  }

  drawTiles({program, at}, plane, tiles, side) {
    const {gl} = this;
    if (!tiles.length) return;
    gl.uniform2f(at.size, plane.width, plane.height);
    gl.uniform1f(at.side, side);
    gl.bindVertexArray(this.tiles.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.tiles.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(tiles), gl.STREAM_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, tiles.length / 2);
  }

  // Show the picture of so long a time, and let it fade.
  image(cycles) {
    const {gl, pictures, canvas, tube} = this, {at} = pictures;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.disable(gl.BLEND);
    gl.useProgram(pictures.program);
    const all = this.list();
    const bind = (unit, name, texture) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform1i(at[name], unit);
    };
    bind(1, "halo", this.far.texture);
    bind(2, "palette", this.palette);
    bind(3, "passes", this.film?.[0] ?? this.palette);
    bind(4, "ground", this.film?.[1] ?? this.palette);
    bind(0, "light", this.near.texture);
    const [[quick], [slow]] = this.shares(cycles);
    gl.uniform2f(at.show, quick * this.brightness, slow * this.brightness);
    gl.uniform2f(at.size, canvas.width, canvas.height);
    gl.uniform1f(at.gain, tube.haloShare * this.glow);
    gl.uniform1f(at.most, tube.most);
    gl.uniform1i(at.covered, this.film ? 1 : 0);
    const shown = {width: canvas.width, height: canvas.height};
    if (this.whole) this.drawTiles(pictures, shown, [0, 0], 16384);
    else this.drawTiles(pictures, shown, all, SIDE);
    this.whole = false;
    this.fade(cycles);
  }
}

// Strokes on a plain canvas: no phosphor, but a picture.
class Strokes extends Screen {
  constructor(canvas, tube) {
    super(canvas, tube);
    this.pen = canvas.getContext("2d", {alpha: false});
    this.ends = [0, 0, 0, 0];
  }

  get kind() { return "canvas"; }
  resize() { this.measure(); this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height); }
  cover(image) { this.overlay = image; }
  fade() {}

  draw(frames) {
    const {pen, canvas, ends} = this;
    pen.globalCompositeOperation = "source-over";
    pen.globalAlpha = 0.7;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.globalCompositeOperation = "lighter";
    pen.lineCap = "round";
    const unit = canvas.height / 900;
    for (const {segments, start} of frames) {
      for (let s = 0; s < segments.length; s += 7) {
        this.place(segments[s], segments[s + 1], start + segments[s + 5], ends, 0);
        this.place(segments[s + 2], segments[s + 3], start + segments[s + 6], ends, 2);
        const far = Math.hypot(ends[2] - ends[0], ends[3] - ends[1]) / this.scale;
        const light = segments[s + 4] ** this.tube.gamma * this.brightness
          * Math.min(3, this.tube.lineSpeed * (segments[s + 6] - segments[s + 5]) / Math.max(far, 200));
        pen.strokeStyle = "#80b8ff";
        pen.globalAlpha = Math.min(1, 0.9 * light);
        pen.lineWidth = 2.2 * unit * (far < 300 ? 1.6 : 1);
        pen.beginPath();
        pen.moveTo(ends[0], canvas.height - ends[1]);
        pen.lineTo(ends[2] + 0.1, canvas.height - ends[3]);
        pen.stroke();
      }
    }
    if (this.overlay) {
      pen.globalCompositeOperation = "source-over";
      pen.globalAlpha = 0.5;
      pen.drawImage(this.overlay, 0, 0, canvas.width, canvas.height);
    }
  }

  image() {}
}
