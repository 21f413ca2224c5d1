// The workshop: write, check and play a cartridge.  Python assembles in a worker; the player runs the result.

import { checked, fromLink, fromZip, isName, linkOf, toZip } from "./archive.js";
import { drawChart } from "./chart.js";
import { Editor } from "./editor.js";
import { saveAs } from "./files.js";
import { ascii, deflated, fromBase64, toBase64 } from "./packed.js";
import { Projects, unique } from "./projects.js";
import { Damaged } from "./states.js";
import { sha256 } from "./sums.js";

const QUIET_MS = 300;           // without a key, before the program is assembled
const BARS = 320;               // frames of the chart
const FRAME_CYCLES = 30_000;
const SAMPLE_MS = 500, SAMPLE_CYCLES = 53;      // of the profile: between two frames, and between two looks at a frame
const PROFILED_MOST = 4000, SHOWN_MOST = 12;    // looks that count, and routines that are shown
const FILE_BYTES_MAX = 1 << 24;

/** @type {(id: string) => any} */
const at = id => document.getElementById(id);
const on = (id, kind, listen) => at(id).addEventListener(kind, listen);
const option = (value, text = value) => Object.assign(document.createElement("option"), {value, textContent: text});

/** @type {any} */
const own = globalThis;         // vecx, the player, and scriptOf; the page's own script sets them

// Calls of Python in the worker, each a promise.
class Python {
  constructor(progress) {
    this.worker = new Worker(own.scriptOf("assembler.js"), {type: "module"});
    this.waiting = new Map();
    this.count = 0;
    this.worker.onmessage = ({data}) => {
      if ("loaded" in data) { progress(data.loaded); return; }
      const [resolve, reject] = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("fault" in data) reject(new Error(data.fault)); else resolve(data.answer);
    };
    this.worker.onerror = event => {
      for (const [, reject] of this.waiting.values()) reject(new Error(event.message || "its script cannot be loaded"));
      this.waiting.clear();
    };
  }

  call(method, ...given) {
    return new Promise((resolve, reject) => {
      const id = ++this.count;
      this.waiting.set(id, [resolve, reject]);
      this.worker.postMessage({id, method, given});
    });
  }
}

class Workshop {
  constructor(player, setup, projects) {
    this.player = player;
    this.setup = setup;
    this.projects = projects;
    this.project = null;
    this.source = "";           // the file in the editor
    this.image = null;          // the newest program
    this.isLoaded = false;      // Python is
    this.worst = this.over = 0;
    this.seen = [];             // program counters
    this.editor = new Editor(at("editor"), setup.words, {
      ask: (method, line, column) => this.isLoaded ? this.python.call(method, this.source, line, column).catch(() => "") : "",
      changed: () => this.later(), leave: () => this.toPicture()});
    this.python = new Python(loaded => { if (at("loaded")) at("loaded").value = 100 * loaded / setup.bytes; });
    this.listen();
    this.measure();
    this.profile();
  }

  // Show a message until the user does something else; if `lasts`, typing does not clear it.
  say(words, lasts = false) {
    at("shop-said").textContent = words;
    this.lasts = lasts;
  }

  // Do what the user asked for; report why it fails.
  async doing(what) {
    this.say("");
    await this.trying(what);
  }

  async trying(what) {
    try { await what(); } catch (fault) { this.say(fault instanceof Damaged ? fault.message : `internal error: ${fault.message}`); }
  }

  // --- projects ---------------------------------------------------------------------------------

  async begin() {
    await this.projects.recover();
    await this.doing(async () => {
      const shared = await fromLink(location.hash);
      if (shared) {
        history.replaceState(null, "", location.pathname + location.search);
        await this.add("from a link", shared);
      }
    });
    if (!this.project) {
      const [latest] = await this.projects.all();
      if (latest) this.open(latest);
      else await this.add(this.setup.first, this.fromTemplate(this.setup.first));
    }
    try {
      await this.python.call("load", {pyodide: this.setup.pyodide, version: this.setup.version});
    } catch (fault) {
      at("loading").textContent = `The assembler cannot be loaded: ${fault.message}. Reload the page to try again.`;
      return;
    }
    this.isLoaded = true;
    at("loading").hidden = true;
    await this.assemble();
    navigator.serviceWorker?.register(own.scriptOf("offline.js")).catch(() => {});   // plain http from another computer has none
  }

