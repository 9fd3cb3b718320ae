// The scene's socket brings facts and changes to them. A page that misses one asks for the whole by connecting again.

import { retryDelay } from "../retry.js";
import { take } from "./facts.js";

// In milliseconds.
const SILENCE = 40000; // longer than two heartbeats: a socket that is quiet for so long is dead
const OPENING = 8000; // a connection that takes longer to open never will
const IS_OVER = 4410; // nothing more comes
const STAY_AWAY = new Set([4401, 4403, 4404]); // codes by which the server says that this person may not listen

/**
 * @typedef {{
 *   getFacts: () => any,
 *   showFacts: (facts: any) => void,
 *   showLink: (state: "offline" | "catching" | "live" | "gone" | "stopped") => void,
 *   showPresence: (people: any[]) => void,
 *   showUnread: (count: number) => void,
 *   reload: () => void,
 * }} Listener
 */

/** @type {WebSocket | null} */
let socket = null;
/** @type {number | null} */
let lostAt = null; // when the page stopped hearing news; null while it hears them
let lastHeard = 0;
let isDismissed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {Listener} */
let listener;
let address = "";

/**
 * @param {string} path
 * @param {Listener} given
 */
export function listen(path, given) {
  listener = given;
  address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
  connect();
  setInterval(look, 5000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !isOpenOrOpening()) connectSoon(0);
  });
  window.addEventListener("online", connectAgain);
  window.addEventListener("offline", () => listener.showLink("offline"));
}

const isLive = () => socket?.readyState === WebSocket.OPEN;
const isOpenOrOpening = () => socket !== null && socket.readyState <= WebSocket.OPEN;

function connect() {
  if (isDismissed || isOpenOrOpening()) return;
  const mine = new WebSocket(address);
  socket = mine;
  lastHeard = Date.now();
  mine.addEventListener("open", () => {
    lastHeard = Date.now();
    listener.showLink("catching");
  });
  mine.addEventListener("message", (event) => {
    lastHeard = Date.now();
    lostAt = null;
    hear(JSON.parse(event.data));
  });
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    if (event.code === IS_OVER) stopListening();
    else if (STAY_AWAY.has(event.code)) leave();
    else connectSoon(nextDelay());
  });
}

/** @param {any} frame */
function hear(frame) {
  if (frame.presence) listener.showPresence(frame.presence);
  if ("unread" in frame) listener.showUnread(frame.unread);
  if ("facts" in frame || "change" in frame) hearFacts(frame);
  else if ("n" in frame && frame.n > listener.getFacts().n) connectAgain(); // a beat that is ahead of what this page has
  listener.showLink("live");
}

/** @param {any} frame */
function hearFacts(frame) {
  const found = take(listener.getFacts(), frame);
  if (found === "reload") listener.reload();
  else if (found === "gap") connectAgain();
  else if (found !== "old") listener.showFacts(found);
}

function leave() {
  isDismissed = true;
  socket?.close();
  listener.showLink("gone");
}

/** Hears nothing more, though more may come: what is shown stays. */
export function stopListening() {
  isDismissed = true;
  socket?.close();
  listener.showLink("stopped");
}

function nextDelay() {
  const delay = retryDelay(lostAt, Date.now());
  lostAt ??= Date.now();
  return delay;
}

/** @param {number} delay */
function connectSoon(delay) {
  if (isDismissed) return;
  listener.showLink("offline");
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

/** Gives up a socket whose line is dead, or whose news do not follow on. */
export function connectAgain() {
  const old = socket;
  socket = null;
  old?.close();
  connectSoon(0);
}

function look() {
  const isOpening = socket?.readyState === WebSocket.CONNECTING;
  if (Date.now() - lastHeard > (isOpening ? OPENING : SILENCE) && (isOpening || isLive())) connectAgain();
}

// The others see that somebody is typing, but not a whisper or a command, of which they may never hear.
const TELL_EVERY = 2500; // milliseconds
let typedAt = 0;

/** Says to the others that this person is typing. */
export function sendTyping() {
  if (!isLive() || Date.now() - typedAt < TELL_EVERY) return;
  typedAt = Date.now();
  socket?.send("typing");
}
