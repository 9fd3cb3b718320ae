// What takes the place of the hand for a moment: the X-Card, what an undo would take back, a roll, a tool.

import { html, nothing } from "../dialect.js";
import { leaveFor } from "../onward.js";
import { change } from "../page.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { back, cap, heading, loading } from "./blocks.js";
import { desk, listTools } from "./desk.js";
import { plan } from "./plan.js";
import { roll } from "./roll.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 * @returns {unknown} undefined where none is open
 */
export function tool(facts, ui) {
  if (ui.onward) return goOn(ui.onward);
  const [name, ...details] = ui.tool.split(" ");
  const [detail] = details;
  if (facts.state?.is_card_up && !leadsOut(facts, ui.tool)) return cardIsUp(facts, ui);
  if (name === "card") return showCard(facts.place, ui);
  if (name === "undo") return undo(ui, Number(detail));
  if (name === "roll") return roll(detail, facts, ui);
  if (name === "plan") return plan(details, facts, ui);
  if (name === "desk") return desk(detail, ui);
  if (name === "tools") return list(facts.tools);
  return undefined;
}

/** Whether a tool is one of the ways on from the X-Card. */
const leadsOut = ({ me }, tool) =>
  me.role === "storyteller" && (tool.startsWith("undo ") || tool === "desk next_scene");

const cancel = () =>
  html`<button class="btn" type="button" @click=${() => change({ tool: "" })}>${say("cancel")}</button>`;

/** The next scene is open, and this person is writing. */
function goOn({ title, url }) {
  const go = html`<a class="btn btn--go" href=${url} @click=${() => leaveFor(url)}>${say("go_on")}</a>`;
  return html`${heading(say("next_open"), title)}<footer class="hand__foot"><p class="odds q" role="alert">${say("next_open_keeps")}</p>${go}</footer>`;
}

function list(tools) {
  return html`${heading(say("tools"), "", back())}<div class="cols cols--1 keep">${listTools(tools)}</div>`;
}

function cardIsUp(facts, ui) {
  const isStoryteller = facts.me.role === "storyteller";
  if (!isStoryteller) return heading(say("card_up"), say("card_why"));
  const back = facts.undo
    ? html`<button class="btn" type="button" @click=${() => change({ tool: `undo ${facts.undo.entry}` })}>${say("card_undo")}</button>`
    : nothing;
  const leave = facts.tools?.includes("next_scene")
    ? html`<button class="btn" type="button" @click=${() => change({ tool: "desk next_scene" })}>${say("tool_next_scene")}</button>`
    : nothing;
  const body = html`<p class="odds q is-wide">${say("card_after")}</p>${back}${leave}<button class="btn btn--go">${say("card_go_on")}</button>`;
  const go = act({ name: "put-card", move: "PutCardAway", kind: "hand__foot" }, body);
  return html`${heading(say("card_up"), say("card_why"))}${refusal(ui.refused["put-card"])}${go}`;
}

function showCard({ series_url }, ui) {
  const veils = html`<a class="link" href=${`${series_url}boundaries/`}>${say("boundaries")}</a>`;
  const body = html`<p class="odds">${veils}</p>${cancel()}<button class="btn btn--go">${say("card_use")}</button>`;
  return html`${heading(say("card"), say("card_does"))}${refusal(ui.refused.card)}${act({ name: "card", move: "ShowCard", kind: "hand__foot" }, body)}`;
}

/**
 * What the server says that an undo would do.
 * @param {import("../page.js").Ui} ui
 * @param {number} number the oldest entry that goes
 */
function undo(ui, number) {
  const preview = ui.forms[ui.tool];
  const what_if = preview?.what_if ? html` <a class="link" href=${preview.what_if}>${say("what_if")}</a>` : nothing;
  const go = preview?.refused ? nothing : html`<button class="btn btn--go">${say("undo")}</button>`;
  const body = html`<p class="odds q">${say("undo_stays")}${what_if}</p>${cancel()}${go}`;
  const form = act({ name: "undo", move: "Rewind", hidden: [["entry", String(number)]], kind: "hand__foot" }, body);
  const lines = preview ? html`<div class="how">${preview.parts?.map(part)}</div>` : loading();
  return html`${heading(say("undo_ask"), preview?.note)}<div class="cols cols--1 keep">${lines}</div>${refusal(ui.refused.undo ?? preview?.refused)}${form}`;
}

/** Lines that go, or that count again. */
function part({ says, lines, more }) {
  const rows = lines.map(
    ({ line, said, by, is_secret }) =>
      html`<li>${said ? `“${said}” ${line}` : line} <span class="q">${[by, is_secret && say("secret")].filter(Boolean).join(", ")}</span></li>`,
  );
  return html`${cap(says)}<ol class="gone">${rows}${more ? html`<li class="q">${more}</li>` : nothing}</ol>`;
}
