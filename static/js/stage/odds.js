// The chance of the move that is chosen, as its form stands filled in. It is asked for when something was typed or ticked, one
// question at a time.

import { fetchPart, page, put } from "./page.js";
import { wasSent } from "./sending.js";

const PAUSE = 250; // milliseconds without typing before the odds are asked for

/** What says of a roll who makes it known, and not how likely it is. */
const OF_A_ROLL = ["move", "secret"];

/**
 * Whether a form is a roll from a sheet: one of one's own, or one that is asked for.
 * @param {string} [name]
 */
export const isRollForm = (name = "") => name.startsWith("roll ") || name.startsWith("task-");

/** @param {string} [name] whether a form plans a move: of one, the words for it are asked for */
export const isPlanForm = (name = "") => name.startsWith("plan ");

/** @type {Map<string, any[]>} the facts on which the odds of a form were asked for */
const asked = new Map();

const listBasis = () => [page.facts.fight, page.facts.party, page.facts.tasks];

/** Asks for the odds of the roll or the plan that is open, and again for those in sight when figures have changed. */
export function completeOdds() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".hand form[data-offer]"));
  const id = form?.dataset.offer;
  if (!id || wasSent(id) || !(isRollForm(id) || isPlanForm(id) || id in page.ui.odds)) return;
  const before = asked.get(id);
  if (!before || listBasis().some((fact, place) => fact !== before[place])) ask(form, id);
}

/** @param {string} id the form whose odds are no longer true, as those of a roll that was made */
export function forgetOdds(id) {
  asked.delete(id);
  put("odds", id, undefined);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let question = 0;

/**
 * @param {HTMLFormElement} form
 * @param {boolean} hasOdds
 */
export function askOdds(form, hasOdds) {
  if (!hasOdds) return;
  clearTimeout(timer);
  timer = setTimeout(() => ask(form, form.dataset.offer), PAUSE);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} id
 */
async function ask(form, id) {
  asked.set(id, listBasis());
  question += 1;
  const mine = question;
  if (isPlanForm(id)) return askWords(form, id, mine);
  const isRoll = isRollForm(id);
  const entries = [...new FormData(form)].filter(([name]) => !isRoll || !OF_A_ROLL.includes(name));
  const query = new URLSearchParams(/** @type {any} */ (entries));
  try {
    const odds = await fetchPart(`stage/odds/?${query}`, { isAny: true });
    if (mine === question && odds) put("odds", id, odds);
  } catch {
    if (mine === question) put("odds", id, undefined); // the chance beside the target stays
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} id
 * @param {number} mine
 */
async function askWords(form, id, mine) {
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const says = await fetchPart(`stage/ahead/?${query}`, { kind: "text" });
    if (mine === question && says !== undefined) put("odds", id, { says });
  } catch {
    // The server is away: the form can be sent unread.
  }
}
