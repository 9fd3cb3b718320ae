// Play by post: posts stand on the stage, and a turn is two buttons until it is taken up.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { change, load, page, places, setFacts } from "./page.js";
import { fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const findAll = (selector) => [...places.main.querySelectorAll(selector)];
const at = "2026-11-29T10:59:30Z";
const post = (number, more) => ({
  number,
  count: number,
  at,
  speech: { who: "Petra", initials: "Pe", kind: "post", text_html: `<p>Post ${number}.</p>` },
  ...more,
});
const waits = [{ id: "1", name: "Ysane", kind: "turn", is_mine: true, due_at: "2026-12-01T20:00:00Z" }];

beforeEach(() => {
  const facts = fight(turn);
  const log = { ...facts.log, 2: post(2), 3: post(3, { is_undone: true }), 4: post(4) };
  load({ ...facts, log, state: { is_running: true, post: { answer_hours: 24, turn_hours: 72, waits } } });
});

test("posts that still count stand on the stage, the new ones where some are new", () => {
  assert.deepEqual(
    findAll(".posts .said").map((one) => one.textContent),
    ["Post 2.", "Post 4."],
  );
  change({ missed: { after: 3, upto: 4, count: 1 } });
  assert.deepEqual(
    findAll(".posts .said").map((one) => one.textContent),
    ["Post 4."],
  );
  assert.equal(find(".stage .catch b").textContent, "posts_new");
});

test("the picture is behind a tap, and leads back", () => {
  find(".stage .catch button").click();
  assert.equal(find(".posts"), null);
  assert.equal(find(".stage .catch button").getAttribute("aria-expanded"), "true");
  find(".stage .catch button").click();
  assert.ok(find(".posts"));
});

test("a turn is two buttons until it is taken up, with its deadline", () => {
  assert.deepEqual(
    findAll(".hand .ans span").map((one) => one.textContent),
    ["posts_turn", "posts_write"],
  );
  assert.equal(findAll(".btn--go").length, 1);
  assert.equal(find(".hand__head p").textContent, " your_deadline until");
  find(".hand .ans").click();
  assert.equal(find(".btn--go").textContent, "Attack Deruvin");
});

test("a live scene shows its picture", () => {
  setFacts(merge(page.facts, { n: 2, state: { post: null } }));
  assert.equal(find(".posts"), null);
  assert.equal(find(".btn--go").textContent, "Attack Deruvin");
});

test("the rest of a post is read where it stands, on the stage and in the log", async () => {
  const speech = { ...post(4).speech, has_rest: true, is_edited: true };
  setFacts(merge(page.facts, { n: 2, log: { 4: { speech } } }));
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, json: async () => ({ steps: [], rest_html: "<p>And on.</p>", first_html: "<p>Before.</p>" }) };
  };
  findAll(".posts .link")
    .find((link) => link.textContent === "read_on")
    .click();
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(asked, ["/scenes/1/stage/entries/4"]);
  assert.match(find(".posts").textContent, /And on\./);
  assert.match(find("#log-4").textContent, /And on\./);
  assert.doesNotMatch(find("#log-4").textContent, /Before\./);
  [...find("#log-4").querySelectorAll(".link")].find((link) => link.textContent === "edited").click();
  assert.match(find("#log-4 .is-before").textContent, /Before\./);
  assert.equal(asked.length, 1);
});
