// Which deaths this person has seen in this browser: a headline that is dismissed stays away.

import { change, page } from "./page.js";

const keyOf = () => `storywheel.deaths ${page.facts.place?.scene} ${page.at.person ?? ""}`;

/** @returns {number} the number of the newest death that was seen */
export function loadSeen() {
  try {
    return Number(localStorage.getItem(keyOf()) ?? 0);
  } catch {
    return 0; // this browser stores nothing
  }
}

/** @param {number} number */
export function see(number) {
  try {
    localStorage.setItem(keyOf(), String(number));
  } catch {
    // It is seen for as long as the page lasts.
  }
  change({ seenDeath: number });
}
