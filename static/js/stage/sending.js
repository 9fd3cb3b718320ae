// Acts on their way to the server: forms that the parts draw and htmx sends. A form keeps its command id until the server
// answers, so that a second try never acts twice; a double click is one click; a refusal is shown where the form stands.

import { forget, keepOverSignIn, keepTraits } from "./drafts.js";
import { letWait, mustWait } from "./offline.js";
import { leaveFor } from "./onward.js";
import { change, page, put } from "./page.js";
import { formatUuid, isSecondTap } from "./send_rules.js";
import { say } from "./words.js";

/** @type {Map<string, string>} by the name of a form */
const ids = new Map();
/** The server was not reached, or what stands before it did not reach it. */
const AWAY = [0, 502, 503, 504];
/** @type {WeakSet<Element>} */
const known = new WeakSet();

/** @param {string} name the id of the command that a form of this name sends next */
export function idOf(name) {
  // Not crypto.randomUUID: a page over plain http, as of a phone in the same house, does not have it.
  if (!ids.has(name)) ids.set(name, formatUuid(crypto.getRandomValues(new Uint8Array(16))));
  return ids.get(name);
}

/**
 * Lets htmx know the forms that have come since the last drawing.
 * @param {ParentNode} root
 */
export function processForms(root) {
  for (const form of root.querySelectorAll("form[hx-post]")) {
    if (known.has(form)) continue;
    known.add(form);
    form.addEventListener("htmx:afterRequest", settle); // not on the document: a form may be gone before its answer comes
    /** @type {any} */ (window).htmx.process(form);
  }
}

/** @param {Element} elt */
const nameOf = (elt) => (elt instanceof HTMLFormElement && elt.dataset.act) || "";

/** @param {any} event */
function fillIn({ detail }) {
  const name = nameOf(detail.elt);
  if (!name) return;
  detail.parameters.command = idOf(name);
  detail.parameters.number = page.facts.count ?? page.facts.n;
  const by = detail.triggeringEvent?.submitter; // a button outside of its form, as an answer is
  if (by?.name) detail.parameters[by.name] = by.value;
  detail.parameters.csrfmiddlewaretoken = page.at.csrf;
}

// Whether the server answered with a whole page: the person may no longer sit here.
const isTurnedAway = (xhr) => /^\s*<!doctype/i.test(xhr?.responseText ?? "");

/** @type {Set<string>} the moves that are on their way */
const sent = new Set();

/** @param {string} offer whether the move is on its way */
export const wasSent = (offer) => sent.has(offer);

/** @param {any} event */
function note(event) {
  const { detail } = event;
  const form = detail.elt;
  const { formData } = detail.requestConfig ?? {};
  if (formData && mustWait(nameOf(form), String(formData.get("text") ?? ""))) {
    event.preventDefault();
    return putAway(form, formData);
  }
  if (form.dataset?.offer) sent.add(form.dataset.offer);
  const by = detail.requestConfig?.triggeringEvent?.submitter;
  const said = form.querySelector?.(".odds b") ?? by?.querySelector?.(".odd, small");
  const words = said?.textContent.trim() ?? "";
  if (words.includes("%")) page.ui.chance = { words, n: page.facts.count };
}

/** @param {any} event */
function settle({ detail }) {
  const form = detail.requestConfig.elt;
  const name = nameOf(form);
  const { xhr } = detail;
  if (!name) return;
  if (AWAY.includes(xhr?.status ?? 0)) return putAway(form, detail.requestConfig.formData);
  if (xhr.status >= 500) return put("refused", name, say("no_answer"));
  if (isTurnedAway(xhr)) {
    keepOverSignIn();
    return put("refused", name, say("gone"));
  }
  ids.delete(name);
  sent.delete(form.dataset.offer);
  const onward = xhr.getResponseHeader?.("HX-Redirect");
  if (onward) leaveFor(onward);
  if (!detail.successful) return put("refused", name, findWords(xhr.responseText));
  finish(form, name, detail.requestConfig.parameters);
}

/** @type {Set<Element>} forms whose words are being kept */
const keeping = new Set();

/**
 * Words that the server could not be told wait; everything else is to be tried again, with the same id.
 * @param {HTMLFormElement} form
 * @param {FormData} [given]
 */
async function putAway(form, given) {
  const name = nameOf(form);
  const body = /** @type {[string, string][]} */ ([...(given ?? [])]);
  const sent = Object.fromEntries(body);
  keeping.add(form);
  const isKept = await letWait(name, sent.command, form.action, body);
  keeping.delete(form);
  if (!isKept) return put("refused", name, say("not_heard"));
  ids.delete(name);
  finish(form, name, sent);
}

/**
 * Empties a form that was heard. What was written while the answer was under way stays.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {any} sent
 */
function finish(form, name, sent) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-clear]"))) {
    if (field.value === sent[field.name]) field.value = "";
  }
  if (name.startsWith("roll ")) keepTraits(name);
  else if (form.dataset.offer) forget(form.dataset.offer);
  if (name.startsWith("tool-")) form.reset(); // it may stay open for the next of its kind
  const { card, offer } = form.dataset;
  if (card && [offer, undefined].includes(page.ui.picked[card])) {
    put("picked", card, undefined);
    if (page.ui.card === card) change({ card: "" }); // what waits now has the hand
  }
  put("refused", name, undefined);
  if (card) document.getElementById("hand-h")?.scrollIntoView?.({ block: "nearest" }); // in a window that is too low for all
  document.dispatchEvent(new CustomEvent("stage:heard", { detail: { name } }));
}

/** @param {string} text */
function findWords(text) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  return (body.querySelector("[role=alert]") ?? body).textContent.trim();
}

let tapped = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };

/** @param {any} event whether it repeats the click before it, even if another button lies under the finger by then */
function isRepeated(event) {
  const before = tapped;
  tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  return event.detail > 1 || (event.pointerType === "touch" && isSecondTap(before, tapped));
}

export function watchSending() {
  document.addEventListener("htmx:configRequest", fillIn);
  document.addEventListener("htmx:beforeRequest", note);
  document.addEventListener(
    "click",
    (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button?.getAttribute("aria-disabled") === "true") event.preventDefault();
      else if (isRepeated(event) && button && button.type === "submit") event.preventDefault();
    },
    true,
  );
  document.addEventListener(
    "submit",
    (event) => {
      const form = /** @type {Element} */ (event.target);
      if (!form.matches(".htmx-request") && !keeping.has(form)) return; // it is on its way; htmx would send it once more afterwards
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
