// What those see of whom nothing is asked: a spectator, and a player whose characters are elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { load, page, places, setFacts } from "./page.js";
import { fight } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const rest = {
  hand: { cards: {}, order: [], waiting: [{ id: "c2", name: "Deruvin", does: "acts" }] },
  tools: ["scene"],
};
const joined = {
  number: 1,
  home: 1,
  line: "Deruvin rolls Join Battle: 3 successes.",
  others: [{ line: "Guard rolls." }],
};

test("a roll that the log says in a line does not fill the hand, and a result does", () => {
  load({ ...fight(rest), me: { role: "spectator", characters: [] }, result: joined });
  assert.ok(places.main.classList.contains("is-watching"));
  assert.equal(find(".res"), null);
  assert.equal(find(".hand .chip").textContent, "tool_scene");
  setFacts(merge(page.facts, { n: 2, result: { ...joined, number: 2, verdict: "hit, 3 over DV" } }));
  assert.equal(find(".res .verdict").textContent, "Hit, 3 over DV");
});

test("a player is led to characters that are not here, or told that there is none", () => {
  const away = { role: "player", characters: ["9"], sheet: "/characters/{}/" };
  load({ ...fight(rest), me: away, rolls: [["9", "Wren"]] });
  assert.deepEqual([find(".me a").textContent, find(".me a").getAttribute("href")], ["Wren", "/characters/9/"]);
  setFacts(merge(page.facts, { n: 2, me: { characters: [] }, rolls: null }));
  assert.match(find(".me > .q").textContent, /no_character/);
  setFacts(merge(page.facts, { n: 3, me: { role: "spectator" } }));
  assert.equal(find(".me > .q"), null);
});
