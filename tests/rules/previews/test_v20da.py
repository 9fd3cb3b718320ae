"""The Dark Ages: attacks among several actions, circumstances, and the defenses that meet them, with all that aids."""

import random
from fractions import Fraction
from typing import Any

import pytest

from rules.battle import STORYTELLER, fold
from rules.dice import SIDES, Roller
from rules.errors import IllegalMove
from rules.v20da.events import AttackResolved
from rules.v20da.moves import ABORT_DIFFICULTY
from rules.v20da.state.model import Circumstances
from tests.rules.every_roll import Faces, play_rolls
from tests.rules.previews.common import chance_of, draw, find_chosen, gather
from tests.rules.v20da.table import RULES, Table, duel, sheet

pytestmark = pytest.mark.walk

AROUND: dict[str, Any] = {
    "cover": (1, 2), "exposed": (1, 2), "distance": (1,), "blind": (1,), "dice": (1, -1), "difficulty": (1, -1),
    "opponents": (2,),
}  # fmt: skip


HELPS = (("grip", "attack", "successes"), ("ward", "defense", "successes"), ("step", "defense", "dice"))
GIFTS = [
    {"key": key, "name": key.title(), "use": use, "timing": "reflexive", "cost": {"blood": 1},
     "effects": [{"kind": kind, "amount": 1}]}
    for key, use, kind in HELPS
]  # fmt: skip


def list_faces(difficulty: int, *, tens: bool = False) -> Faces:
    """The faces that count differently at this difficulty; `tens`: a specialty counts them twice."""
    below, above = difficulty - 2, SIDES - difficulty + 1 - tens
    found = {1: 1, **({difficulty - 1: below} if below else {}), **({difficulty: above} if above else {})}
    return {**found, SIDES: 1} if tens else found


def make_fight(rng: random.Random) -> Table:
    """Ada, who acts first, against a foe; both stand as chance wants, and may have specialties and powers."""

    def draw_sheet() -> dict[str, Any]:
        dots = {name: rng.randint(1, 3) for name in ("strength", "dexterity", "stamina", "wits")}
        known = {"brawl": rng.randint(0, 2), "melee": 1, "athletics": rng.randint(0, 2)}
        fits: dict[str, str] = {}
        if rng.random() < 0.2:
            dots["dexterity"], fits = 1, dict.fromkeys(("brawl", "athletics"), "grace")
            known |= dict.fromkeys(fits, 4)
        will = rng.randint(1, 2)
        own: dict[str, Any] = {"specialties": fits, "powers": GIFTS, "willpower": will, "willpower_points": will}
        return sheet("vampire", attributes=dots, abilities=known, **own)

    table = duel(draw_sheet(), draw_sheet(), botch_mode=rng.choice(("rolled", "net")))
    for id in ("ada", "foe"):
        around = draw(rng, **AROUND)
        table.state = table.state.change(id, circumstances=Circumstances(**around))
    return table


def play(table: Table, *moves: Any, faces: tuple[Faces, ...]) -> dict[tuple[int, bool, bool], float]:
    """Net successes of the attack, whether it hits after the defense, and whether it was botched."""

    def once(roller: Roller) -> tuple[int, bool, bool]:
        state, found = table.state, None
        for move in moves:
            events = RULES.decide(state, STORYTELLER, RULES.moves.decode(move), roller)
            state = fold(RULES.apply, state, events)
            found = next((one.struck for one in events if isinstance(one, AttackResolved)), found)
        assert found is not None
        assert found.attack is not None
        return max(0, found.attack.net), found.is_hit, found.attack.outcome == "botch"

    return play_rolls(once, *faces)


def declare(rng: random.Random, table: Table) -> tuple[dict[str, Any], int]:
    """Lay the foe's cards; return what Ada declares, and the place of her attack."""
    others = rng.choice(([], ["dodge"], ["dodge", "dodge"]))
    place = rng.randint(1, len(others) + 1)
    kind = rng.choice(("strike", "kick"))
    laid: dict[str, Any] = {"kind": "DeclareActions", "actor": "ada", "attack": kind, "target": "foe", "others": others}
    laid |= {"attack_place": place}
    table.declare("foe", *rng.choice((("wait",), ("dodge",), ("full_defense",))))
    return laid, place


@pytest.mark.parametrize("seed", range(14))
def test_an_attack_is_told_as_it_comes_out(seed: int) -> None:
    rng, tried = random.Random(seed), 0
    while not tried:
        table = make_fight(rng)
        laid, place = declare(rng, table)
        move = RULES.moves.decode(laid)
        try:
            outlook = RULES.foresee(table.state, STORYTELLER, move)
            table.state = fold(RULES.apply, table.state, RULES.decide(table.state, STORYTELLER, move, _NoDice()))
        except IllegalMove:  # so many actions leave it no dice
            continue
        tried += 1
        table.reveal()
        _check_attack(table, find_chosen(outlook), place, rng)


