// Projects as archives and links.  Both may come from anyone: names, counts and sizes are checked.

import { entriesOf, contentOf } from "./files.js";
import { ascii, deflated, fromBase64, inflated, joined, through, toBase64 } from "./packed.js";
import { Damaged } from "./states.js";
import { crc32 } from "./sums.js";

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_ .-]{0,59}\.(?:asm|inc|i|s|a09)$/i;
const FILES_MOST = 64, TEXT_BYTES_MAX = 1 << 20, ARCHIVE_BYTES_MAX = 1 << 22;
const LOCAL_BYTES = 30, CENTRAL_BYTES = 46, END_BYTES = 22, DEFLATED = 8, UTF8_NAMES = 0x800;

/**
 * The sources of a project, keyed by name, and the name of the one that is assembled.
 * @typedef {{main: string, files: Record<string, string>}} Project
 */

export const isName = name => NAME.test(name);

// Return a project from data of unknown origin.  Errors: Damaged says what is wrong with it
/** @type {(data: any, where: string) => Project} */
export function checked(data, where) {
  const rows = data && typeof data === "object" && data.files && typeof data.files === "object" ? Object.entries(data.files) : [];
  if (!rows.length || rows.length > FILES_MOST) throw new Damaged(`${where} has no sources, or more than ${FILES_MOST}`);
  for (const [name, text] of rows) {
    if (!isName(name)) throw new Damaged(`${where} has a file with an invalid name; use letters, digits, _, - and a suffix such as .asm, and no folders`);
    if (typeof text !== "string") throw new Damaged(`${where} is damaged`);
  }
  if (rows.reduce((sum, [, text]) => sum + ascii(text).length, 0) > TEXT_BYTES_MAX)
    throw new Damaged(`${where} has more than ${TEXT_BYTES_MAX >> 20} MiB of sources`);
  const files = Object.fromEntries(rows.map(([name, text]) => [name, String(text)]));
  return {main: Object.hasOwn(files, data.main) ? data.main : mainOf(files), files};
}

// The source that no other one includes; by preference one with a cartridge's header.
function mainOf(files) {
  const names = Object.keys(files);
  return names.find(name => /g GCE/.test(files[name])) ?? names[0];
}

/** @type {(project: Project) => Promise<string>} */
export async function linkOf({main, files}) {
  const packed = await deflated(ascii(JSON.stringify({main, files})));
  return `#project=${toBase64(packed).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// Return the project in a fragment; null if the fragment is another one.  Errors: Damaged
/** @type {(hash: string) => Promise<Project | null>} */
export async function fromLink(hash) {
  if (!hash.startsWith("#project=")) return null;
  let data;
  try {
    const packed = await fromBase64(hash.slice(9).replaceAll("-", "+").replaceAll("_", "/"));
    data = JSON.parse(new TextDecoder().decode(await inflated(packed, 2 * TEXT_BYTES_MAX)));
  } catch (fault) {
    throw new Damaged(fault instanceof RangeError ? `the link has more than ${TEXT_BYTES_MAX >> 20} MiB of sources` : "the link is damaged or cut short; copy it again");
  }
  return checked(data, "the link");
}

// Return the project in a zip.  Errors: Damaged
/** @type {(name: string, bytes: Uint8Array<any>) => Promise<Project>} */
export async function fromZip(name, bytes) {
  if (bytes.length > ARCHIVE_BYTES_MAX) throw new Damaged(`${name}: an archive of more than ${ARCHIVE_BYTES_MAX >> 20} MiB`);
  const files = {};
  let left = TEXT_BYTES_MAX;
  for (const entry of entriesOf(name, bytes)) {
    if (entry.file.endsWith("/")) continue;
    if (!isName(entry.file)) throw new Damaged(`${name} has a file with an invalid name; a project has sources such as game.asm, and no folders`);
    const content = await contentOf(name, bytes, entry, left);
    left -= content.length;
    files[entry.file] = new TextDecoder().decode(content);
  }
  return checked({files}, name);
}

/** @type {(project: Project) => Promise<Blob>} */
export async function toZip({files}) {
  const parts = [], central = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const plain = ascii(text), title = ascii(name);
    const packed = await through(new CompressionStream("deflate-raw"), plain);
    const fields = view => {        // what the local and the central header have in common
      [[0, 20], [2, UTF8_NAMES], [4, DEFLATED], [8, 0x21]].forEach(([place, value]) => view.setUint16(place, value, true));
      [[10, crc32(plain)], [14, packed.length], [18, plain.length]].forEach(([place, value]) => view.setUint32(place, value, true));
      view.setUint16(22, title.length, true);
    };
    const local = new DataView(new ArrayBuffer(LOCAL_BYTES)), entry = new DataView(new ArrayBuffer(CENTRAL_BYTES));
    local.setUint32(0, 0x04034B50, true);
    fields(new DataView(local.buffer, 4));
    entry.setUint32(0, 0x02014B50, true);
    entry.setUint16(4, 20, true);
    fields(new DataView(entry.buffer, 6));
    entry.setUint32(42, at, true);
    parts.push(new Uint8Array(local.buffer), title, packed);
    central.push(new Uint8Array(entry.buffer), title);
    at += LOCAL_BYTES + title.length + packed.length;
  }
  const index = joined(central), end = new DataView(new ArrayBuffer(END_BYTES)), count = Object.keys(files).length;
  end.setUint32(0, 0x06054B50, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, index.length, true);
  end.setUint32(16, at, true);
  return new Blob([...parts, index, new Uint8Array(end.buffer)], {type: "application/zip"});
}
