// What the head of the page says of the table: who is here, whether it is live, and the X-Card.

import { html, nothing } from "../dialect.js";
import { change, page } from "../page.js";
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
    facts.place?.is_open && !facts.place.is_rehearsal && !facts.state?.is_card_up
      ? html`<button class="btn btn--x" type="button" title=${say("card_does")} @click=${() => change({ tool: "card" })}>${say("card")}</button>`
      : nothing;
  return html`<ul class="seats" aria-label=${say("at_table")}>${seats}</ul>${link}${card}${bell(ui.unread)}`;
}

/** @param {number} unread */
function bell(unread) {
  const count = unread ? html`<b class="bell__count" aria-hidden="true">${unread}</b>` : nothing;
  return html`<a class="bell desk" href=${page.at.notices ?? ""}><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M4 14.5h12l-1.6-2.4V8.4a4.4 4.4 0 0 0-8.8 0v3.7zM8.2 16.8a1.9 1.9 0 0 0 3.6 0M10 4V2.4"></path></svg><span class="bell__word">${say("notices", { n: unread })}</span>${count}</a>`;
}

function state(name, typing, away) {
  if (typing) return say("is_typing", { name });
  return away ? say("is_away", { name }) : name;
}
