// The chosen move beside others: what each would bring.

import { html, nothing } from "../dialect.js";
import { bar } from "./tokens.js";

/** @param {any} outlook */
export function outlookOf({ verdicts, ways, notes }) {
  const drawn = ways.map(
    ({ name, is_chosen, reason, rows }) =>
      html`<section class=${is_chosen ? "way is-on" : "way"}><h3>${name}</h3>${reason ? html`<p class="hint">${reason}</p>` : nothing}<dl>${rows.map(row)}</dl></section>`,
  );
  const said = notes.map((note) => html`<p class="hint">${note}</p>`);
  return html`<div class="cols cols--1 keep"><div class="weighed">${verdicts.map((verdict) => html`<p>${verdict}</p>`)}${drawn}${said}</div></div>`;
}

const row = ({ label, value, share, why, rule }) =>
  html`<dt>${label}</dt><dd><b class="n">${value}</b>${share === undefined ? nothing : bar(share, 60, 8)} <span class="q">${why} ${rule}</span></dd>`;
