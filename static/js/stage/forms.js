// Which card lies in the hand, which of its moves is chosen, and the form of that move: the facts bring the awaited one, others
// are fetched when they are chosen.

import { inOrder } from "./facts.js";
import { change, fetchPart, page, put } from "./page.js";
import { say } from "./words.js";

const JSON_ALONE = { Accept: "application/json" };

/**
 * What waits for this seat: the fight's cards, the oldest first, and what players ask the Storyteller.
 * @param {any} facts
 * @returns {[string, any][]}
 */
export function listDue({ hand, requests = [], proposals = [], tasks, me }) {
  const cards = inOrder(hand?.cards, hand?.order).filter(([, card]) => card.is_due);
  const undos = requests.map((about) => askedCard(`undo-${about.person}`, "undo", about));
  const numbers = proposals
    .filter(({ is_mine }) => !is_mine)
    .map((about) => askedCard(`proposal-${about.id}`, "numbers", about));
  return [...cards, ...undos, ...numbers, ...taskCards(tasks, me)];
}

/** Rolls that are asked of this person. The Storyteller may make those of players; these do not wait for her. */
function taskCards(tasks, me) {
  const isMine = ({ owner }) => !owner || me?.role !== "storyteller";
  const pads = (tasks?.pads ?? []).filter(isMine).map((about) => taskCard("task", about, tasks));
  const asks = (tasks?.asks ?? []).map((about) => taskCard("ask", about, tasks));
  return [...pads, ...asks, ...(tasks?.stunts ?? []).filter(({ is_asked }) => is_asked).map(stuntCard)];
}

/** @returns {[string, any]} a stunt that is to be judged, or whose reward is to be chosen */
const stuntCard = (about) => [
  `stunt-${about.id}`,
  { kind: "stunt", about, title: about.says, is_due: true, offers: {}, order: [] },
];

/** @returns {[string, any]} */
function taskCard(kind, about, tasks) {
  const task = tasks.items[about.task];
  const title = [about.name, about.traits || task?.title].filter(Boolean).join(": ");
  const detail = about.traits ? (task?.title ?? "") : (task?.kind_says ?? "");
  return [
    `${kind}-${about.task}-${about.character}`,
    { kind, about, title, detail, is_due: true, offers: {}, order: [] },
  ];
}

/** @returns {[string, any]} what a player asks, as a card */
function askedCard(id, kind, about) {
  const title = say(kind === "undo" ? "asks_undo" : "asks_numbers", { name: about.name });
  return [id, { kind, about, title, detail: about.line, is_due: true, offers: {}, order: [] }];
}

/**
 * Opens a tool in the hand, or closes it. Only what is asked from then on takes the hand back.
 * @param {string} tool
 */
export function openTool(tool) {
  change({ tool, over: listDue(page.facts).map(([id]) => id) });
}

/**
 * The card in the hand: the one that this person has turned to, or else the oldest that waits.
 * @param {any} facts
 * @param {import("./page.js").Ui} ui
 * @returns {[string, any] | undefined}
 */
export function cardInHand(facts, { card: wanted, persons, cards }) {
  const { hand, fight } = facts;
  if (hand?.cards[wanted]) return [wanted, openCard(hand.cards[wanted], cards[wanted])];
  const person = persons[wanted];
  if (person && fight?.combatants[wanted]) return [wanted, cardOf(wanted, person, fight.combatants[wanted])];
  const due = listDue(facts);
  const [id, card] = due.find(([key]) => key === wanted) ?? due[0] ?? [];
  return id === undefined ? undefined : [id, openCard(card, cards[id])];
}

/** A card with its moves: most come closed, and are fetched when somebody turns to them. */
const openCard = (card, opened) =>
  card.is_closed && opened ? { ...opened, is_due: card.is_due, theirs: card.theirs } : card;

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
  const [tool, what] = ui.tool.split(" ");
  const all = ui.tool.split(" ").slice(1).map(encodeURIComponent);
  if (tool === "plan" && what) fetchOnce(ui.tool, `ahead/${all.join("/")}`, facts.n);
  if (tool === "undo") fetchOnce(ui.tool, `undo/${what}`, facts.n);
  if (tool === "roll") fetchOnce(ui.tool, `rolls/${what}`, facts.n);
  if (tool === "desk" && facts.tools?.includes(what)) fetchOnce(ui.tool, `tools/${what}`, facts.n);
  if (facts.hand?.cards[found?.[0]]?.is_closed) fetchCard(found[0], facts.count ?? facts.n);
  const offer = found && chosenOffer(...found, ui.picked);
  if (offer && facts.form?.offer !== offer) fetchOnce(offer, `offers/${encodeURIComponent(offer)}`, facts.n);
}

/**
 * @param {string} offer
 * @param {string} place
 * @param {number} n the number of the facts: a form is asked for once for each
 */
async function fetchOnce(offer, place, n) {
  if (asked.get(offer) === n) return;
  asked.set(offer, n);
  try {
    const form = await fetchPart(`stage/${place}`, { headers: JSON_ALONE });
    if (form) put("forms", offer, form);
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

/**
 * Fetches a card that came closed, once for each count of the log.
 * @param {string} id
 * @param {number} count
 */
async function fetchCard(id, count) {
  if (asked.get(id) === count) return;
  asked.set(id, count);
  try {
    const { card, form } = (await fetchPart(`stage/cards/${encodeURIComponent(id)}`, { headers: JSON_ALONE })) ?? {};
    if (!card) return;
    if (form) change({ forms: { ...page.ui.forms, [form.offer]: form }, cards: { ...page.ui.cards, [id]: card } });
    else put("cards", id, card);
  } catch {
    asked.delete(id); // the next drawing asks again
  }
}
