// The hand of a rehearsal: it can be stopped, begun again and left. Nothing of it is kept.

import { html, nothing } from "../dialect.js";
import { stopListening } from "../socket.js";
import { say } from "../words.js";

/**
 * @param {any} place
 * @param {import("../page.js").Ui} ui
 */
export function rehearsal({ scene }, { link }) {
  const isOver = link === "stopped";
  const stop = isOver
    ? nothing
    : html`<button class="btn btn--go" type="button" @click=${stopListening}>${say("stop_one")}</button>`;
  const again = html`<a class=${isOver ? "btn btn--go" : "btn"} href=${location.pathname}>${say("rehearse_again")}</a>`;
  const leave = html`<a class="btn" href=${`/scenes/${scene}/`}>${say("rehearsal_delete")}</a>`;
  return html`<header class="hand__head"><div><h2 id="hand-h" tabindex="-1">${say("rehearsal")}</h2><p>${say("rehearsal_says")}</p></div></header><footer class="hand__foot"><p class="odds q"></p>${leave}${stop}${again}</footer>`;
}
