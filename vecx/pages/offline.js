// The service worker of an exported app: serves its files from a copy, also without a network.
/* global clients */

const VERSION = `${self.registration.scope} {{version}}`;
const FILES = `{{files}}`;

self.addEventListener("install", event => event.waitUntil(
  caches.open(VERSION).then(copy => copy.addAll(JSON.parse(FILES))).then(() => self.skipWaiting())));

self.addEventListener("activate", event => event.waitUntil(
  caches.keys().then(names => Promise.all(names
    .filter(name => name.startsWith(`${self.registration.scope} `) && name !== VERSION)
    .map(name => caches.delete(name)))).then(() => clients.claim())));

self.addEventListener("fetch", event => {
  if (event.request.method === "GET")
    event.respondWith(caches.match(event.request, {cacheName: VERSION, ignoreSearch: true}).then(found => found ?? fetch(event.request)));
});
