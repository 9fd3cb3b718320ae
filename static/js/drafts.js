// Keeps what a person types into the text areas of a page until it is saved: in this browser, for this person alone.
// Fields that the server keeps by itself (the post of a scene, private notes) and the live table have their own way.

import { judgeDraft, judgeSent, keyOf, listForeign, PREFIX, parseKey } from "./draft_rules.js";

const person = document.getElementById("unsent")?.dataset.person ?? "";
const sample = /** @type {HTMLTemplateElement | null} */ (document.getElementById("draft-note"));
const posted = "posted" in document.documentElement.dataset;
const OWN = "main form[method=post] textarea[name]:not([hx-post], form[hx-post] *, [readonly])";

const listKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
const load = (key) => JSON.parse(localStorage.getItem(key) ?? "null");

function write(key, draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // no room: the field works as before
  }
}

/** @param {HTMLTextAreaElement} field */
function find(field) {
  const action = field.form.getAttribute("action") ?? "";
  return keyOf(person, { path: location.pathname, action, name: field.name });
}

/** @param {string} type how the person came: a page as it was left is never an answer */
function settleSent(type) {
  const from = document.referrer.startsWith(`${location.origin}/`) ? new URL(document.referrer).pathname : "";
  const arrival = { posted, signedIn: Boolean(person), type, from, here: location.pathname };
  for (const key of listKeys()) {
    const draft = load(key);
    const what = draft.sent ? judgeSent(arrival, parseKey(key).path) : "unknown";
    if (what === "saved") localStorage.removeItem(key);
    if (what === "failed") write(key, { ...draft, sent: false });
  }
}

/** @param {HTMLTextAreaElement} field */
function putBack(field, key, draft) {
  const what = judgeDraft(draft, { value: field.value, posted, now: Date.now() });
  if (what === "drop") localStorage.removeItem(key);
  if (what !== "restore" && what !== "offer") return;
  const stored = field.value;
  const note = /** @type {HTMLElement} */ (sample.content.firstElementChild.cloneNode(true));
  const [insert, discard] = note.querySelectorAll("button");
  note.querySelector("span").textContent = note.dataset[what];
  if (what === "restore") {
    field.value = draft.text;
    insert.remove();
  }
  insert.addEventListener("click", () => {
    field.value = draft.text;
    insert.remove();
    field.focus();
  });
  discard.addEventListener("click", () => {
    field.value = stored;
    localStorage.removeItem(key);
    note.remove();
    field.focus();
  });
  field.after(note);
}

/** @param {HTMLTextAreaElement} field */
function keep(field) {
  const key = find(field);
  const base = load(key)?.base ?? field.defaultValue;
  if (field.value === base && !posted) localStorage.removeItem(key);
  else write(key, { text: field.value, base, at: Date.now(), sent: false });
}

// A look at what was typed (an import) answers the form, and its own form saves it: then the fields are not there any more.
/** @param {HTMLFormElement} form */
function markSent(form) {
  const fields = /** @type {HTMLTextAreaElement[]} */ ([...document.querySelectorAll(OWN)]);
  const shown = new Map(fields.map((field) => [find(field), field]));
  for (const key of listKeys().filter((stored) => parseKey(stored).path === location.pathname)) {
    const isIn = shown.has(key) ? form.contains(shown.get(key)) : posted && form.closest("main");
    if (isIn) write(key, { ...load(key), sent: true });
  }
}

function begin() {
  const fields = /** @type {NodeListOf<HTMLTextAreaElement>} */ (document.querySelectorAll(OWN));
  for (const field of fields) {
    const draft = load(find(field));
    if (draft) putBack(field, find(field), draft);
  }
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.matches(OWN)) keep(target);
  });
  document.addEventListener("submit", ({ target }) => {
    markSent(/** @type {HTMLFormElement} */ (target));
  });
}

if (person) for (const key of listForeign(Object.keys(localStorage), person)) localStorage.removeItem(key);
const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
settleSent(entry?.type ?? "");
if (person && sample) begin();
// The page as it was left, after a form that did not arrive.
window.addEventListener("pageshow", ({ persisted }) => persisted && settleSent("back_forward"));
