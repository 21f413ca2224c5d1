// Check sums.

const CRC = Uint32Array.from({length: 256}, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? n >>> 1 ^ 0xEDB88320 : n >>> 1;
  return n >>> 0;
});

export function crc32(bytes) {
  let sum = 0xFFFFFFFF;
  for (let i = 0; i < bytes.length; i++) sum = sum >>> 8 ^ CRC[(sum ^ bytes[i]) & 0xFF];
  return ~sum >>> 0;
}

// SHA-256 [FIPS 180-4]: the browser's own is not available on every page.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every(p => n % p)) PRIMES.push(n);
const fraction = x => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUND = Int32Array.from(PRIMES, p => fraction(Math.cbrt(p)));
const BEGIN = Int32Array.from(PRIMES.slice(0, 8), p => fraction(Math.sqrt(p)));

export function sha256(bytes) {
  const blocks = bytes.length + 9 + 63 >> 6, padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer), sum = BEGIN.slice(), w = new Int32Array(64);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8 >>> 0);
  const turn = (x, n) => x >>> n | x << 32 - n;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + w[i - 7]
        + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUND[i] + w[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => { sum[i] += part; });
  }
  return Array.from(sum, part => (part >>> 0).toString(16).padStart(8, "0")).join("");
}
