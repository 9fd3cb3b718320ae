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

/** What a roll cost or claimed, and why. */
const SPENT = ["r.stunt", "r.effort", "r.willpower", "r.motes", "r.powers", "why"];

/**
 * Forgets of a roll that was made what it cost, claimed and asked for. The next from the same sheet keeps its traits.
 * @param {string} offer
 */
export function keepTraits(offer) {
  const asks = (page.ui.forms[offer]?.asks ?? []).map(({ name }) => name);
  const kept = Object.entries(page.ui.typed[offer] ?? {}).filter(([name]) => ![...SPENT, ...asks].includes(name));
  put("typed", offer, Object.fromEntries(kept));
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

/** Keeps everything that is typed for the next loading of this page by the same person. */
export function keepForReload() {
  const { typed, picked, tool, unsaved, kept } = page.ui;
  keep(location.pathname, { typed, picked, tool, unsaved, seen: kept[unsaved]?.seen });
}

/** The way back to this table leads over the page to sign in: what is typed until then comes along. */
export function keepOverSignIn() {
  window.addEventListener("pagehide", keepForReload);
}

/**
 * Keeps the line for the log, and what does not belong to this scene, for the page of the next one.
 * @param {string} at
 */
export function keepForNext(at) {
  const mine = Object.entries(page.ui.typed).filter(([name]) => name.startsWith("roll ") || name.startsWith("tool-"));
  keep(at, { typed: Object.fromEntries(mine), picked: {}, tool: "" });
}

/**
 * @param {string} at the address of the page to which it belongs
 * @param {{ typed: any, picked: any, tool: string, unsaved?: string, seen?: string }} ui
 */
function keep(at, ui) {
  const line = /** @type {HTMLInputElement | null} */ (document.getElementById("say"));
  const hearer = /** @type {HTMLSelectElement | null} */ (document.getElementById("say-to"));
  const isFocused = line !== null && document.activeElement === line;
  const kept = { at, person: page.at.person, ...ui, say: line?.value ?? "", to: hearer?.value ?? "", isFocused };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // This browser stores nothing: what was typed is lost with the page.
  }
}

/** Puts the line back, for the same hearer: where that one is not there, nothing is said to others in its place. */
export function fillLine({ say, to, isFocused }) {
  const line = /** @type {HTMLInputElement | null} */ (document.getElementById("say"));
  const hearer = /** @type {HTMLSelectElement | null} */ (document.getElementById("say-to"));
  if (!line) return;
  if (hearer && to) hearer.value = to;
  if (!to || hearer?.value === to) line.value = say;
  else if (hearer) hearer.value = "";
  if (isFocused) line.focus();
}

/** @returns {any} what this person kept for this page, once; nothing of somebody else */
export function takeKept() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    sessionStorage.removeItem(KEPT);
    return kept?.at === location.pathname && kept.person === page.at.person ? kept : null;
  } catch {
    return null;
  }
}
