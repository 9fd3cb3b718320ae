// The chosen move beside others: the server weighs it, and the answer is drawn in place of the choice.

import { page, put } from "./page.js";

/**
 * Asks for it, or puts it away again.
 * @param {HTMLFormElement} form
 */
export async function compare(form) {
  const id = form.dataset.offer;
  if (page.ui.outlooks[id]) return put("outlooks", id, undefined);
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const answer = await fetch(`${page.at.base}stage/outlook/?${query}`, { credentials: "same-origin" });
    if (!answer.redirected) put("outlooks", id, await answer.json());
  } catch {
    // The server is away: the link stays.
  }
}
