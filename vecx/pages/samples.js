// Samples on their way to the loudspeaker: a queue that fades out when it is empty.

export class Samples {
  // Args: begin  number of samples that must be queued before any is played
  constructor(begin) {
    this.begin = begin;
    this.parts = [];
    this.at = this.waits = this.last = this.short = 0;
    this.playing = false;
  }

  push(part) { this.parts.push(part); this.waits += part.length; }

  forget() { this.parts = []; this.at = this.waits = 0; this.playing = false; }

  fill(out) {
    if (!this.playing && this.waits > this.begin) this.playing = true;
    for (let i = 0; i < out.length; i++) {
      if (this.playing && this.parts.length) {
        this.last = this.parts[0][this.at++];
        this.waits--;
        if (this.at === this.parts[0].length) { this.parts.shift(); this.at = 0; }
      } else {
        if (this.playing) { this.short++; this.playing = false; }
        this.last *= 0.995;
      }
      out[i] = this.last;
    }
  }
}
