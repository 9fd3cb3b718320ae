// Offers what the line, or a post, may go on with. What there is to say is fetched at the first "/" or "@", with what
// computes it.

import { change, fetchPart, page } from "./page.js";

/** @typedef {import("../completing.js").Everything} Everything */

/** @type {Promise<[typeof import("../completing.js"), Everything]> | undefined} */
let known;

/** @returns {Promise<Everything>} */
async function fetchKnown() {
  const known = await fetchPart("stage/completions/");
  if (!known) throw new Error();
  return known;
}

/** @param {Event} event */
export async function suggest({ target }) {
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (target);
  const { value, selectionStart } = field;
  const before = value.slice(0, selectionStart);
  if (!before.startsWith("/") && !before.includes("@")) return closeOptions();
  try {
    known ??= Promise.all([import("../completing.js"), fetchKnown()]);
    const [{ listOptions }, all] = await known;
    if (field.value !== value) return; // the next key has asked again
    const speaker = /** @type {HTMLSelectElement | null} */ (field.form.elements.namedItem("speaker"))?.value;
    const said = field.id === "say" ? all : { ...all, commands: [] };
    const { from, options } = listOptions(before, value.slice(selectionStart), said, speaker);
    if (options.length) change({ completing: { id: field.id, from, options, at: -1 } });
    else closeOptions();
  } catch {
    known = undefined; // the server is away: the next key asks again
  }
}

export function closeOptions() {
  if (page.ui.completing) change({ completing: undefined });
}

/** @param {number} place the option to put in */
export function chooseOption(place) {
  const { id, from, options } = page.ui.completing;
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (document.getElementById(id));
  closeOptions();
  field.setRangeText(options[place].insert, from, field.selectionStart, "end");
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {KeyboardEvent} event */
export function pressInOptions(event) {
  const { completing } = page.ui;
  if (!completing || event.isComposing) return;
  const { at, options } = completing;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const places = options.length + 1; // one of them is the text itself
  if (step) change({ completing: { ...completing, at: ((at + 1 + step + places) % places) - 1 } });
  else if (event.key === "Enter" && at >= 0) chooseOption(at);
  else if (event.key === "Tab" && !event.shiftKey) chooseOption(Math.max(at, 0));
  else if (event.key === "Escape") closeOptions();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
