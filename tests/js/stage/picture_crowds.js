// Crowds made by hand for the tests of pictures: as many as wanted, on as many places as wanted.

const NAMES = [
  "Ysane of the Reeds",
  "Captain Deruvin",
  "Brother Oskel",
  "Wren Little-Lantern",
  "עומר הגדול",
  "محمد بن موسى",
  "王小明",
];
export const LONG = "x".repeat(60);

/** Numbers that look like chance and are always the same. */
export function makeChance(seed) {
  let state = seed * 7919 + 17;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** `count` combatants; every third is an extra of the other side. */
export function makeCombatants(count, change = () => ({})) {
  const made = {};
  for (let i = 0; i < count; i += 1) {
    const extra = i % 3 === 2;
    const name = extra
      ? `Toll guard ${i}`
      : i === 9
        ? LONG
        : `${NAMES[i % NAMES.length]}${i < NAMES.length ? "" : ` ${i}`}`;
    const own = i % 2 === 0 && !extra;
    made[`c${i}`] = {
      name,
      initials: `${name[0]}${i}`.slice(0, 3),
      side: own ? "Travellers" : "Toll company",
      own,
      extra,
      ...change(i),
    };
  }
  return made;
}

/** A ring like Exalted's wheel, on which `at` says where each stands. */
export function makeRing(count, at, now = 14) {
  const order = Array.from({ length: count }, (_, i) => `c${i}`);
  const marks = Object.fromEntries(order.map((id, i) => [id, at(i) === now ? { at: now, now: true } : { at: at(i) }]));
  const waiting = order.filter((id) => marks[id].at > now);
  const spans = Object.fromEntries(waiting.map((id, i) => [id, { start: now - (i % 4), lane: i % 4 }]));
  return {
    kind: "ring", label: `Battle wheel, tick ${now}`, says: "…", word: "Tick", now, sectors: 10, past: 2, order, marks,
    spans, lanes: ["0", "−1", "−2", "−3"], gone: [{ id: "c0", at: now - 1 }], hint: "deeper arc: lower DV",
  }; // biome-ignore format: a table
}

/** A column like Exalted's ladder, on which `at` says where each stands. */
export function makeColumn(count, at) {
  const order = Array.from({ length: count }, (_, i) => `c${i}`).sort(
    (a, b) => at(Number(b.slice(1))) - at(Number(a.slice(1))),
  );
  const mark = (id, value) => ({
    at: value,
    ...(id === "c0" ? { now: true, words: ["acts now"] } : {}),
    ...(value <= 0
      ? { words: ["Crashed by Ysane of the Reeds in a long story"], pips: { on: 1, of: 3, says: "turn 1 of 3" } }
      : {}),
    ...(id === "c1" ? { badge: "decisive possible", done: true } : {}),
  });
  const marks = Object.fromEntries(order.map((id) => [id, mark(id, at(Number(id.slice(1))))]));
  const links = order.filter((id) => marks[id].at <= 0).map((id) => ({ id, to: "c0" }));
  const zones = [{ upto: 0, label: "Crash, Initiative 0 and below", tone: "grave" }];
  return { kind: "column", label: "Initiative ladder", says: "…", word: "Initiative", order, marks, zones, links };
}
