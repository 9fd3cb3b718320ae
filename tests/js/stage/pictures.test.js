// Pictures as they are drawn: after a change the same as at first, with the elements of all who move kept.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { JSDOM } from "jsdom";

import { LONG, makeColumn, makeCombatants, makeRing } from "./picture_crowds.js";

const { window } = new JSDOM("<!doctype html><body></body>");
globalThis.document = window.document;
globalThis.Node = window.Node;

const dialect = await import("../../../static/js/stage/dialect.js");
const { merge } = await import("../../../static/js/stage/facts.js");
const { drawPicture } = await import("../../../static/js/stage/pictures/index.js");

const words = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function draw(facts, place = window.document.createElement("section"), chosen = undefined) {
  dialect.render(drawPicture(dialect, facts, words, chosen), place);
  return place;
}

/** The elements and words of a place, without the marks of the library. */
const tidy = (place) => place.innerHTML.replaceAll(/<!--.*?-->/g, "");

const picture = (...parts) => ({
  parts: Object.fromEntries(parts.map((part, place) => [String(place), part])),
  order: parts.map((_, place) => String(place)),
});
const fight = (combatants, ...parts) => ({
  me: { role: "player" },
  fight: { combatants, order: [], picture: picture(...parts) },
});

const FOLDER = new URL("facts/", import.meta.url);

for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".json"))) {
  test(`every change of a picture draws what a first drawing draws: ${name}`, () => {
    const { whole, changes } = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
    let facts = whole;
    const place = draw(facts);
    assert.ok(place.querySelector("svg"), "there is a picture");
    for (const change of changes) {
      facts = merge(facts, change);
      assert.equal(tidy(draw(facts, place)), tidy(draw(facts)), `after ${facts.n}`);
    }
  });
}

/** Whatever is drawn of facts keeps to what the page allows, and holds no number that was none. */
function checkMarkup(place, says) {
  const html = tidy(place);
  assert.ok(!place.querySelector("[style], script"), says);
  assert.ok(
    !/NaN|undefined|\[object|Infinity/.test(html),
    `${says}: ${html.match(/.{60}(NaN|undefined|\[object|Infinity).{20}/)?.[0]}`,
  );
  const ids = [...place.querySelectorAll("[id]")].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, `${says}: two elements of one id`);
}

for (const count of [1, 2, 3, 7, 12, 25, 40]) {
  test(`${count} on a ring and on a column are drawn twice each, with a title and a description`, () => {
    const combatants = makeCombatants(count, (i) => ({
      portrait: i === 1 ? "/p.webp" : undefined,
      hidden: i === 4,
      ranks: i === 5 ? 3 : undefined,
    }));
    const place = draw(
      fight(
        combatants,
        makeRing(count, (i) => 14 + (i % 9)),
        makeColumn(count, (i) => 9 - i),
      ),
    );
    checkMarkup(place, String(count));
    const drawings = [...place.querySelectorAll(".picture > svg")];
    assert.deepEqual(
      drawings.map((svg) => svg.classList[1]),
      ["wide", "narrow", "wide", "narrow"],
    );
    for (const svg of drawings) {
      assert.ok(svg.querySelector("title").textContent && svg.querySelector("desc").textContent);
      assert.equal(svg.getAttribute("role"), "img");
    }
    assert.equal(drawings[2].querySelectorAll(".lad__name").length, count);
  });
}

test("who moves keeps its element, and only its place is another", () => {
  const combatants = makeCombatants(5, () => ({ extra: false }));
  const stand = (at) =>
    fight(
      combatants,
      makeRing(5, (i) => (i ? 15 + i : at), 14),
      makeColumn(5, (i) => (i ? i : at)),
    );
  const place = draw(stand(16));
  const find = () => [...place.querySelectorAll(".wheel.wide > .tok, .ladder.wide > .lad")];
  const before = find();
  const places = before.map((node) => node.getAttribute("transform"));
  draw(stand(19), place);
  const after = find();
  const kept = before.filter((node) => after.includes(node));
  assert.ok(kept.length >= before.length - 1, "only a number on the column is new");
  assert.ok(
    kept.some((node) => node.getAttribute("transform") !== places[before.indexOf(node)]),
    "somebody has moved",
  );
});

test("what has not changed is not drawn again", () => {
  const facts = fight(
    makeCombatants(3),
    makeRing(3, (i) => 14 + i),
  );
  let drawn = 0;
  const svg = (...args) => {
    drawn += 1;
    return dialect.svg(...args);
  };
  const counted = { ...dialect, svg };
  const place = window.document.createElement("section");
  dialect.render(drawPicture(counted, facts, words), place);
  const first = drawn;
  dialect.render(drawPicture(counted, { ...facts, n: 2, log: {} }, words), place);
  assert.ok(first > 0);
  assert.equal(drawn, first);
});

const offers = {
  strike: { label: "Attack (spear)", ticks: [19], rank: "usual" },
  flurry: { label: "Flurry", ticks: [19], rank: "usual" },
  guard: { label: "Guard", ticks: [17], rank: "usual" },
  wait: { label: "Wait", ticks: [40], rank: "rare" },
  rise: { label: "Rise", ticks: [18], rank: "usual", reason: "You stand." },
};
const hand = { order: ["k"], cards: { k: { who: "c0", is_due: true, offers, order: Object.keys(offers) } } };

