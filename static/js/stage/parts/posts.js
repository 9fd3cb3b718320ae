// Play by post: what people wrote stands on the stage, at full size, and the picture behind a tap. In the hand of one whose turn
// it is, two buttons: to take it, or to write.

import { formatDay } from "../../clock.js";
import { html, nothing, trusted } from "../dialect.js";
import { listEntries } from "../facts.js";
import { openPost } from "../keeping.js";
import { toggle } from "../page.js";
import { say } from "../words.js";
import { restOf } from "./post.js";

/** So many posts stand there while none is new. */
const LAST = 3;

/** @param {any} facts the posts of a scene by post that still count, oldest first; none while it is live */
function listPosts({ state, log }) {
  if (!state?.post) return [];
  return listEntries(log).filter(({ speech, is_undone }) => speech?.kind === "post" && !is_undone);
}

/**
 * The posts on the stage, with what leads to the picture and back.
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 * @param {() => unknown} picture
 */
export function orPosts(facts, ui, picture) {
  const all = listPosts(facts);
  if (!all.length) return picture();
  const { missed } = ui;
  const fresh = missed ? all.filter(({ count }) => count > missed.after) : [];
  const isPicture = Boolean(ui.opened.picture);
  const heading = fresh.length ? html`<b>${say("posts_new", { n: fresh.length })}</b>` : say("posts");
  const other = isPicture ? "posts" : facts.fight ? "posts_fight" : "the_scene";
  const line = html`<p class="catch"><span>${heading}</span><button class="link" type="button" aria-expanded=${isPicture} @click=${() => toggle("picture")}>${say(other)}</button></p>`;
  if (isPicture) return html`${line}${picture()}`;
  const shown = fresh.length ? fresh : all.slice(-LAST);
  return html`${line}<div class="posts" tabindex="0" role="group" aria-label=${say("posts")}>${shown.map((entry) => drawPost(entry, ui.steps[`post ${entry.number}`]))}</div>`;
}

function drawPost(entry, behind) {
  const { at, portrait, speech } = entry;
  const face = portrait
    ? html`<img class="e__face" src=${portrait} alt="" width="30" height="30" loading="lazy">`
    : html`<span class="seat" aria-hidden="true">${speech.initials}</span>`;
  return html`<article class="postling"><header>${face}<p><b>${speech.who}</b>${speech.to ? html` <span class="by">${speech.to}</span>` : nothing}<br><small class="q">${formatDay(new Date(at))}</small></p></header><div class="said">${trusted(speech.text_html)}${restOf(entry, behind)}</div></article>`;
}

/**
 * Whether somebody's turn by post stands in the hand as two buttons: until it is taken up.
 * @param {string} id
 * @param {any} card
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export const isBrief = (id, card, { state }, ui) =>
  Boolean(state?.post && card.is_due && !card.is_prompt && !card.kind && !card.is_closed && !ui.opened[`turn ${id}`]);

/**
 * @param {string} id
 * @param {string} words the move that is chosen at first
 */
export function briefTurn(id, words) {
  return html`<div class="answers"><button class="btn btn--go ans" type="button" @click=${() => toggle(`turn ${id}`)}><span>${say("posts_turn")}</span><small>${words}</small></button><button class="btn ans" type="button" @click=${openPost}><span>${say("posts_write")}</span><small>${say("posts_kept")}</small></button></div>`;
}
