// What the table's scripts compute, without a page: `make test-js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  completeRegions,
  formatDay,
  formatHour,
  formatLeft,
  formatUuid,
  isolate,
  isSecondTap,
  labelFor,
  PATIENCE,
  queueTap,
  RETRY,
  RETRY_SLOWLY,
  retryDelay,
} from "../../static/js/table/logic.js";

test("the first try after a loss is made at once, later ones seldom", () => {
  assert.equal(retryDelay(null, 5000), 0);
  assert.equal(retryDelay(5000, 5000), RETRY);
  assert.equal(retryDelay(5000, 5000 + PATIENCE - 1), RETRY);
  assert.equal(retryDelay(5000, 5000 + PATIENCE), RETRY_SLOWLY);
});

test("taps on one pool are one command, and a tap back takes one away", () => {
  const waiting = [];
  const tap = (step, harm = "lethal", place = "12 willpower_points") => queueTap(waiting, `${place} ${step}`, harm);
  assert.deepEqual([tap(-1), tap(-1), tap(-1), tap(1)], [1, 2, 3, 0]);
  assert.deepEqual(waiting, [{ tap: "12 willpower_points -1", harm: "lethal", times: 2 }]);
  assert.deepEqual([tap(1), tap(1), tap(1)], [0, 0, 1]);
  assert.deepEqual(waiting, [{ tap: "12 willpower_points 1", harm: "lethal", times: 1 }]);
});

test("taps on other pools, and of other damage, wait in their order", () => {
  const waiting = [];
  queueTap(waiting, "12 mark 1", "lethal");
  queueTap(waiting, "12 mark 1", "bashing");
  queueTap(waiting, "7 mark 1", "bashing");
  assert.deepEqual(
    waiting.map(({ tap, harm }) => `${tap} ${harm}`),
    ["12 mark 1 lethal", "12 mark 1 bashing", "7 mark 1 bashing"],
  );
});

test("a region that is text is taken as it is", () => {
  const sent = new Map();
  assert.deepEqual(completeRegions({ me: "<p>\n</p>" }, sent), { me: "<p>\n</p>" });
  assert.deepEqual(completeRegions({ me: [[1, 1]] }, sent), { me: "</p>" });
});

test("a region in parts takes its old lines from what the socket sent before", () => {
  const sent = new Map([["log", ["a\nb\nc\nd"]]]);
  assert.deepEqual(completeRegions({ log: [[0, 1], "new\nlines", [2, 2]] }, sent), { log: "a\nnew\nlines\nc\nd" });
  assert.deepEqual(completeRegions({ log: [[1, 2]] }, sent), { log: "new\nlines" });
});

test("a region takes lines of older texts, of which it keeps each once", () => {
  const sent = new Map();
  for (const text of ["a\nb", "c", "a\nb", "d"]) completeRegions({ mine: text }, sent);
  assert.deepEqual(completeRegions({ mine: [[0, 1], "x", [1, 1, 1]] }, sent), { mine: "d\nx\nb" });
  assert.deepEqual(completeRegions({ mine: [[0, 1, 3]] }, sent), { mine: "c" });
});

test("the lines of one card and its form serve for those of another combatant", () => {
  const card = (id, offer) =>
    `<section class="mine" id="card-${id}">\n<div class="offer" id="at-o-${id}-${offer}">\n<i id="o-${id}-${offer}-x">`;
  const sent = new Map();
  const about = ["c5", "Kick"];
  completeRegions({ mine: card("c4", "Aim") }, sent);
  const line = '<i id="o-\x7f-\x80-x">';
  assert.deepEqual(completeRegions({ mine: { about, parts: [[0, 2], line] } }, sent), { mine: card("c5", "Kick") });
  assert.equal(sent.get("mine").length, 1, "it is the same text");
  assert.deepEqual(completeRegions({ mine: { about: ["c4"], parts: [[0, 1]] } }, sent), {
    mine: '<section class="mine" id="card-c4">',
  });
});

test("a text that holds a mark itself is left as it is", () => {
  for (const mark of ["\x7f", "\x80"]) {
    const words = `<section class="mine" id="card-c4">${mark}</section>`;
    const sent = new Map();
    completeRegions({ mine: words }, sent);
    assert.deepEqual(completeRegions({ mine: [[0, 1]] }, sent), { mine: words });
  }
});

test("regions do not take lines of one another", () => {
  const sent = new Map([["me", ["mine"]]]);
  assert.deepEqual(completeRegions({ log: [[0, 1], "x"] }, sent), { log: "\nx" });
  assert.deepEqual(sent.get("me"), ["mine"]);
});

test("completing a frame leaves the frame as it came", () => {
  const regions = { log: ["a", "b"] };
  completeRegions(regions, new Map());
  assert.deepEqual(regions, { log: ["a", "b"] });
});

test("a command id is a UUID of version 4", () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 17);
  assert.equal(formatUuid(bytes), "00112233-4455-4677-8899-aabbccddeeff");
  assert.match(formatUuid(new Uint8Array(16).fill(255)), /^f{8}-f{4}-4fff-bfff-f{12}$/);
  assert.equal(bytes[6], 102, "the bytes that were given stay as they are");
});

test("two taps count as one only near one another and soon after one another", () => {
  const first = { at: 1000, x: 50, y: 50 };
  assert.equal(isSecondTap(first, { at: 1399, x: 60, y: 60 }), true);
  assert.equal(isSecondTap(first, { at: 1400, x: 60, y: 60 }), false);
  assert.equal(isSecondTap(first, { at: 1100, x: 50, y: 74 }), false);
  assert.equal(isSecondTap({ at: -Infinity, x: 0, y: 0 }, { at: 0, x: 0, y: 0 }), false);
});

test("a button says what it does to the chosen target, in the words that the server gave", () => {
  const words = { label: "Iske, ase nuija", aimed: "Iske, kohde {}, ase nuija" };
  assert.equal(labelFor(words, "Silt"), "Iske, kohde Silt, ase nuija");
  assert.equal(labelFor(words, ""), "Iske, ase nuija");
  assert.equal(labelFor(words, undefined), "Iske, ase nuija");
});

test("a name from right to left is kept apart once, any other stays", () => {
  assert.equal(isolate("שרה 2"), "\u2068שרה 2\u2069");
  assert.equal(isolate("\u2068שרה\u2069"), "\u2068שרה\u2069");
  assert.equal(isolate("Silt"), "Silt");
});

test("a name is no pattern", () => {
  assert.equal(labelFor({ label: "Aim", aimed: "Aim at {}" }, "$& {} $1"), "Aim at $& {} $1");
});

test("time that is left is told in seconds, then in minutes, and never below nothing", () => {
  const told = [-5000, 0, 89_600, 90_000, 91_000, 121_000].map(formatLeft);
  assert.deepEqual(told, ["0 s", "0 s", "90 s", "90 s", "2 min", "3 min"]);
});

test("a deadline is told with its day by the clock of this browser", () => {
  assert.equal(formatDay(new Date(2026, 11, 1, 18, 0), "en-GB"), "Tue 1 Dec, 18:00");
});

test("an hour is told by the clock of this browser", () => {
  assert.equal(formatHour(new Date(2026, 10, 3, 7, 5)), "07:05");
});
