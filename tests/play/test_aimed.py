"""What the button of an aimed move says: the words come with the form, and the script only puts the name in."""

import re

from play.html.markup.offers import draw_form
from play.offers.cards import AIMED, make_form
from play.offers.fields import Option
from play.templatetags.inputs import draw_input
from rules.battle import Choice, Field, Offer
from rules.text import Text

TARGET = Field("target", Text("Target"), "choice", (Choice("a", Text("Silt")), Choice("b", Text("Ysane"))))


def test_words_of_their_own_are_not_needed() -> None:
    assert make_form(Offer("Clinch", Text("Clinch"), "act", fields=(TARGET,)), 0).aimed == "Clinch: {}"


def test_a_number_called_target_is_nobody() -> None:
    number = Field("target", Text("Target number"), "number", low=4, high=10, initial=7)
    form = make_form(Offer("TakeAction", Text("Roll"), "act", fields=(number,)), 0)
    assert form.aimed == ""
    assert "data-aimed" not in draw_form(form, "/")


def test_the_button_carries_both_texts() -> None:
    form = make_form(Offer("Aim", Text("Aim"), "act", fields=(TARGET,), aimed=Text('Aim at {} "now"')), 0)
    drawn = draw_form(form, "/")
    assert 'data-label="Aim" data-aimed="Aim at {} &quot;now&quot;">Aim</button>' in drawn
    assert set(re.findall(r'name="(m\.\w+)"', drawn)) <= {f"m.{name}" for name in AIMED}


def test_an_option_that_says_more_than_a_name_gives_the_name_apart() -> None:
    field = make_form(Offer("Aim", Text("Aim"), "act", fields=(TARGET,)), 0).main[0]
    options = [
        Option(value, name, hint, "", 0, "", "", False)
        for value, name, hint in (("a", "Silt", "an ally"), ("b", "Ysane", ""))
    ]
    drawn = draw_input(field._replace(shape="select", options=tuple(options)), "en")
    assert '<option value="a" data-name="Silt">Silt (an ally)</option><option value="b">Ysane</option>' in drawn


def test_the_button_of_a_defense_names_it() -> None:
    ways = Field(
        "defense", Text("Defense"), "choice", (Choice("dodge", Text("Dodge")), Choice("none", Text("Take it")))
    )
    assert (
        make_form(Offer("AnswerDefense", Text("Defend"), "answer", fields=(ways,), aimed=Text("{}")), 0).aimed == "{}"
    )
