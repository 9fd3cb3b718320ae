// The talk: the log, oldest first and newest last, and the line to say something below it. Ticks and rounds are rules between
// entries; an entry opens on a tap.

import { formatHour } from "../../clock.js";
import { each, html, nothing, once, trusted } from "../dialect.js";
import { listEntries } from "../facts.js";
import { change, fetchEntry, page, put, showTalk, toggle } from "../page.js";
import { begin, say } from "../words.js";
import { act } from "./acts.js";
import { throwsOf } from "./dice.js";
import { changed } from "./health.js";
import { missedLine, newSince } from "./missed.js";
import { firstOf, restOf } from "./post.js";
import { chooseScene, drawSideScene, isIn, shownScene } from "./side_scenes.js";

/** Between entries that are so far apart the hour stands, in milliseconds. */
const LONG = 30 * 60 * 1000;

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function log(facts, ui) {
  const shown = shownScene(facts.side_scenes, ui.scene);
  const items = once([facts.log, facts.me, ui.opened, ui.steps, ui.missed, shown], () => listItems(facts, ui, shown));
  const whole = facts.side_scenes?.some(({ id }) => id === shown)
    ? `${page.at.base}strands/${shown}/`
    : `${page.at.base}log/${page.facts.count ?? 0}/`;
  return html`<div class="sec"><h2 id="log-h" tabindex="-1">${say("log")}</h2><button class="link link--q" type="button" @click=${() => showTalk("notes")}>${say("notes")}</button>${facts.count && !facts.place.is_rehearsal ? html`<a class="link link--q" href=${whole}>${say("all_lines")}</a>` : nothing}</div>${chooseScene(facts.side_scenes, shown)}${missedLine(ui)}<div class="log" tabindex="0" role="group" aria-labelledby="log-h"><ol class="log__list">${items}</ol></div>`;
}

/**
 * Entries and the rules between them, as one flat list: what is opened stays open while others come.
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 * @param {string} shown
 */
function listItems(facts, ui, shown) {
  const entries = listEntries(facts.log).filter((entry) => isIn(entry, shown));
  const items = foldStruck(addRules(entries, ui.missed), ui.opened);
  return each(
    items,
    ({ key }) => key,
    ({ key, rule, isNew, entry, struck }) => {
      if (struck) return drawStruck(key, struck, Boolean(ui.opened[key]));
      if (rule) return html`<li class=${isNew ? "turn turn--new" : "turn"}>${rule}</li>`;
      const name = `entry ${entry.number}`;
      const [isOpen, steps] = [Boolean(ui.opened[name]), ui.steps[entry.number]];
      const [whatIf, behind] = [ui.steps[`what-if ${entry.number}`], ui.steps[`post ${entry.number}`]];
      const isFirst = Boolean(ui.opened[`first ${entry.number}`]);
      return once([entry, isOpen, steps, whatIf, behind, isFirst, facts.me], () =>
        entry.speech
          ? drawSpeech(entry, behind, isFirst)
          : drawEntry(entry, name, isOpen, { steps, whatIf, role: facts.me.role }),
      );
    },
  );
}

/**
 * An entry, a rule before it, or how many struck lines follow.
 * @typedef {{ key: string, rule?: string, isNew?: boolean, entry?: any, struck?: number }} Item
 * @param {any[]} entries
 * @param {import("../page.js").Ui["missed"]} [missed]
 * @returns {Item[]}
 */
export function addRules(entries, missed) {
  /** @type {Item[]} */
  const items = [];
  let [when, at] = ["", 0];
  let isBefore = missed !== undefined;
  for (const entry of entries) {
    if (isBefore && entry.count > missed.after) {
      items.push({ key: "new", rule: newSince(missed), isNew: true });
      isBefore = false;
    }
    const now = Date.parse(entry.at);
    const isNew = entry.when ? entry.when !== when : !at || now - at > LONG;
    if (isNew) items.push({ key: `r${entry.number}`, rule: begin(entry.when) || formatHour(new Date(now)) });
    items.push({ key: `e${entry.number}`, entry });
    [when, at] = [entry.when || when, now];
  }
  return items;
}

/**
 * Folds struck lines that stand together, and the rules between them, to one line that opens.
 * @param {Item[]} items
 * @param {Record<string, boolean>} opened
 * @returns {Item[]}
 */
export function foldStruck(items, opened) {
  /** @type {Item[]} */
  const folded = [];
  let place = 0;
  while (place < items.length) {
    let end = place;
    while (items[end]?.entry?.is_undone || (end > place && items[end]?.rule && items[end + 1]?.entry?.is_undone))
      end += 1;
    const struck = items.slice(place, end).filter(({ entry }) => entry).length;
    const key = `struck ${items[place].key}`;
    if (struck > 1) folded.push({ key, struck });
    if (struck < 2 || opened[key]) folded.push(...items.slice(place, Math.max(end, place + 1)));
    place = Math.max(end, place + 1);
  }
  return folded;
}

