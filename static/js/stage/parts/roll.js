// A roll from a sheet, made in the hand: traits by tap, its chance, and the dice.

import { html, nothing } from "../dialect.js";
import { openTool } from "../forms.js";
import { page } from "../page.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { back, chips, heading } from "./blocks.js";
import { chances } from "./chances.js";
import { extras, folds } from "./extras.js";

/**
 * @param {string} key
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function roll(key, facts, ui) {
  const form = ui.forms[`roll ${key}`];
  const [, name] = (facts.rolls ?? []).find(([id]) => id === key) ?? ["", ""];
  const offer = `roll ${key}`;
  const head = heading(say("roll_for", { name }), "", back());
  if (!form) return html`${head}<p class="cols hint keep">${say("loading")}</p>`;
  const typed = ui.typed[offer];
  const opened = { ...ui.opened, ...Object.fromEntries(form.main.slice(0, 2).map(({ id }) => [id, true])) };
  const inside = html`<div class="how">${extras(form.main, typed, opened)}${folds({ ...form, offer }, typed, ui.opened)}${secret(facts.me.role)}${chances(ui.odds[offer])}</div>`;
  const said = ui.odds[offer]?.says;
  const body = html`<div class="cols cols--1 keep">${inside}</div>${refusal(ui.refused[offer])}<footer class="hand__foot"><p class="odds">${said ? html`<b>${said}</b>` : nothing}</p><button class="btn" formaction=${`${page.at.base}favorites/`}>${say("save_roll")}</button><button class="btn btn--go">${say("roll")}</button></footer>`;
  return html`${head}${act({ name: offer, move: "MakeRoll", hidden: [["character", key]], kind: "hand__form", offer }, body)}`;
}

/** Who sees it. */
function secret(role) {
  const choices = [
    ["", "seen_all"],
    ...(role === "storyteller" ? [] : [["owner", "seen_owner"]]),
    ["storyteller", "seen_storyteller"],
  ];
  const options = choices.map(([value, name]) => html`<option value=${value}>${say(name)}</option>`);
  return html`<label class="step"><span>${say("who_sees")}</span><select class="in in--s" name="secret">${options}</select></label>`;
}

/**
 * Those for whom this person may roll.
 * @param {[string, string][]} [rolls]
 */
export function listRollers(rolls = []) {
  if (!rolls.length) return undefined;
  const rows = rolls.map(
    ([key, name]) => html`<button class="chip" type="button" @click=${() => openTool(`roll ${key}`)}>${name}</button>`,
  );
  return chips(say("any_roll"), rows);
}
