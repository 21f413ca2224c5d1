// What a page keeps in the browser's storage, or, without it, until it is closed.

export class Saves {
  constructor() { this.lost = new Map(); }

  // Keep a text; return why it is lost when the page is closed, or "".
  put(key, text) {
    try {
      localStorage.setItem(key, text);
      this.lost.delete(key);
      return "";
    } catch (fault) {
      this.lost.set(key, text);
      return fault.name === "SecurityError" ? "the browser denies this page its storage" : "the browser's storage for this page is full";
    }
  }

  get(key) {
    if (this.lost.has(key)) return this.lost.get(key);
    try { return localStorage.getItem(key); } catch { return null; }
  }

  drop(key) {
    this.lost.delete(key);
    try { localStorage.removeItem(key); } catch { /* nothing is kept there */ }
  }
}
