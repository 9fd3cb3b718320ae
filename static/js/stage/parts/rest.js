// The hand while nothing is asked of this person: whom the table waits for, and what may be done until then.

import { html, nothing } from "../dialect.js";
import { inOrder } from "../facts.js";
import { openTool } from "../forms.js";
import { change, page, put, toggle } from "../page.js";
import { openPalette } from "../palette.js";
import { say } from "../words.js";
import { act, refusal } from "./acts.js";
import { ownProposals } from "./asked.js";
import { block, listBelow } from "./blocks.js";
import { askComfort } from "./comfort.js";
import { listTools } from "./desk.js";
import { planLink } from "./plan.js";
import { listCards, listIdle } from "./queue.js";
import { rehearsal } from "./rehearsal.js";
import { death, ended, largeResult, result, unseenDeath } from "./result.js";
import { listRollers } from "./roll.js";
import { deadline, listWaits, standing } from "./state.js";
import { listStunts } from "./tasks.js";
import { token } from "./tokens.js";

/**
 * @param {any} facts
 * @param {import("../page.js").Ui} ui
 */
export function rest(facts, ui) {
  if (facts.place.is_rehearsal) return rehearsal(facts.place, ui);
  const { own, theirs } = listIdle(facts.hand);
  const rolls = listRolls(facts.party, ui);
  const died = unseenDeath(facts, ui);
  const newest = largeResult(facts);
  const over = facts.ended && ended(facts.ended, facts.party);
  const last = died ? death(died) : (over ?? (newest && result(newest, facts, ui)));
  const tended = own.flatMap(([id, card]) =>
    inOrder(card.offers, card.is_closed ? card.order : []).map((offer) => care(id, card, offer)),
  );
  const isNew = !ui.comfort.asked && facts.me?.role !== "spectator" && facts.place.is_open;
  const columns = [
    isNew && askComfort(),
    ownProposals(facts.proposals, ui.refused),
    listWaits(facts.state),
    listStunts(facts.tasks, ui.refused),
    rolls,
    listRollers(facts.rolls),
    listTools(facts.tools),
    column("act_for_them", theirs, facts),
    column("may_do", own, facts),
  ].filter(Boolean);
  return html`<header class="hand__head">${title(facts, ui.refused)}${facts.me.role === "player" ? [rollNow(facts), doAnything()] : nothing}${planLink(facts.ahead)}${columns.length ? unfold(ui) : nothing}</header>${last ? html`<div class="stand">${last}</div>` : nothing}${tended.length ? html`<div class="care">${tended}</div>` : nothing}${columns.length ? html`<div class="cols cols--2 at-rest">${columns}</div>` : nothing}`;
}

/** What the wounded may do for their wounds: it opens in the hand. */
function care(id, { title: name }, [offer, { label, cost, hint }]) {
  const open = () => {
    put("picked", id, offer);
    change({ tool: "", card: id });
  };
  return html`<button class="btn" type="button" @click=${open}><span>${label}<small>${[name, cost, hint].filter(Boolean).join(", ")}</small></span></button>`;
}

const doAnything = () =>
  html`<button class="link do-link" type="button" @click=${() => openPalette()}>${say("do_anything")} <kbd class="desk">${say("ctrl_k")}</kbd></button>`;

/** Between fights a player can always roll: the pad of her own character is one tap away, on a phone too. */
const rollNow = ({ fight, me, rolls = [] }) => {
  const own = fight ? undefined : rolls.find(([key]) => me.characters.includes(key));
  return own
    ? html`<button class="btn roll-now" type="button" @click=${() => openTool(`roll ${own[0]}`)}>${say("roll")}</button>`
    : nothing;
};

/** @param {import("../page.js").Ui} ui */
const unfold = (ui) =>
  html`<button class="btn unfold" type="button" aria-expanded=${Boolean(ui.opened.hand)} @click=${() => toggle("hand")}>${say("details")}</button>`;

