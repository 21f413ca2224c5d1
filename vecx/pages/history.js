// The past of a game: states to rewind to.

const BYTES_MAX = 48 << 20;

export class History {
  constructor() { this.clear(); }

  clear() {
    this.states = [];
    this.bytes = 0;
  }

  push(state) {
    this.states.push(state);
    this.bytes += size(state);
    while (this.bytes > BYTES_MAX) this.bytes -= size(this.states.shift());
  }

  // Drop the newest state, and return the one before it, or null at the beginning.
  back() {
    if (this.states.length < 2) return null;
    this.bytes -= size(this.states.pop());
    return this.states[this.states.length - 1];
  }
}

const size = state => state.record.length + state.ram.length + state.segments.length + state.causes.length + 128;
