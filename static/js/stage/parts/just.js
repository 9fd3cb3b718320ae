// One line above the hand, always as high: what came last, its dice, and the way to undo exactly that.

import { html, nothing } from "../dialect.js";
import { listEntries } from "../facts.js";
import { change } from "../page.js";
import { begin, say } from "../words.js";
import { act } from "./acts.js";
import { throwOf } from "./dice.js";
import { seenButton } from "./result.js";

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
 * A death that was not seen stands before all else, while something is asked and the hand has no place for it.
 * @param {any} facts
 * @param {any} [death]
 */
export function just({ log, undo, redo, result }, death) {
  if (death) {
    return html`<div class="just"><b class="serif">${begin(death.says)}</b><span class="what">${death.line}</span>${seenButton(death.number, "link")}</div>`;
  }
  if (redo) {
    const button = html`<button class="link">${say("redo")}</button>`;
    const again = act({ name: "redo", move: "Rewind", hidden: [["entry", String(redo)]] }, button);
    return html`<div class="just"><b class="serif">${say("undone")}</b><span class="what">${undo?.line ?? ""}</span>${again}</div>`;
  }
  const entry = newestDeed(log, result);
  const verdict = entry?.verdict ? html`<b class="serif">${begin(entry.verdict)}</b>` : nothing;
  const dice = entry?.dice?.length ? throwOf(entry.dice[0].dice.slice(0, 12), entry.dice[0].says) : nothing;
  return html`<div class="just">${verdict}<span class="what">${entry?.line ?? ""}</span>${dice}${undo ? undoLink(undo) : nothing}</div>`;
}

/**
 * The way to undo the newest step.
 * @param {any} undo
 */
export function undoLink(undo) {
  if (undo.by === "asked") return html`<span class="q">${say("undo_asked")}</span>`;
  if (undo.by === "undo") {
    const open = () => change({ tool: `undo ${undo.entry}` });
    return html`<button class="link" type="button" data-undo @click=${open}>${say("undo")}</button>`;
  }
  const hidden = /** @type {[string, string][]} */ ([["entry", String(undo.entry)]]);
  const button = html`<button class="link" data-undo>${say("ask_undo")}</button>`;
  return act({ name: "ask-undo", move: "AskUndo", hidden }, button);
}
