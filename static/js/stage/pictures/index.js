// The picture of a fight: parts that every game's facts name, drawn one after the other.

import { drawCards } from "./cards.js";
import { drawFaces } from "./faces.js";
import { drawColumn, isTall } from "./ladder.js";
import { drawLine, drawSmall, drawWords } from "./parts.js";
import { drawRing } from "./ring.js";

export { drawBoxes } from "./boxes.js";
export { drawChip, drawToken } from "./token.js";

const LARGE = new Set(["ring", "column", "cards"]);
const STRIPS = new Set(["line", "words"]);

/**
 * The picture of the fight in these facts: nothing where there is no fight.
 * @param {any} dialect
 * @param {any} facts all facts of the seat
 * @param {(text: string, values?: Record<string, unknown>) => string} words an English text in the page's language
 * @param {string} [chosen] the id of the offer that is chosen in the hand: the ring shows where it leads
 */
export function drawPicture(dialect, facts, words, chosen) {
  const { fight } = facts;
  if (!fight) return "";
  const { parts = {}, order = [] } = fight.picture ?? {};
  const known = order.filter((key) => parts[key]);
  const draw = (key) => drawLarge(dialect, parts[key], facts, words, { key, chosen });
  const [large, strips, small] = [
    known.filter((key) => LARGE.has(parts[key].kind)),
    known.filter((key) => STRIPS.has(parts[key].kind)),
    known.filter((key) => !LARGE.has(parts[key].kind) && !STRIPS.has(parts[key].kind)),
  ];
  const hasFaces = large.some((key) => parts[key].kind !== "cards") || !known.length;
  const faces = hasFaces ? drawFaces(dialect, fight, words, !known.length) : "";
  const drawSmallPart = (key) => drawSmall(dialect, parts[key], fight.combatants);
  const box = small.length ? dialect.html`<div class="parts">${list(dialect, small, drawSmallPart)}</div>` : "";
  const below = list(dialect, strips, (key) => drawStrip(dialect, parts[key], fight.combatants, words));
  return dialect.html`${list(dialect, large, draw)}${faces}${box}${below}`;
}

const list = (dialect, keys, draw) => dialect.each(keys, (key) => key, draw);

function drawLarge(dialect, part, facts, words, how) {
  if (part.kind === "cards") return drawCards(dialect, part, facts, words, how);
  if (part.kind === "ring")
    return dialect.html`<div class="picture">${drawRing(dialect, part, facts, words, how)}</div>`;
  const drawn = drawColumn(dialect, part, facts, how);
  if (!isTall(part, facts.fight.combatants)) return dialect.html`<div class="picture">${drawn}</div>`;
  return dialect.html`<div class="picture is-tall" tabindex="0" role="group" aria-label=${part.label}>${drawn}</div>`;
}

const drawStrip = (dialect, part, combatants, words) =>
  part.kind === "line" ? drawLine(dialect, part, combatants, words) : drawWords(dialect, part);
