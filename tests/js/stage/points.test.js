// Pools are spent by amount with two taps, a stray tap wounds nobody, and what a tap did can be undone beside it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { change, load, page, places, setFacts, window } from "./page.js";
import { fight } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const all = (selector) => [...places.main.querySelectorAll(selector)];
const person = {
  name: "Ysane",
  initials: "Y",
  side: "",
  own: true,
  conditions: [],
  character: "7",
  may_touch: true,
  has_boxes: true,
  health: [
    ["", "0"],
    ["", "-1"],
  ],
  pools: [
    { key: "peripheral", label: "Peripheral", now: 30, full: 30, most: 30 },
    { key: "willpower", label: "Willpower", now: 3, full: 6, most: 10 },
  ],
};
const sent = (form) => Object.fromEntries(new window.FormData(form));

beforeEach(() => {
  const { fight: _none, ...evening } = fight({ hand: { cards: {}, order: [], waiting: [] } });
  load({ ...evening, party: { members: { 7: person }, order: ["7"], absent: [] } });
});

test("a tap on a row opens it and marks nothing; the second tap marks", () => {
  assert.equal(all("[name=tap]").length, 0);
  find("#p-7 .p__name").click();
  assert.ok(find(".ctl [name=tap][value='7 lethal 1']"));
});

test("five points go by one tap, any amount by a number, and few points by ones", () => {
  change({ person: "7" });
  const [peripheral, willpower] = all(".ctl__row").filter((row) => row.querySelector(".lbl--in"));
  const [five, one, more, amount] = peripheral.querySelectorAll("form");
  assert.deepEqual(sent(five), { move: "Tap", tap: "7 peripheral -1", times: "5" });
  assert.deepEqual(sent(one), { move: "Tap", tap: "7 peripheral -1", times: "1" });
  assert.deepEqual(sent(more), { move: "Tap", tap: "7 peripheral 1", times: "1" });
  amount.querySelector("input[type=number]").value = "8";
  assert.deepEqual(sent(amount), { move: "Tap", tap: "7 peripheral -1", times: "8" });
  assert.equal(willpower.querySelectorAll("form").length, 2);
});

test("each tap has a name of its own, and a refusal of any stands with them", () => {
  change({ person: "7" });
  const names = all(".ctl form").map((form) => form.dataset.act);
  assert.ok(names.includes("tap 7 peripheral -5"));
  change({ refused: { "tap 7 peripheral -5": "Peripheral: none left." } });
  assert.equal(find(".ctl .refusal").textContent, "Peripheral: none left.");
  change({ refused: { "tap 77 peripheral -5": "Somebody else’s." } });
  assert.equal(find(".ctl .refusal"), null);
});

test("what a tap did can be undone beside it", () => {
  change({ person: "7" });
  assert.equal(find(".ctl__undo"), null);
  setFacts({ ...page.facts, n: 2, undo: { entry: 9, line: "mira changes Ysane: unhurt to 1 lethal.", by: "undo" } });
  find(".ctl__undo button").click();
  assert.equal(page.ui.tool, "undo 9");
});

test("a reason goes with the harm that is marked, and Enter in it wounds nobody", () => {
  change({ person: "7" });
  const form = find(".ctl [name=reason]").form;
  assert.equal(form.querySelector("button[value='7 lethal 1']").form, form);
  assert.ok(form.querySelector("button").disabled, "the first button is what Enter presses");
});
