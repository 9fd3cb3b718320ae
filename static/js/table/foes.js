// New foes in one line: the browser's own list offers the archetypes and weapons that could follow. Without this script it
// is a line of text.

import { table } from "./page.js";

/** The archetypes and weapons of the game, in the reader's language: on the Storyteller's page alone. */
export function listFoeWords() {
  return document.getElementById("cast-foes-known")?.dataset.words.split("|") ?? [];
}

async function complete({ target }) {
  if (target.id !== "cast-foes-line") return;
  const { completeFoes } = await import("./completing.js");
  const { from, options } = completeFoes(target.value, listFoeWords());
  const lines = options.map(({ insert }) => new Option("", target.value.slice(0, from) + insert));
  document.getElementById("cast-foes-known").replaceChildren(...lines);
}

/** Begins to complete the line; called again, it changes nothing. */
export function keepFoes() {
  table.addEventListener("input", complete);
}
