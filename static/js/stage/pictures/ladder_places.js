// Where everything on a column of numbers stands: pure functions from the facts. The highest number is on top.

import { callName, cut, round, widthOf, wrap } from "./letters.js";

/**
 * The measures of both drawings, each from roomy to tight: the height of a step, the size of a token, half the height
 * of a number's frame, and how many lines stand under a name. `high`: how high a drawing is at most, if it can be.
 */
export const WIDE_LADDER = {
  name: "wide", width: 720, token: 62, text: 96, high: 400, lanes: [30, 36, 41],
  steps: [
    { step: 54, r: 17, pill: 15, lines: 3 },
    { step: 42, r: 15, pill: 13, lines: 1 },
    { step: 31, r: 12.5, pill: 11, lines: 0 },
  ],
}; // biome-ignore format: a table
export const NARROW_LADDER = {
  name: "narrow", width: 376, token: 44, text: 68, high: 350, lanes: [24, 26],
  steps: [
    { step: 46, r: 17, pill: 15, lines: 3 },
    { step: 38, r: 14.5, pill: 13, lines: 1 },
    { step: 28, r: 11.5, pill: 10, lines: 0 },
  ],
}; // biome-ignore format: a table
export const NAME = 15;
const [TOP, LINE, SUB] = [52, 16, 13];

/**
 * @typedef {object} Place
 * @property {string} id
 * @property {any} who
 * @property {any} mark
 * @property {number} x where its token stands
 * @property {number} y
 * @property {number} r
 * @property {number} textX where its words begin, or on the left end
 * @property {number} out the direction from the axis: -1 to the left, 1 to the right
 * @property {string} name
 * @property {string[]} lines
 * @property {number | null} pipsY
 * @property {number | null} badgeY
 * @property {number} bottom
 */

/**
 * @param {any} part
 * @param {Record<string, any>} combatants
 * @param {typeof WIDE_LADDER} page
 */
export function layColumn(part, combatants, page) {
  const drawings = page.steps.map((step) => climb(part, combatants, page, step));
  return drawings.find((drawn) => drawn.height <= page.high) ?? drawings[drawings.length - 1];
}

function climb(part, combatants, page, size) {
  const ids = part.order.filter((id) => combatants[id]);
  const values = [...new Set(ids.map((id) => part.marks[id].at))].sort((a, b) => b - a);
  const zones = [...part.zones].sort((a, b) => b.upto - a.upto);
  /** @type {{ label: string, tone: string, y: number }[]} */
  const lines = [];
  /** @type {{ value: number, y: number, isNow: boolean }[]} */
  const rungs = [];
  /** @type {Place[]} */
  const places = [];
  let y = TOP - size.step;
  for (const value of values) {
    y += size.step;
    while (zones.length && value <= zones[0].upto) {
      const { label, tone } = zones.shift();
      const line = rungs.length ? y + 2 : y;
      lines.push({ label, tone, y: line });
      y = line + Math.max(size.pill + 21, size.step * 0.93);
    }
    const here = ids.filter((id) => part.marks[id].at === value);
    rungs.push({ value, y, isNow: here.some((id) => part.marks[id].now) });
    const standing = standOn(here, y, part, combatants, page, size);
    places.push(...standing);
    y = Math.max(y, ...standing.map((place) => place.bottom - size.r - 2));
  }
  for (const { label, tone } of zones) {
    y += size.step;
    lines.push({ label, tone, y });
  }
  return {
    rungs,
    places,
    lines,
    size,
    links: linkUp(part, places, page, size),
    height: y + Math.max(26, size.step * 0.8),
  };
}

/** Those on one number: one's own side left, the others right, one below the other. */
function standOn(here, y, part, combatants, page, size) {
  return [true, false].flatMap((own) => {
    let top = y;
    return here
      .filter((id) => Boolean(combatants[id].own) === own)
      .map((id) => {
        const place = placeOne(id, combatants[id], part.marks[id], top, page, size);
        top = place.bottom + size.r + 4;
        return place;
      });
  });
}

function placeOne(id, who, mark, y, page, size) {
  const out = who.own ? -1 : 1;
  const axis = page.width / 2;
  const room = axis - page.text - 2;
  const said = size.lines ? fitWords(mark.words ?? [], room, size.lines) : [];
  let foot = y + 15 + LINE * (said.length - 1);
  const below = () => {
    foot += LINE;
    return foot;
  };
  const pipsY = mark.pips && size.lines ? below() : null;
  const badgeY = mark.badge && size.lines > 1 ? below() : null;
  return {
    id, who, mark, y, out, lines: said, pipsY, badgeY, x: axis + page.token * out, textX: axis + page.text * out,
    r: size.r * (who.extra ? 0.92 : 1), name: nameFor(who.name, room - (mark.badge && badgeY === null ? 16 : 0)),
    bottom: Math.max(y + size.r, foot - 2),
  }; // biome-ignore format: measures
}

/** As many of the words as fit whole: the last ones are left out first. */
function fitWords(words, room, most) {
  for (let count = words.length; count; count -= 1) {
    const lines = wrap(words.slice(0, count).join(", "), room, SUB, most);
    if (!lines.some((line) => line.includes("…"))) return lines;
  }
  return [];
}

/** The whole name, or what one is called, or the beginning of that. */
function nameFor(name, room) {
  if (widthOf(name, NAME) <= room) return name;
  return cut(callName(name), room, NAME);
}

/** Lines along the axis, each in a lane of its own: from one to the other whom a link names. */
function linkUp(part, places, page, size) {
  const standing = new Map(places.map((place) => [place.id, place]));
  const known = part.links.filter(({ id, to }) => standing.has(id) && standing.has(to));
  return known.map(({ id, to }, number) => linkOne(standing.get(id), standing.get(to), number, page, size));
}

const [APART, HEAD] = [4, 9]; // how far an arrow keeps from tokens, and how long its head is

/**
 * From one who attacks to the one who is attacked, straight.
 * @param {{ actor?: string, target?: string } | undefined} exchange
 * @param {Place[]} places
 */
export function aimAt(exchange, places) {
  const [from, to] = [exchange?.actor, exchange?.target].map((wanted) => places.find(({ id }) => id === wanted));
  if (!from || !to || from === to) return null;
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const [across, down] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const on = (distance) => `${round(from.x + across * distance)} ${round(from.y + down * distance)}`;
  const tip = far - to.r - APART;
  const beside = (side) =>
    `${round(from.x + across * (tip - HEAD) - down * side)} ${round(from.y + down * (tip - HEAD) + across * side)}`;
  return { path: `M${on(from.r + APART)}L${on(tip - HEAD)}`, head: `M${on(tip)}L${beside(4)}L${beside(-4)}Z` };
}

function linkOne(from, to, number, page, size) {
  const axis = page.width / 2;
  const x = axis + from.out * page.lanes[number % page.lanes.length];
  const crosses = from.out !== to.out;
  const endY = to.y + (crosses ? size.pill + 4 : size.r * 0.6) * (to.y > from.y ? -1 : 1);
  const end = to.x - to.out * (to.r + (crosses ? 1 : 2));
  const side = end > x ? 1 : -1;
  const begin = `M${round(from.x - from.out * from.r)} ${round(from.y)}`;
  const path = `${begin}H${round(x)}V${round(endY)}H${round(end - side * 4)}`;
  return { id: from.id, path, head: `M${round(end)} ${round(endY)}l${-9 * side} -4v8z` };
}
