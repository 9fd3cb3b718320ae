// What is behind the row of somebody in a fight: figures with their sums, numbers to change, and what the Storyteller may decide
// about them. It is fetched when the row is opened, and again when that person has changed.

import { fetchPart, page, put } from "./page.js";

/** @type {Map<string, any>} the facts of a person for which it was asked */
const asked = new Map();

/** Fetches it for the row that is open. */
export function completePerson() {
  const { facts, ui } = page;
  const who = facts.fight?.combatants[ui.person];
  if (!who || asked.get(ui.person) === who) return;
  asked.set(ui.person, who);
  fetchPerson(ui.person);
}

/** @param {string} id */
async function fetchPerson(id) {
  try {
    const person = await fetchPart(`stage/people/${encodeURIComponent(id)}`);
    if (person) put("persons", id, person);
  } catch {
    asked.delete(id); // the next drawing asks again
  }
}
