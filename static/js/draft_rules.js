// What becomes of drafts in this browser, as far as it can be computed without a page. `tests/js` tests it with node.

export const PREFIX = "draft ";
export const LONGEST = 30 * 24 * 60 * 60 * 1000; // milliseconds that a draft is kept

/**
 * Where the draft of a field lies. No other person's key is the same.
 * @param {string} person
 * @param {{ path: string, action: string, name: string }} field
 */
export function keyOf(person, { path, action, name }) {
  return PREFIX + JSON.stringify([person, path, action, name]);
}

/** @param {string} key */
export function parseKey(key) {
  const [person, path, action, name] = JSON.parse(key.slice(PREFIX.length));
  return { person, path, action, name };
}

/**
 * Which keys to erase when a person is signed in: all drafts of somebody else.
 * @param {string[]} keys
 * @param {string} person
 */
export function listForeign(keys, person) {
  return keys.filter((key) => key.startsWith(PREFIX) && parseKey(key).person !== person);
}

/**
 * What the arrival at a page says of a form that was sent: it is "saved" if the server has led here from its page, and it
 * "failed" if the page answers the form itself, asks to sign in, or shows the form once more.
 * @param {{ posted: boolean, signedIn: boolean, type: string, from: string, here: string }} arrival
 * @param {string} path the form's page
 */
export function judgeSent({ posted, signedIn, type, from, here }, path) {
  if (posted || !signedIn) return "failed";
  if (type === "navigate" && from === path) return "saved";
  return here === path ? "failed" : "unknown";
}

/**
 * What to do with a draft at its field: nothing, "drop" it, "restore" it, or "offer" it, because the server's text is not
 * the one that it was written over.
 * @param {{ text: string, base: string, at: number }} draft
 * @param {{ value: string, posted: boolean, now: number }} field
 */
export function judgeDraft({ text, base, at }, { value, posted, now }) {
  if (now - at > LONGEST || (text === value && !posted)) return "drop";
  if (posted || text === value) return "nothing";
  return base === value ? "restore" : "offer";
}
