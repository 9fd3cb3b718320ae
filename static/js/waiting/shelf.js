// Where words lie that could not be sent: in the store of their writer, which the worker erases when somebody signs out.

import { SHELF } from "./rules.js";

/**
 * The writer's store; null on a device that keeps nothing.
 * @param {string} person
 */
export async function openShelf(person) {
  const name = `own ${person}`; // as `worker.js` names it
  return (await window.caches.has(name)) ? window.caches.open(name) : null;
}

/** @param {Cache | null} store */
export async function listShelf(store) {
  const keys = store ? await store.keys() : [];
  return keys.filter(({ url }) => new URL(url).pathname.startsWith(SHELF));
}

/** @param {string} person */
export const hasUnsent = async (person) => (await listShelf(await openShelf(person))).length > 0;
