// What came last, large, in the hand while nothing is asked, with what can be asked about it. A death stands there until it
// was seen.

import { html, nothing } from "../dialect.js";
import { inOrder, listEntries } from "../facts.js";
import { put } from "../page.js";
import { see } from "../seen.js";
import { begin, say } from "../words.js";
import { changed } from "./health.js";
import { fetchSteps, step, strike } from "./log.js";
import { outcome } from "./outcome.js";

/** A result is large until so many turns have begun. */
const TURNS = 2;

/**
 * The newest result while it is large.
 * @param {any} facts
 */
export function largeResult({ fight, log, result: newest }) {
  if (!fight || !(newest?.verdict || newest?.changes)) return undefined;
  const later = listEntries(log).filter(({ number, when, is_undone }) => number > newest.home && when && !is_undone);
  const own = log[newest.home]?.when;
  return new Set(later.map(({ when }) => when).filter((when) => when !== own)).size < TURNS ? newest : undefined;
}

/**
 * @param {any} newest
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function result(newest, facts, ui) {
  const { number, home, counted = [] } = newest;
  const steps = ui.steps[home];
  const strikes = facts.me?.role === "storyteller" ? counted.map(strike) : nothing;
  const close = () => put("steps", String(home), undefined);
  const every =
    facts.log[home]?.more || steps
      ? html`<button class="link" type="button" aria-expanded=${Boolean(steps)} @click=${() => (steps ? close() : fetchSteps(home))}>${say(steps ? "fewer" : "every_step")}</button>`
      : nothing;
  const had =
    ui.chance && ui.chance.n < number ? html`<span>${say("had_chance", { chance: ui.chance.words })}</span>` : nothing;
  return html`<div class="res">${outcome(newest, facts.fight)}${strikes}${steps ? html`<ol class="steps">${steps.map(step)}</ol>` : nothing}<p class="res__foot q">${had}${every}</p></div>`;
}

/**
 * A fight that is over: who fell, who is wounded, and what is left of their points.
 * @param {any} fight
 * @param {any} party
 */
export function ended({ fallen }, party) {
  const people = inOrder(party?.members, party?.order).map(([, who]) => who);
  const wounded = people.filter(({ health: boxes = [] }) => boxes.some(([mark]) => mark));
  const left = people
    .map(({ name, pools = [] }) => [name, pools.filter(({ now, full }) => now < full)])
    .filter(([, pools]) => pools.length);
  const hurt = wounded.map((who) => changed({ name: who.name, boxes: who.health, health_says: who.health_says }));
  const points = left.map(
    ([name, pools]) =>
      html`<p><b>${name}</b> ${pools.map(({ label, now, full }) => `${label} ${now} / ${full}`).join(", ")}</p>`,
  );
  const rows = [
    ["fell", fallen.map((says) => html`<p>${says}</p>`)],
    ["wounds", hurt],
    ["points_left", points],
  ].filter(([, inside]) => inside.length);
  return html`<div class="res"><p class="verdict">${say("fight_over")}</p><dl class="res__rows">${rows.map(([name, inside]) => html`<dt>${say(String(name))}</dt><dd>${inside}</dd>`)}</dl></div>`;
}

/**
 * The oldest death that nobody has seen in this browser.
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export const unseenDeath = ({ deaths = [] }, { seenDeath }) => deaths.find(({ number }) => number > seenDeath);

/** @param {any} one a death */
export function death({ number, says, line }) {
  return html`<div class="res res--death"><p class="verdict">${begin(says)}</p><p>${line}</p><p>${seenButton(number, "btn")}</p></div>`;
}

/**
 * @param {number} number
 * @param {string} kind
 */
export const seenButton = (number, kind) =>
  html`<button class=${kind} type="button" @click=${() => see(number)}>${say("seen")}</button>`;
