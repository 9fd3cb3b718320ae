// Planned moves in the hand: they open at any time, yield to what is newly asked, and one form gives an order or lays a move.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { merge } from "../../../static/js/stage/facts.js";
import { openTool } from "../../../static/js/stage/forms.js";
import { change, load, page, places, setFacts } from "./page.js";
import { attacked, fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const findAll = (selector) => [...places.main.querySelectorAll(selector)];
const follow = (patch) => setFacts(merge(page.facts, patch));

const ahead = {
  rows: {
    c1: {
      name: "Ysane",
      orders: [{ id: "r1", words: "When I am attacked: parry. Until I cancel it.", now: "She is held." }],
      laid: "Guard",
    },
  },
  order: ["c1"],
  gathered: [
    { id: "c1", name: "Ysane", laid: true },
    { id: "c3", name: "Guard", laid: false },
  ],
};

const name = "plan c1 turn o-guard";
const form = {
  offer: "o-guard",
  label: "Guard",
  says: "When my action comes",
  hidden: [
    ["actor", "c1"],
    ["when", "turn"],
    ["kind", "Guard"],
  ],
  main: [],
  more: [],
  terms: [{ name: "lasts", id: "t-lasts", label: "Lasts", shape: "line" }],
  lays: true,
  ends: true,
};

beforeEach(() => load(fight({ ...turn, ahead })));

const open = () => findAll(".hand__head .link").find((link) => link.textContent.startsWith("plan"));

test("planned moves open over the turn, and show what lies there and who is late", () => {
  assert.equal(open().textContent, "plan 2");
  open().click();
  assert.equal(find("#hand-h").textContent, "plan");
  assert.equal(find(".hand__head p").textContent, "plan_count. plan_late");
  const sent = findAll(".hand .queue form").map((one) => [...one.querySelectorAll("input")].map(({ value }) => value));
  assert.deepEqual(sent, [
    ["TakeBackMove", "c1"],
    ["EndStanding", "r1"],
  ]);
  assert.match(find(".hand .queue li:last-child").textContent, /She is held\./);
});

test("what is asked anew takes the hand back, and the plan comes back afterwards as it was filled in", () => {
  change({ forms: { [name]: form } });
  openTool(name);
  find("input[name=lasts]").value = "two turns";
  follow({ n: 2, ...attacked });
  assert.equal(find("#hand-h").textContent, "Deruvin attacks you");
  follow({ n: 3, hand: { cards: { "card-p1": null, "card-c1": null }, order: [] }, form: null });
  assert.equal(find("#hand-h").textContent, "Guard");
});

test("one form gives a standing order or lays the move face down", () => {
  change({ forms: { [name]: form }, odds: { [name]: { says: "When my action comes: guard." } } });
  openTool(name);
  const sent = find(".hand__form");
  assert.deepEqual(
    [...new window.FormData(sent)],
    [
      ["move", "GiveStanding"],
      ["actor", "c1"],
      ["when", "turn"],
      ["kind", "Guard"],
      ["lasts", ""],
      ["ends", "true"],
    ],
  );
  assert.deepEqual(
    findAll(".hand__foot .btn").map((button) => [button.textContent, button.name, button.value]),
    [
      ["plan_save", "", ""],
      ["plan_lay", "move", "LayMove"],
    ],
  );
  assert.equal(find(".hand__foot .odds").textContent, "When my action comes: guard.");
  assert.equal(findAll(".btn--go").length, 1);
});

test("a combatant that is gone leads back to the list", () => {
  change({ tool: "plan c1" });
  follow({
    n: 2,
    hand: { cards: { "card-c1": null }, order: [] },
    form: null,
    ahead: { rows: { c1: null }, order: [] },
  });
  assert.equal(find("#hand-h").textContent, "plan");
  assert.equal(findAll(".hand .queue").length, 0);
});
