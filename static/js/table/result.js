// The result card: its dice fall once, when it is brought; a tap folds it; and what a person is about to press stays
// where it is, though the card above it grows.

import { table, tellPage } from "./page.js";

const FALL = 700; // milliseconds
const FOLDED = `folded:${location.pathname}`; // the number of the card that this person has folded

export const onPhone = matchMedia("(max-width: 819px)");

function findCard() {
  return document.getElementById("came");
}

export function cardNumber() {
  return Number(findCard()?.dataset.result ?? 0);
}

let newest = cardNumber();

// What a person has under the finger: what has the focus, or else their prompt as far as it is in sight.
function findUsed() {
  const focused = document.activeElement;
  if (focused.matches("input, textarea, select, button") && table.contains(focused)) return focused;
  const prompt = document.querySelector("#mine .mine");
  const { top, bottom } = prompt?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < window.innerHeight ? prompt : null;
}

// What `showResult` compares with after the next drawing.
export function lookAtResult() {
  const used = onPhone.matches ? findUsed() : null;
  return { used, top: used?.getBoundingClientRect().top, number: cardNumber() };
}

// Lets the dice of a new result fall, and leads those to it whose own act it answers. While others act, what this
// person uses stays where it is, and a folded card stays folded.
export function showResult(before, isOwn) {
  const card = findCard();
  const isUsed = !isOwn && before.used?.isConnected;
  if (card && cardNumber() !== before.number) {
    if (!isUsed) card.open = true;
    if (cardNumber() > newest) fall(card);
    newest = Math.max(newest, cardNumber());
  }
  markFold();
  if (isUsed) window.scrollBy(0, before.used.getBoundingClientRect().top - before.top);
  if (isOwn && card) leadTo(card);
}

// The card keeps less room where it is folded.
function markFold() {
  document.body.toggleAttribute("data-folded", findCard()?.open === false);
}

function fall(card) {
  card.classList.add("is-falling");
  tellPage("table:dice");
  setTimeout(() => card.classList.remove("is-falling"), FALL);
}

function leadTo(card) {
  const { top, bottom } = card.getBoundingClientRect();
  if (top < 50 || bottom > window.innerHeight - 60) card.parentElement.scrollIntoView();
}

document.addEventListener(
  "toggle",
  (event) => {
    const card = findCard();
    if (event.target !== card) return;
    markFold();
    if (card.open) sessionStorage.removeItem(FOLDED);
    else sessionStorage.setItem(FOLDED, String(cardNumber()));
  },
  true,
);

if (newest && Number(sessionStorage.getItem(FOLDED)) === newest) findCard().open = false;
markFold();
