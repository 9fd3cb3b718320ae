// What people ask of each other, in the hand: a player asks the Storyteller to undo a step, or proposes numbers.

import { html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { listBelow } from "./blocks.js";
import { fields } from "./fields.js";
import { stunt, taskPad } from "./tasks.js";

/**
 * @param {string} id
 * @param {any} card
 * @param {import("../page.js").Ui} ui
 */
export function asked(id, card, ui) {
  if (card.kind === "task" || card.kind === "ask") return taskPad(id, card, ui);
  if (card.kind === "stunt") return stunt(card.about, ui.refused, true);
  return card.kind === "undo" ? undoRequest(id, card.about, ui) : proposal(id, card.about, ui);
}

const pair = (name, value) => /** @type {[string, string][]} */ ([[name, value]]);

function undoRequest(id, { person, gone, more }, ui) {
  const lines = gone.map(
    ({ line, said, by }) => html`<li>${said ? `“${said}”` : line} <span class="q">${by ?? ""}</span></li>`,
  );
  const refuse = act(
    { name: `${id} no`, move: "RefuseUndo", hidden: pair("person", person) },
    html`<button class="btn">${say("refuse_undo")}</button>`,
  );
  const grant = act(
    { name: id, move: "GrantUndo", hidden: pair("person", person) },
    html`<button class="btn btn--go">${say("undo")}</button>`,
  );
  return html`<div class="cols cols--1 keep"><ol class="gone">${lines}${more ? html`<li class="q">${say("more_lines", { n: more })}</li>` : nothing}</ol></div>${refusal(ui.refused[id] ?? ui.refused[`${id} no`])}<footer class="hand__foot"><p class="odds q">${say("undo_stays")}</p>${refuse}${grant}</footer>`;
}

function proposal(id, { id: key, what, who, numbers, reason, fields: inputs = [] }, ui) {
  const about = html`<div class="how"><p class="q">${who ? `${who}: ` : ""}${what}</p><p><b>${numbers}</b></p>${reason ? html`<p class="said">“${reason}”</p>` : nothing}</div>`;
  const body = html`<div class="cols cols--2 keep">${about}<div class="how">${fields(inputs, ui.typed[id])}</div></div>${refusal(ui.refused[id])}<footer class="hand__foot"><p class="odds"></p><button class="btn" name="allow" value="false">${say("refuse")}</button><button class="btn btn--go" name="allow" value="true">${say("accept")}</button></footer>`;
  return act({ name: id, move: "AnswerProposal", hidden: pair("proposal", key), kind: "hand__form", offer: id }, body);
}

/**
 * A player's own proposals, with what may be done about them.
 * @param {any[] | undefined} proposals
 * @param {Record<string, string>} refused
 */
export function ownProposals(proposals, refused) {
  const own = (proposals ?? []).filter(({ is_mine }) => is_mine);
  if (!own.length) return undefined;
  const rows = own.map((mine) => {
    const hidden = pair("proposal", mine.id);
    const [without, back] = [`without ${mine.id}`, `back ${mine.id}`];
    const goOn = mine.is_refused
      ? act({ name: without, move: "GoWithout", hidden }, html`<button class="link">${say("go_without")}</button>`)
      : nothing;
    const takeBack = act(
      { name: back, move: "TakeProposalBack", hidden },
      html`<button class="link link--q">${say("take_back")}</button>`,
    );
    const state = say(mine.is_refused ? "proposal_refused" : "proposal_waits");
    return html`<li><span>${mine.numbers}<br><small class="q">${state}</small></span>${goOn}${takeBack}${refusal(refused[without] ?? refused[back])}</li>`;
  });
  return listBelow(say("proposed"), rows);
}
