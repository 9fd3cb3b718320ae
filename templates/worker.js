{% load static %}// Keeps pages that their reader may need while she is offline, and shows a page of ours where there is none.
// Which pages it keeps the server says, by a header (`campaigns/core/offline.py`); all of one person, in a cache named after her,
// which also holds what she wrote and could not send (`static/js/waiting/`). A notice that it is somebody's turn leads
// back to the table that showed it.

const KEPT = "{% static 'css/storywheel.css' %}";
const OFFLINE = "{% url 'offline' %}";
const DOOR = "{% url 'account_login' %}"; // who is shown it has signed out, or is signed out by now
const FILES = [
  KEPT,
  "{% static 'img/icon.svg' %}",
  "{% static 'js/kept.js' %}",
  "{% static 'js/every_page.js' %}",
  "{% static 'js/offline.js' %}",
  "{% static 'js/waiting/list.js' %}",
  "{% static 'js/waiting/outbox.js' %}",
  "{% static 'js/waiting/rules.js' %}",
  "{% static 'js/waiting/shelf.js' %}",
];
const STATIC = "{% get_static_prefix %}";
const OWN = "own "; // how the cache of a person is named: "own 7"
const MARK = "Storywheel-Offline";
const PART = "?part"; // ends the key of a part of a page
const MOST = 30; // pages and parts
const PATIENCE = 8000; // milliseconds, for a line that says nothing, where there is a copy

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([OFFLINE, ...FILES])).then(() => skipWaiting()));
});

// Copies need the files of the release that drew them: those of two older ones stay.
addEventListener("activate", (event) => {
  const isOld = (name) => name !== KEPT && !name.startsWith(OWN);
  const old = (names) => Promise.all(names.filter(isOld).slice(0, -2).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(answer(event));
  else if (request.headers.has("HX-Request")) event.respondWith(fetch(request).catch(() => findPart(request)));
  else if (pathname.startsWith(STATIC)) event.respondWith(fetch(request).catch(() => findStatic(request)));
});

// The table's page has shown what is newer than its copy.
addEventListener("message", (event) => {
  const { keep } = event.data;
  event.waitUntil(ask(keep).then((response) => note(keep, response)).catch(() => {}));
});

// ---- A page is asked for: the network answers, or else the copy

async function answer(event) {
  const { url } = event.request;
  const asked = fetch(event.request);
  const noted = asked.then((response) => {
    const copy = readMark(response)?.seat ? response.clone() : response; // a long file must not be held twice
    return note(url, copy);
  });
  event.waitUntil(noted.catch(() => {})); // offline, or a line that broke on the way
  try {
    return await Promise.race([asked, giveUp(url, asked)]);
  } catch {
    return (await findCopy(url)) ?? (await (await caches.open(KEPT)).match(OFFLINE, { ignoreVary: true })) ?? Response.error();
  }
}

async function giveUp(url, asked) {
  await new Promise((done) => setTimeout(done, PATIENCE));
  return (await findCopy(url)) ?? asked;
}

async function findStatic(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? Response.error();
}

async function findPart({ url }) {
  return (await find(url + PART)) ?? Response.error();
}

async function findCopy(url) {
  const copy = await find(url);
  return copy && stamp(copy);
}

async function find(url) {
  for (const store of await openStores()) {
    const copy = await store.match(url, { ignoreVary: true });
    if (copy) return copy;
  }
}

// The copy says what it is by itself, whatever becomes of its scripts.
async function stamp(copy) {
  const page = await copy.text();
  const language = page.match(/<html lang="([\w-]+)"/)?.[1];
  const at = new Date(copy.headers.get("Kept-At"));
  const day = at.toDateString() === new Date().toDateString() ? {} : { weekday: "short", day: "numeric", month: "short" };
  const words = at.toLocaleString(language, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const told = page.replace("<html ", "<html data-kept ").replace("<b data-kept-at></b>", `<b>${words}</b>`);
  return new Response(told, { headers: copy.headers });
}

// ---- What the network answered

// One thing after another, and nothing from before somebody signed out.
let last = Promise.resolve();
let erasures = 0;

function inTurn(task) {
  last = last.then(task, task);
  return last;
}

function readMark(response) {
  return JSON.parse(response.headers.get(MARK) ?? "null");
}

function ask(url, headers = {}) {
  return fetch(url, { credentials: "same-origin", headers, signal: AbortSignal.timeout(PATIENCE) });
}

async function note(url, response) {
  if (response.type === "opaqueredirect" || response.redirected || response.status >= 500) return;
  const before = erasures;
  if (response.ok && new URL(url).pathname === DOOR) {
    erasures += 1;
    return inTurn(() => erase(() => true));
  }
  const mark = readMark(response);
  const page = mark?.seat && (await response.text());
  await inTurn(async () => {
    if (before !== erasures) return;
    if (mark) await sift(mark);
    for (const store of await openStores()) await store.delete(url, { ignoreVary: true });
    if (page) await keep(await caches.open(OWN + mark.person), url, page, response.headers, mark.seat);
  });
  if (page) await addFiles(page);
}

async function keep(store, url, page, headers, seat) {
  await put(store, url, page, headers, seat);
  for (const [, path] of page.matchAll(/data-part="([^"]+)"/g)) await addPart(store, new URL(path, url).href, seat);
  const pages = await listPages(store); // the oldest first
  await Promise.all(pages.slice(0, -MOST).map((old) => store.delete(old, { ignoreVary: true })));
}

// What the page fetches when it is unfolded, where the page says that it is wanted offline.
async function addPart(store, url, seat) {
  try {
    const response = await ask(url, { Accept: "application/json", "HX-Request": "true" });
    if (response.ok && !response.redirected) await put(store, url + PART, await response.text(), response.headers, seat);
  } catch {
    // the page is read without it
  }
}

async function put(store, url, page, given, seat) {
  const headers = new Headers(given); // the policy of what the page may load among them
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  headers.set("Kept-At", new Date().toISOString());
  headers.set("Kept-Seat", seat);
  await store.put(url, new Response(page, { headers }));
}

// The files that a page names, of which the browser may have its own copies: they need not come through this worker.
async function addFiles(page) {
  const cache = await caches.open(KEPT);
  for (const [, path] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    if (path.startsWith(STATIC) && !(await cache.match(path, { ignoreVary: true }))) await cache.add(path).catch(() => {});
  }
}

// Drops what is another person's, and pages of seats that this one has no longer. A device that is to keep nothing has none.
async function sift({ person, seats }) {
  await erase((name) => name !== OWN + person || seats?.length === 0);
  if (!seats) return;
  for (const store of await openStores()) {
    for (const page of await listPages(store)) {
      const copy = await store.match(page, { ignoreVary: true });
      if (!seats.includes(copy?.headers.get("Kept-Seat"))) await store.delete(page, { ignoreVary: true });
    }
  }
}

async function erase(isMeant) {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN) && isMeant(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function openStores() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN));
  return Promise.all(names.map((name) => caches.open(name)));
}

async function listPages(store) {
  return (await store.keys()).filter(({ url }) => !new URL(url).pathname.startsWith("/unsent/"));
}

// ---- Pushes

// A push says what to show and where it leads. Nothing of it is kept.
addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, data: path, icon: "{% static 'img/apple-touch-icon.png' %}" }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const show = (pages) => pages.find((page) => new URL(page.url).pathname === path)?.focus() ?? clients.openWindow(path);
  event.waitUntil(clients.matchAll({ type: "window" }).then(show));
});
