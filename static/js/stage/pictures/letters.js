// How much room words take, computed from their letters: nothing is measured on the page.

const NARROW = /[iljtfI1.,:;'’!|()[\]\- ]/;
const BROAD = /[mwMW@%—…–]/;
const CAPITAL = /\p{Lu}/u;
const LATIN = /[\p{Script=Latin}\p{Nd}]/u;
const WHOLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const NOTHING = /[\p{Mn}\p{Cf}]/u;

/**
 * The width of a letter of the bold face by its size: rather too wide than too narrow, also for other scripts.
 * @param {string} letter
 */
function widthOfLetter(letter) {
  if (NOTHING.test(letter)) return 0;
  if (WHOLE.test(letter)) return 1.1;
  if (BROAD.test(letter)) return 0.96;
  if (NARROW.test(letter)) return 0.38;
  if (!LATIN.test(letter)) return 0.8;
  return CAPITAL.test(letter) ? 0.7 : 0.58;
}

/**
 * @param {string} text
 * @param {number} size
 */
export function widthOf(text, size) {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return width * size;
}

/**
 * Lines of at most this width. What is left over after the last one is left out: an ellipsis says so.
 * @param {string} text
 * @param {number} room
 * @param {number} size
 * @param {number} most
 */
export function wrap(text, room, size, most) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (!line || widthOf(longer, size) <= room) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  if (line) lines.push(line);
  if (lines.length <= most) return lines.map((each) => cut(each, room, size));
  const kept = lines.slice(0, most);
  kept[most - 1] = cut(`${kept[most - 1]} …`, room, size);
  return kept.map((each) => cut(each, room, size));
}

/**
 * A line that fits, with an ellipsis in place of what does not.
 * @param {string} text
 * @param {number} room
 * @param {number} size
 */
export function cut(text, room, size) {
  if (widthOf(text, size) <= room) return text;
  const letters = [...text.replace(/ ?…$/, "")];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`, size) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

const STYLES = new Set(
  "a an the old captain brother sister father mother lord lady sir dame master mistress prince princess doctor".split(
    " ",
  ),
);
const SMALL = new Set("of the a an and from in on at by de la von van zu den".split(" "));
const FEW = 12;

/**
 * What a named one is called: without titles, and without what follows a small word; the first word if that is long. A
 * copied extra keeps its number.
 * @param {string} name
 */
export function callName(name) {
  const words = name.replaceAll(",", " ").split(" ").filter(Boolean);
  const number = words.length > 1 && /^\d+$/.test(words[words.length - 1]) ? ` ${words.pop()}` : "";
  const from = words.findIndex((word) => !STYLES.has(word.toLowerCase()));
  const own = from < 0 ? words.slice(-1) : words.slice(from);
  const end = own.findIndex((word) => SMALL.has(word.toLowerCase()));
  const called = (end > 0 ? own.slice(0, end) : own).join(" ");
  return `${called.length <= FEW ? called : (own[0] ?? "")}${number}`;
}

/**
 * What each is called. Those of one call name keep their whole names.
 * @param {string[]} names
 */
export function callNames(names) {
  const called = names.map(callName);
  return names.map((name, place) =>
    called.filter((other) => other === called[place]).length > 1 ? name : called[place],
  );
}

/**
 * A name that is kept apart from the letters around it, whichever way it is read.
 * @param {string} name
 */
export const isolate = (name) => `\u2068${name}\u2069`;

/**
 * A number as it is printed, with a true minus.
 * @param {string | number} number
 */
export const minus = (number) => String(number).replace("-", "−");

/** @param {number} number */
export const round = (number) => String(Math.round(number * 10) / 10 || 0);
