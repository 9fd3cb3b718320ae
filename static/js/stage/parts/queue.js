// What else waits: for this seat, and for others on whom the table waits.

import { each, html, nothing } from "../dialect.js";
import { inOrder } from "../facts.js";
import { listDue } from "../forms.js";
import { change } from "../page.js";
import { say } from "../words.js";
import { token } from "./tokens.js";

/**
 * Everything that could lie in the hand but the card that does.
 * @param {string} id
 * @param {any} facts
 */
export function queue(id, facts) {
  const waiting = listDue(facts).filter(([other]) => other !== id);
  if (!waiting.length) return nothing;
  return html`<div class="after"><p class="cap"><span>${say("after_this")}</span><span class="n">${waiting.length}</span></p>${listCards(waiting, facts)}</div>`;
}

/**
 * @param {[string, any][]} cards
 * @param {any} facts
 */
export function listCards(cards, facts) {
  return html`<ol class="queue">${each(
    cards,
    ([id]) => id,
    ([id, card]) => {
      const who = facts.fight?.combatants[card.who];
      const turn = () => change({ tool: "", card: id });
      return html`<li>${who ? token(who, 24) : nothing}<span>${card.title}</span><button class="link" type="button" @click=${turn}>${say(card.theirs ? "act_for" : "open")}</button></li>`;
    },
  )}</ol>`;
}

/**
 * Cards of this seat that nobody waits for, and cards of others that the Storyteller may answer.
 * @param {any} hand
 * @returns {{ own: [string, any][], theirs: [string, any][] }}
 */
export function listIdle(hand) {
  const idle = inOrder(hand?.cards, hand?.order).filter(
    ([, card]) => !card.is_due && (card.is_closed || card.order.length),
  );
  return { own: idle.filter(([, card]) => !card.theirs), theirs: idle.filter(([, card]) => card.theirs) };
}
