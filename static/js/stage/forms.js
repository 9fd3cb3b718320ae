// Which card lies in the hand, which of its moves is chosen, and the form of that move: the facts bring the awaited one, others
// are fetched when they are chosen.

import { inOrder } from "./facts.js";
import { page, put } from "./page.js";

/**
 * The cards that wait for this seat, the oldest first.
 * @param {any} hand
 * @returns {[string, any][]}
 */
export function listDue(hand) {
  return inOrder(hand?.cards, hand?.order).filter(([, card]) => card.is_due);
}

/**
 * The card in the hand: the one that this person has turned to, or else the oldest that waits.
 * @param {any} facts
 * @param {import("./page.js").Ui} ui
 * @returns {[string, any] | undefined}
 */
export function cardInHand({ hand, fight }, { card: wanted, persons }) {
  if (hand?.cards[wanted]) return [wanted, hand.cards[wanted]];
  const person = persons[wanted];
  if (person && fight?.combatants[wanted]) return [wanted, cardOf(wanted, person, fight.combatants[wanted])];
  return listDue(hand)[0];
}

/** What may be decided about somebody whose row was opened, as a card. */
const cardOf = (who, { offers, order }, { name }) => ({ who, title: name, offers, order });

/** @param {any} card the outcomes that are buttons; none where the moves must be chosen from */
export const answersOf = (card) => card.answers ?? [];

/**
 * The moves of a card that stand to choose: all, or of a prompt those that are no answer by themselves.
 * @param {any} card
 * @returns {[string, any][]}
 */
export function listChoices(card) {
  const answered = new Set(answersOf(card).map(({ offer }) => offer));
  return inOrder(card.offers, card.order).filter(([id]) => !answered.has(id));
}

/**
 * The move whose form is open.
 * @param {string} id
 * @param {any} card
 * @param {Record<string, string>} picked
 */
export function chosenOffer(id, card, picked) {
  const wanted = picked[id];
  if (wanted && card.offers[wanted]) return wanted;
  const [first] = answersOf(card);
  if (first) return first.offer;
  const isLegal = (offer) => !card.offers[offer].reason;
  const isUsual = (offer) => isLegal(offer) && card.offers[offer].rank === "usual";
  return card.order.find(isUsual) ?? card.order.find(isLegal) ?? card.order[0] ?? "";
}

/**
 * @param {any} facts
 * @param {import("./page.js").Ui} ui
 * @param {string} offer
 */
export function formOf(facts, ui, offer) {
  return facts.form?.offer === offer ? facts.form : ui.forms[offer];
}

/** @type {Map<string, number>} the number of the facts at which a form was asked for */
const asked = new Map();

/** Fetches the form of what is chosen if the page has none, or one that is older than its facts. */
export function completeForms() {
  const { facts, ui } = page;
  const found = cardInHand(facts, ui);
  const offer = found && chosenOffer(...found, ui.picked);
  if (!offer || facts.form?.offer === offer || asked.get(offer) === facts.n) return;
  asked.set(offer, facts.n);
  fetchForm(offer);
}

/** @param {string} offer */
async function fetchForm(offer) {
  const address = `${page.at.base}stage/offers/${encodeURIComponent(offer)}`;
  try {
    const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "application/json" } });
    if (answer.ok && !answer.redirected) put("forms", offer, await answer.json());
  } catch {
    asked.delete(offer); // the next drawing asks again
  }
}

/**
 * What the primary button says: the move, with the chosen target where it has one.
 * @param {any} offer
 * @param {any} form
 * @param {string | undefined} target
 */
export function labelOf(offer, form, target) {
  const aimed = form?.aimed ?? offer.aimed;
  return target && aimed ? aimed.replace("{}", () => target) : offer.label;
}
