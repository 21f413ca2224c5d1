// The controls of the player: keys, buttons, touch, pointer, and files that are dropped.

import { Damaged } from "./states.js";
import { Touch, keyOf } from "./input.js";

const FILE_BYTES_MAX = 1 << 26;

// What keys without a job do: digits are the buttons of controller 1, Space and Return its button 4.
const SPARE = {1: "touch 1", 2: "touch 2", 3: "touch 3", 4: "touch 4", space: "touch 4", return: "touch 4"};

const on = (id, kinds, listen) => {
  for (const kind of kinds.split(" ")) document.getElementById(id).addEventListener(kind, listen);
};

export class Controls {
  constructor(player) {
    this.player = player;
    this.keyboard();
    this.bar();
    this.pointer();
    this.files();
    const thumbs = ["stick", "buttons"].map(id => document.getElementById(id));
    new Touch(player.hands, thumbs[0], thumbs[1], () => player.woken());
    window.addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => {
      this.release();
      player.shownOrHidden();
    });
    window.addEventListener("pagehide", () => player.slots.leave());
  }

  // Let go of everything: keys and buttons that go up elsewhere are not reported.
  release() {
    const {player} = this;
    player.hands.release();
    if (player.fast) player.actions.fast(false);
    if (player.rewinding) player.rewind(false);
  }

  keyboard() {
    const {player} = this, {hands, keys, actions, menu} = player;
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey || menu.isOpen || event.target instanceof HTMLInputElement) return;
      player.woken();
      const key = keyOf(event), action = keys.commands[key], onButton = event.target instanceof HTMLButtonElement;
      // Tab moves to the next control, except on the screen itself; Shift+Tab always moves.
      if (key === "tab" && (event.shiftKey || event.target !== player.canvas)) return;
      if (onButton && (key === "space" || key === "return")) return;
      const spare = hands.knows(key) ? key : SPARE[key];
      if (!action && !spare) return;
      event.preventDefault();
      if (event.repeat) return;
      if (action) actions[action]?.(true); else if (!player.paused && !player.replay) hands.change(spare, true);
    });
    document.addEventListener("keyup", event => {
      const key = keyOf(event), action = keys.commands[key];
      if (keys.held.includes(action)) actions[action](false);
      else hands.change(hands.knows(key) ? key : SPARE[key] ?? key, false);
    });
  }

  bar() {
    const {player} = this, {actions, output} = player;
    // A mouse allows sound when it goes down, a finger when it is lifted.
    for (const kind of ["pointerdown", "pointerup"]) document.addEventListener(kind, () => player.woken());
    for (const [id, action] of [["pause", "pause"], ["sound", "mute"], ["full", "full-screen"], ["keys", "help"]])
      on(id, "click", () => {
        if (action !== "mute" || output.playing) actions[action](true);
        if (action !== "help") player.canvas.focus();
      });
    for (const action of ["rewind", "fast"]) {
      on(action, "pointerdown", () => actions[action](true));
      on(action, "pointerup pointerleave pointercancel", () => { if (player.rewinding || player.fast) actions[action](false); });
      on(action, "keydown keyup", event => {      // Space and Return work a button that has the focus
        if (["space", "return"].includes(keyOf(event)) && !event.repeat) actions[action](event.type === "keydown");
      });
      on(action, "contextmenu", event => event.preventDefault());
    }
  }

  // Listen to the pointer on the player's canvas, which may be a new one.
  pointer() {
    const {player} = this, {hands, canvas, screen} = player;
    const point = event => {
      if (!player.hasPen) return;
      const box = canvas.getBoundingClientRect();
      hands.pen = screen.unitAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
        .map(unit => Math.max(-255, Math.min(255, unit)));
    };
    canvas.addEventListener("pointerdown", event => { canvas.focus(); point(event); });
    canvas.addEventListener("pointermove", event => { if (event.buttons) point(event); });
    for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, () => { hands.pen = null; });
  }

  files() {
    const {body} = document;
    on("file", "change", event => {
      const [file] = event.target.files;
      this.player.menu.box.close();
      if (file) this.dropped(file);
      event.target.value = "";
    });
    document.addEventListener("dragover", event => { event.preventDefault(); body.classList.add("over"); });
    document.addEventListener("dragleave", () => body.classList.remove("over"));
    document.addEventListener("drop", event => {
      event.preventDefault();
      body.classList.remove("over");
      const [file] = event.dataTransfer.files;
      if (file) this.dropped(file);
    });
  }

  dropped(file) {
    return this.player.doing(async () => {
      if (!this.player.about.cartridges) throw new Damaged("this page plays this game only");
      if (file.size > FILE_BYTES_MAX) throw new Damaged(`${file.name}: too large for a cartridge, a movie or an overlay`);
      await this.player.take(file.name, new Uint8Array(await file.arrayBuffer()));
    });
  }
}
