// Facts and the changes to them. Facts are what the server says that this seat sees: plain JSON without a null.

/** The version of facts that this renderer reads. */
export const VERSION = 1;

/** @param {unknown} value */
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Facts after a change. What the change does not name stays the same object, so that a drawing sees at once what it may
 * leave alone. The change is a JSON merge patch: null deletes, arrays are replaced whole.
 * @param {any} facts
 * @param {any} change
 * @returns {any}
 */
export function merge(facts, change) {
  if (!isMap(change)) return change;
  const merged = isMap(facts) ? { ...facts } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

/**
 * What a frame of the socket makes of the facts: new facts, "old" if it tells nothing new, "gap" if it does not follow on
 * what this page has, "reload" if it is written for another renderer.
 * @param {any} facts
 * @param {any} frame
 * @returns {any | "old" | "gap" | "reload"}
 */
export function take(facts, frame) {
  if ("v" in frame && frame.v !== VERSION) return "reload";
  if (frame.facts) return frame.facts;
  if (frame.from === facts.n) return { ...merge(facts, frame.change), n: frame.n };
  return frame.n <= facts.n ? "old" : "gap";
}

/**
 * The maps of facts as lists, in the order that is told; what is missing is left out.
 * @template T
 * @param {Record<string, T> | undefined} map
 * @param {string[] | undefined} order
 * @returns {[string, T][]}
 */
export function inOrder(map = {}, order = []) {
  return order.filter((id) => id in map).map((id) => [id, map[id]]);
}

/**
 * The entries of the log, oldest first.
 * @param {Record<string, any>} log
 * @returns {any[]}
 */
export function listEntries(log = {}) {
  return Object.keys(log)
    .sort((a, b) => Number(a) - Number(b))
    .map((key) => log[key]);
}
