// The page that verifies dice works out the same numbers as the server: `make test-js`.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.crypto ??= webcrypto;
await import("../../static/js/verify_dice.js");
const { addWords, hashSeed, importKey, throwFaces, verifyFile } = globalThis.storywheelDice;
const VECTORS = JSON.parse(readFileSync(new URL("../../docs/fair-dice.vectors.json", import.meta.url), "utf8"));

test("the published throws fall so", async () => {
  for (const { seed, throw: number, words, salt, dice } of VECTORS.throws) {
    let mixed = "";
    for (const one of words) mixed = await addWords(mixed, one);
    assert.equal(mixed, salt);
    assert.deepEqual(await throwFaces(await importKey(seed), number, salt, dice.length), dice);
  }
});

test("the published seeds have these hashes", async () => {
  for (const { seed, hash } of VECTORS.seeds) assert.equal(await hashSeed(seed), hash);
});

const makeFile = async () => {
  const { seed, hash } = VECTORS.seeds[1];
  const key = await importKey(seed);
  const salt = await addWords("", "swordfish");
  const step = { entry: 2, throw: -1, dice: [], who: "", words: "" };
  const steps = [
    { ...step, throw: 0, dice: await throwFaces(key, 0, "", 5) },
    { ...step, entry: 3, who: "Ada", words: "swordfish" },
    { ...step, entry: 4, throw: 1, dice: await throwFaces(key, 1, salt, 3) },
  ];
  const stream = { whose: "Dice that everybody sees", sealed: 1, hash, seed, steps };
  return { format: "storywheel-dice", version: 1, scene: "The bridge", streams: [stream] };
};

const findFaults = async (change) => {
  const file = await makeFile();
  change(file.streams[0]);
  const [verdict] = await verifyFile(JSON.stringify(file));
  return verdict.faults.map((one) => one.fault);
};

test("honest dice are proved", async () => {
  const [{ throws, dice, faults }] = await verifyFile(JSON.stringify(await makeFile()));
  assert.deepEqual({ throws, dice, faults }, { throws: 2, dice: 8, faults: [] });
});

test("another face, seed, hash, order or number is found, and what was left out", async () => {
  const change = {
    face: (stream) => (stream.steps[2].dice[0] = (stream.steps[2].dice[0] % 10) + 1),
    seed: (stream) => (stream.hash = VECTORS.seeds[0].hash),
    gap: (stream) => stream.steps.shift(),
    order: (stream) => (stream.steps[0].entry = 9),
    digits: (stream) => (stream.seed = "no seed"),
    unseeded: (stream) => (stream.seed = ""),
  };
  for (const [fault, make] of Object.entries(change)) assert.ok((await findFaults(make)).includes(fault), fault);
});

test("words that were left out or changed change the dice after them", async () => {
  assert.deepEqual(await findFaults((stream) => stream.steps.splice(1, 1)), ["face"]);
  assert.deepEqual(await findFaults((stream) => (stream.steps[1].words = "sword")), ["face"]);
});

test("what is no file of dice is refused", async () => {
  for (const text of ["", "[]", "null", "{}", '{"format": "storywheel-dice", "version": 2, "streams": []}'])
    await assert.rejects(verifyFile(text));
});
