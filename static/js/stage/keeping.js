// Texts that the server keeps while they are typed: the draft of a long post, and private notes. Each goes there with the
// fingerprint of the version that it began with, so that what was typed elsewhere is never replaced unseen.

import { forget, keepOverSignIn } from "./drafts.js";
import { letWait, mustWait } from "./offline.js";
import { page, put, showTalk } from "./page.js";
import { say } from "./words.js";

const PAUSE = 1000; // milliseconds without a key before the text is sent

/** @typedef {{ seen: string, saved?: boolean, wrong?: string, theirs?: string, over?: string, preview_html?: string }} Kept */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {HTMLFormElement} form */
export function keepSoon(form) {
  page.ui.unsaved = form.dataset.keep;
  clearTimeout(timer);
  timer = setTimeout(() => keep(form), PAUSE);
}

/** What was being kept goes out with its form, or is gone with it. */
export function stopKeeping() {
  clearTimeout(timer);
  page.ui.unsaved = "";
}

/**
 * Sends the text. Two versions are never on their way at once.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} [more] `do`: what is asked for; `over`: the version that this one replaces
 */
export async function keep(form, more = {}) {
  clearTimeout(timer);
  await sending;
  sending = send(form, more);
  await sending;
}

/** @type {Promise<void>} */
let sending = Promise.resolve();

async function send(form, more) {
  const name = form.dataset.keep;
  const given = { do: "keep", ...more, seen: page.ui.kept[name]?.seen ?? "", csrfmiddlewaretoken: page.at.csrf };
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  for (const [key, value] of Object.entries(given)) body.set(key, value);
  const text = body.get("text");
  const isStill = () => !form.isConnected || text === new FormData(form).get("text");
  const isNote = name === "note";
  const answer = isNote && mustWait(name, text) ? null : await ask(form, body);
  if (!answer && isNote && (await letWait(name, form.action, form.action, [...body]))) {
    if (isStill()) page.ui.unsaved = "";
    return;
  }
  if (!answer || answer.status >= 500) {
    if (form.isConnected) keepSoon(form); // the server is away: the text is tried again
    return;
  }
  const result = (await answer.json().catch(() => null)) ?? turnAway();
  if (page.ui.unsaved && given.do !== "keep") keepSoon(form);
  if (result.saved && isStill()) page.ui.unsaved = "";
  put("kept", name, { ...page.ui.kept[name], saved: false, wrong: "", theirs: undefined, over: "", ...result });
}

/** The server answered with a page: nobody is signed in. */
function turnAway() {
  keepOverSignIn();
  return { wrong: say("gone") };
}

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
async function ask(form, body) {
  try {
    const headers = { Accept: "application/json" };
    return await fetch(form.action, { method: "POST", body, headers });
  } catch {
    return null;
  }
}

const findLine = () => /** @type {HTMLInputElement | null} */ (document.getElementById("say"));

/**
 * Opens the long post.
 * @param {string} [words] what goes on in it, if no draft is there: what stands in the line
 */
export async function openPost(words = findLine()?.value ?? "") {
  const line = findLine();
  const isUnsaved = page.ui.unsaved === "post";
  if (isUnsaved && page.ui.kept.post) return showTalk("write");
  if (!isUnsaved) forget("post"); // another device may have gone on with it
  put("kept", "post", undefined);
  showTalk("write");
  await fetchDraft(`${page.at.base}write/`, words);
  if (line && words && page.ui.kept.post?.text === words) line.value = "";
  document.getElementById("post-text")?.focus();
}

/**
 * Fetches the draft of a long post; words that stand in the line go on in it.
 * @param {string} address
 * @param {string} words
 */
async function fetchDraft(address, words = "") {
  try {
    const headers = { Accept: "application/json", "HX-Request": "true" }; // by which the worker knows a part of the page
    const answer = await fetch(address, { headers });
    if (!answer.ok || answer.redirected) return;
    const draft = await answer.json();
    put("kept", "post", { ...draft, text: draft.text || words });
  } catch {
    // The server is away: the link stays.
  }
}

/**
 * Goes on with a text that was typed when the page was left, over the version that it was typed over.
 * @param {{ unsaved?: string, seen?: string }} left
 */
export async function goOn({ unsaved: name, seen }) {
  if (!name) return;
  page.ui.unsaved = name;
  if (name === "post") await openPost("");
  else showTalk("notes");
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(`form[data-keep=${name}]`));
  if (!form) return;
  put("kept", name, { ...page.ui.kept[name], seen });
  keepSoon(form);
}

export function watchKeeping() {
  window.addEventListener("beforeunload", (event) => {
    if (page.ui.unsaved) event.preventDefault();
  });
  document.addEventListener("input", ({ target }) => {
    const form = /** @type {Element} */ (target).closest?.("form[data-keep]");
    if (form instanceof HTMLFormElement) keepSoon(form);
  });
  document.addEventListener("submit", ({ target }) => {
    if (/** @type {Element} */ (target).matches("form[data-keep]")) stopKeeping();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, successful } = /** @type {CustomEvent} */ (event).detail;
    if (elt.matches("form[data-keep]") && !successful) keep(elt); // what stands in its way is result then
  });
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (target).closest("button[data-do]"));
    if (!button?.form) return;
    const { do: wanted, over } = button.dataset;
    keep(button.form, over ? { do: wanted, over } : { do: wanted });
  });
}
