"""From a board to facts: what may be done and by whom, the log, and what those who listen are told."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from play.offers.cards import form_id
from play.offers.fields import make_input
from play.offers.hand import Hand
from play.seats.board import Board
from play.stage.facts import make_facts
from play.stage.forms import make_form
from play.stage.hand import find_card, make_person
from play.stage.log import make_steps
from play.stage.rolls import make_roll_form
from play.table.lines import LogLine
from play.table.speech import Speech
from rules.battle import Choice, Field, LazySequence, Offer, SeatOffers
from rules.text import Text, word
from tests.play.fixtures import (
    CAST,
    DEFENSE,
    DEFENSE_PROMPT,
    NOW,
    PLACE,
    STEPS,
    board,
    bridge,
    event,
    fighter,
    key_of,
    log,
    rulings,
    sample_log,
    storyteller_board,
    turn,
)
from tests.play.stage.sent_parts import list_sent


def tell(shown: Board) -> Any:
    return make_facts(shown)


def hand_of(shown: Board) -> Any:
    return tell(shown)["hand"]


def forms_of(*offers: Offer) -> list[Any]:
    """The forms of offers, as Mira fills them in."""
    shown = board(offers=offers)
    return [make_form(Hand(shown), offer, "en") for offer in offers]


def names(inputs: Sequence[Any]) -> list[str]:
    return [field["name"] for field in inputs]


def test_where_nothing_happens_nothing_is_told_of_it() -> None:
    told = tell(board(battle=None, offers=(), rolls=(), log=(), place=replace(PLACE, notes_html="")))
    assert (told["hand"], told["log"], told["state"]) == ({"cards": {}, "order": [], "waiting": []}, {}, {
        "is_running": False,
    })  # fmt: skip
    assert not {"fight", "form", "result", "undo", "rolls", "tasks", "handouts", "party"} & told.keys()
    assert "notes_html" not in told["place"]


def test_words_of_people_are_escaped_where_facts_are_html() -> None:
    evil = '<img src=x onerror="alert(1)">'
    spoken = (event("x"), {"speech": Speech(evil, evil, evil, evil, word(evil))})
    speech = tell(board(log=log(spoken)))["log"]["1"]["speech"]
    assert speech["who"] == evil, "text is text: the page escapes it"
    assert "<img" not in speech["text_html"]


def test_a_turn_is_one_card_with_the_form_of_the_first_move() -> None:
    told = tell(board())
    (id,) = [id for id, card in told["hand"]["cards"].items() if "is_due" in card]
    card = told["hand"]["cards"][id]
    moves = [card["offers"][offer]["move"] for offer in card["order"]]
    assert moves == ["DeclareAttack", "DeclareFlurry", "TakeGuard", "TakeAim", "TakeDash", "Rise"]
    assert card["offers"][card["order"][-1]]["reason"] == "You stand already."
    attack = card["offers"][told["form"]["offer"]]
    assert (attack["move"], attack["hidden"], attack["ticks"], attack["next"]) == (
        "DeclareAttack", [("m.actor", "ys")], [19], "19",
    )  # fmt: skip
    deruvin, guard, far = told["form"]["main"][0]["options"]
    assert (deruvin["share"], deruvin["percent"], guard["percent"]) == (0.48, "48 %", "98 %")
    assert (far["reason"], "percent" in far) == ("9 yards away. Move or dash first.", False)


def test_what_asks_nothing_is_done_at_once_and_what_asks_is_not() -> None:
    ticks = Field("ticks", Text("Ticks"), "number", low=1, high=3, initial=3)
    offers = (
        Offer("Wait", Text("Wait"), "act", "ys", Text("Speed 3"), fixed={"actor": "ys"}, next_ticks=(NOW + 3,)),
        Offer("Guard", Text("Guard"), "act", "ys", fields=(ticks,), fixed={"actor": "ys"}, at_once=True),
        Offer("Aim", Text("Aim"), "act", "ys", fields=(ticks,), fixed={"actor": "ys"}),
        Offer("Dash", Text("Dash"), "act", "ys", fields=LazySequence(lambda: pytest.fail("a form that nobody opened"))),
    )
    heads = hand_of(board(offers=offers))["cards"]["card-ys"]["offers"].values()
    assert [head["move"] for head in heads if head.get("at_once")] == ["Wait", "Guard"]


def test_the_odds_of_an_answer_are_the_foes() -> None:
    asked = board(offers=(DEFENSE,), battle={**bridge(), "pending": [DEFENSE_PROMPT]})
    parry = tell(asked)["form"]["main"][0]["options"][0]
    assert (parry["percent"], parry["says"], parry["tone"]) == ("52 %", "52 % to hit you", "other")


def test_a_list_has_as_many_places_as_may_be_filled() -> None:
    flurry = next(offer for offer in turn() if offer.move == "DeclareFlurry")
    parts = forms_of(flurry)[0]["main"][0]
    assert (parts["shape"], parts["places"], parts["low"]) == ("list", [0, 1, 2], 2)


def test_a_list_begins_with_what_is_set() -> None:
    choices = tuple(Choice(f"attack:{who}", word(who)) for who in ("Oskel", "Deruvin"))
    twice = Field("parts", word("In order"), "list", choices, low=2, high=3, initial=("attack:Deruvin",) * 2)
    assert [option.value for option in make_input(twice, "m.parts", "form").options if option.chosen] == [
        "attack:Deruvin"
    ]


def test_a_small_number_is_tapped_and_a_large_one_typed() -> None:
    fields = (
        Field("rating", Text("Rating"), "number", low=0, high=3, initial=1),
        Field("yards", Text("Yards"), "number", low=1, high=60),
    )
    rating, yards = forms_of(Offer("Do", Text("Do"), "act", "ys", fields=fields))[0]["main"]
    assert [option["value"] for option in rating["options"]] == ["0", "1", "2", "3"]
    assert [option["value"] for option in rating["options"] if option.get("chosen")] == ["1"]
    assert (yards["shape"], yards["low"], yards["high"]) == ("number", 1, 60)


def test_what_has_an_answer_already_lies_in_details() -> None:
    form = tell(board())["form"]
    assert names(form["main"]) == ["m.target", "m.weapon", "m.stunt_text"]
    assert names(form["more"]) == ["m.bonus", "m.penalty"]


def test_what_one_may_only_ask_for_stands_apart() -> None:
    asked = Field("bonus", Text("Bonus dice"), "number", low=0, high=9, initial=0, waits=True)
    (form,) = forms_of(Offer("Do", Text("Do"), "act", "ys", fields=(asked,)))
    assert (form["main"], form["more"], names(form["asks"])) == ([], [], ["m.bonus"])


def test_the_storyteller_answers_for_own_fighters_first_and_may_answer_for_players() -> None:
    cards = hand_of(storyteller_board())["cards"]
    assert [(card["title"], card.get("is_due", False), card.get("theirs", False)) for card in cards.values()] == [
        ("Captain Deruvin acts", True, False),
        ("Ysane of the Reeds acts", False, True),
    ]


def test_what_only_the_storyteller_answers_waits_for_the_storyteller() -> None:
    prompt = {**DEFENSE_PROMPT, "name": "The Storyteller", "question": "Rate Ysane’s stunt"}
    rating = Offer("RateStunt", Text("Rate"), "answer", "ys", prompt="p1", fixed={"prompt": "p1"})
    asked = {**bridge(storyteller=True), "pending": [prompt]}
    card = hand_of(storyteller_board(battle=asked, offers=(rating,)))["cards"]["card-p1"]
    assert (card["title"], card["is_due"]) == ("Rate Ysane’s stunt", True)


def test_somebody_on_guard_may_break_off_but_is_not_waited_for() -> None:
    guarding = {**fighter("ys", "Ysane", NOW + 2, mine=True), "conditions": ["on guard"]}
    card = hand_of(board(battle={**bridge(), "combatants": [guarding]}))["cards"]["card-ys"]
    assert (card["detail"], "is_due" in card) == ("On guard: can break off.", False)


def test_others_learn_only_who_is_awaited() -> None:
    prompt = {**DEFENSE_PROMPT, "question": "chooses a defense", "detail": "", "mine": False}
    watched = board(battle={**bridge(), "pending": [prompt]}, offers=(), characters=frozenset(), spectator=True)
    hand = hand_of(watched)
    assert [one["does"] for one in hand["waiting"]] == ["chooses a defense"]
    assert not any(card["order"] for card in hand["cards"].values())


def test_figures_come_with_their_why_and_rule() -> None:
    ysane = tell(board())["fight"]["combatants"]["ys"]
    assert (ysane["stats"][1]["label"], ysane["stats"][1]["why"]) == ("Parry DV", True)
    assert "1 lethal, 1 bashing of 7 boxes" in ysane["health_says"]
    person: Any = make_person(Hand(board()), "ys")
    assert person["stats"][1]["sum"][0]["rule"] == "2E-335"


def test_the_storyteller_can_rule_every_number() -> None:
    hand = Hand(storyteller_board())
    people: list[Any] = [make_person(hand, who["id"]) for who in hand.combatants]
    moves = [{head["move"] for head in person["offers"].values()} for person in people]
    assert len(moves) == 8
    assert all({"Override", "Hide", "Leave"} <= found for found in moves)
    assert {move for found in moves for move in found} == {"Override", "Hide", "Leave", "TakeMove"}


def test_nobody_opens_what_the_seat_may_not_do() -> None:
    theirs, mine = hand_of(storyteller_board()), Hand(board())
    assert {id for id in theirs["order"] if find_card(mine, id, "en")} == {"card-ys"}
    assert make_person(mine, "fe") is None
    for offer in (*turn("de"), *rulings("ys"), *rulings("fe")):
        assert mine.find_offer(form_id(offer)) is None, offer
    for id in ("", "o-", "card-", "d-fe", "card-fe", "reflex-fe", "x"):
        assert find_card(mine, id, "en") is None
        assert mine.find_offer(id) is None


def test_what_one_may_do_is_made_when_the_own_card_is_told() -> None:
    made: list[str] = []

    def make(id: str) -> tuple[Offer, ...]:
        made.append(id)
        return turn(id)

    acts = {id: LazySequence(partial(make, id)) for id in ("de", "ys")}
    shown = replace(storyteller_board(), offers=SeatOffers((), acts, frozenset(acts)))
    assert hand_of(shown)["order"] == ["card-de", "card-ys"]
    assert made == ["de"]
    assert find_card(Hand(shown), "card-ys", "en")
    assert made == ["de", "ys"]


def test_moves_with_long_and_foreign_labels_are_told_apart() -> None:
    words = ("Wait", "Strike " * 20 + "at once", "Strike " * 20 + "later", "Lyö", "Lyä")
    shown = board(offers=tuple(Offer("Do", word(label), "act", "ys") for label in words))
    order = hand_of(shown)["cards"]["card-ys"]["order"]
    found = [Hand(shown).find_offer(id) for id in order]
    assert [offer and offer.label for offer in found] == [*words]


def test_a_player_has_no_doors_of_the_storyteller() -> None:
    told = json.dumps([*list_sent(board(cast=CAST))])
    assert [door for door in ("BringIn", "CloseBattle", "Override", "The Ferryman") if door in told] == []
    assert "The Ferryman" in json.dumps([*list_sent(storyteller_board())])


def test_a_closed_scene_offers_nothing() -> None:
    closed = tell(storyteller_board(place=replace(PLACE, is_open=False), battle=None, offers=(), rolls=()))
    assert (closed["hand"]["cards"], closed["tools"]) == ({}, ["scene"])
    assert not {"rolls", "undo", "form"} & closed.keys()


def test_a_roll_asks_what_the_rules_ask() -> None:
    form = make_roll_form(board(), key_of("ys"), "en")
    assert form is not None
    asked = {field["name"] for field in (*form["main"], *form["more"], *form["asks"])}
    assert asked == {"r.attribute", "r.ability", "r.difficulty", "r.bonus", "r.specialty"}


def test_before_the_fight_starts_a_player_reads_what_is_waited_for_and_may_leave() -> None:
    leaving = Offer("Leave", Text("Leave the battle"), "reflex", "ys", fixed={"actor": "ys"})
    waits = Text("Join Battle is rolled when the Storyteller starts the fight.")
    gathering: Any = {**bridge(), "phase": "setup", "order": [], "subline": waits}
    shown = board(battle=gathering, offers=(leaving,))
    assert tell(shown)["fight"]["subline"] == waits
    opened: Any = find_card(Hand(shown), "reflex-ys", "en")
    assert [head["label"] for head in opened["card"]["offers"].values()] == ["Leave the battle"]


# what those who listen are told


def said(shown: Board) -> str:
    text: str = tell(shown)["said"]["text"]
    return text


def test_those_who_listen_are_told_one_sentence() -> None:
    assert said(board()) == "The wheel moves to tick 14. Ysane and Deruvin act. Your turn, Ysane of the Reeds."


@pytest.mark.parametrize("told", ["Captain Deruvin acts.", "The wheel moves to tick 4. Captain Deruvin acts."])
def test_those_who_listen_hear_once_who_acts(told: str) -> None:
    shown = storyteller_board(log=log(event(told)))
    assert hand_of(shown)["cards"]["card-de"]["title"] == "Captain Deruvin acts"
    assert said(shown) == told


def test_those_who_listen_hear_the_verdict_before_its_sentence() -> None:
    told = event("Ysane strikes: 1 success against Dodge DV 5.", verdict="missed")
    assert said(board(log=log(told), offers=())) == "Missed. Ysane strikes: 1 success against Dodge DV 5."


def test_of_a_new_turn_those_who_listen_hear_its_beginning_and_not_the_last_initiative() -> None:
    before, at = event("Ysane strikes."), {"at": datetime(2026, 11, 21, 20, 30, tzinfo=UTC)}
    begins, rolls = event("Turn 2 starts.", heads=True), event("Deruvin: initiative 12.")
    assert said(board(log=log(before, (begins, at), (rolls, at)), offers=())) == "Turn 2 starts."


def test_of_a_new_round_those_who_listen_hear_its_beginning_and_who_acts() -> None:
    at = {"at": datetime(2026, 11, 21, 20, 30, tzinfo=UTC)}
    ends, begins, acts = event("Ysane ends the turn."), event("Round 2 starts.", opens=True), event("Deruvin acts.")
    assert said(board(log=log((ends, at), (begins, at), (acts, at)), offers=())) == "Round 2 starts. Deruvin acts."
    assert said(board(log=log((ends, at), (begins, at)), offers=())) == "Round 2 starts."
    assert said(board(log=log((begins, at), event("Ysane moves.")), offers=())) == "Ysane moves."


def test_whose_turn_it_is_is_said_once() -> None:
    assert said(board(log=log(event("Your turn, Ysane of the Reeds.")))) == "Your turn, Ysane of the Reeds."


# the log


def entries(lines: tuple[LogLine, ...]) -> dict[str, Any]:
    found: dict[str, Any] = tell(board(log=lines))["log"]
    return found


def test_an_attack_is_one_entry_under_the_number_of_its_first_event() -> None:
    told = entries(sample_log())
    assert [*told] == ["10", "7", "6", "5", "4", "3", "2", "1"]
    attack = told["7"]
    assert (attack["number"], attack["count"], attack["shown"], attack["more"]) == (7, 9, 9, True)
    assert attack["line"] == "Deruvin attacks Ysane with the spear: 6 successes against Parry DV 5. Hit, 1 over DV."
    assert attack["dice"][0]["says"] == "9 dice: 10, 9, 8, 7, 7, 5, 4, 2, 1. 6 successes."
    assert [step["name"] for step in make_steps(STEPS)] == [step["name"] for step in STEPS]


def test_a_later_event_of_the_attack_keeps_the_entry_in_its_place() -> None:
    before, after = entries(sample_log()[2:]), entries(sample_log()[1:])
    assert next(iter(before)) == next(iter(after)) == "7"
    assert before["7"] != after["7"]


def test_an_attack_that_the_window_cuts_in_two_is_left_out() -> None:
    assert [*entries(sample_log()[:3])] == ["10"]


def test_words_are_somebodys_and_secrets_and_what_was_taken_back_are_marked() -> None:
    told = entries(sample_log())
    assert told["2"]["speech"]["text_html"] == "Hold the rope, I am going over the rail."
    assert (told["3"]["speech"]["to"], told["3"]["is_secret"]) == ("to the Storyteller", True)
    assert [number for number, entry in told.items() if entry.get("is_undone")] == ["6"]


def test_a_line_that_is_taken_back_and_given_back_is_told_anew() -> None:
    lines = sample_log()
    before = entries(lines)["5"]
    struck = tuple(replace(line, undone=line.number >= 5) for line in lines)
    assert entries(struck)["5"] == {**before, "is_undone": True}
    assert entries(tuple(replace(line, undone=False) for line in struck))["5"] == before
