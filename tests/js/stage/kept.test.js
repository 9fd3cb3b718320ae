// A long post and private notes stand in the log's place; the server keeps them while they are typed.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepForReload, keepTyped, takeKept } from "../../../static/js/stage/drafts.js";
import { merge } from "../../../static/js/stage/facts.js";
import { goOn, keep, keepSoon, openPost } from "../../../static/js/stage/keeping.js";
import { change, load, page, places, setFacts, window } from "./page.js";
import { fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const values = (form) => Object.fromEntries(new window.FormData(form));

/** Answers everything that is fetched, and notes what was sent. */
function answerWith(told) {
  const sent = [];
  globalThis.fetch = async (address, { body } = {}) => {
    sent.push([address, Object.fromEntries(body ?? [])]);
    return { ok: true, json: async () => told };
  };
  return sent;
}

beforeEach(() => {
  globalThis.FormData = window.FormData;
  load(fight(turn));
  page.at.note = "/scene/1/note/";
});

test("what stands in the line goes on in a long post, and the line is empty", async () => {
  find("#say").value = "The lamp goes out";
  answerWith({ text: "", seen: "a", longest: 20000, speaker: "7" });
  await openPost();
  assert.equal(find("#post-text").value, "The lamp goes out");
  assert.equal(find("#say").value, "");
  assert.equal(find("#post-as").value, "7");
  assert.equal(find(".post").getAttribute("hx-post"), "/scenes/1/write/");
  assert.equal(find(".log"), null);
  assert.equal(places.main.querySelectorAll(".btn--go").length, 1);
});

test("a draft of before is not replaced by the line", async () => {
  find("#say").value = "Onward";
  answerWith({ text: "The water is black.", seen: "a", longest: 20000 });
  await openPost();
  assert.equal(find("#post-text").value, "The water is black.");
  assert.equal(find("#say").value, "Onward");
});

test("a text that was typed elsewhere is shown beside this one, and replaced only on demand", async () => {
  change({ kept: { note: { text: "", seen: "a" } }, talk: "notes" });
  const field = find("#my-note");
  field.value = "Mine.";
  keepTyped(field.form);
  answerWith({ saved: false, wrong: "Changed elsewhere.", theirs: "Theirs.", over: "b", seen: "a" });
  await keep(field.form);
  assert.equal(find(".kept [role=alert]").textContent, "Changed elsewhere.");
  assert.equal(find(".kept textarea").value, "Theirs.");
  assert.equal(find("#my-note"), field);
  assert.equal(field.value, "Mine.");
  const sent = answerWith({ saved: true, seen: "c" });
  const { over } = find("[data-over]").dataset;
  await keep(field.form, { over });
  const [address, body] = sent[0];
  assert.deepEqual(
    [address.replace("http://table.test", ""), body.text, body.seen, body.over],
    ["/scene/1/note/", "Mine.", "a", "b"],
  );
  assert.equal(find(".kept textarea"), null);
  assert.equal(find(".kept [role=status]").textContent, "kept_saved");
});

test("notes of the scene stand with one's own while a fight has the stage", () => {
  const notes = "<p>The bridge is old.</p>";
  setFacts(merge(page.facts, { n: 2, place: { notes_html: notes } }));
  change({ talk: "notes", kept: { note: { text: "Ask.", seen: "a" } } });
  assert.match(find(".instead .prose").textContent, /The bridge is old/);
  assert.deepEqual(values(find("form[data-keep=note]")), { text: "Ask." });
  setFacts(merge(page.facts, { n: 3, fight: null }));
  assert.equal(find(".instead .prose"), null);
  assert.equal(find("#my-note").value, "Ask.");
});

test("a post that could not be saved for want of a session goes on over the version that it began with", async () => {
  answerWith({ text: "Before.", seen: "a", longest: 20000 });
  await openPost();
  find("#post-text").value = "Mine.";
  keepTyped(find(".post"));
  globalThis.fetch = async () => ({ status: 403, json: () => Promise.reject(new SyntaxError()) });
  keepSoon(find(".post"));
  await keep(find(".post"));
  assert.equal(find(".kept [role=alert]").textContent, "gone");
  change({ talk: "" });
  await openPost();
  assert.equal(find("#post-text").value, "Mine.");
  window.dispatchEvent(new window.Event("pagehide"));
  const kept = takeKept();
  assert.equal(takeKept(), null, "it comes back once");

  load(fight(turn));
  page.ui.typed = kept.typed;
  answerWith({ text: "Theirs.", seen: "b", longest: 20000 });
  await goOn(kept);
  assert.equal(find("#post-text").value, "Mine.");
  const sent = answerWith({ saved: true, seen: "c" });
  await keep(find(".post"));
  assert.deepEqual([sent[0][1].text, sent[0][1].seen], ["Mine.", "a"]);
});

test("what was typed comes back to nobody else on the same page", () => {
  page.at.person = "5";
  find("#say").value = "For nobody but me.";
  keepForReload();
  page.at.person = "6";
  assert.equal(takeKept(), null);
  page.at.person = "5";
  assert.equal(takeKept(), null, "it is gone");
});
