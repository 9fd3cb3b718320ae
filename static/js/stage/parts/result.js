// What came last, large, in the hand while nothing is asked: the verdict, its dice and how those are whom it changed.

import { html, nothing } from "../dialect.js";
import { begin } from "../words.js";
import { throwsOf } from "./dice.js";
import { health } from "./health.js";
import { newestDeed } from "./just.js";

/**
 * @param {any} log
 * @returns {unknown} undefined where nothing was rolled
 */
export function result(log) {
  const entry = newestDeed(log);
  if (!entry?.dice?.length && !entry?.changes?.length) return undefined;
  const title = entry.verdict ? html`<p class="verdict">${begin(entry.verdict)}</p>` : nothing;
  return html`<div class="res">${title}<p>${entry.line}</p>${throwsOf(entry.dice)}${(entry.changes ?? []).map(changed)}</div>`;
}

/**
 * How somebody is after it.
 * @param {any} change
 */
export function changed({ name, figures = [], states = [], boxes, health_says }) {
  const numbers = figures.map(({ label, was, now }) => html`<span class="n">${label} ${was} → ${now}</span>`);
  return html`<p class="after-it"><b>${name}</b>${boxes ? health(boxes, health_says) : nothing}${numbers}${states.length ? html`<span>${states.join(", ")}</span>` : nothing}</p>`;
}
