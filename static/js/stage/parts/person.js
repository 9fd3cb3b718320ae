// What is fetched when somebody's row is opened in a fight: why a figure is what it is, numbers to change, and drawRulings.

import { each, html, nothing } from "../dialect.js";
import { change, page, put } from "../page.js";
import { minus } from "../pictures/letters.js";
import { say } from "../words.js";
import { act, actOffer, refusal } from "./acts.js";
import { HARMS, listPoints } from "./points.js";

/**
 * Figures; one that has a sum says why on a tap.
 * @param {any[]} [shown] what everybody sees at once
 * @param {any[]} [explained] the same with their sums
 */
export function figures(shown = [], explained = []) {
  if (!shown.length) return nothing;
  return html`<dl class="ctl__figs">${shown.map(({ label, value }) => {
    const sum = explained.find((stat) => stat.label === label)?.sum;
    const number = html`<span class="n">${minus(value)}</span>`;
    const shown = sum ? html`<details><summary class="why">${number}</summary>${sumOf(sum)}</details>` : number;
    return html`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
  })}</dl>`;
}

/** A sum, step by step. */
export function sumOf(steps) {
  return html`<ol class="sum">${steps.map(
    ({ name, after, terms = [], note }) =>
      html`<li><span>${name}${terms.length ? html` <small class="q">${terms.map(({ name: what, amount }) => `${what} ${minus(amount)}`).join(", ")}</small>` : nothing}${note ? html` <small class="q">${note}</small>` : nothing}</span><b class="n">${minus(after)}</b></li>`,
  )}</ol>`;
}

/**
 * Pools and conditions that the Storyteller changes by touch.
 * @param {string} id
 * @param {any[]} [list]
 */
export function touches(id, list = []) {
  const pools = list.filter(({ what, is_chip }) => !is_chip && !HARMS.includes(what));
  const chips = list.filter(({ is_chip }) => is_chip);
  const points = pools.map(({ what, label, now, most }) => ({ key: what, label, now, full: most }));
  const buttons = each(
    chips,
    ({ what }) => what,
    ({ what, label, now }) =>
      html`<button class=${now ? "chip is-on" : "chip"} name="tap" value=${`${id} ${what} ${now ? -1 : 1}`} aria-pressed=${Boolean(now)}>${label}</button>`,
  );
  return html`${listPoints(id, points)}${chips.length ? act({ name: `tap ${id}`, move: "Tap", kind: "ctl__row" }, buttons) : nothing}`;
}

/**
 * What may be decided about somebody: at once, or by a form that opens in the hand.
 * @param {string} id
 * @param {any} person
 * @param {import("../page.js").Ui} ui
 */
export function drawRulings(id, person, ui) {
  if (!person?.order.length) return nothing;
  const rows = each(
    person.order,
    (offer) => offer,
    (offer) => ruling(id, offer, person.offers[offer], ui),
  );
  return html`<details><summary class="link down">${say("rulings")}</summary><div class="ctl__row">${rows}</div></details>`;
}

function ruling(id, offer, head, ui) {
  const label = html`${head.label}${head.cost ? html` <small class="q">${head.cost}</small>` : nothing}`;
  if (head.at_once) {
    const name = `at-once ${offer}`;
    return html`${actOffer(offer, head, html`<button class="btn">${label}</button>`, { name })}${refusal(ui.refused[name])}`;
  }
  const open = () => {
    put("picked", id, offer);
    change({ tool: "", card: id, tab: "table" });
  };
  return html`<button class="btn" type="button" @click=${open}>${label} …</button>`;
}

/**
 * The address of a character's sheet.
 * @param {string | undefined} character
 */
export function sheetOf(character) {
  return character && page.facts.me?.sheet?.replace("{}", character);
}
