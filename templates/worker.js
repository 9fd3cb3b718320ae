{% load static %}// Shows a page of ours where the browser would show its own, when neither network nor server answers.
// It keeps that page and what it needs, nothing else: everything that is played comes from the server. A notice that it is
// somebody's turn leads back to the table that showed it.

const KEPT = "{% static 'css/storywheel.css' %}";
const PAGES = ["{% url 'offline' %}", KEPT, "{% static 'img/icon.svg' %}"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PAGES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  if (!isPage && !PAGES.includes(new URL(request.url).pathname)) return;
  event.respondWith(fetch(request).catch(() => caches.match(isPage ? PAGES[0] : request, { ignoreVary: true })));
});

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
