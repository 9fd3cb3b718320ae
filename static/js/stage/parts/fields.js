// The fields of an offer's form, one function for each shape. A field begins with what the facts say; what is typed or ticked
// afterwards is the browser's, and drawing leaves it alone.

import { each, html, nothing } from "../dialect.js";
import { say } from "../words.js";
import { bar } from "./tokens.js";

/** @typedef {Record<string, string[]>} Typed what was typed in this form, by the names of its fields */

/**
 * The values that are chosen now.
 * @param {any} input
 * @param {Typed | undefined} typed
 * @returns {string[]}
 */
export function chosenOf(input, typed) {
  if (typed?.[input.name]) return typed[input.name];
  const chosen = (input.options ?? []).filter((option) => option.chosen).map((option) => option.value);
  return chosen.length || !input.value ? chosen : [input.value];
}

/**
 * The option that is chosen now.
 * @param {any} input
 * @param {Typed | undefined} typed
 */
export function optionOf(input, typed) {
  const [value] = chosenOf(input, typed);
  return (input.options ?? []).find((option) => option.value === value);
}

/**
 * A form without the fields that count for nothing now: only a card that holds a plain action has a difficulty of its own.
 * @param {any} form
 * @param {Typed | undefined} typed
 */
export function countingOf(form, typed) {
  if (!form) return undefined;
  const { main, more = [] } = form;
  const counts = ({ name }) => {
    const card = name.replace("m.difficulties.", "m.others.");
    const held = card !== name && [...main, ...more].find((input) => input.name === card);
    return !held || chosenOf(held, typed).includes("other");
  };
  return { ...form, main: main.filter(counts), more: more.filter(counts) };
}

/**
 * A form with the chances of its choices as it stands filled in.
 * @param {any} form
 * @param {any} [choices] by field and value; of a list, by place
 */
export function ratedOf(form, choices) {
  if (!form || !choices) return form;
  const rate = (input) => {
    const rated = choices[input.name];
    if (!rated) return input;
    const options = input.options?.map(({ percent: _percent, share: _share, says: _says, ...option }) => ({
      ...option,
      ...(input.places ? {} : rated[option.value]),
    }));
    return { ...input, options, rated };
  };
  return { ...form, main: form.main.map(rate) };
}

/**
 * @param {any} input
 * @param {Typed | undefined} typed
 */
export function field(input, typed) {
  return (SHAPES[input.shape] ?? SHAPES.line)(input, typed);
}

/**
 * @param {any[] | undefined} inputs
 * @param {Typed | undefined} typed
 */
export function fields(inputs, typed) {
  return each(
    inputs ?? [],
    (input) => input.id,
    (input) => field(input, typed),
  );
}

const help = (input) => (input.help ? html`<p class="hint">${input.help}</p>` : nothing);

const group = (kind, input, body) =>
  html`<fieldset class=${kind}><legend class="cap"><span>${input.label}</span></legend>${body}${help(input)}</fieldset>`;

/** @param {any} option */
const partsOf = (option) => [option.label, option.hint].filter(Boolean).join(", ");

/**
 * Rows to choose one of, each with its chance.
 * @param {any} input
 * @param {Typed | undefined} typed
 */
export function rows(input, typed) {
  const chosen = chosenOf(input, typed);
  const list = each(
    input.options,
    (option) => option.value,
    (option) => row(input, option, chosen.includes(option.value)),
  );
  return group("opts opts--rows", input, list);
}

/**
 * A chance as it stands in a column; the words for it stand in the foot.
 * @param {any} option
 */
export function shortChance({ percent, share = 0 }) {
  if (/^\d/.test(percent)) return percent;
  const [low, high] = [share < 0.01, share > 0.99];
  return `${low ? "<" : high ? ">" : "≈"} ${low ? 1 : high ? 99 : Math.round(share * 100)} %`;
}

