// The palette takes the picture's place: its first row is what Enter does, and what is asked stays in sight.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { change, load, page, places, setFacts, window } from "./page.js";
import { attacked, fight, turn } from "./samples.js";

const { followPalette } = await import("../../../static/js/stage/parts/palette.js");
const { openPalette } = await import("../../../static/js/stage/palette.js");
const find = (selector) => places.main.querySelector(selector);
const all = (selector) => [...places.main.querySelectorAll(selector)];

const PAUSE = { group: "time", words: "Pause the fight", move: "Pause", fields: [["paused", "true"]] };
const ROWS = [
  PAUSE,
  { group: "scene", words: "Fight and foes", tool: "desk fight" },
  { group: "people", words: "9 guards", reason: "There are no guards." },
  { group: "people", words: "Deruvin", person: "c2" },
  { group: "rolls", words: "Roll Wits for Ysane", fill: "roll Wits as Ysane" },
];

let asked = [];
let sent = [];

/** Loads the page as the Storyteller's, whose server finds these rows. */
function sit(role = "storyteller", rows = ROWS) {
  asked = [];
  globalThis.fetch = async (address) => {
    asked.push(String(address));
    return { ok: true, redirected: false, json: async () => ({ rows }) };
  };
  const facts = fight(turn);
  load({ ...facts, me: { ...facts.me, role } });
}

const settle = () => new Promise((done) => setTimeout(done, 0));
const press = (key) => find("#palette").dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));

/** Opens the palette, and waits for its rows. */
async function open(group) {
  openPalette(group);
  await settle();
}

beforeEach(() => {
  sit();
  sent = [];
  window.HTMLFormElement.prototype.requestSubmit = function submit() {
    sent.push(Object.fromEntries(new window.FormData(this)));
  };
  window.HTMLElement.prototype.scrollIntoView = () => {};
});

test("five groups and a line stand above the picture for the Storyteller, and for nobody else", () => {
  assert.equal(all(".groups .link").length, 5);
  sit("player");
  assert.equal(all(".groups").length, 0);
});

test("a group opens its rows in the picture's place while the hand stays", async () => {
  all(".groups .link")[3].click();
  await settle();
  assert.match(asked.at(-1), /group=time/);
  assert.equal(window.document.activeElement, find("#palette"));
  assert.equal(all(".stage .picture").length, 0);
  assert.equal(find("#hand-h").textContent, "Your turn, Ysane");
  assert.equal(find("#palette").getAttribute("aria-activedescendant"), "pal-0");
  assert.equal(find("[role=option][aria-selected=true]").id, "pal-0");
});

test("Enter does what the first row says, and no more than that", async () => {
  await open();
  press("Enter");
  assert.deepEqual(sent, [{ move: "Pause", paused: "true" }]);
  followPalette();
  assert.equal(find("#palette"), null);
  assert.equal(window.document.activeElement, find("#hand-h"));
});

test("Enter on words that the server has not answered yet does nothing but ask", async () => {
  await open();
  find("#palette").value = "resume";
  press("Enter");
  assert.deepEqual(sent, []);
  assert.match(asked.at(-1), /q=resume/);
});

test("arrows choose a row, and one that cannot be done is not done", async () => {
  await open();
  press("ArrowDown");
  press("ArrowDown");
  assert.match(find(".pal__row.is-on").textContent, /There are no guards\./);
  press("Enter");
  assert.equal(page.ui.palette?.at, 2);
  press("ArrowUp");
  press("Enter");
  assert.equal(page.ui.palette, undefined);
  assert.equal(page.ui.tool, "desk fight");
});

test("a tool opens over what is asked already, and yields to what is asked afterwards", async () => {
  await open();
  all(".pal__row")[1].click();
  assert.equal(find("#hand-h").textContent, "tool_fight");
  setFacts({ ...page.facts, ...attacked, n: 2 });
  assert.equal(find("#hand-h").textContent, "Deruvin attacks you");
  assert.equal(page.ui.tool, "desk fight");
  change({ tool: "" });
  assert.deepEqual(page.ui.over, []);
});

test("a row can open somebody, or write a line to go on from", async () => {
  await open();
  all(".pal__row")[4].click();
  assert.equal(find("#palette").value, "roll Wits as Ysane");
  await settle();
  all(".pal__row")[3].click();
  assert.equal(page.ui.person, "c2");
});

test("what follows a move opens once it was heard", async () => {
  sit("storyteller", [{ ...PAUSE, after: "desk fight" }]);
  await open();
  press("Enter");
  followPalette();
  assert.equal(page.ui.tool, "desk fight");
});

test("a refusal stands between the line and its rows, and goes with the next answer", async () => {
  await open();
  change({ refused: { palette: "The fight is already paused." } });
  assert.equal(find(".pal > .refusal").textContent, "The fight is already paused.");
  find("#palette").value = "6 minutes";
  press("Enter");
  await settle();
  assert.equal(find(".pal > .refusal"), null);
});

test("what is newly asked does not take the focus from somebody who types a line", async () => {
  await open();
  setFacts({ ...page.facts, ...attacked, n: 2 });
  assert.equal(window.document.activeElement, find("#palette"));
  assert.equal(find("#hand-h").textContent, "Deruvin attacks you");
  press("Escape");
  assert.equal(find("#palette"), null);
});
