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

const TYPED = "input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select";

/**
 * The whole table of these facts.
 * @param {any} facts
 * @param {import("./page.js").Ui} ui
 */
export function table(facts, ui) {
  const { seenDeath, chance, steps, onward, over } = ui;
  const { typed, refused, opened, picked, forms, card, tool, odds, outlooks, persons, cards } = ui;
  const inHand = [
    facts.hand,
    facts.tools,
    facts.form,
    facts.fight,
    facts.party,
    facts.state,
    facts.place,
    facts.undo,
    facts.log,
    facts.result,
    facts.deaths,
    facts.ended,
    facts.redo,
  ];
  const askedFor = [
    facts.order,
    facts.plays,
    facts.ahead,
    facts.requests,
    facts.proposals,
    facts.rolls,
    facts.me,
    facts.tasks,
  ];
  const chosen = [
    typed,
    refused,
    opened,
    picked,
    forms,
    card,
    tool,
    odds,
    outlooks,
    persons,
    cards,
    seenDeath,
    chance,
    steps,
    onward,
    over,
    ui.comfort,
    facts.place.is_rehearsal && ui.link,
  ];
  const asked = once([...inHand, ...askedFor, ...chosen], () => hand(facts, ui));
  const pictured = [
    facts.fight,
    facts.place,
    facts.tasks,
    facts.handouts,
    facts.me,
    facts.hand,
    facts.tools,
    facts.start,
    ui.invite,
    ...(facts.state?.post ? [facts.state, facts.log, ui.missed, ui.steps, opened.picture] : []),
    picked,
    card,
    persons,
    cards,
    refused,
    opened.scene,
  ];
  const tools = once([facts.me, facts.place, ui.palette?.group, !ui.palette], () => toolGroups(facts, ui));
  const shown = ui.palette
    ? once([ui.palette, refused.palette], () => palette(ui))
    : facts.state?.is_card_up
      ? html`<p class="emptied">${say("card_up")}. ${say("card_why")}</p>`
      : once(pictured, () => picture(facts, ui));
  const list = once(
    [
      facts.fight,
      facts.party,
      facts.me,
      facts.away,
      facts.rolls,
      facts.place,
      facts.voices,
      facts.undo,
      ui.person,
      ui.persons,
      ui.unread,
      ui.comfort,
      refused,
      facts.away && typed,
    ],
    () => people(facts, ui),
  );
  const sides = facts.side_scenes;
  const read = [facts.log, facts.count, facts.me, sides, opened, ui.steps, ui.scene, ui.talk, ui.missed, ui.recap];
  const written = [ui.comfort, facts.voices, facts.place, facts.fight, ui.kept, ui.completing, refused.post];
  const talk = once([...read, ...(ui.talk ? written : [])], () => INSTEAD[ui.talk](facts, ui));
  const line = once([facts.voices, refused.say, ui.meaning, sides, ui.scene, ui.completing], () =>
    composer(facts.voices, refused.say, ui.meaning, sides, ui.scene, ui.completing),
  );
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
