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
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function tabs(facts, ui) {
  const newest = newestOf(facts.log);
  const counts = { me: ui.unread, log: ui.tab === "log" ? 0 : countNew(facts.log, ui.seen) };
  return TABS.map(([tab, place]) => {
    const open = (event) => {
      event.preventDefault();
      change({ tab, seen: newest });
    };
    const isOn = ui.tab === tab;
    const count = counts[tab] ? html`<b class="n">${counts[tab]}</b>` : nothing;
    return html`<a href=${`#${place}`} aria-current=${isOn ? "page" : nothing} @click=${open}><span>${say(`tab_${tab}`)}${count}</span></a>`;
  });
}

/** @param {any} log the number of the newest entry */
export const newestOf = (log) => Math.max(0, ...Object.keys(log ?? {}).map(Number));

/**
 * @param {any} log
 * @param {number} seen
 */
const countNew = (log, seen) => (seen ? Object.keys(log ?? {}).filter((number) => Number(number) > seen).length : 0);
