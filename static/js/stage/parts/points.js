// Numbers to change by touch: a row each, with one more, one less, or an amount that is typed.

import { each, html } from "../dialect.js";
import { say } from "../words.js";
import { act } from "./acts.js";

export const HARMS = ["bashing", "lethal", "aggravated"];

/**
 * @param {string} id
 * @param {any[]} list
 */
export function listPoints(id, list) {
  return each(
    list,
    ({ key }) => key,
    ({ key, label, now, full, word }) => {
      const step = (by, words) =>
        html`<button class="btn" name="tap" value=${`${id} ${key} ${by}`} aria-label=${words}>${by > 0 ? "+" : "−"}</button>`;
      const amount = html`<input class="in n" type="number" inputmode="numeric" name="times" min="1" max="99" value="1" aria-label=${say("amount")}>`;
      const body = html`<span class="lbl lbl--in">${label} <b class="n">${word ?? now}${full ? ` / ${full}` : ""}</b></span>${step(-1, say("less", { what: label }))}${amount}${step(1, say("more_of", { what: label }))}`;
      return act({ name: `tap ${id}`, move: "Tap", kind: "ctl__row" }, body);
    },
  );
}
