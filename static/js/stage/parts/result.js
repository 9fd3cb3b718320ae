// What came last, large, in the hand while nothing is asked: the verdict, its dice and how those are whom it changed.

import { html, nothing } from "../dialect.js";
import { begin } from "../words.js";
import { throwsOf } from "./dice.js";
import { health } from "./health.js";

/** @param {any} newest */
export function result({ verdict, line, dice = [], changes = [], others = [] }) {
  const title = verdict ? html`<p class="verdict">${begin(verdict)}</p>` : nothing;
  const more = others.map(
    (other) => html`<p>${other.verdict ? html`<b>${begin(other.verdict)}</b> ` : nothing}${other.line}</p>`,
  );
  return html`<div class="res">${title}<p>${line}</p>${throwsOf(dice)}${changes.map(changed)}${more}</div>`;
}

/**
 * How somebody is after it.
 * @param {any} change
 */
export function changed({ name, figures = [], states = [], boxes, health_says }) {
  const numbers = figures.map(({ label, was, now }) => html`<span class="n">${label} ${was} → ${now}</span>`);
  return html`<p class="after-it"><b>${name}</b>${boxes ? health(boxes, health_says) : nothing}${numbers}${states.length ? html`<span>${states.join(", ")}</span>` : nothing}</p>`;
}
