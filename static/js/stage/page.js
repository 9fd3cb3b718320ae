// What the page knows: the facts that the server says, and what this person has opened, chosen and typed. Parts draw from
// both and change neither but through `change`.

/**
 * What only this browser knows. Maps are replaced and never changed, so that a drawing sees what is new.
 * @typedef {{
 *   link: "offline" | "catching" | "live" | "gone" | "stopped",
 *   presence: { name: string, initials: string, typing?: boolean, away?: boolean }[],
 *   unread: number,
 *   tab: "table" | "people" | "log" | "me",
 *   person: string,
 *   opened: Record<string, boolean>,
 *   steps: Record<string, any[]>,
 *   persons: Record<string, any>,
 *   forms: Record<string, any>,
 *   cards: Record<string, any>,
 *   picked: Record<string, string>,
 *   typed: Record<string, Record<string, string[]>>,
 *   refused: Record<string, string>,
 *   card: string,
 *   tool: string,
 *   odds: Record<string, any>,
 *   outlooks: Record<string, any>,
 *   isFolded: boolean,
 *   seen: number,
 *   meaning: string,
 *   scene: string,
 *   onward: { title: string, url: string } | undefined,
 *   over: string[],
 *   seenDeath: number,
 *   chance: { words: string, n: number } | undefined,
 *   palette: { group: string, asked: string, rows: any[], at: number } | undefined,
 *   talk: "" | "missed" | "write" | "notes" | "comfort",
 *   kept: Record<string, any>,
 *   unsaved: string,
 *   comfort: Record<string, boolean>,
 *   completing: { id: string, from: number, options: import("../completing.js").Option[], at: number } | undefined,
 *   unsent: import("../waiting/rules.js").Item[],
 *   missed?: { after: number, upto: number, count: number, since?: string, isRead?: boolean },
 *   recap?: any,
 *   invite?: { path: string, url: string, qr_html: string, elsewhere?: string, note?: string },
 * }} Ui
 *
 * `cards`: those that came closed and were opened. `person`: whose row is open. `opened`: entries, folds and details by name. `picked`: the choice of each card. `typed`: what
 * was typed or ticked, by offer and field. `over`: what was asked already when the tool was opened: it yields to all else.
 * `seenDeath`: the number of the newest death that was dismissed.
 * `chance`: what the move that was sent last had, and the count of entries then. `palette`: its rows for what was `asked`, and which of them is chosen (`at`).
 * `refused`: the sentence about a form that was refused, by its name. `seen`: the
 * number of the newest entry that stood in sight on a phone. `scene`: what of the log is
 * in sight (`parts/side_scenes.js`). `onward`: the next scene, while this person is asked whether to
 * go there. `talk`: what stands in the log's place. `kept`: the texts that the server keeps while they are typed,
 * and `unsaved`: which of them was typed on since.
 * `comfort`: what this browser's person wants. `unsent`: words that wait for the connection. `completing`:
 * what the field of this id may go on with `from` a place in its text, and which of it is chosen (`at`). `missed`: what this person had not read when the page was served, and `recap`:
 * the same in a few sentences. `invite`: the link for players of a new series, as it is sent to them.
 */

/** @returns {Ui} */
export function newUi() {
  return {
    link: "offline",
    presence: [],
    unread: 0,
    tab: "table",
    person: "",
    opened: {},
    steps: {},
    persons: {},
    forms: {},
    cards: {},
    picked: {},
    typed: {},
    refused: {},
    card: "",
    tool: "",
    odds: {},
    outlooks: {},
    isFolded: false,
    seen: 0,
    meaning: "",
    scene: "*",
    onward: undefined,
    over: [],
    seenDeath: 0,
    chance: undefined,
    palette: undefined,
    talk: "",
    kept: {},
    unsaved: "",
    comfort: { asked: true },
    unsent: [],
    completing: undefined,
  };
}

/** @type {{ facts: any, ui: Ui, at: Record<string, string> }} `at`: addresses and names that the page was served with */
export const page = { facts: {}, ui: newUi(), at: { base: "", command: "" } };

/** @type {() => void} */
let draw = () => {};

/** @param {() => void} listener draws the page */
export function onChange(listener) {
  draw = listener;
}

/** @param {Partial<Ui>} part */
export function change(part) {
  page.ui = { ...page.ui, ...("tool" in part && { over: [] }), ...part };
  draw();
}

/** @param {any} facts */
export function setFacts(facts) {
  page.facts = facts;
  draw();
}

/**
 * Sets or removes one key of a map of what only this browser knows.
 * @param {"opened" | "steps" | "persons" | "forms" | "cards" | "picked" | "typed" | "refused" | "odds" | "outlooks" | "kept"} map
 * @param {string} key
 * @param {any} value undefined removes it
 */
export function put(map, key, value) {
  const { [key]: _before, ...others } = page.ui[map];
  change({ [map]: value === undefined ? others : { ...others, [key]: value } });
}

/** @param {string} name what is opened, or closed again */
export function toggle(name) {
  put("opened", name, page.ui.opened[name] ? undefined : true);
}

/**
 * Shows something in the log's place, or the log again.
 * @param {Ui["talk"]} talk
 */
export function showTalk(talk) {
  change({ talk, tab: "log" });
  document.getElementById("log-h")?.focus({ preventScroll: true });
}

/**
 * What the server says at an address of this table; undefined where it refuses, or leads to the page to sign in. Throws where
 * it is away.
 * @param {string} address
 * @param {{ kind?: "json" | "text", headers?: Record<string, string>, isAny?: boolean }} [how] `isAny`: refusals are answers, too
 */
export async function fetchPart(address, { kind = "json", headers = {}, isAny = false } = {}) {
  const answer = await fetch(page.at.base + address, { headers });
  return (isAny || answer.ok) && !answer.redirected ? answer[kind]() : undefined;
}

/**
 * What is behind an entry of the log: its steps, or the rest of a post.
 * @param {number} number
 */
export async function fetchEntry(number) {
  try {
    return await fetchPart(`stage/entries/${number}`);
  } catch {
    return undefined; // the server is away: the link stays, and the next tap asks again
  }
}