def _check_attack(table: Table, way: Any, place: int, rng: random.Random) -> None:
    chance = way.prospects[place - 1].chance
    bare = {"kind": "MakeAttack", "actor": "ada", "target": "foe"}
    attack = {**bare, **draw(rng, willpower=(True,), specialty=(True,), powers=(["grip"],))}
    weighed = RULES.weigh(table.state, STORYTELLER, RULES.moves.decode(attack))
    plain = RULES.weigh(table.state, STORYTELLER, RULES.moves.decode(bare))
    assert weighed is not None
    assert plain is not None
    assert chance == pytest.approx(float(plain.odds.success))
    made = fold(RULES.apply, table.state, RULES.decide(table.state, STORYTELLER, RULES.moves.decode(attack), _NoDice()))
    exchange = made.exchange
    assert exchange is not None
    answered = Table(table.state.options)
    answered.state = made
    faces = list_faces(exchange.difficulty.total, tens=exchange.specialty)
    none = {"kind": "AnswerDefense", "prompt": exchange.question.id, "defense": "none"}
    out = play(answered, none, faces=(faces,))
    told = {total: float(share) for total, share in weighed.odds.distribution if share}
    assert told == pytest.approx({net: share for net, share in gather(out, lambda one: one[0]).items() if share})
    assert float(weighed.odds.botch) == pytest.approx(chance_of(out, lambda one: one[2]))
    _check_defenses(answered, exchange.question.id, faces, rng)


def _check_defenses(table: Table, prompt: str, faces: Faces, rng: random.Random) -> None:
    """The chance beside each defense, and that of a form with all that aids it, is that to be hit all the same."""
    offer = next(one for one in RULES.legal_moves(table.state, STORYTELLER) if one.move == "AnswerDefense")
    (asked,) = [field for field in offer.fields if field.name == "defense"]
    for choice in asked.choices:
        if choice.reason:
            continue
        difficulty = int(choice.hint.split()[-1]) if choice.value != "none" else 6
        bare = {"kind": "AnswerDefense", "prompt": prompt, "defense": choice.value}
        assert choice.odds == float(weigh(table, bare))
        aids = {"willpower": (True,), "specialty": (True,), "powers": (["ward"], ["step"], ["step", "ward"])}
        move = {**bare, **draw(rng, **aids)}
        fits = "specialty" in move and choice.value != "parry" and bool(table["foe"].sheet.specialties)
        out = play(table, move, faces=(faces, list_faces(difficulty, tens=fits)))
        assert float(weigh(table, move)) == pytest.approx(chance_of(out, lambda one: one[1])), move


def weigh(table: Table, move: dict[str, Any]) -> Fraction:
    weighed = RULES.weigh(table.state, STORYTELLER, RULES.moves.decode(move))
    assert weighed is not None
    assert weighed.is_struck
    return weighed.odds.success


@pytest.mark.parametrize("seed", range(2))
def test_an_abort_is_told_as_it_comes_out(seed: int) -> None:
    """V20-145: its Willpower roll may fail."""
    table = make_fight(random.Random(20 + seed))
    table.declare("foe", "wait")
    table.declare("ada", attack="strike", target="foe", attack_place=1)
    table.reveal()
    table.move("MakeAttack", actor="ada", target="foe")
    exchange = table.state.exchange
    assert exchange is not None
    offers = [one for one in RULES.legal_moves(table.state, STORYTELLER) if one.move == "AbortToDefense"]
    assert [one.fixed["by"] for one in offers] == ["roll", "point"]
    for offer, first in zip(offers, ((list_faces(ABORT_DIFFICULTY),), ()), strict=True):
        choice, by = next(one for one in offer.fields[0].choices if not one.reason), offer.fixed["by"]
        faces = (list_faces(exchange.difficulty.total), list_faces(int(choice.hint.split()[-1])))
        move = {"kind": "AbortToDefense", "prompt": exchange.question.id, "defense": choice.value, "by": by}
        out = play(table, move, faces=(*first, *faces))
        assert float(weigh(table, move)) == pytest.approx(chance_of(out, lambda one: one[1]))
        assert choice.odds == float(weigh(table, move))


class _NoDice:
    """No die may fall here."""

    def roll(self, count: int) -> tuple[int, ...]:
        raise AssertionError("a die fell")
