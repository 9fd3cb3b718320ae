// The chances of a roll before it is made: a bar for each total, what is worst, and why it is so many dice.

import { html, nothing, svg } from "../dialect.js";
import { sumOf } from "./person.js";

const [WIDTH, FLOOR, TALL] = [320, 96, 76]; // of the drawing's own box

/** @param {any} odds */
export function chances(odds) {
  if (!odds?.bars) return nothing;
  const { bars, bars_say, rest, then, note, sum, sum_says } = odds;
  const [step, most] = [WIDTH / Math.max(bars.length, 5), Math.max(...bars.map(({ share }) => share))];
  const drawn = bars.map((column, place) => bar(column, place * step, step, (column.share / most) * TALL));
  return html`<div class="chances"><svg class="hist" viewBox=${`0 0 ${WIDTH} ${FLOOR + 18}`} role="img" aria-label=${bars_say}>${drawn}</svg><p class="q">${rest}${then ? html` ${then}` : nothing}</p><p class="hint">${note}</p><details><summary class="link down">${sum_says}</summary>${sumOf(sum)}</details></div>`;
}

/** A total: its chance above the bar, the total below. */
function bar({ total, percent = "", reaches }, x, step, tall) {
  const [middle, top] = [x + step / 2, FLOOR - tall];
  return svg`<rect class=${reaches ? "hist__bar is-enough" : "hist__bar"} x=${x + 3} y=${top} width=${step - 6} height=${tall}></rect><text class="n" x=${middle} y=${top - 4}>${percent}</text><text class="n" x=${middle} y=${FLOOR + 15}>${total}</text>`;
}
