// Sounds, notices and single keys: each browser remembers them; they stand in the log's place and under one's own sheet.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { loadComfort, setComfort } from "../../../static/js/stage/attention.js";
import { change, load, page, places, window } from "./page.js";
import { fight, turn } from "./samples.js";

const findAll = (selector) => [...places.main.querySelectorAll(selector)];

beforeEach(() => {
  globalThis.localStorage = window.localStorage;
  window.localStorage.clear();
  load(fight(turn));
  change({ comfort: loadComfort() });
});

test("nothing sounds until somebody wants it, and single keys are on", () => {
  assert.deepEqual(page.ui.comfort, {
    chime: false,
    buzz: false,
    notice: false,
    dice: false,
    keys: true,
    asked: false,
  });
});

test("a choice is remembered, and both places show it", () => {
  change({ talk: "comfort" });
  setComfort("keys", false);
  assert.equal(loadComfort().keys, false);
  const boxes = findAll(".comfort label").filter((label) => label.textContent === "comfort_keys");
  assert.deepEqual(
    boxes.map((label) => label.querySelector("input").checked),
    [false, false],
  );
});

test("the question stands in the hand at rest until it is answered", () => {
  const rest = { hand: { cards: {}, order: [], waiting: [] } };
  load(fight(rest));
  change({ comfort: loadComfort() });
  const chips = () => findAll(".at-rest .chip").map((chip) => chip.textContent);
  assert.deepEqual(chips(), ["comfort_both", "comfort_sound", "comfort_none"]);
  findAll(".at-rest .chip")[2].click();
  assert.deepEqual(chips(), []);
  assert.equal(loadComfort().asked, true);
});
