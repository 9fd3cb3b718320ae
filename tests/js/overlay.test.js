// The overlay of a stream: what its socket brings is drawn, a newer result anew, and nothing once it was revoked.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { JSDOM } from "jsdom";
import { makeCombatants, makeRing } from "./stage/picture_crowds.js";

const shell = `<!doctype html><html><body><div id="overlay" data-socket="/ws/overlay/none/"></div></body></html>`;
const { window } = new JSDOM(shell, { url: "http://table.test/overlay/none/" });
/** @type {any[]} */
const sockets = [];
globalThis.document = window.document;
globalThis.location = window.location;
globalThis.Node = window.Node;
globalThis.WebSocket = class extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    sockets.push(this);
  }
};

mock.timers.enable({ apis: ["setTimeout"] });
await import("../../static/js/overlay.js");

const find = (selector) => window.document.querySelector(selector);
const hear = (frame) => sockets.at(-1).dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
const end = (code) => sockets.at(-1).dispatchEvent(Object.assign(new Event("close"), { code }));

const looks = { theme: "dark", size: "large" };
const combatants = makeCombatants(3);
const ids = Object.keys(combatants);
const ring = makeRing(ids.length, () => 14);
const fight = { combatants, order: [], picture: { parts: { 0: ring }, order: ["0"] } };
const blow = {
  number: 3,
  line: "One attacks the other.",
  verdict: "hit",
  who: [{ id: ids[0] }],
  dice: [{ name: "Attack", dice: [[8, 1, "hit"]], says: "1 die" }],
  changes: [{ name: "The other", figures: [], states: ["prone"] }],
};
const facts = { words: { after: "Jälkeen" }, fight, result: blow };

test("it listens at its own address", () => {
  assert.equal(sockets[0].address, "ws://table.test/ws/overlay/none/");
});

test("it draws the picture and the last result, in the words that came with them", () => {
  hear({ ...looks, facts });
  assert.ok(find(".shown svg.narrow .tok"));
  assert.equal(find(".res .verdict").textContent, "Hit");
  assert.match(find(".res").textContent, /Jälkeen/);
  assert.ok(find(".res .token"));
  assert.deepEqual({ ...window.document.documentElement.dataset }, looks);
  assert.equal(find("a, button, form, input"), null);
});

test("a newer result is another element, whose dice fall; a sign of life and new words change nothing of it", () => {
  hear({ ...looks, facts });
  const before = find(".res");
  hear({});
  hear({ ...looks, facts: { ...facts, result: { ...blow, line: "One strikes the other." } } });
  assert.equal(find(".res"), before);
  assert.match(before.textContent, /strikes/);
  hear({ ...looks, facts: { ...facts, result: { ...blow, number: 4 } } });
  assert.notEqual(find(".res"), before);
});

test("between fights the last result stands alone, and without a scene nothing", () => {
  hear({ ...looks, facts: { words: {}, result: blow } });
  assert.equal(find(".shown"), null);
  assert.ok(find(".res"));
  hear({ ...looks, facts: {} });
  assert.equal(find(".panel"), null);
});

test("a lost line is opened again, and what was shown stays meanwhile", () => {
  hear({ ...looks, facts });
  end(1006);
  mock.timers.tick(2000);
  assert.equal(sockets.length, 2);
  assert.ok(find(".shown"));
});

test("once revoked it is empty, and never asks again", () => {
  hear({ ...looks, facts });
  end(4404);
  assert.equal(find(".panel"), null);
  mock.timers.tick(100000);
  assert.equal(sockets.length, 2);
});
