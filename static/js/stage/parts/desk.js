// The tools of a seat at rest: what it may begin. Some open in the hand, others still stand at the table of before.

import { html, nothing } from "../dialect.js";
import { change, page } from "../page.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { battle } from "./battle.js";
import { extras, folds } from "./extras.js";

/** By name, where the tools stand that do not open in the hand. */
const ELSEWHERE = {
  time: "#cast",
  next_scene: "#nextscene",
  handouts: "#handouts_desk",
  side_scenes: "#strands_desk",
};

/** @param {string[]} [tools] the names of what the seat may open */
export function listTools(tools = []) {
  if (!tools.length) return undefined;
  return html`<div><p class="cap"><span>${say("tools")}</span></p><div class="traits">${tools.map(chip)}</div></div>`;
}

function chip(name) {
  const words = say(`tool_${name}`);
  if (ELSEWHERE[name]) return html`<a class="chip" href=${page.at.base + ELSEWHERE[name]}>${words}</a>`;
  return html`<button class="chip" type="button" @click=${() => change({ tool: `desk ${name}` })}>${words}</button>`;
}

/**
 * A tool that has the hand's place until it is sent or left. What is asked of its person takes that place meanwhile.
 * @param {string} name
 * @param {import("../page.js").Ui} ui
 */
export function desk(name, ui) {
  const key = `desk ${name}`;
  const form = ui.forms[key];
  const title = say(`tool_${name}`);
  const head = html`<header class="hand__head"><div><h2 id="hand-h" tabindex="-1">${title}</h2></div><button class="link" type="button" @click=${() => change({ tool: "" })}>${say("back")}</button></header>`;
  if (!form) return html`${head}<p class="cols hint keep">${say("loading")}</p>`;
  if (name === "fight") return html`${head}${battle(form, ui)}`;
  const typed = ui.typed[key];
  const opened = { ...ui.opened, ...Object.fromEntries(form.main.map(({ id }) => [id, true])) };
  const more = form.more.length ? folds({ ...form, offer: key }, typed, ui.opened) : nothing;
  const inside = html`<div class="how">${extras(form.main, typed, opened)}${more}</div>`;
  const body = html`<div class="cols cols--1 keep">${inside}</div>${refusal(ui.refused[key])}<footer class="hand__foot"><p class="odds"></p><button class="btn btn--go">${say(`begin_${name}`)}</button></footer>`;
  return html`${head}${act({ name: key, move: form.move, kind: "hand__form", offer: key }, body)}`;
}
