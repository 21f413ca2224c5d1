// Bytes, packed into a page's text and out of it.

const SLICE_MS = 10;            // of work, after which the browser handles taps and keys

// Call `due` during long work: it lets the browser respond from time to time.
export class Slices {
  constructor() { this.begun = performance.now(); }

  async due() {
    if (performance.now() - this.begun < SLICE_MS) return;
    await new Promise(later => setTimeout(later));
    this.begun = performance.now();
  }
}

// Return the output of a stream of this kind for some bytes.  Errors: RangeError beyond `most` bytes, or the stream's own
export async function through(kind, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(kind).getReader(), parts = [], slices = new Slices();
  for (let size = 0;;) {
    const {done, value} = await reader.read();
    if (done) return joined(parts);
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new RangeError(`more than ${most} bytes`);
    }
    parts.push(value);
    await slices.due();
  }
}

export const inflated = (bytes, most) => through(new DecompressionStream("deflate"), bytes, most);
export const deflated = bytes => through(new CompressionStream("deflate"), bytes);

const decoded = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));

// Return bytes from base64.  Errors: DOMException for other text
export async function fromBase64(text) {
  const parts = [], slices = new Slices();
  for (let at = 0; at < text.length; at += 1 << 16) {     // four characters are three bytes
    parts.push(decoded(text.slice(at, at + (1 << 16))));
    await slices.due();
  }
  return joined(parts);
}

export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

export const unpacked = text => inflated(decoded(text));
export const unpackedData = async text => JSON.parse(new TextDecoder().decode(await unpacked(text)));
export const ascii = text => new TextEncoder().encode(text);

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}
