// The next scene: the page goes on with the line that is being typed, or asks somebody who writes.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fillLine, keepTyped } from "../../../static/js/stage/drafts.js";
import { merge } from "../../../static/js/stage/facts.js";
import { load, page, places, setFacts, window } from "./page.js";
import { fight, turn } from "./samples.js";

const { follow, newest } = await import("../../../static/js/stage/onward.js");

const find = (selector) => places.main.querySelector(selector);
const kept = () => JSON.parse(window.sessionStorage.getItem("storywheel.stage"));
const closed = { is_open: false, onward: { title: "The Crypt", url: "/scenes/2/", is_open: true } };

/** The facts after the Storyteller went on: nobody speaks here any more. */
const moved = () =>
  merge(newest(), { n: 2, place: closed, voices: null, hand: { cards: { "card-c1": null }, order: [] } });

beforeEach(() => {
  load(fight(turn));
  follow(page.facts);
  window.sessionStorage.clear();
  find("#hand-h").focus();
});

test("who does not write goes on at once", () => {
  follow(moved());
  assert.equal(kept().at, "/scenes/2/");
  assert.equal(page.facts.place.is_open, false);
});

test("who writes is asked, and keeps the page and the line until the answer", () => {
  find("#say").value = "half a sen";
  find("#say").focus();
  follow(moved());
  assert.equal(window.sessionStorage.getItem("storywheel.stage"), null);
  assert.equal(find("#say").value, "half a sen");
  assert.equal(window.document.activeElement, find("#say"));
  assert.equal(find("#hand-h").textContent, "next_open");
  assert.equal(find(".btn--go").getAttribute("href"), "/scenes/2/");
  find(".btn--go").addEventListener("click", (event) => event.preventDefault());
  find(".btn--go").click();
  assert.deepEqual([kept().at, kept().say], ["/scenes/2/", "half a sen"]);
});

test("what belongs to the scene that is over stays behind", () => {
  const words = find("textarea");
  words.value = "over the rail";
  keepTyped(words.form);
  follow(moved());
  find(".btn--go").click();
  assert.deepEqual(kept().typed, {});
});

test("a scene that is opened again goes on as before", () => {
  find("#say").value = "half a sen";
  follow(moved());
  follow({ ...fight(turn), n: 3 });
  assert.equal(find("#hand-h").textContent, "Your turn, Ysane");
  assert.equal(find("#say").value, "half a sen");
  assert.equal(page.facts.n, 3);
});

test("a whisper comes along for its hearer alone", () => {
  fillLine({ say: "Trust nobody.", to: "storyteller", isFocused: true });
  assert.deepEqual([find("#say").value, find("#say-to").value], ["Trust nobody.", "storyteller"]);
  assert.equal(window.document.activeElement, find("#say"));
  setFacts(merge(page.facts, { voices: { ears: [{ key: "9", name: "Jonas" }] } }));
  find("#say").value = "";
  fillLine({ say: "Trust nobody.", to: "storyteller", isFocused: false });
  assert.deepEqual([find("#say").value, find("#say-to").value], ["", ""]);
});
