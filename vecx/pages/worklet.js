// The audio thread: plays the samples that the page sends, and reports how many are queued.

import { Samples } from "./samples.js";

/** @type {any} */
const scope = globalThis;
const REPORT = 4;               // blocks of samples between two reports

scope.registerProcessor("vecx", class extends scope.AudioWorkletProcessor {
  constructor({processorOptions}) {
    super();
    this.samples = new Samples(processorOptions.begin);
    this.blocks = 0;
    this.port.onmessage = ({data}) => { if (data) this.samples.push(data); else this.samples.forget(); };
  }

  process(inputs, [channels]) {
    this.samples.fill(channels[0]);
    for (const channel of channels.slice(1)) channel.set(channels[0]);
    if (++this.blocks % REPORT === 0) this.port.postMessage([this.samples.waits, this.samples.short]);
    return true;
  }
});
