"""Boards made by hand: a fight on the toll bridge as one seat or another may see it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from campaigns.calendar.calendar import DAY, format_moment
from play.seats.board import Board, CastMember, NamedId, Place, RollOffer, Voices
from play.table.lines import LogLine
from play.table.speech import Speech
from rules.battle import Choice, Field, Offer, SeatOffers
from rules.pool import StepView
from rules.text import EMPTY, Text, word
from rules.view import BattleView, BoxView, CombatantView, EventView, LogStepView, PendingView

PENALTIES = ("0", "-1", "-1", "-2", "-2", "-4", "I")
NOW = 14


def boxes(marks: str, penalties: Sequence[str] = PENALTIES) -> list[BoxView]:
    """A health track; `marks` from the left, as "lb"."""
    return [
        {"mark": marks[i] if i < len(marks) else "", "penalty": penalty}  # type: ignore[typeddict-item]
        for i, penalty in enumerate(penalties)
    ]


WHY: list[StepView] = [
    {
        "name": Text("Dexterity, Melee, Defense"), "rule": "2E-335", "before": 0, "after": 12, "note": EMPTY,
        "terms": [
            {"name": Text("Dexterity"), "amount": 5, "kind": "attribute", "rule": "2E-335"},
            {"name": Text("Melee"), "amount": 5, "kind": "ability", "rule": "2E-335"},
            {"name": Text("daiklave"), "amount": 2, "kind": "weapon", "rule": "2E-175"},
        ],
    },
    {"name": Text("Halved, rounded up"), "rule": "2E-131", "before": 12, "after": 6, "note": EMPTY, "terms": []},
    {
        "name": Text("Wounds"), "rule": "2E-343", "before": 6, "after": 5, "note": EMPTY,
        "terms": [{"name": Text("Wound penalty"), "amount": -1, "kind": "wound", "rule": "2E-343"}],
    },
]  # fmt: skip


def key_of(id: str) -> str:
    """The key of the character whom a combatant is."""
    return str(int.from_bytes(id.encode()))


def fighter(
    id: str, name: str, at: int | None, *, own: bool = True, mine: bool = False, extra: bool = False,
    hidden: bool = False, marks: str = "", stats: tuple[int, int] | None = (3, 3), tracks: tuple[int, int] = (12, 30),
    initials: str = "", now: int = NOW,
) -> CombatantView:  # fmt: skip
    """One combatant with its figures; without `stats` as the other side's players see it."""
    shown: CombatantView = {
        "id": id, "character": None if extra else key_of(id), "name": name, "initials": initials or name[:2],
        "own": own,
        "side": "Travellers" if own else "Toll company", "mine": mine, "hidden": hidden, "extra": extra,
        "being": Text("extra") if extra else Text("exalt"), "acts_now": at == now, "acts_at": at, "out": EMPTY,
        "conditions": [Text("wounded, −1")] if marks else [],
        "health": boxes(marks, ("0", "-1", "I") if extra else PENALTIES),
    }  # fmt: skip
    if stats:
        shown["stats"] = [
            {"label": Text("Dodge DV"), "value": stats[0]}, {"label": Text("Parry DV"), "value": stats[1],
                "steps": WHY},
            {"label": Text("Soak"), "value": Text("5/5")}, {"label": Text("Move"), "value": 5},
        ]  # fmt: skip
        if not extra:
            shown["tracks"] = [
                {"label": Text("Peripheral"), "current": tracks[1], "maximum": 39},
                {"label": Text("Personal"), "current": tracks[0], "maximum": 16},
                {"label": Text("Willpower"), "current": 6, "maximum": 7},
            ]
    return shown


def token(who: CombatantView, acted: int | None, penalty: int) -> dict[str, Any]:
    """The picture's entry of one combatant."""
    return {
        "id": who["id"], "name": who["name"], "initials": who["initials"], "own": who["own"], "extra": who["extra"],
        "hidden": who["hidden"], "at": who["acts_at"], "acted": acted, "penalty": penalty, "now": who["acts_now"],
    }  # fmt: skip


def battle(fighters: Sequence[tuple[CombatantView, int | None, int]], now: int = NOW, **changes: Any) -> BattleView:
    """A running fight of (combatant, tick of its last action, DV penalty)."""
    placed: dict[int, list[str]] = {}
    for who, _, _ in fighters:
        if who["acts_at"] is not None:
            placed.setdefault(who["acts_at"], []).append(who["id"])
    acting = [who["name"] for who, _, _ in fighters if who["acts_now"]]
    view: BattleView = {
        "system": "exalted2e", "phase": "running", "headline": Text("Tick {now}: {value} act", now=now,
            value=' and '.join(acting) or 'nobody'),
        "subline": EMPTY, "time": now, "combatants": [who for who, _, _ in fighters],
        "order": [
            {"at": at, "label": Text("Tick {at}", at=at), "note": EMPTY, "now": at == now, "ids": ids}
            for at, ids in sorted(placed.items())
        ],
        "pending": [],
        "picture": {"kind": "wheel", "now": now, "tokens": [token(*row) for row in fighters]}, "exchange": None,
    }  # fmt: skip
    return {**view, **changes}  # type: ignore[typeddict-item]


