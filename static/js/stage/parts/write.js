// A long post in the log's place: its draft is kept while it is typed, on every device, until it is posted.

import { closeOptions, pressInOptions, suggest } from "../completing.js";
import { html, keyed, nothing, trusted } from "../dialect.js";
import { page } from "../page.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { hearer, speaker } from "./composer.js";
import { keptState } from "./kept.js";
import { backToLog } from "./missed.js";
import { activeOption, optionsOf } from "./options.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function post({ voices, side_scenes = [] }, ui) {
  const draft = ui.kept.post;
  const head = html`<div class="sec"><h2 id="log-h" tabindex="-1">${say("long_post")}</h2>${backToLog()}</div>`;
  if (!voices || !draft) return html`${head}<p class="instead hint">${say("loading")}</p>`;
  const open = side_scenes.filter(({ is_open }) => is_open);
  const scenes = open.length
    ? html`<select class="say__pick" name="strand" aria-label=${say("side_scene")}><option value="">${say("main_scene")}</option>${open.map(({ id, title }) => html`<option value=${id} ?selected=${id === draft.strand}>${title}</option>`)}</select>`
    : nothing;
  const text = html`<textarea class="in post__text" id="post-text" name="text" required maxlength=${draft.longest} aria-label=${say("your_post")} placeholder=${say("post_hint")} aria-describedby="post-kept" aria-autocomplete="list" aria-controls="post-text-options" aria-activedescendant=${activeOption("post-text", ui.completing)} @input=${suggest} @keydown=${pressInOptions} @blur=${closeOptions} .defaultValue=${draft.text ?? ""}></textarea>`;
  const buttons = html`<p class="post__foot"><span class="hint" id="post-kept">${say("post_kept")}</span><button class="btn" type="button" data-do="preview">${say("preview")}</button><button class="btn" name="do" value="post">${say("post")}</button></p>`;
  const preview = draft.preview_html
    ? html`<section class="post__preview" aria-label=${say("preview")}><p class="q">${say("preview")}</p><div class="said said--post">${trusted(draft.preview_html)}</div></section>`
    : nothing;
  const body = html`<p class="say__as">${speaker(voices, "post", draft)}${hearer(voices.ears ?? [], "post", draft)}${scenes}</p>${optionsOf("post-text", ui.completing)}${text}<input type="hidden" name="seen" value=${draft.seen}>${keptState(draft)}${refusal(ui.refused.post)}${buttons}`;
  const form = act(
    { name: "post", move: "Post", kind: "post", offer: "post", to: `${page.at.base}write/`, keep: "post" },
    body,
  );
  return html`${head}<div class="instead">${keyed(draft.longest, () => form)}${preview}</div>`;
}
