// The line offers what it may go on with, above it: its keys choose while it keeps the focus.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load, places, window } from "./page.js";
import { fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const labels = () => [...places.main.querySelectorAll("#say-options b")].map(({ textContent }) => textContent);

/** Waits until something is so; what completes is fetched at first. */
async function until(isSo) {
  for (let tries = 0; !isSo() && tries < 1000; tries += 1) await new Promise((done) => setTimeout(done, 5));
  assert.ok(isSo());
}

const command = (label, takes = "") => ({ insert: `${label} `, label, hint: "", also: [], takes, as: "" });
const KNOWN = {
  commands: [command("/roll", "traits"), command("/me"), command("/w", "people")],
  traits: { 7: ["Dexterity", "Melee"] },
  people: ["storyteller"],
  characters: ["Ysane"],
  foes: [],
  names: ["Old Ferry", "Otter"],
};

let asked = 0;

/** Types into the line, with the caret at its end. */
function type(text) {
  const field = find("#say");
  field.focus();
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
}

/** Types, and waits for these options. */
async function offer(text, ...wanted) {
  type(text);
  await until(() => labels().join() === wanted.join());
}

/** @returns {boolean} whether the key was taken */
function press(key) {
  const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  return !find("#say").dispatchEvent(event);
}

beforeEach(() => {
  globalThis.fetch = async (address) => {
    if (String(address).endsWith("/completions/")) asked += 1;
    return { ok: true, redirected: false, json: async () => KNOWN };
  };
  load(fight(turn));
});

test("nothing is asked for before a slash or an at sign, and then once", async () => {
  type("Hello");
  assert.equal(asked, 0);
  await offer("/", "/roll", "/me", "/w");
  await offer("/r", "/roll");
  assert.equal(asked, 1);
  assert.equal(find("#say").getAttribute("aria-expanded"), "true");
  assert.equal(find("#say").getAttribute("aria-controls"), find("[role=listbox]").id);
});

test("Enter sends the line until an arrow has chosen; Tab takes the first", async () => {
  await offer("/", "/roll", "/me", "/w");
  assert.equal(press("Enter"), false);
  assert.equal(press("ArrowDown"), true);
  assert.equal(press("ArrowDown"), true);
  assert.equal(find("#say").getAttribute("aria-activedescendant"), "say-option-1");
  assert.equal(find("[role=option][aria-selected=true]").textContent, "/me");
  assert.equal(press("Enter"), true);
  assert.equal(find("#say").value, "/me ");
  await offer("/roll de", "Dexterity");
  assert.equal(press("Tab"), true);
  assert.equal(find("#say").value, "/roll Dexterity ");
  assert.equal(press("Tab"), false, "there is nothing to take");
});

test("Escape closes what is offered and leaves everything else as it is", async () => {
  await offer("To @o", "Old Ferry", "Otter");
  let reached = 0;
  window.document.addEventListener("keydown", () => (reached += 1), { once: true });
  assert.equal(press("Escape"), true);
  assert.equal(reached, 0);
  assert.deepEqual(labels(), []);
  assert.equal(find("#say").getAttribute("aria-expanded"), "false");
  assert.equal(window.document.activeElement, find("#say"));
});

test("a finger takes an option without taking the focus", async () => {
  await offer("To @ot", "Otter");
  const option = find("[role=option]");
  const down = new window.Event("pointerdown", { bubbles: true, cancelable: true });
  assert.equal(option.dispatchEvent(down), false, "the focus stays");
  option.click();
  assert.equal(find("#say").value, "To @Otter");
  find("#say").blur();
  assert.deepEqual(labels(), []);
});
