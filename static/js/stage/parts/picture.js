// The stage: the picture of the fight; between fights the scene.

import * as dialect from "../dialect.js";
import { inOrder } from "../facts.js";
import { cardInHand, chosenOffer } from "../forms.js";
import { drawPicture } from "../pictures/index.js";
import { say } from "../words.js";
import { act } from "./acts.js";
import { listTasks } from "./tasks.js";

const { html, nothing, trusted } = dialect;

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function picture(facts, ui) {
  if (!facts.fight) return scene(facts);
  const [id, card] = cardInHand(facts, ui) ?? [];
  return drawPicture(dialect, facts, say, card && chosenOffer(id, card, ui.picked));
}

/** @param {any} facts */
function scene({ place, tasks, handouts, me }) {
  const { title, time, notes_html, secret_notes_html } = place;
  const secret = secret_notes_html
    ? html`<div class="secret"><p class="q">${say("storyteller_only")}</p>${trusted(secret_notes_html)}</div>`
    : nothing;
  return html`<div class="scene"><div class="scene__head"><h2>${title}</h2><p class="q">${time}</p></div><div class="scene__pair">${shown(handouts, me.role)}<div class="scene__notes">${notes_html ? trusted(notes_html) : nothing}${secret}</div></div>${listTasks(tasks)}</div>`;
}

/** What lies on the table: the picture of the scene first. */
function shown(handouts, role) {
  return inOrder(handouts?.cards, handouts?.order).map(
    ([id, { title, key, text_html, description, picture_url, width, height }]) => {
      const image = picture_url
        ? html`<img src=${picture_url} alt=${description ?? title} width=${width ?? nothing} height=${height ?? nothing}>`
        : nothing;
      const away =
        role === "storyteller" && key !== undefined
          ? act(
              { name: `away ${id}`, move: "PutHandoutAway", hidden: [["handout", String(key)]] },
              html`<button class="link">${say("put_away")}</button>`,
            )
          : nothing;
      return html`<figure>${image}${text_html ? html`<div class="prose">${trusted(text_html)}</div>` : nothing}<figcaption><span>${title}</span>${away}</figcaption></figure>`;
    },
  );
}
