// The Storyteller's tools above the picture: five groups and a line. The line opens the palette, which takes the place of the
// picture; what is asked stays in sight.

import { html, nothing } from "../dialect.js";
import { openTool } from "../forms.js";
import { change, page } from "../page.js";
import { ask, askSoon, closePalette, isFresh, openPalette, write } from "../palette.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";

/** So many rows a page key goes on. */
const PAGE = 8;
const GROUPS = ["rolls", "people", "show", "time", "scene"];

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function toolGroups({ me, place }, ui) {
  if (me.role !== "storyteller" || !place.is_open) return nothing;
  const groups = GROUPS.map(
    (group) =>
      html`<button class="link down" type="button" aria-expanded=${ui.palette?.group === group} @click=${() => openPalette(group)}>${say(`group_${group}`)}</button>`,
  );
  const line = ui.palette
    ? html`<button class="link" type="button" @click=${() => closePalette()}>${say("back")}</button>`
    : html`<button class="do" type="button" @click=${() => openPalette()}><span>${say("do_anything")}</span><kbd>${say("ctrl_k")}</kbd></button>`;
  return html`<div class="groups" role="group" aria-label=${say("tools")}>${groups}${line}</div>`;
}

/** @param {import("../page.js").Ui} ui */
export function palette(ui) {
  const { rows, at } = ui.palette;
  const chosen = rows[at];
  const list = rows.map((row, place) => option(row, place, place === at));
  const send = chosen?.move
    ? act({ name: "palette", move: chosen.move, hidden: chosen.fields, kind: "bare" }, nothing)
    : nothing;
  return html`<div class="pal"><input class="in" id="palette" role="combobox" aria-expanded="true" aria-controls="pal-list" aria-autocomplete="list" aria-activedescendant=${chosen ? `pal-${at}` : nothing} aria-label=${say("do_anything")} placeholder=${say("do_hint")} maxlength="400" autocomplete="off" autocapitalize="off" spellcheck="false" @input=${askSoon} @keydown=${press}>${refusal(ui.refused.palette)}<ul id="pal-list" role="listbox" aria-label=${say("do_anything")}>${list}</ul>${rows.length ? nothing : html`<p class="hint">${say("nothing_found")}</p>`}${send}</div>`;
}

/** A row: what choosing it does. One that cannot be says why. */
function option(row, place, isOn) {
  const { group, words, more, reason } = row;
  const hint = reason ?? more;
  const pick = () => {
    move(place);
    if (!reason) choose(row);
  };
  return html`<li class=${isOn ? "pal__row is-on" : "pal__row"} id=${`pal-${place}`} role="option" aria-selected=${isOn} aria-disabled=${Boolean(reason)} @click=${pick}><span class="q">${say(`group_${group}`)}</span><span>${words}${hint ? html` <small class=${reason ? "why-not" : "q"}>${hint}</small>` : nothing}</span>${isOn && !reason ? html`<kbd aria-hidden="true">Enter</kbd>` : nothing}</li>`;
}

/** @param {KeyboardEvent} event */
function press(event) {
  const { rows, at } = page.ui.palette;
  const last = rows.length - 1;
  /** @type {Record<string, number>} */
  const steps = {
    ArrowDown: at < last ? at + 1 : 0,
    ArrowUp: at > 0 ? at - 1 : last,
    PageDown: Math.min(at + PAGE, last),
    PageUp: Math.max(at - PAGE, 0),
  };
  if (event.key in steps && last >= 0) {
    event.preventDefault();
    move(steps[event.key]);
  } else if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    if (!isFresh()) ask();
    else if (rows[at] && !rows[at].reason && !event.repeat) choose(rows[at]);
  } else if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    closePalette();
  }
}

/** @param {number} at the row that is chosen now */
function move(at) {
  change({ palette: { ...page.ui.palette, at } });
  document.getElementById(`pal-${at}`)?.scrollIntoView({ block: "nearest" });
}

/** Does what a row says. @param {any} row */
function choose(row) {
  if (row.move) return /** @type {HTMLFormElement | null} */ (document.getElementById("f-palette"))?.requestSubmit();
  if (row.fill) return write(row.fill);
  if (row.url) return location.assign(row.url);
  closePalette(true);
  if (row.person) change({ person: row.person, tab: "people" });
  if (row.tool) show(row.tool);
}

/** @param {string} tool */
function show(tool) {
  change({ tab: "table" });
  openTool(tool);
}

/** Closes the palette once its move was heard, and opens what follows. */
export function followPalette() {
  const after = page.ui.palette?.rows[page.ui.palette.at]?.after ?? "";
  closePalette(true);
  if (after) show(after);
}
