// States as files, `vecx-snapshot/3`, and the checks of vecx/console/snapshot.py.

import { ascii, deflated, fromBase64, inflated, joined, toBase64 } from "./packed.js";
import { crc32 } from "./sums.js";

const SNAPSHOT = "vecx-snapshot/3";
const SEGMENT_BYTES = 28, CAUSE_BYTES = 16;

export class Damaged extends Error {}

const cut = () => new Damaged("the state is damaged or cut short");

function cartRamOf({cartRam}) {
  const hex = number => number.toString(16).toUpperCase().padStart(4, "0");
  return cartRam ? `${hex(cartRam[0])}-${hex(cartRam[1])}` : "none";
}

// Return a saved state as the contents of a file.
export async function snapshot(machine, kept = machine.keep()) {
  const {setup} = machine, parts = [ascii(setup.schema), kept.record, kept.ram, kept.segments,
                                    kept.causes, new Uint8Array(0)];
  const body = joined(parts);
  const head = {format: SNAPSHOT, bios: crc32(setup.bios), cart: crc32(machine.image),
    cart_ram: cartRamOf(machine), crc: crc32(body),
    sizes: parts.map(part => part.length), preset: setup.identity.preset, analog: setup.analog,
    poked: [], later: []};
  return joined([ascii(JSON.stringify(head) + "\n"), await deflated(body)]);
}

// Return the saved state in a snapshot.  Errors: Damaged says why it cannot be used
export async function kept(machine, data) {
  const end = data.indexOf(10), {setup, layout} = machine, {limits} = setup;
  let head;
  try {
    head = JSON.parse(new TextDecoder().decode(data.subarray(0, end)));
  } catch { throw cut(); }
  if (head?.format !== SNAPSHOT) throw new Damaged("the state is of another version of vecx");
  if (head.bios !== crc32(setup.bios)) throw new Damaged("the state was made with another executive ROM");
  if (head.cart !== crc32(machine.image)) throw new Damaged("the state was made with another cartridge");
  if (head.cart_ram !== cartRamOf(machine)) throw new Damaged("the state was made with different RAM in the cartridge");
  if (head.preset !== setup.identity.preset) throw new Damaged(`the state was made with preset ${String(head.preset).slice(0, 40)}`);
  const parts = [];
  try {
    const body = await inflated(data.subarray(end + 1), limits.stateBytes);
    let at = 0;
    for (const size of head.sizes) { parts.push(body.slice(at, at + size)); at += size; }
    if (head.sizes.length !== 6 || at !== body.length || crc32(body) !== head.crc) throw cut();
    if (head.later.length || head.poked.length || parts[5].length)
      throw new Damaged("the state has pending inputs or frames, or a changed ROM; this page cannot continue it");
  } catch (fault) { throw fault instanceof Damaged ? fault : cut(); }
  const [schema, record, ram, segments, causes] = parts;
  if (new TextDecoder().decode(schema) !== setup.schema) throw new Damaged("the state is of another version of vecx");
  if (record.length !== layout.recordBytes || ram.length !== machine.ram.length || misfit(machine, record)
      || !rowsFit(machine, record, segments, causes)) throw cut();
  return {record, ram, segments, causes};
}

// Returns the values of a field of a record.
function reader(layout, record) {
  const view = new DataView(record.buffer, record.byteOffset);
  return name => {
    const [at, kind, length] = layout.record[name];
    return Array.from({length: length || 1}, (_, i) =>
      kind[0] === "f" ? view.getFloat64(at + 8 * i, true) : view.getBigInt64(at + 8 * i, true));
  };
}

// Return the name of the first field whose value is impossible, or "": as in vecx/chips/state_range.py.
// Compiled code uses fields as indexes and counts without checking them.
export function misfit(machine, record) {
  const {setup, layout} = machine, values = reader(layout, record), own = reader(layout, setup.record);
  const clock = Number(values("clock")[0]);
  for (const [name, counted, ascending, least, leastUnit, most, mostUnit] of setup.limits.fields) {
    const used = values(name), rest = counted ? used.splice(Number(values(counted)[0])) : [];
    const from = least + (leastUnit && Math.floor(clock / leastUnit)), to = most + (mostUnit && Math.floor(clock / mostUnit));
    if (rest.some(value => Number(value) !== 0) || ascending && used.some((value, i) => value < used[i - 1])
        || !used.every(value => value >= from && value <= to)) return name;
    // The board's tables are those of the page's own parameters.
    if (name.startsWith("p_") && used[0] !== own(name)[0] && (name !== "p_seed" || own("p_dac_inl")[0])) return name;
  }
  if (values("bank")[0] >= machine.banks) return "bank";
  return machine.viaDue(record) < clock - setup.limits.late ? "via_due" : "";
}