  fromTemplate(name) {
    const file = `${name}.asm`;
    return {main: file, files: {[file]: this.setup.templates[name]}};
  }

  // Keep a new project, and open it.
  async add(name, {main, files}) {
    const names = new Set((await this.projects.all()).map(one => one.name));
    let title = name;
    for (let n = 2; names.has(title); n++) title = `${name} ${n}`;
    this.open({id: unique(), name: title, main, files, changed: 0});
    await this.save();
  }

  open(project) {
    this.saveChange();
    this.project = project;
    this.show(project.main);
    this.list();
    this.assemble();
  }

  show(source) {
    this.source = source;
    this.editor.load(this.project.files[source]);
    at("source").value = source;
    this.mark();
  }

  // Fill the lists of projects and files.
  async list() {
    const {project} = this, all = await this.projects.all();
    at("project").replaceChildren(...all.map(one => option(one.id, one.name)));
    at("project").value = project.id;
    at("source").replaceChildren(...Object.keys(project.files).map(name => option(name, name === project.main ? `${name} (main)` : name)));
    at("source").value = this.source;
  }

  async save() {
    const {project} = this, {id} = project;
    await this.projects.put(project);
    const {fault} = this.projects;
    if (fault) this.say(`Kept until this page is closed: ${fault}. Save it as .zip.`, true);
    else if (this.wasRefused) this.say("");
    this.wasRefused = Boolean(fault);
    if (project.id !== id) this.say("Another tab has changed this project; this one is kept as a copy.", true);
    await this.list();
  }