/** @param {any} option */
function chanceOf(option) {
  if (!option.percent) return nothing;
  const words = option.says ?? option.percent;
  return html`${bar(option.share ?? 0, 34, 8, option.tone)}<span class="n" title=${words}>${shortChance(option)}</span>`;
}

function row(input, option, isChosen) {
  if (option.reason) {
    return html`<p class="opt is-off"><span>${option.label}<small class="q">${option.reason}</small></span></p>`;
  }
  const chance = chanceOf(option);
  const hint = option.hint ? html`<small class="q">${option.hint}</small>` : nothing;
  return html`<label class=${isChosen ? "opt is-on" : "opt"}>${radio(input, option)}<span>${option.label}${hint}</span>${chance}</label>`;
}

const radio = (input, option) =>
  html`<input type="radio" name=${input.name} value=${option.value} ?required=${input.required} ?checked=${option.chosen}>`;

/** Fewer traits without a dot than this are shown at once. */
const FEW_BLANK = 4;

/** Chips to choose one of. Traits without a dot, as most abilities of a character, wait behind a tap. */
function pills(input, typed) {
  const chosen = chosenOf(input, typed);
  const isBlank = ({ dots, value }) => dots === 0 && !chosen.includes(value);
  const blank = input.options.filter(isBlank);
  const hasFold = blank.length >= FEW_BLANK && blank.length < input.options.length;
  const list = (options) =>
    each(
      options,
      ({ value }) => value,
      (option) => pill(input, option, chosen.includes(option.value)),
    );
  const known = hasFold ? input.options.filter((option) => !isBlank(option)) : input.options;
  const more = hasFold
    ? html`<details><summary class="link down">${say("untrained", { n: blank.length })}</summary><div class="traits">${list(blank)}</div></details>`
    : nothing;
  return group("pills", input, html`<div class="traits">${list(known)}</div>${more}`);
}

function pill(input, option, isChosen) {
  if (option.reason) return html`<span class="chip is-off" title=${option.reason}>${option.label}</span>`;
  const dots = option.dots === undefined ? nothing : html`<span class="q n">${option.dots}</span>`;
  return html`<label class=${isChosen ? "chip is-on" : "chip"}>${radio(input, option)}<span>${option.label}</span>${dots}</label>`;
}

function checks(input, typed) {
  const chosen = chosenOf(input, typed);
  const list = each(
    input.options,
    (option) => option.value,
    (option) => {
      const more = option.reason || option.hint;
      return html`<label class=${chosen.includes(option.value) ? "tickbox is-on" : "tickbox"}><input type="checkbox" name=${input.name} value=${option.value} ?checked=${option.chosen} ?disabled=${Boolean(option.reason)}><span>${option.label}${more ? html` <small class="q">${more}</small>` : nothing}</span></label>`;
    },
  );
  return group("checks", input, list);
}

/** A checkbox. A browser sends nothing for an empty one, so a hidden "no" goes before one that begins ticked. */
function flag(input) {
  const isSet = input.value === "true";
  const no = isSet ? html`<input type="hidden" name=${input.name} value="false">` : nothing;
  return html`<div class="flag">${no}<label class="tickbox"><input type="checkbox" name=${input.name} value="true" ?checked=${isSet}><span>${input.label}</span></label>${help(input)}</div>`;
}

function choices(options, withChosen = true) {
  return options.map(
    (option) =>
      html`<option value=${option.value} ?selected=${withChosen && option.chosen} ?disabled=${Boolean(option.reason)}>${option.label}${option.reason || option.hint ? ` (${option.reason || option.hint})` : ""}</option>`,
  );
}

function select(input) {
  const hasNone = input.required || input.options.some((option) => !option.value);
  return html`<label class="step"><span>${input.label}</span><select class="in in--s" name=${input.name} ?required=${input.required}>${hasNone ? nothing : html`<option value="">–</option>`}${choices(input.options)}</select></label>${help(input)}`;
}

