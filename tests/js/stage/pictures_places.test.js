// Where the parts of pictures stand: no token on another, no name on a token, a number or a name, whatever the fight.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as columns from "../../../static/js/stage/pictures/ladder_places.js";
import { callName, callNames, cut, widthOf, wrap } from "../../../static/js/stage/pictures/letters.js";
import { layRing } from "../../../static/js/stage/pictures/ring.js";
import { isFree, meet } from "../../../static/js/stage/pictures/ring_names.js";
import * as rings from "../../../static/js/stage/pictures/ring_places.js";
import { LONG, makeChance, makeColumn, makeCombatants, makeRing } from "./picture_crowds.js";

const COUNTS = [1, 2, 3, 4, 5, 7, 10, 16, 25, 40];
const PAGES = [rings.WIDE, rings.NARROW];

/** Every arrangement that a test looks at: all on one number, a few on each, and by chance. */
function* arrangements() {
  for (const count of COUNTS) {
    yield [`${count} on one`, count, () => 16];
    yield [`${count} acting`, count, () => 14];
    yield [`${count} on four`, count, (i) => 14 + (i % 4)];
    for (const seed of [1, 2, 3]) {
      const chance = makeChance(seed);
      const places = Array.from({ length: count }, () => 13 + chance(11));
      yield [`${count} by chance ${seed}`, count, (i) => places[i]];
    }
  }
}

function* drawings() {
  for (const [says, count, at] of arrangements()) {
    const part = makeRing(count, at);
    const combatants = makeCombatants(count);
    for (const page of PAGES)
      yield { says: `${says}, ${page.name}`, part, page, count, drawn: layRing(part, { combatants }, page) };
  }
}

const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

test("no token of a ring stands on another, and each keeps within its sector and between numbers and hub", () => {
  for (const { says, part, page, drawn } of drawings()) {
    for (const [place, one] of drawn.spots.entries()) {
      const reach = one.r + one.halo;
      assert.ok(one.r > 5, `${says}: ${one.id} is too small to read`);
      assert.ok(one.at + reach <= page.radius - page.band + 1 && one.at - reach >= page.hub + 4, `${says}: ${one.id}`);
      const off = Math.abs(one.angle - rings.angleOf(part, one.k));
      assert.ok(
        one.at * Math.sin(((18 - off) * Math.PI) / 180) >= reach - 0.01,
        `${says}: ${one.id} leaves its sector`,
      );
      for (const other of drawn.spots.slice(0, place)) {
        assert.ok(apart(one, other) >= reach + other.r + other.halo, `${says}: ${one.id} and ${other.id}`);
      }
    }
  }
});

test("everybody stands in one token, and a crowd is folded by sides", () => {
  for (const { says, count, drawn } of drawings()) {
    const standing = drawn.spots.flatMap((spot) => spot.folds);
    assert.equal(new Set(standing).size, standing.length, says);
    assert.equal(standing.length, count, says);
  }
});

test("of a crowd the extras are folded first, then all but the seat's own", () => {
  const lay = (combatants, count) =>
    layRing(
      makeRing(count, () => 16),
      { combatants },
      rings.WIDE,
    ).spots;
  const few = lay(
    makeCombatants(8, (i) => ({ extra: i > 3, own: i < 4 })),
    8,
  );
  const named = few.filter((spot) => spot.folds.length === 1).map((spot) => spot.id);
  if (few.length < 8) assert.deepEqual(named.sort(), ["c0", "c1", "c2", "c3"]);
  const many = lay(
    makeCombatants(30, (i) => ({ extra: false, mine: i === 4, own: i < 10 })),
    30,
  );
  assert.ok(
    many.some((spot) => spot.id === "c4"),
    "the seat's own keeps its token",
  );
  assert.equal(many.length, 3);
});

test("no name on a ring meets a token, a number, another name, an arc or the arrow, and none is cut", () => {
  let named = 0;
  for (const { says, part, page, drawn } of drawings()) {
    const next = Math.min(...drawn.spots.map(({ k }) => k).filter((k) => k > 0));
    const circles = [...drawn.spots, ...drawn.gone].map(({ x, y, r, halo = 0 }) => ({ x, y, r: r + halo }));
    for (const [place, name] of drawn.names.entries()) {
      assert.ok(
        isFree(
          name.box,
          circles,
          drawn.names.slice(0, place).map(({ box }) => box),
        ),
        `${says}: ${name.text}`,
      );
      assert.ok(
        Math.hypot(name.box.right, name.box.top) < page.radius &&
          Math.hypot(name.box.left, name.box.bottom) < page.radius,
      );
      assert.ok(!name.text.includes("…") && !LONG.startsWith(name.text), `${says}: ${name.text}`);
      const lines = [...drawn.arcs, ...(drawn.aim ? [drawn.aim] : [])].flatMap(({ dots }) => dots);
      const { now, who, k } = drawn.spots.find(({ id }) => id === name.id);
      assert.ok(now || who.mine || k === next || isFree(name.box, lines, []), `${says}: ${name.text} across a line`);
      named += 1;
    }
    for (let k = -part.past; k < part.sectors - part.past; k += 1) {
      const { x, y } = rings.point(page.radius - page.band / 2, rings.angleOf(part, k));
      const number = { left: x - 9, right: x + 9, top: y - 7, bottom: y + 7 };
      assert.ok(!drawn.names.some((name) => meet(name.box, number)), says);
    }
  }
  assert.ok(named > 120, `names are found at all, not ${named}`);
});

