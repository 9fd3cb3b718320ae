// The small parts of a picture: a line of places, words, clocks, boxes, rooms, units. What is not known here is said.

import { drawRow } from "./boxes.js";
import { isolate, round } from "./letters.js";
import { drawChip } from "./token.js";

/** @param {any} part */
const toneOf = (part) => `tone--${part.tone ?? "plain"}`;

/**
 * @param {string[]} ids
 * @param {Record<string, any>} combatants
 */
const seen = (ids, combatants) => ids.filter((id) => combatants[id]).map((id) => ({ id, ...combatants[id] }));

const MOST_NAMES = 6;

/** Places one after the other with who is there, such as range bands. Those who listen hear a sentence. */
export function drawLine({ html }, part, combatants, words) {
  const stops = part.stops.map(({ label, ids, note }) => {
    const names = seen(ids, combatants).map((who) => isolate(who.name));
    const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names;
    const more = names.length > shown.length ? [words("{n} more", { n: names.length - shown.length })] : [];
    const going = note ? html` <i>${note}</i>` : "";
    return html`<span aria-hidden="true"><b>${label}</b> ${[...shown, ...more].join(", ")}${going}</span>`;
  });
  const label = html`<span class="q" aria-hidden="true">${part.label}</span>`;
  return html`<div class="bands"><p class="vh">${part.says}</p>${label}${stops}</div>`;
}

export function drawWords({ html }, part) {
  const lines = part.lines.map((line) => html`<span>${line}</span>`);
  return html`<p class="bands"><span class="q">${part.label}</span>${lines}</p>`;
}

const R = 26;

/** The segments of a clock, clockwise from the top. */
export function listSegments(of) {
  if (of < 2) return [`M0 ${-R}A${R} ${R} 0 1 1 -.01 ${-R}Z`];
  const at = (place) => {
    const turn = (2 * Math.PI * place) / of - Math.PI / 2;
    return `${round(R * Math.cos(turn))} ${round(R * Math.sin(turn))}`;
  };
  return Array.from({ length: of }, (_, place) => `M0 0L${at(place)}A${R} ${R} 0 0 1 ${at(place + 1)}Z`);
}

function drawClock({ html, svg }, part) {
  const segments = listSegments(part.of).map(
    (path, place) => svg`<path class=${place < part.filled ? "seg is-on" : "seg"} d=${path}></path>`,
  );
  const clock = html`<svg
    class="clock ${toneOf(part)}" width="60" height="60" viewBox="-30 -30 60 60" role="img" aria-label=${part.says}
  >${segments}</svg>`;
  return html`${clock}<span class="n">${part.filled}/${part.of}</span>`;
}

const [BOX, ROW] = [18, 10];

function drawCount({ html, svg }, part) {
  const boxes = Array.from({ length: part.of }, (_, place) => {
    const [x, y] = [1 + BOX * (place % ROW), 1 + BOX * Math.floor(place / ROW)];
    const kind = place < part.filled ? "seg is-on" : "seg";
    return svg`<rect class=${kind} x=${x} y=${y} width="14" height="14" rx="2"></rect>`;
  });
  const [width, height] = [BOX * Math.min(ROW, part.of) - 2, BOX * Math.ceil(part.of / ROW) - 2];
  return drawRow(html, width, height, part.says, toneOf(part), boxes);
}

function drawRooms(dialect, part, combatants) {
  const { html, each } = dialect;
  const rooms = part.rooms.map(({ label, ids, note }) => {
    const here = each(
      seen(ids, combatants),
      (who) => who.id,
      (who) => html`<li>${drawChip(dialect, who, 26)}<bdi>${who.name}</bdi></li>`,
    );
    const going = note ? html`<p class="q">${note}</p>` : "";
    return html`<div class="room"><h4>${label}</h4>${going}<ul>${here}</ul></div>`;
  });
  return html`<div class="rooms">${rooms}</div>`;
}

function drawUnits(dialect, part, combatants) {
  const { html, each } = dialect;
  const rows = part.order.filter((id) => combatants[id]);
  const list = each(
    rows,
    (id) => id,
    (id) => {
      const [unit, who] = [part.units[id], combatants[id]];
      const name = html`<b><bdi>${unit.name ?? who.name}</bdi></b>`;
      const ranks = html`${drawRanks(dialect, unit, toneOf(part))} <span class="q">${unit.words}</span>`;
      return html`<li>${drawChip(dialect, who, 26)}<span>${name} ${ranks}</span></li>`;
    },
  );
  return html`<ul class="units">${list}</ul>`;
}

function drawRanks({ html, svg }, { size, most }, tone) {
  const ranks = Array.from({ length: most }, (_, place) => {
    const kind = place < size ? "seg is-on" : "seg";
    return svg`<rect class=${kind} x=${1 + 14 * place} y="1" width="11" height="8"></rect>`;
  });
  return drawRow(html, 14 * most, 10, `${size}/${most}`, tone, ranks);
}

const SMALL = { clock: drawClock, boxes: drawCount, zones: drawRooms, units: drawUnits };

/**
 * A small part with its heading. One that this page does not know is said in words.
 * @param {any} dialect
 * @param {any} part
 * @param {Record<string, any>} combatants
 */
export function drawSmall(dialect, part, combatants) {
  const draw = SMALL[part.kind];
  const body = draw ? draw(dialect, part, combatants) : dialect.html`<p>${part.says ?? ""}</p>`;
  const heading = dialect.html`<h3>${part.label ?? ""}</h3>`;
  return dialect.html`<section class="part">${heading}<div class="part__body">${body}</div></section>`;
}