// Return whether the machine of a record can have drawn these segments.
function rowsFit(machine, record, segments, causes) {
  const {setup, layout, number} = machine, values = reader(layout, record), {rowMost, unknown} = setup.limits;
  const rows = segments.length / SEGMENT_BYTES, clock = Number(values("clock")[0]);
  if (rows !== causes.length / CAUSE_BYTES || rows % 1 || rows > number.rows / 2 || rows > values("segments")[0]) return false;
  const drawn = new DataView(segments.buffer), caused = new DataView(causes.buffer);
  for (let i = 0; i < rows; i++) {
    for (let column = 0; column < 7; column++)
      if (!(Math.abs(drawn.getFloat32(SEGMENT_BYTES * i + 4 * column, true)) < rowMost)) return false;
    const z = drawn.getFloat32(SEGMENT_BYTES * i + 16, true);
    const pc = caused.getBigInt64(CAUSE_BYTES * i, true), cycle = caused.getBigInt64(CAUSE_BYTES * i + 8, true);
    if (z < 0 || z > 1 || pc < 0 || pc > 0xFFFF || cycle < unknown || cycle > clock) return false;
  }
  return true;
}

// --- states for the same page ---------------------------------------------------------------------

const HEAD_BYTES = 8;           // check sums: of what the state belongs to, and of its bytes

function ownerOf(machine) {
  const {setup} = machine;
  return crc32(joined([ascii(`${setup.schema} ${setup.identity.preset} ${setup.identity.seed} ${cartRamOf(machine)}`), setup.bios, machine.image]));
}

const differences = (bytes, from) => bytes.map((byte, i) => byte ^ from[i]);

// Return a state for this page, at once.  Record and RAM are differences from power-on, which deflate well.
export function raw(machine, kept = machine.keep()) {
  const {setup, powerOnRam} = machine;
  const body = joined([differences(kept.record, setup.record), differences(kept.ram, powerOnRam), kept.segments, kept.causes]);
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  head.setUint32(0, ownerOf(machine));
  head.setUint32(4, crc32(body));
  return joined([new Uint8Array(head.buffer), body]);
}

// Return the saved state from the result of `raw`.  Errors: Damaged
export function fromRaw(machine, data) {
  const {setup, powerOnRam, layout} = machine, body = data.subarray(HEAD_BYTES);
  const rows = (body.length - layout.recordBytes - powerOnRam.length) / (SEGMENT_BYTES + CAUSE_BYTES);
  if (rows < 0 || rows % 1) throw cut();
  const head = new DataView(data.buffer, data.byteOffset);
  if (head.getUint32(0) !== ownerOf(machine)) throw new Damaged("the state belongs to another cartridge, or to another version of this page");
  const sizes = [layout.recordBytes, powerOnRam.length, SEGMENT_BYTES * rows, CAUSE_BYTES * rows];
  const [record, ram, segments, causes] = sizes.map((size, i) => {
    const at = sizes.slice(0, i).reduce((sum, before) => sum + before, 0);
    return body.slice(at, at + size);
  });
  const state = {record: differences(record, setup.record), ram: differences(ram, powerOnRam), segments, causes};
  if (head.getUint32(4) !== crc32(body) || misfit(machine, state.record) || !rowsFit(machine, state.record, segments, causes)) throw cut();
  return state;
}

// Return a state as the text of a link.
export async function linked(machine) {
  return toBase64(await deflated(raw(machine))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Return the saved state in a link.  Errors: Damaged
export async function fromLink(machine, text) {
  let data;
  try {
    data = await inflated(await fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")), machine.setup.limits.stateBytes);
  } catch { throw new Damaged("the link is damaged or cut short"); }
  return fromRaw(machine, data);
}
