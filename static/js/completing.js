// What a line or a post may go on with, worked out from its text alone: commands, traits, names. What there is to say
// comes from the server.

import { insertMention, suggestNames } from "./mention_names.js";

const MOST = 8;
/** @type {Intl.CollatorOptions} */
const SAME = { sensitivity: "base" };

/**
 * A command: what is put in for it, other names of it, of what it takes names ("traits", "people" or "foes"), and the word after
 * which it takes the name of a character.
 * @typedef {{ insert: string, label: string, hint: string, also: string[], takes: string, as: string }} Command
 * @typedef {{ insert: string, label: string, hint?: string }} Option
 * @typedef {{ commands: Command[], traits: string[], people: string[], characters: string[], foes: string[] }} Known
 * @typedef {Omit<Known, "traits"> & { traits: Record<string, string[]>, names: string[] }} Everything
 */

/**
 * What could follow at the caret: a name that is mentioned, or the rest of a command.
 * @param {string} before the text before the caret
 * @param {string} after the text after it
 * @param {Everything} all `traits`: by character
 * @param {string} [speaker] the character that speaks; without one, the only character has its traits
 * @returns {{ from: number, options: Option[] }}
 */
export function listOptions(before, after, all, speaker = "") {
  const { from, names } = suggestNames(before, all.names);
  if (names.length) {
    return { from, options: names.map((name) => ({ insert: insertMention(name, after), label: name })) };
  }
  if (after) return nothing(before);
  const sheets = Object.values(all.traits);
  const traits = all.traits[speaker] ?? (sheets.length === 1 ? sheets[0] : []);
  return complete(before, { ...all, traits });
}

/**
 * What could follow where the text ends: the options, and from where each would stand.
 * @param {string} text
 * @param {Known} known
 * @returns {{ from: number, options: Option[] }}
 */
export function complete(text, known) {
  const space = text.indexOf(" ");
  if (!text.startsWith("/") || text.includes("#")) return nothing(text);
  const typed = (space < 0 ? text : text.slice(0, space)).toLowerCase();
  if (space < 0) return { from: 0, options: known.commands.filter(({ insert }) => insert.startsWith(typed)) };
  const command = known.commands.find(({ insert, also }) => [insert.trim(), ...also].includes(typed));
  if (command?.takes === "people") return suggest(text, space, known.people, bracket);
  if (command?.takes === "foes") return completeFoes(text, known.foes);
  if (command?.takes !== "traits") return nothing(text);
  const as = text.toLowerCase().lastIndexOf(` ${command.as} `);
  if (as >= space) return suggest(text, as + command.as.length + 1, known.characters, (name) => name);
  return suggest(text, Math.max(space, text.lastIndexOf("+")), known.traits, (name) => `${name} `);
}

/**
 * The archetypes and weapons that could stand after the last comma of "3 x Toll guard, soldier, spear".
 * @param {string} text
 * @param {string[]} words
 */
export function completeFoes(text, words) {
  const comma = text.lastIndexOf(",");
  return comma < 0 ? nothing(text) : suggest(text, comma, words, (word) => word);
}

/** @param {string} text */
function nothing(text) {
  return { from: text.length, options: [] };
}

/**
 * The names that begin with what was typed after a place and the spaces there.
 * @param {string} text
 * @param {number} after
 * @param {string[]} names
 * @param {(name: string) => string} insert
 */
function suggest(text, after, names, insert) {
  const wanted = text.slice(after + 1).trimStart();
  if (!wanted) return nothing(text);
  const found = [...new Set(names)].filter((name) => begins(name, wanted)).slice(0, MOST);
  return { from: text.length - wanted.length, options: found.map((name) => ({ insert: insert(name), label: name })) };
}

/**
 * @param {string} name
 * @param {string} wanted
 */
function begins(name, wanted) {
  return name.length >= wanted.length && name.slice(0, wanted.length).localeCompare(wanted, undefined, SAME) === 0;
}

/** @param {string} name one of several words stands in brackets */
function bracket(name) {
  return name.includes(" ") ? `[${name}] ` : `${name} `;
}
