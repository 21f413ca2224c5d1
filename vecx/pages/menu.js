// The menu of the player: actions, levels, slots with their pictures, and keys.  The game waits while it is open.

import { keyOf } from "./input.js";

/** @type {(id: string) => any} */
const at = id => document.getElementById(id);

export class Menu {
  constructor(player) {
    this.player = player;
    this.box = at("help");
    this.changing = null;       // the button whose key is being changed
    this.box.addEventListener("close", () => this.closed());
    this.box.addEventListener("click", event => {
      const {left, right, top, bottom} = this.box.getBoundingClientRect(), {clientX: x, clientY: y} = event;
      if (event.target === this.box && (x < left || x > right || y < top || y > bottom)) this.box.close();
    });
    this.box.addEventListener("keydown", event => this.key(event));
    at("more").addEventListener("click", event => this.act(event.target.closest("button")));
    at("keys-default").addEventListener("click", () => {
      player.keys.reset();
      player.keys.store();
      this.fill();
    });
    at("keyboard").open = !matchMedia("(pointer: coarse)").matches;
    at("jobs").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (!button) return;
      this.fill();
      this.changing = at("jobs").querySelector(`[data-job="${button.dataset.job}"]`);
      this.changing.textContent = "press a key";
      this.changing.focus();
    });
    for (const level of ["volume", "brightness", "glow"])
      at(level).addEventListener("input", event => player.setLevel(level, event.target.value / 100));
    this.offerColours();
  }

  // Offer the colours of the phosphor, and that of the game if it is another one.
  offerColours() {
    const {about, screen} = this.player, names = Object.entries(screen.tube.colours);
    if (!names.some(([, colour]) => String(colour) === String(about.colour))) names.unshift(["the game's", about.colour]);
    at("colour").replaceChildren(...names.map(([name, colour]) => {
      const option = document.createElement("option");
      option.textContent = name;
      option.value = JSON.stringify(colour);
      return option;
    }));
    at("colour").addEventListener("change", event => this.player.setColour(JSON.parse(event.target.value)));
  }

  get isOpen() { return this.box.open; }

  toggle() {
    if (this.isOpen) { this.box.close(); return; }
    const {player} = this;
    this.wasPaused = player.paused;
    player.hands.release();
    if (!player.paused) player.pause(true);
    this.fill();
    this.box.showModal();
  }

  closed() {
    this.changing = null;
    if (!this.wasPaused && !this.player.broken) this.player.pause(false);
    this.player.showControls();
    this.player.canvas.focus();
  }

  act(button) {
    if (!button?.dataset.action) return;
    const {action} = button.dataset;
    if (action === "slot") {
      this.player.slots.current = Number(button.dataset.slot);
      this.fill();
      return;
    }
    if (action !== "share") this.box.close();
    this.player.actions[action](true);
  }

  // A key while the menu is open: a job's new key, or one that closes the menu.
  key(event) {
    const {keys} = this.player, key = keyOf(event);
    if (this.changing) {
      event.preventDefault();
      event.stopPropagation();
      const fault = key === "escape" ? "" : keys.assign(this.changing.dataset.job, key);
      this.changing = null;
      this.fill();
      at("link-said").textContent = fault && `The keys are kept until this page is closed: ${fault}.`;
    } else if (keys.commands[key] === "help") {
      event.preventDefault();
      this.box.close();
    }
    event.stopPropagation();
  }

  fill() {
    const {player} = this;
    for (const level of ["volume", "brightness", "glow"]) at(level).value = 100 * player.levelOf(level);
    at("colour").value = JSON.stringify(player.screen.colour);
    at("link").hidden = true;
    at("link-said").textContent = "";
    at("slots").replaceChildren(...Array.from({length: player.slots.count}, (_, slot) => {
      const button = document.createElement("button"), picture = player.slots.picture(slot);
      button.dataset.action = "slot";
      button.dataset.slot = String(slot);
      button.setAttribute("aria-pressed", String(slot === player.slots.current));
      button.setAttribute("aria-label", `slot ${slot}${picture ? "" : ", empty"}`);
      if (picture) button.append(pictureOf(picture));
      button.append(String(slot));
      return button;
    }));
    at("jobs").replaceChildren(...[...player.keys.words].filter(([job]) => /\d/.test(job) || job in player.actions).map(([job, words]) => {
      const row = document.createElement("label"), button = document.createElement("button");
      button.dataset.job = job;
      button.textContent = player.keys.label(job);
      row.append(words, button);
      return row;
    }));
  }

  // Show a link for copying.
  showLink(address, copied) {
    at("link").hidden = false;
    at("link").value = address;
    at("link").select();
    at("link-said").textContent = copied ? "The link is copied: it continues the game from here." : "Copy this link: it continues the game from here.";
  }
}

export function pictureOf(address) {
  const image = document.createElement("img");
  image.src = address;
  image.alt = "";
  return image;
}
