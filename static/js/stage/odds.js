// The chance of the move that is chosen, as its form stands filled in. It is asked for when something was typed or ticked, one
// question at a time.

import { page, put } from "./page.js";

const PAUSE = 250; // milliseconds without typing before the odds are asked for

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let question = 0;

/**
 * @param {HTMLFormElement} form
 * @param {any} offer
 */
export function askOdds(form, offer) {
  if (!offer?.has_preview) return;
  clearTimeout(timer);
  timer = setTimeout(() => ask(form, form.dataset.offer), PAUSE);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} id
 */
async function ask(form, id) {
  question += 1;
  const mine = question;
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const headers = { "HX-Request": "true", "HX-Target": `odds-${id}` };
  try {
    const answer = await fetch(`${page.at.base}odds/?${query}`, { credentials: "same-origin", headers });
    if (mine !== question || answer.redirected) return;
    const body = new DOMParser().parseFromString(await answer.text(), "text/html");
    put("odds", id, body.querySelector(".odds__said")?.textContent.trim() || undefined);
  } catch {
    put("odds", id, undefined); // the chance beside the target stays
  }
}
