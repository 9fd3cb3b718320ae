// The stage: the picture of the fight; between fights the scene.

import { html, nothing, trusted } from "../dialect.js";
import { say } from "../words.js";

/** @param {any} facts */
export function picture(facts) {
  return facts.fight ? order(facts.fight) : scene(facts.place);
}

/** The order in words. */
function order({ headline, subline, order: places, combatants }) {
  const rows = places.map(
    ({ label, note, now, ids }) =>
      html`<li class=${now ? "o is-now" : "o"}><span class="o__at n">${label}</span><div><p class="o__name">${ids.map((id) => combatants[id]?.name).join(", ")}</p><p class="o__sub">${note}</p></div></li>`,
  );
  return html`<div class="order"><div class="sec"><h2>${headline}</h2><span class="q">${subline}</span></div><ol>${rows}</ol></div>`;
}

/** @param {any} place */
function scene({ title, time, notes_html, secret_notes_html }) {
  const secret = secret_notes_html
    ? html`<div class="secret"><p class="q">${say("storyteller_only")}</p>${trusted(secret_notes_html)}</div>`
    : nothing;
  return html`<div class="scene"><div class="scene__head"><h2>${title}</h2><p class="q">${time}</p></div><div class="scene__notes">${notes_html ? trusted(notes_html) : nothing}${secret}</div></div>`;
}
