// What may be added to a move: words, dice, powers; and what waits behind a tap.

import { html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { fields } from "./fields.js";

/**
 * @param {any[]} inputs
 * @param {import("./fields.js").Typed | undefined} typed
 */
export const extras = (inputs, typed) => html`${fields(inputs, typed)}`;

/**
 * The details of a form: further fields, and what a player may ask the Storyteller for.
 * @param {any} form
 * @param {import("./fields.js").Typed | undefined} typed
 */
export function folds(form, typed) {
  const more = form?.more?.filter((input) => !input.decides) ?? [];
  const asks = form?.asks ?? [];
  return html`${more.length ? fold(say("more_options"), fields(more, typed)) : nothing}${asks.length ? fold(say("ask_ruling"), html`${fields(asks, typed)}${reason()}`) : nothing}`;
}

/**
 * @param {string} title
 * @param {unknown} body
 */
export function fold(title, body) {
  return html`<details class="fold"><summary class="link down">${title}</summary><div class="fold__body">${body}</div></details>`;
}

function reason() {
  return html`<label class="step"><span>${say("reason")}</span><input class="in in--s" name="why" maxlength="200" autocomplete="off"></label>`;
}
