// On a phone one part of the table is shown at a time; these lead from one to another.

import { html, nothing } from "../dialect.js";
import { change } from "../page.js";
import { say } from "../words.js";

/** @type {["table" | "people" | "log" | "me", string][]} a part, and the id of its place */
const TABS = [
  ["table", "table"],
  ["people", "people"],
  ["log", "log"],
  ["me", "people"],
];

/**
 * @param {import("../page.js").Ui} ui
 */
export function tabs(ui) {
  return TABS.map(([tab, place]) => {
    const open = (event) => {
      event.preventDefault();
      change({ tab });
    };
    const isOn = ui.tab === tab;
    const count = tab === "me" && ui.unread ? html`<b class="n">${ui.unread}</b>` : nothing;
    return html`<a href=${`#${place}`} aria-current=${isOn ? "page" : nothing} @click=${open}><span>${say(`tab_${tab}`)}${count}</span></a>`;
  });
}
