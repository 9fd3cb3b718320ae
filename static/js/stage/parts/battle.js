// The Storyteller's fight, in the hand: it is opened, people and foes are added, it begins and it ends.

import { html, nothing } from "../dialect.js";
import { inOrder } from "../facts.js";
import { say } from "../words.js";
import { act, actOffer, refusal } from "./acts.js";
import { extras, folds } from "./extras.js";

/**
 * @param {any} form what the tool "fight" asks for
 * @param {import("../page.js").Ui} ui
 */
export function battle(form, ui) {
  if (form.phase === "none") return one("OpenBattle", say("fight_start"), say("fight_next"), ui);
  if (form.phase === "ended") return one("CloseBattle", say("fight_end"), say("fight_saved"), ui);
  const free = form.cast.filter((member) => member.extra || !member.in_battle);
  const own = form.sides.find((side) => side.own)?.name ?? say("fight_players");
  const columns = [
    people("fight own", own, free.filter(isPlayed), ui),
    people(
      "fight other",
      form.foe_side,
      free.filter((member) => !isPlayed(member)),
      ui,
    ),
    foes(form, ui),
  ];
  return html`<div class="cols cols--2 keep">${columns}</div>${listStarts(form, ui)}`;
}

const isPlayed = ({ owner }) => Boolean(owner);

/** One button in the foot, and what it does. */
function one(move, words, hint, ui) {
  const name = `fight ${move}`;
  const body = html`<p class="odds q">${hint}</p><button class="btn btn--go">${words}</button>`;
  return html`<div class="cols cols--1 keep"></div>${refusal(ui.refused[name])}${act({ name, move, kind: "hand__foot" }, body)}`;
}

const side = (value) =>
  html`<label class="step"><span>${say("fight_side")}</span><input class="in in--s" name="side" value=${value} maxlength="40" autocomplete="off"></label>`;

const hidden = () =>
  html`<label class="tickbox"><input type="checkbox" name="hidden" value="true"><span>${say("fight_hidden")}</span></label>`;

const add = () => html`<button class="btn">${say("fight_add")}</button>`;

/** Those of one side who are not in the fight. Heroes are chosen at first. */
function people(name, sideName, members, ui) {
  if (!members.length) return nothing;
  const isOwn = name === "fight own";
  const rows = members.map(
    (member) =>
      html`<label class="tickbox"><input type="checkbox" name="characters" value=${member.character} ?checked=${isOwn}><span>${member.name}</span></label>`,
  );
  const copies = members.some(({ extra }) => extra)
    ? html`<label class="step"><span>${say("fight_copies")}</span><input class="in in--s" type="number" name="copies" min="1" max="20" value="1"></label>`
    : nothing;
  const title = say(isOwn ? "fight_heroes" : "fight_others");
  const body = html`<p class="cap"><span>${title}</span></p>${rows}${copies}${side(sideName)}${isOwn ? nothing : hidden()}${refusal(ui.refused[name])}${add()}`;
  return act({ name, move: "BringIn", kind: "how" }, body);
}

/** Foes that nobody has made before, by one line. */
function foes({ foe_side: sideName, archetypes, weapons }, ui) {
  const name = "fight foes";
  const example = say("fight_example", { archetype: archetypes[0]?.label ?? "", weapon: weapons[0]?.label ?? "" });
  const body = html`<p class="cap"><span>${say("fight_foes")}</span></p><div class="words-in"><input class="in" name="line" aria-label=${say("fight_line")} required maxlength="200" placeholder=${example} autocomplete="off"><p class="hint">${say("fight_line")}</p></div>${side(sideName)}${hidden()}${refusal(ui.refused[name])}${add()}`;
  return act({ name, move: "BringFoes", kind: "how" }, body);
}

/** What begins the fight or leads it on, by the game's own moves, and its end. */
function listStarts({ phase, starts, forms }, ui) {
  const open = inOrder(starts, Object.keys(starts)).filter(([, offer]) => !offer.reason);
  const begins = phase === "setup" ? open : [];
  const rows = begins.map(([id, offer]) => {
    const form = forms[id];
    const isStart = offer.move === "StartBattle";
    const inside = html`${extras(form?.main ?? [], ui.typed[id], ui.opened)}${folds({ ...form, offer: id }, ui.typed[id], ui.opened)}`;
    const body = html`${inside}<button class=${isStart ? "btn btn--go" : "btn"}>${offer.label}</button>`;
    const named = isStart ? "desk fight" : id; // the tool's own name: whose turn it is takes its place
    return html`${refusal(ui.refused[named])}${actOffer(id, offer, body, { name: named })}`;
  });
  const name = "fight CloseBattle";
  const end = act({ name, move: "CloseBattle" }, html`<button class="btn">${say("fight_end")}</button>`);
  return html`${refusal(ui.refused[name])}<footer class="hand__foot"><p class="odds q">${phase === "running" ? say("fight_saved") : nothing}</p>${end}${rows}</footer>`;
}
