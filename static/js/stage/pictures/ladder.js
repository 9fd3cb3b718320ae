// The column: numbers one above the other, one's own side left. The ladder of Initiative of Exalted 3e is one.

import { aimAt, layColumn, NAME, NARROW_LADDER, WIDE_LADDER } from "./ladder_places.js";
import { cut, isolate, minus, round } from "./letters.js";
import { drawToken } from "./token.js";

const SIDE = 16;
const ZONE = 12.5; // the size of letters by which its width is reckoned: the serif is narrow

/**
 * Both drawings of a column; the stylesheet shows one of them.
 * @param {any} dialect
 * @param {any} part
 * @param {any} facts
 * @param {{ key: string }} how
 */
export function drawColumn(dialect, part, { fight }, { key }) {
  return dialect.once([part, fight.combatants, fight.exchange], () =>
    [WIDE_LADDER, NARROW_LADDER].map((page) => drawPage(dialect, part, fight, key, page)),
  );
}

/** Whether a drawing is so high that it is scrolled and not made smaller. */
export const isTall = (part, combatants) => layColumn(part, combatants, WIDE_LADDER).height > WIDE_LADDER.high * 1.25;

function drawPage(dialect, part, { combatants, exchange }, key, page) {
  const { html, svg, each } = dialect;
  const { lines, links, rungs, places, size, height: high } = layColumn(part, combatants, page);
  const [axis, id, height] = [page.width / 2, `pic-${key}-${page.name}`, Math.round(high)];
  const aim = aimAt(exchange, places);
  const rungOf = (rung) => drawRung(svg, rung, page, size);
  const placeOf = (place) => drawPlace(dialect, place);
  const drawn = [
    lines.map(({ y }) => drawGround(svg, y, page, height)),
    drawSides(dialect, part, combatants, page),
    svg`<path class="lad__axis" d="M${axis} 30V${height - 8}"></path>`,
    links.map(({ path, head }) => drawLink(svg, path, head)),
    lines.map((line) => drawLine(svg, line, page)),
    aim ? svg`<path class="w__aim" d=${aim.path}></path><path class="w__aimhead" d=${aim.head}></path>` : "",
    each(rungs, ({ value }) => value, rungOf),
    each([...places].sort(byId), ({ id: key }) => key, placeOf),
  ];
  return html`<svg
    class="ladder ${page.name}" viewBox="0 0 ${page.width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"
  ><title id="${id}-t">${part.label}</title><desc id="${id}-d">${part.says}</desc>${drawn}</svg>`;
}

const byId = (a, b) => (a.id < b.id ? -1 : 1);

const drawGround = (svg, y, page, height) =>
  svg`<rect class="lad__deep" x="0" y=${round(y)} width=${page.width} height=${round(height - y)}></rect>`;

const drawLink = (svg, path, head) =>
  svg`<path class="lad__link" d=${path}></path><path class="lad__head" d=${head}></path>`;

function drawSides({ svg }, part, combatants, page) {
  const axis = page.width / 2;
  const standing = part.order.map((id) => combatants[id]).filter(Boolean);
  const names = (own) => [...new Set(standing.filter((who) => Boolean(who.own) === own).map((who) => who.side))].sort();
  const from = page.name === "wide" ? page.token - 24 : 8;
  const side = (own, x, anchor) => {
    const text = isolate(cut(names(own).join(", "), axis - from - 8, SIDE));
    return svg`<text class="lad__side" x=${x} y="18" text-anchor=${anchor}>${text}</text>`;
  };
  const word = svg`<text class="leg" x=${axis} y="18" text-anchor="middle">${part.word}</text>`;
  return svg`${side(true, axis - from, "end")}${page.name === "wide" ? word : ""}${side(false, axis + from, "start")}`;
}

function drawLine(svg, { label, tone, y }, page) {
  const [axis, half] = [page.width / 2, Math.min(page.width / 2 - 20, 110)];
  const [left, top, foot] = [axis - half, round(y - 13), round(y + 1)];
  const line = svg`<path class="lad__crash tone--${tone}" d="M0 ${round(y)}H${page.width}"></path>`;
  const frame = svg`<rect class="lad__word tone--${tone}" x=${left} y=${top} width=${2 * half} height="26"></rect>`;
  const text = cut(label, 2 * half - 8, ZONE);
  return svg`${line}${frame}<text class="lad__crashword tone--${tone}" x=${axis} y=${foot}>${text}</text>`;
}

