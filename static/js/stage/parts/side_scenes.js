// Of the log, everything is in sight, or the main scene, or one side scene: what is chosen is also where the next words go.

import { html, nothing } from "../dialect.js";
import { change } from "../page.js";
import { say } from "../words.js";

export const EVERYTHING = "*";
const MAIN = "";

/**
 * The side scene whose lines are in sight: its id, or everything, or the main scene. One that was taken back is forgotten.
 * @param {any[] | undefined} list
 * @param {string} wanted
 */
export const shownScene = (list, wanted) =>
  wanted === MAIN || list?.some(({ id }) => id === wanted) ? wanted : EVERYTHING;

/**
 * Whether an entry is in sight.
 * @param {any} entry
 * @param {string} shown
 */
export const isIn = ({ side_scene }, shown) => shown === EVERYTHING || (side_scene?.id ?? MAIN) === shown;

/**
 * The choice of what of the log is in sight.
 * @param {any[] | undefined} list
 * @param {string} shown
 */
export function chooseScene(list, shown) {
  if (!list?.length) return nothing;
  const all = [
    { id: EVERYTHING, title: say("everything"), is_open: true },
    { id: MAIN, title: say("main_scene"), is_open: true },
  ];
  const chips = [...all, ...list].map(
    ({ id, title, is_open, is_secret }) =>
      html`<button class=${id === shown ? "chip is-on" : "chip"} type="button" aria-pressed=${id === shown} @click=${() => change({ scene: id })}><span>${title}</span>${is_secret ? html` <small class="q">${say("secret")}</small>` : nothing}${is_open ? nothing : html` <small class="q">${say("merged")}</small>`}</button>`,
  );
  return html`<div class="sides" role="group" aria-label=${say("tool_side_scenes")}>${chips}</div>`;
}

/**
 * Where the next words go, if that is a side scene.
 * @param {any[] | undefined} list
 * @param {string} wanted
 */
export function goesTo(list, wanted) {
  const found = list?.find(({ id, is_open }) => id === wanted && is_open);
  const field = html`<input type="hidden" name="strand" value=${found?.id ?? ""}>`;
  return found ? html`${field}<p class="hint say__meaning">${say("in_side_scene", { title: found.title })}</p>` : field;
}

/** @param {any} entry the side scene to which it belongs */
export const drawSideScene = ({ side_scene }) =>
  side_scene ? html`<span class="side">${side_scene.title}</span> ` : nothing;
