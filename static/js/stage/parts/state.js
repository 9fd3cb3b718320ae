// How play stands, in a few words: paused, by post and until when, or how long the table still waits; an order to a group that
// is being carried out.

import { formatDay, formatLeft } from "../../clock.js";
import { html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { listBelow } from "./blocks.js";

/** @param {string} moment */
const until = (moment) => say("until", { time: formatDay(new Date(moment)) });

/**
 * The deadline: of a scene by post as a day, of a live one as what is left of the time, which is counted down.
 * @param {any} state
 * @param {boolean} isMine whether it is this person's own
 */
export function deadline({ due_at, post } = {}, isMine = false) {
  const due = post ? findDue(post, due_at, isMine) : due_at;
  if (!due) return nothing;
  if (post) return html`<span>${isMine ? say("your_deadline") : say("by_post")} ${until(due)}</span>`;
  return html`<span>${say("default_in")} <b class="n" data-due=${due}></b></span>`;
}

const findDue = ({ waits }, due, isMine) => (isMine ? waits.find((wait) => wait.is_mine && wait.due_at)?.due_at : due);

/**
 * How the scene is played, for somebody who waits.
 * @param {any} facts
 */
export function standing({ place, state }) {
  const words = [];
  if (state?.post && !state.due_at) words.push(say("by_post"));
  if (place.is_planned) words.push(say("planned_note"));
  else if (place.is_hidden && place.is_open) words.push(say("hidden_note"));
  return words.join(" ");
}

/**
 * Whom a scene by post waits for.
 * @param {any} state
 */
export function listWaits({ post } = {}) {
  if (!post?.waits.length) return undefined;
  const rows = post.waits.map(
    ({ name, kind, due_at }) =>
      html`<li><span>${name} <small class="q">${say(`wait_${kind}`)}</small></span>${due_at ? html`<span class="q n">${until(due_at)}</span>` : nothing}</li>`,
  );
  return listBelow(say("waiting_for"), rows);
}

/**
 * The order that is being carried out, with the way to stop it.
 * @param {any} order
 * @param {Record<string, string>} refused
 */
export function orderLine(order, refused) {
  if (!order) return nothing;
  const stop = act({ name: "drop-order", move: "DropOrder" }, html`<button class="link">${say("stop_order")}</button>`);
  return html`<div class="just"><span class="what">${say("order")}: ${order.says} <span class="q">${order.count}</span></span>${stop}</div>${refusal(refused["drop-order"])}`;
}

/**
 * Who plays by itself, with the way to stop all of them.
 * @param {string | undefined} who
 * @param {Record<string, string>} refused
 */
export function playsLine(who, refused) {
  if (!who) return nothing;
  const stop = act(
    { name: "stop-playing", move: "StopPlaying" },
    html`<button class="link">${say("stop_playing")}</button>`,
  );
  return html`<div class="just"><span class="what">${say("plays", { who })}</span>${stop}</div>${refusal(refused["stop-playing"])}`;
}

/** Counts down what is left of the time. */
export function countDown() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-due]"))) {
    const left = formatLeft(Date.parse(place.dataset.due) - Date.now());
    if (place.textContent !== left) place.textContent = left;
  }
}
