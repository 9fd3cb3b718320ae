// The controls of one person, in place below the row: damage, pools, conditions, and ways to sheet, whisper and leaving. A tap
// opens them and a second one acts, so that nobody is wounded by a stray tap.

import { each, html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { undoLink } from "./just.js";
import { drawRulings, figures, sheetOf, touches } from "./person.js";
import { HARMS, listPoints } from "./points.js";

/** @type {Record<string, string>} by the mark of a box */
const MARKS = { b: "bashing", l: "lethal", a: "aggravated" };

/**
 * @param {string} id
 * @param {any} who
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function controls(id, who, facts, ui) {
  const isStoryteller = facts.me.role === "storyteller";
  const mayHarm = who.health && (facts.fight ? isStoryteller : who.may_touch && who.has_boxes);
  const tapped = Object.keys(ui.refused).find((name) => `${name} `.startsWith(`tap ${id} `)) ?? "";
  return html`<div class="ctl" role="group" aria-label=${who.name}>${being(who)}${figures(who.stats, ui.persons[id]?.stats)}${mayHarm ? harm(id, who) : nothing}${points(id, who)}${touches(id, ui.persons[id]?.touches)}${drawRulings(id, ui.persons[id], ui)}${who.may_touch ? nature(id, who.nature) : nothing}${who.may_touch ? conditions(id, who.chips ?? []) : nothing}${refusal(ui.refused[tapped] ?? ui.refused[`word ${id}`] ?? ui.refused[`mark ${id}`] ?? ui.refused[`nature ${id}`])}${undone(who, facts)}<div class="ctl__row">${sheet(who)}${rollLink(who, facts.rolls)}${whisper(who, facts.voices)}${isStoryteller && facts.fight && !who.plays && !who.out ? letPlay(id, who.name) : nothing}${isStoryteller && !facts.fight ? bring(id, false) : nothing}</div></div>`;
}

/** The newest step beside the taps that may have made it, with the way to undo it. */
const undone = ({ name }, { undo }) =>
  undo?.line.includes(name)
    ? html`<p class="ctl__undo"><span class="q">${undo.line}</span>${undoLink(undo)}</p>`
    : nothing;

const being = ({ being: what, side, says }) => {
  const words = [what, says].filter(Boolean).join(", ") || side;
  return words ? html`<p class="q">${words}</p>` : nothing;
};

/** Takes the Enter of a field, which must wound nobody. */
const noEnter = html`<button disabled hidden></button>`;

/** The boxes: so many of one kind, or healed. */
function harm(id, who) {
  const marks = new Set(who.health.map(([mark]) => MARKS[mark]).filter(Boolean));
  const hurt = HARMS.map(
    (kind) => html`<button class="btn" name="tap" value=${`${id} ${kind} 1`}>${say(kind)}</button>`,
  );
  const heal = HARMS.filter((kind) => marks.has(kind)).map(
    (kind) => html`<button class="btn" name="tap" value=${`${id} ${kind} -1`}>${say(`heal_${kind}`)}</button>`,
  );
  const amount = html`<input class="in n" type="number" inputmode="numeric" name="times" min="1" max="30" value="1" aria-label=${say("amount")}>`;
  const why = html`<input class="in in--cond" name="reason" maxlength="200" autocomplete="off" aria-label=${say("reason_optional")} placeholder=${say("reason_optional")} data-clear>`;
  const body = html`${noEnter}<span class="lbl">${say("damage")}</span>${amount}${hurt}${heal}${why}`;
  return act({ name: `tap ${id}`, move: "Tap", kind: "ctl__row" }, body);
}

/** Pools, each with what is left of it: one more, one less, or an amount that is typed. Rarer numbers open on a tap. */
function points(id, who) {
  if (!who.may_touch) return nothing;
  const others = who.others ?? [];
  const more = others.length
    ? html`<details><summary class="link down">${say("other_pools")}</summary>${listPoints(id, others)}</details>`
    : nothing;
  return html`${listPoints(id, who.pools ?? [])}${more}`;
}

/** What may give Willpower back if it is acted out. */
function nature(id, what) {
  if (!what) return nothing;
  const hidden = /** @type {[string, string][]} */ ([["character", id]]);
  const body = html`<span class="lbl lbl--in">${what}</span><button class="btn">${say("act_nature")}</button>`;
  return act({ name: `nature ${id}`, move: "ActNature", hidden, kind: "ctl__row" }, body);
}

function conditions(id, chips) {
  const list = each(
    chips,
    ({ word }) => word,
    ({ word, label, on }) =>
      html`<button class=${on ? "chip is-on" : "chip"} name="condition" value=${`${id} ${on ? -1 : 1} ${word}`} aria-pressed=${on}>${label}</button>`,
  );
  const typed = html`<input class="in in--cond" name="word" maxlength="60" aria-label=${say("condition")} placeholder=${say("condition")} autocomplete="off" data-clear><button class="btn" name="condition" value=${`${id} 1`}>${say("add")}</button>`;
  const marks = chips.length ? act({ name: `mark ${id}`, move: "SetCondition", kind: "ctl__row" }, list) : nothing;
  return html`${marks}${act({ name: `word ${id}`, move: "SetCondition", kind: "ctl__row" }, typed)}`;
}

const sheet = ({ character, mine, may_touch }) =>
  character && (mine || may_touch) && sheetOf(character)
    ? html`<a class="link" href=${sheetOf(character)}>${say("sheet")}</a>`
    : nothing;

/** Leads to a roll in the hand. */
function rollLink({ character }, rolls) {
  if (!character || !rolls?.some(([key]) => key === character)) return nothing;
  return html`<button class="link" type="button" data-roll=${character}>${say("roll")}</button>`;
}

/** Lets somebody play itself by the usual tactic. */
function letPlay(id, name) {
  const hidden = /** @type {[string, string][]} */ ([["actors", id]]);
  return act(
    { name: `let ${id}`, move: "LetPlay", hidden },
    html`<button class="link">${say("let_play", { name })}</button>`,
  );
}

/** Leads to the composer with this person as the only hearer. */
function whisper({ character }, voices) {
  if (!character || !voices?.ears?.some(({ key }) => key === character)) return nothing;
  return html`<button class="link" type="button" data-whisper=${character}>${say("whisper")}</button>`;
}

/**
 * @param {string} key
 * @param {boolean} isHere
 */
export function bring(key, isHere) {
  const hidden = /** @type {[string, string][]} */ ([
    ["character", key],
    ["is_here", String(isHere)],
  ]);
  const button = html`<button class=${isHere ? "link" : "link link--q"}>${say(isHere ? "add" : "remove")}</button>`;
  return act({ name: `bring ${key}`, move: "ShowCharacter", hidden }, button);
}
