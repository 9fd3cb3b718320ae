// What a person missed: one line above the log, which opens in the log's place, and the rule in the log where it begins.

import { formatDay } from "../../clock.js";
import { html, nothing } from "../dialect.js";
import { page, showTalk } from "../page.js";
import { say } from "../words.js";
import { changed } from "./health.js";

/**
 * The line above the log; it is gone when everything was read.
 * @param {import("../page.js").Ui} ui
 */
export function missedLine({ missed, recap }) {
  if (!missed || missed.isRead) return nothing;
  const mine = recap ? recap.waits.length + recap.words.length : 0;
  const more = mine ? html`, ${say("missed_mine", { n: mine })}` : nothing;
  return html`<p class="catch"><span><b>${say("missed_new", { n: missed.count })}</b>${more}</span><button class="link" type="button" @click=${() => showTalk("missed")}>${say("missed_open")}</button></p>`;
}

/**
 * What the rule in the log says where the new lines begin.
 * @param {{ since?: string }} missed
 */
export const newSince = ({ since }) =>
  since ? say("missed_since", { time: formatDay(new Date(since)) }) : say("missed_begin");

/** Back to the log, in whose place something else stands. */
export const backToLog = () =>
  html`<button class="link" type="button" @click=${() => showTalk("")}>${say("back_to_log")}</button>`;

/**
 * What was missed in a few sentences, in the log's place.
 * @param {import("../page.js").Ui} ui
 */
export function recapOf({ missed, recap }) {
  const head = html`<div class="sec"><h2 id="log-h" tabindex="-1">${say("missed")}</h2>${backToLog()}</div>`;
  const body = missed && recap ? sumUp(missed, recap) : html`<p class="instead hint">${say("loading")}</p>`;
  return html`${head}${body}`;
}

function sumUp(missed, recap) {
  const { waits, words, happened, deeds, changes, spoke, side_scenes } = recap;
  const mine = [
    ...waits.map(({ words: what, url }) => html`<li><a href=${url}>${what}</a></li>`),
    ...words.map(({ who, words: said }) => html`<li><b>${who}</b> <span class="said">${said}</span></li>`),
  ];
  const events = [
    ...happened.map(
      ({ label, text, when, in_fight }) =>
        html`<li class=${in_fight ? "is-inner" : ""}>${label ? html`<b>${label}</b> ` : nothing}${when ? html`<span class="q">${when}</span> ` : nothing}${text}</li>`,
    ),
    ...deeds.map((deed) => html`<li>${deed}</li>`),
  ];
  const scenes = side_scenes.map(
    ({ id, title, count }) =>
      html`<li>${id ? html`<a href=${`${page.at.base}strands/${id}/`}>${title}</a>` : title} <span class="q n">${count}</span></li>`,
  );
  const speakers = spoke.map(([name, n]) => `${name} ${n}`).join(", ");
  return html`<div class="instead" tabindex="0" role="group" aria-labelledby="log-h">${part("missed_for", mine, "is-mine")}${part("missed_happened", events)}${changes.length ? html`<section><h3>${say("missed_now")}</h3>${changes.map(changed)}</section>` : nothing}${part("missed_scenes", scenes)}${speakers ? html`<p class="q">${say("missed_spoke", { names: speakers })}</p>` : nothing}<p><a class="link" href=${`${page.at.base}log/${missed.after + 1}/#entry-${missed.after + 1}`}>${say("missed_read", { n: missed.upto - missed.after })}</a></p></div>`;
}

function part(title, rows, kind = "") {
  return rows.length ? html`<section class=${kind}><h3>${say(title)}</h3><ul>${rows}</ul></section>` : nothing;
}
