// One line above the hand, always as high: what came last, its dice, and the way to undo exactly that.

import { html, nothing } from "../dialect.js";
import { listEntries } from "../facts.js";
import { change } from "../page.js";
import { begin, say } from "../words.js";
import { act } from "./acts.js";
import { throwOf } from "./dice.js";

/**
 * What came last: the newest result, or the newest line if it came later. Words have their place in the log.
 * @param {any} log
 * @param {any} result
 */
export function newestDeed(log, result) {
  if (result?.is_newest) return result;
  return listEntries(log).findLast((entry) => !entry.speech && !entry.is_undone);
}

/**
 * @param {any} log
 * @param {any} undo
 * @param {any} result
 */
export function just(log, undo, result) {
  const entry = newestDeed(log, result);
  const verdict = entry?.verdict ? html`<b class="serif">${begin(entry.verdict)}</b>` : nothing;
  const dice = entry?.dice?.length ? throwOf(entry.dice[0].dice.slice(0, 12), entry.dice[0].says) : nothing;
  return html`<div class="just">${verdict}<span class="what">${entry?.line ?? ""}</span>${dice}${undo ? undoLink(undo) : nothing}</div>`;
}

/** @param {any} undo */
function undoLink(undo) {
  if (undo.by === "asked") return html`<span class="q">${say("undo_asked")}</span>`;
  if (undo.by === "undo") {
    const open = () => change({ tool: `undo ${undo.entry}` });
    return html`<button class="link" type="button" data-undo @click=${open}>${say("undo")}</button>`;
  }
  const hidden = /** @type {[string, string][]} */ ([["entry", String(undo.entry)]]);
  const button = html`<button class="link" data-undo>${say("ask_undo")}</button>`;
  return act({ name: "ask-undo", move: "AskUndo", hidden }, button);
}