test("whose turn it is has a name wherever few stand there", () => {
  const combatants = makeCombatants(6, () => ({ extra: false }));
  for (const page of PAGES) {
    const { names } = layRing(
      makeRing(6, (i) => (i ? 15 + i : 14)),
      { combatants },
      page,
    );
    assert.ok(
      names.some(({ id }) => id === "c0"),
      page.name,
    );
  }
});

const CALLED = ["Ysane", "Deruvin", "Oskel", "Wren", "Ferryman", "Ledger", "Halloran"];

/** Seven of whom one acts and six crowd the next four ticks; the third and the fifth are the seat's own. */
function* crowds() {
  const combatants = makeCombatants(7, (i) => ({ name: CALLED[i], extra: false, mine: i === 2 || i === 4 }));
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const chance = makeChance(seed);
    const places = CALLED.map((_, i) => (i ? 15 + chance(4) : 14));
    const part = makeRing(7, (i) => places[i]);
    for (const page of PAGES) yield { says: `${page.name} ${seed}`, page, drawn: layRing(part, { combatants }, page) };
  }
}

test("in a crowd a seat's own keep their names: at the ring, or on a phone in a corner with their number", () => {
  let cornered = 0;
  for (const { says, page, drawn } of crowds()) {
    const named = new Map([...drawn.names, ...drawn.corner].map(({ id, text }) => [id, text]));
    for (const id of ["c2", "c4"]) assert.ok(named.has(id), `${says}: ${id}`);
    for (const { id, x, y, text } of drawn.corner) {
      const { k } = drawn.spots.find((spot) => spot.id === id);
      const [whole, shown] = [`${14 + k} ${CALLED[Number(id.slice(1))]}`, text.replace("…", "")];
      assert.ok(whole.startsWith(shown) && shown.length > 6, `${says}: ${text}`);
      assert.ok(!drawn.names.some((name) => name.id === id), says);
      assert.ok(x >= page.left && y - 0.8 * page.letters >= page.top, says);
      assert.ok(Math.hypot(x + widthOf(text, page.letters), y + 4) > page.radius, `${says}: ${text} on the ring`);
      cornered += 1;
    }
  }
  assert.ok(cornered > 3, `the corner is used at all, not ${cornered}`);
});

test("who comes next has a name in a crowd where there is room", () => {
  for (const { says, page, drawn } of crowds()) {
    const next = Math.min(...drawn.spots.map(({ k }) => k).filter((k) => k > 0));
    const known = new Set([...drawn.names, ...drawn.corner].map(({ id }) => id));
    const nameless = drawn.spots.filter(({ id, k }) => k === next && !known.has(id));
    assert.ok(nameless.length === 0 || drawn.corner.length === page.corner, says);
  }
});

test("arcs stay on the rings of their lanes, however many there are", () => {
  for (const { says, page, drawn } of drawings()) {
    for (const { r, thick } of drawn.arcs) {
      assert.ok(r - thick / 2 >= page.hub + 3 && r + thick / 2 <= page.arcs, says);
    }
    const bounds = drawn.rings.map(({ r }) => r);
    assert.deepEqual(
      bounds,
      [...bounds].sort((one, other) => other - one),
      says,
    );
  }
});

test("an attack is an arrow from one token to the other, and nothing where one of them is not seen", () => {
  const fight = { combatants: makeCombatants(6), exchange: { actor: "c0", target: "c3" } };
  const part = makeRing(6, (i) => 14 + i);
  assert.match(layRing(part, fight, rings.WIDE).aim.path, /^M0 -126L0 -121A121 121 /);
  assert.equal(layRing(part, { ...fight, exchange: { actor: "c0", target: "gone" } }, rings.WIDE).aim, null);
  assert.equal(layRing(part, { combatants: fight.combatants }, rings.WIDE).aim, null);
});

const boxesOf = (place) => {
  const box = (text, x, y, size) => {
    const width = widthOf(text, size);
    return {
      left: place.out < 0 ? x - width : x,
      right: place.out < 0 ? x : x + width,
      top: y - 0.8 * size,
      bottom: y + 0.25 * size,
    };
  };
  const bare = !place.lines.length && place.pipsY === null && place.badgeY === null;
  return [
    box(place.name, place.textX, place.y + (bare ? 5 : -1), columns.NAME),
    ...place.lines.map((line, number) => box(line, place.textX, place.y + 15 + 16 * number, 12.5)),
  ];
};

