// How play stands: deadlines, an order that is being carried out, and what lies on the table during a fight.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { change, load, page, places, setFacts } from "./page.js";
import { fight, turn } from "./samples.js";

const { countDown } = await import("../../../static/js/stage/parts/state.js");
const { setWords } = await import("../../../static/js/stage/words.js");

const find = (selector) => places.main.querySelector(selector);
const follow = (patch) => setFacts(merge(page.facts, patch));
const inSeconds = (n) => new Date(Date.now() + n * 1000).toISOString();

beforeEach(() => load(fight(turn)));

test("a live scene counts down to the default answer", () => {
  follow({ state: { due_at: inSeconds(75.2) } });
  countDown();
  assert.match(find(".hand__head [data-due]").textContent, /^7[45] s$/);
});

test("of a crowd that the table waits for three are named, and how many more there are", () => {
  const wait = (count) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: `Guard ${i}`, does: "acts" }));
  setWords({ waits_for: "Waits for {name}" });
  load(fight({ hand: { cards: {}, order: [], waiting: wait(4) } }));
  assert.equal(find("#hand-h").textContent, "Waits for Guard 0, Guard 1, Guard 2, Guard 3");
  load(fight({ hand: { cards: {}, order: [], waiting: wait(40) } }));
  assert.equal(find("#hand-h").textContent, "Waits for Guard 0, Guard 1, Guard 2, 37 more");
  setWords({});
});

test("a scene by post names one’s own deadline, and whom else it waits for", () => {
  const waits = [
    { id: "1", name: "Deruvin", kind: "answer", due_at: inSeconds(3600) },
    { id: "2", name: "Ysane", kind: "turn", is_mine: true, due_at: inSeconds(7200) },
  ];
  follow({ state: { due_at: waits[0].due_at, post: { answer_hours: 24, turn_hours: 48, waits } } });
  assert.match(find(".hand__head p").textContent, /your_deadline until/);
  follow({ hand: { cards: { "card-c1": null }, order: [] } });
  assert.match(find(".hand__head p").textContent, /by_post until/);
  assert.equal(places.main.querySelectorAll(".queue li").length, 2);
});

test("before a fight it says what is waited for", () => {
  const subline = "Join Battle is rolled when the Storyteller starts the fight.";
  follow({ hand: { cards: { "card-c1": null }, order: [] }, fight: { phase: "setup", subline } });
  assert.equal(find(".hand__head p").textContent, subline);
  follow({ fight: { phase: "running", subline: "Ysane acts." } });
  assert.doesNotMatch(find(".hand__head").textContent, /Ysane acts/);
});

test("an order that is being carried out stands above the hand with the way to stop it", () => {
  follow({ order: { says: "Guard × 3: Attack.", count: "1 of 3 have acted." } });
  assert.match(find("#hand").textContent, /Guard × 3: Attack\. 1 of 3 have acted\./);
  assert.equal(find("#f-drop-order [name=move]").value, "DropOrder");
  assert.equal(find("#hand-h").textContent, "Your turn, Ysane");
});

test("a fight that is paused is resumed by the Storyteller where it says so", () => {
  const { hand: _hand, form: _form, ...calm } = page.facts;
  const paused = { ...calm, hand: { cards: {}, order: [], waiting: [] }, state: { is_running: true, is_paused: true } };
  load(paused);
  assert.equal(find("#f-resume"), null);
  load({ ...paused, me: { role: "storyteller", characters: [] } });
  assert.equal(find("#f-resume [name=paused]").value, "false");
});

test("handouts and notes are looked at in place of the fight’s picture", () => {
  assert.equal(find(".look"), null);
  const cards = { h1: { title: "The letter", text_html: "<p>Come alone.</p>" } };
  follow({ handouts: { cards, order: ["h1"] } });
  find(".look button").click();
  assert.equal(find(".stage figcaption").textContent, "The letter");
  assert.equal(find(".stage .picture"), null);
  find(".look button").click();
  assert.equal(find(".stage figcaption"), null);
});

test("the X-Card leads to the lines and veils of the series", () => {
  change({ tool: "card" });
  assert.equal(find(".hand__foot a").getAttribute("href"), "/series/1/boundaries/");
});
