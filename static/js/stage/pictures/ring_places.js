// Where everything on a ring stands: pure functions from the facts. (0, 0) is its centre, and angles are degrees.

import { round } from "./letters.js";

/**
 * The measures of a drawing. The narrow one is for little room: its parts are larger beside the whole.
 * `rows` are the two rows of a crowd, `least` the smallest tokens in one row and in two, `corner` the names in its corner.
 */
export const WIDE = {
  name: "wide", radius: 202, band: 25, at: 149, token: 19, least: [12, 8.9], rows: [162, 132], rowToken: 13, arcs: 113,
  hub: 44, gone: 14, letters: 13.5, thick: 4.5, ghostAt: 220, ghost: 12, lane: 121.5, left: -370, top: -206, width: 740,
  height: 414, lower: 34, word: -18, tick: 21, corner: 0,
}; // biome-ignore format: a table
export const NARROW = {
  name: "narrow", radius: 150, band: 23, at: 106, token: 17, least: [9.6, 7], rows: [116, 95], rowToken: 9.4, arcs: 84,
  hub: 34, gone: 12, letters: 15, thick: 4.5, ghostAt: 167, ghost: 11, lane: 86.5, left: -176, top: -153, width: 352,
  height: 308, lower: 34, word: -11, tick: 18.4, corner: 2,
}; // biome-ignore format: a table

const APART = 1.4;
const SMALL = 14;

/**
 * @typedef {typeof WIDE} Page
 * @typedef {object} Spot
 * @property {string} id
 * @property {number} k its sector, counted from now
 * @property {number} angle
 * @property {number} at how far it is from the centre
 * @property {number} r
 * @property {number} halo
 * @property {number} x
 * @property {number} y
 * @property {any} who
 * @property {boolean} now
 * @property {number | null} late its number, if that lies beyond the last sector
 * @property {string[]} folds those who stand in it
 */

/**
 * The middle of a sector: now stands at the top, what comes follows clockwise.
 * @param {{ sectors: number }} ring
 * @param {number} k
 */
export const angleOf = (ring, k) => -90 + (360 / ring.sectors) * k;

/**
 * @param {number} radius
 * @param {number} angle
 */
export function point(radius, angle) {
  const turn = (angle * Math.PI) / 180;
  return { x: radius * Math.cos(turn), y: radius * Math.sin(turn) };
}

/**
 * @param {number} radius
 * @param {number} angle
 */
export function at(radius, angle) {
  const { x, y } = point(radius, angle);
  return `${round(x)} ${round(y)}`;
}

/**
 * The path of an arc, clockwise.
 * @param {number} radius
 * @param {number} start
 * @param {number} end
 */
export const arc = (radius, start, end) =>
  `M${at(radius, start)}A${round(radius)} ${round(radius)} 0 ${end - start > 180 ? 1 : 0} 1 ${at(radius, end)}`;

/** @param {number} degrees */
const sine = (degrees) => Math.sin((degrees * Math.PI) / 180);

/**
 * The tokens of a ring, each at its number. Those of one number share its sector; a crowd without room is folded.
 * @param {any} part
 * @param {Record<string, any>} combatants
 * @param {Page} page
 * @returns {Spot[]}
 */
export function placeMarks(part, combatants, page) {
  const future = part.sectors - part.past - 1;
  /** @type {Map<number, any[]>} */
  const sectors = new Map();
  for (const id of part.order) {
    const mark = part.marks[id];
    if (!mark || !combatants[id] || mark.at - part.now < -part.past) continue;
    const k = Math.min(mark.at - part.now, future);
    const late = mark.at - part.now > future ? mark.at : null;
    const there = { id, who: combatants[id], now: Boolean(mark.now), late, folds: [id] };
    sectors.set(k, [...(sectors.get(k) ?? []), there]);
  }
  return [...sectors].sort(([a], [b]) => a - b).flatMap(([k, there]) => placeSector(part, k, there, page));
}

function placeSector(part, k, there, page) {
  const [few, spots] = fit(part, k, there, page);
  return few.map((spot, place) => ({ ...spot, k, ...spots[place], ...point(spots[place].at, spots[place].angle) }));
}

