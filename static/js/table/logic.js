// What the scripts of the table compute without touching the page. `tests/js` tests it with node.

/** Milliseconds between two tries to reach the server. */
export const RETRY = 500;
/** The same for a page that has been offline for longer than `PATIENCE`. */
export const RETRY_SLOWLY = 4000;
export const PATIENCE = 60000;

/**
 * How long to wait before the next try. The first try is made at once: most often the server has only asked the page
 * to connect again. Asking whether the server is there costs it next to nothing, but browsers hold back a page that
 * opens many sockets in vain: so the page asks often and opens a socket only after an answer.
 * @param {number | null} lostAt when the connection was lost, in milliseconds; null if it is lost just now
 * @param {number} now
 */
export function retryDelay(lostAt, now) {
  if (lostAt === null) return 0;
  return now - lostAt < PATIENCE ? RETRY : RETRY_SLOWLY;
}

/**
 * Stand in the lines of a region for the ids that they are about; `play/live/patches.py` says why.
 * @type {[string, RegExp][]}
 */
const MARKS = [
  ["\x7f", /<section class="mine" id="card-([\w-]+)"/],
  ["\x80", /<div class="offer" id="at-o-\x7f-([\w-]+)"/],
];
const EDGES = ['""', '"-', "--", '-"'];
/** How many texts of each region a page keeps. */
const REMEMBERED = 12;

/** @param {string} html */
function putMarks(html) {
  if (MARKS.some(([mark]) => html.includes(mark))) return html;
  let marked = html;
  for (const [mark, place] of MARKS) {
    const id = place.exec(marked)?.[1];
    if (!id) break;
    for (const [before, after] of EDGES) marked = marked.replaceAll(before + id + after, before + mark + after);
  }
  return marked;
}

/**
 * @param {string} text
 * @param {string[]} about
 */
function takeMarks(text, about) {
  return about.reduce((html, id, i) => html.replaceAll(MARKS[i][0], id), text);
}

/**
 * @typedef {(string | number[])[]} Parts
 * @typedef {string | Parts | { about: string[], parts: Parts }} Region
 */

/**
 * The HTML of every region of a frame. The server sends a region as text, or in parts: new lines, and
 * `[first, count, back]` for lines that this socket was sent for the same region before, `back` texts ago. Notes in
 * `sent` what the next frame may refer to.
 * @param {Record<string, Region>} regions
 * @param {Map<string, string[]>} sent
 * @returns {Record<string, string>}
 */
export function completeRegions(regions, sent) {
  /** @type {Record<string, string>} */
  const complete = {};
  for (const [id, region] of Object.entries(regions)) {
    const before = sent.get(id) ?? [];
    const { about, parts } = typeof region === "object" && "about" in region ? region : { about: [], parts: region };
    const text = typeof parts === "string" ? putMarks(parts) : parts.map((part) => read(part, before)).join("\n");
    sent.set(id, [text, ...before.filter((one) => one !== text)].slice(0, REMEMBERED));
    complete[id] = typeof parts === "string" ? parts : takeMarks(text, about);
  }
  return complete;
}

/**
 * @param {string | number[]} part
 * @param {string[]} before
 */
function read(part, before) {
  if (typeof part === "string") return part;
  const [first, count, back = 0] = part;
  return (before[back] ?? "")
    .split("\n")
    .slice(first, first + count)
    .join("\n");
}

/**
 * Sixteen random bytes as a UUID of version 4.
 * @param {Uint8Array} bytes
 */
export function formatUuid(bytes) {
  const marked = Uint8Array.from(bytes);
  marked[6] = (marked[6] & 0x0f) | 0x40;
  marked[8] = (marked[8] & 0x3f) | 0x80;
  const digits = [...marked].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A finger that taps twice within so many milliseconds and pixels has tapped once. */
const TAP_MILLISECONDS = 400;
const TAP_PIXELS = 24;

/**
 * Whether a tap repeats the tap before it.
 * @param {{ at: number, x: number, y: number }} before
 * @param {{ at: number, x: number, y: number }} tap
 */
export function isSecondTap(before, tap) {
  const isNear = Math.hypot(tap.x - before.x, tap.y - before.y) < TAP_PIXELS;
  return isNear && tap.at - before.at < TAP_MILLISECONDS;
}

/** @type {number} */
export const MOST_TIMES = 99;

// Returns how many times a tap ("12 willpower_points -1") waits now; 0 if it took one back. Changes `waiting`.
export function queueTap(waiting, tap, harm) {
  const last = waiting.at(-1);
  const isSame = last?.tap === tap && last.harm === harm && last.times < MOST_TIMES;
  if (last && isSame) {
    last.times += 1;
    return last.times;
  }
  const [place, step] = [tap.slice(0, tap.lastIndexOf(" ")), tap.slice(tap.lastIndexOf(" ") + 1)];
  if (last?.tap === `${place} ${step === "1" ? "-1" : "1"}`) {
    last.times -= 1;
    if (!last.times) waiting.pop();
    return 0;
  }
  waiting.push({ tap, harm, times: 1 });
  return 1;
}

/**
 * What a button says: its label, or the text for a target with the name of the chosen one in the place of `{}`.
 * @param {{ label?: string, aimed?: string }} words the `data-` attributes of the button
 * @param {string | undefined} name
 */
export function labelFor({ label = "", aimed = "" }, name) {
  return name ? aimed.replace("{}", () => name) : label;
}

/**
 * A name as it stands in a sentence: from right to left, it is kept apart, as the server keeps it apart.
 * @param {string} name
 */
export function isolate(name) {
  return /^(?!\u2068).*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * Time that is left, in seconds up to a minute and a half and then in minutes.
 * @param {number} milliseconds
 */
export function formatLeft(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
}

/**
 * Weekday, day and hour by the clock of this browser, as "Tue 1 Dec, 18:00".
 * @param {Date} moment
 * @param {string} language
 */
export function formatDay(moment, language = document.documentElement.lang) {
  const day = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short" }).format(moment);
  return `${day}, ${formatHour(moment)}`;
}

/**
 * Hour and minute by the clock of this browser.
 * @param {Date} moment
 */
export function formatHour(moment) {
  return [moment.getHours(), moment.getMinutes()].map((number) => String(number).padStart(2, "0")).join(":");
}
