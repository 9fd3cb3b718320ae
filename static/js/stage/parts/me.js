// A player's own sheet, at full size above the list.

import { each, html, nothing, once } from "../dialect.js";
import { openTool } from "../forms.js";
import { change, page, showTalk } from "../page.js";
import { minus } from "../pictures/letters.js";
import { begin, say } from "../words.js";
import { comfort } from "./comfort.js";
import { drawForm } from "./desk.js";
import { health } from "./health.js";
import { sheetOf } from "./person.js";
import { bar, token } from "./tokens.js";

/**
 * The character of this seat: in the fight, or else in the scene.
 * @param {any} facts
 * @returns {[string, any] | undefined}
 */
export function findMe({ me: { role, characters = [] }, fight, party }) {
  if (role !== "player") return undefined;
  const fighting = Object.entries(fight?.combatants ?? {}).find(([, who]) => characters.includes(who.character));
  if (fighting) return fighting;
  const key = characters.find((id) => party?.members[id]);
  return key ? [key, party.members[key]] : undefined;
}

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function me(facts, ui) {
  const found = findMe(facts);
  const others = found ? nothing : elsewhere(facts);
  return html`<div class="me">${others}${found ? once([found[1], ui.person], () => draw(...found)) : nothing}${away(facts, ui)}${once([ui.unread, ui.comfort, facts.me, found?.[1].character], () => own(ui, found && sheetOf(found[1].character)))}</div>`;
}

/** By what a player's characters in the fight play themselves while she is away. */
function away({ away: forms }, ui) {
  if (!forms?.length) return nothing;
  const list = each(
    forms,
    ({ id }) => id,
    (form) => drawForm(form, ui, false),
  );
  return html`<details class="me__away"><summary class="link down">${say("while_away")}</summary>${list}</details>`;
}

/** A player whose characters are not here, or who has none: the ways to them. */
function elsewhere({ me: { role }, rolls = [], place }) {
  if (role !== "player") return nothing;
  if (!rolls.length) {
    return html`<p class="q">${say("no_character")} <a class="link" href=${`${place.series_url}heroes/`}>${say("start_add")}</a> <a class="link" href=${`${place.series_url}`}>${say("to_series")}</a></p>`;
  }
  const links = rolls.map(([key, name]) => html`<li><a class="link" href=${sheetOf(key)}>${name}</a></li>`);
  return html`<ul class="athand">${links}</ul>`;
}

/** Where a phone leads: what stands in the head of a wider page. */
function own(ui, sheet) {
  const { notices, account } = page.at;
  const links = [
    [sheet, say("sheet")],
    [notices, say("notices", { n: ui.unread })],
    [account, say("account")],
  ];
  const rows = links.map(([href, words]) =>
    href ? html`<li><a class="link" href=${href}>${words}</a></li>` : nothing,
  );
  const openScene = () => {
    openTool("desk scene");
    change({ tab: "table" });
  };
  const scene = html`<li><button class="link" type="button" @click=${openScene}>${say("tool_scene")}</button></li>`;
  const notes = html`<li><button class="link" type="button" @click=${() => showTalk("notes")}>${say("my_notes")}</button></li>`;
  const settings = html`<li><details><summary class="link down">${say("comfort")}</summary>${comfort(ui)}</details></li>`;
  const looks = html`<li><details><summary class="link down">${say("looks")}</summary><div class="looks">${copyLooks()}</div></details></li>`;
  return html`<ul class="athand only-phone">${rows}${notes}${scene}${settings}${looks}</ul>`;
}

/** The forms for appearance and language, of the menu for which the head of a phone has no room. */
const copyLooks = () => [...document.querySelectorAll(".runhead .themes")].map((form) => form.cloneNode(true));

/**
 * @param {string} id
 * @param {any} who
 */
function draw(id, who) {
  const open = () => change({ person: id });
  const pools = who.pools?.length ? who.pools : (who.tracks ?? []);
  const boxes = who.health
    ? html`<button class="me__boxes" type="button" aria-label=${say("mark_or_heal")} @click=${open}>${health(who.health, who.health_says, true)}</button>`
    : nothing;
  const below = [begin(who.being), who.out, ...(who.conditions ?? [])].filter(Boolean).join(", ");
  return html`<div class="me__head">${token(who, 46)}<div><h2>${who.name}</h2>${below ? html`<p>${below}</p>` : nothing}</div></div>${boxes}${figures(who.stats)}<div class="pools">${pools.map((one) => pool(one, open))}</div>`;
}

function figures(stats = []) {
  if (!stats.length) return nothing;
  return html`<dl class="figs">${stats.map(({ label, value }) => html`<div><dt>${label}</dt><dd class="n">${minus(value)}</dd></div>`)}</dl>`;
}

function pool({ label, current, maximum, now, full }, open) {
  const [left, most] = [current ?? now, maximum ?? full];
  const says = most ? say("of", { n: left, most }) : left;
  return html`<button class="pool" type="button" @click=${open}><span>${label}</span>${most ? bar(left / most, 120, 10) : html`<span></span>`}<span class="n">${says}</span></button>`;
}
