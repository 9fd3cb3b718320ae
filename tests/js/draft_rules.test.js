// Drafts in the browser: whose they are, when one is saved, and when one comes back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { judgeDraft, judgeSent, keyOf, LONGEST, listForeign, parseKey } from "../../static/js/draft_rules.js";

const FIELD = { path: "/series/3/threads/new/", action: "", name: "notes" };
const DRAFT = { text: "Twelve words", base: "", at: 1000 };

test("a draft has its person in its key, and another person who signs in erases it", () => {
  const [own, other] = [keyOf("7", FIELD), keyOf("8", FIELD)];
  assert.notEqual(own, other);
  assert.deepEqual(parseKey(own), { person: "7", ...FIELD });
  assert.deepEqual(listForeign([own, other, "theme"], "7"), [other]);
});

test("two fields of a page, and two forms with a field of one name, keep apart", () => {
  const keys = [FIELD, { ...FIELD, name: "secret_notes" }, { ...FIELD, action: "/x/" }].map((one) => keyOf("7", one));
  assert.equal(new Set(keys).size, 3);
});

test("a draft comes back into the field that it was written in, until it is old or stored", () => {
  const field = { value: "", posted: false, now: 2000 };
  assert.equal(judgeDraft(DRAFT, field), "restore");
  assert.equal(judgeDraft(DRAFT, { ...field, value: "Twelve words" }), "drop");
  assert.equal(judgeDraft(DRAFT, { ...field, now: 1001 + LONGEST }), "drop");
});

test("over a text that somebody has changed meanwhile a draft is only offered", () => {
  assert.equal(judgeDraft(DRAFT, { value: "Theirs", posted: false, now: 2000 }), "offer");
});

test("a page that answers the form shows what was typed, so nothing comes back and nothing goes", () => {
  assert.equal(judgeDraft(DRAFT, { value: "Twelve words", posted: true, now: 2000 }), "nothing");
});

test("a form is saved where the server has led on from its page, and nowhere else", () => {
  const arrival = { posted: false, signedIn: true, type: "navigate", from: FIELD.path, here: "/series/3/" };
  assert.equal(judgeSent(arrival, FIELD.path), "saved");
  assert.equal(judgeSent({ ...arrival, posted: true }, FIELD.path), "failed");
  assert.equal(judgeSent({ ...arrival, signedIn: false }, FIELD.path), "failed");
  assert.equal(judgeSent({ ...arrival, type: "back_forward", here: FIELD.path }, FIELD.path), "failed");
  assert.equal(judgeSent({ ...arrival, from: "", here: "/" }, FIELD.path), "unknown");
});
