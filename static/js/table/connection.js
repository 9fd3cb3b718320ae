// The scene's socket brings what is new; the mark in the head says whether the page is live.

import { completeRegions, retryDelay } from "./logic.js";
import { drawnTimes, drawnTo, table } from "./page.js";

// In milliseconds.
const SILENCE = 40000; // longer than two heartbeats: a socket that is quiet for so long is dead
const OPENING = 8000; // a connection that takes longer to open never will
const STAY_AWAY = new Set([4401, 4403, 4404]); // codes by which the server says that this person may not listen

let show = null; // the function that draws a frame
let socket = null;
let lostAt = null; // when the page stopped hearing news; null while it hears them
let lastHeard = 0;
let dismissed = "kept" in document.documentElement.dataset; // a copy is never live

export function listen(showFrame) {
  show = showFrame;
  if (dismissed) showLink("offline", "offline");
  else connect();
}

function showLink(state, word) {
  const mark = document.getElementById("link-state");
  mark.dataset.state = state;
  mark.querySelector("[data-words]").textContent = mark.dataset[word];
  document.body.toggleAttribute("data-live", state === "live");
}

function isLive() {
  return socket?.readyState === WebSocket.OPEN;
}

let asking = false;

async function catchUp() {
  if (asking || dismissed) return;
  asking = true;
  if (isLive()) showLink("catching-up", "catching");
  const before = drawnTimes();
  try {
    const answer = await fetch(table.dataset.catchup, { credentials: "same-origin" });
    if (answer.redirected || [403, 404].includes(answer.status)) leave();
    else if (answer.ok) {
      const frame = await answer.json();
      if (drawnTimes() === before || frame.n > drawnTo()) show(frame); // what the socket brought meanwhile is newer
    }
  } catch {
    // The server is still away: the next try asks again.
  } finally {
    asking = false;
    if (isLive()) showLink("live", "live");
  }
}

function leave() {
  dismissed = true;
  socket?.close();
  showLink("offline", "gone");
}

function connect() {
  if (dismissed || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(`${scheme}//${location.host}${table.dataset.socket}`);
  const sent = new Map();
  socket = mine;
  lastHeard = Date.now();
  mine.addEventListener("open", () => {
    lastHeard = Date.now();
    showLink("catching-up", "catching");
  });
  mine.addEventListener("message", (event) => {
    lastHeard = Date.now();
    lostAt = null;
    const frame = JSON.parse(event.data);
    if (frame.regions) frame.regions = completeRegions(frame.regions, sent);
    show(frame);
    showLink("live", "live");
  });
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    if (STAY_AWAY.has(event.code)) leave();
    else connectSoon(nextDelay());
  });
}

function nextDelay() {
  const delay = retryDelay(lostAt, Date.now());
  lostAt ??= Date.now();
  return delay;
}

let waiting = null;

function connectSoon(delay) {
  if (dismissed) return;
  showLink("offline", "offline");
  clearTimeout(waiting);
  waiting = setTimeout(tryAgain, delay + Math.random() * delay * 0.3);
}

async function tryAgain() {
  const isBack = await isThere();
  if (isLive()) return; // another try was quicker, and this answer is old
  if (isBack) connect();
  else connectSoon(nextDelay());
}

async function isThere() {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(OPENING) })).ok;
  } catch {
    return false;
  }
}

document.addEventListener("table:behind", catchUp);
document.addEventListener("table:left", leave);
document.addEventListener("table:moved", (event) => {
  // The socket brings the news. If it is closed or slow, ask for them.
  setTimeout(() => drawnTo() < event.detail.number && catchUp(), isLive() ? 400 : 0);
});

// The others see that somebody is typing, but not a whisper or a command, of which they may never hear.
const TELL_EVERY = 2500; // milliseconds
let told = 0;

table.addEventListener("input", (event) => {
  if (!event.target.closest("#act, #say-form, #rolls") || isForFew(event.target.form)) return;
  if (!isLive() || Date.now() - told < TELL_EVERY) return;
  told = Date.now();
  socket.send("typing");
});

function isForFew(form) {
  if (!form) return false;
  const to = form.elements.to?.value || form.querySelector("[name=secret]:checked")?.value;
  return Boolean(to) || (form.id === "say-form" && form.elements.text.value.startsWith("/"));
}

// Gives up a socket whose line is dead. Waiting until it has closed would take an answer that never comes.
function connectAnew() {
  const old = socket;
  socket = null;
  old?.close();
  connectSoon(0);
}

setInterval(() => {
  const isOpening = socket?.readyState === WebSocket.CONNECTING;
  if (Date.now() - lastHeard > (isOpening ? OPENING : SILENCE) && (isOpening || isLive())) connectAnew();
  else if (!isLive() && !dismissed) catchUp();
}, 5000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && (!socket || socket.readyState > WebSocket.OPEN)) connectSoon(0);
});
window.addEventListener("online", connectAnew);
window.addEventListener("offline", () => showLink("offline", "offline"));
