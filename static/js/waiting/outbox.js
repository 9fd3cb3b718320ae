// Words that did not reach the server wait in their writer's store, and are sent in order when it answers again, each
// with its command id. A page opens it when there are such words, and is result what waits.

import { judge, SHELF, sortByTime } from "./rules.js";
import { listShelf, openShelf } from "./shelf.js";

const AGAIN = 5000; // milliseconds between two tries
const ANSWER = 15000; // the longest that one takes: after that the same words are sent once more

/** @typedef {import("./rules.js").Item} Item */

let person = "";
/** @type {{ show: (items: Item[]) => void, hear?: (item: Item, result: any) => void }} */
let page;
let sending = ""; // the id of what is on its way
let isEmpty = true;

/**
 * @param {string} writer
 * @param {typeof page} given `show`: draws what waits; `hear`: learns what the server said to something that it took
 */
export async function openOutbox(writer, given) {
  person = writer;
  page = given;
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => !document.hidden && show());
  setInterval(() => !isEmpty && send(), AGAIN);
  await show();
  send();
}

/** @returns {Promise<Item[]>} */
async function loadAll() {
  const store = await openShelf(person);
  const found = await Promise.all((await listShelf(store)).map((key) => store.match(key)));
  return sortByTime(await Promise.all(found.filter(Boolean).map((answer) => answer.json())));
}

/** @param {string} wanted */
const find = async (wanted) => (await loadAll()).find(({ id }) => id === wanted);

/** @param {string} id */
const keyOf = (id) => SHELF + encodeURIComponent(id);

/** @param {Item} item */
async function put(item) {
  await (await openShelf(person))?.put(keyOf(item.id), new Response(JSON.stringify(item)));
}

/** @param {string} id */
async function remove(id) {
  await (await openShelf(person))?.delete(keyOf(id));
}

async function show() {
  const items = await loadAll();
  isEmpty = !items.length;
  page.show(items.map((item) => ({ ...item, isSending: item.id === sending })));
}

/**
 * Keeps what is to be sent, if this device keeps anything. Says whether it does.
 * @param {Item} item
 */
export async function keep(item) {
  if (!(await openShelf(person))) return false;
  const before = await find(item.id);
  await put({ ...item, at: before?.at ?? Date.now() });
  await show();
  send();
  return true;
}

/**
 * Takes something out. Says whether it could: what is on its way cannot be taken back.
 * @param {string} id
 */
export async function drop(id) {
  if (sending === id) return false;
  await remove(id);
  await show();
  return true;
}

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
    const item = (await loadAll()).find((item) => !item.refused);
    if (!item) return;
    sending = item.id;
    await show();
    const isOver = await sendOne(item).catch(() => true);
    sending = "";
    await show();
    if (isOver) return;
  }
}

/**
 * Returns whether the rest has to wait.
 * @param {Item} item
 */
async function sendOne(item) {
  const body = new URLSearchParams(item.body);
  const token = findToken();
  if (token) body.set("csrfmiddlewaretoken", token);
  const headers = { Accept: "application/json", "HX-Request": "true" };
  const signal = AbortSignal.timeout(ANSWER);
  const answer = await fetch(item.action, { method: "POST", body, headers, signal });
  const what = judge(answer);
  if (what === "gone" || what === "later") return true;
  const result = parseAnswer(await answer.text());
  const now = await find(item.id);
  if (now && now.text !== item.text) await put({ ...now, body: replaceSeen(now.body, result.seen) });
  else if (what === "done") await remove(item.id);
  else await put({ ...item, refused: result.wrong });
  if (what === "done") page.hear?.(item, result);
  return false;
}

/** The token of this page: that of what waits may be of an earlier session. */
function findToken() {
  const table = /** @type {HTMLElement | null} */ (document.querySelector("[data-csrf]"));
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("form [name=csrfmiddlewaretoken]"));
  return table?.dataset.csrf ?? field?.value;
}

/** @param {string} text facts, or a sentence in a page or a part of one */
function parseAnswer(text) {
  try {
    return JSON.parse(text);
  } catch {
    const { body } = new DOMParser().parseFromString(text, "text/html");
    return { wrong: (body.querySelector("[role=alert]") ?? body.querySelector("h1") ?? body).textContent.trim() };
  }
}

/**
 * A text that was changed in the meantime replaces what the server has of it now.
 * @param {Item["body"]} body
 * @param {string | undefined} seen
 */
function replaceSeen(body, seen) {
  return seen
    ? body.map(([key, value]) => /** @type {[string, string]} */ ([key, key === "seen" ? seen : value]))
    : body;
}
