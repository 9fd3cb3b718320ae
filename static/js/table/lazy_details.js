// Details that few people open, and forms of what is not chosen, are not pushed. They are fetched when somebody opens
// them, and again after a drawing while they stand open.

import { morphInside, setUp } from "./drawing.js";
import { drawnTimes, table, tellPage } from "./page.js";
import { fillForms } from "./sending.js";

function isStale(place) {
  if (place.dataset.at === undefined) return true;
  return place.dataset.at !== (place.dataset.lazy || String(drawnTimes()));
}

export function fillLazyDetails() {
  for (const place of table.querySelectorAll("details[open] > [data-lazy], .offer[data-lazy]:not([hidden])")) {
    if (isStale(place) && place.checkVisibility()) fillOne(place);
  }
}

/** Fetches what stands in closed details, for what else the page needs of it. */
export function fillClosed(details) {
  const place = details.querySelector(":scope > [data-lazy]");
  if (place && isStale(place)) fillOne(place);
}

async function fillOne(place) {
  place.dataset.from ??= place.querySelector("a").href;
  place.dataset.at = place.dataset.lazy || String(drawnTimes());
  try {
    const answer = await fetch(place.dataset.from, { credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (answer.redirected || (!answer.ok && answer.status !== 409)) throw new Error(String(answer.status));
    const html = await answer.text();
    const held = place.contains(document.activeElement);
    morphInside(place, html);
    setUp(place);
    fillForms();
    tellPage("table:drawn"); // a form that was kept goes now, if it may not be chosen any more
    if (held && document.activeElement === document.body) leadToHead(place);
  } catch {
    delete place.dataset.at; // the next drawing, or opening it once more, tries again
  }
}

// What had the focus is gone: it goes to the head of the same card.
function leadToHead(place) {
  const head = place.closest("details, .mine")?.querySelector("summary, h2");
  if (!head) return;
  if (head.matches("h2")) head.tabIndex = -1;
  head.focus();
}

table.addEventListener("toggle", fillLazyDetails, true); // it does not bubble

// ---- Details whose first field is typed at once (the title of the next scene, a line of foes) lead into it: a click that
// opens `<details data-enters="id">` puts the focus into the field of that id, as soon as it is there

let wanted = null; // the details that were opened and whose field is not there yet

function enter() {
  const field = wanted && document.getElementById(wanted.dataset.enters);
  if (!field?.checkVisibility()) return;
  wanted = null;
  field.focus();
}

table.addEventListener("click", (event) => {
  const details = event.target.closest("[data-enters] > summary")?.parentElement;
  if (!details) return;
  wanted = details.open ? null : details; // it opens after this event
  setTimeout(enter); // a form that was fetched before
});
document.addEventListener("table:drawn", enter);
// A person who went elsewhere meanwhile stays there.
table.addEventListener("focusin", (event) => {
  if (wanted && !wanted.contains(event.target)) wanted = null;
});

// ---- What is open in a part that htmx replaces stays open

let open = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  open = [...event.detail.target.querySelectorAll("details[open]")].map((place) => place.id);
});
document.addEventListener("htmx:afterSwap", (event) => {
  for (const place of event.detail.target.querySelectorAll("details")) if (open.includes(place.id)) place.open = true;
});
