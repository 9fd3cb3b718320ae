// The scene's socket: it brings what is new, and says truthfully whether the page is live, catching up or offline.

import { complete } from "./drawing.js";
import { drawnTimes, drawnTo, table } from "./page.js";

// In milliseconds. To ask whether the server is there costs it next to nothing, and browsers hold back whoever opens
// many sockets in vain: so the page asks often, and whoever was away for a moment is back at once.
const ASK_AGAIN = 500;
const HURRY = 60000; // whoever has been away for longer
const ASK_SELDOM = 4000; // asks less often
const SILENCE = 40000; // longer than two heartbeats: a socket this quiet is dead
const OPENING = 8000; // and what has not been answered by then is on a line that has gone
const STAY_AWAY = new Set([4401, 4403, 4404]);

let show = null; // what is done with a frame
let socket = null;
let lostAt = null; // since when the page has been without news
let lastHeard = 0;
let dismissed = false;

export function listen(showFrame) {
  show = showFrame;
  connect();
}

function showLink(state, word) {
  const mark = document.getElementById("link-state");
  mark.dataset.state = state;
  mark.querySelector("[data-words]").textContent = mark.dataset[word];
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
    // still away: the next try asks again
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
    if (frame.pieces) complete(frame.pieces, sent);
    show(frame);
    showLink("live", "live");
  });
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    if (STAY_AWAY.has(event.code)) leave();
    else connectSoon(patience());
  });
}

// The first try is made at once: most often the server has only asked to come again.
function patience() {
  if (lostAt === null) {
    lostAt = Date.now();
    return 0;
  }
  return Date.now() - lostAt < HURRY ? ASK_AGAIN : ASK_SELDOM;
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
  else connectSoon(patience());
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
  // The socket brings the news; if it is away or slow, ask for them.
  setTimeout(() => drawnTo() < event.detail.number && catchUp(), isLive() ? 400 : 0);
});

// The others see that somebody is at it, and wait. They do not see it of a whisper or of a line that begins with "/":
// nothing may come of it that they hear.
const TELL_EVERY = 2500;
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

// A line that has gone does not say so, and closing it properly would take its answer: it is given up.
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
