// A choice: the move, at whom, and how. Three columns on a desk, tiles on a touch screen; one button that says the deed.

import { each, html, keyed, nothing } from "../dialect.js";
import { formOf, labelOf, listChoices } from "../forms.js";
import { put, toggle } from "../page.js";
import { say } from "../words.js";
import { actOffer, refusal } from "./acts.js";
import { cap, loading } from "./blocks.js";
import { outlookOf } from "./compare.js";
import { extras, folds } from "./extras.js";
import { countingOf, field, optionOf, ratedOf } from "./fields.js";

/** So many moves are in sight before "More". */
const IN_SIGHT = 6;

/**
 * @param {string} id
 * @param {any} card
 * @param {string} chosen
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function drawChoice(id, card, chosen, facts, ui) {
  const offer = card.offers[chosen];
  const typed = ui.typed[chosen];
  const form = ratedOf(countingOf(formOf(facts, ui, chosen), typed), ui.odds[chosen]?.choices);
  const target = findTarget(form);
  const others = (form?.main ?? []).filter((input) => input !== target);
  const rest = [...others.filter(isInRows), ...others.filter((input) => !isInRows(input))];
  const middle = target ? field(target, typed) : html`<p class="hint">${offer.hint ?? ""}</p>`;
  const how = html`${rest.length ? cap(say("how")) : nothing}${extras(rest, typed, ui.opened)}${folds(form, typed, ui.opened)}`;
  const inside = form
    ? html`<div class="whom">${middle}</div><div class="how">${how}</div>`
    : html`<div class="whom">${loading()}</div><div class="how"></div>`;
  const outlook = ui.outlooks[chosen];
  // The moves stand outside of the form: it is another one for each, and they keep the focus.
  const alternatives = actOffer(chosen, offer, inside, { kind: "ways", card: id });
  return keyed(
    id,
    () =>
      html`<div class="hand__form">${outlook ? outlookOf(outlook) : nothing}<div class="cols" ?hidden=${Boolean(outlook)}>${listMoves(id, card, chosen, ui)}${alternatives}</div>${refusal(ui.refused[chosen])}${foot(chosen, offer, form, target && optionOf(target, typed), ui)}</div>`,
  );
}

/** The fields whose choice the button names. */
const AIMED = ["m.target", "m.targets", "m.toward", "m.defense"];

const isInRows = ({ shape, options }) => shape === "rows" || (shape === "only" && options[0].percent);

/** @param {any} form the field that says at whom: by its name, or the first that stands in rows */
export function findTarget(form) {
  const rows = form?.main?.filter(isInRows) ?? [];
  return rows.find(({ name }) => AIMED.includes(name)) ?? rows[0];
}

/**
 * @param {string} id
 * @param {any} card
 * @param {string} chosen
 * @param {import("../page.js").Ui} ui
 */
function listMoves(id, card, chosen, ui) {
  const all = listChoices(card);
  const first = listInSight(all);
  const name = `moves ${id}`;
  const isOpen = Boolean(ui.opened[name]);
  const shown = isOpen ? all : all.filter((offer) => first.includes(offer) || offer[0] === chosen);
  const list = each(
    shown,
    ([offer]) => offer,
    ([offer, head]) => move(id, offer, head, offer === chosen),
  );
  const more =
    all.length > first.length
      ? html`<button class="link down more" type="button" aria-expanded=${isOpen} @click=${() => toggle(name)}>${say(isOpen ? "fewer" : "more_moves", { n: all.length - first.length })}</button>`
      : nothing;
  const next = all.some(([, offer]) => offer.next) ? html`<span>${say("next_tick")}</span>` : nothing;
  return html`<fieldset class=${isOpen ? "opts opts--moves is-open" : "opts opts--moves"} id="moves"><legend class="cap"><span>${say("action")}</span>${next}</legend>${list}${more}</fieldset>`;
}

/**
 * The moves in sight: the first of each kind before further ones of a kind, and those that are usual before others.
 * @param {[string, any][]} all
 */
export function listInSight(all) {
  const legal = all.filter(([, offer]) => !offer.reason);
  const usual = legal.filter(([, offer]) => offer.rank === "usual");
  const kinds = new Set();
  const firsts = usual.filter(([, { move: kind }]) => !kinds.has(kind) && kinds.add(kind));
  const wanted = new Set([...new Set([...firsts, ...usual, ...legal, ...all])].slice(0, IN_SIGHT));
  return all.filter((offer) => wanted.has(offer));
}

/** A move to drawChoice. It belongs to no form: which move is sent is said by the fields of its own. */
function move(id, offer, head, isChosen) {
  if (head.reason) {
    return html`<p class="opt is-off" data-for=${offer}><span>${head.label}<small class="q">${head.reason}</small></span></p>`;
  }
  const pick = () => put("picked", id, offer);
  return html`<label class=${isChosen ? "opt is-on" : "opt"}><input type="radio" form="" name=${`pick-${id}`} value=${offer} .checked=${isChosen} @change=${pick}><span>${head.label}</span>${head.next ? html`<span class="n">${head.next}</span>` : nothing}</label>`;
}

/** The odds, and the one button. */
function foot(chosen, offer, form, target, ui) {
  const sends = `f-${chosen}`;
  const said = ui.odds[chosen]?.says;
  const main = (form?.main ?? []).map((input) => optionOf(input, ui.typed[chosen]));
  const likely = [target, ...main].find((option) => option?.percent);
  const words = said || likely?.says || likely?.percent;
  const chance = words ? html`<b>${words}</b>` : nothing;
  const isCompared = Boolean(ui.outlooks[chosen]);
  const weigh = form?.weighs
    ? html` <button class="link" type="button" form=${sends} data-compare aria-expanded=${isCompared}>${say(isCompared ? "back" : "compare")}</button>`
    : nothing;
  const label = labelOf(offer, form, target?.label);
  const isOff = !form;
  const go =
    offer.lays === "only"
      ? nothing
      : html`<button class="btn btn--go" form=${sends} aria-disabled=${isOff}>${label}</button>`;
  const lay = offer.lays
    ? html`<button class=${offer.lays === "only" ? "btn btn--go" : "btn"} form=${sends} name="lay" value="true" aria-disabled=${isOff}>${say("lay")}</button>`
    : nothing;
  return html`<footer class="hand__foot"><p class="odds">${chance}${weigh}</p>${lay}${go}</footer>`;
}
