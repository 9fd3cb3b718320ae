// Draws the page from facts, whole or after a change: each part only when what it is made from is another object. Gives the
// focus back, and says one sentence to those who listen.

import { html, once, render } from "./dialect.js";
import { fillDrafts } from "./drafts.js";
import { cardInHand, listDue } from "./forms.js";
import { change, page } from "./page.js";
import { comfort } from "./parts/comfort.js";
import { composer } from "./parts/composer.js";
import { hand, isCovered } from "./parts/hand.js";
import { header } from "./parts/header.js";
import { log } from "./parts/log.js";
import { backToLog, recapOf } from "./parts/missed.js";
import { notes } from "./parts/notes.js";
import { palette, toolGroups } from "./parts/palette.js";
import { people } from "./parts/people.js";
import { picture } from "./parts/picture.js";
import { tabs } from "./parts/tabs.js";
import { unsent } from "./parts/unsent.js";
import { post } from "./parts/write.js";
import { say } from "./words.js";

/** What may stand in the log's place. */
const INSTEAD = {
  "": log,
  missed: (_facts, ui) => recapOf(ui),
  write: post,
  notes,
  comfort: (_facts, ui) => comfortPlace(ui),
};

const comfortPlace = (ui) =>
  html`<div class="sec"><h2 id="log-h" tabindex="-1">${say("comfort")}</h2>${backToLog()}</div><div class="instead">${comfort(ui)}</div>`;

/** What each part is made from, by its names in the facts and on the page. */
const IN_HAND =
  "hand tools form fight party state place undo log result deaths ended redo order plays ahead requests proposals rolls me tasks";
const CHOSEN =
  "typed refused opened picked forms card tool odds outlooks persons cards seenDeath chance steps onward over comfort";
const PICTURED = "fight place tasks handouts me hand tools start";
const LISTED = "fight party me away rolls place voices undo";

/**
 * @param {any} from
 * @param {string} names
 */
const pick = (from, names) => names.split(" ").map((name) => from[name]);

const TYPED = "input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select";

/**
 * The whole table of these facts.
 * @param {any} facts
 * @param {import("./page.js").Ui} ui
 */
export function table(facts, ui) {
  const chosen = [...pick(ui, CHOSEN), facts.place.is_rehearsal && ui.link];
  const asked = once([...pick(facts, IN_HAND), ...chosen], () => hand(facts, ui));
  const posted = facts.state?.post ? [facts.state, facts.log, ui.missed, ui.steps, ui.opened.picture] : [];
  const pictured = [...pick(facts, PICTURED), ...pick(ui, "invite picked card persons cards refused"), ...posted];
  const tools = once([facts.me, facts.place, ui.palette?.group, !ui.palette], () => toolGroups(facts, ui));
  const shown = ui.palette
    ? once([ui.palette, ui.refused.palette], () => palette(ui))
    : facts.state?.is_card_up
      ? html`<p class="emptied">${say("card_up")}. ${say("card_why")}</p>`
      : once([...pictured, ui.opened.scene], () => picture(facts, ui));
  const listed = [...pick(facts, LISTED), ...pick(ui, "person persons unread comfort refused")];
  const list = once([...listed, facts.away && ui.typed], () => people(facts, ui));
  const sides = facts.side_scenes;
  const lines = [...pick(facts, "log count me side_scenes"), ...pick(ui, "opened steps scene talk missed recap")];
  const written = [...pick(facts, "voices place fight"), ui.comfort, ui.kept, ui.completing, ui.refused.post];
  const talk = once([...lines, ...(ui.talk ? written : [])], () => INSTEAD[ui.talk](facts, ui));
  const typed = /** @type {Parameters<typeof composer>} */ ([
    facts.voices,
    ui.refused.say,
    ui.meaning,
    sides,
    ui.scene,
    ui.completing,
  ]);
  const line = once(typed, () => composer(...typed));
  const waits = once([ui.unsent, facts.voices, sides], () => unsent(ui.unsent, facts));
  const title = say(ui.palette ? "do_anything" : facts.fight ? "the_fight" : "the_scene");
  return html`${asked}<section class="stage" id="table" aria-label=${title}>${tools}${shown}</section><section class="people" id="people" aria-labelledby="people-h">${list}</section><section class=${ui.talk === "write" ? "talk is-writing" : "talk"} id="log" aria-labelledby="log-h">${talk}${waits}${line}</section>`;
}

/**
 * @param {{ main: HTMLElement, head: HTMLElement, tabs: HTMLElement }} places
 */
export function draw({ main, head, tabs: nav }) {
  const { facts, ui } = page;
  const before = look();
  render(table(facts, ui), main);
  render(
    once([facts.place, facts.state, ui.presence, ui.link, ui.unread], () => header(facts, ui)),
    head,
  );
  render(
    once([ui.tab, ui.unread, ui.seen, facts.log], () => tabs(facts, ui)),
    nav,
  );
  main.className = classesOf(facts, ui);
  fillDrafts(main);
  giveBack(before, main);
}

/**
 * How the page is laid out.
 * @param {any} facts
 * @param {import("./page.js").Ui} ui
 */
export function classesOf(facts, ui) {
  const kinds = ["table", `tab-${ui.tab}`];
  if (!facts.fight) kinds.push("is-calm");
  if (facts.me.role !== "storyteller") kinds.push("is-player");
  if (facts.me.role === "spectator") kinds.push("is-watching");
  if (ui.isFolded) kinds.push("is-folded");
  if (listDue(facts).length) kinds.push("is-asked");
  if (ui.palette) kinds.push("is-searching");
  return kinds.join(" ");
}

// ---- Focus

let asked = ""; // the card that was in the hand when the page was drawn last

function look() {
  const focused = /** @type {any} */ (document.activeElement);
  const isField = focused?.matches?.(TYPED);
  const range = isField && focused.selectionStart !== undefined ? [focused.selectionStart, focused.selectionEnd] : null;
  return { focused, isField, range };
}

/**
 * Gives the focus back to what had it, as far as it is there; else the hand has it. What is newly asked gets it from
 * somebody who is not typing.
 * @param {ReturnType<typeof look>} before
 * @param {HTMLElement} main
 */
function giveBack({ focused, isField, range }, main) {
  const found = isCovered(page.facts, page.ui) ? undefined : cardInHand(page.facts, page.ui);
  const now = found?.[1].is_due ? found[0] : "";
  const isNew = now !== "" && now !== asked;
  asked = now;
  if (focused && focused !== document.body && focused.isConnected) {
    if (document.activeElement !== focused) focusAgain(focused, range);
    if (isNew && !isField && main.contains(focused)) focusHand();
    else if (isNew && focused.closest(".say")) queueMicrotask(() => change({ isFolded: true })); // until it is sent
  } else if (isNew || (focused && !focused.isConnected)) focusHand();
}

function focusAgain(element, range) {
  element.focus({ preventScroll: true });
  if (range?.[0] !== null && range) element.setSelectionRange?.(range[0], range[1]);
}

/** Leads to what is asked. */
export function focusHand() {
  document.getElementById("hand-h")?.focus({ preventScroll: true });
}

// ---- What is said to those who listen

let saidAt = -1;

/**
 * @param {any} said the newest sentence and its number: the same sentence twice is said twice
 * @param {HTMLElement} place
 */
export function announce(said, place) {
  if (!said || said.n === saidAt) return;
  const isFirst = saidAt < 0;
  saidAt = said.n;
  if (isFirst) return; // what stands on a page that was just loaded is read as a page
  place.textContent = said.text === place.textContent ? `${said.text} ` : said.text;
}
