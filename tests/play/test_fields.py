"""What a form of the table has chosen before anybody touches it."""

from dataclasses import replace

import pytest

from play.offers.fields import make_input, split
from play.templatetags.inputs import draw_input
from rules.battle import Choice, Field
from rules.text import Text, word

FAR, NEAR, FRIEND = (
    Choice("far", Text("Far"), reason=Text("Out of reach.")),
    Choice("near", Text("Near")),
    Choice("friend", Text("Friend")),
)


@pytest.mark.parametrize(
    ("name", "choices", "chosen"),
    [
        ("target", (NEAR, FAR, FRIEND), ["near"]),
        ("target", (FAR, FRIEND), []),  # foes stand first: nobody strikes a friend unasked
        ("target", (), []),
        ("weapon", (FAR, NEAR), ["near"]),
    ],
)
def test_what_must_be_chosen_begins_with_the_first_but_no_target_is_taken_in_anothers_place(
    name: str, choices: tuple[Choice, ...], chosen: list[str]
) -> None:
    drawn = make_input(Field(name, Text("Label"), "choice", choices), f"m.{name}", "o-1")
    assert [option.value for option in drawn.options if option.chosen] == chosen


@pytest.mark.parametrize("choices", [(NEAR,), (NEAR, FRIEND)])
def test_a_choice_that_only_the_person_may_make_begins_with_nothing(choices: tuple[Choice, ...]) -> None:
    drawn = make_input(Field("target", Text("Label"), "choice", choices, initial=()), "m.target", "o-1")
    assert (drawn.shape, [option.value for option in drawn.options if option.chosen]) == ("pills", [])


def test_traits_of_which_one_must_be_chosen_are_never_folded_away_whole() -> None:
    blank = tuple(Choice(name, word(name.title()), dots=0) for name in ("archery", "lore", "melee", "ride", "sail"))
    drawn = {
        dots: draw_input(
            make_input(Field("ability", Text("Ability"), "choice", (*blank, *known), initial=()), "m.ability", "o-1"),
            None,
        )
        for dots, known in {0: (), 2: (Choice("dodge", Text("Dodge"), dots=2),)}.items()
    }
    assert {dots: "<details" in html for dots, html in drawn.items()} == {0: False, 2: True}


def test_only_a_number_that_follows_the_words_at_once_stays_in_sight_with_them() -> None:
    words, rating, dice, cost = (
        Field("stunt_text", Text("Stunt"), "text", high=500, initial=""),
        Field("stunt", Text("Stunt rating"), "number", high=3, initial=0),
        Field("magic_dice", Text("Magic dice"), "number", high=30, initial=0),
        Field("magic_willpower", Text("Willpower for the magic"), "number", high=5, initial=0),
    )
    for fields, in_sight in (((words, rating, dice, cost), 2), ((words, dice, cost), 1)):
        seen, folded = split(fields, [make_input(field, f"m.{field.name}", "o-1") for field in fields])
        assert [one.label for one in (*seen, *folded)] == [field.label for field in fields]
        assert len(seen) == in_sight


def test_a_list_that_holds_one_is_a_choice() -> None:
    one = make_input(Field("targets", Text("Target"), "choices", (NEAR, FRIEND), low=1, high=1), "m.targets", "o-1")
    assert (one.shape, [option.value for option in one.options if option.chosen]) == ("pills", ["near"])
    two = make_input(Field("targets", Text("Targets"), "choices", (NEAR, FRIEND), low=1, high=2), "m.targets", "o-1")
    assert (two.shape, [option.value for option in two.options if option.chosen]) == ("checks", [])
    shut = make_input(Field("targets", Text("Target"), "choices", (FAR, FRIEND), low=1, high=1), "m.targets", "o-1")
    assert not any(option.chosen for option in shut.options)


def test_what_belongs_beside_a_field_stays_with_it_and_is_tapped() -> None:
    needed = Field("others.0", Text("Action 1"), "choice", (NEAR, FRIEND))
    spare = Field("others.1", Text("Action 2"), "choice", (Choice("", Text("None")), NEAR), initial="", required=False)
    fields = [
        one
        for place, field in enumerate((needed, spare))
        for one in (
            field,
            Field(f"difficulties.{place}", Text("Difficulty"), "number", low=2, high=8, beside=True, initial=6),
        )
    ]
    seen, folded = split(fields, [make_input(field, field.name, "o-1") for field in fields])
    assert [shown.name for shown in seen] == ["others.0", "difficulties.0"]
    assert [shown.name for shown in folded] == ["others.1", "difficulties.1"]
    assert {shown.shape for shown in (seen[1], folded[1])} == {"pills"}


def test_a_number_with_labelled_steps_is_a_slider_in_sight_that_can_be_typed_without_scripts() -> None:
    steps = tuple(Choice(str(n), word(f"+{n // 2} Defense"), word(f"{n} motes")) for n in (0, 2, 4))
    motes = Field("motes", Text("Motes"), "number", steps, 0, 4, 0, required=False)
    others = [Field(name, Text("Other"), "number", high=30, initial=0) for name in ("a", "b")]
    shown = [make_input(field, f"m.{field.name}", "o-1") for field in (motes, *others)]
    seen, folded = split((motes, *others), shown)
    assert ([one.name for one in seen], len(folded)) == (["m.motes"], 2)
    html = draw_input(seen[0], None)
    assert 'type="number"' in html
    assert 'min="0" max="4" step="2" value="0" list="o-1-motes-steps"' in html
    assert '<option value="2" label="+1 Defense, 2 motes"></option>' in html
    assert '<output for="o-1-motes">+1 Defense, 2 motes – +2 Defense, 4 motes</output>' in html


def test_what_decides_is_never_folded_away() -> None:
    answer = Field("attack", Text("Answer"), "choice", (Choice("", Text("Don’t clash")), NEAR), initial="")
    more = [Field(name, Text(name), "number", high=3, initial=0) for name in ("bonus", "penalty")]
    for decides, in_sight in ((True, ["m.attack"]), (False, ["m.attack", "m.bonus", "m.penalty"])):
        fields = [replace(answer, decides=decides), *more]
        seen, folded = split(fields, [make_input(field, f"m.{field.name}", "o-1") for field in fields])
        assert [one.name for one in seen] == in_sight
        assert len(folded) == 3 - len(in_sight)


def test_a_number_that_decides_shows_each_step_in_words() -> None:
    ratings = (Choice("0", Text("No stunt")), Choice("1", Text("1-die stunt")))
    rating = Field("rating", Text("Rating"), "number", ratings, high=1, initial=1)
    shapes = {decides: make_input(replace(rating, decides=decides), "m.rating", "o-1") for decides in (True, False)}
    assert {decides: drawn.shape for decides, drawn in shapes.items()} == {True: "pills", False: "range"}
    chosen = {option.label: option.chosen for option in shapes[True].options}
    assert chosen == {"No stunt": False, "1-die stunt": True}
