// The tools of a seat at rest: what it may begin. Each opens in the hand, as the server says what it asks for.

import { each, html, nothing } from "../dialect.js";
import { openTool } from "../forms.js";
import { page } from "../page.js";
import { idOf } from "../sending.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { back, cap, chips, fold, heading } from "./blocks.js";
import { fields } from "./fields.js";

/** @param {string[]} [tools] the names of what the seat may open */
export function listTools(tools = []) {
  if (!tools.length) return undefined;
  return chips(say("tools"), tools.map(chip));
}

function chip(name) {
  const open = () => openTool(`desk ${name}`);
  return html`<button class="chip" type="button" @click=${open}>${say(`tool_${name}`)}</button>`;
}

/** @param {{ id: string }} form what its command id, its refusal and what is typed in it are kept by */
const nameOf = ({ id }) => `tool-${id}`;

/**
 * A tool that has the hand's place until it is sent or left. What is asked of its person takes that place first.
 * @param {string} name
 * @param {import("../page.js").Ui} ui
 */
export function desk(name, ui) {
  const tool = ui.forms[`desk ${name}`];
  const head = heading(say(`tool_${name}`), tool?.note, back());
  if (!tool) return html`${head}<p class="cols hint keep">${say("loading")}</p>`;
  const { forms = [], upload, links = [] } = tool;
  const isAlone = forms.length === 1 && !upload;
  const list = each(
    forms,
    ({ id }) => id,
    (form) => drawForm(form, ui, isAlone),
  );
  const more = links.map(
    ({ label, url, hint }) =>
      html`<span><a class="link" href=${url}>${label}</a>${hint ? html` <small class="q">${hint}</small>` : nothing}</span>`,
  );
  return html`${head}<div class=${isAlone ? "cols cols--1 keep" : "cols cols--2 keep tooling"}>${list}${upload ? uploading(upload) : nothing}${links.length ? html`<p class="deeds">${more}</p>` : nothing}</div>${isAlone ? refusal(ui.refused[nameOf(forms[0])]) : nothing}${foot(forms)}`;
}

/** The button that the tool is opened for. */
function foot(forms) {
  const form = forms.find(({ buttons }) => buttons.some(({ is_main }) => is_main));
  if (!form) return nothing;
  const { label, note } = form.buttons.find(({ is_main }) => is_main);
  return html`<footer class="hand__foot"><p class="odds q">${note}</p><button class="btn btn--go" form=${`f-${nameOf(form)}`}>${label}</button></footer>`;
}

/**
 * One form: its fields, its buttons, and further fields behind a tap.
 * @param {any} form
 * @param {import("../page.js").Ui} ui
 * @param {boolean} isAlone whether its refusal stands in the foot
 */
export function drawForm(form, ui, isAlone) {
  const { move, hidden, title, note, picture_url, main, more, more_says, buttons, buttons_say } = form;
  const name = nameOf(form);
  const typed = ui.typed[name];
  const picture = picture_url ? html`<img class="tooling__face" src=${picture_url} alt="" loading="lazy">` : nothing;
  const above = title ? cap(title) : nothing;
  const hint = note ? html`<p class="hint">${note}</p>` : nothing;
  const [folded, shown] = [buttons.filter(({ is_folded }) => is_folded), buttons.filter(({ is_folded }) => !is_folded)];
  const asked = buttons_say ? cap(buttons_say) : nothing;
  const row = shown.some(({ is_main }) => !is_main)
    ? html`${asked}<div class="deeds">${shown.map(button)}</div>`
    : nothing;
  const further = more_says
    ? fold(`more ${name}`, more_says, html`${fields(more, typed)}${folded.map(button)}`, ui.opened)
    : nothing;
  const body = html`${picture}${above}${hint}${fields(main, typed)}${isAlone ? html`${further}${row}` : html`${row}${further}${refusal(ui.refused[name])}`}`;
  const isBare = !(title || note || main.length || more_says) && row === nothing;
  const kind = isBare ? "act" : picture_url ? "how has-face" : "how";
  return act({ name, move, hidden, kind, offer: name }, html`${byEnter}${body}`);
}

/** What Enter in a field presses: the form as it is filled in, and none of the buttons that send a value of their own. */
const byEnter = html`<button hidden></button>`;

function button({ label, name, value, note, is_main, skips }) {
  if (is_main) return nothing; // it stands in the foot
  const more = note ? html` <small>${note}</small>` : nothing;
  return html`<button class="btn" name=${name ?? nothing} value=${value ?? nothing} ?formnovalidate=${skips}><span>${label}${more}</span></button>`;
}

/** A form with a file, which a browser posts by itself. It leads back to this page. */
function uploading({ address, title, label, hidden, main, note }) {
  const fixed = [["csrfmiddlewaretoken", page.at.csrf], ["command", idOf("upload")], ...hidden].map(
    ([key, value]) => html`<input type="hidden" name=${key} value=${value}>`,
  );
  return html`<form class="how" id="f-upload" method="post" enctype="multipart/form-data" action=${address}>${fixed}${cap(title)}${fields(main, undefined)}<p class="hint">${note}</p><div class="deeds"><button class="btn">${label}</button></div></form>`;
}

/**
 * Whether a tool is done with when this form of it was heard.
 * @param {any} tool
 * @param {string} name
 */
export const isDone = (tool, name) => Boolean(tool?.forms?.some((form) => nameOf(form) === name && !form.stays));
