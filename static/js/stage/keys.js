// Single keys, which can be switched off under "Shortcuts and sound".

import { focusHand } from "./draw.js";
import { change, page, showTalk } from "./page.js";
import { closePalette, openPalette } from "./palette.js";
import { turn } from "./parts/hand.js";

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** @param {string} selector */
function focusOn(selector) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  found?.focus();
  return Boolean(found);
}

/**
 * @param {"table" | "people" | "log"} tab
 * @param {string} selector
 */
function show(tab, selector) {
  change({ tab });
  return focusOn(selector);
}

/** @param {number} place the answer to press, counted from 1 */
function answer(place) {
  const buttons = document.querySelectorAll(".answers .ans:not([aria-disabled=true])");
  const button = /** @type {HTMLElement | undefined} */ (buttons[place - 1]);
  button?.click();
  return Boolean(button);
}

/** @type {Record<string, () => boolean>} whether there was something to do */
const KEYS = {
  "/": () => show("log", "#say"),
  a: () => focusOn("#moves input:checked") || focusOn(".answers .ans"),
  t: () => focusOn(".whom input:checked") || focusOn(".whom input"),
  h: () => focusOn(".how :is(input:not([type=hidden]), textarea, select, summary)"),
  u: () => press("[data-undo]"),
  l: () => show("log", ".log"),
  p: () => show("people", "#people-h"),
  "?": () => {
    showTalk("comfort");
    return true;
  },
  "[": () => turnTo(-1),
  "]": () => turnTo(1),
};

/** @param {string} selector */
function press(selector) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  button?.click();
  return Boolean(button);
}

/** @param {number} step */
function turnTo(step) {
  turn(step);
  focusHand();
  return true;
}

/** @param {string} key whether it does nothing: single keys may be off, but help is always there */
const isOff = (key) => key !== "?" && page.ui.comfort.keys === false;

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {Element} */ (event.target);
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") return togglePalette(event);
  if (event.key === "Escape") return leave(event);
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
  if (!isPlain || target.matches(WRITING) || document.querySelector("dialog[open]") || isOff(event.key)) return;
  const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const isDone = number ? answer(number) : KEYS[event.key.toLowerCase()]?.();
  if (isDone) event.preventDefault();
}

/** @param {KeyboardEvent} event */
function togglePalette(event) {
  event.preventDefault();
  if (page.ui.palette) closePalette();
  else openPalette();
}

/** @param {KeyboardEvent} event back to the hand; what had taken its place goes */
function leave(event) {
  if (document.querySelector("dialog[open]")) return;
  event.preventDefault();
  if (page.ui.palette) return closePalette();
  if (page.ui.tool) change({ tool: "" });
  else if (page.ui.talk) change({ talk: "" });
  else if (page.ui.person) change({ person: "" });
  focusHand();
}

export function watchKeys() {
  document.addEventListener("keydown", pressed);
}
