"""Powers in their owner's words: what a sheet takes, how they are told, which may be switched on."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import SYSTEMS, get_system
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.powers import (
    BODY_TRACKS,
    Active,
    Cap,
    Effect,
    Kind,
    Power,
    PowerRules,
    PowerUse,
    Timing,
    Track,
    Use,
    activate,
    check_powers,
    check_purse,
    count_body,
    describe,
    list_lasting,
    list_over,
    list_turned,
    make_field,
    make_terms,
    say_active,
    switch_on,
)
from rules.powers.rows import blank_rows, list_traits
from rules.text import Text
from rules.wounds import HARMS

STRIKE, SHIELD = frozenset({"strike"}), frozenset({"shield"})
RULES = PowerRules(
    uses=(Use("strike", Text("On a strike"), STRIKE), Use("any", Text("At any time"), STRIKE | SHIELD)),
    timings=(
        Timing("quick", Text("Quick")),
        Timing("slow", Text("Slow"), {"shield": Text("A slow power shields nobody.")}),
    ),
    tracks=(
        Track("motes", Text("Motes"), "{n} mote", "{n} motes"),
        Track("will", Text("Will"), "{n} Will", "{n} Will", 3),
    ),
    kinds=(
        Kind("dice", Text("Dice"), STRIKE | SHIELD, "X-1", Text("{n} dice")),
        Kind("soak", Text("Soak"), SHIELD, "X-2", Text("{n} soak")),
        Kind("sure", Text("Sure"), STRIKE, "X-3", Text("sure"), high=1),
        Kind("speed", Text("Speed"), STRIKE, "X-4", Text("Speed {n}"), -3, 3),
    ),
)
REED = Power("reed", "Reed in the Gale", "any", "quick", {"motes": 2}, (Effect("dice", 3), Effect("soak", 4)))
HAMMER = Power("hammer", "Nine-Fold Hammer", "strike", "slow", {"motes": 3, "will": 1}, (Effect("sure", 1),))


def test_a_power_is_told_in_one_line() -> None:
    assert describe(RULES, REED) == "+3 dice, +4 soak; at any time; quick; costs 2 motes"
    slower = replace(HAMMER, cost={"motes": 1}, effects=(Effect("speed", -2), Effect("sure", 1)))
    assert describe(RULES, slower) == "Speed −2, sure; on a strike; slow; costs 1 mote"


def test_a_sheet_keeps_written_rows_and_gives_each_a_key() -> None:
    rows = [Power(), Power(name="  Reed  in the Gale "), Power(name="Reed in the gale!"), Power(effects=(Effect(),))]
    first, second = check_powers(RULES, rows)
    assert (first.key, first.name, first.use, first.timing) == (
        "reed-in-the-gale",
        "Reed in the Gale",
        "strike",
        "quick",
    )
    assert second.key == "reed-in-the-gale-2"


def test_a_key_outlives_the_name() -> None:
    (kept,) = check_powers(RULES, [replace(REED, name="Another name")])
    assert kept.key == "reed"


def test_what_costs_nothing_is_not_kept() -> None:
    (kept,) = check_powers(RULES, [replace(REED, cost={"motes": 0, "will": 1})])
    assert kept.cost == {"will": 1}


@pytest.mark.parametrize(
    ("power", "key", "match"),
    [
        (replace(REED, name="", text="something"), "powers.0.name", "1 to 60"),
        (replace(REED, name="x" * 61), "powers.0.name", "1 to 60"),
        (replace(REED, name="a\x00b"), "powers.0.name", "1 to 60"),
        (replace(REED, text="x" * 501), "powers.0.text", "500"),
        (replace(REED, key="No Key"), "powers.0.key", "'powers.0.key' must be a short, unique name in lowercase"),
        (replace(REED, use="dance"), "powers.0.use", "one of strike, any"),
        (replace(REED, timing="late"), "powers.0.timing", "one of quick, slow"),
        (replace(REED, cost={"gold": 1}), "powers.0.cost.gold", "one of motes, will"),
        (replace(REED, cost={"will": 4}), "powers.0.cost.will", "0 to 3"),
        (replace(REED, cost={"motes": 10**400}), "powers.0.cost.motes", "0 to 50"),
        (replace(REED, effects=(Effect("dice", 10**400),)), "powers.0.effects.0.amount", "1 to 20"),
        (replace(REED, cost={"motes": -1}), "powers.0.cost.motes", "0 to 50"),
        (replace(REED, effects=(Effect("luck", 1),)), "powers.0.effects.0.kind", "one of dice"),
        (replace(REED, effects=(Effect("dice", 0),)), "powers.0.effects.0.amount", "1 to 20"),
        (replace(REED, effects=(Effect("speed", 0),)), "powers.0.effects.0.amount", "not 0"),
        (replace(REED, effects=(Effect("dice", 1), Effect("dice", 2))), "powers.0.effects.1.kind", "twice"),
        (
            replace(REED, effects=tuple(Effect("dice", 1) for _ in range(7))),
            "powers.0.effects",
            "A power can have up to 6 effects",
        ),
        (
            replace(REED, use="strike", effects=(Effect("soak", 1),)),
            "powers.0.effects.0.kind",
            "Soak has no effect on a strike",
        ),
    ],
)
def test_a_sheet_refuses_what_no_power_is(power: Power, key: str, match: str) -> None:
    with pytest.raises(BadInput, match=match) as refusal:
        check_powers(RULES, [power])
    assert refusal.value.data["key"] == key


def test_a_sheet_refuses_two_of_one_key_and_too_many() -> None:
    with pytest.raises(BadInput, match=r"'powers.1.key' must be a short, unique name in lowercase"):
        check_powers(RULES, [REED, REED])
    with pytest.raises(BadInput, match="A sheet can have up to 150 powers"):
        check_powers(RULES, [replace(REED, key="") for _ in range(151)])


def test_a_flag_needs_no_number() -> None:
    (kept,) = check_powers(RULES, [replace(HAMMER, effects=(Effect("sure", 0),))])
    assert kept.effects == (Effect("sure", 1),)


def test_powers_switched_on_are_added_up_for_the_moment() -> None:
    on = switch_on(RULES, [REED, HAMMER], ("reed", "hammer"), "strike")
    assert on.name == "Reed in the Gale and Nine-Fold Hammer"
    assert on.cost == {"motes": 5, "will": 1}
    assert (on.total("dice"), on.total("soak"), on.has("sure")) == (3, 0, True)
    (term,) = make_terms(on.shares, "dice", "magic bonus", "X-1")
    assert (term.name, term.amount, term.rule) == ("Reed in the Gale", 3, "X-1")


@pytest.mark.parametrize(
    ("keys", "moment", "match"),
    [
        (("nothing",), "strike", "no such power"),
        (("reed", "reed"), "strike", "once at a time"),
        (("hammer",), "shield", "Nine-Fold Hammer: It works on a strike"),
        (("reed",), "dance", "It works at any time"),
        ("reed", "strike", "list of their keys"),
        (None, "strike", "list of their keys"),
        ((1,), "strike", "list of their keys"),
    ],
)
def test_what_cannot_be_switched_on_is_refused(keys: Any, moment: str, match: str) -> None:
    with pytest.raises(IllegalMove, match=match):
        switch_on(RULES, [REED, HAMMER], keys, moment)


def test_a_cost_beyond_what_is_left_is_refused() -> None:
    on = switch_on(RULES, [HAMMER], ("hammer",), "strike")
    check_purse(RULES, on.cost, {"motes": 3, "will": 1}, on.name)
    with pytest.raises(IllegalMove, match="Nine-Fold Hammer costs 1 Will, and 0 are left"):
        check_purse(RULES, on.cost, {"motes": 3, "will": 0}, on.name)


def test_a_form_greys_what_cannot_be_used_and_says_why() -> None:
    slow = replace(REED, key="slow", name="Slow Reed", timing="slow")
    (field,) = make_field(RULES, [REED, slow, HAMMER], "shield", {"motes": 2, "will": 0})
    assert [(choice.value, choice.reason) for choice in field.choices] == [
        ("reed", ""),
        ("slow", "A slow power shields nobody."),
    ]
    assert field.choices[0].hint == "+3 dice, +4 soak; 2 motes"
    (field,) = make_field(
        RULES, [REED, HAMMER], "strike", {"motes": 2, "will": 0}, (Cap(2, dice_of, Text("Dice"), "X-1"),)
    )
    assert [choice.reason for choice in field.choices] == ["Dice: at most 2 here (X-1)", "costs 3 motes, 2 left"]
    assert make_field(RULES, [HAMMER], "shield", {}) == ()


def dice_of(power: Power) -> int:
    return power.amount("dice")


def test_a_form_says_how_many_can_be_paid_together() -> None:
    many = [replace(REED, key=str(number)) for number in range(5)]
    (field,) = make_field(RULES, many, "strike", {"motes": 7, "will": 0})
    assert field.high == 3
    (field,) = make_field(RULES, many, "strike", {"motes": 50, "will": 0}, (Cap(6, dice_of, Text("Dice"), "X-1"),))
    assert field.high == 2


def test_rows_have_room_for_more() -> None:
    rows = blank_rows([REED], 2)
    assert [len(row.effects) for row in rows] == [3, 3, 3]
    traits = {trait.key: trait for trait in list_traits(RULES, rows)}
    assert traits["powers.0.effects.1.amount"].value == 4
    assert traits["powers.2.cost.will"].value == 0
    assert len(blank_rows([REED] * 150, 2)) == 150


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_tells_its_kinds_uses_and_costs_apart(system: str) -> None:
    rules = get_system(system).sheets.powers
    assert rules is not None
    for parts in (rules.uses, rules.timings, rules.tracks, rules.kinds):
        keys = [part.key for part in parts]
        assert len(set(keys)) == len(keys)
    moments = frozenset().union(*(use.covers for use in rules.uses))
    for kind in rules.kinds:
        assert kind.uses <= moments
        assert kind.low <= kind.high
    for timing in rules.timings:
        assert timing.bars.keys() <= moments


def powers_of(system: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Lists of powers that a sheet of this system takes."""
    rules = get_system(system).sheets.powers
    assert rules is not None
    pairs = [(use, timing) for use in rules.uses for timing in rules.timings if not use.covers <= timing.bars.keys()]

    @st.composite
    def power(draw: st.DrawFn) -> dict[str, Any]:
        use, timing = draw(st.sampled_from(pairs))
        fitting = [kind for kind in rules.kinds if kind.uses & use.covers]
        kinds = draw(st.lists(st.sampled_from(fitting), max_size=3, unique_by=lambda kind: kind.key)) if fitting else []
        chosen = {kind.key for kind in kinds}
        kinds = [kind for kind in kinds if not kind.marks or kind.marks in chosen]
        return {
            "name": draw(st.sampled_from(["Reed in the Gale", "Ember Step", "Ninth Bell", "Ä ö"])),
            "use": use.key,
            "timing": timing.key,
            "cost": {track.key: draw(st.integers(0, min(track.high, 3))) for track in rules.tracks},
            "lasts": draw(st.integers(1, 9)),
            "harm": draw(st.sampled_from(["", *HARMS])),
            "once": draw(st.booleans()),
            "effects": [
                {"kind": kind.key, "amount": draw(st.integers(kind.low, kind.high).filter(bool))} for kind in kinds
            ],
            "text": draw(st.sampled_from(["", "in my words"])),
        }

    return st.lists(power(), max_size=4)


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=20)
@given(data=st.data())
def test_a_sheet_with_powers_comes_back_from_its_json(system: str, data: st.DataObject) -> None:
    sheets = get_system(system).sheets
    blank = sheets.blank(next(iter(sheets.archetypes)))
    parsed = sheets.parse({**blank, "powers": data.draw(powers_of(system)), "powers_spent": ["ember-step", "gone"]})
    again = encode(parsed)
    assert sheets.parse(again) == parsed
    assert [decode(Power, power) for power in again["powers"]] == list(parsed.powers)
    assert sheets.powers is not None
    once = {power.key for power in parsed.powers if power.once}
    assert set(parsed.powers_spent) == {"ember-step"} & once
    traits = [trait for section in sheets.layout(parsed) for trait in section.traits if trait.key == "powers_spent"]
    assert bool(traits) == bool(once)
    assert all(describe(sheets.powers, power) for power in parsed.powers)


