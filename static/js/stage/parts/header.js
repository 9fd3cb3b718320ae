// What the head of the page says of the table: who is here, whether it is live, and the X-Card.

import { html, nothing } from "../dialect.js";
import { change } from "../page.js";
import { say } from "../words.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function header(facts, ui) {
  const seats = ui.presence.map(
    ({ name, initials, typing, away }) =>
      html`<li class=${typing ? "seat is-typing" : away ? "seat is-away" : "seat"} title=${state(name, typing, away)}><span aria-hidden="true">${initials}</span><span class="vh">${state(name, typing, away)}</span></li>`,
  );
  const link = html`<p class=${ui.link === "live" ? "livemark" : "livemark is-off"} id="link-state" data-state=${ui.link}><span>${say(`link_${ui.link}`)}</span></p>`;
  const card =
    facts.place?.is_open && !facts.state?.is_card_up
      ? html`<button class="btn btn--x" type="button" title=${say("card_does")} @click=${() => change({ tool: "card" })}>${say("card")}</button>`
      : nothing;
  return html`<ul class="seats" aria-label=${say("at_table")}>${seats}</ul>${link}${card}`;
}

function state(name, typing, away) {
  if (typing) return say("is_typing", { name });
  return away ? say("is_away", { name }) : name;
}
