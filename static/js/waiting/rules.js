// What waits for the connection, as far as it can be computed without a page. `tests/js` tests it with node.

/** Where such words lie in the store of a person. */
export const SHELF = "/unsent/";

/**
 * What waits to be sent. `id`: that of its command, or an address that keeps one text, of which the newest is enough.
 * `name`: which form it is of; `where`: for people, where it will stand; `refused`: why the server does not take it.
 * @typedef {{
 *   id: string, name: string, action: string, page: string, where: string, text: string, body: [string, string][],
 *   at?: number, refused?: string, isSending?: boolean,
 * }} Item
 */

/**
 * Whether words can wait. A line that begins with "/" must be one of the commands that only speak: dice need the server.
 * @param {string} text
 * @param {string} spoken commands, with commas between them; empty for a form in which "/" begins nothing
 */
export function mayWait(text, spoken) {
  const line = text.trim();
  if (!line) return false;
  return !spoken || !line.startsWith("/") || spoken.split(",").includes(line.split(" ")[0].toLowerCase());
}

/**
 * What the server's answer says of what was sent: it is "done" or "refused" for good, or to be sent "later"; "gone" if
 * nobody is signed in.
 * @param {{ status: number, redirected: boolean, headers: { has(name: string): boolean } }} answer
 */
export function judge({ status, redirected, headers }) {
  if (redirected || headers.has("hx-redirect")) return "gone";
  if (status >= 500 || status === 429) return "later";
  return status < 400 ? "done" : "refused";
}

/**
 * In the order in which they were written.
 * @template {{ at?: number }} T
 * @param {T[]} items
 */
export function sortByTime(items) {
  return items.toSorted((a, b) => a.at - b.at);
}

/**
 * What a field holds after words were taken back into it: nothing that was typed there is lost.
 * @param {string} words
 * @param {string} typed
 * @param {string} between
 */
export function joinBack(words, typed, between) {
  if (!typed || typed.includes(words)) return typed || words;
  return words + between + typed;
}
