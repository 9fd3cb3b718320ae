// What the Storyteller does with a task: set its total, interrupt it, tell its difficulty, end it, or set it again.

import { html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { cap } from "./blocks.js";
import { fields } from "./fields.js";

/**
 * @param {[string, any][]} all those of one request, behind one tap
 * @param {Record<string, string>} refused
 */
export function drawTaskRulings(all, refused) {
  const rows = all.map(([id, task]) => {
    const name = all.length > 1 ? cap(task.sides[0].name) : nothing;
    return html`<div class="ruled">${name}${ofTask(id, task, refused)}</div>`;
  });
  return html`<details><summary class="link down">${say("rulings")}</summary>${rows}</details>`;
}

function ofTask(id, task, refused) {
  const forms = task.sides.map((side, n) => ofSide(`${id} ${n}`, id, side, task, refused));
  const named = (label, move, more = []) => {
    const name = `task ${id} ${label}`;
    const hidden = /** @type {[string, string][]} */ ([["task", id], ...more]);
    return html`${act({ name, move, hidden }, html`<button class="btn">${say(label)}</button>`)}${refusal(refused[name])}`;
  };
  const reveal = task.is_confided ? named("reveal_difficulty", "RevealTask") : nothing;
  const rest =
    task.status === "open"
      ? named("cancel_task", "EndTask")
      : html`${named("try_again", "TryAgain")}${named("start_fresh", "TryAgain", [["waive", "true"]])}`;
  return html`${forms}<div class="deeds">${reveal}${rest}</div>`;
}

/** The work of one side: its total, and an interruption. */
function ofSide(key, task, { character, total, total_for, interrupts }, { ways = [], interval = 0, sides }, refused) {
  const hidden = /** @type {[string, string][]} */ ([
    ["task", task],
    ["character", character ?? ""],
  ]);
  const form = (kind, move, inputs, label) => {
    const name = `${kind} ${key}`;
    const body = html`${fields(
      inputs.map((input) => ({ ...input, id: `${name}-${input.name}`.replaceAll(" ", "-") })),
      undefined,
    )}${refusal(refused[name])}<button class="btn">${label}</button>`;
    return act({ name, move, hidden, kind: inputs.length ? "how" : "act" }, body);
  };
  const setTotal = total_for
    ? form("total", "RuleTask", [number("total", total_for, 0, 500, total ?? 0), reason()], say("set"))
    : nothing;
  if (!interrupts) return setTotal;
  if (!ways.length) return html`${setTotal}${form("interrupt", "InterruptTask", [], interrupts)}`;
  const parts = Math.max(2, interval);
  const lost =
    sides.length === 1
      ? [
          { ...number("penalty", say("dice_lost"), 0, 30), required: false },
          { ...number("effect", say("effect_parts"), 0, 1000), required: false, help: say("parts_hint") },
        ]
      : [];
  const inputs = [
    { name: "way", label: say("result"), shape: "select", required: true, options: ways },
    number("done", say("parts_done"), 0, 999, Math.floor(parts / 2)),
    number("of", say("parts_all"), 1, 1000, parts),
    ...lost,
  ];
  const cut = html`<details><summary class="link down">${interrupts}</summary>${form("interrupt", "InterruptTask", inputs, interrupts)}</details>`;
  return html`${setTotal}${cut}`;
}

/** @param {number} [value] */
const number = (name, label, low, high, value) => ({
  name,
  label,
  shape: "number",
  low,
  high,
  required: true,
  ...(value !== undefined && { value: String(value) }),
});

const reason = () => ({ name: "reason", label: say("reason"), shape: "line", high: 200 });
