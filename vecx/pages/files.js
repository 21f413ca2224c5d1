// Files from outside: archives of cartridges, and the limits of vecx/console/roms.py.

import { through } from "./packed.js";
import { Damaged } from "./states.js";

const SUFFIXES = [".bin", ".vec", ".gam", ".rom"];
const ARCHIVE_BYTES_MAX = 1 << 22;
const OVERLAY_SIDE_MAX = 8192, OVERLAY_PIXELS_MAX = 1 << 24;
const CENTRAL = 0x02014B50, END = 0x06054B50, END_BYTES = 22;

const isGzip = bytes => bytes[0] === 0x1F && bytes[1] === 0x8B;
const isZip = bytes => bytes[0] === 0x50 && bytes[1] === 0x4B;

// Return a cartridge's image, unpacked if necessary.  Errors: Damaged says why the file is not one
export async function imageIn(name, bytes, most) {
  if (isGzip(bytes) || isZip(bytes)) {
    if (bytes.length > ARCHIVE_BYTES_MAX) throw new Damaged(`${name}: an archive of more than ${ARCHIVE_BYTES_MAX >> 20} MiB`);
    bytes = await (isGzip(bytes) ? unpackedBy("gzip", name, bytes, most) : imageOfZip(name, bytes, most));
    if (isGzip(bytes) || isZip(bytes)) throw new Damaged(`${name}: the archive contains another archive; unpack the outer one`);
  }
  if (bytes.length < 16) throw new Damaged(`${name}: ${bytes.length} bytes cannot be a cartridge; even the header is longer`);
  if (bytes.length > most) throw new Damaged(`${name}: ${bytes.length.toLocaleString("en")} bytes; a cartridge has at most ${most.toLocaleString("en")}`);
  return bytes;
}

function unpackedBy(kind, name, bytes, most) {
  return through(new DecompressionStream(kind), bytes, most).catch(fault => {
    throw new Damaged(fault instanceof RangeError ? `${name}: the packed file has more than ${most.toLocaleString("en")} bytes` : `${name}: a damaged archive`);
  });
}

async function imageOfZip(name, bytes, most) {
  const found = entriesOf(name, bytes).filter(({file}) => SUFFIXES.some(suffix => file.toLowerCase().endsWith(suffix)));
  if (found.length !== 1) throw new Damaged(`${name}: the archive contains ${found.length} images (${SUFFIXES.join(", ")}); it must contain exactly one`);
  return contentOf(name, bytes, found[0], most);
}

// Return the name of each file in a zip, and the place of its entry.  Errors: Damaged
export function entriesOf(name, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), found = [];
  try {
    let end = bytes.length - END_BYTES;
    while (view.getUint32(end, true) !== END) end--;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left; left--) {
      if (view.getUint32(at, true) !== CENTRAL) throw new RangeError();
      const [nameBytes, extra, comment] = [28, 30, 32].map(field => view.getUint16(at + field, true));
      found.push({at, file: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes))});
      at += 46 + nameBytes + extra + comment;
    }
  } catch { throw new Damaged(`${name}: a damaged archive`); }
  return found;
}

// Return the content of a file in a zip.  Errors: Damaged, also for more than `most` bytes
export async function contentOf(name, bytes, {at}, most) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true), local = view.getUint32(at + 42, true);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (view.getUint16(at + 8, true) & 1) throw new Damaged(`${name}: the archive is encrypted; unpack it and use the files`);
    if (method !== 0 && method !== 8) throw new Damaged(`${name}: unsupported compression (method ${method}); unpack it and use the files`);
    if (begin + size > bytes.length) throw new RangeError();
    const packed = bytes.subarray(begin, begin + size);
    return method ? unpackedBy("deflate-raw", name, packed, most) : packed;
  } catch (fault) { throw fault instanceof Damaged ? fault : new Damaged(`${name}: a damaged archive`); }
}

// Return the picture of an overlay.  Errors: Damaged
export async function overlayIn(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 24 || view.getUint32(0) !== 0x89504E47) throw new Damaged("the file is not a PNG, although its name says so");
  const [width, height] = bytes.length > 24 ? [view.getUint32(16), view.getUint32(20)] : [0, 0];
  if (Math.max(width, height) > OVERLAY_SIDE_MAX || width * height > OVERLAY_PIXELS_MAX)
    throw new Damaged(`the picture has ${width} x ${height} pixels; an overlay has at most ${OVERLAY_SIDE_MAX} a side`);
  return createImageBitmap(new Blob([bytes], {type: "image/png"}))
    .catch(() => { throw new Damaged("the picture cannot be decoded; an overlay is a PNG with transparency"); });
}

// Return why a file may not have been saved; empty if nothing is known against it.  A page cannot ask whether the frame
// around it allows downloads, unless both are of one origin.
export function downloadFault() {
  if (window === window.top) return "";
  /** @type {any} */
  const frame = window.frameElement;        // null if it is of another origin
  if (!frame) return "sent to the browser; if it is not among the downloads, the frame around this page forbids them";
  return !frame.sandbox.length || frame.sandbox.contains("allow-downloads") ? ""
    : "not saved: the frame around this page forbids downloads; open the game in a window of its own";
}

export function saveAs(name, blob) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
