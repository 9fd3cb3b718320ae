// Planned moves in the hand: what lies face down, standing orders, and the form of another. Only a fight by post has them.

import { html, nothing } from "../dialect.js";
import { inOrder } from "../facts.js";
import { openTool } from "../forms.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { back, cap, chips, heading, loading } from "./blocks.js";
import { extras, folds } from "./extras.js";
import { fields } from "./fields.js";

/**
 * What leads to planned moves; nothing where there are none.
 * @param {any} ahead
 */
export function planLink(ahead) {
  const rows = Object.values(ahead?.rows ?? {});
  if (!rows.length && !ahead?.gathered.length) return nothing;
  const count = rows.reduce((sum, { orders, laid }) => sum + orders.length + (laid ? 1 : 0), 0);
  return html`<button class="link" type="button" @click=${() => openTool("plan")}>${say("plan")}${count ? html` <b class="n">${count}</b>` : nothing}</button>`;
}

/**
 * @param {string[]} detail the combatant, the occasion and the move that were chosen, as far as they were
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function plan(detail, facts, ui) {
  const [actor, when] = detail;
  const row = facts.ahead?.rows[actor];
  if (!row) return list(facts, ui);
  const name = ["plan", ...detail].join(" ");
  const found = ui.forms[name];
  if (when) return planForm(name, actor, found, ui);
  const title = say("plan_for", { name: row.name });
  const groups = found?.occasions.map(({ when: occasion, says, offers }) => {
    const rows = offers.map(({ offer, label, cost }) =>
      choice(`${name} ${occasion} ${offer}`, cost ? `${label} (${cost})` : label),
    );
    return chips(says, rows);
  });
  const body = groups ?? loading();
  return html`${heading(title, "", backTo("plan"))}<div class="cols cols--2 keep plans">${body}</div>`;
}

const choice = (tool, words) =>
  html`<button class="chip" type="button" @click=${() => openTool(tool)}>${words}</button>`;

const backTo = (tool) => back(() => openTool(tool));

/** What is planned for each combatant, and how many of those who act together have set their moves. */
function list({ ahead }, ui) {
  const { rows = {}, order = [], gathered = [] } = ahead ?? {};
  const late = gathered.filter(({ laid }) => !laid).map(({ name }) => name);
  const count = gathered.length ? say("plan_count", { n: gathered.length - late.length, all: gathered.length }) : "";
  const rest = late.length ? say("plan_late", { names: late.join(", ") }) : "";
  const drawn = inOrder(rows, order).map(([id, row]) => drawRow(id, row, ui));
  return html`${heading(say("plan"), [count, rest].filter(Boolean).join(". "), backTo(""))}<div class="cols cols--2 keep plans">${drawn}</div>`;
}

function drawRow(actor, { name, orders, laid, is_turned }, ui) {
  const down =
    laid && !is_turned ? drawPlan(say("plan_laid", { move: laid }), "", ["TakeBackMove", "actor", actor], ui) : nothing;
  const given = orders.map(({ id, words, now }) => drawPlan(words, now, ["EndStanding", "order", id], ui));
  return html`<div>${cap(name)}<ul class="queue">${down}${given}</ul>${choice(`plan ${actor}`, say("plan_new"))}</div>`;
}

function drawPlan(words, note, [move, key, value], ui) {
  const name = `${move} ${value}`;
  const label = say(move === "EndStanding" ? "plan_cancel" : "take_back");
  const button = html`<button class="link" aria-label=${`${label}: ${words}`}>${label}</button>`;
  const hidden = /** @type {[string, string][]} */ ([[key, value]]);
  return html`<li><span>${words}${note ? html`<br><small class="q">${note}</small>` : nothing}</span>${act({ name, move, hidden }, button)}${refusal(ui.refused[name])}</li>`;
}

/** The form of one move. What it comes to in words stands in the foot while it is filled in. */
function planForm(name, actor, form, ui) {
  if (!form)
    return html`${heading(say("plan"), "", backTo(`plan ${actor}`))}<p class="cols hint keep">${say("loading")}</p>`;
  const typed = ui.typed[name];
  const opened = { ...ui.opened, ...Object.fromEntries(form.main.map(({ id }) => [id, true])) };
  const chosen = html`<div class="how">${extras(form.main, typed, opened)}${folds({ ...form, offer: name }, typed, ui.opened)}</div>`;
  const terms = html`<div class="how terms">${fields(form.terms, typed)}</div>`;
  const ends = form.ends
    ? html`<label class="tickbox"><input type="checkbox" name="ends" value="true" checked><span>${say("plan_ends")}</span></label>`
    : nothing;
  const lay = form.lays
    ? html`${ends}<button class="btn btn--go" name="move" value="LayMove">${say("plan_lay")}</button>`
    : nothing;
  const save = html`<button class=${form.lays ? "btn" : "btn btn--go"}>${say("plan_save")}</button>`;
  const body = html`<div class="cols cols--2 keep">${chosen}${terms}</div>${refusal(ui.refused[name])}<footer class="hand__foot foot--words"><p class="odds" aria-live="polite">${ui.odds[name]?.says ?? ""}</p>${save}${lay}</footer>`;
  return html`${heading(form.label, form.says, backTo(`plan ${actor}`))}${act({ name, move: "GiveStanding", hidden: form.hidden, kind: "hand__form", offer: name }, body)}`;
}
