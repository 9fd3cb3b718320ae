// Forms on their way to the server: each carries a command id, the same until it is answered; a double click is one.

import { drawnTo, isTouched, refuse, table, tellPage } from "./page.js";

// A random UUID; crypto.randomUUID is not there for a phone that plays over plain http in the same house.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function fillForms() {
  for (const field of table.querySelectorAll("input[name=command]")) if (!field.value) field.value = newId();
  for (const field of table.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = table.dataset.csrf;
  for (const field of table.querySelectorAll("form input[name=number]")) field.value = drawnTo();
}

// A whole page is no answer to a form, and has no place inside this one: it is the door to whoever is not signed in any
// more, or says that there is nothing here for them.
function isTurnedAway(xhr) {
  return /^\s*<!doctype/i.test(xhr?.responseText ?? "");
}

// Whether the server has heard it: if not, the same id goes out again.
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
  if (id) id.value = newId();
  if (event.detail.successful) clear(form);
  else document.getElementById("refusal").scrollIntoView({ block: "nearest" });
  if (event.detail.xhr.status === 409) tellPage("table:behind");
});

document.addEventListener("htmx:sendError", () => refuse(table.dataset.unheard));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) refuse(table.dataset.failed);
});

// What was said, who came in, a ruling's reason: it is not sent a second time with the next. Of a roll the traits stay,
// and what it cost or claimed does not.
const SPENT = ["r.stunt", "r.effort", "r.willpower", "r.motes", "r.powers"];

function clear(form) {
  if (form.matches("[data-once]")) form.reset();
  form.querySelectorAll("[data-clear]").forEach((field) => (field.value = ""));
  const spent = [...form.elements].filter((field) => SPENT.includes(field.name) && isTouched(field));
  spent.forEach(restore);
  if (spent.length) form.dispatchEvent(new Event("change")); // the odds are others now
}

// What has happened since a form was filled in may have changed its odds.
document.addEventListener("table:drawn", () => {
  for (const form of table.querySelectorAll("form:has(.pad__odds > *)")) {
    if ([...form.elements].some(isTouched)) form.dispatchEvent(new Event("change"));
  }
});

// A roll uses the figures of the fight and a stunt that was awarded: the odds of a pad that stands open follow them,
// also where nobody touched it.
document.addEventListener("table:figures", () => {
  for (const form of table.querySelectorAll(":is(#rolls, #tasks) form:has(.pad__odds > *)")) {
    if (form.checkVisibility() && ![...form.elements].some(isTouched)) form.dispatchEvent(new Event("change"));
  }
});

function restore(field) {
  field.checked = field.defaultChecked;
  if (field.matches("select")) for (const option of field.options) option.selected = option.defaultSelected;
  else field.value = field.defaultValue;
}

// ---- a double click is one click, however soon the first is answered, and whatever has come to lie under the finger

const AGAIN = 400; // milliseconds between the taps of one finger
const NEAR = 24; // pixels that it may stray
let tapped = { at: -AGAIN, x: 0, y: 0 };

function isAgain(event) {
  const last = tapped;
  tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  if (event.detail > 1) return true;
  const isNear = Math.hypot(tapped.x - last.x, tapped.y - last.y) < NEAR;
  return event.pointerType === "touch" && isNear && tapped.at - last.at < AGAIN;
}

table.addEventListener("click", (event) => {
  if (isAgain(event) && event.target.closest("button:not([type=button])")) event.preventDefault();
}, true);

table.addEventListener("submit", (event) => {
  if (!event.target.matches(".htmx-request")) return; // it is on its way, and would wait to go once more
  event.preventDefault();
  event.stopPropagation();
}, true);
