// What may be added to a move: words, dice, powers; and what waits behind a tap.

import { each, html, nothing } from "../dialect.js";
import { toggle } from "../page.js";
import { say } from "../words.js";
import { fold } from "./blocks.js";
import { chosenOf, field, fields } from "./fields.js";

/** Fields that are words, or several of a kind: they take the whole row. */
const WIDE = ["area", "traits", "pills", "checks", "rows", "list"];

/**
 * Fields in sight. On a touch screen each is a button that says what it holds and opens in place.
 * @param {any[]} inputs
 * @param {import("./fields.js").Typed | undefined} typed
 * @param {Record<string, boolean>} opened
 */
export function extras(inputs, typed, opened) {
  return each(
    inputs,
    ({ id }) => id,
    (input) => extra(input, typed, Boolean(opened[input.id])),
  );
}

/**
 * @param {any} input
 * @param {import("./fields.js").Typed | undefined} typed
 * @param {boolean} isOpen
 */
function extra(input, typed, isOpen) {
  if (input.required && input.shape !== "select") return field(input, typed);
  const kind = isOpen ? "extra is-open" : "extra";
  return html`<div class=${kind}><button class="btn extra__open" type="button" aria-expanded=${isOpen} aria-controls=${`x-${input.id}`} @click=${() => toggle(input.id)}>${shortLabel(input)}<small>${holds(input, typed)}</small></button><div class=${WIDE.includes(input.shape) ? "extra__body is-wide" : "extra__body"} id=${`x-${input.id}`}>${field(input, typed)}</div></div>`;
}

/** The label up to its first colon, which explains. */
const shortLabel = ({ label }) => label.split(":")[0];

/**
 * What a field holds now, in a few letters.
 * @param {any} input
 * @param {import("./fields.js").Typed | undefined} typed
 */
export function holds(input, typed) {
  const values = chosenOf(input, typed);
  const names = (input.options ?? []).filter(({ value }) => values.includes(value)).map(({ label }) => label);
  if (names.length) return names.join(", ");
  if (input.shape === "flag") return values.includes("true") ? "✓" : "–";
  return values.join(" ").trim() || "–";
}

/**
 * The details of a form: further fields, and what a player may ask the Storyteller for. They are sent with the form also while
 * they are closed.
 * @param {any} form
 * @param {import("./fields.js").Typed | undefined} typed
 * @param {Record<string, boolean>} opened
 */
export function folds(form, typed, opened) {
  if (!form) return nothing;
  const more = form.more?.filter((input) => !input.decides) ?? [];
  const asks = form.asks ?? [];
  const [first, second] = [`more ${form.offer}`, `asks ${form.offer}`];
  return html`${more.length ? fold(first, say("more_options"), fields(more, typed), opened) : nothing}${asks.length ? fold(second, say("ask_ruling"), html`${fields(asks, typed)}${reason()}`, opened) : nothing}`;
}

function reason() {
  return html`<label class="step"><span>${say("reason")}</span><input class="in in--s" name="why" maxlength="200" autocomplete="off"></label>`;
}
