// Health boxes: a slash for bashing, a cross for lethal, a star for aggravated damage; levels of one penalty stand together.

import { nothing, svg } from "../dialect.js";

/** In px: the side of a box, its distance to the next, the gap between two penalties, and the room for the penalty below. */
const SMALL = { side: 14, step: 16, gap: 4, foot: 0 };
const LARGE = { side: 30, step: 33.6, gap: 8.4, foot: 17 };

/**
 * @param {[string, string][]} boxes a mark ("", "b", "l" or "a") and a penalty of each
 * @param {string | undefined} says what they show, in words
 * @param {boolean} [isLarge]
 */
export function health(boxes, says, isLarge = false) {
  const size = isLarge ? LARGE : SMALL;
  const places = placeBoxes(boxes, size);
  const width = Math.ceil((places.at(-1) ?? 0) + size.side + 2);
  const height = size.side + 2 + size.foot;
  const drawn = boxes.map(([mark, penalty], i) => box(mark, penalty, places[i], size));
  return svg`<svg class="health" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${says ?? ""}>${drawn}</svg>`;
}

/**
 * @param {[string, string][]} boxes
 * @param {typeof SMALL} size
 */
function placeBoxes(boxes, size) {
  let x = 1;
  return boxes.map(([, penalty], i) => {
    if (i) x += size.step + (penalty === boxes[i - 1][1] ? 0 : size.gap);
    return Math.round(x * 10) / 10;
  });
}

/**
 * @param {string} mark
 * @param {string} penalty
 * @param {number} x
 * @param {typeof SMALL} size
 */
function box(mark, penalty, x, { side, foot }) {
  const kind = mark ? `hb hb--${mark}` : "hb";
  const below = svg`<text class="hb__pen" x=${x + side / 2} y=${side + 14}>${penalty}</text>`;
  const sign = mark ? svg`<path class=${`hm hm--${mark}`} d=${SIGNS[mark](x, side)}></path>` : nothing;
  return svg`<rect class=${kind} x=${x} y="1" width=${side} height=${side} rx="2"></rect>${sign}${foot ? below : nothing}`;
}

/** @type {Record<string, (x: number, side: number) => string>} */
const SIGNS = {
  b: (x, side) => line(x, side, 0, 1, 1, 0),
  l: (x, side) => line(x, side, 0, 0, 1, 1) + line(x, side, 1, 0, 0, 1),
  a: (x, side) => line(x, side, 0, 0, 1, 1) + line(x, side, 1, 0, 0, 1) + line(x, side, 0.5, -0.1, 0.5, 1.1),
};

/** A line between two points of the box, in shares of its inner side. */
function line(x, side, x1, y1, x2, y2) {
  const edge = side * 0.22;
  const put = (share, from) => Math.round((from + edge + share * (side - 2 * edge)) * 10) / 10;
  return `M${put(x1, x)} ${put(y1, 1)}L${put(x2, x)} ${put(y2, 1)}`;
}
