// Small facts of a fight, for one seat: a player on her turn, and the same player attacked.

const who = (name, own) => ({
  name,
  initials: name.slice(0, 2),
  side: own ? "travellers" : "guards",
  own,
  conditions: [],
});

const words = { name: "m.stunt", id: "o-attack-stunt", label: "Stunt: describe it", shape: "area", high: 400 };

export const target = {
  name: "m.target",
  id: "o-attack-target",
  label: "Target",
  shape: "rows",
  required: true,
  options: [
    { value: "c2", label: "Deruvin", share: 0.62, percent: "62 %", chosen: true },
    { value: "c3", label: "Guard", share: 0.9, percent: "90 %" },
  ],
};

const move = (name, more) => ({
  move: name,
  label: name,
  group: "act",
  rank: "usual",
  next: "6",
  hidden: [["m.actor", "c1"]],
  ...more,
});

/** The hand of a player on her turn, with the form of her first move. */
export const turn = {
  hand: {
    cards: {
      "card-c1": {
        who: "c1",
        title: "Your turn, Ysane",
        is_due: true,
        offers: { "o-attack": move("Attack", { aimed: "Attack {}" }), "o-guard": move("Guard") },
        order: ["o-attack", "o-guard"],
      },
    },
    order: ["card-c1"],
    waiting: [],
  },
  form: { offer: "o-attack", main: [target, words], more: [], asks: [] },
};

const answer = (value, label, share) => ({ offer: "o-defend", name: "m.defense", value, label, share });

/** What is changed when she is attacked. */
export const attacked = {
  hand: {
    cards: {
      "card-p1": {
        who: "c1",
        title: "Deruvin attacks you",
        is_due: true,
        is_prompt: true,
        offers: { "o-defend": move("Defend", { group: "answer", hidden: [["m.prompt", "p1"]] }) },
        order: ["o-defend"],
        answers: [
          { ...answer("parry", "Parry, DV 7", 0.11), is_best: true },
          answer("dodge", "Dodge, DV 4", 0.38),
          answer("", "Don’t defend", 0.97),
        ],
      },
    },
    order: ["card-p1", "card-c1"],
  },
  form: { offer: "o-defend", main: [{ ...words, name: "m.defended", id: "o-defend-stunt" }], more: [], asks: [] },
};

/**
 * A fight of three, with this hand.
 * @param {any} hand
 */
export function fight(hand) {
  return {
    v: 1,
    n: 1,
    count: 1,
    me: { role: "player", characters: ["7"] },
    place: {
      scene: 1,
      title: "The Bridge",
      series: "Salt",
      series_url: "/series/1/",
      episode: "One",
      time: "",
      is_open: true,
    },
    said: { n: 1, text: "" },
    state: { is_running: true },
    fight: {
      system: "exalted2e",
      phase: "running",
      headline: "Tick 1",
      subline: "",
      time: 1,
      combatants: {
        c1: { ...who("Ysane", true), mine: true, character: "7" },
        c2: who("Deruvin", false),
        c3: who("Guard", false),
      },
      order: [
        { at: 1, label: "1", note: "now", now: true, ids: ["c1", "c2"] },
        { at: 4, label: "4", note: "in 3", now: false, ids: ["c3"] },
      ],
      rest: [],
      picture: {},
    },
    voices: { own: [{ key: "7", name: "Ysane" }], ears: [{ key: "storyteller", name: "Petra" }] },
    log: {
      1: {
        number: 1,
        count: 1,
        at: "2026-11-29T10:59:00Z",
        when: "tick 1",
        line: "Ysane joins battle.",
        dice: [{ name: "Join Battle", dice: [[8, 1, "hit"]], says: "1 die: 8." }],
      },
    },
    ...hand,
  };
}
