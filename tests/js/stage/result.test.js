// What came last, in the hand and in the line above it: the large result, a death until it was seen, redo, and the X-Card.

import assert from "node:assert/strict";
import { test } from "node:test";
import { change, load, page, places, setFacts } from "./page.js";
import { attacked, fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const calm = { hand: { cards: {}, order: [], waiting: [] } };
const at = "2026-11-29T11:00:00Z";
const line = (number, when) => ({ number, count: number, at, when, line: `Line ${number}.` });
const blow = {
  number: 3,
  home: 2,
  line: "Ysane attacks Deruvin.",
  verdict: "hit, 4 over DV",
  who: [{ name: "Ysane", id: "c1" }],
  whom: [{ name: "Deruvin", id: "c2" }],
  dice: [{ name: "Attack", dice: [[8, 1, "hit"]], says: "1 die: 8.", result: "1 success" }],
  changes: [{ name: "Deruvin", figures: [], states: ["prone"] }],
};
const died = [{ number: 3, says: "Radek: Final Death", line: "Volkmar bites Radek." }];

function sit(more, hand = calm) {
  const facts = fight(hand);
  const log = { ...facts.log, 2: { ...line(2, "tick 1"), more: true } };
  load({ ...facts, log, result: blow, ...more });
}

test("a result is large in the hand: verdict, throws with their sums, and how they are after it", () => {
  sit();
  assert.equal(find(".res .verdict").textContent, "Hit, 4 over DV");
  assert.deepEqual(
    [...places.main.querySelectorAll(".res__rows dt")].map((name) => name.textContent),
    ["Attack", "after"],
  );
  assert.equal(places.main.querySelectorAll(".res__head svg").length, 2);
  assert.match(find(".res__foot").textContent, /every_step/);
});

test("a result says the chance that its move had", () => {
  sit();
  change({ chance: { words: "62 %", n: 2 } });
  assert.match(find(".res__foot").textContent, /had_chance/);
  change({ chance: { words: "62 %", n: 3 } });
  assert.doesNotMatch(find(".res__foot").textContent, /had_chance/);
});

test("a result gives way after two turns, and to what is asked", () => {
  sit();
  setFacts({ ...page.facts, n: 2, log: { ...page.facts.log, 4: line(4, "tick 2") } });
  assert.ok(find(".res"));
  setFacts({ ...page.facts, n: 3, log: { ...page.facts.log, 5: line(5, "tick 3") } });
  assert.equal(find(".res"), null);
  sit({}, turn);
  assert.equal(find(".res"), null);
});

test("a death stands in the hand, and above it while something is asked, until it was seen", () => {
  sit({ deaths: died });
  assert.equal(find(".res--death .verdict").textContent, "Radek: Final Death");
  setFacts({ ...page.facts, ...attacked, n: 2 });
  assert.equal(find(".res--death"), null);
  assert.match(find(".just").textContent, /Radek: Final Death/);
  find(".just button").click();
  assert.doesNotMatch(find(".just").textContent, /Final Death/);
  setFacts({ ...page.facts, ...calm, n: 3 });
  assert.equal(find(".res--death"), null);
  setFacts({ ...page.facts, deaths: [...died, { ...died[0], number: 9, says: "Ilse: dead" }], n: 4 });
  assert.equal(find(".res--death .verdict").textContent, "Ilse: dead");
});

test("an undo can be undone while nothing came after it", () => {
  sit({ redo: 4, undo: { entry: 2, line: "Line 2.", by: "undo" } });
  assert.match(find(".just").textContent, /undone/);
  assert.equal(find(".just form [name=entry]").value, "4");
  assert.equal(find(".just form [name=move]").value, "Rewind");
});

test("the X-Card empties the picture, and the Storyteller has three ways on", () => {
  sit({ state: { is_running: true, is_card_up: true } }, turn);
  assert.ok(find(".stage .emptied"));
  assert.equal(find(".hand form"), null);
  const me = { ...page.facts.me, role: "storyteller" };
  load({ ...page.facts, me, tools: ["next_scene"], undo: { entry: 2, line: "Line 2.", by: "undo" } });
  const ways = [...places.main.querySelectorAll(".hand__foot button")].map((button) => button.textContent);
  assert.deepEqual(ways, ["card_undo", "tool_next_scene", "card_go_on"]);
  find(".hand__foot button").click();
  assert.equal(find(".hand form [name=move]").value, "Rewind");
});

test("what the wounded may do for their wounds is put forward, and opens in the hand", () => {
  const offers = {
    heal: { move: "HealInStride", label: "Heal while acting", cost: "1 blood", hidden: [], rank: "sometimes" },
  };
  const card = { title: "Ilse", who: "c1", is_closed: true, offers, order: ["heal"] };
  sit({}, { hand: { cards: { "reflex-c1": card }, order: ["reflex-c1"], waiting: [] } });
  const button = find(".care .btn");
  assert.match(button.textContent, /Heal while acting.*1 blood/);
  button.click();
  assert.equal(page.ui.card, "reflex-c1");
  assert.equal(page.ui.picked["reflex-c1"], "heal");
});

test("a fight that is over says who fell, who is wounded, and what is left", () => {
  const { fight: _none, ...evening } = fight(calm);
  const pools = [
    { key: "peripheral", label: "Peripheral", now: 14, full: 30 },
    { key: "willpower", label: "Willpower", now: 6, full: 6 },
  ];
  const ysane = { name: "Ysane", own: true, conditions: [], initials: "Y", side: "", pools, health: [["l", "0"]] };
  const oskel = { ...ysane, name: "Oskel", pools: [], health: [["", "0"]] };
  const ended = { fallen: ["Deruvin: dead"] };
  load({ ...evening, ended, party: { members: { 7: ysane, 8: oskel }, order: ["7", "8"], absent: [] } });
  assert.equal(find(".res .verdict").textContent, "fight_over");
  const rows = [...places.main.querySelectorAll(".res__rows dd")].map((row) => row.textContent);
  assert.match(rows[0], /Deruvin: dead/);
  assert.match(rows[1], /^Ysane/);
  assert.equal(rows[2], "Ysane Peripheral 14 / 30");
});
