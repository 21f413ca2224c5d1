// The page: runs a machine in time with its picture, sound and input.

import { ascii, toBase64, fromBase64, unpacked, unpackedData, through } from "./packed.js";
import { sha256 } from "./sums.js";
import { Fault, Machine, titleOf } from "./machine.js";
import { NoLight } from "./screen.js";
import { screenOn } from "./passes.js";
import { Hands, Touch, keyOf } from "./input.js";
import { Mixer, Output } from "./sound.js";
import { Recorder, Replay, parsed } from "./movie.js";
import { Damaged, kept, snapshot } from "./states.js";

const FAST = 8, SLOW = 0.25;
const BEHIND = 0.1;             // seconds: farther behind than this, time is let go
const FOLLOW = 0.05;            // of the way to the sound's clock is gone with each look
const HISTORY_BYTES = 48 << 20;
const PIXELS_MAX = 1_600_000;
const STEADY = 3;               // times as long light stays where less motion is asked for
const SAID_SECONDS = 3;
const SLOTS = 10;
const DEVICE_SECONDS = 3;       // in which a device is there, or none is

const el = id => document.getElementById(id);

export class Player {
  static async start(data) {
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function")
      throw new Fault("This browser has no WebAssembly, or is too old to unpack the page. Chrome 103, Firefox 113, Safari 16.4 and later can play it.");
    const setup = await unpackedData(data.setup);
    for (const name of ["bios", "record", "tables", "fill", "cartFill"])
      setup[name] = await unpacked(setup[name]);
    const machine = await Machine.make(await unpacked(data.wasm), setup);
    const tube = {...data.tube};
    if (matchMedia("(prefers-reduced-motion: reduce)").matches)
      tube.seconds = tube.seconds.map(seconds => seconds * STEADY);
    const screen = await screenOn(el("screen"), tube, await unpacked(data.light));
    return new Player(data, machine, screen, await unpacked(data.cart.image));
  }

  constructor(data, machine, screen, image) {
    this.data = data;
    this.machine = machine;
    this.hands = new Hands(data.bindings);
    this.output = new Output();
    this.mixer = null;
    this.broken = "";               // why the machine stopped with an error
    this.paused = this.fast = this.slow = this.rewinding = false;
    this.hasBegun = false;
    this.owed = this.slot = 0;
    this.last = null;
    this.history = [];
    this.historyBytes = 0;
    this.states = new Map();        // what storage has no room for
    this.replay = this.recorder = null;
    this.shown = true;
    this.image = null;
    this.busy = Promise.resolve();
    this.account = null;
    this.screen = screen;
    this.canvas = this.screen.canvas;
    this.machineOn(image, data.cart.name, data.cart.ram);
    this.doing(async () => this.layOverlay(data.overlay ? await fromBase64(data.overlay) : null));
    this.listen();
    this.resize();
    requestAnimationFrame(now => this.step(now));
  }

  // --- cartridges -------------------------------------------------------------------------------

  machineOn(image, name, ram = null) {
    this.machine.insert(image, ram);
    this.machine.name = name;
    this.forget();
    this.record();
    this.replay = null;
    const title = image.length ? titleOf(image, name) : "executive ROM";
    document.title = `${title} - vecx`;
    this.canvas.setAttribute("aria-label", `${title}, played on a Vectrex. Keys: F1`);
    el("title").textContent = title;
  }

  record() { this.recorder = new Recorder(this.machine); }

  forget() {
    this.history = [];
    this.historyBytes = 0;
    this.mixer?.begin(this.machine.clock);
    this.output.forget();
    this.hands.penDown = false;
  }