function list(input) {
  const places = (input.places ?? []).map((place) => {
    const isNeeded = place < (input.low ?? 0);
    const label = `${input.label}, ${place + 1}`;
    return html`<select class="in in--s" name=${input.name} aria-label=${label} ?required=${isNeeded}><option value="">${isNeeded ? say("choose") : "–"}</option>${choices(input.options, isNeeded)}</select>${input.rated?.[place] ? html`<span class="n q">${input.rated[place].percent}</span>` : nothing}`;
  });
  return group("lists", input, places);
}

/** A number with a button on each side: it is tapped or typed. */
function number(input, typed) {
  const options = input.options ?? [];
  const step = options.length > 1 ? Number(options[1].value) - Number(options[0].value) : 1;
  const [now] = chosenOf(input, typed);
  const chosen = options.find((option) => option.value === (now ?? input.value));
  return html`<div class="step"><span>${input.label}${chosen ? html` <small class="q">${partsOf(chosen)}</small>` : nothing}</span><button class="btn" type="button" data-step=${-step} aria-label=${say("less", { what: input.label })}>−</button><input class="in in--n n" type="number" inputmode="numeric" name=${input.name} aria-label=${input.label} min=${input.low ?? nothing} max=${input.high ?? nothing} step=${step} value=${input.value ?? ""} ?required=${input.required}><button class="btn" type="button" data-step=${step} aria-label=${say("more_of", { what: input.label })}>+</button></div>${help(input)}`;
}

const most = (input) => input.high || nothing;

function line(input) {
  const known = input.words ? `${input.id}-known` : nothing;
  const list = input.words ? html`<datalist id=${known} data-words=${input.words.join("|")}></datalist>` : nothing;
  const kind = input.words ? "step step--tall" : "step";
  return html`<label class=${kind}><span>${input.label}</span><input class="in in--s" name=${input.name} list=${known} maxlength=${most(input)} value=${input.value ?? ""} autocomplete="off" ?required=${input.required}></label>${list}${help(input)}`;
}

function area(input) {
  return html`<div class="words-in"><textarea class="in" rows="2" name=${input.name} maxlength=${most(input)} aria-label=${input.label} placeholder=${input.label} ?required=${input.required} .defaultValue=${input.value ?? ""}></textarea>${help(input)}</div>`;
}

const file = ({ label, name }) =>
  html`<label class="step"><span>${label}</span><input class="in in--s" type="file" name=${name} accept="image/jpeg,image/png,image/webp,image/gif"></label>`;

function only(input) {
  const [option] = input.options;
  const chance = chanceOf(option);
  return html`<p class="opt is-on is-only"><span><span class="q">${input.label}</span> <b>${option.label}</b></span>${chance}</p><input type="hidden" name=${input.name} value=${option.value}>`;
}

/** @type {Record<string, (input: any, typed?: Typed) => unknown>} */
const SHAPES = {
  rows,
  traits: pills,
  pills,
  checks,
  select,
  list,
  number,
  range: number,
  flag,
  line,
  area,
  file,
  only,
};

/**
 * Moves the number beside a button by its step, as typing would.
 * @param {HTMLElement} button
 */
export function stepNumber(button) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const now = Number(input.value || input.min || 0) + Number(button.dataset.step);
  const low = input.min === "" ? Number.NEGATIVE_INFINITY : Number(input.min);
  const high = input.max === "" ? Number.POSITIVE_INFINITY : Number(input.max);
  input.value = String(Math.max(low, Math.min(high, now)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Offers what could follow in a line of new foes: the browser shows it.
 * @param {HTMLInputElement} input
 */
export async function completeLine({ value, list }) {
  const { completeFoes } = await import("../../completing.js");
  const { from, options } = completeFoes(value, list.dataset.words.split("|"));
  list.replaceChildren(...options.map(({ insert }) => new Option("", value.slice(0, from) + insert)));
}
