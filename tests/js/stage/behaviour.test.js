// What a person does on the page stays through changes: focus, words, choices, and what is opened.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepTyped } from "../../../static/js/stage/drafts.js";
import { merge, take } from "../../../static/js/stage/facts.js";
import { change, load, page, places, setFacts, window } from "./page.js";
import { attacked, fight, turn } from "./samples.js";

const { openTool } = await import("../../../static/js/stage/forms.js"); // after the DOM of `page.js`
const { isDone } = await import("../../../static/js/stage/parts/desk.js");

const find = (selector) => places.main.querySelector(selector);
const follow = (patch) => setFacts(merge(page.facts, patch));

/** Types into a field, as a person would. */
function type(field, value) {
  field.value = value;
  keepTyped(field.form);
}

beforeEach(() => load(fight(turn)));

test("a turn is three columns and one button that says the deed", () => {
  assert.equal(find("#hand-h").textContent, "Your turn, Ysane");
  assert.ok(find(".hand").classList.contains("is-asking"));
  assert.equal(places.main.querySelectorAll(".btn--go").length, 1);
  assert.equal(find(".btn--go").textContent, "Attack Deruvin");
});

test("the button follows the target", () => {
  find("input[value=c3]").checked = true;
  keepTyped(find("form[data-offer]"));
  assert.equal(find(".btn--go").textContent, "Attack Guard");
  assert.ok(find("input[value=c3]").closest(".opt").classList.contains("is-on"));
});

test("a fetched form takes the place of the first", () => {
  change({
    picked: { "card-c1": "o-guard" },
    forms: { "o-guard": { offer: "o-guard", main: [], more: [], asks: [] } },
  });
  assert.equal(find(".btn--go").textContent, "Guard");
  assert.equal(find("input[name=kind]").value, "Guard");
});

test("a move that is only laid face down waits for its form", () => {
  const offers = { "o-guard": { ...page.facts.hand.cards["card-c1"].offers["o-guard"], lays: "only" } };
  follow({ n: 2, hand: { cards: { "card-c1": { offers } } } });
  change({ picked: { "card-c1": "o-guard" } });
  assert.equal(find(".btn--go").getAttribute("aria-disabled"), "true");
  change({ forms: { "o-guard": { offer: "o-guard", main: [], more: [], asks: [] } } });
  assert.equal(find(".btn--go").getAttribute("aria-disabled"), "false");
});

test("typed words stay while figures change around them", () => {
  const words = find("textarea");
  type(words, "over the rail");
  words.focus();
  follow({ n: 2, fight: { combatants: { c2: { conditions: ["prone"] } } } });
  follow({ n: 3, form: { ...page.facts.form, main: [{ ...page.facts.form.main[0] }, page.facts.form.main[1]] } });
  assert.equal(find("textarea"), words);
  assert.equal(words.value, "over the rail");
  assert.equal(window.document.activeElement, words);
});

test("words and focus stay through two hundred changes", () => {
  const words = find("textarea");
  type(words, "over the rail");
  words.focus();
  for (let n = 2; n < 202; n += 1) {
    const line = { number: n, count: n, at: "2026-11-29T11:00:00Z", when: `tick ${n}`, line: "Guard waits." };
    const order = n % 2 ? ["c2", "c1"] : ["c1", "c2"];
    follow({ n, log: { [n]: line }, fight: { order: [{ at: n, label: `${n}`, note: "now", now: true, ids: order }] } });
  }
  assert.equal(window.document.activeElement, words);
  assert.equal(words.value, "over the rail");
  assert.equal(places.main.querySelectorAll(".log li.e").length, 201);
});

test("the link to all lines follows the count, though no line came", () => {
  follow({ n: 2, count: 7 });
  assert.ok(find(".talk a[href='/scenes/1/log/7/']"));
});

