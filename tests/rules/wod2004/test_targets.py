"""Whom forms offer as targets, and with whom they begin."""

from collections.abc import Sequence

import pytest

from rules.battle import STORYTELLER, Choice, Field, Offer
from rules.battle import moves as shared
from tests.rules.wod2004.table import ADA, BATTLE, Table

AIMED = ("Attack", "Grapple", "Aim")


def three_foes() -> Table:
    """Ada with a gun, her friend Ben, and three thugs; Ada acts."""
    table = Table()
    table.add("ada", "ada", archetype="officer")
    table.add("ben", "ben")
    for name in ("one", "two", "far"):
        table.add(name, archetype="thug")
    table.do(shared.StartBattle(), 10, 9, 4, 3, 1)
    return table


def target_of(offer: Offer) -> Field:
    return next(field for field in offer.fields if field.name in ("target", "targets"))


def offered(table: Table) -> Sequence[tuple[str, Field]]:
    offers = [offer for offer in BATTLE.legal_moves(table.state, ADA) if offer.move in AIMED and offer.actor == "ada"]
    assert {offer.move for offer in offers} == {*AIMED}
    return [(offer.move, target_of(offer)) for offer in offers]


@pytest.mark.parametrize(
    ("felled", "first"),
    [((), ("one",)), (("one",), ("two",)), (("one", "two"), ("far",)), (("one", "two", "far"), ())],
)
def test_a_form_begins_with_a_foe_who_stands_or_with_nobody(felled: tuple[str, ...], first: tuple[str, ...]) -> None:
    table = three_foes()
    for name in felled:
        table.set(name, unconscious=True)
    for _move, field in offered(table):
        assert field.initial == first
        values = [choice.value for choice in field.choices]
        assert values == [*(name for name in ("one", "two", "far") if name not in felled), *felled, "ben"]


def test_whoever_is_out_is_told_so_and_the_dead_are_no_targets() -> None:
    table = three_foes()
    table.set("one", unconscious=True)
    table.set("two", track="*" * table.who("two").boxes)
    for _move, field in offered(table):
        choices: dict[str, Choice] = {choice.value: choice for choice in field.choices}
        assert choices["one"].hint == "blue, unconscious"
        assert "two" not in choices


def test_every_target_of_an_attack_carries_its_chance_and_an_average_for_players() -> None:
    table = three_foes()
    for seat, known in ((STORYTELLER, True), (ADA, False)):
        offers = [offer for offer in BATTLE.legal_moves(table.state, seat) if offer.move == "Attack"]
        choices = [choice for offer in offers for choice in target_of(offer).choices]
        assert choices
        assert all(choice.odds is not None and choice.about != known for choice in choices)
