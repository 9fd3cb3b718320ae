// The order of action as one row of faces: the twin of a picture where there is no room for it.

import { drawChip } from "./token.js";

/**
 * @param {any} dialect
 * @param {any} fight
 * @param {(text: string, values?: Record<string, unknown>) => string} words
 * @param {boolean} isAlone whether there is no picture whose twin it would be
 */
export function drawFaces(dialect, fight, words, isAlone) {
  const { html, each, once } = dialect;
  return once([fight.order, fight.combatants, isAlone], () => {
    const places = (fight.order ?? []).filter(({ ids }) => ids.some((id) => fight.combatants[id]));
    const list = places.map(({ at, label, now, ids }) => {
      const faces = each(
        ids.filter((id) => fight.combatants[id]),
        (id) => id,
        (id) => drawFace(dialect, fight.combatants[id]),
      );
      return html`<li><span class="n">${now ? words("now") : (at ?? label)}</span>${faces}</li>`;
    });
    const kind = isAlone ? "inwords is-alone" : "inwords";
    return html`<ol class=${kind} tabindex="0" aria-label=${words("Turn order")}>${list}</ol>`;
  });
}

const drawFace = (dialect, who) =>
  dialect.html`<span class="face">${drawChip(dialect, who)}<span class="vh">${who.name}</span></span>`;
