// Which key does what: the window's keys, and the user's changes, which the browser keeps.

const STORED = "vecx/keys";

export class Keys {
  // Args: bindings  from export.py: rows of a job, its description and its key; hold; commands that are held
  constructor({jobs, hold, held}, saves) {
    this.hold = hold;
    this.held = held;
    this.saves = saves;
    this.defaults = jobs;
    this.words = new Map(jobs.map(([job, words]) => [job, words]));
    this.reset();
    try {
      for (const [job, key] of Object.entries(JSON.parse(saves.get(STORED) ?? "{}")))
        if (this.words.has(job) && typeof key === "string") this.of.set(job, key);
    } catch { /* not JSON: the defaults stay */ }
    this.index();
  }

  reset() {
    this.of = new Map(this.defaults.map(([job,, key]) => [job, key]));
    this.index();
  }

  // Look-up tables: buttons and sticks as in vecx/play/inputs.py, and commands.
  index() {
    this.buttons = {};
    this.sticks = {};
    this.commands = {};
    for (const [job, key] of this.of) {
      const [kind, ...numbers] = job.split(" ");
      if (kind === "button") this.buttons[key] = numbers.map(Number);
      else if (kind === "stick") this.sticks[key] = numbers.map(Number);
      else this.commands[key] = job;
    }
  }

  // Give a job another key; the job that had it takes the old one.
  assign(job, key) {
    for (const [other, taken] of this.of) if (taken === key) this.of.set(other, this.of.get(job));
    this.of.set(job, key);
    this.index();
    return this.store();
  }

  store() {
    const changed = this.defaults.filter(([job,, key]) => this.of.get(job) !== key).map(([job]) => [job, this.of.get(job)]);
    return this.saves.put(STORED, JSON.stringify(Object.fromEntries(changed)));
  }

  label(job) {
    const key = this.of.get(job);
    return key.length === 1 ? key.toUpperCase() : key.replace(/\b\w/g, letter => letter.toUpperCase());
  }
}
