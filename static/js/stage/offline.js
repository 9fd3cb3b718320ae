// Without a connection: words that were written wait in their writer's store, and the copy of this page that the device keeps
// is renewed. What sends them is fetched when there are some.

import { mayWait } from "../waiting/rules.js";
import { hasUnsent } from "../waiting/shelf.js";
import { change, page, put } from "./page.js";
import { say } from "./words.js";

/** @typedef {import("../waiting/rules.js").Item} Item */

const FORMS = ["say", "post", "note"]; // whose words may wait: dice and moves need the server
const getWorker = () => window.navigator.serviceWorker;

/** @type {Promise<typeof import("../waiting/outbox.js")> | undefined} */
let outbox;

function openOutbox() {
  outbox ??= import("../waiting/outbox.js").then(async (box) => {
    await box.openOutbox(page.at.person, { show: (unsent) => change({ unsent }), hear });
    return box;
  });
  return outbox;
}

/**
 * Goes on with notes that the server has taken.
 * @param {Item} item
 * @param {any} result
 */
function hear({ name, page: at, text }, result) {
  if (name === "note" && at === location.pathname) put("kept", name, { ...page.ui.kept.note, text, ...result });
}

/**
 * Whether what is written now comes after something that waits, and so has to wait too.
 * @param {string} name
 * @param {string} text
 */
export const mustWait = (name, text) => canWait(name, text) && page.ui.unsent.some(({ refused }) => !refused);

/**
 * @param {string} name
 * @param {string} text
 */
const canWait = (name, text) => FORMS.includes(name) && mayWait(text, name === "say" ? page.at.spoken : "");

/**
 * Keeps words that cannot be sent now. Says whether this device does.
 * @param {string} name the form's
 * @param {string} id of the command, or where one text is kept
 * @param {string} action
 * @param {[string, string][]} body
 */
export async function letWait(name, id, action, body) {
  const given = Object.fromEntries(body);
  if (!getWorker()?.controller || !canWait(name, given.text)) return false;
  const where = whereOf(given);
  try {
    return await (await openOutbox()).keep({
      id,
      name,
      action,
      page: location.pathname,
      where,
      text: given.text,
      body,
    });
  } catch {
    outbox = undefined; // what keeps words was never fetched
    return false;
  }
}

/** For whom words are, and where. @param {Record<string, string>} given */
function whereOf({ strand, to }) {
  const { place, side_scenes, voices } = page.facts;
  const side = side_scenes?.find(({ id }) => id === strand);
  const hearer = voices?.ears.find(({ key }) => key === to);
  return [place.title, side?.title, hearer && say("to", hearer)].filter(Boolean).join(" · ");
}

/** Takes out what waits, and says whether it could. @param {string} id */
export const dropUnsent = async (id) => (await openOutbox()).drop(id);

export async function watchOffline() {
  const worker = getWorker();
  worker?.register("/worker.js").catch(() => {});
  if (!worker?.controller) return;
  let copied = page.facts.count;
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || page.ui.link !== "live" || page.facts.count === copied) return;
    copied = page.facts.count;
    worker.controller?.postMessage({ keep: location.href.split("#")[0] });
  });
  if (await hasUnsent(page.at.person)) openOutbox();
}
