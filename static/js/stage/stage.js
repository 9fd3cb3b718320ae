// The table that is drawn in the browser: starts with the facts that came with the page, and follows the scene's socket. It
// never decides anything: people act by posting forms.

import { keepForReload, keepTyped, takeKept } from "./drafts.js";
import { announce, draw } from "./draw.js";
import { completeForms } from "./forms.js";
import { watchKeys } from "./keys.js";
import { change, onChange, page, setFacts } from "./page.js";
import { stepNumber } from "./parts/fields.js";
import { processForms, watchSending } from "./sending.js";
import { listen, tellTyping } from "./socket.js";
import { setWords } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const head = /** @type {HTMLElement} */ (document.getElementById("head"));
const tabs = /** @type {HTMLElement} */ (document.getElementById("tabs"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

const title = document.title;

function show() {
  draw({ main, head, tabs });
  processForms(main);
  announce(page.facts.said, said);
  const isAsked = Boolean(main.querySelector(".hand.is-asking"));
  document.title = isAsked ? `● ${main.querySelector("#hand-h")?.textContent} · ${title}` : title;
  completeForms();
}

function start() {
  setWords(read("words"));
  page.at = { ...main.dataset };
  page.facts = read("facts");
  const kept = takeKept();
  if (kept) page.ui = { ...page.ui, typed: kept.typed, picked: kept.picked };
  onChange(show);
  show();
  const line = /** @type {HTMLInputElement | null} */ (document.getElementById("say"));
  if (kept?.say && line) line.value = kept.say;
  document.body.dataset.drawn = "";
  watchSending();
  watchKeys();
  watchFields();
  listen(page.at.socket, {
    getFacts: () => page.facts,
    showFacts: setFacts,
    showLink: (link) => link !== page.ui.link && change({ link }),
    showPresence: (presence) => change({ presence }),
    showUnread: (unread) => change({ unread }),
    reload: () => {
      keepForReload();
      location.reload();
    },
  });
}

function watchFields() {
  for (const kind of ["input", "change"]) {
    main.addEventListener(kind, ({ target }) => {
      const { form } = /** @type {HTMLInputElement} */ (target);
      if (!form) return;
      keepTyped(form);
      if (!isForFew(form)) tellTyping();
    });
  }
  main.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button?.dataset.step) stepNumber(button);
    if (button?.dataset.whisper) whisperTo(button.dataset.whisper);
  });
  main.addEventListener("stage:heard", (event) => {
    const { name } = /** @type {CustomEvent} */ (event).detail;
    if (["card", "undo"].includes(name)) change({ tool: "" });
  });
}

/** @param {HTMLFormElement} form whether others may not hear of it: a whisper, or a command */
function isForFew(form) {
  if (form.dataset.act !== "say") return false;
  const value = (name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value ?? "";
  return Boolean(value("to")) || value("text").startsWith("/");
}

/** @param {string} key */
function whisperTo(key) {
  const hearer = /** @type {HTMLSelectElement | null} */ (document.getElementById("say-to"));
  if (hearer) hearer.value = key;
  change({ tab: "log" });
  document.getElementById("say")?.focus();
}

start();
