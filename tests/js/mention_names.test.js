// Which names may follow an "@": `make test-js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { insertMention, suggestNames } from "../../static/js/mention_names.js";

const NAMES = ["Captain Deruvin", "Capital", "Äyskäri", "Wren"];
const suggest = (before) => suggestNames(before, NAMES).names;

test("names that begin with what was typed are offered, whatever their case", () => {
  assert.deepEqual(suggest("By @cap"), ["Captain Deruvin", "Capital"]);
  assert.deepEqual(suggest("By @Captain D"), ["Captain Deruvin"]);
  assert.deepEqual(suggest("(@[wr"), ["Wren"]);
  assert.deepEqual(suggest("@äys"), ["Äyskäri"]);
  assert.deepEqual(suggest("@"), NAMES);
});

test("an address, a whole name and another line offer nothing", () => {
  assert.deepEqual(suggest("mira@wr"), []);
  assert.deepEqual(suggest("@Wren"), []);
  assert.deepEqual(suggest("@w\nre"), []);
  assert.deepEqual(suggest("@[Wren] w"), []);
  assert.deepEqual(suggest("Wren"), []);
});

test("a name stands from its sign on, in brackets where letters follow", () => {
  assert.equal(suggestNames("By @cap", NAMES).from, 3);
  assert.equal(insertMention("Wren", ", then"), "@Wren");
  assert.equal(insertMention("Wren", "in"), "@[Wren]");
});
