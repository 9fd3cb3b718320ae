// The order of a turn as cards: what was done in the World of Darkness, what is declared in the Dark Ages.

import { drawBoxes } from "./boxes.js";
import { minus } from "./letters.js";
import { drawChip } from "./token.js";

const CHIP = 40;

/**
 * @param {any} dialect
 * @param {any} part
 * @param {any} facts
 * @param {(text: string, values?: Record<string, unknown>) => string} words
 * @param {{ key: string }} how
 */
export function drawCards(dialect, part, { fight }, words, { key }) {
  const { html, each, once } = dialect;
  const ids = part.order.filter((id) => fight.combatants[id]);
  const isNew = (place) => !place || part.cards[ids[place]].at !== part.cards[ids[place - 1]].at;
  const list = each(
    ids.map((id, place) => ({ id, isFirst: isNew(place) })),
    ({ id }) => id,
    ({ id, isFirst }) =>
      once([part.cards[id], fight.combatants[id], isFirst, part.played], () =>
        drawCard(dialect, part.cards[id], fight.combatants[id], words, { isFirst, isPlayed: Boolean(part.played) }),
      ),
  );
  const note = part.note ? html`<span class="q">${part.note}</span>` : "";
  const body = ids.length ? html`<ol>${list}</ol>` : html`<p class="q">${part.says}</p>`;
  const head = html`<div class="sec"><h2 id="pic-${key}-h">${part.label}</h2>${note}</div>`;
  return html`<section class="order" tabindex="0" aria-labelledby="pic-${key}-h">${head}${body}</section>`;
}

function drawCard(dialect, card, who, words, { isFirst, isPlayed }) {
  const { html } = dialect;
  const kinds = ["o", isPlayed && "o--decl", card.now && "is-now", card.over && "is-done", who.out && "is-out"];
  const at = card.at === undefined ? "" : minus(card.at);
  const number =
    isFirst || card.now
      ? html`<span class="vh">${words("Initiative")} </span>${at}`
      : html`<span class="vh">${words("Initiative")} ${at}</span>`;
  const hidden = who.hidden ? html` <span class="tag">${words("hidden")}</span>` : "";
  const name = html`<p class="o__name"><bdi>${who.name}</bdi>${hidden}</p>`;
  const sub = drawSub(dialect, card, who, isPlayed);
  const deeds = isPlayed ? drawPlayed(dialect, card, words) : drawDone(dialect, card, words);
  const head = html`<span class="o__at n">${number}</span>${drawChip(dialect, who, CHIP)}`;
  return html`<li class=${kinds.filter(Boolean).join(" ")}>${head}<div class="o__who">${name}${sub}</div>${deeds}</li>`;
}

/** What is said under a name: its words where they do not stand on the card, and its health where cards are played. */
function drawSub(dialect, card, who, isPlayed) {
  const { html } = dialect;
  const boxes = isPlayed && who.health ? drawBoxes(dialect, who.health, 14, who.health_says ?? "") : "";
  const said = card.words && (!isPlayed || card.deeds) ? html`<span>${card.words}</span>` : "";
  return boxes || said ? html`<div class="o__sub">${boxes}${said}</div>` : "";
}

function drawDone(dialect, card, words) {
  if (!card.deeds) return "";
  return dialect.html`<ul class="o__deed">${card.deeds.map((deed) => drawDeed(dialect, deed, words))}</ul>`;
}

/** A card on the table: face up with its deeds, or what is to be said of it. */
function drawPlayed(dialect, card, words) {
  const { html } = dialect;
  const kind = card.now && !card.deeds ? "decl decl--now" : `decl is-${card.face}`;
  if (!card.deeds) return html`<p class=${kind}>${card.words ?? ""}</p>`;
  return html`<ol class=${kind}>${card.deeds.map((deed) => drawDeed(dialect, deed, words))}</ol>`;
}

function drawDeed({ html }, { label, target, cost, done }, words) {
  const [aimed, price] = [target ? html` ${target}` : "", cost ? html` <span class="q">${cost}</span>` : ""];
  const over = done ? html`<span class="vh">, ${words("done")}</span>` : "";
  return html`<li class=${done ? "is-done" : ""}><b>${label}</b>${aimed}${price}${over}</li>`;
}
