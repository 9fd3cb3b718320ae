// The hand of a rehearsal: it can be stopped, begun again and left. Nothing of it is kept.

import { html, nothing } from "../dialect.js";
import { stopListening } from "../socket.js";
import { say } from "../words.js";
import { heading } from "./blocks.js";

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
  return html`${heading(say("rehearsal"), say("rehearsal_says"))}<footer class="hand__foot"><p class="odds q"></p>${leave}${stop}${again}</footer>`;
}
