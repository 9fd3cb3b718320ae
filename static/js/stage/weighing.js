// The chosen move beside others: the server weighs it, and the answer is drawn in place of the choice.

import { page, put } from "./page.js";

/**
 * @typedef {{ name: string, isChosen: boolean, reason: string, rows: { label: string, value: string, why: string }[] }} Way
 * @typedef {{ verdicts: string[], ways: Way[], notes: string[] }} Outlook
 */

/** @param {ParentNode} node */
const text = (node, selector) => node.querySelector(selector)?.textContent.trim() ?? "";

/** @param {ParentNode} node */
const texts = (node, selector) => [...node.querySelectorAll(selector)].map((found) => found.textContent.trim());

/**
 * What the server's answer says.
 * @param {ParentNode} answer
 * @returns {Outlook}
 */
export function readOutlook(answer) {
  const ways = [...answer.querySelectorAll(".weigh__way")].map((way) => ({
    name: text(way, ".weigh__name b"),
    isChosen: way.matches(".is-chosen"),
    reason: text(way, ".hint"),
    rows: [...way.querySelectorAll(".weigh__rows > li")].map((row) => ({
      label: text(row, "span"),
      value: text(row, "b"),
      why: text(row, ".q"),
    })),
  }));
  return {
    verdicts: texts(answer, ".weigh__verdict"),
    ways,
    notes: texts(answer, ".weigh > .hint, .pad__odds > .hint"),
  };
}

/**
 * Asks for it, or puts it away again.
 * @param {HTMLFormElement} form
 */
export async function compare(form) {
  const id = form.dataset.offer;
  if (page.ui.outlooks[id]) return put("outlooks", id, undefined);
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(`${page.at.base}weigh/?${query}`, { credentials: "same-origin", headers });
    if (answer.redirected) return;
    put("outlooks", id, readOutlook(new DOMParser().parseFromString(await answer.text(), "text/html")));
  } catch {
    // The server is away: the link stays.
  }
}
