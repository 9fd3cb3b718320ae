// Rolls that are asked for outside of a fight: in the hand of whoever makes them, and on the stage how far they have come.

import { each, html, nothing } from "../dialect.js";
import { inOrder } from "../facts.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { extras, folds } from "./extras.js";

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
  const inside = html`<div class="how">${about.note || about.stand ? html`<p class="hint">${about.note ?? about.stand}</p>` : nothing}${extras(about.main ?? [], typed, opened)}${folds({ ...about, offer: about.id }, typed, ui.opened)}</div>`;
  const said = ui.odds[about.id];
  const body = html`<div class="cols cols--1 keep">${inside}</div>${refusal(ui.refused[about.id] ?? ui.refused[`${id} other`])}<footer class="hand__foot"><p class="odds">${said ? html`<b>${said}</b>` : nothing}</p>${isAsk || about.helps || about.rolls ? html`<button class="btn btn--go">${say(label)}</button>` : nothing}</footer>`;
  const form = act({ name: about.id, move, hidden: sent(about), kind: "hand__form", offer: about.id }, body);
  return html`${isAsk ? nothing : deeds(id, about)}${form}`;
}

/** What may be done in place of the roll. */
function deeds(id, pad) {
  /** @type {{ move: string, label: string, more?: [string, string] }[]} */
  const all = [];
  if (pad.automatic) all.push({ move: "RollForTask", label: "automatic_success", more: ["automatic", "true"] });
  if (pad.may_yield) all.push({ move: "GiveIn", label: "give_in" });
  if (pad.may_look) all.push({ move: "LookFirst", label: "look_first" });
  if (pad.helps) all.push({ move: "HelpTask", label: "decline", more: ["declines", "true"] });
  if (!all.length) return nothing;
  const rows = all.map(({ move, label, more }) => {
    const hidden = sent(pad, ...(more ? [more] : []));
    return act({ name: `${id} other`, move, hidden }, html`<button class="link">${say(label)}</button>`);
  });
  return html`<div class="deeds">${rows}</div>`;
}

/**
 * How far the tasks have come.
 * @param {any} tasks
 */
export function listTasks(tasks) {
  return each(
    inOrder(tasks?.items, tasks?.order).reverse(),
    ([id]) => id,
    ([id, task]) => drawTask(id, task),
  );
}

function drawTask(id, { title, kind_says, verdict, sides, helpers }) {
  const rows = sides.map(
    ({ name, note, successes, total, target }) =>
      html`<li><span>${name}</span><span class="n">${reached(successes ?? total, target)}</span><span class="q">${note ?? ""}</span></li>`,
  );
  const helping = helpers.map(
    ({ name, outcome }) => html`<li><span>${name}</span><span class="q">${outcome ?? ""}</span></li>`,
  );
  return html`<section class="task" aria-labelledby=${`task-${id}`}><div class="sec"><h3 id=${`task-${id}`}>${title || kind_says}</h3><span class="q">${verdict ?? kind_says}</span></div><ol class="queue">${rows}${helping}</ol></section>`;
}

/**
 * How much of the target is reached; nothing while nobody has rolled.
 * @param {number | undefined} total
 * @param {number} target
 */
function reached(total, target) {
  if (total === undefined) return "";
  return target > 1 ? `${total} / ${target}` : total;
}
