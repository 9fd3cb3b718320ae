"""What the button of an aimed move says: the words come with the form, and the script only puts the name in."""

from play.offers.cards import make_form
from rules.battle import Choice, Field, Offer
from rules.text import Text

TARGET = Field("target", Text("Target"), "choice", (Choice("a", Text("Silt")), Choice("b", Text("Ysane"))))


def test_words_of_their_own_are_not_needed() -> None:
    assert make_form(Offer("Clinch", Text("Clinch"), "act", fields=(TARGET,))).aimed == "Clinch: {}"


def test_words_of_their_own_are_taken() -> None:
    offer = Offer("Aim", Text("Aim"), "act", fields=(TARGET,), aimed=Text('Aim at {} "now"'))
    assert make_form(offer).aimed == 'Aim at {} "now"'


def test_a_number_called_target_is_nobody() -> None:
    number = Field("target", Text("Target number"), "number", low=4, high=10, initial=7)
    assert make_form(Offer("TakeAction", Text("Roll"), "act", fields=(number,))).aimed == ""


def test_the_button_of_a_defense_names_it() -> None:
    ways = Field(
        "defense", Text("Defense"), "choice", (Choice("dodge", Text("Dodge")), Choice("none", Text("Take it")))
    )
    assert make_form(Offer("AnswerDefense", Text("Defend"), "answer", fields=(ways,), aimed=Text("{}"))).aimed == "{}"
