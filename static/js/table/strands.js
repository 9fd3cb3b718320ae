// Of the log, all is in sight, or the main line, or one strand: what was chosen is also where the next words go.

import { isolate } from "./logic.js";
import { table } from "./page.js";

const ALL = "*";
let shown = ALL;

function isShown(line) {
  return shown === ALL || (line.dataset.strand ?? "") === shown;
}

function chips() {
  return [...table.querySelectorAll("#strands [data-strand-show]")];
}

function showStrand() {
  const chosen = () => chips().find((chip) => chip.dataset.strandShow === shown);
  if (!chosen()) shown = ALL; // the strand was taken back
  for (const line of table.querySelectorAll("#log > li")) line.hidden = !isShown(line);
  for (const chip of chips()) chip.toggleAttribute("aria-current", false);
  chosen()?.setAttribute("aria-current", "true");
  speakThere(chosen());
}

function speakThere(chip) {
  const field = table.querySelector("#say-strand");
  if (!field) return;
  const where = table.querySelector("#say-where");
  const open = chip?.dataset.open !== undefined;
  field.value = open ? shown : "";
  where.hidden = !open;
  where.textContent = open ? `${where.dataset.words}: ${isolate(chip.dataset.title)}` : "";
}

// The form of a post, if it is open, follows the choice; a person may choose otherwise there.
function writeThere() {
  const list = table.querySelector("#write-strand");
  if (list) list.value = [...list.options].some((option) => option.value === shown) ? shown : "";
}

// What was missed of a strand stands on its chip, too, until it is read.
function countMissed() {
  for (const chip of chips()) {
    const told = document.querySelector(`.missed__strands [data-strand-show="${chip.dataset.strandShow}"]`);
    const count = told?.parentElement.dataset.count ?? "";
    let mark = chip.querySelector("b");
    if (!mark && count) {
      mark = document.createElement("b");
      chip.append(" ", mark);
    }
    if (mark && !count) mark.remove();
    else if (mark && mark.textContent !== count) mark.textContent = count;
  }
}

export function keepStrands() {
  table.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-strand-show]");
    if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shown = chip.dataset.strandShow;
    showStrand();
    writeThere();
    if (!chip.closest("#strands")) document.getElementById("log-part").scrollIntoView({ block: "start" });
  });
  document.addEventListener("table:drawn", showStrand);
  for (const name of ["table:drawn", "table:caught-up", "htmx:afterSettle"])
    document.addEventListener(name, countMissed);
  showStrand();
}
