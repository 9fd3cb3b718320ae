// Rolls that are asked for outside of a fight: in the hand of whoever makes them, and on the stage how far they have come.

import { each, html, nothing } from "../dialect.js";
import { inOrder } from "../facts.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { listBelow } from "./blocks.js";
import { chances } from "./chances.js";
import { extras, folds } from "./extras.js";
import { field } from "./fields.js";
import { drawTaskRulings } from "./tasks_ruled.js";

/** @returns {[string, string][]} */
const sent = ({ task, character }, ...more) => [["task", task], ["character", character], ...more];

/**
 * What a character may do for a task, or what influence asks about it.
 * @param {string} id
 * @param {any} card
 * @param {import("../page.js").Ui} ui
 */
export function taskPad(id, { kind, about }, ui) {
  const isAsk = kind === "ask";
  const move = isAsk ? about.move : about.helps ? "HelpTask" : "RollForTask";
  const label = isAsk ? "answer" : about.helps ? "help" : "roll";
  const typed = ui.typed[about.id];
  const traits = (about.main ?? []).filter(({ shape }) => shape === "pills").slice(0, 2);
  const opened = { ...ui.opened, ...Object.fromEntries(traits.map(({ id: field }) => [field, true])) };
  const inside = html`<div class="how">${about.note || about.stand ? html`<p class="hint">${about.note ?? about.stand}</p>` : nothing}${extras(about.main ?? [], typed, opened)}${folds({ ...about, offer: about.id }, typed, ui.opened)}${chances(ui.odds[about.id])}</div>`;
  const said = ui.odds[about.id]?.says;
  const body = html`<div class="cols cols--1 keep">${inside}</div>${refusal(ui.refused[about.id] ?? refusedOf(ui.refused, `${id} `))}<footer class="hand__foot"><p class="odds">${said ? html`<b>${said}</b>` : nothing}</p>${isAsk || about.helps || about.rolls ? html`<button class="btn btn--go">${say(label)}</button>` : nothing}</footer>`;
  const form = act({ name: about.id, move, hidden: sent(about), kind: "hand__form", offer: about.id }, body);
  return html`${isAsk ? nothing : deeds(id, about)}${form}`;
}

/**
 * The sentence of the first form that was refused, of those whose name begins so.
 * @param {Record<string, string>} refused
 * @param {string} prefix
 */
const refusedOf = (refused, prefix) => refused[Object.keys(refused).find((name) => name.startsWith(prefix)) ?? ""];

/** What may be done in place of the roll. */
function deeds(id, pad) {
  /** @type {[string, string, ...[string, string][]][]} */
  const all = [];
  if (pad.automatic) all.push(["RollForTask", "automatic_success", ["automatic", "true"]]);
  if (pad.may_yield) all.push(["GiveIn", "give_in"]);
  if (pad.may_look) all.push(["LookFirst", "look_first"]);
  if (pad.helps) all.push(["HelpTask", "decline", ["declines", "true"]]);
  const rows = all.map(([move, label, ...more]) => deed(id, move, label, sent(pad, ...more)));
  if (pad.group) rows.push(deed(id, "RollForAll", "roll_all", [["group", pad.group]]));
  if (pad.rates) rows.push(rating(id, pad));
  return rows.length ? html`<div class="deeds">${rows}</div>` : nothing;
}

function deed(id, move, label, hidden) {
  return act({ name: `${id} ${label}`, move, hidden }, html`<button class="link">${say(label)}</button>`);
}

/** What the Storyteller lets count in place of a helper's roll. */
function rating(id, pad) {
  const input = {
    name: "rating",
    id: `${pad.id}-rating`,
    label: say("rating"),
    shape: "number",
    low: 0,
    high: 30,
    required: true,
  };
  const body = html`${field(input, undefined)}<button class="btn">${say("apply")}</button>`;
  return act({ name: `${id} rating`, move: "HelpTask", hidden: sent(pad), kind: "act rating" }, body);
}

