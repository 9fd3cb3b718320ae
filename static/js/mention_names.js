// Which names may follow an "@", worked out from the text before the caret.

const MOST = 8;
const LONGEST = 120;
/** @type {Intl.CollatorOptions} */
const SAME = { sensitivity: "base" };

/**
 * The names that begin with what was typed after the last "@", and where they would stand.
 * @param {string} before the text before the caret
 * @param {string[]} names
 * @returns {{ from: number, names: string[] }}
 */
export function suggestNames(before, names) {
  const from = before.lastIndexOf("@");
  const typed = before.slice(from + 1).replace(/^\[/, "");
  const isMention = from >= 0 && !/[\p{L}\p{N}_@]$/u.test(before.slice(0, from));
  if (!isMention || typed.length > LONGEST || /[\n\]]/.test(typed)) return { from, names: [] };
  const found = names.filter((name) => name.length > typed.length && begins(name, typed));
  return { from, names: found.slice(0, MOST) };
}

/**
 * The mention to put in. It stands in brackets where letters follow at once.
 * @param {string} name
 * @param {string} after the text after the caret
 */
export function insertMention(name, after) {
  return /^[\p{L}\p{N}_]/u.test(after) ? `@[${name}]` : `@${name}`;
}

/**
 * @param {string} name
 * @param {string} typed
 */
function begins(name, typed) {
  return name.slice(0, typed.length).localeCompare(typed, undefined, SAME) === 0;
}