def bridge(*, storyteller: bool = False) -> BattleView:
    """The study's fight: eight fighters, two acting together, two on tick 16, the Ferryman hidden on 19."""
    theirs: Any = {"own": False, "mine": storyteller}
    if not storyteller:
        theirs["stats"] = None
    friend: Any = {"mine": storyteller} if storyteller else {"stats": (3, 3)}
    fighters: list[tuple[CombatantView, int | None, int]] = [
        (fighter("ys", "Ysane of the Reeds", 14, mine=True, marks="lb", stats=(4, 5)), 9, 0),
        (fighter("de", "Captain Deruvin", 14, marks="b", **theirs), 9, 0),
        (fighter("os", "Brother Oskel", 15, **friend), 12, 0),
        (fighter("to", "Tolvar Ash-Hand", 16, marks="bb", **friend), 13, -2),
        (fighter("g1", "Toll guard 1", 16, extra=True, initials="G1", marks="l", **theirs), 11, -1),
        (fighter("wr", "Wren Little-Lantern", 17, **friend), 11, -1),
        (fighter("g2", "Toll guard 2", 18, extra=True, initials="G2", **theirs), 13, -1),
    ]
    if storyteller:
        fighters.append((fighter("fe", "The Ferryman", 19, hidden=True, **theirs), 13, -1))
    return battle(fighters)


def crowd(count: int = 12) -> BattleView:
    """Many fighters, three or four of them on each tick."""
    fighters = [
        fighter(f"c{i}", f"Fighter {i}", NOW + i % 4, own=i % 2 == 0, mine=True, initials=f"F{i}") for i in range(count)
    ]
    return battle([(who, NOW - 1 - i % 3, -(i % 4)) for i, who in enumerate(fighters)])


STUNT = Field("stunt_text", Text("Stunt"), "text", high=400, required=False, help=Text("How do you do it?"))
TARGETS = (
    Choice("de", Text("Captain Deruvin"), Text("0.7 levels"), odds=0.48),
    Choice("g1", Text("Toll guard 1"), Text("likely falls"), odds=0.98),
    Choice("g2", Text("Toll guard 2"), reason=Text("9 yards away. Move or dash first.")),
)


def turn(actor: str = "ys") -> tuple[Offer, ...]:
    """What somebody whose turn it is may do."""
    who = {"actor": actor}
    weapons = (
        Choice("daiklave", Text("Daiklave"), Text("12 dice, 8L")),
        Choice("fist", Text("Fist"), Text("9 dice, 3B")),
    )
    bonuses = tuple(
        Field(n, word(n.title()), "number", low=0, high=10, initial=0, required=False) for n in ("bonus", "penalty")
    )
    attack = (
        Field("target", Text("At whom"), "choice", TARGETS),
        Field("weapon", Text("With"), "choice", weapons),
        STUNT,
        *bonuses,
    )
    parts = tuple(Choice(f"attack:{w}", Text("Attack ({w})", w=w)) for w in ("daiklave", "fist"))
    return (
        Offer("DeclareAttack", Text("Attack"), "act", actor, Text("Speed 5, DV −1"), Text("At one target"), attack, who,
              next_ticks=(19,)),
        Offer("DeclareFlurry", Text("Flurry"), "act", actor, Text("Speed 5"), Text("Several actions at once"),
              (Field("parts", Text("In order"), "list", parts, low=2, high=3), STUNT), who, next_ticks=(19,)),
        Offer("TakeGuard", Text("Guard"), "act", actor, Text("Speed 3"), Text("DV stays whole, may abort"), (),
            who, next_ticks=(17,)),
        Offer("TakeAim", Text("Aim"), "act", actor, Text("Speed 3"), Text("+1 die per tick, at most +3"),
              (Field("target", Text("At whom"), "choice", TARGETS[:2]),), who, next_ticks=(17,)),
        Offer("TakeDash", Text("Dash"), "act", actor, Text("Speed 3, DV −2"), Text("10 yards per tick"), (), who,
            next_ticks=(17,)),
        Offer("Rise", Text("Rise"), "act", actor, Text("Speed 5"), reason=Text("You stand already."), fixed=who),
        Offer("TakeMove", Text("Move"), "reflex", actor, EMPTY, Text("Up to 5 yards"),
              (Field("yards", Text("Yards"), "number", low=1, high=5, initial=1),), who),
    )  # fmt: skip


