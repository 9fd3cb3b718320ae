// What tells a person that something waits or that dice fell: a chime, a buzz, a notice while the page is hidden. Each browser
// remembers which of them its person wants.

import { change, page } from "./page.js";

/** What may be chosen, and what holds until somebody does. */
const CHOICES = { chime: "off", buzz: "off", notice: "off", dice: "off", keys: "on", asked: "off" };

/** @param {string} name */
function load(name) {
  try {
    return localStorage.getItem(`storywheel.${name}`) ?? CHOICES[name];
  } catch {
    return CHOICES[name];
  }
}

/** @returns {Record<string, boolean>} what this browser's person wants */
export const loadComfort = () => Object.fromEntries(Object.keys(CHOICES).map((name) => [name, load(name) === "on"]));

/**
 * Chooses something, and lets it be heard or felt once.
 * @param {string} name
 * @param {boolean} isOn
 */
export function setComfort(name, isOn) {
  try {
    localStorage.setItem(`storywheel.${name}`, isOn ? "on" : "off");
  } catch {
    // This browser stores nothing: the choice lasts as long as the page.
  }
  change({ comfort: { ...page.ui.comfort, [name]: isOn } });
  if (!isOn) return;
  if (name === "chime") sound("chime");
  if (name === "dice") sound("rattle", 3);
  if (name === "buzz") navigator.vibrate?.(80);
  if (name === "notice") allowNotices();
}

async function sound(kind, ...of) {
  const sounds = await import("../sounds.js");
  sounds[kind](...of);
}

async function allowNotices() {
  const isAllowed = (await window.Notification?.requestPermission()) === "granted";
  if (!isAllowed) setComfort("notice", false);
  change({ comfort: { ...page.ui.comfort, isBlocked: !isAllowed } });
}

let asked = ""; // the card that waited when the page was drawn last

/**
 * @param {string} card the card that waits now; empty where none does
 * @param {string} title what it says
 */
export function attend(card, title) {
  const isNew = card !== "" && card !== asked;
  asked = card;
  if (!isNew) return;
  const { chime, buzz, notice } = page.ui.comfort;
  if (chime) sound("chime");
  if (buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  if (notice && document.hidden && window.Notification?.permission === "granted") notify(title);
}

/** @param {string} title */
async function notify(title) {
  const worker = await navigator.serviceWorker?.ready;
  // One notice for each scene: a later turn takes the place of an earlier one.
  const { pathname } = location;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=apple-touch-icon]"))?.href;
  const body = page.facts.place?.title;
  await worker?.showNotification(title, { body, icon, tag: pathname, data: pathname });
}

let thrown = -1; // the result whose dice were heard last

/** @param {any} result */
export function hearDice(result) {
  const { number = 0, dice = [] } = result ?? {};
  const isNew = thrown >= 0 && number !== thrown && dice.length;
  thrown = number;
  if (isNew && page.ui.comfort.dice) sound("rattle", dice.flatMap((throws) => throws.dice).length);
}