/** Who stands there and where: all of them, or the extras of a side as one, or all but the seat's own, or all. */
function fit(part, k, there, page) {
  const folds = [() => false, (mark) => mark.who.extra, (mark) => !mark.who.mine, () => true];
  for (const folded of folds.map((takes) => fold(k, there, takes))) {
    const spots = spread(
      part,
      k,
      folded.length,
      page,
      folded.some((mark) => mark.now),
    );
    if (spots) return [folded, spots];
  }
  throw new Error("two tokens always fit into a sector");
}

/** Those whom `takes` names stand together, as mark token of each side with their number. */
function fold(k, there, takes) {
  const folded = [];
  for (const own of [true, false]) {
    const taken = there.filter((mark) => takes(mark) && Boolean(mark.who.own) === own);
    if (taken.length < 2) continue;
    const who = { own, extra: taken.every((mark) => mark.who.extra), initials: String(taken.length) };
    const folds = taken.map((mark) => mark.id);
    const now = taken.some((mark) => mark.now);
    folded.push({ id: `stack-${k}-${own ? "own" : "other"}`, who, now, late: null, folds });
  }
  const inside = new Set(folded.flatMap((mark) => mark.folds));
  return [...there.filter((mark) => !inside.has(mark.id)), ...folded];
}

/** Where `n` tokens of a sector stand: in one row, in two, or nowhere. */
function spread(part, k, n, page, hasHalo) {
  const placed = row(part, k, n, page.at, page.token, hasHalo);
  if (placed.r >= page.least[0] - placed.halo) return placed.spots;
  const [outer, inner] = page.rows;
  const two = [
    row(part, k, Math.ceil(n / 2), outer, page.rowToken, hasHalo),
    row(part, k, Math.floor(n / 2), inner, page.rowToken, hasHalo),
  ];
  const between = (outer - inner) / 2 - (hasHalo ? two[0].halo : 0);
  const r = Math.min(two[0].r, two[1].r, between - APART / 2);
  if (r < page.least[1] - (hasHalo ? 1.6 : 0)) return null;
  return two.flatMap(({ spots }) => spots.map((spot) => ({ ...spot, r })));
}

/** A row of `n` tokens at a distance from the centre: they share the sector, half an angle to either side of each. */
function row(part, k, n, at, most, hasHalo) {
  const half = 180 / part.sectors / Math.max(n, 1);
  const room = at * sine(Math.min(half, 90)) - APART;
  const halo = hasHalo ? (room - 4 >= SMALL ? 4 : 2.5) : 0;
  const r = Math.min(most, room - halo);
  const spots = Array.from({ length: n }, (_, place) => ({
    angle: angleOf(part, k) + half * (2 * place + 1 - n), at, r, halo,
  })); // biome-ignore format: one line of measures
  return { r, halo, spots };
}

/**
 * The outlines of those who stood on a number before.
 * @param {any} part
 * @param {Record<string, any>} combatants
 * @param {Page} page
 */
export function placeGone(part, combatants, page) {
  const seen = part.gone.filter(({ id, at }) => combatants[id] && at < part.now && at - part.now >= -part.past);
  return seen.map(({ id, at: tick }) => {
    const there = seen.filter((other) => other.at === tick);
    const half = 180 / part.sectors / there.length;
    const place = there.findIndex((other) => other.id === id);
    const angle = angleOf(part, tick - part.now) + half * (2 * place + 1 - there.length);
    const r = Math.min(page.gone, page.at * sine(Math.min(half, 90)) - APART);
    return { id: `gone-${tick}-${id}`, who: combatants[id], r, ...point(page.at, angle) };
  });
}

/**
 * The circles that bound the lanes, and the arcs that run on them: from where somebody stood to where it stands.
 * @param {any} part
 * @param {Spot[]} spots
 * @param {Page} page
 */
