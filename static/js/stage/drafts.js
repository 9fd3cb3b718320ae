// What people type and choose in the form of an offer, kept by the offer's id: it comes back when the form does, also after
// somebody else has answered in between, and after the page was loaded again for a newer renderer.

import { page, put } from "./page.js";

const KEPT = "storywheel.stage";
const FIELDS = "input:not([type=hidden]), select, textarea";

/** @type {WeakSet<Element>} */
const filled = new WeakSet();

/**
 * Notes what stands in the form of an offer.
 * @param {HTMLFormElement} form
 */
export function keepTyped(form) {
  const offer = form.dataset.offer;
  if (!offer) return;
  /** @type {Record<string, string[]>} */
  const typed = {};
  for (const field of listFields(form)) {
    typed[field.name] ??= [];
    const isOff = field instanceof HTMLInputElement && isTicked(field) && !field.checked;
    if (!isOff) typed[field.name].push(field.value);
    filled.add(field);
  }
  put("typed", offer, typed);
}

/** @param {string} offer */
export function forget(offer) {
  if (page.ui.typed[offer]) put("typed", offer, undefined);
}

/**
 * Fills in what was typed before, in fields that have come since the last drawing.
 * @param {ParentNode} root
 */
export function fillDrafts(root) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (root.querySelectorAll("form[data-offer]"))) {
    const typed = page.ui.typed[form.dataset.offer];
    if (typed) fill(form, typed);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string[]>} typed
 */
function fill(form, typed) {
  /** @type {Record<string, number>} */
  const places = {};
  for (const field of listFields(form)) {
    const place = places[field.name] ?? 0;
    places[field.name] = place + 1;
    const values = typed[field.name];
    if (filled.has(field) || !values) continue;
    filled.add(field);
    if (field instanceof HTMLInputElement && isTicked(field)) field.checked = values.includes(field.value);
    else field.value = values[place] ?? "";
  }
}

/**
 * @param {HTMLFormElement} form
 * @returns {(HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]}
 */
function listFields(form) {
  const fields = /** @type {any} */ (form.querySelectorAll(FIELDS));
  return [...fields].filter((field) => field.name && field.form === form);
}

/** @param {HTMLInputElement} field */
const isTicked = (field) => field.type === "radio" || field.type === "checkbox";

/** Keeps everything that is typed for the next loading of this page. */
export function keepForReload() {
  const say = /** @type {HTMLInputElement | null} */ (document.getElementById("say"));
  const kept = { at: location.pathname, typed: page.ui.typed, picked: page.ui.picked, say: say?.value ?? "" };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // This browser stores nothing: what was typed is lost with the page.
  }
}

/** @returns {{ typed: any, picked: any, say: string } | null} what was kept, once */
export function takeKept() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    sessionStorage.removeItem(KEPT);
    return kept?.at === location.pathname ? kept : null;
  } catch {
    return null;
  }
}
