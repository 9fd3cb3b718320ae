// The log's input as a combobox: it offers what could follow, and tells how a roll will be understood and how likely it
// is. Without this script it is a line of text.

import { complete } from "../completing.js";
import { listFoeWords } from "./foes.js";
import { fillClosed } from "./lazy_details.js";

const input = document.getElementById("say");
const speaker = document.getElementById("say-as");
const help = document.getElementById("say-help");
const list = document.getElementById("say-list");
const meaning = document.getElementById("say-meaning");
const PAUSE = 250; // milliseconds without a key before the server is asked

let options = [];
let from = 0;
let active = -1;
let asked = null; // what aborts the question on its way
let timer = 0;

// ---- What can be named: it stands on the page already

function listTraits() {
  const chosen = speaker?.value && document.getElementById(`pad-${speaker.value}`);
  const pads = [...document.querySelectorAll("#rolls .pad")];
  const pad = chosen || (pads.length === 1 ? pads[0] : null);
  if (pad) fillClosed(pad); // its traits are offered from the next key on
  const labels = [...(pad?.querySelectorAll(".trait > span:first-of-type") ?? [])];
  return labels.map((label) => label.textContent.trim());
}

const commands = [...document.getElementById("say-commands").options].map(({ value, text, dataset }) => ({
  insert: value,
  label: value.trim(),
  hint: text,
  also: dataset.also?.split(",") ?? [],
  takes: dataset.takes,
  as: dataset.as,
}));

function listNames(id) {
  return [...document.querySelectorAll(`#${id} > [data-name]`)].map((option) => option.dataset.name);
}

function listKnown() {
  const [people, characters] = [listNames("say-to"), listNames("say-as")];
  return { commands, traits: listTraits(), people, characters, foes: listFoeWords() };
}

// ---- The list

function draw() {
  list.replaceChildren(...options.map(makeOption));
  list.hidden = options.length === 0;
  help.hidden = options.length === 0 && !meaning.textContent;
  if (options.length) help.scrollIntoView({ block: "nearest" }); // on a phone it would lie under the bar of parts
  input.setAttribute("aria-expanded", String(options.length > 0));
  const id = active < 0 ? "" : `say-option-${active}`;
  if (id) input.setAttribute("aria-activedescendant", id);
  else input.removeAttribute("aria-activedescendant");
}

function makeOption({ label, hint }, place) {
  const item = document.createElement("li");
  item.id = `say-option-${place}`;
  item.role = "option";
  item.ariaSelected = String(place === active);
  const name = document.createElement("b");
  name.dir = "auto";
  name.textContent = label;
  item.append(name);
  if (hint) item.append(` ${hint}`);
  return item;
}

function suggest() {
  ({ from, options } = complete(input.value, listKnown()));
  if (input.selectionStart !== input.value.length) options = [];
  active = -1;
  draw();
}

function choose(place) {
  input.setRangeText(options[place].insert, from, input.value.length, "end");
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function close() {
  options = [];
  active = -1;
  draw();
}

input.addEventListener("keydown", (event) => {
  if (options.length === 0 || event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const places = options.length + 1; // one of them is the text itself
    active = ((active + 1 + step + places) % places) - 1;
    draw();
  } else if (event.key === "Enter" && active >= 0) choose(active);
  else if (event.key === "Tab" && !event.shiftKey) choose(Math.max(active, 0));
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
});

list.addEventListener("pointerdown", (event) => event.preventDefault()); // the input keeps the focus, and the phone its keys
list.addEventListener("click", (event) => {
  const item = event.target.closest("[role=option]");
  if (item) choose([...list.children].indexOf(item));
});

// ---- How a line will be understood

function askMeaning() {
  clearTimeout(timer);
  asked?.abort();
  asked = null;
  if (!input.value.startsWith("/") || !input.value.trim().includes(" ")) tellMeaning("");
  else timer = setTimeout(fetchMeaning, PAUSE);
}

async function fetchMeaning() {
  asked = new AbortController();
  const fields = [...input.form.elements].filter(({ name }) => ASKED.includes(name));
  const query = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  try {
    const answer = await fetch(`${input.dataset.meaning}?${query}`, {
      credentials: "same-origin",
      signal: asked.signal,
    });
    tellMeaning(answer.ok && !answer.redirected ? await answer.text() : "");
  } catch {
    // The next key asks again.
  }
}

const ASKED = ["text", "to", "speaker", "name"];

function tellMeaning(words) {
  meaning.textContent = words;
  draw();
}

input.addEventListener("input", () => {
  suggest();
  askMeaning();
});
speaker?.addEventListener("change", askMeaning);
input.addEventListener("blur", close);
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt !== input.form) return;
  close();
  askMeaning();
});

for (const [name, value] of Object.entries({
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-controls": "say-list",
  "aria-describedby": "say-meaning",
  "aria-expanded": "false",
})) {
  input.setAttribute(name, value);
}
draw();
