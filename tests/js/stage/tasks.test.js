// Tasks and stunts: what is asked in the hand beside the roll, and what the Storyteller does with a task on the stage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, page, places, setFacts } from "./page.js";
import { fight } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const all = (selector) => [...places.main.querySelectorAll(selector)];
const sentBy = (form) =>
  Object.fromEntries([...form.querySelectorAll("input[type=hidden]")].map(({ name, value }) => [name, value]));
const formOf = (words) => all("form").find((form) => form.textContent.includes(words));
const calm = { hand: { cards: {}, order: [], waiting: [] } };
const storyteller = { role: "storyteller", characters: [] };
const side = { name: "Ysane", target: 20, rolls: 1, character: "7", total: 5 };
const task = {
  title: "The lock",
  kind: "extended",
  kind_says: "Extended",
  status: "open",
  sides: [side],
  helpers: [],
  listeners: [],
  mine: [],
};
const pad = {
  id: "p1",
  task: "t1",
  character: "7",
  name: "Ysane",
  traits: "Wits + Awareness",
  rolls: true,
  main: [],
  more: [],
  asks: [],
};

function sit(tasks, more = {}) {
  const { fight: _none, ...evening } = fight(calm);
  load({ ...evening, tasks: { items: {}, order: [], pads: [], asks: [], stunts: [], ...tasks }, ...more });
}

test("a roll that was asked of many is made at once for all of one person's characters", () => {
  sit({ items: { t1: { ...task, kind: "simple", group: "g1" } }, order: ["t1"], pads: [{ ...pad, group: "g1" }] });
  assert.deepEqual(sentBy(formOf("roll_all")), { move: "RollForAll", group: "g1" });
  setFacts({ ...page.facts, n: 2, tasks: { ...page.facts.tasks, pads: [pad] } });
  assert.equal(formOf("roll_all"), undefined);
});

test("the Storyteller lets a rating count in place of a helper's roll", () => {
  sit({ items: { t1: task }, order: ["t1"], pads: [{ ...pad, helps: true, rates: true }] }, { me: storyteller });
  const form = formOf("rating");
  assert.deepEqual(sentBy(form), { move: "HelpTask", task: "t1", character: "7" });
  assert.ok(form.querySelector("input[name=rating]").required);
  const names = all("form[id]").map(({ id }) => id);
  assert.equal(new Set(names).size, names.length, "each form has an id of its own");
});

test("the Storyteller sets the total of an open task, interrupts it and ends it; others only look", () => {
  const ways = [{ value: "penalty", label: "Fewer dice" }];
  const ruled = {
    ...task,
    interval: 6,
    ways,
    sides: [{ ...side, interrupts: "Interrupt Ysane", total_for: "Total for Ysane" }],
  };
  sit({ items: { t1: ruled }, order: ["t1"], may_rule: true }, { me: storyteller });
  const total = formOf("Total for Ysane");
  assert.deepEqual(sentBy(total), { move: "RuleTask", task: "t1", character: "7" });
  assert.equal(total.querySelector("[name=total]").value, "5");
  const cut = all("form").find((form) => sentBy(form).move === "InterruptTask");
  const values = [...cut.querySelectorAll("select, input:not([type=hidden])")].map(({ name, value }) => [name, value]);
  assert.deepEqual(values, [
    ["way", "penalty"],
    ["done", "3"],
    ["of", "6"],
    ["penalty", ""],
    ["effect", ""],
  ]);
  assert.deepEqual(sentBy(formOf("cancel_task")), { move: "EndTask", task: "t1" });
  assert.equal(formOf("try_again"), undefined);
  sit({ items: { t1: task }, order: ["t1"] });
  assert.equal(find(".task details"), null);
});

test("in a contest the dice that an interruption costs are not asked for", () => {
  const sides = [
    { ...side, interrupts: "Interrupt Ysane" },
    { ...side, name: "Tolvar", character: "8", interrupts: "Interrupt Tolvar" },
  ];
  const ways = [{ value: "lost", label: "Lost" }];
  sit(
    { items: { t1: { ...task, kind: "extended_contested", ways, sides } }, order: ["t1"], may_rule: true },
    { me: storyteller },
  );
  const cuts = all("form").filter((form) => sentBy(form).move === "InterruptTask");
  assert.deepEqual(
    cuts.map((form) => sentBy(form).character),
    ["7", "8"],
  );
  assert.equal(find("[name=penalty]"), null);
});

test("a task that is done is set again, with or without its failures", () => {
  const done = { ...task, status: "failure", is_confided: true };
  sit({ items: { t1: done }, order: ["t1"], may_rule: true }, { me: storyteller });
  assert.deepEqual(sentBy(formOf("try_again")), { move: "TryAgain", task: "t1" });
  assert.deepEqual(sentBy(formOf("start_fresh")), { move: "TryAgain", task: "t1", waive: "true" });
  assert.deepEqual(sentBy(formOf("reveal_difficulty")), { move: "RevealTask", task: "t1" });
});

test("those who were asked for the same roll stand together", () => {
  const one = (name, successes) => ({
    ...task,
    kind: "simple",
    group: "g1",
    sides: [{ name, target: 0, rolls: 0, total: 0, successes }],
  });
  sit({ items: { t1: one("Ysane"), t2: one("Tolvar", 3) }, order: ["t1", "t2"] });
  assert.equal(all(".task").length, 1);
  assert.deepEqual(
    all(".task li span:first-child").map((name) => name.textContent),
    ["Ysane", "Tolvar"],
  );
  assert.deepEqual(
    all(".task li").map((row) => row.textContent),
    ["Ysanenot_rolled", "Tolvar3"],
  );
});

test("a claimed stunt is judged in the hand, and a reward is chosen there", () => {
  const choices = [
    { value: "1", label: "1 point" },
    { value: "0", label: "No reward" },
  ];
  const claim = {
    id: "s1",
    character: "7",
    says: "Ysane rolled a 2-point stunt.",
    state: "claimed",
    move: "AwardStunt",
    choices,
    is_asked: true,
  };
  sit({ stunts: [claim] }, { me: storyteller });
  assert.equal(find("#hand-h").textContent, claim.says);
  assert.deepEqual(sentBy(find(".hand form.answers")), { move: "AwardStunt", claim: "s1", character: "7" });
  assert.deepEqual(
    all(".answers button").map(({ name, value }) => [name, value]),
    [
      ["rating", "1"],
      ["rating", "0"],
    ],
  );
  sit({ stunts: [{ ...claim, move: "TakeReward", state: "earned", choices: [{ value: "motes", label: "Motes" }] }] });
  assert.deepEqual(sentBy(find(".hand form.answers")), { move: "TakeReward", stunt: "s1" });
  assert.equal(find(".answers button").name, "choice");
});

test("an awarded stunt waits for nobody: it is listed at rest, and the Storyteller takes it back there", () => {
  const awarded = { id: "s1", character: "7", says: "Ysane has a 2-point stunt.", state: "awarded" };
  sit({ stunts: [awarded] });
  assert.match(find(".at-rest").textContent, /Ysane has a 2-point stunt/);
  assert.equal(find(".at-rest form.deeds"), null);
  const back = { ...awarded, move: "AwardStunt", choices: [{ value: "0", label: "Take back" }] };
  sit({ stunts: [back] }, { me: storyteller });
  assert.deepEqual(sentBy(find(".at-rest form.deeds")), { move: "AwardStunt", claim: "s1", character: "7" });
});
