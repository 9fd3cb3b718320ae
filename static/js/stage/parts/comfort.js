// What makes the table handier and is not needed to play: sounds, notices and single keys. This browser remembers the choices.

import { setComfort } from "../attention.js";
import { html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { chips } from "./blocks.js";

/** What is pressed, and the name of what it does. */
const KEYS = [
  ["/", "key_say"],
  ["a", "key_action"],
  ["t", "key_target"],
  ["h", "key_how"],
  ["1 – 9", "key_answers"],
  ["u", "undo"],
  ["l", "log"],
  ["p", "tab_people"],
  ["[ ]", "key_turn"],
  ["?", "key_help"],
];

/** @param {import("../page.js").Ui} ui */
export function comfort({ comfort: chosen }) {
  const box = (name, words) =>
    html`<label class="tickbox"><input type="checkbox" .checked=${Boolean(chosen[name])} @change=${({ target }) => setComfort(name, target.checked)}><span>${say(words)}</span></label>`;
  const buzz = "vibrate" in window.navigator ? box("buzz", "comfort_buzz") : nothing;
  const blocked = chosen.isBlocked ? html`<p class="hint" role="status">${say("comfort_blocked")}</p>` : nothing;
  const keys = KEYS.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${say(words)}</dd></div>`);
  return html`<div class="comfort"><fieldset><legend class="q">${say("comfort_turn")}</legend>${box("chime", "comfort_chime")}${buzz}${box("notice", "comfort_notice")}${blocked}</fieldset>${box("dice", "comfort_dice")}${box("keys", "comfort_keys")}<dl class="keys">${keys}</dl><p class="hint">${say("comfort_saved")}</p></div>`;
}

/** The question that is asked once, in the hand at rest. */
export function askComfort() {
  const answer = (words, chime, notice) => {
    const pick = () => {
      setComfort("chime", chime);
      setComfort("notice", notice);
      setComfort("asked", true);
    };
    return html`<button class="chip" type="button" @click=${pick}>${say(words)}</button>`;
  };
  return chips(say("comfort_ask"), [
    answer("comfort_both", true, true),
    answer("comfort_sound", true, false),
    answer("comfort_none", false, false),
  ]);
}