  // A file: a picture is an overlay, text may be a movie, anything else is a cartridge.
  async take(name, bytes) {
    const stem = name.replace(/^.*[\\/]/, "").replace(/\.\w+$/, "") || "cartridge";
    if (/\.png$/i.test(name)) { await this.layOverlay(bytes, true); return; }
    if (/\.movie$/i.test(name) || String.fromCharCode(...bytes.subarray(0, 11)) === "vecx-movie/") {
      const movie = await parsed(new TextDecoder().decode(bytes), this.machine);
      this.replay = await Replay.of(movie, this.machine);
      this.recorder = null;
      this.forget();
      this.paused = false;
      this.say(movie.doubt ? "a movie of another version of vecx: its states cannot be compared" : `movie ${stem}`);
      return;
    }
    if (bytes[0] === 0x1F && bytes[1] === 0x8B)
      bytes = await through(new DecompressionStream("gzip"), bytes, this.machine.number.cartridgeBytesMax).catch(() => { throw new Damaged(`${name}: a damaged archive`); });
    if (bytes[0] === 0x50 && bytes[1] === 0x4B) throw new Damaged(`${name}: unpack the archive, and drop the file that it contains`);
    const most = this.machine.number.cartridgeBytesMax;
    if (bytes.length < 16) throw new Damaged(`${name}: ${bytes.length} bytes are not a cartridge; an image has 4 to 64 KiB`);
    if (bytes.length > most) throw new Damaged(`${name}: ${bytes.length.toLocaleString("en")} bytes; a cartridge has at most ${most.toLocaleString("en")}`);
    this.machineOn(bytes, stem);
    this.layOverlay(null);
    this.say(String.fromCharCode(...bytes.subarray(bytes.length > 0xC000 ? 0x8000 : 0).subarray(0, 5)) === "g GCE"
      ? `${stem}: ${titleOf(bytes, stem)}` : `${stem}: no cartridge header; the executive ROM will refuse it`, 5);
  }

  async fetched(address) {
    const url = new URL(address, location.href);
    if (url.origin !== location.origin || url.protocol === "file:")
      throw new Damaged("?cart= must name a file on this page's server; to play a file of your own, drop it on the page");
    const answer = await fetch(url).catch(() => null);
    if (!answer?.ok) throw new Damaged(`${address}: ${answer ? `the server says ${answer.status}` : "cannot be fetched"}`);
    await this.take(url.pathname, new Uint8Array(await answer.arrayBuffer()));
  }

  async layOverlay(bytes, report = false) {
    if (bytes) {
      const picture = await createImageBitmap(new Blob([bytes], {type: "image/png"}))
        .catch(() => { throw new Damaged("the picture cannot be decoded; an overlay is a PNG with transparency"); });
      this.image = picture;
      this.shown = true;
      if (report) this.say("overlay");
    } else this.image = null;
    this.screen.cover(this.shown ? this.image : null);
  }

  // --- time -------------------------------------------------------------------------------------

  get tempo() { return this.fast ? FAST : this.slow ? SLOW : 1; }

  step(now) {
    requestAnimationFrame(then => this.step(then));
    const passed = this.last === null ? 0 : (now - this.last) / 1000;
    this.last = now;
    for (const words of this.hands.poll()) this.say(words);
    const {output, machine} = this;
    if (this.paused || this.isBusy || document.hidden) { this.owed = 0; return; }
    this.owed += Math.min(BEHIND, passed) * this.tempo * machine.number.cyclesPerSecond;
    if (output.playing && this.tempo === 1 && !this.rewinding)
      this.owed -= FOLLOW * output.surplus * machine.number.cyclesPerSecond * Math.min(1, passed * 60);
    const frames = [];
    const begin = performance.now();
    try {
      while (this.owed > 0 && !this.paused) {
        const from = machine.clock;
        frames.push(...this.frame());
        this.owed -= this.rewinding ? this.data.tube.frameCycles : Math.max(1, machine.clock - from);
        if (performance.now() - begin > 200) { this.owed = 0; break; }   // a computer too slow for it
      }
    } catch (fault) { this.fail(fault); }
    if (frames.length) this.show(frames);
  }

  // Stop, because the machine ended with an error.
  fail(fault) {
    this.broken = fault.message || "the machine has stopped";
    this.pause(true);
    this.say(`${this.broken}; F5 switches the machine off and on`, 1e6);
  }

  // Run the next frame (while rewinding, the previous one); return the frames that ended.
  frame() {
    const {machine, hands} = this;
    const heard = this.rewinding || this.tempo !== 1 || !this.output.playing ? null
      : (...log) => this.hear(...log);
    if (this.rewinding) {
      if (this.history.length < 2) {
        this.rewind(false);
        this.pause(true);
        this.say("rewound to the oldest frame kept");
        return [];
      }
      const gone = this.history.pop();
      this.historyBytes -= size(gone);
      machine.restore(this.history[this.history.length - 1]);
      return machine.runFrame(null);
    }
    if (this.replay) {
      const frames = this.replay.frame(heard);
      if (this.replay.over) {
        const {over} = this.replay;
        this.replay = null;
        this.pause(true);
        this.record();
        this.say(over, 6);
      }
      return frames;
    }
    hands.frame();
    hands.work(machine);
    const kept = machine.keep();
    this.history.push(kept);
    this.historyBytes += size(kept);
    while (this.historyBytes > HISTORY_BYTES) this.historyBytes -= size(this.history.shift());
    const frames = machine.runFrame(heard);
    for (const frame of frames) this.recorder?.frame(frame.index);
    return frames;
  }

