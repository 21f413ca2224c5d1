// Sound: level changes to samples by the machine's own mixer, and samples to an AudioWorklet.

const AHEAD = 0.06;             // seconds of samples queued in the worklet
const AHEAD_MAX = 0.16, AHEAD_STEP = 0.02;

// Runs in the audio thread: plays samples, fades out without any, reports how many are queued.
const WORKLET = `registerProcessor("vecx", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.parts = []; this.at = 0; this.waits = 0; this.last = 0; this.since = 0; this.short = 0;
    this.playing = false;
    this.port.onmessage = ({data}) => {
      if (data === "forget") { this.parts = []; this.at = this.waits = 0; this.playing = false; return; }
      this.parts.push(data); this.waits += data.length;
    };
  }
  process(inputs, [channels]) {
    const out = channels[0];
    if (!this.playing && this.waits > sampleRate * ${AHEAD} / 2) this.playing = true;
    for (let i = 0; i < out.length; i++) {
      if (this.playing && this.parts.length) {
        this.last = this.parts[0][this.at++]; this.waits--;
        if (this.at === this.parts[0].length) { this.parts.shift(); this.at = 0; }
      } else {
        if (this.playing) { this.short++; this.playing = false; }
        this.last *= 0.995;
      }
      out[i] = this.last;
    }
    for (let c = 1; c < channels.length; c++) channels[c].set(out);
    if (++this.since >= 4) { this.since = 0; this.port.postMessage([this.waits, this.short]); }
    return true;
  }
});`;

// The share of a band-limited step in each sample, as in vecx/sound/mixer.py.
export function stepKernels({taps, phases, cutoff, oversampling}) {
  const rows = new Float64Array((phases + 1) * taps);
  const sinc = x => x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  for (let phase = 0; phase <= phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      let value = 0;
      for (let k = 0; k < oversampling; k++) {
        const x = tap - taps / 2 + 1 - phase / phases + (k + 0.5) / oversampling - 0.5;
        if (Math.abs(x) < taps / 2)
          value += sinc(cutoff * x) * (0.42 + 0.5 * Math.cos(2 * Math.PI * x / taps) + 0.08 * Math.cos(4 * Math.PI * x / taps));
      }
      rows[phase * taps + tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < taps; tap++) rows[phase * taps + tap] /= sum;
  }
  return rows;
}

// Level changes to samples, in the machine's memory.
export class Mixer {
  constructor(machine, rate) {
    const {sound} = machine.setup;
    this.machine = machine;
    this.sound = sound;
    this.perSample = machine.number.cyclesPerSecond / rate;
    this.leak = 1 - 2 * Math.PI * sound.dcHz / rate;
    const {buffer} = machine.calls.memory;
    new Float64Array(buffer, machine.kernels, sound.kernels).set(stepKernels(sound));
    this.slopes = new Float64Array(buffer, machine.slopes, 32768);
    this.levels = new Float64Array(buffer, machine.levels, 32768);
    this.begin(machine.clock);
  }

  // Start at a cycle, in silence: a constant level is direct current.
  begin(cycle) {
    this.until = cycle;
    this.done = Math.trunc(cycle / this.perSample);
    this.tail = new Float64Array(0);
    this.level = 0;
  }

  // Return the samples completed up to a cycle.
  samples(edges, count, from, until) {
    if (from !== this.until) this.begin(from);
    const {tick} = this.machine.number, {taps, phases, volume} = this.sound, {calls, slopes, levels} = this.machine;
    this.until = until;
    const end = Math.max(this.done, Math.trunc((Math.trunc(until / tick) * tick - tick) / this.perSample));
    const ready = end - this.done, begin = this.done * this.perSample;
    const reach = Math.trunc((until - begin) / this.perSample) + 2;
    const length = Math.max(ready, reach, this.tail.length) + taps;
    this.slopes.fill(0, 0, length);
    this.slopes.set(this.tail);
    calls.add_steps(slopes, length, edges, count, 2, begin, this.perSample, this.machine.kernels, phases + 1, taps);
    this.tail = this.slopes.slice(ready, length);
    this.done = end;
    this.level = calls.integrate(slopes, ready, this.leak, this.level, levels, ready);
    return Float32Array.from(this.levels.subarray(0, ready), level => Math.max(-1, Math.min(1, level * volume)));
  }
}

// The sound of a page: silent until a tap or a key, as browsers require.
export class Output {
  constructor() {
    this.context = this.node = null;
    this.fault = "";
    this.loudness = 1;
    this.muted = false;
    this.waits = this.short = 0;
    this.ahead = AHEAD;
    this.sent = 0;
  }

  get playing() { return this.node !== null && this.context.state === "running"; }
  get rate() { return this.context?.sampleRate ?? 48000; }

  // Start; call this from the handler of a tap or a key.
  async begin() {
    if (this.context || this.fault) { await this.context?.resume(); return; }
    try {
      this.context = new AudioContext({latencyHint: "interactive"});
      if (!this.context.audioWorklet) throw new Error("this page has no AudioWorklet: use https");
      // A page from disk may not load a blob here.
      await this.context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(WORKLET)}`);
      const node = new AudioWorkletNode(this.context, "vecx", {numberOfInputs: 0, outputChannelCount: [2]});
      this.gain = this.context.createGain();
      node.connect(this.gain).connect(this.context.destination);
      node.port.onmessage = ({data}) => this.report(data);
      this.node = node;
      this.turn(0);
      await this.context.resume();
    } catch (fault) {
      this.fault = fault.message || String(fault);
      this.context = null;
    }
  }

  report([waits, short]) {
    if (short > this.short) this.ahead = Math.min(AHEAD_MAX, this.ahead + AHEAD_STEP);
    [this.waits, this.short, this.sent] = [waits, short, 0];
  }

  // Seconds of samples queued beyond AHEAD.
  get surplus() { return (this.waits + this.sent) / this.rate - this.ahead; }

  play(samples) {
    if (!this.playing || !samples.length || this.surplus > AHEAD_MAX) return;
    this.sent += samples.length;
    this.node.port.postMessage(samples, [samples.buffer]);
  }

  forget() { this.node?.port.postMessage("forget"); this.waits = this.sent = 0; }

  turn(steps) {
    this.loudness = Math.max(0.05, Math.min(1, this.loudness * 1.4125 ** steps));
    if (this.gain) this.gain.gain.value = this.muted ? 0 : this.loudness;
  }

  mute() { this.muted = !this.muted; this.turn(0); }
  sleep() { this.context?.suspend(); this.forget(); }
  wake() { this.context?.resume(); }
}
