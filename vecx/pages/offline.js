// The service worker of an exported app: serves its files from a copy, also without a network.

/** @type {any} */
const worker = self;
const {version, files} = worker.app;        // set by the lines before this script
const VERSION = `${worker.registration.scope} ${version}`;

worker.addEventListener("install", event => event.waitUntil(
  caches.open(VERSION).then(copy => copy.addAll(files)).then(() => worker.skipWaiting())));

worker.addEventListener("activate", event => event.waitUntil(
  caches.keys().then(names => Promise.all(names
    .filter(name => name.startsWith(`${worker.registration.scope} `) && name !== VERSION)
    .map(name => caches.delete(name)))).then(() => worker.clients.claim())));

worker.addEventListener("fetch", event => {
  if (event.request.method === "GET")
    event.respondWith(caches.match(event.request, {cacheName: VERSION, ignoreSearch: true}).then(found => found ?? fetch(event.request)));
});
