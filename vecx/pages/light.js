// Light: the phosphor of vecx/display in WebGL.
//
// Light has a quick and a slow part, the red and the green of a texture.  A stroke's spot is drawn
// twice: as it is on the screen, and as wide as its halo on a coarse one.

import { NoLight, Screen, colours, filmOf } from "./screen.js";

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

export class Light extends Screen {
  // Args: forced  also if a processor does the work of a graphics card
  constructor(canvas, tube, forced = false) {
    super(canvas, tube);
    const gl = this.gl = canvas.getContext("webgl2", {alpha: false, antialias: false, depth: false,
      stencil: false, preserveDrawingBuffer: true, powerPreference: "low-power",
      failIfMajorPerformanceCaveat: !forced});
    if (!gl) throw new NoLight("no WebGL2");
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    if (!forced && info && /swiftshader|llvmpipe|softpipe|software|basic render/i.test(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)))
      throw new NoLight("WebGL2 without a graphics card");
    canvas.addEventListener("webglcontextlost", event => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => { this.begin(); this.resize(); });
    this.begin();
  }

  get kind() { return "WebGL2"; }

  // Make everything that the context holds; again after it was lost, extensions included.
  begin() {
    const {gl} = this;
    if (!gl.getExtension("EXT_color_buffer_float") && !gl.getExtension("EXT_color_buffer_half_float"))
      throw new NoLight("WebGL2 cannot draw into half floats");
    this.spots = this.program(VERTEX, SPOT);
    this.fades = this.program(TILES, FADE);
    this.pictures = this.program(TILES, PICTURE);
    this.lines = this.buffered([[0, 4, 20, 0], [1, 1, 20, 16]]);
    this.tiles = this.buffered([[0, 2, 8, 0]]);
    this.dye();
    this.film = null;
    if (this.overlay) this.cover(this.overlay);
  }

  dye() {
    const {gl} = this, entries = 4096;
    const shades = Uint8Array.from(colours(this.tube, this.colour, entries).flatMap(shade => [...shade, 255]));
    gl.deleteTexture(this.palette);
    this.palette = this.texture(entries, 1, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, shades);
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
    this.cover(this.overlay);
  }

  // Lay a picture with transparency over the screen, or nothing.
  cover(image) {
    const {gl} = this;
    this.overlay = image;
    for (const texture of this.film ?? []) gl.deleteTexture(texture);
    this.film = null;
    this.whole = true;
    if (!image || !this.scale) return;
    const {width, height} = this.canvas;
    this.film = filmOf(image, this.tube.room, this.turned, width, height).map(pixels =>
      this.texture(width, height, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, pixels, gl.LINEAR));
  }

  // Deposit the light of frames.
  draw(frames) {
    const {tube} = this;
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

  // Mark the tiles that will be visible: those near strokes, within reach of a halo.
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

  // Let light fade for a period.
  fade(cycles) {
    const {gl, fades} = this, [[, quick], [, slow]] = this.shares(cycles);
    gl.useProgram(fades.program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ZERO, gl.CONSTANT_COLOR);
    gl.blendColor(quick, slow, 0, 0);
    for (const plane of [this.near, this.far]) {
      const tiles = plane === this.far ? [0, 0] : this.list();
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

  drawTiles({at}, plane, tiles, side) {
    const {gl} = this;
    if (!tiles.length) return;
    gl.uniform2f(at.size, plane.width, plane.height);
    gl.uniform1f(at.side, side);
    gl.bindVertexArray(this.tiles.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.tiles.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(tiles), gl.STREAM_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, tiles.length / 2);
  }

  // Show the picture of a period, and let it fade.
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
