// What is kept of rolls, and what the Storyteller takes out of them; each goes to the address of the page before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keepTraits } from "../../../static/js/stage/drafts.js";
import { openTool } from "../../../static/js/stage/forms.js";
import { page } from "../../../static/js/stage/page.js";
import { change, load, places } from "./page.js";
import { fight, turn } from "./samples.js";

const { countingOf } = await import("../../../static/js/stage/parts/fields.js");

const find = (selector) => places.main.querySelector(selector);
const values = (form) => [...form.querySelectorAll("input[type=hidden]")].map(({ name, value }) => [name, value]);
const at = "2026-11-29T10:59:30Z";
const rest = { hand: { cards: {}, order: [], waiting: [] } };

test("a roll is saved by the form that makes it, and let go where it is listed", () => {
  const member = {
    name: "Ysane",
    is_own: true,
    may_touch: true,
    conditions: [],
    favorites: [{ id: "f1", title: "Wits" }],
  };
  load({
    ...fight(rest),
    fight: undefined,
    party: { members: { 7: member }, order: ["7"], absent: [] },
    rolls: [["7", "Ysane"]],
  });
  const drop = find('[hx-post="/scenes/1/favorites/"]');
  assert.deepEqual(values(drop).at(-1), ["drop", "7 f1"]);
  openTool("roll 7");
  change({ forms: { "roll 7": { character: "7", name: "Ysane", main: [], more: [], asks: [] } } });
  assert.equal(find(".hand__foot .btn").getAttribute("formaction"), "/scenes/1/favorites/");
  assert.equal(places.main.querySelectorAll(".btn--go").length, 1);
});

test("the Storyteller strikes numbers that counted in the entry that they counted in", () => {
  const entry = { number: 2, count: 2, at, line: "Ysane rolls.", counted: [{ count: 2, line: "+1 die: rope" }] };
  const facts = fight(turn);
  load({ ...facts, me: { role: "storyteller", characters: [] }, log: { 2: entry } });
  change({ opened: { "entry 2": true }, steps: { "what-if 2": "/scenes/1/what-if/2/" } });
  assert.match(find(".counted").textContent, /\+1 die: rope/);
  assert.deepEqual(values(find(".counted form")), [
    ["move", "StrikeNumbers"],
    ["entry", "2"],
  ]);
  assert.equal(find(".acts a").getAttribute("href"), "/scenes/1/what-if/2/");
  load({ ...facts, log: { 2: entry } });
  change({ opened: { "entry 2": true } });
  assert.equal(find(".counted"), null);
});

test("a Nature that was acted out is said in the opened row", () => {
  const member = { name: "Ysane", may_touch: true, nature: "Caregiver", conditions: [] };
  load({ ...fight(rest), fight: undefined, party: { members: { 7: member }, order: ["7"], absent: [] } });
  change({ person: "7" });
  const form = [...places.main.querySelectorAll(".ctl form")].find((one) => /Caregiver/.test(one.textContent));
  assert.deepEqual(values(form), [
    ["move", "ActNature"],
    ["character", "7"],
  ]);
});

test("a roll that was made keeps its traits, and forgets what it cost, claimed and asked for", () => {
  const typed = { "r.attribute": ["wits"], "r.stunt": ["2"], "r.bonus": ["3"], why: ["rope"] };
  load({ ...fight(rest), rolls: [["7", "Ysane"]] });
  change({ forms: { "roll 7": { main: [], more: [], asks: [{ name: "r.bonus" }] } }, typed: { "roll 7": typed } });
  keepTraits("roll 7");
  assert.deepEqual(page.ui.typed["roll 7"], { "r.attribute": ["wits"] });
});

test("only a card that holds a plain action has a difficulty of its own", () => {
  const options = [{ value: "dodge", chosen: true }, { value: "other" }];
  const form = { main: [{ name: "m.others.0", options }, { name: "m.difficulties.0" }, { name: "m.difficulty" }] };
  const names = (typed) => countingOf(form, typed).main.map(({ name }) => name);
  assert.deepEqual(names(undefined), ["m.others.0", "m.difficulty"]);
  assert.deepEqual(names({ "m.others.0": ["other"] }), ["m.others.0", "m.difficulties.0", "m.difficulty"]);
});
