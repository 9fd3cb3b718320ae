// The dialect of all templates. This module alone names the library behind it, so that another can take its place.

import { guard } from "../vendor/lit-html/directives/guard.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { unsafeHTML } from "../vendor/lit-html/directives/unsafe-html.js";
import { html, nothing, render, svg } from "../vendor/lit-html/lit-html.js";

export { html, nothing, render, svg };

/**
 * A list whose elements follow their keys: what moves keeps its element.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => unknown} key
 * @param {(item: T, place: number) => unknown} draw
 */
export const each = (items, key, draw) => repeat(items, key, draw);

/**
 * One element that is made anew when its key changes.
 * @param {unknown} key
 * @param {() => unknown} draw
 */
export const keyed = (key, draw) =>
  repeat(
    [key],
    () => key,
    () => draw(),
  );

/**
 * Draws only when one of these objects is another one. What is drawn inside may read nothing else.
 * @param {unknown[]} from
 * @param {() => unknown} draw
 */
export const once = (from, draw) => guard(from, draw);

/**
 * HTML that the server has made from Markdown.
 * @param {string} text
 */
export const trusted = (text) => unsafeHTML(text);