def rulings(actor: str) -> tuple[Offer, ...]:
    """What the Storyteller may rule about somebody."""
    what = tuple(
        Choice(name, word(name.title())) for name in ("penalty", "next", "motes", "willpower", "bashing", "lethal")
    )
    fields = (
        Field("what", Text("Number"), "choice", what), Field("value", Text("New value"), "number", low=-20, high=99,
            initial=0),
        Field("reason", Text("Reason"), "text", high=80),
    )  # fmt: skip
    who = {"actor": actor}
    return (
        Offer("Override", Text("Set it"), "storyteller", actor, fields=fields, fixed=who),
        Offer("Hide", Text("Hide"), "storyteller", actor, fixed=who),
        Offer("Leave", Text("Leave"), "storyteller", actor, fixed=who),
    )


DEFENSE = Offer(
    "AnswerDefense", Text("Defend"), "answer", "ys", prompt="p1", fixed={"prompt": "p1"},
    fields=(
        Field("mode", Text("How do you defend?"), "choice", (
            Choice("parry", Text("Parry (daiklave), DV 4"), Text("0.8 levels"), odds=0.52),
            Choice("dodge", Text("Dodge, DV 3"), Text("1.2 levels"), odds=0.33),
            Choice("none", Text("No defense, DV 0"), Text("2.6 levels"), odds=0.01),
        )),
        STUNT,
    ),
)  # fmt: skip
DEFENSE_PROMPT: PendingView = {
    "id": "p1", "who": "ys", "name": "Ysane of the Reeds", "question": Text("Captain Deruvin attacks you"),
    "detail": Text("Spear, 9 dice, base damage 7 lethal."), "mine": True,
}  # fmt: skip


def thrown(*faces: int) -> list[dict[str, Any]]:
    """Dice as the log carries them."""
    why = {10: ("double", 2), 1: ("one", 0)}
    return [
        {"face": f, "why": why.get(f, ("hit" if f > 6 else "miss", 1 if f > 6 else 0))[0],
         "worth": why.get(f, ("", 1 if f > 6 else 0))[1], "origin": "pool"}
        for f in faces
    ]  # fmt: skip


STEPS: list[LogStepView] = [
    {"name": Text("Declaration of attack"), "text": Text("Deruvin attacks Ysane with the spear. Speed 5, DV −1."),
        "rule": "2E-330"},
    {"name": Text("Declaration of defense"), "text": Text("Parry."), "rule": "2E-332"},
    {
        "name": Text("Attack roll"), "text": Text("6 successes"), "rule": "2E-360",
        "dice": thrown(10, 9, 8, 7, 7, 5, 4, 2, 1), "sum": WHY,
    },
    {"name": Text("Attack reroll"), "text": EMPTY, "rule": "2E-365"},
    {"name": Text("Damage"), "text": Text("8L less soak 5: 1 lethal level"), "rule": "2E-370", "dice": thrown(8, 6, 3)},
    {"name": Text("Result"), "text": Text("Ysane is wounded, −1."), "rule": "2E-380"},
]  # fmt: skip


def event(line: str, **changes: Any) -> EventView:
    """One event as a seat sees it."""
    shown: EventView = {
        "kind": "Fact", "line": word(line), "when": Text("tick 14"), "verdict": EMPTY, "steps": [],
            "secret": False, "exchange": "",
    }  # fmt: skip
    return {**shown, **changes}  # type: ignore[typeddict-item]


def log(*events: EventView | tuple[EventView, dict[str, Any]], count: int | None = None) -> tuple[LogLine, ...]:
    """A log of these events, given oldest first."""
    lines = []
    for i, given in enumerate(events, start=1):
        shown, changes = given if isinstance(given, tuple) else (given, {})
        line = LogLine(i, i, datetime(2026, 11, 21, 20, i % 60, tzinfo=UTC), shown, "mira", None, False)
        lines.append(replace(line, **changes))
    return tuple(reversed(lines))


