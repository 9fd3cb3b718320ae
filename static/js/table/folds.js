// What seldom anybody looks at is not pushed: it is fetched when it is opened, and while it stands open.

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
    if (answer.redirected || (!answer.ok && answer.status !== 409)) throw new Error(answer.status);
    morphInside(fold, await answer.text());
    window.htmx.process(fold);
    fillForms();
    tellPage("table:drawn");
  } catch {
    delete fold.dataset.at; // the next number, or opening it once more, tries again
  }
}

table.addEventListener("toggle", fillFolds, true); // it does not bubble