/**
 * A stunt of which this person decides something: its rating, its reward, or that it is taken back.
 * @param {any} stunt
 * @param {Record<string, string>} refused
 * @param {boolean} [isLarge] whether it is asked in the hand
 */
export function stunt({ id, character, move, choices = [] }, refused, isLarge = false) {
  if (!move) return nothing;
  const isReward = move === "TakeReward";
  const name = `stunt ${id}`;
  const hidden = /** @type {[string, string][]} */ (
    isReward
      ? [["stunt", id]]
      : [
          ["claim", id],
          ["character", character],
        ]
  );
  const buttons = choices.map(
    ({ value, label }) =>
      html`<button class=${isLarge ? "btn ans" : "link"} name=${isReward ? "choice" : "rating"} value=${value}>${label}</button>`,
  );
  return html`${refusal(refused[name])}${act({ name, move, hidden, kind: isLarge ? "answers" : "act deeds" }, buttons)}`;
}

/**
 * Stunts that wait for nobody here: awarded ones, and rewards that others choose.
 * @param {any} tasks
 * @param {Record<string, string>} refused
 */
export function listStunts(tasks, refused) {
  const idle = (tasks?.stunts ?? []).filter(({ is_asked }) => !is_asked);
  if (!idle.length) return undefined;
  const rows = idle.map((waiting) => html`<li><span>${waiting.says}</span>${stunt(waiting, refused)}</li>`);
  return listBelow(say("stunts"), rows);
}

/**
 * How far the tasks have come, the newest first. Those of a request to many stand together.
 * @param {any} tasks
 * @param {Record<string, string>} [refused]
 */
export function listTasks(tasks, refused = {}) {
  /** @type {Map<string, [string, any][]>} */
  const requests = new Map();
  for (const [id, task] of inOrder(tasks?.items, tasks?.order)) {
    const key = task.kind === "simple" && task.group ? task.group : id;
    requests.set(key, [...(requests.get(key) ?? []), [id, task]]);
  }
  return each(
    [...requests].reverse(),
    ([key]) => key,
    ([key, all]) => drawTasks(key, all, tasks.may_rule ? drawTaskRulings(all, refused) : nothing),
  );
}

function drawTasks(key, all, ruled) {
  const [, { title, kind_says, verdict, time, is_hidden, has_pressure }] = all[0];
  const isAlone = all.length === 1;
  const tags = [kind_says, time, is_hidden && say("hidden_difficulty"), has_pressure && say("under_pressure")];
  const said = isAlone && verdict ? verdict : tags.filter(Boolean).join(", ");
  const rows = all.map(([, task]) => drawRows(task, isAlone));
  return html`<article class="task" aria-labelledby=${`task-${key}`}><div class="sec"><h3 id=${`task-${key}`}>${title || kind_says}</h3><span class="q">${said}</span></div><ol class="queue">${rows}</ol>${ruled}</article>`;
}

function drawRows({ sides, helpers, listeners = [], verdict }, isAlone) {
  const row = (name, note, n) =>
    html`<li><span>${name}</span><span class="n">${n ?? ""}</span><span class="q">${note ?? ""}</span></li>`;
  return [
    ...sides.map((side) => row(side.name, side.note ?? (isAlone ? "" : (verdict ?? unrolled(side))), reached(side))),
    ...helpers.map(({ name, says }) => row(name, says)),
    ...listeners.map(({ name, said, unruled }) => row(name, said ?? (unruled ? say("ruling_waits") : ""))),
  ];
}

const unrolled = ({ successes }) => (successes === undefined ? say("not_rolled") : "");

/**
 * What a side has: of a target so much, else the successes of its roll; nothing while it has not rolled.
 * @param {any} side
 */
function reached({ successes, total, target }) {
  if (target <= 1) return successes;
  const now = successes ?? total;
  return now === undefined ? "" : `${now} / ${target}`;
}
