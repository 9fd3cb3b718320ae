// As whom a person speaks is remembered in this browser, for each series.

import { page } from "./page.js";

const keyOf = () => `storywheel.speaks ${page.facts.place?.series_url}`;

/** @param {string} name */
const find = (name) => /** @type {any} */ (document.querySelector(`.say [name=${name}]`));

/** Chooses again who spoke here last. */
export function putSpeaker() {
  const [who, called] = findSpeaker();
  const speaker = find("speaker");
  if (speaker && [...speaker.options].some(({ value }) => value === who)) speaker.value = who;
  if (find("name") && typeof called === "string") find("name").value = called;
}

function findSpeaker() {
  try {
    return JSON.parse(localStorage.getItem(keyOf()) ?? "[]");
  } catch {
    return []; // this browser stores nothing, or something else
  }
}

/** @param {HTMLFormElement} form */
export function keepSpeaker(form) {
  const value = (name) => /** @type {any} */ (form.elements.namedItem(name))?.value ?? "";
  try {
    localStorage.setItem(keyOf(), JSON.stringify([value("speaker"), value("name")]));
  } catch {
    // The choice lasts as long as the page.
  }
}