LONG = PowerRules(
    uses=(
        *RULES.uses,
        Use("scene", Text("Scene"), frozenset({"scene"}), "scene"),
        Use("turn", Text("Until the next turn"), frozenset({"scene"}), "turn", Text("until the next turn")),
        Use("rounds", Text("For so many rounds"), frozenset({"scene"}), "count"),
    ),
    timings=RULES.timings,
    tracks=(*RULES.tracks, *BODY_TRACKS),
    kinds=(Kind("dice", Text("Dice"), STRIKE | {"scene"}, "X-1", Text("{n} dice")),),
    count_time=lambda n: Text("{n} round", "{n} rounds", n=n),
)
OAK = Power("oak", "Oak", "rounds", "quick", {"motes": 2}, (Effect("dice", 1),), lasts=3)
BLOOD = Power("blood", "Blood", "strike", "quick", {"health": 2, "willpower_dots": 1}, harm="bashing", once=True)


def _switch(power: Power) -> Active:
    """Return the power as somebody with enough motes switches it on in round 5."""
    use: PowerUse[Any] = PowerUse(LONG, lambda one: {"motes": 9})
    return activate(use, SimpleNamespace(powers=(power,), powers_spent=(), active=()), power.key, 5)[2]


def test_what_lasts_is_told_with_its_time_and_is_over_when_it_has_run_out() -> None:
    assert describe(LONG, OAK) == "+1 dice; active for 3 rounds; quick; costs 2 motes"
    assert list_lasting(LONG, (REED, OAK)) == (OAK,)
    on = _switch(OAK)
    assert [bool(list_over((on,), now)) for now in (5, 6, 7, 8, 9)] == [False, False, False, True, True]
    assert [say_active(LONG, on, now) for now in (5, 7)] == ["Oak, 3 rounds", "Oak, 1 round"]
    turn = _switch(replace(OAK, use="turn"))
    assert list_turned((on, turn)) == (turn,)
    assert not list_over((turn,), 99)
    assert say_active(LONG, turn, 5) == "Oak, until the next turn"
    scene = _switch(replace(OAK, use="scene"))
    assert say_active(LONG, scene, 5) == "Oak"