  hear(edges, count, from, until) {
    this.mixer ??= new Mixer(this.machine, this.output.rate);
    this.output.play(this.mixer.samples(edges, count, from, until));
  }

  show(frames) {
    const {screen} = this;
    frames.forEach((frame, i) => {
      screen.draw([frame]);
      if (i < frames.length - 1) screen.fade(frame.cycles);
    });
    screen.image(frames[frames.length - 1].cycles);
    this.account = frames[frames.length - 1];
    this.onFrames?.(frames);
  }

  pause(on = !this.paused) {
    if (this.broken && !on) return;
    this.paused = on;
    this.owed = 0;
    el("pause").textContent = on ? "Continue" : "Pause";
    if (on) this.output.sleep(); else if (this.hasBegun) this.output.wake();
    if (on) this.say("paused", 1e6); else this.say("");
  }

  oneFrame() {
    if (this.broken) return;
    if (!this.paused) this.pause(true);
    try { this.show(this.frame()); } catch (fault) { this.fail(fault); return; }
    this.say(`frame ${this.machine.frames.toLocaleString("en")}`, 1e6);
  }

  rewind(on) {
    if (on && this.replay) { this.say("a movie cannot be rewound"); return; }
    if (this.rewinding && !on) { this.recorder?.cut(); this.output.forget(); this.say(""); }
    if (on && this.paused) this.pause(false);
    if (on && !this.rewinding) this.say("rewind", 1e6);
    this.rewinding = on;
  }

  reset() {
    if (this.broken) { this.doing(() => this.switchOn()); return; }
    if (this.replay) { this.say("a movie is being played"); return; }
    try {
      this.machine.enter([this.machine.number.inReset, 0]);
      this.say("reset");
    } catch (fault) { this.fail(fault); }
  }

  // Switch off and on, after the machine stopped with an error.
  async switchOn() {
    await this.machine.renew();
    this.broken = "";
    this.mixer = this.replay = null;
    this.forget();
    this.record();
    this.pause(false);
    this.say("switched off and on");
  }

  // --- states and movies ------------------------------------------------------------------------

  slotKey(slot = this.slot) { return `vecx/${sha256(this.machine.image).slice(0, 16)}/${slot}`; }

  async save() {
    if (this.broken) throw new Damaged(`not saved, because the machine has stopped: ${this.broken}`);
    const key = this.slotKey(), text = toBase64(await snapshot(this.machine));
    try {
      localStorage.setItem(key, text);
      this.states.delete(key);
      this.say(`saved in slot ${this.slot}`);
    } catch {
      this.states.set(key, text);
      this.say(`slot ${this.slot}: the browser has no room for it; kept until this page is closed`, 6);
    }
  }

  async load() {
    const key = this.slotKey();
    let text = this.states.get(key);
    try { text ??= localStorage.getItem(key); } catch { /* storage is not to be had */ }
    if (!text) { this.say(`slot ${this.slot} is empty`); return; }
    await this.goOn(await fromBase64(text).catch(() => { throw new Damaged("the state is damaged or cut short"); }));
    this.say(`slot ${this.slot}`);
  }

  // Continue from a snapshot.
  async goOn(data) {
    const state = await kept(this.machine, data);
    if (this.broken) await this.switchOn();
    this.replay = null;
    this.machine.restore(state);
    this.forget();
    this.recorder = await Recorder.on(this.machine);
  }

  async saveMovie() {
    if (!this.recorder) { this.say("a movie is being played"); return; }
    const {recorder} = this;
    saveAs(`${this.machine.name}.movie`, ascii(recorder.text()), "text/plain");
    this.say("movie saved");
  }

  savePicture() {
    this.canvas.toBlob(blob => saveBlob(`${this.machine.name}.png`, blob));
    this.say("picture saved");
  }

  // --- what the user does -----------------------------------------------------------------------

