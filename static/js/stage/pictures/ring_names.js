// Names at the tokens of a ring: at the first place around each where no token, number, name, arc or arrow is; else none.
// Who acts now, who comes next and a seat's own are named across an arc rather than not at all; where there is little room,
// in a corner.

import { callNames, cut, widthOf } from "./letters.js";
import { angleOf, point } from "./ring_places.js";

const [ABOVE, BELOW, ASIDE] = [0.8, 0.26, 3];
const NUMBER = 11;
const NEXT = 2; // the rank of who comes next: from there on a name keeps clear of arcs

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {{ id: string, text: string, x: number, y: number, anchor: string, box: Box }} Name
 */

/**
 * Names of those who have one. Who acts now is named first, then a seat's own, who comes next, and the others.
 * @param {any} part
 * @param {import("./ring_places.js").Spot[]} spots
 * @param {{ x: number, y: number, r: number }[]} gone who stood somewhere before
 * @param {{ x: number, y: number, r: number }[]} lines arcs and the arrow, as dots
 * @param {{ x: number, label: string }[]} rings
 * @param {import("./ring_places.js").Page} page
 * @returns {Name[]}
 */
export function placeNames(part, spots, gone, lines, rings, page) {
  const tokens = [...spots.map(({ x, y, r, halo }) => ({ x, y, r: r + halo })), ...gone];
  /** @type {Box[]} */
  const taken = [...boxNumbers(part, page), ...boxLabels(rings)];
  /** @type {Name[]} */
  const names = [];
  for (const { spot, text, rank } of listNamed(part, spots)) {
    const free = listPlaces(spot, text, page).filter(({ box }) => isWithin(box, page) && isFree(box, tokens, taken));
    const found = free.find(({ box }) => isFree(box, lines, [])) ?? (rank <= NEXT ? free[0] : undefined);
    if (!found) continue;
    names.push({ id: spot.id, text, ...found });
    taken.push(found.box);
  }
  return names.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Extras and stacks have no names: their initials say enough, and a list has the rest. */
function listNamed(part, spots) {
  const named = spots.filter((spot) => spot.late !== null || (spot.who.name && !spot.who.extra));
  const called = callNames(named.map((spot) => spot.who.name));
  const next = Math.min(...spots.map(({ k }) => k).filter((k) => k > 0));
  const rankOf = ({ now, who, k }) => (now ? 0 : who.mine ? 1 : k === next ? NEXT : who.own ? 3 : 4);
  return named
    .map((spot, place) => ({
      spot, text: spot.late === null ? called[place] : `${part.word} ${spot.late}`, rank: rankOf(spot),
    })) // biome-ignore format: one line of a table
    .sort((a, b) => a.rank - b.rank);
}

/**
 * Names in the corner before now, where nobody is and no choice leads: of those without a place who must be known, each with
 * its number.
 * @param {any} part
 * @param {import("./ring_places.js").Spot[]} spots
 * @param {Name[]} names
 * @param {import("./ring_places.js").Page} page
 */
export function listInCorner(part, spots, names, page) {
  const known = new Set(names.map(({ id }) => id));
  const missing = listNamed(part, spots).filter(({ spot, rank }) => rank <= NEXT && !spot.late && !known.has(spot.id));
  return missing.slice(0, page.corner).map(({ spot, text }, line) => {
    const [x, y] = [page.left + 2, page.top + page.letters * (ABOVE + 1.05 * line)];
    const room = -x - Math.sqrt(page.radius ** 2 - (y + BELOW * page.letters) ** 2);
    return { id: spot.id, x, y, anchor: "start", text: cut(`${part.now + spot.k} ${text}`, room, page.letters) };
  });
}

function listPlaces(spot, text, page) {
  const out = spot.r + spot.halo;
  const near = out * 0.72 + 2;
  const inner = point(spot.at - out - 6, spot.angle);
  const places = [
    { x: spot.x, y: spot.y + out + page.letters + 1.5, anchor: "middle" },
    { x: spot.x, y: spot.y - out - 5, anchor: "middle" },
    { x: spot.x + out + 6, y: spot.y + 4.5, anchor: "start" },
    { x: spot.x - out - 6, y: spot.y + 4.5, anchor: "end" },
    ...[1, -1].flatMap((side) => [
      { x: spot.x + side * near, y: spot.y + near + page.letters, anchor: side > 0 ? "start" : "end" },
      { x: spot.x + side * near, y: spot.y - near - 2, anchor: side > 0 ? "start" : "end" },
    ]),
    ...[4.5, -2, 11].map((down) => ({ x: inner.x, y: inner.y + down, anchor: spot.x > 0 ? "end" : "start" })),
  ];
  const width = widthOf(text, page.letters);
  return places.map((place) => ({ ...place, box: boxOf(place, width, page.letters) }));
}

function boxOf({ x, y, anchor }, width, size) {
  const left = x - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
  return { left: left - ASIDE, top: y - ABOVE * size, right: left + width + ASIDE, bottom: y + BELOW * size };
}

function boxNumbers(part, page) {
  const numbers = Array.from({ length: part.sectors }, (_, place) =>
    point(page.radius - page.band / 2, angleOf(part, place - part.past)),
  );
  return numbers.map(({ x, y }) => ({ left: x - NUMBER, top: y - NUMBER, right: x + NUMBER, bottom: y + NUMBER }));
}

function boxLabels(rings) {
  const shown = rings.filter(({ label }) => label);
  return shown.map(({ x }) => ({ left: x - 8, top: -6, right: x + 8, bottom: 14 }));
}

/** Whether it lies between the middle and the ring of numbers. */
function isWithin({ left, top, right, bottom }, page) {
  const far = Math.hypot(Math.max(Math.abs(left), Math.abs(right)), Math.max(Math.abs(top), Math.abs(bottom)));
  return far <= page.radius - page.band - 1 && nearest({ left, top, right, bottom }) >= page.hub;
}

/** How near a box comes to the centre. */
function nearest({ left, top, right, bottom }) {
  return Math.hypot(Math.max(left, Math.min(0, right)), Math.max(top, Math.min(0, bottom)));
}

/**
 * @param {Box} box
 * @param {{ x: number, y: number, r: number }[]} circles
 * @param {Box[]} boxes
 */
export function isFree(box, circles, boxes) {
  const meetsCircle = circles.some(({ x, y, r }) => {
    const across = Math.max(box.left - x, 0, x - box.right);
    const down = Math.max(box.top - y, 0, y - box.bottom);
    return across * across + down * down < r * r;
  });
  return !meetsCircle && !boxes.some((other) => meet(box, other));
}

/**
 * @param {Box} one
 * @param {Box} other
 */
export const meet = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
