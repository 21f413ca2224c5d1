// States that the browser keeps: ten slots with pictures, and where the last visit ended; and links with a state.

import { fromBase64, toBase64 } from "./packed.js";
import { sha256 } from "./sums.js";
import { pictureOf } from "./menu.js";
import { Damaged, fromLink, fromRaw, linked, raw, snapshot } from "./states.js";

const SLOTS = 10;
const PICTURE_HEIGHT = 150;     // pixels

export class Slots {
  constructor(player) {
    this.player = player;
    this.count = SLOTS;
    this.current = 0;
  }

  get place() { return `vecx/${sha256(this.player.machine.image).slice(0, 16)}`; }
  key(slot = this.current) { return `${this.place}/${slot}`; }
  picture(slot = this.current) { return this.player.saves.get(`${this.key(slot)}/picture`); }

  check() {
    if (this.player.broken) throw new Damaged(`not saved, because the machine has stopped: ${this.player.broken}`);
  }

  async save() {
    this.check();
    const {player} = this, {saves} = player, key = this.key();
    const lost = saves.put(key, toBase64(await snapshot(player.machine)));
    saves.put(`${key}/picture`, player.picture(PICTURE_HEIGHT).toDataURL("image/jpeg", 0.8));
    if (lost) player.say(`slot ${this.current}: kept until this page is closed, because ${lost}`, 6);
    else player.say(`saved in slot ${this.current}`);
  }

  async load() {
    const {player} = this, text = player.saves.get(this.key());
    if (!text) { player.say(`slot ${this.current} is empty`); return; }
    await player.goOn(await fromBase64(text).catch(() => { throw new Damaged(`slot ${this.current}: the state is damaged`); }));
    player.say(`slot ${this.current}`);
  }

  next() {
    this.current = (this.current + 1) % SLOTS;
    this.player.say(`slot ${this.current}`);
    const picture = this.picture();
    if (picture) document.getElementById("said").append(pictureOf(picture));
  }

  // Keep the state for the next visit.  The page may end with this call, so nothing can wait.
  leave() {
    const {machine, broken, replay, saves} = this.player;
    if (!broken && !replay && !machine.fresh) saves.put(`${this.place}/left`, toBase64(raw(machine)));
  }

  // Continue from the state in the page's address, or where the last visit ended.
  async resume() {
    const {player} = this, {machine, saves} = player, key = `${this.place}/left`;
    const link = /^#state=([\w-]+)$/.exec(location.hash)?.[1], left = saves.get(key);
    if (link) {
      location.hash = "";
      await player.continueFrom(await fromLink(machine, link));
      player.say("the game continues from the link");
    } else if (left && machine.fresh) {
      try {
        await player.continueFrom(fromRaw(machine, await fromBase64(left)));
        player.say("the game continues where you left it");
      } catch { saves.drop(key); }          // of another version of this page
    }
  }

  async share() {
    this.check();
    const {player} = this, address = `${location.href.split("#")[0]}#state=${await linked(player.machine)}`;
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    player.menu.showLink(address, copied);
  }
}
