// The line to say something. Who speaks and who hears are two quiet words above it.

import { closeOptions, pressInOptions, suggest } from "../completing.js";
import { html, nothing } from "../dialect.js";
import { openPost } from "../keeping.js";
import { page } from "../page.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { activeOption, isOpen, optionsOf } from "./options.js";
import { goesTo } from "./side_scenes.js";

/**
 * @param {any} voices
 * @param {string | undefined} refused
 * @param {string} meaning how the line will be understood
 * @param {any[] | undefined} sides the side scenes
 * @param {string} scene what of the log is in sight
 * @param {import("../page.js").Ui["completing"]} completing
 */
export function composer(voices, refused, meaning, sides, scene, completing) {
  if (!voices) return nothing;
  const field = html`<input class="in" id="say" name="text" maxlength="2000" aria-label=${say("say")} placeholder=${say("say_hint")} autocomplete="off" required data-clear role="combobox" aria-autocomplete="list" aria-expanded=${isOpen("say", completing)} aria-controls="say-options" aria-activedescendant=${activeOption("say", completing)} @input=${suggest} @keydown=${pressInOptions} @blur=${closeOptions}>`;
  const body = html`${refusal(refused)}<p class="say__as">${speaker(voices)}${hearer(voices.ears ?? [])}<a class="link link--q" href=${`${page.at.base}write/`} @click=${openInstead}>${say("long_post")}</a></p>${goesTo(sides, scene)}${meaning ? html`<p class="hint say__meaning" id="say-meaning">${meaning}</p>` : nothing}${optionsOf("say", completing)}<div class="say__row">${field}<button class="btn">${say("send")}</button></div>`;
  return act({ name: "say", move: "Say", kind: "say" }, body);
}

/** @param {Event} event */
function openInstead(event) {
  event.preventDefault();
  openPost();
}

/**
 * @param {any} voices
 * @param {string} id how the ids of the fields begin
 * @param {{ speaker?: string, name?: string }} [chosen]
 */
export function speaker({ own = [], may_name }, id = "say", chosen = {}) {
  if (!own.length && !may_name) return nothing;
  const names = own.map(
    (voice) =>
      html`<option value=${voice.key} ?selected=${voice.key === chosen.speaker}>${say("as", { name: full(voice) })}</option>`,
  );
  const other = may_name
    ? html`<option value="name" ?selected=${chosen.speaker === "name"}>${say("as_other")}</option>`
    : nothing;
  const typed = may_name
    ? html`<input class="in in--s say__name" name="name" maxlength="60" value=${chosen.name ?? ""} aria-label=${say("speaker_name")} placeholder=${say("speaker_name")} autocomplete="off">`
    : nothing;
  return html`<select class="say__pick" name="speaker" id=${`${id}-as`} aria-label=${say("who_speaks")}><option value="">${say("as_yourself")}</option>${names}${other}</select>${typed}`;
}

/**
 * @param {any[]} ears
 * @param {string} id
 * @param {{ to?: string }} [chosen]
 */
export function hearer(ears, id = "say", chosen = {}) {
  if (!ears.length) return html`<input type="hidden" name="to" value="">`;
  const names = ears.map(
    (ear) =>
      html`<option value=${ear.key} ?selected=${ear.key === chosen.to}>${say("to", { name: full(ear) })}</option>`,
  );
  return html`<select class="say__pick" name="to" id=${`${id}-to`} aria-label=${say("who_hears")}><option value="">${say("to_all")}</option>${names}</select>`;
}

/** @param {{ name: string, note?: string }} one */
const full = ({ name, note }) => (note ? `${name} (${note})` : name);