def test_so_many_rounds_are_asked_for_where_they_are_counted_and_nowhere_else() -> None:
    with pytest.raises(BadInput, match="For so many rounds: enter how many, 1 to 1000") as refusal:
        check_powers(LONG, [replace(OAK, lasts=0)])
    assert refusal.value.data["key"] == "powers.0.lasts"
    assert check_powers(LONG, [replace(OAK, use="scene")])[0].lasts == 0


def test_a_price_in_wounds_and_dots_is_told_checked_and_used_up() -> None:
    (kept,) = check_powers(LONG, [replace(BLOOD, harm="")])
    assert kept.harm == "lethal"
    assert check_powers(LONG, [replace(REED, harm="lethal", effects=())])[0].harm == ""
    with pytest.raises(BadInput, match="one of bashing, lethal, aggravated"):
        check_powers(LONG, [replace(BLOOD, harm="acid")])
    told = describe(LONG, BLOOD)
    assert told.endswith("costs 1 dot of Willpower, 2 bashing health levels; once per scene")
    on = switch_on(LONG, (BLOOD,), ("blood",), "strike")
    assert (on.price.harm, on.price.dots, on.price.once) == ((("bashing", 2),), 1, ("blood",))
    check_purse(LONG, on.cost, count_body(3, 2), on.name)
    for levels, dots, match in (
        (2, 5, "Blood costs 2 health levels; you can pay 1"),
        (7, 1, "1 dot of Willpower, and 0 are"),
    ):
        with pytest.raises(IllegalMove, match=match):
            check_purse(LONG, on.cost, count_body(levels, dots), on.name)
    with pytest.raises(IllegalMove, match="Blood can be used once per scene, and has been used"):
        switch_on(LONG, (BLOOD,), ("blood",), "strike", ("blood",))
    (field,) = make_field(LONG, (BLOOD,), "strike", count_body(7, 5), spent=("blood",))
    assert field.choices[0].reason == "already used in this scene"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_manual_lists_every_effect_of_the_system(system: str) -> None:
    rules = get_system(system).sheets.powers
    assert rules is not None
    manual = (Path(__file__).parents[2] / "docs" / "powers.md").read_text(encoding="utf-8")
    chapter = manual.split(f"## {SYSTEMS[system]}\n")[1].split("\n## ")[0]
    for kind in rules.kinds:
        number = "–" if kind.is_flag else f"{kind.low} to {kind.high}".replace("-", "−")
        assert f"| `{kind.key}` | {kind.label} | {number} | {kind.rule} |" in chapter
    labels = [use.label for use in rules.uses] + [timing.label for timing in rules.timings]
    for label in (*labels, *(track.label for track in rules.tracks)):
        assert label.lower() in chapter.lower()
