// Leads a person's eye and focus after a drawing: to what comes next when the form they used is gone, to the dice that
// fell, to their turn when it begins, and to words of theirs that the table needs no more.

import { isTouched, refuse, table, tellPage } from "./page.js";
import { cardNumber, lookAtResult, onPhone, showResult } from "./result.js";
import { isAnswered, isKept } from "./sending.js";

let acted = null; // the form that was sent last
let around = null; // the part of the page in which it stands

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.elt.matches("#act form")) return;
  acted = event.detail.elt;
  around = acted.closest("#cast, #tasks");
});

// The dice fall in the result card. A person who acts is shown it: on a phone always, elsewhere after a roll, whose pad
// may lie far below the card.
const ROLLS = ["MakeRoll", "RollForTask", "RollForAll", "HelpTask"];
const SOON = 2000; // milliseconds
let thrown = null; // the number of the card when this person acted

document.addEventListener("htmx:beforeRequest", (event) => {
  const move = event.detail.elt.querySelector("input[name=move]")?.value;
  const throws = move && (onPhone.matches || ROLLS.includes(move)) && !isKept(event.detail);
  if (event.detail.elt.matches("form") && throws) thrown = cardNumber();
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.elt.matches("form")) return;
  setTimeout(() => (thrown = null), SOON); // what comes later is somebody else's
  if (isAnswered(event.detail.xhr) && !event.detail.successful) acted = thrown = null;
});

// Whether the table waits for this person: in the fight, or for a roll of a player's task.
const isStoryteller = table.classList.contains("table--st");
const AWAITED = isStoryteller ? "#mine .mine" : "#mine .mine, #tasks .task__pad";

function isMyTurn() {
  return Boolean(document.querySelector(AWAITED));
}

// Text areas with words that were not sent yet.
function listWritten() {
  return [...document.querySelectorAll("#act textarea")].filter((field) => isTouched(field) && field.value.trim());
}

// What a person has before them, for `follow` to compare with after the next drawing.
export function look() {
  const focused = table.contains(document.activeElement);
  return { myTurn: isMyTurn(), written: listWritten(), focused, result: lookAtResult(), shown: listHandouts() };
}

// Moves the focus to what waits next if the drawing removed the focused element, and shows what is new.
export function follow(before) {
  const hasActed = acted && !acted.checkVisibility(); // gone, or kept for when it may be chosen again
  if ((before.focused || hasActed) && document.activeElement === document.body) findFocus(hasActed);
  if (hasActed) acted = null;
  else saveWritten(before.written);
  const hasCome = thrown !== null && thrown !== cardNumber();
  showResult(before.result, hasCome);
  if (hasCome) thrown = null;
  showHandout(before.shown);
  tellTitle();
  if (!before.myTurn && isMyTurn()) tellPage("table:turn");
}

function listHandouts() {
  return [...document.querySelectorAll("#handouts [id]")].map((node) => node.id);
}

// What the Storyteller shows comes before a player's eyes on a phone, too, unless they write or it is their turn.
function showHandout(before) {
  const newest = document.querySelector("#handouts > figure");
  if (!newest || isStoryteller || !onPhone.matches || before.includes(newest.id)) return;
  if (!isMyTurn() && !document.activeElement.matches("input, textarea, select")) newest.scrollIntoView();
}

function findFocus(hasActed) {
  const left = hasActed && around?.isConnected ? around : document.getElementById("act");
  const next = document.querySelector("#mine .mine h2") ?? left;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  const place = next.closest(".mine") ?? next;
  if (hasActed) next.scrollTop = 0; // on a desk the column itself scrolls, and what waits now stands at its head
  const { top } = place.getBoundingClientRect();
  if (hasActed && (top < 0 || top > window.innerHeight / 2)) place.scrollIntoView();
}

// Shows the lost words once more, so that they can be copied.
function saveWritten(fields) {
  const lost = fields.find((field) => !field.isConnected && field.form !== acted);
  if (lost) refuse(`${table.dataset.overtaken} “${lost.value.trim()}”`);
}

const title = document.title;

// The title says whose turn it is, for who has the table in one tab of many.
function tellTitle() {
  document.title = isMyTurn() ? `● ${table.dataset.turn} · ${title}` : title;
}

tellTitle();
