"""Every prompt of every game is answered by buttons: one for each outcome, and none in the folds of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from rules.battle import STORYTELLER, Choice, Field, Offer, Seat
from rules.battle.board import make_sight
from rules.battle.engine import Battle
from rules.battle.moves import StartBattle
from rules.battle.outcomes import list_outcomes
from rules.codec import encode
from rules.defaults import fill_form
from rules.exalted2e.battle import BATTLE as SECOND_BATTLE
from rules.exalted2e.state import exchange as second
from rules.exalted3e.state import exchange as third
from rules.laws import check_answers
from rules.text import EMPTY, Text
from rules.wod2004 import moves as wod2004
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.state.battle import Ask, Prompt
from tests.rules.exalted2e import table as table_2e
from tests.rules.exalted2e.test_battle_debate import make_debate, plead
from tests.rules.exalted3e import builders
from tests.rules.exalted3e.test_contests import leave, surrounded
from tests.rules.v20da import table as table_v20
from tests.rules.wod2004 import table as table_wod

SECOND_STUNT = ["No stunt", "1-die stunt", "2-die stunt", "3-die stunt"]
SECOND_DEFENSES = ["Parry with the straight sword", "Dodge", "No defense"]
SECOND: Mapping[str, Sequence[str]] = {
    "stunt": SECOND_STUNT,
    "defense_stunt": SECOND_STUNT,
    "told_stunt": SECOND_STUNT,
    "action_stunt": SECOND_STUNT,
    "defense": [*SECOND_DEFENSES, *(f"{name} (keeping a reroll)" for name in SECOND_DEFENSES)],
    "attack_reroll": ["Don’t use", "Reroll"],
    "defense_reroll": ["Don’t use", "Raise the DV"],
    "late_magic": ["No more magic", "Activate now"],
    "late_ward": ["Prevent no damage", "Prevent damage"],
    "counter": [
        "Don’t counterattack", "Counterattack (Straight sword)", "Counterattack (Punch)", "Counterattack (Kick)",
    ],
    "clinch": ["Crush", "Hold", "Release", "Throw away", "Throw down"],
    "bystander": ["No one", "Bo"],
    "reward": ["4 motes", "1 Willpower"],
    "leaning": ["No MDV modifiers", "MDV modifiers"],
    "influence": ["Dodge MDV", "Parry MDV", "No defense"],
    "resist": ["Give in", "Resist"],
}  # fmt: skip
THIRD: Mapping[str, Sequence[str]] = {
    "tie": ["Roll to act first", "Yield"],
    "order": ["Ann", "Bob"],
    "clash": ["Don’t clash", "Clash, withering", "Clash, decisive"],
    "defense": ["Defend against Bob"],
    "counter": ["Don’t counterattack", "Counterattack, withering", "Counterattack, decisive"],
    "guard": ["Attack Bob", "Attack the ward"],
    "contest": ["Contest Bob’s disengage", "Let Bob go"],
    "influence": ["Give in", "Refuse (1 Willpower)", "Unacceptable: refuse at no cost"],
    "shift": ["Act now", "Don’t act now"],
    "award": ["No one", "Ann"],
    "beaten": ["Bob fights on", "Bob is defeated"],
    "stunt": ["No stunt", "1-point stunt", "2-point stunt", "3-point stunt"],
}
STORYTELLING: Mapping[str, Sequence[str]] = {
    "defense": [*wod2004.STANCES.values()],
    "consciousness": ["Stay conscious"],
    "maneuver": [*MANEUVERS.values()],
    "mishap": [*wod2004.MISHAPS.values()],
}


def name_buttons(battle: Battle[Any, Any], state: Any, prompt: Any) -> list[str]:
    """What the Storyteller may answer. The rules know the move of each button, and no two do the same at once."""
    offers = battle.offer_answer(make_sight(state, STORYTELLER), prompt)
    check_answers(offers)
    names, moves = [], list[Mapping[str, Any]]()
    for outcome in list_outcomes(offers):
        offer, field, choice, name = outcome.offer, outcome.field, outcome.choice, str(outcome.offer.label)
        filled = fill_form(offer)
        if field and choice:
            name = offer.aimed.replace("{}", choice.label) or str(choice.label)
            filled[field.name] = int(choice.value) if field.kind == "number" else choice.value
        move = encode(battle.moves.decode(filled))
        if offer.rank == "usual" and (field or not offer.fields):
            moves.append(move)
        names.append(name)
    assert all(move not in moves[:place] for place, move in enumerate(moves))
    return names


@pytest.mark.parametrize("kind", get_args(second.PromptKind))
def test_each_prompt_of_the_second_edition_shows_its_outcomes(kind: Any) -> None:
    if kind in ("leaning", "influence", "resist"):
        table = make_debate()
        plead(table)
        about = table.state.plain[0].id
    else:
        table = table_2e.make_duel(willpower_points=1)
        table.strike("ann", "bo")
        assert table.state.attack is not None
        about = table.state.attack.declared.id
    who = "ann" if kind in ("bystander", "reward") else "bo"
    prompt = second.Pending("p", kind, who, EMPTY, about=about, rating=2)
    assert name_buttons(SECOND_BATTLE, table.state, prompt) == SECOND[kind]


@pytest.mark.parametrize("kind", get_args(third.PromptKind))
def test_each_prompt_of_the_third_edition_shows_its_outcomes(kind: Any) -> None:
    state = builders.battle(
        builders.fighter("ann", willpower=3), builders.fighter("bob", "blue", willpower=3), turn="bob"
    )
    who = "" if kind in ("award", "beaten") else "ann"
    options = {"clash": ("withering", "decisive"), "counter": ("withering", "decisive"), "order": ("ann", "bob")}
    prompt = third.Pending("p", kind, who, about="bob", options=options.get(kind, ()))
    assert name_buttons(builders.BATTLE, state, prompt) == THIRD[kind]


def test_nobody_who_is_asked_of_every_tie_is_promised_a_roll() -> None:
    state = builders.battle(
        builders.fighter("ann"), builders.fighter("bob", "blue"), turn="bob", options=builders.ALL_ASKED
    )
    prompt = third.Pending("p", "tie", "ann", about="bob")
    assert name_buttons(builders.BATTLE, state, prompt) == ["Act first", "Yield"]


@pytest.mark.parametrize("kind", get_args(Ask))
def test_each_prompt_of_the_storytelling_system_shows_its_outcomes(kind: Any) -> None:
    table = table_wod.duel()
    table.set("ada", grapple="thug")
    table.set("thug", grapple="ada")
    prompt = Prompt("p", kind, "ada", "", number=2)
    assert name_buttons(table_wod.BATTLE, table.state, prompt) == STORYTELLING[kind]


def test_an_attack_in_the_dark_ages_is_met_by_what_was_declared_or_by_an_abort_of_each_kind() -> None:
    table = table_v20.duel()
    table.declare("foe", attack="strike", target="ada")
    table.declare("ada", attack="strike", target="foe", seat=table_v20.ADA)
    table.reveal()
    table.move("MakeAttack", (), actor="ada", target="foe")
    (prompt,) = table_v20.RULES.prompts(table.state)
    names = name_buttons(table_v20.RULES, table.state, prompt)
    ways = [
        f"Abort: {name} ({way})"
        for way in ("Willpower roll", "Willpower point")
        for name in ("Dodge", "Block", "Parry")
    ]
    assert names == ["Don’t defend", *ways]


YES, NO = Choice("yes", Text("Yes")), Choice("no", Text("No"))


def ask(*fields: Field, prompt: str = "p", reason: Text = EMPTY) -> Offer:
    return Offer("Answer", Text("Answer"), "answer", fields=fields, prompt=prompt, reason=reason)


UNDECIDED = [
    Field("way", Text("Way"), "choice", (YES, NO)),
    Field("ways", Text("Ways"), "choices", (YES, NO)),
    Field("rating", Text("Rating"), "number", low=0, high=3),
    Field("resist", Text("Resist"), "flag"),
]


@pytest.mark.parametrize("field", UNDECIDED, ids=lambda field: field.kind)
def test_an_answer_that_no_field_decides_is_found(field: Field) -> None:
    with pytest.raises(AssertionError, match=rf"Answer asks for \['{field.name}'\]"):
        check_answers([ask(field)])
    check_answers([ask(field), ask()])  # the usual answer has a button, and the form stands beside it
    check_answers([ask(replace(field, required=False))])
    check_answers([ask(field, reason=Text("Not now."))])
    with pytest.raises(AssertionError):
        check_answers([ask(field), ask(prompt="another")])


def test_only_one_short_choice_decides() -> None:
    way, ways, rating, _ = (replace(field, decides=True) for field in UNDECIDED)
    check_answers([ask(way, UNDECIDED[2])])
    check_answers([ask(rating)])
    for fields in ((way, rating), (ways,), (replace(rating, high=20),)):
        with pytest.raises(AssertionError, match="decide"):
            check_answers([ask(*fields)])


def test_a_number_that_decides_has_a_button_for_each_step() -> None:
    rating = replace(UNDECIDED[2], decides=True)
    outcomes = list(list_outcomes([ask(rating), ask(reason=Text("Not now."))]))
    assert [outcome.choice and outcome.choice.label for outcome in outcomes] == ["0", "1", "2", "3", None]
    assert [outcome.reason for outcome in outcomes] == [*[""] * 4, "Not now."]


def rate(battle: Battle[Any, Any], state: Any, seat: Seat) -> list[tuple[float | None, bool]]:
    """The chances of all answers that the seat may give, and whether they are averages."""
    answers = [offer for offer in battle.legal_moves(state, seat) if offer.group == "answer"]
    return [(outcome.odds, outcome.about) for outcome in list_outcomes(answers)]


def test_each_stance_has_the_chance_to_be_hit_in_it() -> None:
    table = table_wod.Table()
    table.add("ada", "ada", archetype="officer")
    table.add("thug", archetype="thug")
    table.do(StartBattle(), 1, 10)
    table.do(wod2004.Attack("thug", "unarmed", ("ada",)))
    known, guessed = (rate(table_wod.BATTLE, table.state, seat) for seat in (STORYTELLER, table_wod.ADA))
    chances = [chance or 0.0 for chance, _about in known]
    assert 0 < chances[1] < chances[0] < chances[2]
    assert ([about for _chance, about in known], [about for _chance, about in guessed]) == ([False] * 3, [True] * 3)


def test_an_answer_that_is_rolled_has_its_chance_and_one_that_is_not_has_none() -> None:
    state = leave(surrounded())
    contest, let_go, *_others = rate(builders.BATTLE, state, STORYTELLER)
    assert 0 < (contest[0] or 0) < 1
    assert (contest[1], let_go) == (False, (None, False))
