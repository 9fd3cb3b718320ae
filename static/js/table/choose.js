// The choices of a card: radio buttons, and one place for the form of what is chosen, which keeps what was typed.

import { fillClosed, fillLazyDetails } from "./lazy_details.js";
import { table } from "./page.js";

const picked = new Map(); // by card: the choice that the person made, or whose form they fill in
let awaited = null; // the place whose form gets the focus when it has come

function listAll() {
  return table.querySelectorAll("[data-choose]");
}

function listPicks(choose) {
  return [...choose.querySelectorAll(".choose__list input[type=radio]")];
}

function findPlace(choose) {
  return choose.querySelector(":scope > .choose__place");
}

function findOpen(choose) {
  return [...findPlace(choose).children].find((offer) => !offer.hidden);
}

// Shows the form of the choice that is ticked. What the person chose before stays chosen while it is there.
function show(choose) {
  const picks = listPicks(choose);
  const before = picks.find((pick) => pick.id === picked.get(choose.dataset.choose));
  const pick = before ?? picks.find((one) => one.checked) ?? picks.find((one) => one.defaultChecked) ?? picks[0];
  if (!pick) return;
  pick.checked = true;
  const place = findPlace(choose);
  const beyond = pick.closest(".choose__more");
  if (beyond) fillClosed(beyond); // may it still be chosen?
  for (const offer of [...place.children]) {
    const isOf = picks.some(({ id }) => offer.id === `at-${id}`);
    if (isOf) offer.hidden = offer.id !== `at-${pick.id}`;
    else offer.remove();
  }
  if (!findOpen(choose)) place.append(makeOffer(pick.id));
}

// The next ticks of the chosen forms stand out on the wheel.
function markNext() {
  const shown = [...table.querySelectorAll('.mine [class*="to-"]:not([hidden] *)')];
  const ticks = shown.flatMap((form) => [...form.classList]).filter((name) => /^to-\d$/.test(name));
  table.dataset.ticks = [...new Set(ticks)].join(" ");
}

// Where the form of a choice stands that did not come with the card.
function makeOffer(id) {
  const offer = document.createElement("div");
  offer.id = `at-${id}`;
  offer.className = "offer lazy";
  offer.dataset.lazy = "";
  offer.dataset.from = `folds/${id}/`;
  return offer;
}

// The place stays as high as it was until the form has come.
function choose(event) {
  const list = event.target.matches("input[type=radio]") && event.target.closest(".choose__list");
  if (!list) return;
  const group = list.parentElement;
  const place = findPlace(group);
  place.style.minHeight = `${place.offsetHeight}px`;
  picked.set(group.dataset.choose, event.target.id);
  show(group);
  markNext();
  fillLazyDetails();
  settle(group);
}

function settle(group) {
  const open = findOpen(group);
  const form = open?.querySelector("form");
  if (!form) return; // it is on its way
  release(group);
  askOdds(form);
  if (awaited === open) focusIn(form);
}

function release(group) {
  const place = findPlace(group);
  if (!place.style.minHeight) return;
  const before = group.getBoundingClientRect().top;
  place.style.minHeight = "";
  const moved = Math.round(group.getBoundingClientRect().top - before);
  if (moved <= 0) return;
  place.style.minHeight = `${place.offsetHeight + moved}px`;
  group.closest(".ask").scrollTop += moved;
  window.scrollBy(0, Math.round(group.getBoundingClientRect().top - before));
}

// Where no choice of the form has a chance beside it, its odds say what can be said.
function askOdds(form) {
  const odds = form.querySelector(".pad__odds:empty");
  if (odds && form.checkVisibility() && !form.querySelector("[id$='-when']")) window.htmx.trigger(odds, "ask");
}

function focusIn(form) {
  awaited = null;
  const first = form.querySelector(":is(input:not([type=hidden]), select, textarea, button):not(:disabled)");
  const ticked = first.matches("[type=radio]") && form.querySelector(`[name="${first.name}"]:checked`);
  (ticked || first).focus();
}

export function keepChoices() {
  table.addEventListener("change", choose);
  // A form that is being filled in stays, even if another choice comes first in the next drawing.
  table.addEventListener("input", (event) => {
    const group = event.target.closest(".choose__place")?.parentElement;
    const open = group && findOpen(group);
    if (open) picked.set(group.dataset.choose, open.id.slice("at-".length));
  });
  // Enter leads from the list into the form.
  table.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "enter" || !event.target.matches(".choose__list input[type=radio]")) return;
    event.preventDefault();
    const group = event.target.closest("[data-choose]");
    awaited = findOpen(group);
    settle(group);
  });
  // The next turn begins with the first choice; the push that takes the form away may come before the answer.
  document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
    if (elt.matches("form")) picked.delete(elt.closest("[data-choose]")?.dataset.choose);
  });
  document.addEventListener("table:drawn", () => {
    showChoices(); // what was fetched may lack the chosen one
    listAll().forEach(settle);
  });
  listAll().forEach(settle);
}

// Shows again what is chosen, after a drawing.
export function showChoices() {
  listAll().forEach(show);
  markNext();
}
