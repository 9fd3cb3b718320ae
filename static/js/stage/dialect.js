// The dialect of all templates. This module alone names the library behind it, so that another can take its place.

import { guard } from "../vendor/lit-html/directives/guard.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { unsafeHTML } from "../vendor/lit-html/directives/unsafe-html.js";
import { html, nothing, render, svg } from "../vendor/lit-html/lit-html.js";

export { html, nothing, render, svg };

/** A list whose elements follow their keys: what moves keeps its element. */
export const each = repeat;

/**
 * One element that is made again when its key changes.
 * @param {unknown} key
 * @param {() => unknown} draw
 */
export const keyed = (key, draw) => repeat([key], () => key, draw);

/** Draws only when one of these objects is another one. What is drawn inside may use nothing else. */
export const once = guard;

/** HTML that the server has made from Markdown. */
export const trusted = unsafeHTML;
