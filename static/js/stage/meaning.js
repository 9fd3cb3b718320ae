// How the line in the composer will be understood, and how likely it is: asked of the server while a command is typed.

import { change, fetchPart, page } from "./page.js";

const PAUSE = 250; // milliseconds without a key before the server is asked
const ASKED = ["text", "to", "speaker", "name"];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let question = 0;

/** @param {HTMLFormElement} form */
export function askMeaning(form) {
  clearTimeout(timer);
  question += 1;
  const { value } = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  if (value.startsWith("/") && value.trim().includes(" ")) timer = setTimeout(() => ask(form, question), PAUSE);
  else show("");
}

/** @param {string} meaning */
function show(meaning) {
  if (meaning !== page.ui.meaning) change({ meaning });
}

/**
 * @param {HTMLFormElement} form
 * @param {number} mine
 */
async function ask(form, mine) {
  const entries = [...new FormData(form)].filter(([name]) => ASKED.includes(name));
  const query = new URLSearchParams(/** @type {any} */ (entries));
  try {
    const meaning = await fetchPart(`meaning/?${query}`, { kind: "text" });
    if (mine === question) show(meaning ?? "");
  } catch {
    // The next key asks again.
  }
}
