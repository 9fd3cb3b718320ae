// The line offers what it may go on with, above it: its keys choose while it keeps the focus.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load, places, window } from "./page.js";
import { fight, turn } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const labels = () => [...places.main.querySelectorAll("#say-options b")].map(({ textContent }) => textContent);
const settle = () => new Promise((done) => setTimeout(done, 20));

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

/** Types into a field, with the caret at the end. */
async function type(field, text) {
  field.focus();
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
  await settle();
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
  await type(find("#say"), "Hello");
  assert.equal(asked, 0);
  await type(find("#say"), "/");
  await type(find("#say"), "/r");
  assert.equal(asked, 1);
  assert.deepEqual(labels(), ["/roll"]);
  assert.equal(find("#say").getAttribute("aria-expanded"), "true");
  assert.equal(find("#say").getAttribute("aria-controls"), find("[role=listbox]").id);
});

test("Enter sends the line until an arrow has chosen; Tab takes the first", async () => {
  await type(find("#say"), "/");
  assert.equal(press("Enter"), false);
  assert.equal(press("ArrowDown"), true);
  assert.equal(press("ArrowDown"), true);
  assert.equal(find("#say").getAttribute("aria-activedescendant"), "say-option-1");
  assert.equal(find("[role=option][aria-selected=true]").textContent, "/me");
  assert.equal(press("Enter"), true);
  assert.equal(find("#say").value, "/me ");
  await type(find("#say"), "/roll de");
  assert.equal(press("Tab"), true);
  assert.equal(find("#say").value, "/roll Dexterity ");
  await settle();
  assert.equal(press("Tab"), false, "there is nothing to take");
});

test("Escape closes what is offered and leaves everything else as it is", async () => {
  await type(find("#say"), "To @o");
  assert.deepEqual(labels(), ["Old Ferry", "Otter"]);
  let reached = 0;
  window.document.addEventListener("keydown", () => (reached += 1), { once: true });
  assert.equal(press("Escape"), true);
  assert.equal(reached, 0);
  assert.deepEqual(labels(), []);
  assert.equal(find("#say").getAttribute("aria-expanded"), "false");
  assert.equal(window.document.activeElement, find("#say"));
});

test("a finger takes an option without taking the focus", async () => {
  await type(find("#say"), "To @ot");
  const option = find("[role=option]");
  const down = new window.Event("pointerdown", { bubbles: true, cancelable: true });
  assert.equal(option.dispatchEvent(down), false, "the focus stays");
  option.click();
  assert.equal(find("#say").value, "To @Otter");
  find("#say").blur();
  assert.deepEqual(labels(), []);
});
