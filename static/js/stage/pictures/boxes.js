// Health boxes: marks by shape as well as by colour, and in words.

import { round } from "./letters.js";

/** What the boxes of a unit are labelled with: they count its strength, and need no gaps. */
const MAGNITUDE = "M";

/**
 * Where boxes stand in a row, and how wide it is. A gap divides one penalty from the next.
 * @param {[string, string][]} boxes mark and penalty of each
 * @param {number} side
 */
export function placeBoxes(boxes, side) {
  let x = 1;
  const placed = boxes.map(([mark, penalty], place) => {
    if (place && penalty !== boxes[place - 1][1]) x += 4;
    const at = x;
    x += side + 2;
    return { x: at, mark };
  });
  return { placed, width: x };
}

/**
 * Slash, cross or star in a box.
 * @param {string} mark
 * @param {number} x
 * @param {number} side
 */
export function pathOfMark(mark, x, side) {
  const [low, high, reach] = [side * 0.22, side * 0.78, side * 0.36];
  const slash = `M${round(x + low)} ${round(1 + high)}L${round(x + high)} ${round(1 + low)}`;
  if (mark === "b") return slash;
  const cross = `${slash}M${round(x + low)} ${round(1 + low)}L${round(x + high)} ${round(1 + high)}`;
  if (mark === "l") return cross;
  const [across, down] = [x + side / 2, 1 + side / 2];
  const whole = round(2 * reach);
  return `${cross}M${round(across)} ${round(down - reach)}v${whole}M${round(across - reach)} ${round(down)}h${whole}`;
}

/**
 * @param {any} dialect
 * @param {[string, string][]} boxes
 * @param {number} side
 * @param {string} says the boxes in words
 */
export function drawBoxes({ html, svg }, boxes, side, says) {
  const size = boxes.every(([, penalty]) => penalty === MAGNITUDE) ? Math.ceil(side * 0.6) : side;
  const { placed, width } = placeBoxes(boxes, size);
  const drawn = placed.map(({ x, mark }) => {
    const sign = mark ? svg`<path class="hm hm--${mark}" d=${pathOfMark(mark, x, size)}></path>` : "";
    const kind = mark ? `hb hb--${mark}` : "hb";
    return svg`<rect class=${kind} x=${x} y="1" width=${size} height=${size} rx="2"></rect>${sign}`;
  });
  return drawRow(html, width, size + 2, says, "", drawn);
}

/**
 * A row of something small, which is said in words.
 * @param {any} html
 * @param {number} width
 * @param {number} height
 * @param {string} says
 * @param {string} kind
 * @param {unknown} drawn
 */
export function drawRow(html, width, height, says, kind, drawn) {
  return html`<svg
    class="boxes ${kind}" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${says}
  >${drawn}</svg>`;
}
