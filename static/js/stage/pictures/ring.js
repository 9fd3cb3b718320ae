// The ring: what comes stands clockwise from now. Exalted's wheel of ticks is one, and so may a stranger's be.

import { cut, isolate, round } from "./letters.js";
import { listAhead, placeGhosts } from "./ring_ghosts.js";
import { listInCorner, placeNames } from "./ring_names.js";
import { angleOf, arc, at, NARROW, placeAim, placeGone, placeMarks, placeSpans, point, WIDE } from "./ring_places.js";
import { drawToken, SQUARE, sideOf } from "./token.js";

/**
 * Both drawings of a ring; the stylesheet shows one of them.
 * @param {any} dialect
 * @param {any} part
 * @param {any} facts
 * @param {(text: string, values?: Record<string, unknown>) => string} words
 * @param {{ key: string, chosen?: string }} how
 */
export function drawRing(dialect, part, facts, words, { key, chosen }) {
  const { fight, hand, me } = facts;
  return dialect.once([part, fight.combatants, fight.exchange, hand, me, chosen], () => {
    const ahead = listAhead(facts, chosen);
    const mayAct = me?.role !== "spectator";
    return [WIDE, NARROW].map((page) => drawPage(dialect, part, fight, words, { key, page, ahead, mayAct }));
  });
}

/**
 * Everything on a ring, computed.
 * @param {any} part
 * @param {any} fight
 * @param {import("./ring_places.js").Page} page
 */
export function layRing(part, fight, page) {
  const spots = placeMarks(part, fight.combatants, page);
  const gone = placeGone(part, fight.combatants, page);
  const { rings, arcs } = placeSpans(part, spots, page);
  const aim = placeAim(fight.exchange, spots, page);
  const lines = [...arcs, ...(aim ? [aim] : [])].flatMap(({ dots }) => dots);
  const names = placeNames(part, spots, gone, lines, rings, page);
  return { spots, gone, rings, arcs, names, aim, corner: listInCorner(part, spots, names, page) };
}

function drawPage(dialect, part, fight, words, { key, page, ahead, mayAct }) {
  const { html, svg, each } = dialect;
  const { spots, gone, rings, arcs, names, aim, corner } = layRing(part, fight, page);
  const ghosts = placeGhosts(part, ahead, page, words);
  const drawn = [
    drawGround(dialect, part, page),
    rings.map(({ r }) => svg`<circle class="w__ring" r=${round(r)}></circle>`),
    each(arcs, idOf, (span) => drawArc(svg, span)),
    rings.map(({ label, x }) => (label ? svg`<text class="w__ringno" x=${round(x)} y="8">${label}</text>` : "")),
    drawHub(svg, part, page),
    each(ghosts, idOf, (ghost) => drawGhost(dialect, ahead.who, ghost, page)),
    each(gone, idOf, (past) => drawSpot(dialect, past, "tok tok--past")),
    aim ? svg`<path class="w__aim" d=${aim.path}></path><path class="w__aimhead" d=${aim.head}></path>` : "",
    each([...spots].sort(byId), idOf, (spot) => drawSpot(dialect, spot, "tok")),
    each([...names, ...corner], idOf, (name) => drawName(svg, name)),
    page.name === "wide" ? drawLegend(dialect, part, fight, words, ghosts.length > 0) : "",
  ];
  const id = `pic-${key}-${page.name}`;
  const box = `${page.left} ${page.top} ${page.width} ${page.height + (mayAct ? page.lower : 0)}`;
  return html`<svg
    class="wheel ${page.name}" viewBox=${box} role="img" aria-labelledby="${id}-t ${id}-d"
  ><title id="${id}-t">${part.label}</title><desc id="${id}-d">${part.says}</desc>${drawn}</svg>`;
}

const idOf = ({ id }) => id;
const byId = (a, b) => (a.id < b.id ? -1 : 1);

function drawHub(svg, part, page) {
  const large = page.name === "wide" ? "w__tick" : "w__tick w__tick--s";
  const circles = [4, 8].map(
    (less, place) => svg`<circle class=${place ? "w__hub2" : "w__hub"} r=${page.hub - less}></circle>`,
  );
  const word = svg`<text class="w__word" y=${page.word}>${part.word}</text>`;
  return svg`${circles}${word}<text class=${large} y=${page.tick}>${part.now}</text>`;
}

/** Sectors, spokes and numbers. Only the numbers change while the ring turns. */
function drawGround({ svg, once }, part, page) {
  const sectors = Array.from({ length: part.sectors }, (_, place) => place - part.past);
  const half = 180 / part.sectors;
  const inner = page.radius - page.band;
  const [low, high] = [angleOf(part, 0) - half, angleOf(part, 0) + half];
  const band = (k) => {
    const [from, to] = [angleOf(part, k) - half + (k ? 0.5 : -0.6), angleOf(part, k) + half - (k ? 0.5 : -0.6)];
    return `${arc(page.radius, from, to)}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}Z`;
  };
  const slice = `${arc(inner, low, high)}L${at(page.hub, high)}A${page.hub} ${page.hub} 0 0 0 ${at(page.hub, low)}Z`;
  const spokes = sectors.map((k) => `M${at(page.hub, angleOf(part, k) + half)}L${at(inner, angleOf(part, k) + half)}`);
  const bands = sectors.map((k) => svg`<path class="w__band${stateOf(k)}" d=${band(k)}></path>`);
  const still = once(
    [page, part.sectors, part.past],
    () => svg`<path class="w__slice" d=${slice}></path><path class="w__spoke" d=${spokes.join("")}></path>${bands}`,
  );
  const numbers = sectors.map((k) => {
    const { x, y } = point(page.radius - page.band / 2, angleOf(part, k));
    const number = part.now + k < 0 ? "" : part.now + k;
    return svg`<text class="w__no${stateOf(k)}" x=${round(x)} y=${round(y + 1)}>${number}</text>`;
  });
  return svg`${still}${numbers}`;
}

