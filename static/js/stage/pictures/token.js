// Tokens of combatants: round for one's own side, square for others, with initials, a portrait or the ranks of a unit.

import { round } from "./letters.js";

/** How much smaller half of a square is than the radius of a circle that looks as large. */
export const SQUARE = 0.86;
const HALO = 4;
const FIGURES = 4;

/** @param {any} who */
export const sideOf = (who) => (who.hidden ? "hid" : who.both ? "both" : who.own ? "own" : "other");

/** @param {any} who */
const classesOf = (who) => `tok--${sideOf(who)}${who.extra ? " tok--extra" : ""}`;

/**
 * The parts of a token around its own middle. `r` is its size without the halo of the one who acts now.
 * @param {any} dialect
 * @param {any} who a combatant
 * @param {number} r
 * @param {{ now?: boolean, halo?: number, size?: number }} [how] `size`: that of its letters
 */
export function drawToken({ svg }, who, r, { now = false, halo = HALO, size = Math.max(12, r * 0.8) } = {}) {
  const around = now ? drawBody(svg, who.own, r, halo, "tok__halo") : "";
  const body = drawBody(svg, who.own, r, 0, "tok__body");
  return svg`<g class=${classesOf(who)}>${around}${body}${drawFace(svg, who, r, size)}</g>`;
}

/**
 * @param {any} svg
 * @param {boolean} isRound
 * @param {number} r
 * @param {number} more
 * @param {string} kind
 */
function drawBody(svg, isRound, r, more, kind) {
  if (isRound) return svg`<circle class=${kind} r=${round(r + more)}></circle>`;
  const half = r * SQUARE + more;
  const [low, side, bend] = [round(-half), round(2 * half), round(half * 0.19)];
  return svg`<rect class=${kind} x=${low} y=${low} width=${side} height=${side} rx=${bend}></rect>`;
}

/** The letters stand under the portrait: if it does not load, they show. */
function drawFace(svg, who, r, size) {
  const written =
    who.ranks === undefined
      ? svg`<text class="tok__ini" font-size=${round(size)} y=".5">${who.initials}</text>`
      : svg`<path class="tok__ranks" d=${pathOfRanks(who.ranks, r)}></path>`;
  if (!who.portrait) return written;
  const half = r * (who.own ? 0.8 : 0.69);
  const [low, side] = [round(-half), round(2 * half)];
  const kind = who.own ? "tok__face" : "tok__face tok__face--sq";
  const href = who.portrait;
  return svg`${written}<image class=${kind} href=${href} x=${low} y=${low} width=${side} height=${side}></image>`;
}

/**
 * A unit within a token: its ranks one behind another, a pair of figures where it has none.
 * @param {number} ranks
 * @param {number} r
 */
export function pathOfRanks(ranks, r) {
  const [rows, across] = [Math.max(1, ranks), ranks ? FIGURES : 2];
  const step = Math.min((1.24 * r) / rows, 0.5 * r);
  const size = Math.min(step * 0.24, r * 0.1);
  const [h, w, s] = [size, 2 * size, 2.6 * size].map((each) => each.toFixed(2));
  const figures = [];
  for (let row = 0; row < rows; row += 1) {
    for (let place = 0; place < across; place += 1) {
      const x = r * 0.33 * (place - (across - 1) / 2) - size;
      const y = step * (row - (rows - 1) / 2) - size * 0.6;
      const head = `M${x.toFixed(1)} ${y.toFixed(1)}a${h} ${h} 0 1 0 ${w} 0a${h} ${h} 0 1 0 -${w} 0z`;
      figures.push(`${head}m-${h} ${s}q0 -${h} ${w} -${h}t${w} ${h}z`);
    }
  }
  return figures.join("");
}

/**
 * A token as it stands in lists.
 * @param {any} dialect
 * @param {any} who
 * @param {number} [size]
 */
export function drawChip(dialect, who, size = 30) {
  const half = size / 2;
  const box = `${-half} ${-half} ${size} ${size}`;
  return dialect.html`<svg
    class="token" width=${size} height=${size} viewBox=${box} aria-hidden="true"
  >${drawToken(dialect, who, half - 1)}</svg>`;
}
