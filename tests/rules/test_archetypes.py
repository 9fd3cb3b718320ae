"""Every archetype of every game can be played at once: it rolls with an Ability, attacks, defends, and has its card."""

from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Offer, gather_items
from rules.codec import encode
from rules.dice import SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.sheets.cards import Card
from rules.system import System
from rules.text import Text

ARCHETYPES = [(system, archetype) for system in SYSTEMS for archetype in get_system(system).sheets.archetypes]
HEROES = [(system, archetype) for system in SYSTEMS for archetype in get_system(system).sheets.list_heroes()]
ABILITY = {"exalted2e": "ability", "exalted3e": "ability", "wod2004": "second", "v20da": "second"}
"""The field of the roll pad that takes an Ability or a Skill."""
FOES = {"exalted2e": "heroic_mortal", "exalted3e": "mortal", "wod2004": "thug", "v20da": "guard"}
"""Foes who are not felled by the first blow, and against whose weapons there is a defense."""
ALL = {"attacks", "is attacked", "defends"}
STEPS = 40
ORDER = ("Attack", "DeclareAttack", "MakeAttack", "DeclareActions", "MoveBand", "Move", "Dash", "EndTurn", "NextTurn")
"""What is done if it is offered, the first that is: an attack, what leads to one, the end of the turn."""


class Duel:
    """A player's character of an archetype against a plain foe of the game; both make legal moves."""

    def __init__(self, key: str, archetype: str, seed: int) -> None:
        self.system = get_system(key)
        self.rules, self.dice = self.system.battle, SeededRoller(seed)
        self.state: Any = self.rules.start(self.system.options())
        self.attacked: set[str] = set()
        sheets = self.system.sheets
        for id, owner, kind in (
            ("a1", "ada", archetype),
            ("e1", None, archetype if archetype == "extra" else FOES[key]),
        ):
            there = {"id": id, "name": id, "side": f"{id}s", "character": owner, "sheet": sheets.blank(kind)}
            self.do({"kind": "AddCombatant", **there})
        self.do({"kind": "StartBattle"})

    def do(self, move: dict[str, Any]) -> None:
        for event in self.rules.decide(self.state, STORYTELLER, self.rules.moves.decode(move), self.dice):
            self.state = self.rules.apply(self.state, event)
            if type(event).__name__ == "AttackResolved":
                self.attacked.add(str(encode(event)["actor"]))

    def fight(self) -> set[str]:
        """Fight until nothing is left to do; what the player's character did and met."""
        done: set[str] = set()
        for _step in range(STEPS):
            done |= {"attacks" if who == "a1" else "is attacked" for who in self.attacked}
            offer = self.choose()
            if offer is None or done == ALL:
                break
            if (offer.move, offer.actor) == ("AnswerDefense", "a1"):
                done.add("defends")
            try:
                self.do(fill(offer))
            except (BadInput, IllegalMove):  # nobody is left to be its target
                break
        return done

    def choose(self) -> Offer | None:
        """What is asked comes first, then what leads to an attack, then anything of one's turn."""
        offers = [offer for offer in self.rules.legal_moves(self.state, STORYTELLER) if not offer.reason]
        asked = [offer for offer in offers if offer.prompt]
        for move in ORDER:
            asked += [offer for offer in offers if offer.move == move]
        asked += [offer for offer in offers if offer.group in ("act", "storyteller")]
        return next(iter(asked), None)


def fill(offer: Offer) -> dict[str, Any]:
    """The move as its form is first drawn, with the first choice where something has to be chosen."""
    values: dict[str, Any] = {"kind": offer.move, **encode(offer.fixed)}
    for field in offer.fields:
        usable = [choice.value for choice in field.choices if not choice.reason]
        if field.initial is not None:
            values[field.name] = encode(field.initial)
        elif field.required and field.kind == "choice":
            values[field.name] = next(iter(usable), "")
        elif field.required and field.kind in ("choices", "list"):
            values[field.name] = usable[: max(1, field.low)]
        elif field.required and field.kind == "number":
            values[field.name] = field.low
    return gather_items(values)


def make(key: str, archetype: str) -> tuple[System, Any]:
    system = get_system(key)
    return system, system.sheets.parse(system.sheets.blank(archetype))


@pytest.mark.parametrize(("key", "archetype"), ARCHETYPES)
def test_each_rolls_with_what_she_is_good_at(key: str, archetype: str) -> None:
    system, sheet = make(key, archetype)
    card, options = system.sheets.cards[archetype], system.options()
    pad = {field.name: field for field in system.rolls.fields(sheet)}
    offered = [str(choice.value) for choice in pad[ABILITY[key]].choices]
    able = [name for place in card.good_at if (name := place.rpartition(".")[2]) in offered] or ["athletics"]
    for ability in able:
        request = system.rolls.request(**{next(iter(pad)): "dexterity", ABILITY[key]: ability})
        assert system.rolls.pool(sheet, request, options).total > 1
        assert system.rolls.odds(sheet, request, options).success > 0
        assert system.rolls.roll(sheet, request, SeededRoller(1), options).dice


@pytest.mark.parametrize(("key", "archetype"), ARCHETYPES)
def test_each_attacks_and_defends(key: str, archetype: str) -> None:
    asked = ALL - ({"defends"} if archetype == "extra" else set())  # of one of many its player is not asked
    assert set[str]().union(*(Duel(key, archetype, seed).fight() for seed in range(6))) == asked


@pytest.mark.parametrize(("key", "archetype"), ARCHETYPES)
def test_the_card_says_who_she_is_and_three_things_she_is_good_at(key: str, archetype: str) -> None:
    sheets = get_system(key).sheets
    found = sheets.list_good_at(archetype)
    assert len({one.label for one in found}) == 3
    assert all(one.rating > 0 for one in found)
    assert [one.rating for one in found] == sorted((one.rating for one in found), reverse=True)
    assert str(sheets.cards[archetype].line).endswith(".")


@pytest.mark.parametrize(("key", "archetype"), HEROES)
def test_a_hero_is_within_the_budget_and_has_a_name(key: str, archetype: str) -> None:
    system, sheet = make(key, archetype)
    assert not any(line.over and line.each is None for line in system.sheets.creation(sheet, system.options()).lines)
    assert system.sheets.creation(sheet, system.options()).bonus_left >= 0
    assert not system.sheets.is_extra(sheet)
    names = [name for other in system.sheets.list_heroes() for name in system.sheets.cards[other].names]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", SYSTEMS)
def test_each_game_has_three_heroes_to_choose_from(key: str) -> None:
    system = get_system(key)
    assert len(system.sheets.list_heroes()) >= 3
    first, options = system.sheets.parse(system.sheets.blank(system.sheets.list_heroes()[0])), system.options()
    assert not system.sheets.creation(first, options).faults, "the first one is finished"


def test_an_archetype_without_a_card_has_its_name_alone() -> None:
    sheets = get_system("v20da").sheets
    bare = type(sheets)(**{name: getattr(sheets, name) for name in sheets.__slots__} | {"cards": {}})
    assert (bare.list_heroes(), bare.list_good_at("knight")) == ((), ())
    assert Card(Text("Somebody."), ()).names == ()
