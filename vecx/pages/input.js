// Input: keys, gamepads, touch and pointer, and the controls that they work.

const NAMES = {arrowleft: "left", arrowright: "right", arrowup: "up", arrowdown: "down",
  pageup: "page up", pagedown: "page down", " ": "space", enter: "return"};

// Select and Start of a gamepad with the browsers' standard mapping.
const PAD_ACTIONS = {8: "help", 9: "pause"};

// The name of a key, as in vecx/play.  On a Cyrillic or Greek layout it is that of the key's place.
export function keyOf(event) {
  const key = event.key.toLowerCase();
  const place = key.length === 1 && key > "\x7f" && /^(?:Key|Digit)(.)$/.exec(event.code);
  return place ? place[1].toLowerCase() : NAMES[key] ?? key;
}

// The gamepads that are plugged in.  A page can forbid its frames to use them.
function gamepads() {
  try {
    return navigator.getGamepads?.() ?? [];
  } catch {
    return [];
  }
}

export class Hands {
  // Args: bindings  buttons, sticks and hold, from vecx/play/inputs.py;  dead  share of a gamepad stick's way
  constructor(bindings, dead) {
    this.bindings = bindings;
    this.dead = dead;
    this.down = new Set();
    this.ages = new Map();      // frames since the last change of a key
    this.waiting = new Map();   // changes that wait for that
    this.pads = new Map();      // the stick of each player's gamepad
    this.padOf = new Map();     // its index
    this.wished = new Map();    // the actions whose buttons each gamepad holds down
    this.touched = [0, 0];
    this.held = new Map();      // "button player" as the machine has them
    this.pen = null;            // screen units while it touches the glass, else null
    this.penDown = false;
  }

  knows(key) { return key in this.bindings.buttons || key in this.bindings.sticks; }

  // A key, or a button as "pad1 2" or "touch 3", went down or up.  A game reads it once per frame, so
  // each change lasts two frames.
  change(key, down) {
    const queue = this.waiting.get(key) ?? [];
    if ((queue.length ? queue[queue.length - 1] : this.down.has(key)) === down) return;
    if (this.ages.has(key) && queue.length < 16) this.waiting.set(key, [...queue, down]);
    else if (!this.ages.has(key)) this.settle(key, down);
  }

  settle(key, down) {
    if (down) this.down.add(key); else this.down.delete(key);
    this.ages.set(key, 0);
  }

  // Call this after each frame.
  frame() {
    for (const [key, age] of this.ages)
      if (age + 1 < this.bindings.hold) this.ages.set(key, age + 1); else this.ages.delete(key);
    for (const [key, queue] of [...this.waiting]) {
      if (this.ages.has(key)) continue;
      this.settle(key, queue.shift());
      if (!queue.length) this.waiting.delete(key);
    }
  }

  release() {
    this.down.clear();
    this.waiting.clear();
    this.ages.clear();
    this.touched = [0, 0];
    this.penDown = false;
    this.pen = null;
  }

  // Check the gamepads; return messages about those plugged in or unplugged.  A pad keeps its controller until then.
  // Args: act  called with the action of Start or Select, when it goes down
  poll(act) {
    const words = [], plugged = [...gamepads()].filter(pad => pad?.connected);
    for (const [player, index] of this.padOf) {
      if (plugged.some(pad => pad.index === index)) continue;
      this.padOf.delete(player);
      this.pads.delete(player);
      words.push(`the gamepad of controller ${player} was unplugged`);
      for (let n = 1; n <= 4; n++) this.change(`pad${player} ${n}`, false);
      this.wished.delete(player);
    }
    for (const pad of plugged) {
      let player = [1, 2].find(one => this.padOf.get(one) === pad.index);
      if (!player) {
        player = [1, 2].find(one => !this.padOf.has(one));
        if (!player) continue;
        this.padOf.set(player, pad.index);
        words.push(`gamepad: controller ${player}`);
      }
      const pressed = n => pad.buttons[n]?.pressed;
      const axis = n => Math.abs(pad.axes[n] ?? 0) > this.dead ? pad.axes[n] : 0;
      this.pads.set(player, [axis(0) || (pressed(15) ? 1 : 0) - (pressed(14) ? 1 : 0),
                             -axis(1) || (pressed(12) ? 1 : 0) - (pressed(13) ? 1 : 0)]);
      for (let n = 0; n < 4; n++) this.change(`pad${player} ${n + 1}`, Boolean(pressed(n)));
      const before = this.wished.get(player) ?? [], wished = Object.keys(PAD_ACTIONS).filter(pressed);
      this.wished.set(player, wished);
      for (const button of wished) if (!before.includes(button)) act(PAD_ACTIONS[button]);
    }
    return words;
  }