function drawRung(svg, { value, y, isNow }, page, size) {
  const kind = isNow ? " is-now" : "";
  const [at, high] = [`translate(${page.width / 2} ${round(y)})`, 2 * size.pill];
  const line = svg`<path class="lad__rung" d="M${-page.token} 0H${page.token}"></path>`;
  const frame = svg`<rect class="lad__pill${kind}" x="-20" y=${-size.pill} width="40" height=${high} rx="4"></rect>`;
  const number = svg`<text class="lad__no${kind}" y="1">${minus(value)}</text>`;
  return svg`<g class="lad" transform=${at}>${line}${frame}${number}</g>`;
}

/** A combatant at its number. What is said of it stands outwards, under its name. */
function drawPlace(dialect, place) {
  const { svg } = dialect;
  const { who, mark, x, r, pipsY, badgeY } = place;
  const [isNow, at] = [Boolean(mark.now), `translate(0 ${round(place.y)})`];
  const token = drawToken(dialect, who, r, { now: isNow, size: Math.max(10.5, r * 0.8) });
  const drawn = [
    svg`<g transform="translate(${x} 0)">${token}${mark.done ? drawTick(svg, place) : ""}</g>`,
    drawWords(svg, place, isNow),
    pipsY === null ? "" : drawPips(svg, place, pipsY - place.y),
    mark.badge ? drawBadge(svg, place, badgeY === null ? null : badgeY - place.y) : "",
  ];
  return svg`<g class="lad" transform=${at}>${drawn}</g>`;
}

const anchorOf = ({ out }) => (out < 0 ? "end" : "start");

/** The sign of one who has acted. */
function drawTick(svg, { out, r }) {
  const [x, y] = [out * (r - 3), 1 - r];
  const sign = svg`<path class="lad__done" d="M${round(x - 3.5)} ${round(y)}l2.7 2.7 4.3 -5.4"></path>`;
  return svg`<circle class="lad__tick" cx=${round(x)} cy=${round(y)} r="7"></circle>${sign}`;
}

function drawWords(svg, place, isNow) {
  const { mark, out, lines, pipsY, badgeY, textX } = place;
  const isAlone = !lines.length && pipsY === null && badgeY === null;
  const [x, y] = [textX + (mark.badge && badgeY === null ? 16 * out : 0), isAlone ? 5 : -1];
  const [kind, sub] = isNow ? ["lad__name is-now", "lad__sub is-key"] : ["lad__name", "lad__sub"];
  const anchor = anchorOf(place);
  const said = lines.map((line, number) => {
    const foot = 15 + 16 * number;
    return svg`<text class=${sub} x=${textX} y=${foot} text-anchor=${anchor}>${isolate(line)}</text>`;
  });
  const name = isolate(place.name);
  return svg`<text class=${kind} x=${x} y=${y} text-anchor=${anchor} font-size=${NAME}>${name}</text>${said}`;
}

function drawPips(svg, place, y) {
  const { textX, out, mark } = place;
  const { on, of, says } = mark.pips;
  const dots = Array.from({ length: of }, (_, number) => {
    const [kind, x] = [number < on ? "lad__pip is-on" : "lad__pip", textX + out * (5 + 13 * number)];
    return svg`<circle class=${kind} cx=${x} cy=${round(y - 4)} r="4.5"></circle>`;
  });
  const x = textX + out * (13 * of + 5);
  return svg`${dots}<text class="lad__sub" x=${x} y=${round(y)} text-anchor=${anchorOf(place)}>${says}</text>`;
}

/** A mark with its word, or beside the name the mark alone where there is no room for a line. */
function drawBadge(svg, place, y) {
  const { textX, out, mark } = place;
  const from = out > 0 ? textX : textX - 10;
  const sign = svg`<path class="lad__chip" d="M${from} ${round((y ?? 4) - 4)}l5 -5l5 5l-5 5z"></path>`;
  if (y === null) return sign;
  const [x, foot, anchor] = [textX + 15 * out, round(y), anchorOf(place)];
  return svg`${sign}<text class="lad__sub is-key" x=${x} y=${foot} text-anchor=${anchor}>${mark.badge}</text>`;
}
