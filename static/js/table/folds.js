// Details that few people open are not pushed. A fold is fetched when somebody opens it, and again after a drawing while
// it stands open.

import { morphInside } from "./drawing.js";
import { drawnTimes, table, tellPage } from "./page.js";
import { fillForms } from "./sending.js";

function isStale(fold) {
  if (fold.dataset.at === undefined) return true;
  return fold.dataset.at !== (fold.dataset.fold || String(drawnTimes()));
}

export function fillFolds() {
  for (const fold of table.querySelectorAll("details[open] > [data-fold]")) {
    if (isStale(fold) && fold.checkVisibility()) fillFold(fold);
  }
}

async function fillFold(fold) {
  fold.dataset.from ??= fold.querySelector("a").href;
  fold.dataset.at = fold.dataset.fold || String(drawnTimes());
  try {
    const answer = await fetch(fold.dataset.from, { credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (answer.redirected || (!answer.ok && answer.status !== 409)) throw new Error(String(answer.status));
    morphInside(fold, await answer.text());
    window.htmx.process(fold);
    fillForms();
    tellPage("table:drawn");
  } catch {
    delete fold.dataset.at; // the next drawing, or opening it once more, tries again
  }
}

table.addEventListener("toggle", fillFolds, true); // it does not bubble

// ---- What is open in a part that htmx replaces stays open

let open = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  open = [...event.detail.target.querySelectorAll("details[open]")].map((fold) => fold.id);
});
document.addEventListener("htmx:afterSwap", (event) => {
  for (const fold of event.detail.target.querySelectorAll("details")) if (open.includes(fold.id)) fold.open = true;
});
