// What the log's input may go on with: `make test-js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { complete, completeFoes, listOptions } from "../../static/js/completing.js";

const command = (insert, takes, also = [], as = "") => ({ insert, label: insert.trim(), hint: "", also, takes, as });
const KNOWN = {
  commands: [
    command("/roll ", "traits", ["/r"], "as"),
    command("/me ", ""),
    command("/w ", "people", ["/whisper"]),
    command("/foes ", "foes"),
  ],
  traits: ["Dexterity", "Melee", "Martial Arts", "Näppäryys"],
  people: ["storyteller", "Tolvar", "Wren Little-Lantern"],
  characters: ["Ysane of the Reeds", "Captain Deruvin"],
  foes: ["Soldier", "Spear", "Mace"],
};

/** What the text becomes with each option. */
function becomes(text) {
  const { from, options } = complete(text, KNOWN);
  return options.map(({ insert }) => text.slice(0, from) + insert);
}

test("a slash offers the commands, and more letters fewer of them", () => {
  assert.deepEqual(becomes("/"), ["/roll ", "/me ", "/w ", "/foes "]);
  assert.deepEqual(becomes("/R"), ["/roll "]);
  assert.deepEqual(becomes("/dance"), []);
});

test("words that are no command are left alone", () => {
  for (const text of ["", "Dex", "We roll Dex", "/me Dex", "/dance Dex", "/roll Dex # Mel"]) {
    assert.deepEqual(becomes(text), []);
  }
});

test("a roll goes on with the traits that begin so, after each plus anew", () => {
  assert.deepEqual(becomes("/roll Dex"), ["/roll Dexterity "]);
  assert.deepEqual(becomes("/r dex"), ["/r Dexterity "]);
  assert.deepEqual(becomes("/roll Dexterity + M"), ["/roll Dexterity + Melee ", "/roll Dexterity + Martial Arts "]);
  assert.deepEqual(becomes("/roll Dexterity+martial a"), ["/roll Dexterity+Martial Arts "]);
  assert.deepEqual(becomes("/roll Dexterity "), []);
  assert.deepEqual(becomes("/roll "), []);
});

test("letters with and without marks find each other", () => {
  assert.deepEqual(becomes("/roll nap"), ["/roll Näppäryys "]);
});

test("after as comes a character, after a whisper the one who hears it", () => {
  assert.deepEqual(becomes("/roll 8 as y"), ["/roll 8 as Ysane of the Reeds"]);
  assert.deepEqual(becomes("/w to"), ["/w Tolvar "]);
  assert.deepEqual(becomes("/whisper wr"), ["/whisper [Wren Little-Lantern] "]);
  assert.deepEqual(becomes("/w Tolvar Wr"), []);
});

test("foes go on with archetypes and weapons, after each comma anew", () => {
  assert.deepEqual(becomes("/foes 3 x Spear"), []);
  assert.deepEqual(becomes("/foes 3 x Guard, s"), ["/foes 3 x Guard, Soldier", "/foes 3 x Guard, Spear"]);
  assert.deepEqual(becomes("/foes 3 x Guard,Soldier, m"), ["/foes 3 x Guard,Soldier, Mace"]);
  assert.deepEqual(completeFoes("Guard, sp", KNOWN.foes).options[0].insert, "Spear");
});

const ALL = { ...KNOWN, traits: { 7: KNOWN.traits, 8: ["Larceny"] }, names: ["Ysane of the Reeds", "Old Ferry"] };
const follows = (before, after = "", all = ALL, speaker = "") =>
  listOptions(before, after, all, speaker).options.map(({ insert }) => insert);

test("an at sign offers the names that are known, in any line and in its middle", () => {
  assert.deepEqual(follows("We wait at @old"), ["@Old Ferry"]);
  assert.deepEqual(follows("/me greets @ys", " and bows"), ["@Ysane of the Reeds"]);
  assert.deepEqual(follows("We wait @old", "er"), ["@[Old Ferry]"]);
  assert.deepEqual(follows("mail@old"), []);
});

test("a command goes on at its end alone, with the traits of who speaks", () => {
  assert.deepEqual(follows("/roll Dex", "", ALL, "7"), ["Dexterity "]);
  assert.deepEqual(follows("/roll Dex", "", ALL, "8"), []);
  assert.deepEqual(follows("/roll Dex", " + Melee", ALL, "7"), []);
  assert.deepEqual(follows("/roll Dex"), [], "it is not said who rolls");
  assert.deepEqual(follows("/roll Dex", "", { ...ALL, traits: { 7: KNOWN.traits } }), ["Dexterity "]);
});