test("struck lines that stand together are one line, which opens", () => {
  const at = "2026-11-29T11:00:00Z";
  const line = (number, is_undone) => ({
    number,
    count: number,
    at,
    when: "tick 1",
    line: `Line ${number}.`,
    ...(is_undone && { is_undone }),
  });
  follow({ n: 2, log: { 2: line(2, true), 3: line(3, true), 4: line(4), 5: line(5, true) } });
  const shown = () => [...places.main.querySelectorAll(".log li.e")].map(({ id }) => id);
  assert.deepEqual(shown(), ["log-1", "", "log-4", "log-5"]);
  find(".log li .link").click();
  assert.deepEqual(shown(), ["log-1", "", "log-2", "log-3", "log-4", "log-5"]);
});

test("words come back with the move after somebody else was asked", () => {
  type(find("textarea"), "over the rail");
  follow({ n: 2, ...attacked });
  assert.equal(find("#hand-h").textContent, "Deruvin attacks you");
  follow({ n: 3, hand: { cards: { "card-p1": null }, order: ["card-c1"] }, form: turn.form });
  assert.equal(find("textarea").value, "over the rail");
});

test("every outcome of a prompt is a button, and one is primary", () => {
  follow({ n: 2, ...attacked });
  const buttons = [...places.main.querySelectorAll(".answers .ans")];
  assert.deepEqual(
    buttons.map((button) => button.querySelector("span").textContent),
    ["Parry, DV 7", "Dodge, DV 4", "Don’t defend"],
  );
  assert.equal(places.main.querySelectorAll(".btn--go").length, 1);
  assert.equal(buttons[0].getAttribute("form"), "f-o-defend");
  assert.equal(find("#f-o-defend").dataset.act, "o-defend");
});

test("an answer that cannot be used stays in its place with the reason", () => {
  const answers = [...attacked.hand.cards["card-p1"].answers];
  answers[1] = { ...answers[1], reason: "Held fast" };
  follow({ n: 2, ...attacked });
  follow({ n: 3, hand: { cards: { "card-p1": { answers } } } });
  const button = places.main.querySelectorAll(".answers .ans")[1];
  assert.equal(button.getAttribute("aria-disabled"), "true");
  assert.match(button.textContent, /Held fast/);
});

test("a row that moves keeps what is opened in it and the focus", () => {
  change({ person: "c2" });
  const name = find("#p-c2 .p__name");
  name.focus();
  const order = [
    { at: 1, label: "1", note: "now", now: true, ids: ["c3", "c1"] },
    { at: 6, label: "6", note: "in 5", now: false, ids: ["c2"] },
  ];
  follow({ n: 2, fight: { order } });
  assert.equal(find("#p-c2 .p__name"), name);
  assert.equal(window.document.activeElement, name);
  assert.ok(find("#p-c2 .ctl"));
});

test("the row of a unit says what is left of it", () => {
  const unit = { says: "The Reed Spears, Magnitude 2 of 3, Wedge" };
  follow({ n: 2, fight: { combatants: { c2: { unit, conditions: ["prone"] } } } });
  assert.equal(find("#p-c2 .p__note").textContent, "The Reed Spears, Magnitude 2 of 3, Wedge, prone");
});

test("an entry that is opened stays open while others come", () => {
  change({ opened: { "entry 1": true } });
  follow({
    n: 2,
    log: { 2: { number: 2, count: 2, at: "2026-11-29T11:00:00Z", when: "tick 2", line: "Guard waits." } },
  });
  assert.ok(find("#log-1 .e__open"));
  assert.deepEqual(
    [...places.main.querySelectorAll(".log li")].map((line) => line.className),
    ["turn", "e", "turn", "e e--sys"],
  );
});

test("what is newly asked gets the focus from somebody who does not type", () => {
  find("#p-c2 .p__name").focus();
  follow({ n: 2, ...attacked });
  assert.equal(window.document.activeElement, find("#hand-h"));
});

test("who types in the composer keeps it when something is asked", async () => {
  find("#say").focus();
  find("#say").value = "half a sen";
  follow({ n: 2, ...attacked });
  await Promise.resolve();
  assert.equal(window.document.activeElement, find("#say"));
  assert.equal(find("#say").value, "half a sen");
  assert.ok(places.main.classList.contains("is-folded"));
});

