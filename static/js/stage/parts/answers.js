// A prompt: what may be added before, and its answers as buttons with their odds. None is folded away; what cannot be used
// stays in its place with the reason.

import { each, html, keyed, nothing } from "../dialect.js";
import { answersOf, formOf, listChoices } from "../forms.js";
import { put } from "../page.js";
import { say } from "../words.js";
import { actOffer, refusal } from "./acts.js";
import { cap } from "./blocks.js";
import { extras, folds } from "./extras.js";
import { queue } from "./queue.js";

/** Up to so many answers stand side by side. */
const FEW = 3;

/**
 * @param {string} id
 * @param {any} card
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function answers(id, card, facts, ui) {
  const list = answersOf(card);
  const [first] = list;
  const offers = [...new Set(list.map(({ offer }) => offer))];
  const refused = offers.map((offer) => ui.refused[offer]).find(Boolean);
  const others = listChoices(card);
  const isMany = list.length + others.length > FEW;
  const best = list.find((answer) => answer.is_best && !answer.reason) ?? list.find((answer) => !answer.reason);
  return html`<div class="cols cols--2">${keyed(first.offer, () => mainForm(id, card, first.offer, facts, ui))}${queue(id, facts)}</div>${offers
    .slice(1)
    .map((offer) =>
      actOffer(offer, card.offers[offer], nothing, { kind: "bare", card: id, name: offer }),
    )}${refusal(refused)}<div class=${isMany ? "answers answers--many" : "answers"} role="group" aria-label=${say("answers")}>${each(
    list,
    (answer) => `${answer.offer} ${answer.value ?? ""}`,
    (answer) => button(answer, { isBest: answer === best, isMany }),
  )}${others.map(([offer, head]) => other(id, offer, head))}</div>`;
}

/** The fields that go with whichever answer is pressed; the one that decides is the buttons. */
function mainForm(id, card, offer, facts, ui) {
  const form = formOf(facts, ui, offer);
  const typed = ui.typed[offer];
  const inputs = (form?.main ?? []).filter((input) => !input.decides);
  const body = html`<div class="how">${inputs.length ? cap(say("before_answer")) : nothing}${extras(inputs, typed, ui.opened)}${folds(form, typed, ui.opened)}</div>`;
  return actOffer(offer, card.offers[offer], body, { kind: "how-form", card: id });
}

/**
 * @param {any} answer
 * @param {{ isBest: boolean, isMany: boolean }} how
 */
function button(answer, { isBest, isMany }) {
  const more = answer.reason || [answer.cost, answer.hint].filter(Boolean).join(". ");
  const chance = answer.says ?? answer.percent ?? "";
  const inside = isMany
    ? html`<span>${answer.label}</span><small>${more}</small><span class="odd n">${chance}</span>`
    : html`<span>${answer.label}</span><small>${answer.reason || [chance, answer.cost].filter(Boolean).join(", ") || more}</small>`;
  if (answer.reason) return html`<button class="btn ans" type="button" aria-disabled="true">${inside}</button>`;
  const kind = isBest ? "btn btn--go ans" : "btn ans";
  return html`<button class=${kind} form=${`f-${answer.offer}`} name=${answer.name ?? nothing} value=${answer.value ?? nothing}>${inside}</button>`;
}

/** A move of the prompt that asks for more than one thing: it opens its own form in the hand. */
function other(id, offer, head) {
  const pick = () => put("picked", id, offer);
  if (head.reason) {
    return html`<button class="btn ans" type="button" aria-disabled="true"><span>${head.label}</span><small>${head.reason}</small></button>`;
  }
  return html`<button class="btn ans" type="button" @click=${pick}><span>${head.label} …</span><small>${head.cost ?? head.hint ?? ""}</small></button>`;
}
