// The projects that the browser keeps.  Without storage they last until the page is closed.

import { toBase64 } from "./packed.js";

const DATABASE = "vecx-workshop", STORE = "projects", LEFT = "vecx-workshop/left/";

// Return a name that nothing else has.  crypto.randomUUID exists on pages of https and of this computer only.
export const unique = () => toBase64(crypto.getRandomValues(new Uint8Array(16)));

const answered = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Projects {
  static async open() {
    const projects = new Projects();
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, {keyPath: "id"});
      projects.database = await answered(request);
    } catch { projects.fault = "the browser denies this page its storage"; }
    return projects;
  }

  constructor() {
    this.database = null;
    this.memory = new Map();
    this.page = unique();
    this.latest = 0;            // the last time that this page has given to a change
    this.saving = [];           // projects that wait to be kept
    this.last = Promise.resolve();      // the end of the last of these
    this.fault = "";            // why projects are lost when the page is closed
  }

  async all() {
    const kept = this.database ? await answered(this.database.transaction(STORE).objectStore(STORE).getAll()).catch(() => []) : [];
    return [...new Map([...kept, ...this.memory.values()].map(one => [one.id, one])).values()]
      .sort((a, b) => b.changed - a.changed);
  }

  async one(id) {
    if (this.memory.has(id) || !this.database) return this.memory.get(id);
    return answered(this.database.transaction(STORE).objectStore(STORE).get(id)).catch(() => undefined);
  }

  // Return the time of a change, after all others of this page and of the project.
  timeOf(project) {
    this.latest = Math.max(Date.now(), this.latest + 1, project.changed + 1);
    return this.latest;
  }

  // Keep a project, after those before it.  If another tab has changed it since, keep it under another id.
  put(project) {
    this.saving.push(project);
    this.last = this.last.then(() => this.putNow(project)).then(() => { this.saving.shift(); });
    return this.last;
  }

  async putNow(project) {
    const changed = this.timeOf(project);
    try {
      if (!this.database) throw new DOMException(this.fault);
      const work = this.database.transaction(STORE, "readwrite"), store = work.objectStore(STORE);
      const ended = new Promise((resolve, reject) => {
        work.oncomplete = resolve;
        work.onabort = work.onerror = () => reject(work.error);
      });
      ended.catch(() => {});
      const known = await answered(store.get(project.id));
      if (known && known.changed !== project.changed) project.id = unique();
      store.put({...project, changed, page: this.page});
      await ended;
      project.changed = changed;
      this.fault = "";
      this.memory.delete(project.id);
    } catch (fault) {
      this.memory.set(project.id, {...project, changed});
      this.fault ||= fault?.name === "QuotaExceededError" ? "the browser's storage for this page is full" : "the browser does not keep it";
    }
  }

  // The page ends, so nothing can wait: keep the projects that are being saved, and these.
  leave(...projects) {
    for (const project of [...this.saving, ...projects]) {
      const left = {...project, page: this.page, left: this.timeOf(project)};
      try { localStorage.setItem(`${LEFT}${this.page}/${project.id}`, JSON.stringify(left)); } catch { /* no storage: said before */ }
    }
  }

  // Keep the projects that earlier pages have left.  A page that has ended may have saved its project before or after it left it.
  async recover() {
    try {
      for (const [key, text] of Object.entries(localStorage).filter(([key]) => key.startsWith(LEFT))) {
        localStorage.removeItem(key);
        const {left, ...project} = JSON.parse(text), known = await this.one(project.id);
        if (known?.page === project.page) {
          if (known.changed > left) continue;
          project.changed = known.changed;
        }
        await this.put(project);
      }
    } catch { /* no storage, or damaged */ }
  }

  async drop(id) {
    this.memory.delete(id);
    if (this.database) await answered(this.database.transaction(STORE, "readwrite").objectStore(STORE).delete(id)).catch(() => {});
  }
}