const stateOf = (k) => (k < 0 ? " is-past" : k ? "" : " is-now");

function drawArc(svg, { path, lead, thick, who }) {
  const side = sideOf(who);
  const drawn = svg`<path class="w__arc w__arc--${side}" stroke-width=${round(thick)} d=${path}></path>`;
  return svg`<g class="w__time w__time--${side}">${drawn}<path class="w__lead" d=${lead}></path></g>`;
}

const [TINY, LEAST] = [9.5, 10];

/** In a token without room for three letters stand the last two: the number of a copy. Its title is the whole name. */
function drawSpot(dialect, { who, r, now, halo, x, y }, kind) {
  const initials = r < TINY ? who.initials.slice(-2) : who.initials;
  const size = Math.max(LEAST, Math.min(Math.max(12, r * 0.8), (2.6 * r) / Math.max(2, initials.length)));
  const token = drawToken(dialect, { ...who, initials }, r, { now, halo, size });
  const title = who.name ? dialect.svg`<title>${who.name}</title>` : "";
  return dialect.svg`<g class=${kind} transform="translate(${round(x)} ${round(y)})">${title}${token}</g>`;
}

function drawName(svg, { text, x, y, anchor }) {
  return svg`<text class="tok__name" text-anchor=${anchor} x=${round(x)} y=${round(y)}>${isolate(text)}</text>`;
}

function drawGhost({ svg }, who, { x, y, isOn, isLeft, lines, path }, page) {
  const trail = path ? svg`<path class="g__path" d=${path}></path>` : "";
  const anchor = isLeft ? "end" : "start";
  const words = lines.map(
    (line) => svg`<text class="g__what" x=${line.x} y=${line.y} text-anchor=${anchor}>${line.text}</text>`,
  );
  const [kind, place] = [isOn ? "g g--on" : "g", `translate(${round(x)} ${round(y)})`];
  return svg`<g class=${kind}>${trail}<g transform=${place}>${drawOutline(svg, who, page.ghost)}${words}</g></g>`;
}

/** A token without its colours. */
function drawOutline(svg, who, r) {
  const [half, inner] = [r * SQUARE, r * 0.75].map(round);
  const [side, whole] = [2 * r * SQUARE, 1.5 * r].map(round);
  const body = who.own
    ? svg`<circle class="g__body" r=${r}></circle>`
    : svg`<rect class="g__body" x="-${half}" y="-${half}" width=${side} height=${side} rx="2"></rect>`;
  if (!who.portrait) return svg`${body}<text class="g__ini" y=".5">${who.initials}</text>`;
  const kind = who.own ? "tok__face" : "tok__face tok__face--sq";
  const at = `-${inner}`;
  return svg`${body}<image class=${kind} href=${who.portrait} x=${at} y=${at} width=${whole} height=${whole}></image>`;
}

const LEGEND = { x: -356, y: -186, step: 20, room: 168, size: 12 };

/** How to read the ring, in the corner where no ghost can stand. */
function drawLegend({ svg }, part, fight, words, hasGhosts) {
  const everyone = Object.values(fight.combatants);
  const sides = (own) => [...new Set(everyone.filter((who) => Boolean(who.own) === own).map((who) => who.side))].sort();
  const rows = [
    [svg`<circle class="fill" r="6"></circle>`, sides(true).join(", ")],
    [svg`<rect class="fill fill--other" x="-6" y="-6" width="12" height="12"></rect>`, sides(false).join(", ")],
    [
      svg`<g class="tok--hid"><rect class="tok__body" x="-6" y="-6" width="12" height="12" rx="2"></rect></g>`,
      Object.keys(part.marks).some((id) => fight.combatants[id]?.hidden) ? words("hidden") : "",
    ],
    [svg`<path class="w__arc w__arc--own" stroke-width="4.5" d="M-7 3q7 -7 14 0"></path>`, part.hint ?? ""],
    [svg`<circle class="g__body" r="6"></circle>`, hasGhosts ? words("would act next") : ""],
  ].filter(([, text]) => text);
  const drawn = rows.map(([sign, text], place) => {
    const line = isolate(cut(String(text), LEGEND.room, LEGEND.size));
    const at = `translate(${LEGEND.x} ${LEGEND.y + LEGEND.step * place})`;
    return svg`<g transform=${at}>${sign}<text class="leg" x="14" y="4">${line}</text></g>`;
  });
  return svg`<g aria-hidden="true">${drawn}</g>`;
}
