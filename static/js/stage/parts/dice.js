// Dice as they fell: what counts is filled, what counts twice has a second edge, a one is dotted.

import { html, nothing } from "../dialect.js";

/** @type {Record<string, string>} by what became of a die */
const KINDS = { hit: "die die--hit", double: "die die--x2", one: "die die--one", reroll: "die die--again" };

/**
 * @param {any[]} dice the face of each, how often it counts, and why
 * @param {string | undefined} says the dice in words
 * @param {boolean} [isLarge]
 */
export function throwOf(dice, says, isLarge = false) {
  const drawn = dice.map(([face, , why]) => html`<span class=${KINDS[why] ?? "die"}>${face}</span>`);
  return html`<span class=${isLarge ? "dice" : "dice dice--s"} role="img" aria-label=${says ?? ""}>${drawn}</span>`;
}

/** @param {any[]} throws the dice of an entry, by what they were rolled for */
export function throwsOf(throws = []) {
  if (!throws.length) return nothing;
  const rows = throws.map(
    ({ name, dice, says, result }) =>
      html`<dt>${name}</dt><dd>${throwOf(dice, says)}${result ? html`<span class="n">${result}</span>` : nothing}</dd>`,
  );
  return html`<dl class="throws">${rows}</dl>`;
}