test("a refusal stands above the button and keeps the choices", () => {
  type(find("textarea"), "over the rail");
  change({ refused: { "o-attack": "Deruvin is out of reach." } });
  assert.equal(find(".refusal[role=alert]").textContent, "Deruvin is out of reach.");
  assert.equal(find("textarea").value, "over the rail");
});

test("facts that do not follow on are asked for again", () => {
  const facts = { v: 1, n: 4 };
  assert.equal(take(facts, { v: 1, from: 5, n: 6, change: {} }), "gap");
  assert.equal(take(facts, { v: 1, from: 3, n: 4, change: {} }), "old");
  assert.equal(take(facts, { v: 2, n: 9, facts: {} }), "reload");
  assert.deepEqual(take(facts, { v: 1, from: 4, n: 5, change: { said: { n: 5 } } }), { v: 1, n: 5, said: { n: 5 } });
});

test("a merge shares what it does not change", () => {
  const before = { fight: { combatants: { c1: { name: "Ysane" }, c2: { name: "Deruvin", out: "left" } } }, log: {} };
  const after = merge(before, { fight: { combatants: { c2: { out: null } } } });
  assert.equal(after.log, before.log);
  assert.equal(after.fight.combatants.c1, before.fight.combatants.c1);
  assert.deepEqual(after.fight.combatants.c2, { name: "Deruvin" });
});

const tool = {
  forms: [
    {
      id: "new-task",
      move: "StartTask",
      hidden: [],
      main: [{ name: "title", id: "new-title", label: "Task", shape: "line" }],
      more: [],
      buttons: [{ label: "Start", is_main: true }],
    },
    {
      id: "row",
      move: "ShowHandout",
      hidden: [["handout", "4"]],
      title: "The letter",
      main: [],
      more: [],
      buttons: [
        { label: "Show to everyone", name: "everybody", value: "true" },
        { label: "Hide", name: "move", value: "PutHandoutAway" },
      ],
      stays: true,
    },
  ],
};

test("a tool opens in the hand, and comes back as it was filled in when something was asked", () => {
  const { hand: _hand, form: _form, ...calm } = page.facts;
  load({ ...calm, hand: { cards: {}, order: [], waiting: [] }, tools: ["task"] });
  find(".traits .chip").click();
  change({ forms: { "desk task": tool } });
  assert.equal(find("#f-tool-new-task [name=move]").value, "StartTask");
  assert.equal(find(".hand__foot .btn--go").getAttribute("form"), "f-tool-new-task");
  type(find("[name=title]"), "Cross the river");
  follow({ hand: fight(turn).hand });
  assert.equal(find("#hand-h").textContent, "Your turn, Ysane");
  follow({ hand: { cards: { "card-c1": null }, order: [] } });
  assert.equal(find("[name=title]").value, "Cross the river");
});

test("a tool that is opened while something waits is in sight until something else is asked", () => {
  follow({ tools: ["task"] });
  change({ forms: { "desk task": tool } });
  openTool("desk task");
  assert.ok(find("#f-tool-new-task"));
  follow({ n: 2, ...attacked });
  assert.equal(find("#hand-h").textContent, "Deruvin attacks you");
  follow({ n: 3, hand: { cards: { "card-p1": null }, order: ["card-c1"] }, form: turn.form });
  assert.ok(find("#f-tool-new-task"));
});

test("a row of a tool has a form of its own, with a button for each thing that may be done", () => {
  change({ forms: { "desk task": tool } });
  openTool("desk task");
  const buttons = [...places.main.querySelectorAll("#f-tool-row .btn")].map(({ name, value }) => [name, value]);
  assert.deepEqual(buttons, [
    ["everybody", "true"],
    ["move", "PutHandoutAway"],
  ]);
  assert.equal(isDone(tool, "tool-row"), false);
  assert.equal(isDone(tool, "tool-new-task"), true);
});

test("Enter in a field of a tool sends the form as it is filled in", () => {
  change({ forms: { "desk task": tool } });
  openTool("desk task");
  const [first] = places.main.querySelectorAll("#f-tool-row button");
  assert.deepEqual([first.hidden, first.name], [true, ""]);
});
