// The chances of a form as it stands filled in: beside its choices, in its foot, and of a roll as bars.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTool } from "../../../static/js/stage/forms.js";
import { change, load, places } from "./page.js";
import { fight, target, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const findAll = (selector) => [...places.main.querySelectorAll(selector)];
const texts = (selector) => findAll(selector).map((one) => one.textContent);

test("the chances beside targets follow what is filled in, and the foot says the chosen one", () => {
  load(fight(turn));
  const [first] = target.options;
  const choices = { [target.name]: { [first.value]: { percent: "41 %", share: 0.41 } } };
  change({ odds: { "o-attack": { says: "41 % to succeed", choices } } });
  assert.equal(find(".hand__foot .odds b").textContent, "41 % to succeed");
  const rows = texts(".whom .opt");
  assert.match(rows[0], /41 %/);
  assert.doesNotMatch(rows.slice(1).join(), /%/, "a choice without a chance now says none");
});

test("a roll shows a bar for each total, the worst, and why it is so many dice", () => {
  load({ ...fight({ hand: { cards: {}, order: [], waiting: [] } }), rolls: [["7", "Ysane"]] });
  openTool("roll 7");
  const odds = {
    says: "58 % to succeed",
    rest: "12 % to botch, 1.4 on average",
    bars: [
      { total: "0", share: 0.42, percent: "42" },
      { total: "1", share: 0.58, percent: "58", reaches: true },
    ],
    bars_say: "0: 42 %; 1: 58 %",
    note: "Filled bars succeed.",
    sum: [{ name: "Wits", after: 3, terms: [] }],
    sum_says: "Why 3 dice?",
  };
  change({ forms: { "roll 7": { name: "Ysane", main: [], more: [], asks: [] } }, odds: { "roll 7": odds } });
  assert.equal(find(".hand__foot .odds b").textContent, "58 % to succeed");
  assert.equal(find(".hist").getAttribute("aria-label"), "0: 42 %; 1: 58 %");
  assert.deepEqual(texts(".hist text"), ["42", "0", "58", "1"]);
  assert.equal(findAll(".hist__bar.is-enough").length, 1);
  assert.match(find(".chances").textContent, /12 % to botch/);
  assert.match(find(".chances details").textContent, /Why 3 dice\?.*Wits.*3/s);
});

test("ways beside each other show their rows, and why one is not possible", () => {
  load(fight(turn));
  const ways = [
    { name: "Attack", is_chosen: true, rows: [{ label: "to hit", value: "62 %", share: 0.62, rule: "2E-1" }] },
    { name: "Flurry", rows: [], reason: "No actions left." },
  ];
  change({ outlooks: { "o-attack": { verdicts: ["Attack hits most."], ways, notes: ["Without stunts."] } } });
  assert.equal(find(".weighed").textContent.includes("Attack hits most."), true);
  assert.equal(find(".way.is-on dd b").textContent, "62 %");
  assert.ok(find(".way.is-on dd .bar"));
  assert.match(find(".way:not(.is-on)").textContent, /No actions left\./);
});
