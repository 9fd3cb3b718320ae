"""Fights of the Second Edition for its laws: few dice, and all that can fall."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.battle import STORYTELLER, Move, fold
from rules.battle.moves import Override
from rules.dice import Roller
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.legal.usual import USUAL_DVS, WEAKER_BY
from rules.exalted2e.moves import replies
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.ready import Ready
from rules.exalted2e.state import State
from tests.rules.every_roll import Faces, play_rolls
from tests.rules.exalted2e.table import Table
from tests.rules.previews.common import draw

CLOSE, FAR = ("punch", "kick", "straight_sword"), ("crossbow",)
NUMBERS: dict[str, Any] = {
    "cover": (25, 50, 75, 90), "height": (-2, -1, 1, 2), "mounted": (1,), "terrain": (1, 2, 4), "cramped": (1,),
    "prone": (1,), "stunned": (1,), "botched": (1,), "sight": (1, 2, 4), "external": (1,), "inactive": (1,),
    "unaware": (1,),
}  # fmt: skip
"""What the Storyteller may have set, for either of them."""


def make_fight(rng: random.Random, *, extra: bool, secret: bool = False, **bo: Any) -> Table:
    """Ann, whose turn it is, with few dice, and Bo; either may stand badly or well."""
    switches = ("internal_to_dv", "vision_external", "botch_ignores_charm_successes")
    turned: dict[str, Any] = {name: rng.random() < 0.5 for name in switches}
    table = Table(Options(**turned))
    for id, side, owner in (("ann", "red", "ada"), ("bo", "blue", "ben")):
        few = {f"abilities__{name}": rng.randint(0, 2) for name in ("melee", "martial_arts", "archery", "dodge")}
        body = {f"attributes__{name}": rng.randint(1, 2) for name in ("strength", "dexterity", "stamina")}
        hidden = {"abilities__stealth": 0, "abilities__awareness": 1, "attributes__wits": 1}
        arms = {"weapons": ["straight_sword", "crossbow"], "shield": rng.choice(("", "", "target"))}
        more = bo if id == "bo" else {}
        table.add(id, side, owner, extra=extra and id == "bo", **{**few, **body, **hidden, **arms, **more})
    table.start(2, 0)
    if secret:  # what a player does not see is left as it is
        return table
    for id in ("ann", "bo"):
        own = {name: NUMBERS[name] for name in NUMBERS if id == "bo" or name not in ("inactive", "unaware")}
        for what, value in draw(rng, **{name: values for name, values in own.items() if rng.random() < 0.4}).items():
            table.do(Override(id, what, value, ""))
    return table


def arm(table: Table, rng: random.Random, weapons: tuple[str, ...] = (*CLOSE, *FAR)) -> str:
    """Put a weapon in Ann's hand."""
    weapon = rng.choice(weapons)
    table.state = table.state.change("ann", ready=(weapon,) if weapon in ("straight_sword", "crossbow") else ())
    return weapon


def list_own(rng: random.Random, weapon: str) -> dict[str, Any]:
    """What a single attack may have for itself."""
    close = {"maneuver": ("sweep",)} if weapon in CLOSE else {"distance": (5, 100)}
    aids = {"stunt": (1, 2), "bonus": (1,), "penalty": (1, 2), "external": (1,), "willpower": ("success", "valor")}
    return draw(rng, off_hand=(True,), magic_successes=(1,), unblockable=(True,), undodgeable=(True,), **close, **aids)


def answer(state: State) -> Move | None:
    """The first answer that the form gives to what is asked; a reroll is used, a clinch holds."""
    asked = next((one for one in state.pending if not one.free), None)
    if asked is None:
        return None
    if asked.kind == "defense":
        offer = next(one for one in BATTLE.legal_moves(state, STORYTELLER) if one.prompt == asked.id)
        mode = next(field.initial for field in offer.fields if field.name == "mode")
        return replies.AnswerDefense(asked.id, str(mode))
    if asked.kind in ("attack_reroll", "defense_reroll"):
        return replies.AnswerReroll(asked.id, reroll=True)
    return replies.AnswerClinch(asked.id, "hold") if asked.kind == "clinch" else None


Result = tuple[tuple[bool, ...], int, bool]
"""Which attacks hit, the levels of damage, and whether one was botched."""


def play(table: Table, *moves: Move, faces: tuple[Faces, ...]) -> dict[Result, float]:
    """What comes of the moves, by every throw of their first rolls."""
    answers = dict[str, Move | None]()

    def once(roller: Roller) -> Result:
        state, hits, levels, botched = table.state, list[bool](), 0, False
        waiting: list[Move] = list(moves)
        while waiting:
            events = BATTLE.decide(state, STORYTELLER, waiting.pop(0), roller)
            state = fold(BATTLE.apply, state, events)
            hits += [one.numbers.hit for one in events if isinstance(one, ev.DefenseApplied)]
            levels += sum(one.numbers.levels for one in events if isinstance(one, ev.DamageRolled))
            botched |= any(one.numbers.botch for one in events if isinstance(one, ev.AttackRolled))
            key = repr([(one.id, one.kind, state.attack and state.attack.unaware) for one in state.pending])
            if key not in answers:
                answers[key] = answer(state)
            if not waiting and (told := answers[key]) is not None:
                waiting.append(told)
        return tuple(hits), levels, botched

    return play_rolls(once, *faces)


def hit(result: Result) -> bool:
    return any(result[0])


def list_usual(table: Table, id: str) -> Iterator[Table]:
    """The fight with a target of each usual kind: Dodge better by one, or Parry, with a sword to parry with."""
    one = table.state.get(id)
    for dv in USUAL_DVS[one.sheet.being == "extra"]:
        for dodge, parry in ((dv, dv - WEAKER_BY), (dv - WEAKER_BY, dv)):
            ready = Ready(used=True, dodge_dv=dodge, parry_dv=parry)
            sheet = replace(one.sheet, ready=ready, shield="", fatigue=0)
            usual = Table(table.state.options)
            usual.state = table.state.change(id, sheet=sheet, ready=("straight_sword",))
            yield usual