test("on a column no token and no text meets another, and all stands within the drawing", () => {
  for (const count of COUNTS) {
    for (const at of [() => 5, (i) => 12 - (i % 17), (i) => -i, (i) => 30 - 7 * i]) {
      for (const page of [columns.WIDE_LADDER, columns.NARROW_LADDER]) {
        const drawn = columns.layColumn(makeColumn(count, at), makeCombatants(count), page);
        const says = `${count} on ${page.name}`;
        const texts = drawn.places.flatMap(boxesOf);
        for (const [number, box] of texts.entries()) {
          assert.ok(box.left >= 0 && box.right <= page.width && box.bottom <= drawn.height, says);
          assert.ok(!texts.slice(0, number).some((other) => meet(box, other)), says);
        }
        for (const [number, one] of drawn.places.entries()) {
          for (const other of drawn.places.slice(0, number)) assert.ok(apart(one, other) > one.r + other.r, says);
        }
      }
    }
  }
});

test("the line of Crash lies between what is above it and the rest, also where there is no rest", () => {
  for (const values of [[5, 3], [-1, -4], [0], [7, 0, -13]]) {
    const part = makeColumn(values.length, (i) => values[i]);
    const drawn = columns.layColumn(part, makeCombatants(values.length), columns.WIDE_LADDER);
    assert.equal(drawn.lines.length, 1);
    for (const place of drawn.places) assert.equal(place.y > drawn.lines[0].y, place.mark.at <= 0);
    assert.ok(drawn.lines[0].y < drawn.height);
  }
});

test("of what is said under a name whole words are left out, never a part of them", () => {
  const part = makeColumn(1, () => 3);
  const lay = (words) => {
    part.marks.c0.words = words;
    return columns.layColumn(part, makeCombatants(1), columns.NARROW_LADDER).places[0].lines;
  };
  assert.deepEqual(lay(["acts now", "Crashed by somebody with a very long name indeed, of the Reeds", "prone"]), [
    "acts now",
  ]);
  assert.deepEqual(lay([LONG]), []);
  assert.deepEqual(lay(["acts now", "prone"]), ["acts now, prone"]);
});

test("higher numbers stand higher, and few stand roomier than many", () => {
  const lay = (count) =>
    columns.layColumn(
      makeColumn(count, (i) => 30 - i),
      makeCombatants(count),
      columns.WIDE_LADDER,
    );
  const heights = lay(8).rungs.map(({ y }) => y);
  assert.deepEqual(
    heights,
    [...heights].sort((one, other) => one - other),
  );
  assert.ok(lay(3).size.step > lay(12).size.step);
});

test("names are what one is called: no titles, nothing after a small word, a copy with its number", () => {
  const called = {
    "Ysane of the Reeds": "Ysane", "Captain Deruvin": "Deruvin", "Wren Little-Lantern": "Wren", "The Iron Quill": "Iron Quill",
    "The Man from the Harbour Office": "Man", "Toll guard 12": "Toll guard 12", Prince: "Prince", "": "", "عومر": "عومر",
  }; // biome-ignore format: a table
  for (const [name, short] of Object.entries(called)) assert.equal(callName(name), short);
  assert.deepEqual(callNames(["Roland of Bath", "Roland of York", "Iva"]), ["Roland of Bath", "Roland of York", "Iva"]);
});

test("lines keep within their room, and say with an ellipsis what they leave out", () => {
  const lines = wrap("Guard, Aim, Dash, Inactive or Miscellaneous action", 90, 12, 2);
  assert.equal(lines.length, 2);
  assert.ok(lines[1].endsWith("…") && lines.every((line) => widthOf(line, 12) <= 90));
  assert.deepEqual(wrap("Guard", 90, 12, 2), ["Guard"]);
  assert.ok(widthOf(cut(LONG, 90, 12), 12) <= 90);
});

test("on a column an arrow leads from who attacks to the one who is attacked, and meets neither token", () => {
  const { places } = columns.layColumn(
    makeColumn(4, (i) => 9 - i),
    makeCombatants(4),
    columns.WIDE_LADDER,
  );
  const [from, to] = ["c0", "c1"].map((id) => places.find((place) => place.id === id));
  const aim = columns.aimAt({ actor: "c0", target: "c1" }, places);
  const ends = [aim.path, aim.head].map((path) => path.slice(1).split("L")[0].split(" ").map(Number));
  assert.ok(Math.hypot(ends[0][0] - from.x, ends[0][1] - from.y) > from.r);
  const gap = Math.hypot(ends[1][0] - to.x, ends[1][1] - to.y) - to.r;
  assert.ok(gap > 0 && gap < 6, `${gap}`);
  assert.equal(columns.aimAt({ actor: "c0", target: "gone" }, places), null);
  assert.equal(columns.aimAt(undefined, places), null);
});
