// What was written and could not be sent, above the line: it waits, or the server refused it. It can be edited where it fits,
// or discarded.

import { joinBack } from "../../waiting/rules.js";
import { html, nothing } from "../dialect.js";
import { openPost } from "../keeping.js";
import { dropUnsent } from "../offline.js";
import { change } from "../page.js";
import { say } from "../words.js";

/** @typedef {import("../../waiting/rules.js").Item} Item */

const FIELDS = ["to", "speaker", "name"];

/**
 * @param {Item[]} items
 * @param {any} facts
 */
export function unsent(items, facts) {
  if (!items.length) return nothing;
  const waits = items.some(({ refused }) => !refused)
    ? html`<span class="hint">${say("unsent_waits")}</span>`
    : nothing;
  return html`<section class="unsent" aria-labelledby="unsent-h"><div class="acts" role="status"><h3 id="unsent-h">${say("unsent", { n: items.length })}</h3>${waits}</div><ul>${items.map((item) => row(item, facts))}</ul></section>`;
}

/**
 * @param {Item} item
 * @param {any} facts
 */
function row(item, facts) {
  const { id, page, where, text, refused, isSending } = item;
  const edit = fits(item, facts)
    ? html`<button class="link" type="button" ?disabled=${isSending} @click=${() => takeBack(item)}>${say("edit")}</button>`
    : nothing;
  return html`<li class=${refused ? "is-refused" : nothing}><p class="unsent__text">${text}</p>${refused ? html`<p class="why-not">${refused}</p>` : nothing}<p class="acts"><a class="link link--q" href=${page}>${where}</a>${edit}<button class="link" type="button" ?disabled=${isSending} @click=${() => dropUnsent(id)}>${say("discard")}</button></p></li>`;
}

/**
 * Whether words can go back to where they were written: nobody else may hear them by that.
 * @param {Item} item
 * @param {any} facts
 */
function fits({ name, page, body }, { voices, side_scenes = [] }) {
  const { to, strand } = Object.fromEntries(body);
  const isHere = name !== "note" && page === location.pathname && voices;
  const isOpen = !strand || side_scenes.some(({ id, is_open }) => is_open && id === strand);
  return Boolean(isHere && isOpen && (!to || voices.ears.some(({ key }) => key === to)));
}

/** @param {Item} item */
async function takeBack({ id, name, text, body }) {
  const given = Object.fromEntries(body);
  if (name === "post") await openPost("");
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(`f-${name}`));
  if (!form) return;
  /** @param {string} of */
  const field = (of) => /** @type {any} */ (form.elements.namedItem(of));
  const line = field("text");
  const isForOthers = ["to", "strand"].some((of) => (field(of)?.value ?? "") !== (given[of] ?? ""));
  if (line.value && isForOthers) return line.focus(); // what stands there is for others
  if (!(await dropUnsent(id))) return;
  if (name === "say" && isForOthers) change({ scene: given.strand });
  if (name === "post" && field("strand")) field("strand").value = given.strand;
  for (const of of FIELDS) if (field(of)) field(of).value = given[of] ?? "";
  line.value = joinBack(text, line.value, name === "post" ? "\n" : " ");
  line.dispatchEvent(new Event("input", { bubbles: true }));
  line.focus();
}
