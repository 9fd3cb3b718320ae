// Words that cannot be sent wait in their writer's store: talk does, dice do not, and nothing goes past what waits.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { letWait, mustWait } from "../../../static/js/stage/offline.js";
import { change, load, page, places, window } from "./page.js";
import { fight, turn } from "./samples.js";

globalThis.setInterval = /** @type {any} */ (() => 0); // the outbox would try for ever

const EAR = { key: "7", name: "Jonas" };
const find = (selector) => places.main.querySelector(selector);
const all = (selector) => [...places.main.querySelectorAll(selector)];

/** Waits until something is so. */
async function until(isSo) {
  for (let tries = 0; !isSo() && tries < 1000; tries += 1) await new Promise((done) => setTimeout(done, 5));
  assert.ok(isSo());
}

/** @type {Map<string, string>} what the writer's store holds */
let shelf = new Map();

const store = {
  keys: async () => [...shelf.keys()].map((path) => ({ url: `http://table.test${path}` })),
  match: async ({ url }) => new Response(shelf.get(new URL(url).pathname)),
  put: async (path, answer) => shelf.set(path, await answer.text()),
  delete: async (path) => shelf.delete(path),
};
window.caches = { has: async (name) => name === "own 5", open: async () => store };
const worker = { controller: {} };
Object.defineProperty(window.navigator, "serviceWorker", { value: worker });

/** What the form of a line sends. */
const line = (text, more = {}) =>
  /** @type {[string, string][]} */ (
    Object.entries({ move: "Say", text, to: "", strand: "", speaker: "", name: "", ...more })
  );
const say = (id, text, more) => letWait("say", id, "/scenes/1/command/", line(text, more));

beforeEach(() => {
  shelf = new Map();
  worker.controller = {};
  globalThis.fetch = async () => ({ ok: false });
  const facts = fight(turn);
  load({ ...facts, voices: { own: [], ears: [EAR] } });
  page.at = { ...page.at, person: "5", spoken: "/me,/w" };
});

test("talk waits in the order in which it was written, and says for whom and where", async () => {
  assert.equal(await say("a", "The ford."), true);
  assert.equal(await say("b", "Quiet now.", { to: EAR.key }), true);
  assert.equal(find("#unsent-h").textContent, "unsent");
  assert.deepEqual(
    all(".unsent__text").map(({ textContent }) => textContent),
    ["The ford.", "Quiet now."],
  );
  const { title } = page.facts.place;
  assert.deepEqual(
    all(".unsent a").map(({ textContent }) => textContent),
    [title, `${title} · to`],
  );
});

test("dice and moves never wait, and nothing does on a device that keeps nothing", async () => {
  assert.equal(await say("a", "/roll 8"), false);
  assert.equal(await letWait("o-attack", "b", "/scenes/1/command/", [["move", "BattleMove"]]), false);
  worker.controller = null;
  assert.equal(await say("c", "The ford."), false);
  assert.equal(shelf.size, 0);
});

test("what is written while something waits comes after it; dice and what was refused hold nothing back", async () => {
  assert.equal(mustWait("say", "Wait."), false);
  await say("a", "The ford.");
  assert.equal(mustWait("say", "Wait."), true);
  assert.equal(mustWait("post", "/roll was all I could say"), true);
  assert.equal(mustWait("say", "/roll 8"), false);
  assert.equal(mustWait("o-attack", "Wait."), false);
  change({ unsent: page.ui.unsent.map((item) => ({ ...item, refused: "No." })) });
  assert.equal(mustWait("say", "Wait."), false);
});

test("of one text that is kept, the newest version waits", async () => {
  for (const text of ["Ask.", "Ask the captain."]) {
    await letWait("note", "/scene/1/note/", "/scene/1/note/", [
      ["text", text],
      ["seen", "a"],
    ]);
  }
  assert.deepEqual(
    all(".unsent__text").map(({ textContent }) => textContent),
    ["Ask the captain."],
  );
});

test("a line goes back to where it was written, for the same hearer", async () => {
  await say("a", "Quiet now.", { to: EAR.key });
  find("#say").value = "Everybody: run!";
  find(".unsent button").click();
  await until(() => window.document.activeElement === find("#say"));
  assert.equal(find("#say").value, "Everybody: run!", "what stands there is for others");
  assert.equal(all(".unsent li").length, 1);
  find("#say").value = "";
  find(".unsent button").click();
  await until(() => find("#say").value === "Quiet now.");
  assert.equal(find("#say-to").value, EAR.key);
  assert.equal(find(".unsent"), null);
});

test("words for somebody who is gone, or of another scene, can only be discarded", async () => {
  await say("a", "Quiet now.", { to: "nobody" });
  await say("b", "Here.", { strand: "s9" });
  assert.deepEqual(
    all(".unsent button").map(({ textContent }) => textContent),
    ["discard", "discard"],
  );
  all(".unsent button")[0].click();
  await until(() => all(".unsent li").length === 1);
});

test("a refusal stands with the words that it is about", () => {
  const item = { id: "a", name: "say", action: "", page: "/scenes/9/", where: "The gate", text: "Psst", body: [] };
  change({ unsent: [{ ...item, refused: "Nobody has this name." }] });
  assert.match(find(".unsent .is-refused").textContent, /Psst.*Nobody has this name/s);
});
