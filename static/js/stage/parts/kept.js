// Whether the server keeps what is typed: saved, or why not. What was typed elsewhere is shown beside it.

import { html, nothing } from "../dialect.js";
import { say } from "../words.js";

/** @param {import("../keeping.js").Kept} kept */
export function keptState({ saved, wrong, theirs, over }) {
  const other =
    theirs === undefined
      ? nothing
      : html`<label class="kept__other"><span class="q">${say("kept_theirs")}</span><textarea class="in" rows="4" readonly .value=${theirs}></textarea></label><button class="btn" type="button" data-do="keep" data-over=${over || nothing}>${say("kept_replace")}</button>`;
  const state = wrong
    ? html`<p class="refusal" role="alert">${wrong}</p>`
    : html`<p class="hint" role="status">${saved ? say("kept_saved") : ""}</p>`;
  return html`<div class="kept">${state}${other}</div>`;
}
