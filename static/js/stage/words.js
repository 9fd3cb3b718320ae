// The labels of the page in its language. The server sends them with the page; sentences that inflect come with the facts.

/** @type {Record<string, string>} */
let words = {};

/** @param {Record<string, string>} catalogue */
export function setWords(catalogue) {
  words = catalogue;
}

/**
 * A label, with values in the places that are named in braces.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
export function say(name, values = {}) {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (place, key) => String(values[key] ?? place));
}

/**
 * Words with a capital, as a line begins.
 * @param {string | undefined} words
 */
export const begin = (words) => words && words.charAt(0).toLocaleUpperCase() + words.slice(1);