def sample_log() -> tuple[LogLine, ...]:
    """Speech, a whisper, a roll, an attack of three events, an override, a turn of the wheel."""
    return log(
        event("A fight starts.", when=""),
        (event("Ysane", when=""),
            {"speech": Speech("Ysane", "Hold the rope, I am going over the rail.", account="mira")}),
        (event("Jonas", when="", secret=True),
            {"speech": Speech("Jonas", "Is the winch guarded?", to=Text("to the Storyteller"))}),
        event("Wren rolls Wits + Awareness: 4 successes.", when="", verdict="Success", steps=[
            {"name": "Pool", "text": "5 dice", "rule": "", "sum": WHY},
            {"name": "Dice", "text": "4 successes", "rule": "", "dice": thrown(10, 8, 7, 3, 1)},
        ]),
        event("Petra sets Toll guard 1’s DV to 1, was 2: “knee-deep in water”.", when="tick 12"),
        (event("Tolvar dashes for the winch. Speed 3, DV −2.", when="tick 13"), {"undone": True}),
        event("Deruvin attacks Ysane with the spear.", exchange="x1", steps=STEPS[:1]),
        event("Ysane parries.", exchange="x1", steps=STEPS[1:2]),
        event("Deruvin attacks Ysane with the spear: 6 successes against Parry DV 5. Hit, 1 over DV.", exchange="x1",
              verdict="Hit", steps=STEPS[2:]),
        event("The wheel moves to tick 14. Ysane and Deruvin act."),
    )  # fmt: skip


PLACE = Place(
    scene=7, title="The Toll Bridge", series="The Salt Road", series_url="/series/1/", episode="Low Water",
    notes_html="<p>Dusk, fog off the river. Footing on the bridge is wet: Dodge −1 for all who move.</p>",
    secret_notes_html="", time=format_moment(12 * DAY + 19 * 3600), is_open=True,
)  # fmt: skip
ATTRIBUTES = ("Strength", "Dexterity", "Stamina", "Charisma", "Manipulation", "Perception", "Intelligence", "Wits")
ABILITIES = ("Archery", "Athletics", "Awareness", "Dodge", "Integrity", "Melee", "Presence", "Stealth", "War")
ROLL = RollOffer(key_of("ys"), "Ysane of the Reeds", (
    Field("attribute", Text("Attribute"), "choice", tuple(Choice(name.lower(), word(name),
        Text("4")) for name in ATTRIBUTES)),
    Field("ability", Text("Ability"), "choice", tuple(Choice(name.lower(), word(name),
        Text("Dawn")) for name in ABILITIES)),
    Field("difficulty", Text("Difficulty"), "number", low=0, high=10, initial=1),
    Field("bonus", Text("Bonus dice"), "number", low=0, high=10, initial=0, required=False),
    Field("specialty", Text("Specialty applies"), "flag", required=False),
))  # fmt: skip
CAST = (
    CastMember(key_of("ys"), "Ysane of the Reeds", "mira", False, False, True),
    CastMember(key_of("wr"), "Wren Little-Lantern", "jonas", False, False, False),
    CastMember(key_of("de"), "Captain Deruvin", "", False, False, True),
    CastMember(key_of("fe"), "The Ferryman", "", False, True, False),
    CastMember(key_of("tg"), "Toll guard", "", True, False, False),
)


def offered(offers: Sequence[Offer], rulings: Sequence[Offer] = ()) -> SeatOffers:
    """These offers, by whose they are."""
    acts, ruled = defaultdict[str, list[Offer]](list), defaultdict[str, list[Offer]](list)
    for made, known in ((acts, offers), (ruled, rulings)):
        for offer in known:
            if offer.actor and not offer.prompt:
                made[offer.actor].append(offer)
    whole = [offer for offer in offers if offer.prompt or not offer.actor]
    able = frozenset(o.actor for o in offers if o.actor and o.group == "act" and not (o.reason or o.prompt))
    return SeatOffers(whole, acts, able, ruled)


def board(offers: Sequence[Offer] | None = None, rulings: Sequence[Offer] = (), **changes: Any) -> Board:
    """Mira's board: she plays Ysane, and it is her turn."""
    made = Board(
        place=PLACE, count=46, storyteller=False, spectator=False, characters=frozenset({key_of("ys")}),
        battle=bridge(), paused=False, due_at=None, offers=offered(turn() if offers is None else offers, rulings),
        rolls=(ROLL,), cast=(), log=sample_log(), command_url="/scenes/7/command/",
        voices=Voices(ears=(NamedId("storyteller", "the Storyteller"),)), system="exalted2e",
    )  # fmt: skip
    return replace(made, **changes)


def storyteller_board(**changes: Any) -> Board:
    """The Storyteller's board of the same moment."""
    view = bridge(storyteller=True)
    everyone = [who["id"] for who in view["combatants"]]
    secret = replace(PLACE, secret_notes_html="<p>The Ferryman rises at tick 19. He wants the salt, not blood.</p>")
    base: dict[str, Any] = {
        "place": secret, "storyteller": True, "characters": frozenset(), "battle": view, "cast": CAST,
        "voices": Voices(),
        "offers": turn("de") + turn("ys"), "rulings": tuple(ruling for id in everyone for ruling in rulings(id)),
    }  # fmt: skip
    return board(**{**base, **changes})
