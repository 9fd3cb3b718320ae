// What the palette asks of the server while somebody types in it: what the line would do, and what its words find.

import { change, fetchPart, page } from "./page.js";

const PAUSE = 120; // milliseconds without a key before the server is asked

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let question = 0;
/** @type {Element | null} what had the focus before */
let before = null;

/** @returns {HTMLInputElement | null} */
const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById("palette"));

/**
 * Opens it with all rows, or with those of one group; the same group once more shows all.
 * @param {string} [group]
 */
export function openPalette(group = "") {
  const now = page.ui.palette;
  if (!now) before = document.activeElement;
  change({
    palette: { group: now?.group === group ? "" : group, asked: "", rows: now?.rows ?? [], at: 0 },
    tab: "table",
  });
  field()?.focus();
  ask();
}

/** Closes it, and gives the focus back unless the hand shall have it. */
export function closePalette(isDone = false) {
  clearTimeout(timer);
  question += 1;
  const { palette: _open, ...refused } = page.ui.refused;
  change({ palette: undefined, refused });
  const back = !isDone && before?.isConnected && before !== document.body ? before : document.getElementById("hand-h");
  /** @type {HTMLElement | null} */ (back)?.focus({ preventScroll: true });
}

export function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
}

/** @param {string} line puts a line into the field, to go on from there */
export function write(line) {
  const input = field();
  if (!input) return;
  input.value = line;
  input.focus();
  ask();
}

/** Whether the rows are those of what stands in the field now. */
export const isFresh = () => field()?.value.trim() === page.ui.palette?.asked;

export async function ask() {
  clearTimeout(timer);
  question += 1;
  const mine = question;
  const asked = field()?.value.trim() ?? "";
  const query = new URLSearchParams({ q: asked, group: page.ui.palette?.group ?? "" });
  try {
    const found = await fetchPart(`stage/palette/?${query}`);
    if (mine !== question || !page.ui.palette || !found) return;
    const { rows } = found;
    const { palette: _refused, ...refused } = page.ui.refused;
    change({ palette: { ...page.ui.palette, asked, rows, at: 0 }, refused });
  } catch {
    // The server is away: the next key asks again.
  }
}
