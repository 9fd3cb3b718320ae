// What an undo would do stands in the hand before it is done, as the server says it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTool } from "../../../static/js/stage/forms.js";
import { load, places, put } from "./page.js";
import { fight } from "./samples.js";

const find = (selector) => places.main.querySelector(selector);
const calm = { hand: { cards: {}, order: [], waiting: [] } };
const storyteller = { role: "storyteller", characters: [] };

test("an undo says all that goes, what is secret, what comes back, and leads to what if", () => {
  load({ ...fight(calm), me: storyteller, undo: { entry: 4, line: "Line 4.", by: "undo" } });
  find("[data-undo]").click();
  assert.match(find(".hand .cols").textContent, /loading/);
  put("forms", "undo 4", {
    note: "Done in one step.",
    what_if: "/scenes/1/what-if/4/",
    parts: [
      {
        says: "Taken back: 2 entries, 3 to 4.",
        lines: [
          { count: 4, line: "Line 4.", by: "mira" },
          { count: 3, line: "says", said: "Onward.", is_secret: true },
        ],
        more: "and 2 older entries",
      },
      { says: "Restored: entry 2.", lines: [{ count: 2, line: "Line 2." }] },
    ],
  });
  assert.equal(find(".hand__head p").textContent, "Done in one step.");
  const rows = [...places.main.querySelectorAll(".gone li")].map((row) => row.textContent.trim());
  assert.deepEqual(rows, ["Line 4. mira", "“Onward.” says secret", "and 2 older entries", "Line 2."]);
  assert.equal(find(".hand__foot a").getAttribute("href"), "/scenes/1/what-if/4/");
  assert.equal(find(".hand__foot [name=entry]").value, "4");
});

test("what cannot be undone has a reason and no button", () => {
  load({ ...fight(calm), me: storyteller });
  openTool("undo 3");
  put("forms", "undo 3", { refused: "Already taken back." });
  assert.equal(find(".hand .refusal").textContent, "Already taken back.");
  assert.equal(find(".hand .btn--go"), null);
});
