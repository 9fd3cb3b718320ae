// The overlay of a stream: shows what its socket brings. Nothing can be pressed here.

import { drawRegions } from "./table/drawing.js";
import { retryDelay } from "./table/logic.js";
import { table } from "./table/page.js";

// In milliseconds.
const SILENCE = 40000; // longer than two signs of life: a socket that is quiet for so long is dead
const FALL = 700; // how long dice fall
const REVOKED = 4404;

let lostAt = null; // when the page stopped hearing news; null while it hears them
let quiet; // gives up a socket that has been quiet for too long

function show(frame) {
  if (!frame.regions) return;
  document.documentElement.dataset.theme = frame.theme;
  document.documentElement.dataset.size = frame.size;
  const before = document.getElementById("came")?.dataset.result;
  drawRegions(frame.regions);
  const card = document.getElementById("came");
  if (!card || card.dataset.result === before) return;
  card.classList.add("is-falling");
  setTimeout(() => card.classList.remove("is-falling"), FALL);
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${table.dataset.socket}`);
  let isOver = false;
  const end = (code) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(quiet);
    if (code === REVOKED) {
      table.replaceChildren();
      return;
    }
    const delay = retryDelay(lostAt, Date.now());
    lostAt ??= Date.now();
    setTimeout(connect, delay + Math.random() * 1000);
  };
  const listen = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      socket.close();
      end(0);
    }, SILENCE);
  };
  socket.addEventListener("message", (event) => {
    if (isOver) return;
    lostAt = null;
    listen();
    show(JSON.parse(event.data));
  });
  socket.addEventListener("close", (event) => end(event.code));
  listen();
}

connect();
