// The projects that the browser keeps.  Without storage they last until the page is closed.

const DATABASE = "vecx-workshop", STORE = "projects", LEFT = "vecx-workshop/left";

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
    this.last = Promise.resolve();      // the last change that was asked for
    this.fault = "";            // why projects are lost when the page is closed
  }

  async all() {
    const kept = this.database ? await answered(this.database.transaction(STORE).objectStore(STORE).getAll()).catch(() => []) : [];
    return [...new Map([...kept, ...this.memory.values()].map(one => [one.id, one])).values()]
      .sort((a, b) => b.changed - a.changed);
  }

  // Keep a project, after those before it.  If another tab has changed it since, keep it under another id.
  put(project) {
    this.last = this.last.then(() => this.putNow(project));
    return this.last;
  }

  async putNow(project) {
    const changed = Math.max(Date.now(), project.changed + 1);
    try {
      if (!this.database) throw new DOMException(this.fault);
      const work = this.database.transaction(STORE, "readwrite"), store = work.objectStore(STORE);
      const ended = new Promise((resolve, reject) => {
        work.oncomplete = resolve;
        work.onabort = work.onerror = () => reject(work.error);
      });
      ended.catch(() => {});
      const known = await answered(store.get(project.id));
      if (known && known.changed !== project.changed) project.id = crypto.randomUUID();
      store.put({...project, changed});
      await ended;
      project.changed = changed;
      this.fault = "";
      this.memory.delete(project.id);
    } catch (fault) {
      this.memory.set(project.id, {...project, changed});
      this.fault ||= fault?.name === "QuotaExceededError" ? "the browser's storage for this page is full" : "the browser does not keep it";
    }
  }

  // Keep a project while the page ends, when nothing can wait.
  leave(project) {
    try { localStorage.setItem(LEFT, JSON.stringify(project)); } catch { /* no storage: said before */ }
  }

  // Keep the project that an earlier page has left.
  async recover() {
    try {
      const left = JSON.parse(localStorage.getItem(LEFT) ?? "null");
      localStorage.removeItem(LEFT);
      if (left) await this.put(left);
    } catch { /* no storage, or damaged */ }
  }

  async drop(id) {
    this.memory.delete(id);
    if (this.database) await answered(this.database.transaction(STORE, "readwrite").objectStore(STORE).delete(id)).catch(() => {});
  }
}
