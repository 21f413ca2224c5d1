// Bytes, packed into a page's text and out of it.


export async function through(kind, bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(kind);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const inflated = bytes => through(new DecompressionStream("deflate"), bytes);
export const deflated = bytes => through(new CompressionStream("deflate"), bytes);

export const fromBase64 = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));

export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

export const unpacked = text => inflated(fromBase64(text));
export const unpackedData = async text => JSON.parse(new TextDecoder().decode(await unpacked(text)));
export const ascii = text => new TextEncoder().encode(text);

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}