const MOST_NAMES = 4;

/** @param {{ name: string }[]} people of a crowd the first, and how many more */
function listNames(people) {
  const shown = people.length > MOST_NAMES ? people.slice(0, MOST_NAMES - 1) : people;
  const more = people.length > shown.length ? [say("{n} more", { n: people.length - shown.length })] : [];
  return [...shown.map(({ name }) => name), ...more].join(", ");
}

/**
 * @param {any} facts
 * @param {Record<string, string>} refused
 */
function title(facts, refused) {
  const { fight, hand, me, place, state } = facts;
  const [first] = hand?.waiting ?? [];
  const [id, theirs] = listIdle(hand).theirs[0] ?? [];
  const who = fight?.combatants[first?.id ?? theirs?.who];
  const named = first ? say("waits_for", { name: listNames(hand.waiting) }) : "";
  const heading =
    (state?.is_paused && say("paused")) ||
    named ||
    theirs?.title ||
    (place.is_open ? say("nothing_waits") : say("scene_over"));
  const below = [first?.does ?? place.onward?.title, standing(facts)].filter(Boolean).join(". ");
  const due = deadline(state);
  const under =
    below || due !== nothing ? html`<p>${below}${below && due !== nothing ? ". " : nothing}${due}</p>` : nothing;
  const begins = fight?.phase === "setup" ? html`<p>${fight.subline}</p>` : nothing;
  const resume =
    state?.is_paused && me.role === "storyteller"
      ? act(
          { name: "resume", move: "Pause", hidden: [["paused", "false"]] },
          html`<button class="btn">${say("resume")}</button>`,
        )
      : nothing;
  const part = place.part_url ? html`<a class="btn" href=${place.part_url}>${say("to_part")}</a>` : nothing;
  const turn = () => change({ tool: "", card: id });
  const actFor = theirs ? html`<button class="btn" type="button" @click=${turn}>${say("act_for")}</button>` : nothing;
  return html`${who ? token(who, 34) : nothing}<div><h2 id="hand-h" tabindex="-1">${heading}</h2>${begins}${under}${refusal(refused.resume)}</div>${actFor}${resume}${part}${place.onward?.url ? html`<a class="btn" href=${place.onward.url}>${say("go_on")}</a>` : nothing}`;
}

function column(name, cards, facts) {
  if (!cards.length) return undefined;
  return block(say(name), listCards(cards, facts));
}

/** Saved rolls of those for whom this person acts, each with its chance. */
function listRolls(party, ui) {
  const rolls = inOrder(party?.members, party?.order).flatMap(([id, member]) =>
    member.may_touch && member.is_own ? (member.favorites ?? []).map((roll) => ({ id, roll })) : [],
  );
  if (!rolls.length) return undefined;
  const rows = rolls.map(({ id, roll }) => {
    const name = `roll ${id} ${roll.id}`;
    const hidden = /** @type {[string, string][]} */ ([["favorite", `${id} ${roll.id}`]]);
    const button = html`<button class="link">${say("roll")}</button>`;
    const chance = html`<span class="q n">${roll.percent ?? roll.dice ?? ""}</span>`;
    return html`<li><span>${roll.title}</span>${chance}${act({ name, move: "RollFavorite", hidden }, button)}${drop(`${id} ${roll.id}`, roll.title)}${refusal(ui.refused[name] ?? ui.refused[`drop ${id} ${roll.id}`])}</li>`;
  });
  return listBelow(say("saved_rolls"), rows);
}

/**
 * Lets go of a saved roll.
 * @param {string} value
 * @param {string} title
 */
function drop(value, title) {
  const button = html`<button class="link link--q" aria-label=${say("delete_roll", { roll: title })}>${say("delete")}</button>`;
  const hidden = /** @type {[string, string][]} */ ([["drop", value]]);
  return act({ name: `drop ${value}`, move: "", hidden, to: `${page.at.base}favorites/` }, button);
}
