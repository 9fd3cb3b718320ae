// Health boxes of a row, and of one's own sheet: large, with the penalties below.

import * as dialect from "../dialect.js";
import { drawBoxes, pathOfMark } from "../pictures/boxes.js";

const { html, nothing, svg } = dialect;
const SMALL = 14; // px, the side of a box in a row
const [SIDE, STEP, GAP, FOOT] = [30, 33.6, 8.4, 17]; // px: a large box, its distance to the next, a gap, the penalties

/**
 * @param {[string, string][]} boxes a mark ("", "b", "l" or "a") and a penalty of each
 * @param {string | undefined} says what they show, in words
 * @param {boolean} [isLarge]
 */
export function health(boxes, says = "", isLarge = false) {
  if (!isLarge) return drawBoxes(dialect, boxes, SMALL, says);
  const places = placeLarge(boxes);
  const width = Math.ceil((places.at(-1) ?? 0) + SIDE + 2);
  const height = SIDE + 2 + FOOT;
  const drawn = boxes.map(([mark, penalty], i) => largeBox(mark, penalty, places[i]));
  return svg`<svg class="boxes" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${says}>${drawn}</svg>`;
}

/** @param {[string, string][]} boxes levels of one penalty stand together */
function placeLarge(boxes) {
  let x = 1;
  return boxes.map(([, penalty], i) => {
    if (i) x += STEP + (penalty === boxes[i - 1][1] ? 0 : GAP);
    return Math.round(x * 10) / 10;
  });
}

function largeBox(mark, penalty, x) {
  const sign = mark ? svg`<path class=${`hm hm--${mark}`} d=${pathOfMark(mark, x, SIDE)}></path>` : nothing;
  return svg`<rect class=${mark ? `hb hb--${mark}` : "hb"} x=${x} y="1" width=${SIDE} height=${SIDE} rx="2"></rect>${sign}<text class="hb__pen" x=${x + SIDE / 2} y=${SIDE + 14}>${penalty}</text>`;
}

/**
 * How somebody is after it.
 * @param {any} change
 */
export function changed({ name, figures = [], states = [], boxes, health_says }) {
  const numbers = figures.map(({ label, was, now }) => html`<span class="n">${label} ${was} → ${now}</span>`);
  return html`<p class="after-it"><b>${name}</b>${boxes ? health(boxes, health_says) : nothing}${numbers}${states.length ? html`<span>${states.join(", ")}</span>` : nothing}</p>`;
}
