// How a new series begins, for its Storyteller: the link for players, who has come with which hero, and the button that
// ends it. The link as it works elsewhere is served with the page.

import { html, nothing, trusted } from "../dialect.js";
import { page } from "../page.js";
import { say } from "../words.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function start({ start: begun }, ui) {
  if (!begun) return nothing;
  return html`<section class="start" aria-label=${say("start")}><div><h3>${say("start_invite")}</h3>${invite(begun, ui.invite)}</div><div><h3>${say("start_heroes")}</h3>${heroes(begun)}</div><div><h3>${say("start_begin")}</h3>${begin(begun)}</div></section>`;
}

function invite({ invite: path, members_url }, link) {
  if (!path || link?.path !== path) {
    return html`<p><a class="link" href=${`${members_url}#links-h`}>${say("start_links")}</a></p>`;
  }
  const { url, elsewhere, note, qr_html } = link;
  const there = elsewhere ? copied(elsewhere, say("start_network")) : nothing;
  return html`${copied(url, say("start_link"))}${note ? html`<p class="hint">${note}</p>` : nothing}${there}<details><summary class="link down">${say("start_qr")}</summary><p class="start__qr">${trusted(qr_html)}</p></details>`;
}

/** A link with a button that copies it; where a browser cannot, it is chosen, to be copied by hand. */
function copied(url, label) {
  return html`<p class="start__link"><input class="in in--s" readonly aria-label=${label} value=${url}><button class="btn" type="button" @click=${copy}>${say("copy")}</button></p>`;
}

/** @param {Event} event */
async function copy({ currentTarget }) {
  const button = /** @type {HTMLButtonElement} */ (currentTarget);
  const field = /** @type {HTMLInputElement} */ (button.previousElementSibling);
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = say("copied");
  } catch {
    field.select();
  }
}

function heroes({ players, heroes_url }) {
  const rows = players.map(
    ({ name, heroes: own }) =>
      html`<li><b>${name}</b> <span class="q">${own.join(", ") || say("start_no_hero")}</span></li>`,
  );
  const list = rows.length ? html`<ul class="start__who">${rows}</ul>` : html`<p class="q">${say("start_nobody")}</p>`;
  return html`${list}<p><a class="link" href=${heroes_url}>${say("start_add")}</a></p>`;
}

function begin({ done_url }) {
  return html`<p class="q">${say("start_ends")}</p><form method="post" action=${done_url}><input type="hidden" name="csrfmiddlewaretoken" value=${page.at.csrf}><button class="btn btn--go">${say("start_go")}</button></form>`;
}