  // Set the machine's controllers to the current input.
  work(machine) {
    const held = new Set();
    for (const key of this.down) {
      const own = this.bindings.buttons[key] ?? ownOf(key);
      if (own) held.add(`${own[0]} ${own[1]}`);
    }
    for (const player of [1, 2]) {
      let x = 0, y = 0;
      for (const key of this.down) {
        const way = this.bindings.sticks[key];
        if (way?.[0] === player) { x += way[1]; y += way[2]; }
      }
      const [padX, padY] = this.pads.get(player) ?? [0, 0], touch = player === 1 ? this.touched : [0, 0];
      machine.stick(Math.sign(x) || padX || touch[0], Math.sign(y) || padY || touch[1], player);
      for (let number = 1; number <= 4; number++) {
        const mask = 1 << number - 1 + 4 * (player - 1), down = held.has(`${number} ${player}`);
        if (down !== !(machine.get("buttons") & mask)) machine.button(number, player, down);
      }
    }
    if (this.pen) { machine.pen(...this.pen); this.penDown = true; }
    else if (this.penDown) { machine.penAway(); this.penDown = false; }
  }
}

// "pad2 3" is button 3 of controller 2; "touch 3" button 3 of controller 1.
function ownOf(key) {
  const found = /^(pad([12])|touch) ([1-4])$/.exec(key);
  return found && [+found[3], +(found[2] ?? 1)];
}

// A stick and four buttons under the thumbs.  A thumb may slide from one button to the next.
export class Touch {
  constructor(hands, stick, buttons, woken) {
    this.hands = hands;
    this.buttons = [...buttons.children];
    this.on = new Map();        // index of the button under each finger
    const knob = stick.firstElementChild;
    const move = event => {
      const box = stick.getBoundingClientRect(), radius = box.width / 2;
      let x = (event.clientX - box.left) / radius - 1, y = 1 - (event.clientY - box.top) / radius;
      const far = Math.max(1, Math.hypot(x, y));
      x /= far; y /= far;
      knob.style.transform = `translate(${x * radius * 0.6}px, ${-y * radius * 0.6}px)`;
      hands.touched = Math.hypot(x, y) < 0.3 ? [0, 0] : [snapped(x), snapped(y)];
    };
    follow(stick, event => { woken(); move(event); }, move, () => { hands.touched = [0, 0]; knob.style.transform = ""; });
    const press = event => this.press(event.pointerId, this.buttonAt(event.clientX, event.clientY));
    follow(buttons, event => { woken(); navigator.vibrate?.(8); press(event); }, press, event => this.press(event.pointerId, -1));
    buttons.addEventListener("contextmenu", event => event.preventDefault());
  }

  buttonAt(x, y) {
    return this.buttons.findIndex(button => {
      const box = button.getBoundingClientRect();
      return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    });
  }

  press(finger, index) {
    if (index < 0) this.on.delete(finger); else this.on.set(finger, index);
    const down = new Set(this.on.values());
    this.buttons.forEach((button, i) => {
      button.classList.toggle("down", down.has(i));
      this.hands.change(`touch ${i + 1}`, down.has(i));
    });
  }
}

// Call functions while a finger is on an element, also after it has left it.
function follow(element, begin, move, end) {
  element.addEventListener("pointerdown", event => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    begin(event);
  });
  element.addEventListener("pointermove", event => { if (element.hasPointerCapture(event.pointerId)) move(event); });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(kind, end);
}

// Menus need full deflection: directions that are nearly straight become straight.
const snapped = x => Math.abs(x) < 0.3 ? 0 : Math.abs(x) > 0.85 ? Math.sign(x) : x;
