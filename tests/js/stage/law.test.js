// The law of the table: every change draws what a first page draws, for each seat of the recorded fights.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { firstDrawing, load, places, setFacts, tidy } from "./page.js";

const FOLDER = new URL("facts/", import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

assert.ok(files.length > 0);

for (const name of files) {
  test(`every change draws what a first page draws: ${name}`, () => {
    const { whole, changes } = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
    let facts = whole;
    load(facts);
    assert.equal(tidy(places.main), firstDrawing(facts));
    for (const change of changes) {
      facts = merge(facts, change);
      setFacts(facts);
      assert.equal(tidy(places.main), firstDrawing(facts), `after ${facts.n}`);
    }
  });
}
