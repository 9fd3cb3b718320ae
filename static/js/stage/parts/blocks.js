// What many parts are made of: headings, lists below one, and fields behind a tap.

import { html, nothing } from "../dialect.js";
import { change, toggle } from "../page.js";
import { say } from "../words.js";

/** @param {unknown} title */
export const cap = (title) => html`<p class="cap"><span>${title}</span></p>`;

/**
 * @param {unknown} title
 * @param {unknown} body
 */
export const block = (title, body) => html`<div>${cap(title)}${body}</div>`;

/**
 * @param {unknown} title
 * @param {unknown} rows
 */
export const listBelow = (title, rows) => block(title, html`<ul class="queue">${rows}</ul>`);

/**
 * @param {unknown} title
 * @param {unknown} chips
 */
export const chips = (title, chips) => block(title, html`<div class="traits">${chips}</div>`);

/** The head of the hand, which the focus is led to. */
export const heading = (title, below = undefined, more = undefined) =>
  html`<header class="hand__head"><div><h2 id="hand-h" tabindex="-1">${title}</h2>${below ? html`<p>${below}</p>` : nothing}</div>${more ?? nothing}</header>`;

/** The way back from a tool. */
export const back = (leave = () => change({ tool: "" })) =>
  html`<button class="link" type="button" @click=${leave}>${say("back")}</button>`;

export const loading = () => html`<p class="hint">${say("loading")}</p>`;

/**
 * Fields behind a tap. They are sent with the form also while they are closed.
 * @param {string} name
 * @param {unknown} title
 * @param {unknown} body
 * @param {Record<string, boolean>} opened
 */
export function fold(name, title, body, opened) {
  const isOpen = Boolean(opened[name]);
  return html`<div class=${isOpen ? "extra is-open" : "extra"}><button class="link down extra__fold" type="button" aria-expanded=${isOpen} @click=${() => toggle(name)}>${title}</button><div class="extra__body is-folded">${body}</div></div>`;
}
