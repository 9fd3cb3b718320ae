// A result: who did what to whom, the verdict, each throw with its dice and sum, and how those are whom it changed.

import { html, nothing } from "../dialect.js";
import { begin, say } from "../words.js";
import { throwOf } from "./dice.js";
import { changed } from "./health.js";
import { token } from "./tokens.js";

/**
 * @param {any} result
 * @param {any} fight
 */
export function outcome({ verdict, line, who = [], whom = [], dice = [], changes = [], others = [] }, fight) {
  const faces = [who, whom].map((people) => people.map(({ id }) => fight?.combatants[id]).filter(Boolean));
  const [by, to] = faces.map((people) => people.slice(0, 3).map((who) => token(who, 34)));
  const arrow = by.length && to.length ? html`<span class="q" aria-hidden="true">→</span>` : nothing;
  const title = html`<div class="res__head">${by}${arrow}${to}<div>${verdict ? html`<p class="verdict">${begin(verdict)}</p><p class="q">${line}</p>` : html`<p>${line}</p>`}</div></div>`;
  const rows = [...dice.map(thrown), ...changes.map(after)];
  const more = others.map(
    (other) => html`<p>${other.verdict ? html`<b>${begin(other.verdict)}</b> ` : nothing}${other.line}</p>`,
  );
  return html`${title}${rows.length ? html`<dl class="res__rows">${rows}</dl>` : nothing}${more}`;
}

const thrown = ({ name, dice, says, result: sum }) =>
  html`<dt>${name}</dt><dd>${throwOf(dice, says, true)}${sum ? html`<span>${sum}</span>` : nothing}</dd>`;

const after = (change) => html`<dt>${say("after")}</dt><dd>${changed(change)}</dd>`;