export function placeSpans(part, spots, page) {
  const standing = new Map(spots.flatMap((spot) => spot.folds.map((id) => [id, spot])));
  const lanes = part.lanes.map((_, lane) =>
    Object.entries(part.spans)
      .filter(([id, span]) => span.lane === lane && standing.has(id) && standing.get(id).k > 0)
      .map(([id, span]) => ({ id, start: span.start, at: part.marks[id].at, spot: standing.get(id) }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
  );
  const shares = lanes.map((lane) => Math.max(1, lane.length) + 1);
  const scale = (page.arcs - page.hub - 4) / shares.reduce((sum, share) => sum + share, 0);
  const isTight = shares.some((share) => share * scale < 14);
  /** @type {{ r: number, label: string, x: number }[]} */
  const rings = [];
  const arcs = [];
  let outer = page.arcs;
  lanes.forEach((lane, number) => {
    const width = shares[number] * scale;
    const label = isTight && number % 2 ? "" : part.lanes[number];
    rings.push({ r: outer, label: width < 8 ? "" : label, x: width / 2 - outer });
    const step = width / Math.max(1, lane.length);
    const thick = Math.min(page.thick, 0.66 * step);
    lane.forEach((span, place) => {
      arcs.push(placeArc(part, span, outer - step * (place + 0.5), thick));
    });
    outer -= width;
  });
  rings.push({ r: outer, label: "", x: 0 });
  return { rings, arcs };
}

function placeArc(part, { id, start, spot }, r, thick) {
  const from = angleOf(part, Math.max(start - part.now, -part.past - 0.5));
  const lead = `M${at(r, spot.angle)}L${at(spot.at - spot.r, spot.angle)}`;
  const dots = dotArc(r, from, spot.angle, thick / 2);
  return { id, r, thick, path: arc(r, from, spot.angle), lead, who: spot.who, dots };
}

const [DOTS, LINE] = [5, 1.5]; // how far the dots are apart that stand for a line, and half of its thickness

/** Circles in place of an arc: where a name may not stand. */
function dotArc(r, from, to, half = LINE) {
  const count = Math.ceil((Math.abs(to - from) / 180) * Math.PI * (r / DOTS));
  return Array.from({ length: count + 1 }, (_, place) => ({
    ...point(r, from + ((to - from) * place) / Math.max(1, count)), r: half,
  })); // biome-ignore format: one line of measures
}

/** Circles in place of a line that leads outwards. */
function dotRay(from, to, angle) {
  const count = Math.ceil(Math.abs(to - from) / DOTS);
  return Array.from({ length: count + 1 }, (_, place) => ({
    ...point(from + ((to - from) * place) / Math.max(1, count), angle), r: LINE,
  })); // biome-ignore format: one line of measures
}

/**
 * From one who attacks to the one who is attacked: along a lane that the arcs leave free.
 * @param {{ actor?: string, target?: string } | undefined} exchange
 * @param {Spot[]} spots
 * @param {Page} page
 */
export function placeAim(exchange, spots, page) {
  const [from, to] = [exchange?.actor, exchange?.target].map((id) =>
    spots.find((spot) => spot.folds.includes(id ?? "")),
  );
  if (!from || !to || from === to) return null;
  const turn = ((to.angle - from.angle + 540) % 360) - 180;
  const edge = to.at - to.r - to.halo;
  const lane = Math.round(10 * Math.min(page.lane, edge - 9, from.at - from.r - from.halo - 2)) / 10;
  const curve = `A${lane} ${lane} 0 0 ${turn > 0 ? 1 : 0} ${at(lane, to.angle)}`;
  const path = `M${at(from.at - from.r - from.halo, from.angle)}L${at(lane, from.angle)}${curve}`;
  const head = `M${at(edge, to.angle)}L${at(edge - 9, to.angle - 2.6)}L${at(edge - 9, to.angle + 2.6)}Z`;
  const dots = [
    ...dotRay(from.at - from.r - from.halo, lane, from.angle),
    ...dotArc(lane, from.angle, from.angle + turn),
    ...dotRay(lane, edge, to.angle),
  ];
  return { path: `${path}L${at(edge - 7, to.angle)}`, head, dots };
}
