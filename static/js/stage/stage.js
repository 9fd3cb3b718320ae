// The table that is drawn in the browser: starts with the facts that came with the page, and follows the scene's socket. It
// never decides anything: people act by posting forms.

import { attend, hearDice, loadComfort } from "./attention.js";
import { fillLine, keepForReload, keepOverSignIn, keepTyped, takeKept } from "./drafts.js";
import { announce, draw } from "./draw.js";
import { cardInHand, chosenOffer, completeForms, listDue, openTool } from "./forms.js";
import { goOn, stopKeeping, watchKeeping } from "./keeping.js";
import { watchKeys } from "./keys.js";
import { askMeaning } from "./meaning.js";
import { askOdds, completeOdds, forgetOdds, isPlanForm, isRollForm } from "./odds.js";
import { watchOffline } from "./offline.js";
import { follow, newest } from "./onward.js";
import { change, onChange, page, put, showTalk } from "./page.js";
import { isDone } from "./parts/desk.js";
import { completeLine, stepNumber } from "./parts/fields.js";
import { followPalette } from "./parts/palette.js";
import { countDown } from "./parts/state.js";
import { newestOf } from "./parts/tabs.js";
import { completePerson } from "./persons.js";
import { keepMark, placeAtNew, watchReading } from "./reading.js";
import { loadSeen } from "./seen.js";
import { processForms, wasSent, watchSending } from "./sending.js";
import { listen, sendTyping } from "./socket.js";
import { keepSpeaker, putSpeaker } from "./speaking.js";
import { compare } from "./weighing.js";
import { say, setWords } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const head = /** @type {HTMLElement} */ (document.getElementById("head"));
const tabs = /** @type {HTMLElement} */ (document.getElementById("tabs"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));

/** @param {string} id */
const parse = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

const title = document.title;

function show() {
  draw({ main, head, tabs });
  processForms(main);
  announce(page.facts.said, said);
  const [card, asked] = listDue(page.facts)[0] ?? ["", undefined];
  document.title = asked ? `● ${asked.title} · ${title}` : title;
  attend(card, asked?.title ?? "");
  hearDice(page.facts.result);
  forgetAnswered();
  completeForms();
  completePerson();
  completeOdds();
  keepMark();
  countDown();
  followHand();
}

/** What was asked when a tool was opened may be asked again: then it takes the hand back. So may a turn by post. */
function forgetAnswered() {
  const due = listDue(page.facts).map(([id]) => id);
  const over = page.ui.over.filter((id) => due.includes(id));
  if (over.length < page.ui.over.length) change({ over });
  const taken = Object.keys(page.ui.opened).find((key) => key.startsWith("turn ") && !due.includes(key.slice(5)));
  if (taken) put("opened", taken, undefined);
}

/** @type {string} the move that was chosen in the hand when the page was drawn last */
let chosen = "";

/** What was being typed when the table moved on is shown, so that it can be copied; choices come back with the move. */
function followHand() {
  const found = cardInHand(page.facts, page.ui);
  const now = found ? chosenOffer(...found, page.ui.picked) : "";
  const before = chosen;
  if (now === before) return;
  chosen = now;
  const isThere = Object.values(page.facts.hand?.cards ?? {}).some((card) => card.offers[before]);
  if (!before || isThere || wasSent(before)) return;
  const words = [...Object.values(page.ui.typed[before] ?? {})].flat().filter((text) => text.includes(" "));
  if (words.length) put("refused", "moved", `${say("moved_on")} “${words.join(" ")}”`);
}

