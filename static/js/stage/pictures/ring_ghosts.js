// Where each choice of the one whose turn it is would lead: its next place on the ring, outside of it.

import { wrap } from "./letters.js";
import { angleOf, arc, point } from "./ring_places.js";

const RANKS = ["usual", "sometimes", "rare"];
const [SIZE, LINE, MOST] = [12.5, 15, 150];

/**
 * The next places of the card in the hand, or else of the first that waits: the words of the choices that lead there.
 * @param {any} facts
 * @param {string | undefined} chosen the id of an offer
 */
export function listAhead(facts, chosen) {
  const cards = (facts.hand?.order ?? []).map((id) => facts.hand.cards[id]);
  const mine = cards.filter((each) => each?.who && !each.is_prompt);
  const card = mine.find((each) => chosen && chosen in each.offers) ?? mine.find((each) => each.is_due);
  const who = card && facts.fight?.combatants[card.who];
  /** @type {Map<number, { tick: number, labels: string[], isOn: boolean }>} */
  const ticks = new Map();
  if (!who) return { who: null, ticks: [] };
  const offers = card.order.map((id) => [id, card.offers[id]]).filter(([, offer]) => offer?.ticks && !offer.reason);
  offers.sort(([, a], [, b]) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank));
  for (const [id, offer] of offers) {
    for (const tick of offer.ticks) {
      const there = ticks.get(tick) ?? { tick, labels: [], isOn: false };
      const label = offer.label.split(" (")[0];
      if (!there.labels.includes(label) && (!there.labels.length || offer.rank !== "rare")) there.labels.push(label);
      ticks.set(tick, { ...there, isOn: there.isOn || id === chosen });
    }
  }
  return { who, ticks: [...ticks.values()].sort((a, b) => a.tick - b.tick) };
}

/**
 * Outlines outside of the ring, with their words and the way to the chosen one. The last sector holds what lies beyond.
 * @param {any} part
 * @param {ReturnType<typeof listAhead>} ahead
 * @param {import("./ring_places.js").Page} page
 * @param {(text: string, values?: Record<string, unknown>) => string} words
 */
export function placeGhosts(part, ahead, page, words) {
  const future = part.sectors - part.past - 1;
  /** @type {Map<number, { texts: string[], isOn: boolean }>} */
  const places = new Map();
  for (const { tick, labels, isOn } of ahead.ticks) {
    const k = Math.max(0, Math.min(tick - part.now, future));
    const [others, last] = [labels.slice(0, -1).join(", "), labels[labels.length - 1]];
    const listed = others ? words("{others} or {last}", { others, last }) : last;
    const text = tick - part.now === k && k ? listed : words("{words} (tick {n})", { words: listed, n: tick });
    const there = places.get(k) ?? { texts: [], isOn: false };
    places.set(k, { texts: [...there.texts, text], isOn: there.isOn || isOn });
  }
  return [...places].map(([k, { texts, isOn }]) => placeGhost(part, k, texts.join(", "), isOn, page));
}

function placeGhost(part, k, text, isOn, page) {
  const step = 360 / part.sectors;
  const angle = k ? angleOf(part, k) : angleOf(part, 0) + step * 0.78;
  const { x, y } = point(page.ghostAt, angle);
  const isLeft = x < 1;
  const beside = page.ghost + 7;
  const room = Math.min(MOST, page.width / 2 - Math.abs(x) - beside - 4);
  const texts = page.name === "wide" ? wrap(text, room, SIZE, 2) : [];
  const lines = texts.map((line, place) => ({
    text: line, x: isLeft ? -beside : beside, y: 4 + LINE * (place - (texts.length - 1) / 2),
  })); // biome-ignore format: one line of measures
  const path = isOn && k ? arc(page.ghostAt, angleOf(part, 0) + 5, angle - 5) : "";
  return { id: `ghost-${k}`, x, y, isOn, isLeft, lines, path };
}
