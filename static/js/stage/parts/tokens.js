// The sign of somebody: a circle on one's own side, a square on the other, a broken edge while hidden; with their picture,
// or their initials.

import { nothing, svg } from "../dialect.js";

/**
 * @param {any} who
 * @param {number} size px
 */
export function token(who, size) {
  const half = size / 2;
  const box = `${-half} ${-half} ${size} ${size}`;
  return svg`<svg class="token" width=${size} height=${size} viewBox=${box} aria-hidden="true" focusable="false"><g class=${kindOf(who)}>${who.own ? circle(half - 1) : square(half - 1)}${inside(who, half - 1)}</g></svg>`;
}

/** @param {any} who */
function kindOf(who) {
  const kinds = ["tok", who.hidden ? "tok--hid" : who.own ? "tok--own" : "tok--other"];
  if (who.extra) kinds.push("tok--extra");
  return kinds.join(" ");
}

/** @param {number} radius */
const circle = (radius) => svg`<circle class="tok__body" r=${radius}></circle>`;

/** @param {number} radius */
function square(radius) {
  const half = radius * 0.86;
  return svg`<rect class="tok__body" x=${-half} y=${-half} width=${2 * half} height=${2 * half} rx="2"></rect>`;
}

/**
 * @param {any} who
 * @param {number} radius
 */
function inside(who, radius) {
  const text = svg`<text class="tok__ini" font-size=${round(radius * 0.85)}>${who.initials}</text>`;
  if (!who.portrait) return text;
  const half = round(radius * (who.own ? 0.82 : 0.74));
  const face = who.own ? "tok__face" : "tok__face tok__face--sq";
  return svg`<image class=${face} href=${who.portrait} x=${-half} y=${-half} width=${2 * half} height=${2 * half}></image>`;
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/**
 * A bar that is filled to a share between 0 and 1.
 * @param {number} share
 * @param {number} width
 * @param {number} height
 * @param {string} [tone]
 */
export function bar(share, width, height, tone = "") {
  const long = round(Math.max(0, Math.min(1, share)) * (width - 2));
  const fill = tone ? `fill fill--${tone}` : "fill";
  const box = `0 0 ${width} ${height}`;
  return svg`<svg class="bar" width=${width} height=${height} viewBox=${box} preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" x=".5" y=".5" width=${width - 1} height=${height - 1}></rect>${long ? svg`<rect class=${fill} x="1" y="1" width=${long} height=${height - 2}></rect>` : nothing}</svg>`;
}
