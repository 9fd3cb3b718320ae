// The forms by which people act, and the sentence of one that was refused.

import { html, keyed, nothing } from "../dialect.js";
import { page } from "../page.js";

/**
 * A form that htmx sends. What each needs is put in when it goes out; see `sending.js`. Each act has an element of its own: its
 * answer may come when something else is drawn in its place.
 * @param {{
 *   name: string, move: string, hidden?: [string, string][], kind?: string, offer?: string, card?: string, to?: string, keep?: string,
 * }} act `name`: what its command id and its refusal are kept by; `kind`: its class; `to`: another address than the table's;
 * `keep`: the name by which its text is kept while it is typed
 * @param {unknown} body
 */
export function act({ name, move, hidden = [], kind = "act", offer, card, to = page.at.command, keep }, body) {
  const fixed = hidden.map(([key, value]) => html`<input type="hidden" name=${key} value=${value}>`);
  return keyed(
    name,
    () =>
      html`<form class=${kind} id=${`f-${name}`} data-act=${name} data-offer=${offer ?? nothing} data-card=${card ?? nothing} data-keep=${keep ?? nothing} method="post" action=${to} hx-post=${to} hx-swap="none"><input type="hidden" name="move" value=${move}>${fixed}${body}</form>`,
  );
}

/**
 * The form of an offer of the fight.
 * @param {string} id
 * @param {any} offer
 * @param {unknown} body
 * @param {{ name?: string, kind?: string, card?: string, more?: [string, string][] }} [how]
 */
export function actOffer(id, offer, body, { name = id, kind = "act", card, more = [] } = {}) {
  const hidden = /** @type {[string, string][]} */ ([["kind", offer.move], ...offer.hidden, ...more]);
  return act({ name, move: "BattleMove", hidden, kind, offer: id, card }, body);
}

/** @param {string | undefined} sentence */
export function refusal(sentence) {
  return sentence ? html`<p class="refusal" role="alert">${sentence}</p>` : nothing;
}
