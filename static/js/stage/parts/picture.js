// The stage: the picture of the fight; between fights the scene.

import * as dialect from "../dialect.js";
import { inOrder } from "../facts.js";
import { cardInHand, chosenOffer } from "../forms.js";
import { toggle } from "../page.js";
import { drawPicture } from "../pictures/index.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { orPosts } from "./posts.js";
import { start } from "./start.js";
import { listTasks } from "./tasks.js";

const { html, nothing, trusted } = dialect;

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function picture(facts, ui) {
  return orPosts(facts, ui, () => ofScene(facts, ui));
}

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
function ofScene(facts, ui) {
  if (!facts.fight) return scene(facts, ui.refused, start(facts, ui));
  const isLooking = Boolean(ui.opened.scene) && hasMore(facts);
  const [id, card] = cardInHand(facts, ui) ?? [];
  const shown = isLooking
    ? scene(facts, ui.refused)
    : drawPicture(dialect, facts, say, card && chosenOffer(id, card, ui.picked));
  return html`${hasMore(facts) ? look(facts, isLooking) : nothing}${shown}`;
}

/** Whether there is something to look at beside the fight. */
const hasMore = ({ place, handouts, tasks }) =>
  Boolean(handouts?.order.length || place.notes_html || place.secret_notes_html || tasks?.order.length);

/** Leads from the fight to what lies on the table, and back. */
function look({ handouts, tasks }, isLooking) {
  const count = handouts?.order.length ? html` <b class="n">${handouts.order.length}</b>` : nothing;
  return html`<p class="look"><button class="link down" type="button" aria-expanded=${isLooking} @click=${() => toggle("scene")}>${say(tasks?.order.length ? "on_table_tasks" : "on_table")}${count}</button></p>`;
}

/**
 * @param {any} facts
 * @param {Record<string, string>} refused
 * @param {unknown} [first] what stands above all else
 */
function scene({ place, tasks, handouts, me }, refused, first = nothing) {
  const { title, time, notes_html, secret_notes_html } = place;
  const secret = secret_notes_html
    ? html`<div class="secret"><p class="q">${say("storyteller_only")}</p>${trusted(secret_notes_html)}</div>`
    : nothing;
  return html`<div class="scene" tabindex="0" role="group" aria-label=${title}><div class="scene__head"><h2>${title}</h2><p class="q">${time}</p></div>${first}<div class="scene__pair">${shown(handouts, me.role, refused)}<div class="scene__notes">${notes_html ? trusted(notes_html) : nothing}${secret}</div></div>${listTasks(tasks, refused)}</div>`;
}

/** What lies on the table: the picture of the scene first. */
function shown(handouts, role, refused) {
  return inOrder(handouts?.cards, handouts?.order).map(
    ([id, { title, key, text_html, description, picture_url, width, height, readers, leads }]) => {
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
      return html`<figure>${image}${text_html ? html`<div class="prose">${trusted(text_html)}</div>` : nothing}<figcaption><span>${title}${role === "storyteller" ? html` <small class="q">${seenBy(readers, leads)}</small>` : nothing}</span>${away}</figcaption>${refusal(refused[`away ${id}`])}</figure>`;
    },
  );
}

/** Who sees it, for the Storyteller. */
function seenBy(readers, leads) {
  if (leads) return say("scene_picture");
  return readers?.length ? say("shown_to", { names: readers.join(", ") }) : say("shown_to_all");
}