function start() {
  setWords(parse("words"));
  for (const [name, value] of Object.entries(parse("face"))) document.documentElement.style.setProperty(name, value);
  page.at = { ...main.dataset };
  page.facts = parse("facts");
  const { missed, note, invite } = parse("mine");
  const seen = missed?.after || newestOf(page.facts.log);
  page.ui = {
    ...page.ui,
    missed,
    invite,
    seen,
    kept: { note },
    comfort: loadComfort(),
    unread: Number(page.at.unread ?? 0),
  };
  const kept = takeKept();
  if (kept) page.ui = { ...page.ui, typed: kept.typed, picked: kept.picked, tool: kept.tool };
  page.ui = { ...page.ui, seenDeath: loadSeen() };
  onChange(show);
  show();
  if (kept) {
    fillLine(kept);
    goOn(kept);
  }
  document.body.dataset.drawn = "";
  watchSending();
  watchKeys();
  placeAtNew();
  watchReading();
  watchKeeping();
  watchOffline();
  document.getElementById("to-comfort")?.addEventListener("click", openComfort);
  putSpeaker();
  watchFields();
  setInterval(countDown, 1000);
  listen(page.at.socket, {
    getFacts: newest,
    showFacts: follow,
    showLink: (link) => {
      if (link === "live") delete document.documentElement.dataset.kept; // a copy that is new again
      if (link === "gone") keepOverSignIn();
      if (link !== page.ui.link) change({ link });
    },
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
      const { form, list } = /** @type {HTMLInputElement} */ (target);
      if (list) completeLine(/** @type {HTMLInputElement} */ (target));
      if (!form) return;
      if (form.dataset.act === "say") {
        keepSpeaker(form);
        askMeaning(form);
      }
      if (!isForFew(form)) sendTyping();
      if (!form.dataset.offer) return;
      keepTyped(form);
      if (page.ui.outlooks[form.dataset.offer]) put("outlooks", form.dataset.offer, undefined);
      askOdds(
        form,
        isRollForm(form.dataset.act) || isPlanForm(form.dataset.act) || findOffer(form.dataset.offer)?.has_preview,
      );
    });
  }
  main.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button?.dataset.step) stepNumber(button);
    if (button && "compare" in button.dataset) compare(button.form);
    if (button?.dataset.roll) rollFor(button.dataset.roll);
    if (button?.dataset.whisper) whisperTo(button.dataset.whisper);
  });
  main.addEventListener("submit", ({ target }) => {
    if (!(/** @type {Element} */ (target).matches("[hx-post]"))) keepForReload(); // the browser leaves the page, and comes back
  });
  document.addEventListener("stage:heard", (event) => {
    const { name } = /** @type {CustomEvent} */ (event).detail;
    if (name === "palette") followPalette();
    if (isRollForm(name)) forgetOdds(name);
    if (name === "post") leavePost();
    const { tool, forms } = page.ui;
    if (["card", "undo"].includes(name) || name === tool || isDone(forms[tool], name)) {
      openTool(isPlanForm(name) ? "plan" : "");
    }
    if (name === "say") change({ isFolded: false, meaning: "", completing: undefined });
    else if (page.ui.refused.moved) put("refused", "moved", undefined);
  });
}

/** @param {string} id */
function findOffer(id) {
  const cards = Object.values(page.facts.hand?.cards ?? {});
  return cards.find((card) => card.offers[id])?.offers[id];
}

/**
 * @param {HTMLFormElement} form whether others may not hear of it: private notes, a tool of the Storyteller's, a roll that
 * not everybody sees, a whisper, or a command
 */
function isForFew(form) {
  const name = form.dataset.act ?? "";
  if (form.dataset.keep === "note" || name.startsWith("tool-")) return true;
  const value = (field) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(field))?.value ?? "";
  return Boolean(value("to") || value("secret")) || (name === "say" && value("text").startsWith("/"));
}

/** @param {Event} event */
function openComfort(event) {
  event.preventDefault();
  /** @type {Element} */ (event.target).closest("details")?.removeAttribute("open");
  showTalk("comfort");
}

/** What was posted is in the log; a draft starts again with the next one. */
function leavePost() {
  stopKeeping();
  put("kept", "post", undefined);
  change({ talk: "" });
}

/** @param {string} key */
function rollFor(key) {
  change({ tab: "table" });
  openTool(`roll ${key}`);
}

/** @param {string} key */
function whisperTo(key) {
  const hearer = /** @type {HTMLSelectElement | null} */ (document.getElementById("say-to"));
  if (hearer) hearer.value = key;
  change({ tab: "log" });
  document.getElementById("say")?.focus();
}

start();