  actions() {
    const {screen, output} = this;
    const look = (field, value, least, most, words) => {
      screen[field] = Math.max(least, Math.min(most, value));
      screen.whole = true;
      if (this.paused) screen.image(1);
      this.say(`${words} ${Math.round(100 * screen[field])} %`);
    };
    return {
      pause: () => this.pause(), step: () => this.oneFrame(),
      fast: on => { this.fast = on; output.forget(); }, rewind: on => this.rewind(on),
      slow: () => { this.slow = !this.slow; output.forget(); this.say(this.slow ? "slow" : ""); },
      "save-state": () => this.doing(() => this.save()), "load-state": () => this.doing(() => this.load()),
      "next-slot": () => { this.slot = (this.slot + 1) % SLOTS; this.say(`slot ${this.slot}`); },
      "save-movie": () => this.doing(() => this.saveMovie()),
      "full-screen": () => this.fill(),
      brighter: () => look("brightness", screen.brightness * 2 ** 0.25, 0.25, 4, "brightness"),
      darker: () => look("brightness", screen.brightness / 2 ** 0.25, 0.25, 4, "brightness"),
      "more-glow": () => look("glow", screen.glow + 0.25, 0, 4, "glow"),
      "less-glow": () => look("glow", screen.glow - 0.25, 0, 4, "glow"),
      overlay: () => this.toggleOverlay(), turn: () => this.turn(),
      mute: () => { output.mute(); el("sound").textContent = output.muted ? "Silent" : "Sound"; this.say(output.muted ? "silent" : "sound"); },
      softer: () => { output.turn(-1); this.say(`volume ${Math.round(100 * output.loudness)} %`); },
      louder: () => { output.turn(1); this.say(`volume ${Math.round(100 * output.loudness)} %`); },
      help: () => this.help(), reset: () => this.reset(), "save-picture": () => this.savePicture()};
  }

  toggleOverlay() {
    if (!this.image) { this.say("there is no overlay for this cartridge"); return; }
    this.shown = !this.shown;
    this.screen.cover(this.shown ? this.image : null);
    this.say(this.shown ? "overlay" : "no overlay");
  }

