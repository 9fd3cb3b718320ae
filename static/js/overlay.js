// The overlay of a stream: draws the facts that its socket brings, as the table draws them. Nothing can be pressed here.

import { retryDelay } from "./retry.js";
import * as dialect from "./stage/dialect.js";
import { outcome } from "./stage/parts/outcome.js";
import { drawPicture } from "./stage/pictures/index.js";
import { say, setWords } from "./stage/words.js";

const { html, keyed, nothing, render } = dialect;

const SILENCE = 40000; // milliseconds, longer than two signs of life: a socket that is quiet for so long is dead
const REVOKED = 4404;
const SEAT = { role: "spectator" };

const place = /** @type {HTMLElement} */ (document.getElementById("overlay"));

/** @type {number | null} */
let lostAt = null; // when the page stopped hearing news; null while it hears them
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet; // gives up a socket that has been quiet for too long

/** @param {any} frame a sign of life has no facts */
function show({ theme, size, facts }) {
  if (!facts) return;
  Object.assign(document.documentElement.dataset, { theme, size });
  setWords(facts.words ?? {});
  render(html`${came(facts)}${shown(facts)}`, place);
}

/** The last result. A newer one is another element, so that its dice fall. */
const came = ({ result, fight }) =>
  result ? keyed(result.number, () => html`<section class="panel res">${outcome(result, fight)}</section>`) : nothing;

const shown = ({ fight }) =>
  fight ? html`<section class="panel shown">${drawPicture(dialect, { fight, me: SEAT }, say)}</section>` : nothing;

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${place.dataset.socket}`);
  let isOver = false;
  const end = (code) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(quiet);
    if (code === REVOKED) {
      render(nothing, place);
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
