// A player's own sheet, at full size above the list.

import { html, nothing, once } from "../dialect.js";
import { change, page } from "../page.js";
import { begin, minus, say } from "../words.js";
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
  const key = characters.find((one) => party?.members[one]);
  return key ? [key, party.members[key]] : undefined;
}

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function me(facts, ui) {
  const found = findMe(facts);
  return html`<div class="me">${found ? once([found[1], ui.person], () => draw(...found)) : nothing}${once([ui.unread, facts.me, found?.[1].character], () => own(ui.unread, found && sheetOf(found[1].character)))}</div>`;
}

/** Where a phone leads: what stands in the head of a wider page. */
function own(unread, sheet) {
  const { notices, account, base } = page.at;
  const links = [
    [sheet, say("sheet")],
    [notices, say("notices", { n: unread })],
    [account, say("account")],
    [`${base}?table=before`, say("table_before")],
  ];
  const rows = links.map(([href, words]) =>
    href ? html`<li><a class="link" href=${href}>${words}</a></li>` : nothing,
  );
  return html`<ul class="athand only-phone">${rows}</ul>`;
}

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