const drawStruck = (key, n, isOpen) =>
  html`<li class="e e--sys"><button class="link link--q down" type="button" aria-expanded=${isOpen} @click=${() => toggle(key)}>${say("struck", { n })}</button></li>`;

function drawEntry(entry, name, isOpen, { steps, whatIf, role }) {
  const kinds = ["e"];
  if (entry.is_secret) kinds.push("e--secret");
  else if (entry.is_mine) kinds.push("e--mine");
  if (!entry.verdict && !entry.dice?.length) kinds.push("e--sys");
  if (entry.is_undone) kinds.push("is-undone");
  const inside = html`${drawSideScene(entry)}${entry.verdict ? html`<b class="serif">${begin(entry.verdict)}</b>` : nothing}${entry.line}${entry.by_itself ? html` <small class="by">${entry.by_itself}</small>` : nothing}`;
  const opens =
    entry.dice?.length || entry.more || entry.changes?.length || entry.bounds_fight || role === "storyteller";
  if (!opens) return html`<li class=${kinds.join(" ")} id=${`log-${entry.number}`}>${inside}</li>`;
  return html`<li class=${kinds.join(" ")} id=${`log-${entry.number}`}><button class="e__line" type="button" aria-expanded=${isOpen} @click=${() => toggle(name)}>${inside}</button>${isOpen ? details(entry, { steps, whatIf, role }) : nothing}</li>`;
}

function details(entry, { steps, whatIf, role }) {
  const number = entry.number;
  const more =
    entry.more && !steps
      ? html`<button class="link" type="button" @click=${() => fetchSteps(number)}>${say("every_step")}</button>`
      : nothing;
  const undo =
    role === "storyteller" && !entry.is_undone
      ? html`<button class="link" type="button" @click=${() => change({ tool: `undo ${number}` })}>${say("undo_to_here")}</button>`
      : nothing;
  const strikes = role === "storyteller" && !entry.is_undone ? (entry.counted ?? []).map(strike) : nothing;
  const ask = whatIf ? html`<a class="link" href=${whatIf}>${say("what_if")}</a>` : nothing;
  const fight = entry.bounds_fight
    ? html`<a class="link" href=${`${page.at.base}fights/${number}.json`} download>${say("export_fight")}</a>`
    : nothing;
  return html`<div class="e__open">${throwsOf(entry.dice)}${(entry.changes ?? []).map(changed)}${steps ? html`<ol class="steps">${steps.map(step)}</ol>` : nothing}${strikes}<p class="acts">${more}${ask}${undo}${fight}</p></div>`;
}

/** @param {any} one a step of an entry */
export function step({ number, name, text, dice, says }) {
  return html`<li><b>${number ? `${number}. ` : ""}${name}</b> ${text ?? ""}${dice?.length ? throwsOf([{ name: "", dice, says }]) : nothing}</li>`;
}

/** @param {number} number */
export async function fetchSteps(number) {
  const found = await fetchEntry(number);
  if (!found) return;
  put("steps", String(number), found.steps ?? found);
  put("steps", `what-if ${number}`, found.what_if);
}

function drawSpeech(entry, behind, isFirst) {
  const { speech, portrait, continues } = entry;
  const kinds = ["e", "e--say"];
  if (entry.is_secret || speech.to) kinds.push("e--secret");
  if (entry.is_undone) kinds.push("is-undone");
  if (continues) kinds.push("e--more");
  const face = portrait
    ? html`<img class="e__face" src=${portrait} alt="" width="30" height="30" loading="lazy">`
    : html`<span class="seat" aria-hidden="true">${speech.initials ?? speech.who.slice(0, 2)}</span>`;
  const by = speech.by ? html` <span class="by">${speech.by}</span>` : nothing;
  const to = speech.to ? html` <span class="by">${speech.to}</span>` : nothing;
  const words = speech.text_html === undefined ? speech.text : trusted(speech.text_html);
  return html`<li class=${kinds.join(" ")} id=${`log-${entry.number}`}>${continues ? html`<span></span>` : face}<div>${continues ? nothing : html`<p class="who">${speech.who}${by}${to} ${drawSideScene(entry)}</p>`}<div class=${`said said--${speech.kind}`}>${words}</div>${restOf(entry, behind)}${editOf(entry)}${firstOf(entry, behind, isFirst)}</div></li>`;
}

/** For who wrote it, the way to edit a post. */
function editOf({ count, is_own, is_undone, by, speech }) {
  const isMine = speech.kind === "post" && is_own && !is_undone && (!by || String(by) === page.at.person);
  return isMine ? html`<a class="link" href=${`${page.at.base}write/${count}/`}>${say("edit")}</a>` : nothing;
}

/** Numbers of a player that counted at once: the result can be worked out again without them, from the same dice. */
export function strike({ count, line }) {
  const hidden = /** @type {[string, string][]} */ ([["entry", String(count)]]);
  const button = html`<button class="link">${say("strike")}</button>`;
  return html`<p class="counted"><span>${line}</span>${act({ name: `strike ${count}`, move: "StrikeNumbers", hidden }, button)}</p>`;
}
