// Side scenes: what of the log is in sight, and where the next words go.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { load, page, places, setFacts } from "./page.js";
import { fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const findAll = (selector) => [...places.main.querySelectorAll(selector)];
const entries = () => findAll(".log li.e").map(({ id }) => id);
const chip = (words) => findAll(".sides .chip").find((button) => button.textContent.startsWith(words));

const side_scenes = [
  { id: "roof", title: "On the roof", is_open: true, is_secret: true },
  { id: "cellar", title: "In the cellar", is_open: false },
];
const line = (number, id, title) => ({
  number,
  count: number,
  at: "2026-11-29T11:00:00Z",
  when: "tick 1",
  line: `Line ${number}.`,
  ...(id && { side_scene: { id, title } }),
});

beforeEach(() => {
  const log = { 2: line(2, "roof", "On the roof"), 3: line(3, "cellar", "In the cellar") };
  load(merge(fight(turn), { side_scenes, log }));
});

test("the log holds everything, the main scene, or one side scene", () => {
  assert.deepEqual(entries(), ["log-1", "log-2", "log-3"]);
  assert.equal(find("#log-2 .side").textContent, "On the roof");
  chip("main_scene").click();
  assert.deepEqual(entries(), ["log-1"]);
  chip("On the roof").click();
  assert.deepEqual(entries(), ["log-2"]);
  assert.equal(chip("On the roof").getAttribute("aria-pressed"), "true");
  assert.equal(find(".talk .sec a").getAttribute("href"), "/scenes/1/strands/roof/");
});

test("words go to the side scene in sight while it is open", () => {
  const strand = () => find("form[data-act=say] [name=strand]").value;
  assert.equal(strand(), "");
  chip("On the roof").click();
  assert.equal(strand(), "roof");
  assert.equal(find(".say__meaning").textContent, "in_side_scene");
  find("#say").value = "half a sen";
  chip("In the cellar").click();
  assert.equal(strand(), "");
  assert.equal(find(".say__meaning"), null);
  assert.equal(find("#say").value, "half a sen");
});

test("a side scene that was taken back leaves everything in sight", () => {
  chip("On the roof").click();
  setFacts(merge(page.facts, { side_scenes: null }));
  assert.deepEqual(entries(), ["log-1", "log-2", "log-3"]);
  assert.equal(find(".sides"), null);
});
