// Leads eye and focus after a drawing: to what comes next, the dice that fell, and a person's turn.

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

// Who acts is shown the result card: on a phone always, elsewhere after a roll. What comes later is somebody else's.
const ROLLS = ["MakeRoll", "RollForTask", "RollForAll", "HelpTask"];
const SOON = 2000; // milliseconds
let thrown = null; // the number of the card when this person acted
let isLate = false;

document.addEventListener("htmx:beforeRequest", (event) => {
  const move = event.detail.elt.querySelector("input[name=move]")?.value;
  const throws = move && (onPhone.matches || ROLLS.includes(move)) && !isKept(event.detail);
  if (!event.detail.elt.matches("form") || !throws) return;
  thrown = cardNumber();
  isLate = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.elt.matches("form")) return;
  setTimeout(() => (isLate = true), SOON);
  if (isAnswered(event.detail.xhr) && !event.detail.successful) acted = thrown = null;
});

// Whether they stayed where they acted, and use nothing there.
function isWaiting(used) {
  const { top, bottom } = document.getElementById("act").getBoundingClientRect();
  return onPhone.matches && !used && top < window.innerHeight / 2 && bottom > window.innerHeight / 2;
}

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

// What `follow` compares with after the next drawing.
export function look() {
  const focused = table.contains(document.activeElement);
  return {
    myTurn: isMyTurn(),
    written: listWritten(),
    focused,
    result: lookAtResult(),
    places: calm.matches ? [] : listPlaces(),
  };
}

// Moves the focus on if the drawing removed its element, and shows what is new.
export function follow(before) {
  const hasActed = acted && !acted.checkVisibility(); // gone, or kept for when it may be chosen again
  if ((before.focused || hasActed) && document.activeElement === document.body) findFocus(hasActed);
  if (hasActed) acted = null;
  else saveWritten(before.written);
  const hasCome = thrown !== null && thrown !== cardNumber();
  showResult(before.result, hasCome && (!isLate || isWaiting(before.result.used)));
  if (hasCome) thrown = null;
  if (!calm.matches) requestAnimationFrame(() => fadeMoved(before.places));
  showHandout();
  tellTitle();
  if (!before.myTurn && isMyTurn()) tellPage("table:turn");
}

// What has to make room fades in where it stands now, if in sight.
const PARTS = ".table > *, .ask > *, #mine > *";
const FAR = 24; // px
const FADE = { duration: 240, easing: "ease-out" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function listPlaces() {
  return [...document.querySelectorAll(PARTS)].map((part) => [part, part.getBoundingClientRect().top]);
}

function fadeMoved(places) {
  const moved = places.filter(([part, before]) => {
    const { top, bottom } = part.getBoundingClientRect();
    return Math.abs(top - before) > FAR && bottom > Math.max(top, 0) && top < window.innerHeight;
  });
  for (const [part] of moved) part.animate({ opacity: [0, 1] }, FADE);
}

// Tokens move only in sight.
new IntersectionObserver((found) => {
  document.body.toggleAttribute("data-unseen", !found.at(-1).isIntersecting);
}).observe(document.getElementById("wheel"));

// On a phone, what is shown to a player who neither writes nor is awaited comes into sight.
const known = new WeakSet(document.querySelectorAll("#handouts > figure"));

function showHandout() {
  const newest = document.querySelector("#handouts > figure");
  if (!newest || known.has(newest)) return;
  known.add(newest);
  const isBusy = isMyTurn() || document.activeElement.matches("input, textarea, select");
  if (onPhone.matches && !isStoryteller && !isBusy) newest.scrollIntoView();
}

/** Moves the focus to what waits. Who has acted is led there. */
export function findFocus(hasActed) {
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
