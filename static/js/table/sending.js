// Forms on their way to the server. A form keeps its command id until the server answers; a double click is one click.

import { formatUuid, isSecondTap } from "./logic.js";
import { drawnTo, isTouched, refuse, table, tellPage } from "./page.js";

// Not crypto.randomUUID: a page over plain http, as of a phone in the same house, does not have it.
function newId() {
  return formatUuid(crypto.getRandomValues(new Uint8Array(16)));
}

export function fillForms() {
  for (const field of table.querySelectorAll("input[name=command]")) if (!field.value) field.value = newId();
  for (const field of table.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = table.dataset.csrf;
  for (const field of table.querySelectorAll("form input[name=number]")) field.value = drawnTo();
}

// Whether the server answered with a whole page: the person may no longer sit here. It must not be swapped into this one.
function isTurnedAway(xhr) {
  return /^\s*<!doctype/i.test(xhr?.responseText ?? "");
}

// Whether the server has heard the form. If not, the form goes out again with the same id.
export function isAnswered(xhr) {
  const status = xhr?.status ?? 0;
  return status !== 0 && status < 500 && !isTurnedAway(xhr);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status >= 500 || !isTurnedAway(event.detail.xhr)) return;
  event.detail.shouldSwap = false;
  tellPage("table:left");
  refuse(document.getElementById("link-state").dataset.gone);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches("form") || !isAnswered(event.detail.xhr)) return;
  const id = form.querySelector("input[name=command]");
  if (!id) return; // no command of the table
  id.value = newId();
  if (event.detail.successful && !isKept(event.detail)) clear(form, event.detail.requestConfig.parameters);
  else document.getElementById("refusal").scrollIntoView({ block: "nearest" });
  if (event.detail.xhr.status === 409) tellPage("table:behind");
});

// Whether a roll was kept and not made: its pad stays as it is, for the throw.
export function isKept(detail) {
  return detail.requestConfig.path.endsWith("/favorites/");
}

// Words that do not reach the server wait for it, if this device keeps them.
async function letWait({ elt: form, requestConfig: { formData, parameters } }) {
  const { keepUnsent } = await import("./unsent.js");
  if (!(await keepUnsent(form, formData))) return refuse(table.dataset.unheard);
  refuse("");
  const id = form.elements.command;
  if (id?.value === parameters.command) id.value = newId();
  clear(form, parameters);
  form.dispatchEvent(new Event("waits"));
}

// A copy of a page asks by itself for what it does not have.
const isCopy = "kept" in document.documentElement.dataset;

document.addEventListener("htmx:sendError", ({ detail }) => {
  if (detail.elt.matches("form[data-waits]")) letWait(detail);
  else if (!isCopy || detail.requestConfig.verb !== "get") refuse(table.dataset.unheard);
});
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) refuse(table.dataset.failed);
});

// Empties a form that was answered, so that the next one does not send the same words, names or reason. A roll keeps its
// traits, but not what it cost or claimed:
const SPENT = ["r.stunt", "r.effort", "r.willpower", "r.motes", "r.powers"];

// What was written while the answer was under way stays.
function clear(form, sent) {
  if (form.matches("[data-once]")) form.reset();
  for (const field of form.querySelectorAll("[data-clear]")) if (field.value === sent[field.name]) field.value = "";
  const spent = [...form.elements].filter((field) => SPENT.includes(field.name) && isTouched(field));
  spent.forEach(restore);
  if (spent.length) form.dispatchEvent(new Event("change")); // fetches the odds anew
}

// A move of the fight that was sent is over, and the server would refuse to weigh it: nobody asks for its odds until the
// table is drawn anew.
const sent = new Set();
const MOVES = "#mine form, #waiting form";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  if (elt.matches(MOVES)) sent.add(elt);
  else if (elt.matches(".pad__odds") && sent.has(elt.closest("form"))) event.preventDefault();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, successful } = event.detail;
  if (!successful && sent.delete(elt)) elt.dispatchEvent(new Event("change")); // it was refused: its odds are wanted again
});
document.addEventListener("table:drawn", () => sent.clear());

// What shows odds, or has asked for them: an answer on its way may be older than the drawing.
const ODDS = ":has(.pad__odds > *, .pad__odds.htmx-request)";

// A new drawing may have changed the odds of a form that is filled in.
document.addEventListener("table:drawn", () => {
  for (const form of table.querySelectorAll(`form${ODDS}`)) {
    if ([...form.elements].some(isTouched)) form.dispatchEvent(new Event("change"));
  }
});

// The odds of an open pad follow the figures of the fight, even if nobody has touched the pad.
document.addEventListener("table:figures", () => {
  for (const form of table.querySelectorAll(`:is(#rolls, #tasks, #mine) form${ODDS}`)) {
    if (form.checkVisibility() && ![...form.elements].some(isTouched)) form.dispatchEvent(new Event("change"));
  }
});

function restore(field) {
  field.checked = field.defaultChecked;
  if (field.matches("select")) for (const option of field.options) option.selected = option.defaultSelected;
  else field.value = field.defaultValue;
}

// ---- A double click is one click, even if another button lies under the finger by then

let tapped = { at: -Infinity, x: 0, y: 0 };

function isRepeated(event) {
  const before = tapped;
  tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  return event.detail > 1 || (event.pointerType === "touch" && isSecondTap(before, tapped));
}

table.addEventListener(
  "click",
  (event) => {
    if (isRepeated(event) && event.target.closest("button:not([type=button])")) event.preventDefault();
  },
  true,
);

table.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches(".htmx-request")) return; // it is on its way; htmx would send it once more afterwards
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
