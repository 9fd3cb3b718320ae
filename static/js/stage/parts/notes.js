// Notes in the log's place: those of the scene while a fight has its place on the stage, and a person's own, which nobody else
// reads.

import { html, nothing, trusted } from "../dialect.js";
import { page } from "../page.js";
import { say } from "../words.js";
import { keptState } from "./kept.js";
import { backToLog } from "./missed.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function notes({ place, fight }, ui) {
  const head = html`<div class="sec"><h2 id="log-h" tabindex="-1">${say("notes")}</h2>${backToLog()}</div>`;
  return html`${head}<div class="instead">${fight ? ofScene(place) : nothing}${own(place, ui.kept.note)}</div>`;
}

function ofScene({ notes_html, secret_notes_html }) {
  if (!notes_html && !secret_notes_html) return nothing;
  const secret = secret_notes_html
    ? html`<div class="secret"><p class="q">${say("storyteller_only")}</p>${trusted(secret_notes_html)}</div>`
    : nothing;
  return html`<section><h3>${say("scene_notes")}</h3><div class="prose">${notes_html ? trusted(notes_html) : nothing}</div>${secret}</section>`;
}

function own({ series_url }, note) {
  const field = html`<textarea class="in post__text" id="my-note" name="text" maxlength="20000" aria-label=${say("my_notes")} aria-describedby="my-note-hint" .defaultValue=${note?.text ?? ""}></textarea>`;
  const foot = html`<p class="post__foot"><span class="hint" id="my-note-hint">${say("notes_private")}</span><button class="btn" type="button" data-do="keep">${say("save")}</button></p>`;
  return html`<section><h3>${say("my_notes")}</h3><form class="post" data-keep="note" data-offer="note" method="post" action=${page.at.note}>${field}${keptState(note ?? { seen: "" })}${foot}</form><p><a class="link" href=${`${series_url}notes/`}>${say("all_notes")}</a></p></section>`;
}
