// What the log does not show of a post at first: its rest, and how it was before it was edited. Both are fetched on a tap.

import { html, nothing, trusted } from "../dialect.js";
import { fetchEntry, put, toggle } from "../page.js";
import { say } from "../words.js";

/** @param {number} number */
async function openPost(number) {
  const found = await fetchEntry(number);
  if (found) put("steps", `post ${number}`, found);
}

/**
 * The rest of a post, or what leads to it.
 * @param {any} entry
 * @param {any} behind what was fetched
 */
export function restOf({ number, speech }, behind) {
  if (!speech.has_rest) return nothing;
  if (behind?.rest_html) return html`<div class="said said--post">${trusted(behind.rest_html)}</div>`;
  return html`<button class="link" type="button" @click=${() => openPost(number)}>${say("read_on")}</button>`;
}

/**
 * That a post was edited, and how it was before.
 * @param {any} entry
 * @param {any} behind what was fetched
 * @param {boolean} isOpen
 */
export function firstOf({ number, speech }, behind, isOpen) {
  if (!speech.is_edited) return nothing;
  const show = () => {
    if (!behind) openPost(number);
    toggle(`first ${number}`);
  };
  const before =
    isOpen && behind?.first_html
      ? html`<div class="said said--post is-before"><p class="q">${say("before_edit")}</p>${trusted(behind.first_html)}</div>`
      : nothing;
  return html`<button class="link link--q" type="button" aria-expanded=${isOpen} @click=${show}>${say("edited")}</button>${before}`;
}
