// Everybody, as one flat list for fight and evening: state first, and a tap opens the controls of that one. A row that moves
// keeps its element, what is opened in it and the focus.

import { each, html, nothing, once } from "../dialect.js";
import { inOrder } from "../facts.js";
import { change } from "../page.js";
import { minus } from "../pictures/letters.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { bring, controls } from "./controls.js";
import { health } from "./health.js";
import { me } from "./me.js";
import { token } from "./tokens.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function people(facts, ui) {
  const list = facts.fight ? listFighters(facts.fight) : listMembers(facts.party);
  const rows = each(
    list,
    ({ id }) => id,
    (row) => {
      const isOpen = ui.person === row.id;
      const opened = isOpen && [ui.refused, ui.persons[row.id], facts.undo];
      const from = [row.who, row.at, row.note, row.isNow, isOpen, facts.me, ...(opened || [])];
      return once(from, () => drawRow(row, isOpen, facts, ui));
    },
  );
  const kind = facts.fight ? "plist" : "plist plist--eve";
  const when = facts.fight?.headline;
  const title = say(facts.fight ? "turn_order" : "here");
  return html`${me(facts, ui)}<div class="sec"><h2 id="people-h" tabindex="-1">${title}</h2>${when ? html`<span class="q when">${when}</span>` : nothing}<span class="q">${legend(list)}</span></div><ol class=${kind}>${rows}</ol>${absent(facts, ui)}`;
}

/**
 * @typedef {{ id: string, who: any, at?: string, note?: string, isNow: boolean }} Row
 * @param {any} fight
 * @returns {Row[]}
 */
export function listFighters(fight) {
  /** @type {Row[]} */
  const rows = [];
  for (const { at: number, label, note, now, ids } of fight.order) {
    ids.forEach((id, place) => {
      const at = place ? undefined : number === undefined ? label : minus(number);
      rows.push({ id, who: fight.combatants[id], at, note: place ? undefined : note, isNow: now });
    });
  }
  for (const id of fight.rest ?? []) {
    const who = fight.combatants[id];
    rows.push({ id, who, at: "–", note: undefined, isNow: false });
  }
  return rows.filter(({ who }) => who);
}

/**
 * @param {any} party
 * @returns {Row[]}
 */
function listMembers(party) {
  return inOrder(party?.members, party?.order).map(([id, who]) => ({ id, who, isNow: false }));
}

/** What the numbers at the right are: those that count most, by their labels. */
function legend(list) {
  const labels = new Set(list.flatMap(({ who }) => mainStats(who).map(({ label }) => label)));
  return [...labels].slice(0, 3).join(" / ");
}

/** @param {any} who */
const mainStats = ({ stats = [] }) => {
  const large = stats.filter((stat) => stat.large);
  return (large.length ? large : stats).slice(0, 2);
};

/** @param {any[]} points what is left of each pool, without what it may be at most */
const pools = (points) => points.slice(0, 3).map(({ label, current, now }) => ({ label, left: current ?? now }));

/**
 * @param {Row} row
 * @param {boolean} isOpen
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
function drawRow({ id, who, at, note, isNow }, isOpen, facts, ui) {
  const kinds = ["p", isNow && "is-now", who.out && "is-out", who.acts_now && "is-acting", isOpen && "is-open"];
  const open = () => change({ person: isOpen ? "" : id });
  const place = facts.fight
    ? html`<span class="p__at n">${at ?? ""}${note ? html`<small>${note}</small>` : nothing}</span>`
    : nothing;
  const left = pools(who.pools?.length ? who.pools : (who.tracks ?? []));
  const words = [who.out, who.unit?.says, ...(who.conditions ?? [])].filter(Boolean).join(", ");
  const boxes = who.health
    ? health(who.health, who.health_says)
    : html`<span class="q">${who.health_says ?? ""}</span>`;
  const title = left.map(({ label, left: now }) => `${label} ${now}`).join(", ");
  return html`<li class=${kinds.filter(Boolean).join(" ")} id=${`p-${id}`} data-person=${id}>${place}<span class="p__tok">${token(who, 28)}</span><button class="p__name" type="button" aria-expanded=${isOpen} @click=${open}>${who.name}</button><span class="p__pool n" title=${title}>${left.map(({ left: now }) => now).join(" · ")}</span><span class="p__boxes">${boxes}</span><span class="p__dv n">${mainStats(
    who,
  )
    .map(({ value }) => minus(value))
    .join(
      "/",
    )}</span>${words ? html`<span class="p__note">${words}</span>` : nothing}${who.plays ? playing(id, who.plays) : nothing}${isOpen ? controls(id, who, facts, ui) : nothing}</li>`;
}

/** The mark of somebody who plays itself, with the way to stop it. */
function playing(id, { says, tactic, may_stop }) {
  return html`<div class="p__note"><span title=${tactic}>${says}</span> ${may_stop ? stopPlaying(id) : nothing}</div>`;
}

/** Stops somebody who plays itself. */
function stopPlaying(id) {
  const hidden = /** @type {[string, string][]} */ ([["actors", id]]);
  return act(
    { name: `stop ${id}`, move: "StopPlaying", hidden, kind: "p__stop" },
    html`<button class="link">${say("stop_one")}</button>`,
  );
}

/** Those whom the Storyteller may add to the scene. */
function absent({ party, place }, ui) {
  if (!party?.absent?.length || !place.is_open) return nothing;
  return once([party.absent, ui.refused], () => drawAbsent(party.absent, ui));
}

function drawAbsent(list, ui) {
  const rows = list.map(
    ([key, name]) =>
      html`<li><span></span><span>${name}</span>${bring(key, true)}${refusal(ui.refused[`bring ${key}`])}</li>`,
  );
  return html`<div class="hereby"><div class="sec"><h2>${say("at_hand")}</h2></div><ul class="athand">${rows}</ul></div>`;
}
