// What a field may go on with, above it: the field keeps the focus, and its keys choose.

import { chooseOption } from "../completing.js";
import { html, nothing } from "../dialect.js";
import { say } from "../words.js";

/** @typedef {import("../page.js").Ui["completing"]} Completing */

/**
 * @param {string} id the field's
 * @param {Completing} completing
 */
export const isOpen = (id, completing) => completing?.id === id;

/**
 * The id of the option that is chosen, for `aria-activedescendant`.
 * @param {string} id
 * @param {Completing} completing
 */
export const activeOption = (id, completing) =>
  isOpen(id, completing) && completing.at >= 0 ? `${id}-option-${completing.at}` : nothing;

/**
 * @param {string} id
 * @param {Completing} completing
 */
export function optionsOf(id, completing) {
  if (!isOpen(id, completing)) return nothing;
  const rows = completing.options.map(
    ({ label, hint }, place) =>
      html`<li class=${place === completing.at ? "option is-on" : "option"} id=${`${id}-option-${place}`} role="option" aria-selected=${place === completing.at} @click=${() => chooseOption(place)}><b>${label}</b>${hint ? html` <span class="q">${hint}</span>` : nothing}</li>`,
  );
  return html`<ul class="options" id=${`${id}-options`} role="listbox" aria-label=${say("matches")} @pointerdown=${keepFocus}>${rows}</ul>`;
}

/** @param {Event} event a finger on the list leaves the keyboard of a phone where it is */
const keepFocus = (event) => event.preventDefault();
