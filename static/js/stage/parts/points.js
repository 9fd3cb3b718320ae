// Numbers to change by touch: a row each, with five less, one less, one more, or an amount that is typed and spent.

import { each, html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { act } from "./acts.js";

export const HARMS = ["bashing", "lethal", "aggravated"];

/** Pools that hold so many are spent by more than one at a time. */
const LARGE = 5;

/**
 * @param {string} id
 * @param {any[]} list
 */
export function listPoints(id, list) {
  return each(
    list,
    ({ key }) => key,
    ({ key, label, now, full, word }) => {
      const few = step(id, key, -1, say("less", { what: label }));
      const many = now >= LARGE ? step(id, key, -LARGE, say("spend_n", { n: LARGE, what: label })) : nothing;
      const more = step(id, key, 1, say("more_of", { what: label }));
      const spend = now >= LARGE ? typed(id, key, now, label) : nothing;
      return html`<div class=${now >= LARGE ? "ctl__row ctl__row--large" : "ctl__row"}><span class="lbl lbl--in">${label} <b class="n">${word ?? now}${full ? ` / ${full}` : ""}</b></span>${many}${few}${more}${spend}</div>`;
    },
  );
}

/** One tap: so many less or more. */
function step(id, key, by, words) {
  const name = `tap ${id} ${key} ${by}`;
  const hidden = /** @type {[string, string][]} */ ([
    ["tap", `${id} ${key} ${by > 0 ? 1 : -1}`],
    ["times", String(Math.abs(by))],
  ]);
  const sign = by > 0 ? "+" : "−";
  return act(
    { name, move: "Tap", hidden },
    html`<button class="btn n" aria-label=${words}>${sign}${Math.abs(by)}</button>`,
  );
}

/** An amount that is typed, and spent by a tap or by Enter. */
function typed(id, key, most, label) {
  const hidden = /** @type {[string, string][]} */ ([["tap", `${id} ${key} -1`]]);
  const amount = html`<input class="in n" type="number" inputmode="numeric" name="times" min="1" max=${most} required aria-label=${say("spend_how_many", { what: label })} data-clear>`;
  return act(
    { name: `tap ${id} ${key}`, move: "Tap", hidden },
    html`${amount}<button class="btn">${say("spend")}</button>`,
  );
}
