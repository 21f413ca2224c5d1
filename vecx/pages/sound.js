// Sound: level changes to samples by the machine's own mixer, and samples to an AudioWorklet.

import { Samples } from "./samples.js";

const BLOCK = 1024;             // samples at a time without an AudioWorklet
const AHEAD = 0.06;             // seconds of samples in the queue
const AHEAD_MAX = 0.16, AHEAD_STEP = 0.02;

// How a band-limited step is distributed over samples, as in vecx/sound/mixer.py.
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
  // Args: worklet  the script of the audio thread;  changed  called when the sound starts or stops
  constructor(worklet, changed = () => {}) {
    this.worklet = worklet;
    this.changed = changed;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {((samples: Float32Array | null) => void) | null} */
    this.send = null;           // null empties the queue
    this.gain = null;
    this.fault = "";
    this.loudness = 1;
    this.muted = false;
    this.waits = this.short = 0;
    this.ahead = AHEAD;
    this.sent = 0;
  }

  get playing() { return this.send !== null && this.context?.state === "running"; }
  get stopped() { return this.context !== null && this.context.state !== "running"; }
  get rate() { return this.context?.sampleRate ?? 48000; }

  // Start, or continue after the browser stopped the sound; call this from the handler of a tap or a key.
  async begin() {
    if (this.fault || this.playing) return;
    try {
      if (!this.context) await this.make();
      await this.context.resume();
    } catch (fault) {
      this.fault = fault.message || String(fault);
      this.context = this.send = null;
    }
  }

  async make() {
    const context = this.context = new AudioContext({latencyHint: "interactive"});
    context.onstatechange = () => this.changed();
    this.gain = context.createGain();
    this.gain.connect(context.destination);
    const begin = AHEAD / 2 * context.sampleRate;
    if (context.audioWorklet) {
      // As `data:`, because Chromium loads no blob into the audio thread of a page from disk.
      await context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(this.worklet)}`);
      const node = new AudioWorkletNode(context, "vecx", {numberOfInputs: 0, outputChannelCount: [2], processorOptions: {begin}});
      node.connect(this.gain);
      node.port.onmessage = ({data}) => this.report(...data);
      this.send = samples => node.port.postMessage(samples, samples ? [samples.buffer] : []);
    } else {        // plain http from another computer
      const samples = new Samples(begin), node = context.createScriptProcessor(BLOCK, 0, 2);
      node.onaudioprocess = ({outputBuffer}) => {
        samples.fill(outputBuffer.getChannelData(0));
        outputBuffer.copyToChannel(outputBuffer.getChannelData(0), 1);
        this.report(samples.waits, samples.short);
      };
      node.connect(this.gain);
      this.node = node;         // or it would be collected
      this.send = part => { if (part) samples.push(part); else samples.forget(); };
    }
    this.turn(0);
  }

  report(waits, short) {
    if (short > this.short) this.ahead = Math.min(AHEAD_MAX, this.ahead + AHEAD_STEP);
    [this.waits, this.short, this.sent] = [waits, short, 0];
  }

  // Seconds of samples queued beyond AHEAD.
  get surplus() { return (this.waits + this.sent) / this.rate - this.ahead; }

  play(samples) {
    if (!this.playing || !samples.length || this.surplus > AHEAD_MAX) return;
    this.sent += samples.length;
    this.send(samples);
  }

  forget() { this.send?.(null); this.waits = this.sent = 0; }

  turn(steps) { this.set(this.loudness * 1.4125 ** steps); }

  set(loudness) {
    this.loudness = Math.max(0.05, Math.min(1, loudness));
    if (this.gain) this.gain.gain.value = this.muted ? 0 : this.loudness;
  }

  mute() { this.muted = !this.muted; this.turn(0); }
  sleep() { this.context?.suspend(); this.forget(); }
  wake() { this.context?.resume(); }
}
