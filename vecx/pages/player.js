// The page: runs a machine in time with its picture, sound and input.

import { ascii, fromBase64, unpacked, unpackedData } from "./packed.js";
import { Fault, Machine, titleOf } from "./machine.js";
import { NoLight } from "./screen.js";
import { passesOn, screenOn } from "./passes.js";
import { Hands } from "./input.js";
import { History } from "./history.js";
import { Keys } from "./keys.js";
import { showControls } from "./legend.js";
import { Saves } from "./saves.js";
import { Slots } from "./slots.js";
import { Menu } from "./menu.js";
import { Controls } from "./controls.js";
import { Mixer, Output } from "./sound.js";
import { Damaged, kept } from "./states.js";
import { downloadFault, imageIn, overlayIn, saveAs } from "./files.js";
import { Recorder, Replay, parsed } from "./movie.js";

const BEHIND = 0.1;             // seconds: farther behind than this, time is let go
const FOLLOW = 0.05;            // of the way to the sound's clock is gone with each look
const PIXELS_MAX = 1_600_000;
const STEADY = 3;               // times as long light stays where less motion is asked for
const SAID_SECONDS = 3;
const LOST_MS = 2000;           // after which a lost picture is drawn by other means
const PAUSED_MS = 100;          // between two looks at the gamepads of a paused game
const DEVICE_SECONDS = 3;       // in which a device is there, or none is
const DOWNLOAD_SECONDS = 2;     // in which a browser may show its downloads
const LEVELS = {volume: [0.05, 1], brightness: [0.25, 4], glow: [0, 4]};

/** @type {(id: string) => any} */
const el = id => document.getElementById(id);

