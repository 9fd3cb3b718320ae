// The chosen move beside others: the server weighs it, and the answer is drawn in place of the choice.

import { fetchPart, page, put } from "./page.js";

/**
 * Asks for it, or puts it away again.
 * @param {HTMLFormElement} form
 */
export async function compare(form) {
  const id = form.dataset.offer;
  if (page.ui.outlooks[id]) return put("outlooks", id, undefined);
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const outlook = await fetchPart(`stage/outlook/?${query}`, { isAny: true });
    if (outlook) put("outlooks", id, outlook);
  } catch {
    // The server is away: the link stays.
  }
}
