// The board of the party follows the play: its socket brings it again, for as long as the page is seen. Without a socket
// the page asks every minute (`hx-trigger`).

import { retryDelay } from "./retry.js";

const STAY_AWAY = new Set([4401, 4403, 4404]); // codes by which the server says that this person may not listen

let socket = null;
let lostAt = null; // when the page stopped hearing news; null while it hears them
let isOver = false;

function connect() {
  if (isOver || document.hidden || socket) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const board = document.getElementById("party");
  const mine = new WebSocket(`${scheme}//${location.host}/ws${board.getAttribute("hx-get")}`);
  socket = mine;
  mine.addEventListener("open", () => {
    lostAt = null;
  });
  mine.addEventListener("message", (event) => {
    if (socket === mine) window.htmx.swap("#party", event.data, { swapStyle: "outerHTML" });
  });
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    socket = null;
    isOver = STAY_AWAY.has(event.code);
    const delay = retryDelay(lostAt, Date.now());
    lostAt ??= Date.now();
    setTimeout(connect, delay + Math.random() * 1000);
  });
}

function rest() {
  const old = socket;
  socket = null;
  old?.close();
}

document.addEventListener("visibilitychange", () => (document.hidden ? rest() : connect()));
window.addEventListener("online", () => {
  rest();
  connect();
});
// A page that nobody sees asks nothing.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && /** @type {HTMLElement} */ (event.target).id === "party") event.preventDefault();
});
connect();