  // Save a change that waits for a pause.
  saveChange() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.save();
  }

  // The text has changed: keep it, and assemble it after a pause.
  later() {
    this.project.files[this.source] = this.editor.text;
    if (!this.lasts) this.say("");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.saveChange(); this.assemble(); }, QUIET_MS);
  }

  // Ask for a text; null if the user cancels.
  ask(question, text = "") {
    const box = at("ask");
    at("question").textContent = question;
    at("reply").value = text;
    box.returnValue = "";
    box.showModal();
    return new Promise(resolve => {
      box.addEventListener("close", () => resolve(box.returnValue === "ok" && at("reply").value.trim() || null), {once: true});
    });
  }

  // --- assembling -------------------------------------------------------------------------------

  // Assemble the newest text.  While that runs, later changes wait for one more assembly.
  async assemble() {
    if (!this.isLoaded) return;
    if (this.isAssembling) { this.isStale = true; return; }
    this.isAssembling = true;
    do {
      this.isStale = false;
      await this.trying(() => this.assembleOnce());
    } while (this.isStale);
    this.isAssembling = false;
  }

  async assembleOnce() {
    const {main, files, id} = this.project;
    this.made = JSON.parse(await this.python.call("assemble", main, files));
    this.madeOf = {...files};
    this.mark();
    const {image, problems, routines} = this.made;
    const errors = problems.filter(one => one.severity === "error").length;
    at("verdict").className = errors ? "error" : "";
    at("verdict").textContent = image === null
      ? `${errors || "No program:"} ${errors === 1 ? "error" : errors ? "errors" : "the source is empty"}. The previous program keeps running.`
      : `Assembled: ${atobLength(image).toLocaleString("en")} bytes`;
    this.seen = [];
    at("routines").replaceChildren(option("", "Routines"), group("Worst cases, cycles", routines.map((one, i) => option(i, `${one.name}: ${one.cycles}`))));
    if (image !== null && (image !== this.image || id !== this.running)) await this.run(image, id);
  }

  // Show problems and cycles, if they are those of the text in the editor.
  mark() {
    const {made, source} = this;
    if (!made || this.madeOf[source] !== this.editor.text) return;
    this.editor.know(made.macros);
    this.editor.show(made.problems.filter(one => one.file === source), made.costs[source] ?? {});
    at("problems").replaceChildren(...made.problems.map(one => {
      const row = document.createElement("li"), go = document.createElement("button"), hint = document.createElement("small");
      go.className = `go ${one.severity}`;
      go.textContent = `${one.file}:${one.line + 1}: ${one.severity}: ${one.text}`;
      go.addEventListener("click", () => this.goTo(one.file, one.line, one.start));
      const fixes = one.file === source ? one.fixes.map(fix => {
        const button = document.createElement("button");
        button.className = "fix";
        button.textContent = fix.title;
        button.addEventListener("click", () => { if (this.madeOf[source] === this.editor.text) this.editor.apply(one.line, fix); });
        return button;
      }) : [];
      hint.textContent = one.hints.join("; ");
      row.append(go, ...fixes, ...(one.hints.length ? [hint] : []));
      return row;
    }));
  }

  goTo(file, line, column = 0) {
    if (!Object.hasOwn(this.project.files, file)) { this.say(`${file} belongs to vecx, and is not part of the project.`); return; }
    if (file !== this.source) this.show(file);
    this.editor.goTo(line, column);
  }

  // Run a program; a new version of the one that runs continues from its state.
  async run(image, id) {
    const {player, python} = this, bytes = await fromBase64(image), isSame = id === this.running;
    await player.doing(async () => {
      const {machine} = player, isShown = equal(machine.image, bytes) && this.image === null;
      this.image = image;
      this.running = id;
      if (isShown) { await python.call("begin"); return; }
      const state = machine.keep(), fields = Object.fromEntries(["pc", "s", "x", "y", "u"].map(name => [name, machine.get(name)]));
      const carried = isSame && !player.broken
        ? JSON.parse(await python.call("carry", {...fields, ram: toBase64(state.ram)})) : await python.call("begin").then(() => ({why: ""}));
      if (player.broken) await player.switchOn();
      player.machineOn(bytes, this.project.main.replace(/\.\w+$/, ""));
      this.worst = this.over = 0;
      if ("why" in carried) { player.say(carried.why ? `restarted: ${carried.why}` : "", 5); return; }
      machine.restore({...state, ram: await fromBase64(carried.ram)});
      for (const name of ["pc", "x", "y", "u"]) machine.set(name, carried[name]);
      await player.continueFrom(machine.keep());
    });
  }

  // --- the profile ------------------------------------------------------------------------------

  // Now and then run a frame in short steps, and note where the program is after each.
  profile() {
    const {machine} = this.player, {number} = machine, whole = machine.runFrame.bind(machine);
    let due = 0;
    machine.runFrame = (heard, wait) => {
      if (this.player.rewinding || performance.now() < due || !this.made?.places.length) return whole(heard, wait);
      due = performance.now() + SAMPLE_MS;
      const end = machine.clock + number.frameWaitMax;
      while (machine.clock < end && !(machine.run(machine.clock + SAMPLE_CYCLES, number.frame, heard) & number.frame))
        this.seen.push(machine.get("pc"));
      this.seen.splice(0, this.seen.length - PROFILED_MOST);
      this.showProfile();
      return machine.takeFrames();
    };
  }

  showProfile() {
    const list = at("routines"), {routines} = this.made, places = [...this.made.places, ...this.setup.rom], counts = new Map();
    if (list.matches(":focus")) return;         // the user may be choosing from it
    for (const pc of this.seen) {
      const next = places.findIndex(([address]) => address > pc), name = places[(next < 0 ? places.length : next) - 1]?.[1] ?? "other";
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_MOST);
    list.querySelector("#measured")?.remove();
    const measured = group("Measured, share of the time", most.map(([name, count]) =>
      option(routines.findIndex(one => one.name === name), `${name}: ${(100 * count / this.seen.length).toFixed(1)} %`)));
    measured.id = "measured";
    list.append(measured);
  }

  // --- the budget -------------------------------------------------------------------------------

  measure() {
    const {player} = this, {machine} = player, bars = [];
    const column = name => machine.layout.columns.indexOf(name);
    const drift = column("max_drift_err"), draws = column("draws"), dots = column("dots");
    let lately = 0;
    player.onFrames = frames => {
      for (const {account} of frames) {
        const work = account[machine.number.work];
        bars.push(work);
        this.worst = Math.max(this.worst, work);
        if (work > FRAME_CYCLES) this.over++;
      }
      bars.splice(0, bars.length - BARS);
      const now = performance.now();
      if (now - lately < 250) return;
      lately = now;
      drawChart(at("chart"), bars);
      const {account} = frames[frames.length - 1], work = account[machine.number.work];
      at("strip-cycles").textContent = work.toLocaleString("en");
      at("strip-cycles").className = work > FRAME_CYCLES ? "over" : "";
      at("strip-vectors").textContent = account[draws] + account[dots];
      at("strip-drift").textContent = account[drift].toFixed(1);
      at("strip-worst").textContent = this.worst.toLocaleString("en");
      at("strip-over").textContent = this.over ? `${this.over.toLocaleString("en")} frames over` : "";
    };
  }

  // --- what the user does -----------------------------------------------------------------------

  toPicture() { this.tab("picture"); this.player.canvas.focus(); }

  tab(name) {
    document.body.classList.toggle("picture", name === "picture");
    for (const one of ["editor", "picture"]) at(`tab-${one}`).setAttribute("aria-selected", String(one === name));
  }

  listen() {
    const {projects} = this, menu = at("project-menu");
    const does = (id, what) => on(id, "click", () => { menu.open = false; this.doing(what); });
    // Keys that are typed here are not those of the game.
    for (const kind of ["keydown", "keyup"]) for (const id of ["desk", "ask", "keys-page"]) on(id, kind, event => event.stopPropagation());
    document.addEventListener("keydown", event => {
      if (event.key !== "F4") return;
      event.preventDefault();
      this.tab("editor");
      this.editor.view.focus();
    });
    // A narrow window shows the desk or the picture, which is the main part of a wide one.
    const narrow = matchMedia("(max-width: 760px)");
    const place = () => at("desk").setAttribute("role", narrow.matches ? "main" : "region");
    narrow.addEventListener("change", place);
    place();
    on("tab-editor", "click", () => this.tab("editor"));
    on("tab-picture", "click", () => this.toPicture());
    at("template").replaceChildren(option("", "template"), ...Object.keys(this.setup.templates).map(name => option(name)));
    on("template", "change", event => {
      const name = event.target.value;
      event.target.value = "";
      menu.open = false;
      this.doing(() => this.add(name, this.fromTemplate(name)));
    });
    on("project", "change", event => this.doing(async () => {
      const id = event.target.value;
      await this.save();
      const found = await projects.one(id);
      if (found) this.open(found);
    }));
    on("source", "change", event => this.show(event.target.value));
    on("routines", "change", event => {
      const found = this.made.routines[event.target.value];
      event.target.value = "";
      if (found) this.goTo(found.file, found.line);
    });
    does("rename-project", async () => {
      const name = await this.ask("Name of the project", this.project.name);
      if (name) { this.project.name = name.slice(0, 60); await this.save(); }
    });
    does("drop-project", async () => {
      const {id, name} = this.project;
      if (await this.ask(`Type ${name} to delete the project`) !== name) return;
      await projects.drop(id);
      const [latest] = await projects.all();
      if (latest) this.open(latest); else await this.add(this.setup.first, this.fromTemplate(this.setup.first));
    });
    does("add-source", async () => {
      const name = await this.ask("Name of the file", "shapes.inc");
      if (!name) return;
      if (!isName(name)) throw new Damaged("A file's name has letters, digits, _ and -, and ends in .asm, .inc, .i, .s or .a09.");
      this.project.files[name] ??= "";
      this.show(name);
      await this.save();
    });
    does("drop-source", async () => {
      const {project, source} = this;
      if (source === project.main) throw new Damaged("The main file cannot be deleted; delete the project instead.");
      if (await this.ask(`Type ${source} to delete the file`) !== source) return;
      delete project.files[source];
      this.show(project.main);
      await this.save();
      this.later();
    });
    on("open-project", "change", event => {
      const [file] = event.target.files;
      event.target.value = "";
      menu.open = false;
      if (file) this.doing(() => this.take(file));
    });
    window.addEventListener("drop", event => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file || !/\.(?:zip|asm|inc|i|s|a09)$/i.test(file.name)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.doing(() => this.take(file));
    }, true);
    does("save-zip", async () => saveAs(`${this.project.name}.zip`, await this.zip()));
    does("save-image", async () => saveAs(`${this.project.main.replace(/\.\w+$/, "")}.bin`, new Blob([await this.newest()])));
    does("save-page", async () => saveAs(`${this.project.main.replace(/\.\w+$/, "")}.html`, new Blob([await this.page()], {type: "text/html"})));
    does("format", async () => { if (this.isLoaded) this.editor.replace(await this.python.call("format", this.editor.text)); });
    does("shop-keys", async () => at("keys-page").showModal());
    does("share-project", async () => {
      const address = location.href.split("#")[0] + await this.link();
      // On a phone the system's sheet offers messages and mail; a user who closes it has decided.
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({title: this.project.name, url: address}).catch(() => {});
        return;
      }
      const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
      if (!copied) await this.ask("Copy this link to the project", address);
      this.say(copied ? `The link to this project is copied (${address.length.toLocaleString("en")} characters).` : "");
    });
    window.addEventListener("hashchange", () => this.doing(async () => {
      const shared = await fromLink(location.hash);
      if (!shared) return;
      history.replaceState(null, "", location.pathname + location.search);
      await this.add("from a link", shared);
    }));
    // A page that ends may not finish its saving; what it leaves is recovered by the next visit.
    window.addEventListener("pagehide", () => {
      projects.leave(...this.timer ? [this.project] : []);
      // Chromium 150 crashes now and then if it keeps a page whose worker loads Python.
      if (!this.isLoaded) this.python.worker.terminate();
    });
    window.addEventListener("pageshow", ({persisted}) => { if (persisted && !this.isLoaded) location.reload(); });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.timer) { this.saveChange(); this.assemble(); }
    });
  }

  link() { return linkOf(this.project); }
  zip() { return toZip(this.project); }

  // Open a zip of sources as a project; add a source to the present one.
  async take(file) {
    if (file.size > FILE_BYTES_MAX) throw new Damaged(`${file.name}: too large for a project`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.zip$/i.test(file.name)) { await this.add(file.name.replace(/\.zip$/i, "").slice(0, 60), await fromZip(file.name, bytes)); return; }
    const one = checked({files: {[file.name]: new TextDecoder().decode(bytes)}}, file.name);
    if (Object.hasOwn(this.project.files, file.name)) { await this.add(file.name, one); return; }
    this.project.files[file.name] = one.files[file.name];
    this.show(file.name);
    await this.save();
    this.later();
  }

  // Return the image of the newest program without errors.
  async newest() {
    if (!this.made?.image) throw new Damaged("There is no cartridge to save: correct the errors first.");
    return fromBase64(this.made.image);
  }

  // Return the page that plays the program: that of a sample, with another cartridge.
  async page() {
    const image = await this.newest(), {player} = this;
    let text = await (await fetch("page.html")).text();
    const cart = {image: toBase64(await deflated(image)), name: this.project.main.replace(/\.\w+$/, ""), ram: null};
    const before = digest(scriptIn(text));
    const title = document.title.replace(/ - vecx$/, "").replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
    text = text.replace(JSON.stringify(this.setup.sample), () => JSON.stringify(cart)).replaceAll("@TITLE@", () => title)
      .replace(/src="data:image\/jpeg;base64,[^"]*"/, () => `src="${player.picture(240).toDataURL("image/jpeg", 0.8)}"`);
    return text.replace(before, digest(scriptIn(text)));
  }
}

function group(label, options) {
  const made = Object.assign(document.createElement("optgroup"), {label});
  made.append(...options);
  return made;
}

const atobLength = text => text.length * 3 / 4 - (/=*$/.exec(text)?.[0].length ?? 0);
const equal = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);
const scriptIn = text => /<script type="module">([^]*?)<\/script>/.exec(text)[1];
const digest = text => toBase64(Uint8Array.from(sha256(ascii(text)).match(/../g), pair => parseInt(pair, 16)));

const setup = await (await fetch("workshop.json")).json();
own.shop = new Workshop(own.vecx, setup, await Projects.open());
await own.shop.begin();
