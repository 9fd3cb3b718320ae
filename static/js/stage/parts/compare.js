// The chosen move beside others: what each would bring.

import { html, nothing } from "../dialect.js";

/** @param {import("../weighing.js").Outlook} outlook */
export function outlookOf({ verdicts, ways, notes }) {
  const drawn = ways.map(
    ({ name, isChosen, reason, rows }) =>
      html`<section class=${isChosen ? "way is-on" : "way"}><h3>${name}</h3>${reason ? html`<p class="hint">${reason}</p>` : nothing}<dl>${rows.map(({ label, value, why }) => html`<dt>${label}</dt><dd><b class="n">${value}</b> <span class="q">${why}</span></dd>`)}</dl></section>`,
  );
  const said = notes.map((note) => html`<p class="hint">${note}</p>`);
  return html`<div class="cols cols--1 keep"><div class="weighed">${verdicts.map((verdict) => html`<p>${verdict}</p>`)}${drawn}${said}</div></div>`;
}