test("the ring shows where each choice leads, and the way to the chosen one", () => {
  const facts = {
    ...fight(
      makeCombatants(2),
      makeRing(2, (i) => 14 + i),
    ),
    hand,
  };
  const place = draw(facts, undefined, "strike");
  const wide = place.querySelector(".wheel.wide");
  const said = [...wide.querySelectorAll(".g")].map((ghost) =>
    [...ghost.querySelectorAll("text.g__what")].map((line) => line.textContent).join(" "),
  );
  assert.deepEqual(said, ["Guard", "Attack or Flurry", "Wait (tick 40)"]);
  assert.equal(wide.querySelectorAll(".g--on .g__path").length, 1);
  assert.equal(place.querySelectorAll(".narrow .g__what").length, 0, "there is no room for words");
  assert.match(wide.textContent, /would act next/);
  checkMarkup(place, "ghosts");
  draw({ ...facts, hand: { order: [], cards: {} } }, place);
  assert.equal(place.querySelectorAll(".g").length, 0);
});

test("names keep their direction: each stands apart from the letters around it", () => {
  const place = draw(
    fight(
      makeCombatants(6, () => ({ extra: false })),
      makeColumn(6, (i) => 9 - i),
    ),
  );
  for (const name of place.querySelectorAll(".lad__name")) assert.match(name.textContent, /^\u2068.+\u2069$/);
});

test("a name of sixty letters leaves its room to others, is cut in a corner, and cards show it whole", () => {
  const combatants = { c0: { name: LONG, initials: "xx", own: true, side: "A" } };
  const card = { kind: "cards", label: "Order", order: ["c0"], cards: { c0: { at: 9, face: "up", words: "waiting" } } };
  const place = draw(
    fight(
      combatants,
      makeRing(1, () => 16),
      makeColumn(1, () => 3),
      card,
    ),
  );
  const names = [...place.querySelectorAll(".tok__name")].map((name) => name.textContent);
  assert.equal(names.length, 1, "in the corner alone");
  assert.match(names[0], /^\u206816 x+…\u2069$/);
  assert.ok(place.querySelector(".lad__name").textContent.includes("…"));
  assert.equal(place.querySelector(".o__name").textContent, LONG);
});

test("cards lie face down, open, or with what is to be said; who shares a number has it once", () => {
  const deeds = [{ label: "Strike", target: "at Mechtild", cost: "−1 die", done: true }];
  const cards = {
    c0: { at: 9, face: "down", words: "face down" },
    c1: { at: 9, face: "own", words: "face down for everyone else", deeds },
    c2: { at: 4, face: "choosing", now: true, words: "declares now" },
  };
  const part = { kind: "cards", label: "Declarations", says: "…", played: true, order: ["c0", "c1", "c2"], cards };
  const place = draw(fight(makeCombatants(3), part));
  const said = [...place.querySelectorAll(".decl")].map((card) => [card.className, card.textContent]);
  assert.deepEqual(said, [
    ["decl is-down", "face down"],
    ["decl is-own", "Strike at Mechtild −1 die, done"],
    ["decl decl--now", "declares now"],
  ]);
  assert.deepEqual(
    [...place.querySelectorAll(".o__at")].map((at) => at.textContent),
    ["Initiative 9", "Initiative 9", "Initiative 4"],
  );
  assert.equal(place.querySelectorAll(".o__at > .vh").length, 3);
  assert.equal(place.querySelectorAll(".o")[1].querySelector(".o__at > .vh").textContent, "Initiative 9");
  checkMarkup(place, "cards");
});

test("a stranger's game draws by its parts, and what is not known is said in words", () => {
  const parts = [
    { kind: "clock", label: "The dam", says: "3 of 6", of: 6, filled: 3, tone: "grave" },
    { kind: "boxes", label: "Stress", says: "2 of 12", of: 12, filled: 2 },
    {
      kind: "zones",
      label: "Where",
      says: "…",
      rooms: [
        { label: "Bridge", ids: ["c0", "gone"] },
        { label: "Bank", ids: [] },
      ],
    },
    {
      kind: "units",
      label: "Units",
      says: "…",
      order: ["c1"],
      units: { c1: { size: 3, most: 5, words: "60 people" } },
    },
    { kind: "words", label: "Weather", says: "Fog.", lines: ["Fog.", "Dusk."] },
    {
      kind: "line",
      label: "Range from Ysane",
      says: "Deruvin close.",
      stops: [{ label: "close", ids: ["c1"], note: "mud" }],
    },
    { kind: "hologram", label: "Hologram", says: "It hums." },
  ];
  const place = draw(fight(makeCombatants(2), ...parts));
  const on = (selector) => place.querySelectorAll(`${selector} .is-on`).length;
  assert.deepEqual([on(".clock"), on(".part .boxes"), on(".units .boxes")], [3, 5, 3]);
  assert.deepEqual(
    [...place.querySelectorAll(".room")].map((room) => room.querySelectorAll("li").length),
    [1, 0],
  );
  assert.match(place.textContent, /Hologram.*It hums\./);
  assert.match(place.textContent, /Fog\..*Dusk\./);
  assert.equal(place.querySelector(".bands .vh").textContent, "Deruvin close.");
  checkMarkup(place, "parts");
  const later = fight(makeCombatants(2), { ...parts[0], filled: 6 }, ...parts.slice(1));
  const clock = place.querySelector(".clock");
  assert.equal(tidy(draw(later, place)), tidy(draw(later)));
  assert.equal(place.querySelector(".clock"), clock);
});

test("a fight without a picture shows its order as faces, and without a fight there is nothing", () => {
  const order = [
    { at: 3, label: "3", now: true, ids: ["c0"] },
    { label: "later", now: false, ids: ["c1", "gone"] },
  ];
  const place = draw({ me: {}, fight: { combatants: makeCombatants(2), order } });
  assert.deepEqual(
    [...place.querySelectorAll(".inwords.is-alone .n")].map((at) => at.textContent),
    ["now", "later"],
  );
  assert.equal(place.querySelectorAll(".face svg").length, 2);
  assert.equal(tidy(draw({ me: {} }, place)), "");
});