  turn() {
    this.screen.turned = (this.screen.turned + 90) % 360;
    this.screen.cover(this.shown ? this.image : null);
    this.resize(true);
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => this.say("the page around this one does not allow a full screen"));
  }

  help() {
    const box = el("help");
    if (box.open) box.close(); else { this.hands.release(); box.showModal(); }
  }

  // Run slow actions one after the other, and report their errors.
  doing(what) {
    this.busy = this.busy.then(async () => {
      this.isBusy = true;
      try { await what(); } catch (fault) {
        this.say(fault instanceof Damaged || fault instanceof Fault ? fault.message : `internal error: ${fault.message}`, 8);
      } finally { this.isBusy = false; }
    });
    return this.busy;
  }

  // A tap or a key: browsers allow sound from now on.
  woken() {
    if (this.hasBegun) return;
    this.hasBegun = true;
    el("quiet").hidden = true;
    this.output.begin();
    setTimeout(() => {
      const {fault, playing} = this.output;
      if (fault || !playing && !this.paused) this.say(`no sound: ${fault || "the browser has no device that plays it"}`, 6);
    }, DEVICE_SECONDS * 1000);
  }

  listen() {
    const {hands, data} = this, actions = this.actions();
    const inGame = event => !(event.target instanceof HTMLInputElement) && !el("help").open;
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const key = keyOf(event), action = data.commands[key];
      if (el("help").open) { if (action === "help") { event.preventDefault(); this.help(); } return; }
      if (!inGame(event)) return;
      const onButton = event.target instanceof HTMLButtonElement;
      // Tab moves to the next control, except on the screen itself; Shift+Tab always moves.
      if (key === "tab" && (event.shiftKey || event.target !== this.canvas)) return;
      if (onButton && (key === "space" || key === "return")) return;
      if (!action && !hands.knows(key)) return;
      event.preventDefault();
      this.woken();
      if (event.repeat) return;
      if (action) actions[action](true); else if (!this.paused && !this.replay) hands.change(key, true);
    });
    document.addEventListener("keyup", event => {
      const key = keyOf(event), action = data.commands[key];
      if (action === "fast" || action === "rewind") actions[action](false);
      else hands.change(key, false);
    });
    const letGo = () => { hands.release(); this.fast = false; if (this.rewinding) this.rewind(false); };
    window.addEventListener("blur", letGo);
    document.addEventListener("visibilitychange", () => {
      letGo();
      this.last = null;
      if (document.hidden) this.output.sleep(); else if (this.hasBegun && !this.paused) this.output.wake();
    });
    document.addEventListener("pointerdown", () => this.woken());
    for (const [id, action] of [["pause", "pause"], ["sound", "mute"], ["full", "full-screen"], ["keys", "help"]])
      el(id).addEventListener("click", () => {
        if (action !== "mute" || this.hasBegun && this.output.playing) actions[action](true);
        this.canvas.focus();
      });
    el("rewind").addEventListener("pointerdown", () => this.rewind(true));
    for (const kind of ["pointerup", "pointerleave", "pointercancel"])
      el("rewind").addEventListener(kind, () => { if (this.rewinding) this.rewind(false); });
    el("more").addEventListener("click", event => {
      const {action} = event.target.dataset;
      if (!action) return;
      if (action === "pen") this.togglePen(event.target); else actions[action](true);
      if (action !== "help") el("help").close();
    });
    el("file").addEventListener("change", event => {
      const [file] = event.target.files;
      if (file) this.dropped(file);
      event.target.value = "";
      el("help").close();
    });
    el("help").addEventListener("close", () => this.canvas.focus());
    new Touch(hands, el("stick"), [1, 2, 3, 4].map(n => el(`button${n}`)), () => this.woken());
    document.addEventListener("touchstart", () => document.body.classList.add("touched"), {once: true, passive: true});
    document.addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
    document.addEventListener("dragleave", () => document.body.classList.remove("over"));
    document.addEventListener("drop", event => {
      event.preventDefault();
      document.body.classList.remove("over");
      const [file] = event.dataTransfer.files;
      if (file) this.dropped(file);
    });
    this.canvas.addEventListener("pointerdown", event => { this.canvas.focus(); this.point(event); });
    this.canvas.addEventListener("pointermove", event => { if (event.buttons) this.point(event); });
    for (const kind of ["pointerup", "pointercancel"]) this.canvas.addEventListener(kind, () => { hands.pen = null; });
    new ResizeObserver(() => this.resize()).observe(el("stage"));
    const cart = new URLSearchParams(location.search).get("cart");
    if (cart) this.doing(() => this.fetched(cart));
  }

  togglePen(button) {
    this.hasPen = !this.hasPen;
    button.setAttribute("aria-pressed", String(this.hasPen));
    this.say(this.hasPen ? "a light pen: hold the pointer down on the screen" : "no light pen");
  }

  point(event) {
    if (!this.hasPen) return;
    const box = this.canvas.getBoundingClientRect();
    this.hands.pen = this.screen.unitAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
      .map(unit => Math.max(-255, Math.min(255, unit)));
  }

  dropped(file) {
    return this.doing(async () => {
      if (file.size > 1 << 26) throw new Damaged(`${file.name}: too large for a cartridge, a movie or an overlay`);
      await this.take(file.name, new Uint8Array(await file.arrayBuffer()));
    });
  }

  // --- what is seen -----------------------------------------------------------------------------

  resize(force = false) {
    const {canvas, screen} = this, stage = el("stage");
    const [wide, high] = screen.within(stage.clientWidth, stage.clientHeight);
    const dots = Math.min(window.devicePixelRatio || 1, Math.sqrt(PIXELS_MAX / Math.max(1, wide * high)));
    const width = Math.max(16, Math.round(wide * dots)), height = Math.max(16, Math.round(high * dots));
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${high}px`;
    if (!force && canvas.width === width && canvas.height === height && screen.scale) return;
    [canvas.width, canvas.height] = [width, height];
    screen.resize();
    if (this.account) { screen.draw([this.account]); screen.image(this.account.cycles); }
  }

  say(words, seconds = SAID_SECONDS) {
    const box = el("said");
    box.textContent = words;
    clearTimeout(this.saying);
    if (words) this.saying = setTimeout(() => { box.textContent = this.paused ? "paused" : ""; }, Math.min(1e9, 1000 * seconds));
  }
}

const size = state => state.record.length + state.ram.length + state.segments.length + state.causes.length + 128;

function saveAs(name, bytes, type) { saveBlob(name, new Blob([bytes], {type})); }

function saveBlob(name, blob) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Start, or show why that is not possible.
export async function begin(data) {
  try {
    const player = await Player.start(data);
    document.body.classList.add("on");
    return player;
  } catch (fault) {
    const words = fault instanceof Fault || fault instanceof NoLight ? fault.message : `The game cannot start here: ${fault.message}`;
    el("said").textContent = words;
    el("quiet").hidden = true;
    return null;
  }
}
