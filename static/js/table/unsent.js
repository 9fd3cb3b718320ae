// Words that did not reach the server wait in their writer's store, and are sent in order when it answers again, each
// with its command id.

import { joinBack, judge, mayWait, SHELF, sortByTime } from "./waiting.js";

const place = document.getElementById("unsent");
const list = place.querySelector("ul");
const sample = place.querySelector("template").content.firstElementChild;
const name = `own ${place.dataset.person}`;
const AGAIN = 5000; // milliseconds between two tries
const ANSWER = 15000; // the longest that one takes: after that the same words are sent once more

let sending = null; // the id of what is on its way

async function openStore() {
  return (await window.caches.has(name)) ? window.caches.open(name) : null;
}

async function readAll() {
  const store = await openStore();
  const keys = store ? (await store.keys()).filter(({ url }) => new URL(url).pathname.startsWith(SHELF)) : [];
  const found = await Promise.all(keys.map((key) => store.match(key)));
  return sortByTime(await Promise.all(found.filter(Boolean).map((one) => one.json())));
}

const keyOf = ({ id }) => SHELF + encodeURIComponent(id);

async function put(item) {
  await (await openStore())?.put(keyOf(item), new Response(JSON.stringify(item)));
}

async function remove(item) {
  await (await openStore())?.delete(keyOf(item));
}

/**
 * Keeps what a form was to send, if its words can wait and this device keeps anything. Says whether it does.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
export async function keepUnsent(form, data) {
  const text = String(data.get("text") ?? "");
  if (!navigator.serviceWorker?.controller || !mayWait(text, form.dataset.waits) || !(await openStore())) return false;
  const id = String(data.get("command") ?? form.action); // of notes the newest text is enough
  const before = (await readAll()).find((one) => one.id === id);
  const where = document.querySelector("[aria-current=page]")?.textContent.trim() ?? "";
  const item = { id, at: before?.at ?? Date.now(), action: form.action, page: location.pathname, where, text };
  await put({ ...item, body: [...data] });
  await draw();
  send();
  return true;
}

// What is written while something waits comes after it: as if the server had not been reached.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  if (!elt.matches("form[data-waits]") || !list.querySelector("li:not(.is-refused)")) return;
  event.preventDefault();
  elt.dispatchEvent(new CustomEvent("htmx:sendError", { bubbles: true, detail: event.detail }));
});

// ---- Sending

async function send() {
  if (sending || !(await isThere())) return;
  await navigator.locks.request("unsent", { ifAvailable: true }, async (lock) => lock && sendAll());
}

// Asked first: what is on its way cannot be taken back.
async function isThere() {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(AGAIN) })).ok;
  } catch {
    return false;
  }
}

async function sendAll() {
  for (;;) {
    const item = (await readAll()).find((one) => !one.refused);
    if (!item) return;
    sending = item.id;
    await draw();
    const isOver = await sendOne(item).catch(() => true);
    sending = null;
    await draw();
    if (isOver) return;
  }
}

/** Returns whether the rest has to wait. */
async function sendOne(item) {
  const body = new URLSearchParams(item.body);
  const token = document.querySelector("form [name=csrfmiddlewaretoken]");
  if (token) body.set("csrfmiddlewaretoken", token.value);
  const headers = { "HX-Request": "true" };
  const signal = AbortSignal.timeout(ANSWER);
  const answer = await fetch(item.action, { method: "POST", body, headers, signal, credentials: "same-origin" });
  const what = judge(answer);
  if (what === "gone" || what === "later") return true;
  const said = await answer.text();
  if (what === "done") showAnswer(item, said);
  const now = (await readAll()).find((one) => one.id === item.id);
  if (now && now.text !== item.text) await goOn(now, said);
  else if (what === "done") await remove(item);
  else await put({ ...item, refused: readWords(said) });
  return false;
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

function readWords(html) {
  const page = parse(html);
  return (page.querySelector("[role=alert]") ?? page.querySelector("h1") ?? page.body).textContent.trim();
}

// Notes written meanwhile replace what the server holds.
async function goOn(item, html) {
  const seen = parse(html).querySelector("[name=seen]")?.value;
  if (seen) await put({ ...item, body: item.body.map(([key, value]) => [key, key === "seen" ? seen : value]) });
}

// A form that goes on with its text must know what the server holds. Notes that read otherwise here must not: they would
// replace it unseen.
function showAnswer(item, html) {
  const form = findForm(item);
  if (form?.getAttribute("hx-swap") !== "outerHTML") return;
  const field = form.elements.text;
  if (!field.matches("[data-clear]")) {
    if (field.value === field.defaultValue) field.value = field.defaultValue = item.text;
    if (field.value !== item.text) return;
  }
  const state = document.querySelector(form.getAttribute("hx-target"));
  if (!state) return;
  state.outerHTML = html;
  window.htmx.process(form);
}

// ---- What waits is shown, and can be taken back

function findForm({ action }) {
  return [...document.querySelectorAll("form[data-waits]")].find((form) => form.action === action);
}

export async function draw() {
  const items = await readAll();
  place.hidden = !items.length;
  list.replaceChildren(...items.map(drawOne));
}

function drawOne(item) {
  const line = sample.cloneNode(true);
  const part = (word) => line.querySelector(`[data-${word}]`);
  part("text").textContent = item.text;
  part("where").textContent = item.where;
  part("where").href = item.page;
  part("state").textContent = item.refused || place.dataset.waiting;
  line.classList.toggle("is-refused", Boolean(item.refused));
  const button = part("back");
  const form = findForm(item);
  button.textContent = form ? place.dataset.back : place.dataset.discard;
  button.disabled = sending === item.id;
  button.addEventListener("click", () => takeBack(item, form));
  return line;
}

async function takeBack(item, form) {
  if (sending === item.id) return;
  await remove(item);
  const field = form?.elements.text;
  if (field) {
    field.value = joinBack(item.text, field.value, field.matches("textarea") ? "\n" : " ");
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }
  await draw();
}

document.getElementById("say-form")?.after(place); // beside what was written, where the eye is
draw().then(send);
setInterval(() => !place.hidden && send(), AGAIN);
window.addEventListener("online", send);
document.addEventListener("visibilitychange", () => !document.hidden && draw());
