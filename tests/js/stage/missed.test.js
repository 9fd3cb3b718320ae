// What a person missed: one line above the log, the rule where it begins, and the recap in the log's place.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { change, load, page, places, setFacts, window } from "./page.js";
import { fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const at = "2026-11-29T10:59:30Z";
const line = (number) => ({ number, count: number, at, when: "tick 1", line: `Line ${number}.` });
const missed = { after: 2, upto: 4, count: 2, since: "2026-11-29T10:00:00Z" };
const recap = {
  waits: [{ words: "Your turn", url: "/scenes/1/" }],
  words: [{ who: "Petra", words: "“Hear the bell.”" }],
  happened: [{ label: "Fight", text: "Ysane against Deruvin" }],
  deeds: ["Hit. Deruvin attacks Ysane."],
  changes: [{ name: "Ysane", figures: [{ label: "Willpower", was: 6, now: 5 }], states: [] }],
  spoke: [["petra", 1]],
  side_scenes: [{ id: "s1", title: "Below", count: 2 }],
};

beforeEach(() => {
  const facts = fight(turn);
  load({ ...facts, count: 4, log: { ...facts.log, 2: line(2), 3: line(3), 4: line(4) } });
  change({ missed });
});

test("one line says how much is new, and a rule in the log where it begins", () => {
  assert.equal(find(".catch span").textContent, "missed_new");
  change({ recap });
  assert.equal(find(".catch span").textContent, "missed_new, missed_mine");
  assert.equal(find(".turn--new").nextElementSibling.id, "log-3");
  assert.equal(places.main.querySelectorAll(".turn--new").length, 1);
});

test("the recap stands in the log's place, and leads back with the focus", () => {
  change({ recap });
  find(".catch button").click();
  assert.equal(find(".log"), null);
  assert.equal(window.document.activeElement.id, "log-h");
  assert.deepEqual(
    [...places.main.querySelectorAll(".instead li")].map((row) => row.textContent.trim()),
    ["Your turn", "Petra “Hear the bell.”", "Fight Ysane against Deruvin", "Hit. Deruvin attacks Ysane.", "Below 2"],
  );
  assert.match(find(".instead .after-it").textContent, /Willpower 6 → 5/);
  find(".talk .sec button").click();
  assert.ok(find(".log"));
  assert.equal(window.document.activeElement.id, "log-h");
});

test("the heading keeps the focus when the recap comes late", () => {
  find(".catch button").click();
  const heading = window.document.activeElement;
  change({ recap });
  assert.equal(window.document.activeElement, heading);
  assert.ok(heading.isConnected);
});

test("what comes live is not counted, and the line goes when everything was read", () => {
  setFacts(merge(page.facts, { n: 2, count: 5, log: { 5: line(5) } }));
  assert.equal(page.ui.missed.count, 2);
  change({ missed: { ...missed, isRead: true } });
  assert.equal(find(".catch"), null);
  assert.equal(find(".turn--new").nextElementSibling.id, "log-3");
});
