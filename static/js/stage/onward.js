// Leads this page to the next scene when the Storyteller goes on there, with the line that was being typed. Somebody who is
// writing is asked instead: until then the page stays as it is.

import { keepForNext } from "./drafts.js";
import { change, page, setFacts } from "./page.js";

const WRITTEN = "textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=submit], [type=file])";
const FORMS = "form :is(input, select, textarea):not(#say)";
const OWN = "#f-tool-next-scene"; // the form that leads to the next scene does not count

/** @type {any} what the server says in that time; undefined while the page shows it */
let held;

/** What the server said last. */
export const newest = () => held ?? page.facts;

/** @param {any} facts */
const findNext = ({ place }) => (place?.onward?.is_open ? place.onward : undefined);

/**
 * Shows new facts, or goes on to the next scene, or asks whether to.
 * @param {any} facts
 */
export function follow(facts) {
  const next = findNext(facts);
  const isNew = next && !findNext(newest());
  if (isNew && !isWriting()) {
    leaveFor(next.url);
    location.assign(next.url);
  } else if (next && (isNew || held)) {
    held = facts;
    return change({ onward: next });
  }
  held = undefined; // also where the scene was opened again
  page.ui = { ...page.ui, onward: undefined };
  setFacts(facts);
}

/**
 * Lets what is being typed come along to this address.
 * @param {string} url
 */
export function leaveFor(url) {
  keepForNext(new URL(url, location.href).pathname);
}

/** Whether a person is writing, or stands in a form. A line for the log that is still empty does not count. */
function isWriting() {
  const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(`main :is(${WRITTEN})`)]);
  const isTyped = (field) => !field.closest(OWN) && field.value !== field.defaultValue && field.value.trim() !== "";
  const focused = /** @type {Element} */ (document.activeElement);
  return fields.some(isTyped) || (focused.matches(`main ${FORMS}`) && !focused.closest(OWN));
}