// Change the icon and the word of a button.
const dress = (id, icon, words) => {
  el(id).querySelector("use").setAttribute("href", `#i-${icon}`);
  el(id).querySelector("span").textContent = words;
};

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
    this.saves = new Saves();
    this.keys = new Keys(data.bindings, this.saves);
    this.hands = new Hands(this.keys, machine.number.stickDead);
    this.output = new Output(data.worklet, () => this.soundChanged());
    this.mixer = null;
    this.broken = "";               // why the machine stopped with an error
    this.paused = this.fast = this.slow = this.rewinding = false;
    this.hasBegun = false;
    this.owed = 0;
    this.last = null;
    this.history = new History();
    this.replay = this.recorder = null;
    this.shown = true;
    this.image = null;              // of the overlay
    this.own = null;                // the cartridge with which the page was made
    this.busy = Promise.resolve();
    this.account = null;
    this.onFrames = null;           // called with the frames that are shown
    this.screen = screen;
    this.canvas = this.screen.canvas;
    this.canvas.addEventListener("webglcontextlost", () => setTimeout(() => {
      if (screen.gl.isContextLost()) this.doing(() => this.leaveWebGL());
    }, LOST_MS));
    this.about = data.about;
    this.slots = new Slots(this);
    this.actions = this.makeActions();
    if (!this.about.movies) delete this.actions["save-movie"];
    el("movie").hidden = !this.about.movies;
    el("other").hidden = !this.about.cartridges;
    for (const level of ["volume", "brightness"]) this.setLevel(level, this.about[level]);
    this.screen.setColour(this.about.colour);
    this.menu = new Menu(this);
    this.controls = new Controls(this);
    this.machineOn(image, data.cart.name, data.cart.ram);
    if (matchMedia("(hover: none) and (pointer: coarse)").matches) el("quiet").textContent = "Tap for sound";
    new ResizeObserver(() => this.resize()).observe(el("stage"));
    window.addEventListener("hashchange", () => this.doing(() => this.slots.resume()));
    if (window === window.top) this.canvas.focus();
    this.doing(async () => {
      await this.layOverlay(data.overlay ? await fromBase64(data.overlay) : null);
      const cart = new URLSearchParams(location.search).get("cart");
      if (cart && this.about.cartridges) await this.fetched(cart);
      await this.slots.resume();
    });
    this.resize();
    requestAnimationFrame(now => this.step(now));
  }

  // Draw with the compiled passes, on a new canvas, because the browser does not give WebGL back.
  async leaveWebGL() {
    const {canvas, screen} = this, plain = canvas.cloneNode(), hadFocus = document.activeElement === canvas;
    const next = await passesOn(plain, screen.tube, await unpacked(this.data.light));
    for (const field of ["brightness", "glow", "turned", "colour"]) next[field] = screen[field];
    canvas.replaceWith(plain);
    [this.canvas, this.screen] = [plain, next];
    this.controls.pointer();
    next.cover(this.shown ? this.image : null);
    this.resize(true);
    if (hadFocus) plain.focus();
    this.say("the browser has lost WebGL; the picture is now drawn without it", 6);
  }

  // --- cartridges -------------------------------------------------------------------------------

  machineOn(image, name, ram = null) {
    this.machine.insert(image, ram);
    this.machine.name = name;
    this.forget();
    this.record();
    this.replay = null;
    const {about} = this, isOwn = image === (this.own ??= image);
    const title = isOwn && about.title || (image.length ? titleOf(image, name) : "executive ROM");
    document.title = `${title} - vecx`;
    this.canvas.setAttribute("aria-label", `${title}, played on a Vectrex. Keys: F1`);
    for (const id of ["title", "name", "help-title"]) el(id).textContent = title;
    for (const field of ["description", "credits"]) el(field).textContent = isOwn ? about[field] : "";
    el("help-about").textContent = isOwn ? [about.description, about.credits].filter(Boolean).join("\n") : "";
    this.does = isOwn ? about.controls : {};
    this.showControls();
  }

  showControls() { showControls(el("controls"), this.keys, this.does); }

  record() { this.recorder = new Recorder(this.machine); }

  forget() {
    this.history.clear();
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
      if (this.paused) this.pause(false);
      this.say(movie.doubt ? "a movie of another version of vecx: its states cannot be compared" : `movie ${stem}`);
      return;
    }
    const image = await imageIn(name, bytes, this.machine.number.cartridgeBytesMax);
    this.slots.leave();
    this.machineOn(image, stem);
    await this.layOverlay(null);
    this.say(String.fromCharCode(...image.subarray(image.length > 0xC000 ? 0x8000 : 0).subarray(0, 5)) === "g GCE"
      ? `${stem}: ${titleOf(image, stem)}` : `${stem}: no cartridge header; the executive ROM will refuse it`, 5);
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
    this.image = bytes && await overlayIn(bytes);
    if (bytes) this.shown = true;
    if (report) this.say("overlay");
    this.screen.cover(this.shown ? this.image : null);
  }

  // --- time -------------------------------------------------------------------------------------

  get tempo() { const {fast, slow} = this.machine.number; return this.fast ? fast : this.slow ? slow : 1; }

  step(now) {
    const again = () => requestAnimationFrame(then => this.step(then));
    if (this.paused) setTimeout(again, PAUSED_MS); else again();
    const passed = this.last === null ? 0 : Math.max(0, now - this.last) / 1000;
    this.last = now;
    for (const words of this.hands.poll(action => { if (action === "help" || !this.menu.isOpen) this.actions[action](true); })) this.say(words);
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
    this.say(`${this.broken}; F5 switches the machine off and on`, Infinity);
  }

  // Run the next frame (while rewinding, the previous one); return the frames that ended.
  frame() {
    const {machine, hands} = this;
    const heard = this.rewinding || this.tempo !== 1 || !this.output.playing ? null
      : (...log) => this.hear(...log);
    if (this.rewinding) {
      const before = this.history.back();
      if (!before) {
        this.rewind(false);
        this.pause(true);
        this.say("rewound to the oldest frame kept");
        return [];
      }
      machine.restore(before);
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
    this.history.push(machine.keep());
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
    dress("pause", on ? "play" : "pause", on ? "Play" : "Pause");
    if (on) this.output.sleep(); else if (this.hasBegun) this.output.wake();
    if (on) this.say("paused", Infinity); else this.unsay();
  }

  oneFrame() {
    if (this.broken) return;
    if (!this.paused) this.pause(true);
    try {
      const frames = this.frame();
      if (frames.length) this.show(frames);
    } catch (fault) { this.fail(fault); return; }
    this.say(`frame ${this.machine.frames.toLocaleString("en")}`, Infinity);
  }

  rewind(on) {
    if (on && this.replay) { this.say("a movie cannot be rewound"); return; }
    if (this.rewinding && !on) { this.recorder?.cut(); this.output.forget(); this.unsay(); }
    if (on && this.paused) this.pause(false);
    if (on && !this.rewinding) this.say("rewind", Infinity);
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

  // Continue from a snapshot.
  async goOn(data) { await this.continueFrom(await kept(this.machine, data)); }

  async continueFrom(state) {
    if (this.broken) await this.switchOn();
    this.replay = null;
    this.machine.restore(state);
    this.forget();
    this.recorder = await Recorder.on(this.machine);
  }

  async saveMovie() {
    if (!this.recorder) { this.say("a movie is being played"); return; }
    saveAs(`${this.machine.name}.movie`, new Blob([ascii(this.recorder.text())], {type: "text/plain"}));
    this.saved("movie");
  }

  // Return the picture on an opaque canvas.
  picture(height = this.canvas.height) {
    const copy = document.createElement("canvas"), {canvas} = this;
    [copy.width, copy.height] = [Math.round(height * canvas.width / canvas.height), height];
    const pen = copy.getContext("2d", {alpha: false});
    pen.imageSmoothingQuality = "high";
    pen.drawImage(canvas, 0, 0, copy.width, copy.height);
    return copy;
  }

  savePicture() {
    this.picture().toBlob(blob => {
      saveAs(`${this.machine.name}.png`, blob);
      this.saved("picture");
    });
  }

  // Report a saved file.  Firefox shows its downloads, which takes the keyboard; the game waits until they are closed.
  saved(what) {
    const fault = downloadFault(), words = fault ? `${what} ${fault}` : `${what} saved`;
    this.say(words, fault ? 6 : SAID_SECONDS);
    if (this.paused) return;
    const wait = () => {
      this.pause(true);
      this.say(`${words}; press Esc to return to the game`, Infinity);
      window.addEventListener("focus", () => this.pause(false), {once: true});
    };
    window.addEventListener("blur", wait, {once: true});
    setTimeout(() => window.removeEventListener("blur", wait), 1000 * DOWNLOAD_SECONDS);
  }

  // --- what the user does -----------------------------------------------------------------------

  makeActions() {
    const {output} = this;
    const look = (field, change) => {
      this.setLevel(field, change(this.screen[field]));
      this.say(`${field} ${Math.round(100 * this.screen[field])} %`);
    };
    return {
      pause: () => this.pause(), step: () => this.oneFrame(),
      fast: on => { this.fast = on; output.forget(); }, rewind: on => this.rewind(on),
      slow: () => { this.slow = !this.slow; output.forget(); this.say(this.slow ? "slow" : ""); },
      "save-state": () => this.doing(() => this.slots.save()), "load-state": () => this.doing(() => this.slots.load()),
      "next-slot": () => this.slots.next(), share: () => this.doing(() => this.slots.share()),
      "save-movie": () => this.doing(() => this.saveMovie()),
      "full-screen": () => this.fill(),
      brighter: () => look("brightness", now => now * 2 ** 0.25),
      darker: () => look("brightness", now => now / 2 ** 0.25),
      "more-glow": () => look("glow", now => now + 0.25),
      "less-glow": () => look("glow", now => now - 0.25),
      overlay: () => this.toggleOverlay(), turn: () => this.turn(), pen: () => this.togglePen(),
      mute: () => { output.mute(); dress("sound", output.muted ? "silent" : "sound", output.muted ? "Silent" : "Sound"); this.say(output.muted ? "silent" : "sound"); },
      softer: () => { output.turn(-1); this.say(`volume ${Math.round(100 * output.loudness)} %`); },
      louder: () => { output.turn(1); this.say(`volume ${Math.round(100 * output.loudness)} %`); },
      help: () => this.menu.toggle(), reset: () => this.reset(), "save-picture": () => this.savePicture()};
  }

  levelOf(level) { return level === "volume" ? this.output.loudness : this.screen[level]; }

  setLevel(level, value) {
    const [least, most] = LEVELS[level], {screen} = this;
    value = Math.max(least, Math.min(most, value));
    if (level === "volume") { this.output.set(value); return; }
    screen[level] = value;
    screen.whole = true;
    if (this.paused) screen.image(1);
  }

  setColour(colour) {
    this.screen.setColour(colour);
    this.screen.whole = true;
    if (this.paused) this.screen.image(1);
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

  togglePen() {
    this.hasPen = !this.hasPen;
    el("pen").setAttribute("aria-pressed", String(this.hasPen));
    this.say(this.hasPen ? "a light pen: hold the pointer down on the screen" : "no light pen");
  }

  fill() {
    const refused = () => this.say("full screen is not available: the browser, or the page around this one, does not offer it", 5);
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(refused);
    else refused();
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

  // A tap or a key: browsers allow sound from now on, also after they have stopped it.
  woken() {
    if (this.output.playing || this.hasBegun && this.paused) return;
    el("quiet").hidden = true;
    this.output.begin();
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.listening = setTimeout(() => {
      const {fault, playing} = this.output;
      if (fault || !playing && !this.paused) this.say(`no sound: ${fault || "the browser has no device that plays it"}`, 6);
    }, DEVICE_SECONDS * 1000);
  }

  soundChanged() {
    if (this.hasBegun) el("quiet").hidden = !this.output.stopped || this.paused || document.hidden;
  }

  shownOrHidden() {
    this.last = null;
    if (document.hidden) { clearTimeout(this.listening); this.output.sleep(); this.slots.leave(); }
    else if (this.hasBegun && !this.paused) this.output.wake();
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

  // Show a message; if the seconds are infinite, until the game goes on.
  say(words, seconds = SAID_SECONDS) {
    el("said").textContent = words;
    clearTimeout(this.saying);
    this.stays = words && seconds === Infinity;
    if (words && !this.stays)
      this.saying = setTimeout(() => { if (this.paused) this.say("paused", Infinity); else this.say(""); }, 1000 * seconds);
  }

  // Remove the message that stays, because the game goes on.
  unsay() { if (this.stays) this.say(""); }
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
