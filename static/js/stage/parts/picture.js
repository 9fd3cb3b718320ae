// The stage: the picture of the fight; between fights the scene.

import * as dialect from "../dialect.js";
import { cardInHand, chosenOffer } from "../forms.js";
import { drawPicture } from "../pictures/index.js";
import { say } from "../words.js";

const { html, nothing, trusted } = dialect;

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function picture(facts, ui) {
  if (!facts.fight) return scene(facts.place);
  const [id, card] = cardInHand(facts, ui) ?? [];
  return drawPicture(dialect, facts, say, card && chosenOffer(id, card, ui.picked));
}

/** @param {any} place */
function scene({ title, time, notes_html, secret_notes_html }) {
  const secret = secret_notes_html
    ? html`<div class="secret"><p class="q">${say("storyteller_only")}</p>${trusted(secret_notes_html)}</div>`
    : nothing;
  return html`<div class="scene"><div class="scene__head"><h2>${title}</h2><p class="q">${time}</p></div><div class="scene__notes">${notes_html ? trusted(notes_html) : nothing}${secret}</div></div>`;
}
