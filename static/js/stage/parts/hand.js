// The hand: what is asked of this person. Framed when something is asked; the oldest first, the rest is counted.

import { html, nothing, once } from "../dialect.js";
import { answersOf, cardInHand, chosenOffer, listDue, openTool } from "../forms.js";
import { change, page, toggle } from "../page.js";
import { say } from "../words.js";
import { refusal } from "./acts.js";
import { answers } from "./answers.js";
import { asked } from "./asked.js";
import { drawChoice } from "./choose.js";
import { just } from "./just.js";
import { planLink } from "./plan.js";
import { briefTurn, isBrief } from "./posts.js";
import { rest } from "./rest.js";
import { unseenDeath } from "./result.js";
import { deadline, orderLine, playsLine } from "./state.js";
import { token } from "./tokens.js";
import { tool } from "./tools.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function hand(facts, ui) {
  const found = isCovered(facts, ui) ? undefined : cardInHand(facts, ui);
  const isAsking = Boolean(found?.[1].is_due);
  const died = isAsking || ui.tool ? unseenDeath(facts, ui) : undefined;
  const { log, undo, redo } = facts;
  const line = once([log, undo, redo, facts.result, died], () => just(facts, died));
  const isMany = found && answersOf(found[1]).length > 3;
  const kind = [
    "hand",
    isAsking ? "is-asking" : "",
    isMany ? "has-many" : "",
    found && isChoosing(found[0], found[1], facts, ui) ? "is-choosing" : "",
    ui.opened.hand ? "is-open" : "",
    isLow(found, facts, ui) ? "is-brief" : "",
  ]
    .filter(Boolean)
    .join(" ");
  return html`<section class=${kind} aria-labelledby="hand-h" id="hand">${line}${orderLine(facts.order, ui.refused)}${playsLine(facts.plays, ui.refused)}${refusal(ui.refused.moved ?? ui.refused.redo ?? ui.refused["ask-undo"])}<div class="hand__box">${found ? drawCard(found, facts, ui) : (tool(facts, ui) ?? rest(facts, ui))}</div></section>`;
}

/** By post the hand is as high as what it holds, while nobody fills in a form. */
const isLow = (found, facts, ui) =>
  Boolean(facts.state?.post) && (found ? isBrief(found[0], found[1], facts, ui) : !isCovered(facts, ui));

/**
 * Whether a tool has the hand's place. A form that is being filled in yields to what is newly asked, and comes back.
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function isCovered(facts, ui) {
  if (facts.state?.is_card_up || ui.onward) return true;
  if (!YIELDING.includes(ui.tool.split(" ")[0])) return ui.tool !== "";
  return listDue(facts).every(([id]) => ui.over.includes(id));
}

/** The tools whose form takes a while. */
const YIELDING = ["roll", "desk", "tools", "plan"];

/**
 * @param {[string, any]} found
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
function drawCard([id, card], facts, ui) {
  if (card.is_closed)
    return html`${head(id, card, undefined, facts, ui)}<p class="cols hint keep">${say("loading")}</p>`;
  if (card.kind) return html`${head(id, card, undefined, facts, ui)}${asked(id, card, ui)}`;
  const chosen = chosenOffer(id, card, ui.picked);
  if (isBrief(id, card, facts, ui)) {
    const { label = "" } = card.offers[chosen] ?? {};
    return html`${head(id, card, undefined, facts, ui)}${briefTurn(id, label)}`;
  }
  const isChosen = isChoosing(id, card, facts, ui);
  const body = isChosen ? drawChoice(id, card, chosen, facts, ui) : answers(id, card, facts, ui);
  return html`${head(id, card, isChosen ? card.offers[chosen] : undefined, facts, ui)}${body}`;
}

/** Whether a card shows its moves, to drawChoice one of them. */
function isChoosing(id, card, facts, ui) {
  if (card.is_closed || card.kind || isBrief(id, card, facts, ui)) return false;
  const chosen = chosenOffer(id, card, ui.picked);
  return answersOf(card).every(({ offer }) => offer !== chosen);
}

/** @param {string} sentence with a full stop, as one of two */
const ended = (sentence, _place, all) => (all.length < 2 || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Who is asked what; what the choice costs; how many more things wait. */
function head(id, card, offer, facts, ui) {
  const who = facts.fight?.combatants[card.who];
  const cost = [offer?.cost, offer?.next && say("next_on", { tick: offer.next })].filter(Boolean).join(", ");
  const more = listDue(facts).filter(([other]) => other !== id).length;
  const exchange = card.is_prompt && facts.fight?.exchange ? say("step", { step: facts.fight.exchange.step }) : "";
  const until = card.is_due ? deadline(facts.state, true) : nothing;
  const below = [card.detail, exchange].filter(Boolean).map(ended).join(" ");
  const isOpen = Boolean(ui.opened.hand);
  return html`<header class="hand__head">${who ? token(who, 34) : nothing}<div><h2 id="hand-h" tabindex="-1">${card.title}</h2>${below || until !== nothing ? html`<p>${below} ${until}</p>` : nothing}</div><div class="right q n">${cost ? html`<span class="desk">${cost}</span>` : nothing}${more ? html`<button class="link" type="button" @click=${() => turn(1)}>${say("more_wait", { n: more })}</button>` : nothing}${card.is_prompt ? nothing : planLink(facts.ahead)}${card.is_due ? tooling(facts) : html`<button class="link" type="button" @click=${() => change({ card: "" })}>${say("back")}</button>`}</div><button class="btn unfold" type="button" aria-expanded=${isOpen} @click=${() => toggle("hand")}>${say("details")}</button><button class="btn btn--act" type="button" @click=${() => change({ isFolded: false })}>${say("act")}</button></header>`;
}

/** Leads to what the seat may begin while something waits. */
const tooling = ({ tools }) =>
  tools?.length
    ? html`<button class="link" type="button" @click=${() => openTool("tools")}>${say("tools")}</button>`
    : nothing;

/**
 * Turns to the next or the previous thing that waits.
 * @param {number} step
 */
export function turn(step) {
  const due = listDue(page.facts).map(([id]) => id);
  if (!due.length) return;
  const now = cardInHand(page.facts, page.ui)?.[0] ?? due[0];
  change({ tool: "", card: due[(due.indexOf(now) + step + due.length) % due.length] });
}
