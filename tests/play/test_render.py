"""From a board to HTML: whole regions with stable ids, nothing personal, nothing secret, and cheap to draw again."""

import re
import time
import uuid
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from html.parser import HTMLParser
from typing import Any

import pytest

from campaigns.mentions import NO_NAMES
from play.html import page as drawing
from play.html.form_tokens import BLANK, fill_in
from play.html.markup.fighters import draw_large
from play.offers.fields import make_input
from play.seats.board import Board, LastStep, Onward, UndoCard, Voices
from play.table.lines import dice_words
from play.table.live_scene import live_scenes
from play.table.speech import Speech
from play.templatetags.inputs import inputs
from rules.battle import Choice, Field, Later, Offer, Offered
from rules.text import EMPTY, Text, word
from tests.play.fixtures import (
    CAST,
    DEFENSE,
    DEFENSE_PROMPT,
    NOW,
    PLACE,
    ROLL,
    STEPS,
    board,
    bridge,
    crowd,
    event,
    fighter,
    key_of,
    log,
    rulings,
    sample_log,
    storyteller_board,
    turn,
)  # fmt: skip

PIECES = {
    "status", "result", "undo", "onward", "me", "mine", "ahead", "asked", "waiting", "wheel", "party", "order",
    "orders", "reach", "fighters", "rolls", "tasks", "cast", "nextscene", "notes", "handouts", "handouts_strip",
    "handouts_desk", "strands", "strands_desk", "shows",
}  # fmt: skip
ONWARD = Onward("The Toll House", "/scenes/8/", is_open=True)
ASKED = UndoCard("person:3", "mira", 7, Text("Ysane attacks Deruvin."), sample_log()[:3], 4)
VOID = {"input", "br", "meta", "link"}
BOARDS = {
    "turn": board(),
    "undo": board(last_step=LastStep(46, Text("Ysane attacks Deruvin."))),
    "asked": board(last_step=LastStep(46, Text("Ysane attacks Deruvin."), is_asked=True)),
    "undo, storyteller": storyteller_board(last_step=LastStep(7, Text("Ysane rests.")), undo_cards=(ASKED,)),
    "planned": storyteller_board(battle=None, offers=(), place=replace(PLACE, is_planned=True)),
    "closed": board(battle=None, offers=(), place=replace(PLACE, is_open=False, onward=ONWARD)),
    "storyteller": storyteller_board(),
    "defense": board(offers=(DEFENSE,), battle={**bridge(), "pending": [DEFENSE_PROMPT]}),
    "no fight": board(battle=None, offers=()),
    "setup": storyteller_board(battle={**bridge(storyteller=True), "phase": "setup", "order": []}, offers=()),
    "no fight, storyteller": storyteller_board(battle=None, offers=()),
    "spectator": board(characters=frozenset(), spectator=True, offers=(), rolls=(), voices=Voices()),
    "crowd": storyteller_board(battle=crowd(), rulings=tuple(o for i in range(12) for o in rulings(f"c{i}"))),
    "other picture": board(battle={**bridge(), "picture": {"kind": "map"}}),
    "bare": board(battle=None, offers=(), rolls=(), log=(), place=replace(PLACE, notes_html="")),
}


class Reader(HTMLParser):
    """Checks that tags close, and gathers ids, forms and their inputs."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.roots: list[str | None] = []
        self.forms: list[dict[str, list[str]]] = []
        self.feed(html)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.open:
            self.roots.append(given.get("id"))
        if given.get("id"):
            self.ids.append(str(given["id"]))
        assert not {"style", "onclick", "onload"} & given.keys()
        if tag == "form":
            self.forms.append({})
        if given.get("name") and tag in ("input", "select", "textarea", "button") and self.forms:
            self.forms[-1].setdefault(str(given["name"]), []).append(given.get("value") or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def forms(html: str) -> list[dict[str, list[str]]]:
    return Reader(html).forms


def folds(html: str) -> list[str]:
    """What scripts fetch when details are opened, or when a choice is made whose form did not come with the card."""
    lazy = re.findall(r'data-lazy="[^"]*"(?: data-from="folds/([^"/]+)/")?>[^a]*<a href="folds/([^"/]+)/">', html)
    picks = re.findall(r'<input type="radio" id="(o-[^"]+)" name="choose-', html)
    return [part or whole for part, whole in lazy] + [pick for pick in picks if f'id="at-{pick}"' not in html]


def unfolded(drawn: Board, html: str) -> str:
    """A drawing with every fold opened, and the folds in them."""
    behind = (drawing.lazy_details(drawn, id) for id in folds(html) if not id.startswith("steps-"))
    return html + "".join(unfolded(drawn, found) for found in behind if found)


@pytest.mark.parametrize("name", BOARDS)
def test_every_piece_is_one_element_with_its_own_id(name: str) -> None:
    drawn = drawing.regions(BOARDS[name])
    assert drawn.keys() == PIECES
    for id, html in drawn.items():
        assert Reader(html).roots == [id]


@pytest.mark.parametrize("name", BOARDS)
def test_no_id_stands_twice_on_a_page(name: str) -> None:
    drawn = BOARDS[name]
    page = "".join(drawing.regions(drawn).values()) + "".join(html for _, html in drawing.log_lines(drawn))
    assert [id for id, count in Counter(Reader(page).ids).items() if count > 1] == []


@pytest.mark.parametrize("name", BOARDS)
def test_every_form_has_room_for_its_person_and_posts_to_the_table(name: str) -> None:
    for html in drawing.regions(BOARDS[name]).values():
        for form in forms(html):
            assert form["csrfmiddlewaretoken"] == form["command"] == form["number"] == [""]
            assert len(form["move"]) == 1
        assert html.count("<form") == html.count(BLANK)
        assert html.count("<form") == html.count('action="/scenes/7/command/"') == html.count('hx-target="#refusal"')


def test_a_page_is_filled_in_for_its_person_with_a_command_id_for_each_form() -> None:
    html = fill_in("".join(drawing.regions(board()).values()), "secret-token", 46)
    filled = list(forms(html))
    assert {(*form["csrfmiddlewaretoken"], *form["number"]) for form in filled} == {("secret-token", "46")}
    assert len({uuid.UUID(form["command"][0]) for form in filled}) == len(filled) > 1


@pytest.mark.parametrize("name", ["bare", "no fight"])
def test_a_piece_with_nothing_to_show_is_an_empty_element(name: str) -> None:
    drawn = drawing.regions(BOARDS[name])
    for id in ("mine", "waiting", "order", "fighters", "cast"):
        assert re.fullmatch(rf'<(section|div) id="{id}" class="[a-z ]+"></\1>', drawn[id]), drawn[id]


def test_names_and_words_are_escaped() -> None:
    evil = '<img src=x onerror="alert(1)">'
    view = bridge()
    view["combatants"][0] = {**view["combatants"][0], "name": evil, "initials": "<b", "conditions": [word(evil)]}
    view["picture"]["tokens"][0]["name"] = evil
    choices = (
        Choice(evil, word(evil), word(evil)),
        Choice("b", Text("b"), reason=word(evil)),
        Choice("c", Text("c"), odds=0.5),
    )
    fields = tuple(Field(kind, word(evil), kind, choices, 1, 200, evil, help=word(evil))
                   for kind in ("choice", "choices", "list", "text"))  # fmt: skip
    offer = Offer(
        "Do", word(evil), "act", "ys", word(evil), word(evil), fields, {"actor": evil}, reason=EMPTY, next_ticks=(19,)
    )
    spoken = (event("x"), {"speech": Speech(evil, evil, evil, evil, word(evil))})
    lines = log(
        event(evil, verdict=evil, steps=[{**STEPS[2], "name": evil, "text": evil}]),
        spoken,
    )
    drawn = board(battle=view, offers=(offer,), log=lines)
    page = "".join(drawing.regions(drawn).values()) + "".join(html for _, html in drawing.log_lines(drawn))
    assert "<img" not in page
    assert "<b<" not in page
    Reader(page)


def test_a_turn_is_one_card_of_choices_with_the_first_one_open() -> None:
    html = drawing.regions(board())["mine"]
    assert html.count('class="mine"') == 1
    (row,) = re.findall(r'id="([^"]+)" name="choose-card-ys" checked', html)
    (place,) = re.findall(r'<div class="offer" id="at-([^"]+)">', html)
    assert row == place
    assert html.index("choose__list") < html.index(f'id="{row}"') < html.index("choose__place")
    kinds = [form["kind"] for form in forms(unfolded(board(), html)) if "m.ticks" in form or "TakeGuard" not in form]
    assert [kind for kind in kinds if "Declare" in kind[0]] == [["DeclareAttack"], ["DeclareFlurry"]]
    (attack,) = (form for form in forms(html) if form["kind"] == ["DeclareAttack"])
    assert attack["move"] == ["BattleMove"]
    assert attack["m.actor"] == ["ys"]
    assert attack["m.target"] == ["de", "g1"]
    assert "9 yards away. Move or dash first." in html
    assert "You stand already." in html


def test_what_asks_nothing_is_done_on_its_line_and_what_asks_is_not() -> None:
    ticks = Field("ticks", Text("Ticks"), "number", low=1, high=3, initial=3)
    offers = (
        Offer("Wait", Text("Wait"), "act", "ys", Text("Speed 3"), fixed={"actor": "ys"}, next_ticks=(NOW + 3,)),
        Offer("Guard", Text("Guard"), "act", "ys", fields=(ticks,), fixed={"actor": "ys"}, at_once=True),
        Offer("Aim", Text("Aim"), "act", "ys", fields=(ticks,), fixed={"actor": "ys"}),
        Offer("Dash", Text("Dash"), "act", "ys", fields=Later(lambda: pytest.fail("a form that nobody opened"))),
    )
    html = drawing.regions(board(offers=offers))["mine"]
    assert re.findall(r'aria-label="Do it: ([^"]+)"', html) == [f"Wait, Speed 3, to {NOW + 3}", "Guard"]
    guard = next(form for form in forms(html) if form["kind"] == ["Guard"])
    assert (guard["m.actor"], "m.ticks" in guard) == (["ys"], False)


def test_a_choice_shows_its_odds_as_bar_and_per_cent() -> None:
    html = drawing.regions(board())["mine"]
    assert html.count("48 %") == 1  # in words, and not again on the bar
    assert re.search('<span class="choice__when" id="[^"]+-target-2-when">98 %</span>', html)
    assert 'class="fillbar"' in html


def test_odds_of_an_answer_are_drawn_as_the_foes() -> None:
    html = drawing.regions(BOARDS["defense"])["mine"]
    assert html.count("52 % to hit you") == 1  # in words, and not again on the bar
    assert "fillbar--other" in html


def test_the_wheel_shows_a_ghost_where_each_choice_leads() -> None:
    drawn = drawing.regions(board())
    assert 'id="next-tick-5"' in drawn["wheel"]
    assert 'class="offer__form to-5"' in drawn["mine"]
    assert "next-tick" not in drawing.regions(BOARDS["defense"])["wheel"]


def test_of_many_actions_one_of_each_kind_stays_in_sight() -> None:
    strikes = tuple(Offer("Strike", Text("Strike {i}", i=i), "act", "ys", fixed={"weapon": str(i)}) for i in range(12))
    drawn = board(offers=(*strikes, Offer("Guard", Text("Guard"), "act", "ys")))
    html = drawing.regions(drawn)["mine"]
    assert html.index(">Strike 6<") < html.index(">Guard<") < html.index("More actions")
    assert ">Strike 7<" not in html
    behind = str(drawing.lazy_details(drawn, "card-ys-beyond"))
    assert re.findall(">(Strike [0-9]+)<", behind) == [f"Strike {i}" for i in range(7, 12)]


def test_without_scripts_a_link_leads_to_each_choice() -> None:
    drawn = board(offers=tuple(Offer("Do", word(name), "act", "ys") for name in ("Guard", "Rest")))
    assert 'href="folds/card-ys-others/"' in drawing.regions(drawn)["mine"]
    links = re.findall('href="folds/([^"/]+)/"', str(drawing.lazy_details(drawn, "card-ys-others")))
    assert len(links) == 2
    for link in links:
        assert '<form class="offer__form' in str(drawing.lazy_details(drawn, link))


def test_lists_offer_as_many_places_as_may_be_filled() -> None:
    html = unfolded(board(), drawing.regions(board())["mine"])
    flurry = next(form for form in forms(html) if form["kind"] == ["DeclareFlurry"])
    assert len(flurry["m.parts"]) == 3


def test_a_small_number_is_tapped_and_a_large_one_typed() -> None:
    fields = (
        Field("rating", Text("Rating"), "number", low=0, high=3, initial=1),
        Field("yards", Text("Yards"), "number", low=1, high=60),
    )
    html = drawing.regions(board(offers=(Offer("Do", Text("Do"), "act", "ys", fields=fields),)))["mine"]
    assert html.count('type="radio"') == 4
    assert re.search(r'value="1" required checked', html)
    assert 'min="1" max="60"' in html


def test_what_has_an_answer_already_lies_in_a_fold() -> None:
    html = drawing.regions(board())["mine"]
    assert html.index('name="m.stunt_text"') < html.index("More options")
    assert 'name="m.bonus"' not in html
    assert 'name="m.bonus"' in unfolded(board(), html)


def test_what_one_may_only_ask_for_lies_in_one_fold() -> None:
    asked = Field("bonus", Text("Bonus dice"), "number", low=0, high=9, initial=0, waits=True)
    shown = board(offers=(Offer("Do", Text("Do"), "act", "ys", fields=(asked,)),))
    html = unfolded(shown, drawing.regions(shown)["mine"])
    assert html.count("Ask for a ruling") == 1
    assert "More options" not in html
    assert html.index("Ask for a ruling") < html.index('name="m.bonus"') < html.index('name="why"')


def test_the_storyteller_answers_for_own_fighters_first_and_may_answer_for_players() -> None:
    drawn = drawing.regions(storyteller_board())
    assert "Captain Deruvin acts" in drawn["mine"]
    assert "Ysane of the Reeds acts" in drawn["waiting"]
    assert "Ysane of the Reeds acts" not in drawn["mine"]


def test_what_only_the_storyteller_answers_is_framed_for_the_storyteller() -> None:
    prompt = {**DEFENSE_PROMPT, "name": "The Storyteller", "question": "Rate Ysane’s stunt"}
    rating = Offer("RateStunt", Text("Rate"), "answer", "ys", prompt="p1", fixed={"prompt": "p1"})
    html = drawing.regions(
        storyteller_board(battle={**bridge(storyteller=True), "pending": [prompt]}, offers=(rating,))
    )
    assert "Rate Ysane’s stunt" in html["mine"]


def test_somebody_on_guard_may_break_off_but_is_not_waited_for() -> None:
    guarding = fighter("ys", "Ysane", NOW + 2, mine=True)
    view = {**bridge(), "combatants": [{**guarding, "conditions": ["on guard"]}]}
    html = drawing.regions(board(battle=view))["mine"]
    assert "On guard: can break off." in html
    assert 'class="mine"' not in html


def test_others_learn_only_who_is_awaited() -> None:
    prompt = {**DEFENSE_PROMPT, "question": "chooses a defense", "detail": "", "mine": False}
    html = drawing.regions(board(battle={**bridge(), "pending": [prompt]}, offers=(), characters=frozenset()))[
        "waiting"
    ]
    assert "chooses a defense" in html
    assert "<form" not in html


def test_one_without_characters_here_has_no_named_but_empty_place() -> None:
    assert "aria-label" not in drawing.regions(storyteller_board())["me"]
    assert 'aria-label="You"' in drawing.regions(board())["me"]


def test_figures_come_with_their_why_and_rule() -> None:
    html = drawing.regions(board())["me"]
    assert '<span class="vh">Why </span>Parry DV' in html
    assert "2E-335" in html
    assert "1 lethal, 1 bashing of 7 boxes" in html


def test_the_storyteller_can_rule_every_number() -> None:
    html = drawing.regions(storyteller_board())["fighters"]
    assert html.count('<li id="c-') == 8
    assert "<form" not in html
    behind = unfolded(storyteller_board(), html)
    assert {form["kind"][0] for form in forms(behind)} == {"Override", "Hide", "Leave", "TakeMove"}
    assert behind.count(">Set it</button>") == 8


@pytest.mark.parametrize("name", BOARDS)
def test_every_fold_has_something_behind_it_that_is_nowhere_else(name: str) -> None:
    drawn = BOARDS[name]
    page = "".join(drawing.regions(drawn).values())
    for id in folds(page):
        assert drawing.lazy_details(drawn, id), id
    whole = unfolded(drawn, page)
    assert [id for id, count in Counter(Reader(whole).ids).items() if count > 1] == []
    for form in forms(whole):
        assert form["csrfmiddlewaretoken"] == form["number"] == [""]


def test_behind_a_fold_nobody_finds_what_the_seat_may_not_do() -> None:
    theirs = folds("".join(drawing.regions(storyteller_board()).values()))
    mine = folds("".join(drawing.regions(board()).values()))
    for id in {*theirs} - {*mine}:
        if "-ys" not in id:
            assert drawing.lazy_details(board(), id) is None, id
    for id in ("", "o-", "card-", "d-", "d-fe", "card-fe", "steps-1", "x", "o-ys-Rise-Rise"):
        assert drawing.lazy_details(board(), id) is None


def test_what_one_may_do_is_made_when_the_own_card_is_drawn() -> None:
    made: list[str] = []

    def make(id: str) -> tuple[Offer, ...]:
        made.append(id)
        return turn(id)

    acts = {id: Later(partial(make, id)) for id in ("de", "ys")}
    drawn = replace(storyteller_board(), offers=Offered((), acts, frozenset(acts)))
    html = drawing.regions(drawn)
    assert ('id="card-de"' in html["mine"], 'id="card-ys"' in html["waiting"]) == (True, True)
    assert made == ["de"]
    assert "<details" in str(drawing.lazy_details(drawn, "card-ys"))
    assert made == ["de", "ys"]


def test_long_and_foreign_labels_keep_their_own_folds() -> None:
    words = ("Strike " * 20 + "at once", "Strike " * 20 + "later", "Lyö", "Lyä")
    offers = tuple(Offer("Do", word(label), "act", "ys") for label in ("Wait", *words))
    drawn = board(offers=offers)
    behind = "".join(str(drawing.lazy_details(drawn, id)) for id in folds(drawing.regions(drawn)["mine"]))
    assert sorted(re.findall(r'<button class="btn btn--go">([^<]+)', behind)) == sorted(words)


def test_the_cast_is_brought_in_by_side() -> None:
    html = drawing.regions(storyteller_board())["cast"]
    players, others, close, _post = forms(html)
    assert (players["move"], players["characters"], players["side"]) == (["BringIn"], [key_of("wr")], ["Travellers"])
    assert (others["characters"], others["side"], others["copies"]) == (
        [key_of("fe"), key_of("tg")],
        ["Toll company"],
        ["1"],
    )
    assert close["move"] == ["CloseBattle"]
    assert "OpenBattle" in drawing.regions(BOARDS["no fight, storyteller"])["cast"]


def test_a_fight_ends_only_after_a_second_tap() -> None:
    before, _, behind = str(drawing.regions(storyteller_board())["cast"]).partition(
        '<details class="foldable" id="cast-'
    )
    assert "CloseBattle" not in before
    assert "CloseBattle" in behind.partition("</summary>")[2]


def test_a_player_has_no_doors_of_the_storyteller() -> None:
    page = "".join(drawing.regions(board(cast=CAST)).values())
    for door in ("BringIn", "CloseBattle", "Rewind", "Override", "The Ferryman"):
        assert door not in page


def test_a_closed_scene_offers_nothing() -> None:
    closed = storyteller_board(place=replace(PLACE, is_open=False), battle=None, offers=(), rolls=())
    assert "<form" not in "".join(drawing.regions(closed).values())


def test_the_roll_pad_asks_what_the_rules_ask() -> None:
    (form,) = forms(drawing.regions(board())["rolls"])
    assert (form["move"], form["character"], form["secret"]) == (
        ["MakeRoll"],
        [key_of("ys")],
        ["", "owner", "storyteller"],
    )
    assert form.keys() >= {"r.attribute", "r.ability", "r.difficulty", "r.bonus", "r.specialty"}


def test_pads_of_many_are_fetched_when_they_are_opened() -> None:
    many = storyteller_board(rolls=tuple(replace(ROLL, character=str(key), name=f"Toll {key}") for key in range(60)))
    html = str(drawing.regions(many)["rolls"])
    assert html.count('<a href="folds/pad-') == 60
    assert not forms(html)
    (form,) = forms(drawing.lazy_details(many, "pad-59") or "")
    assert form["character"] == ["59"]
    assert drawing.lazy_details(many, "pad-60") is None


def test_a_list_begins_with_what_is_set_at_the_places_that_must_be_filled() -> None:
    choices = tuple(Choice(f"attack:{who}", word(who)) for who in ("Oskel", "Deruvin"))
    twice = Field("parts", word("In order"), "list", choices, low=2, high=3, initial=("attack:Deruvin",) * 2)
    places = str(inputs([make_input(twice, "m.parts", "form")])).split("<select")[1:]
    assert [re.findall(r'value="([^"]+)" selected', place) for place in places] == [["attack:Deruvin"]] * 2 + [[]]


def test_the_status_says_one_sentence_for_those_who_listen() -> None:
    html = drawing.regions(board())["status"]
    said = "The wheel moves to tick 14. Ysane and Deruvin act. Your turn, Ysane of the Reeds."
    assert f'role="status" id="said">{said}</p>' in html


@pytest.mark.parametrize("told", ["Captain Deruvin acts.", "The wheel moves to tick 4. Captain Deruvin acts."])
def test_those_who_listen_hear_once_who_acts(told: str) -> None:
    drawn = drawing.regions(storyteller_board(log=log(event(told))))
    assert ">Captain Deruvin acts</h2>" in drawn["mine"]
    assert f'id="said">{told}</p>' in drawn["status"]


def test_those_who_listen_hear_the_verdict_before_its_sentence() -> None:
    told = event("Ysane strikes: 1 success against Dodge DV 5.", verdict="missed")
    html = drawing.regions(board(log=log(told), offers=()))["status"]
    assert 'id="said">Missed. Ysane strikes: 1 success against Dodge DV 5.</p>' in html


def test_of_a_new_turn_those_who_listen_hear_its_beginning_and_not_the_last_initiative() -> None:
    before, at = event("Ysane strikes."), {"at": datetime(2026, 11, 21, 20, 30, tzinfo=UTC)}
    begins, rolls = event("Turn 2 begins.", heads=True), event("Deruvin: initiative 12.")
    html = drawing.regions(board(log=log(before, (begins, at), (rolls, at)), offers=()))["status"]
    assert 'id="said">Turn 2 begins.</p>' in html


def test_of_a_new_round_those_who_listen_hear_its_beginning_and_who_acts() -> None:
    at = {"at": datetime(2026, 11, 21, 20, 30, tzinfo=UTC)}
    ends, begins, acts = event("Ysane ends the turn."), event("Round 2 begins.", opens=True), event("Deruvin acts.")
    html = drawing.regions(board(log=log((ends, at), (begins, at), (acts, at)), offers=()))["status"]
    assert 'id="said">Round 2 begins. Deruvin acts.</p>' in html
    alone = drawing.regions(board(log=log((ends, at), (begins, at)), offers=()))["status"]
    assert 'id="said">Round 2 begins.</p>' in alone
    later = drawing.regions(board(log=log((begins, at), event("Ysane moves.")), offers=()))["status"]
    assert 'id="said">Ysane moves.</p>' in later


def test_whose_turn_it_is_is_said_once() -> None:
    html = drawing.regions(board(log=log(event("Your turn, Ysane of the Reeds."))))["status"]
    assert 'id="said">Your turn, Ysane of the Reeds.</p>' in html


def test_the_hint_of_a_button_that_asks_nothing_stands_beside_it() -> None:
    offers = (Offer("SetScale", Text("Use long ticks"), "storyteller", hint=Text("one minute each")),)
    html = drawing.regions(storyteller_board(offers=offers))["cast"]
    assert '<p class="offer__go"><span class="hint">one minute each</span><button' in html
    assert '<p class="hint">' not in html.partition("offer__form")[2].partition("</form>")[0]


def test_an_attack_folds_into_one_entry_under_the_number_of_its_first_event() -> None:
    lines = drawing.log_lines(board())
    assert [number for number, _ in lines] == [10, 7, 6, 5, 4, 3, 2, 1]
    html = dict(lines)[7]
    assert Reader(html).roots == ["entry-7"]
    assert "Hit, 1 over DV" in html
    assert "9 dice: 10, 9, 8, 7, 7, 5, 4, 2, 1. 6 successes." in html
    assert '<span class="log__no">9</span>' in html
    assert '<div class="lazy" data-lazy="9"><a href="folds/steps-7/">' in html
    behind = drawing.steps(board().log[:-6])
    assert behind.count('<span class="margin">') == len(STEPS)


def test_a_later_event_of_the_attack_keeps_the_entry_in_its_place() -> None:
    before = drawing.log_lines(board(log=sample_log()[2:]))
    after = drawing.log_lines(board(log=sample_log()[1:]))
    assert before[0][0] == after[0][0] == 7
    assert before[0][1] != after[0][1]


def test_an_attack_that_the_window_cuts_in_two_is_left_out() -> None:
    assert [number for number, _ in drawing.log_lines(board(log=sample_log()[:3]))] == [10]


def test_speech_is_quoted_and_secrets_and_what_was_taken_back_are_marked() -> None:
    lines = dict(drawing.log_lines(board()))
    assert "“Hold the rope, I am going over the rail.”" in lines[2]
    assert "whisper" in lines[3]
    assert "is-secret" in lines[3]
    assert "taken back" in lines[6]


def test_the_storyteller_rewinds_to_before_an_entry() -> None:
    lines = dict(drawing.log_lines(storyteller_board()))
    assert 'href="rewind/7/" data-undo' in lines[7]
    assert "rewind" not in lines[6]
    pause, _card = forms(drawing.regions(storyteller_board())["status"])
    assert (pause["move"], pause["paused"]) == (["Pause"], ["true"])


def test_a_line_that_is_taken_back_and_given_back_is_drawn_anew() -> None:
    drawn = board()
    before = dict(drawing.log_lines(drawn))[5]
    struck = tuple(replace(line, undone=line.number >= 5) for line in drawn.log)
    assert "taken back" in dict(drawing.log_lines(board(log=struck)))[5]
    given = tuple(replace(line, undone=False) for line in struck)
    assert dict(drawing.log_lines(board(log=given)))[5] == before


def test_lines_do_not_change_with_the_number_of_the_table() -> None:
    assert drawing.log_lines(storyteller_board(count=46)) == drawing.log_lines(storyteller_board(count=99))


def test_seats_do_not_share_lines() -> None:
    assert drawing.log_lines(board()) != drawing.log_lines(storyteller_board())


def test_presence_names_everybody() -> None:
    html = drawing.presence(["mira", "jonas"])
    assert Reader(html).roots == ["presence"]
    assert "mira" in html


def test_presence_tells_who_types_and_who_has_left() -> None:
    html = drawing.presence(["mira", "jonas"], {"jonas"}, ["aino"])
    assert [part in html for part in ("mira is typing", "jonas is typing", "aino has left")] == [False, True, True]


@pytest.mark.parametrize("name", ["turn", "storyteller", "crowd"])
def test_a_board_draws_the_same_a_second_time_and_quickly(name: str) -> None:
    cold = drawing.regions(BOARDS[name])
    times = []
    for _ in range(10):
        start = time.perf_counter()
        warm = drawing.regions(BOARDS[name])
        times.append(time.perf_counter() - start)
        assert warm == cold
    assert min(times) < 0.005


def test_a_wound_redraws_its_row_and_leaves_the_others_as_they_were() -> None:
    drawing.regions(BOARDS["crowd"])
    kept = live_scenes.get(BOARDS["crowd"].place.scene).drawn
    before = len(kept)
    view = crowd()
    view["combatants"][3]["conditions"] = [Text("prone")]
    drawn: Board = replace(BOARDS["crowd"], battle=view, count=47)
    assert "prone" in drawing.regions(drawn)["fighters"]
    assert len(kept) - before == 2  # the row, its group


@pytest.mark.parametrize(
    ("state", "told"),
    [({}, "Exalt"), ({"conditions": ["prone", "stunned"]}, "Prone, stunned"), ({"out": "dying"}, "Dying")],
)
def test_what_stands_under_a_name_begins_with_a_capital(state: dict[str, Any], told: str) -> None:
    who: Any = {**fighter("ys", "Ysane", NOW, mine=True), **state}
    assert f'<p class="q">{told}</p>' in draw_large(who)


def test_before_the_fight_starts_a_player_reads_what_is_waited_for_and_leaves_behind_a_fold() -> None:
    leaving = Offer("Leave", Text("Leave the battle"), "reflex", "ys", fixed={"actor": "ys"})
    waits = "Join Battle is rolled when the Storyteller starts the fight."
    gathering: Any = {**bridge(), "phase": "setup", "order": [], "subline": waits}
    before = drawing.regions(board(battle=gathering, offers=(leaving,)))["mine"]
    assert f'<p class="calm">{waits}</p>' in before
    assert before.index("<details") < before.index("Leave the battle")
    assert waits in drawing.regions(board(battle=gathering, offers=()))["mine"]
    assert "at any time" in drawing.regions(board(offers=(leaving,)))["mine"]


@pytest.mark.parametrize(
    ("headline", "subline", "told"),
    [
        ("Tick 7", "Ysane acts", "Tick 7: Ysane acts"),
        ("Round 3", "Tick 8: Ysane acts", "Round 3. Tick 8: Ysane acts"),
        ("Turn 1: declarations", "Everyone has declared.", "Turn 1: declarations. Everyone has declared."),
        ("Before the fight", "", "Before the fight"),
    ],
)
def test_the_headline_has_one_colon(headline: str, subline: str, told: str) -> None:
    drawn = drawing.regions(board(battle={**bridge(), "headline": headline, "subline": subline}))
    assert f'<p title="{told}">{told}</p>' in drawn["status"]


def test_the_head_of_a_scene_tells_one_time() -> None:
    told = drawing.regions(board(battle=None, place=replace(PLACE, time=Text("Day 13, 18:00, dusk"))))
    assert '<p title="Day 13, 18:00, dusk">Day 13, 18:00, dusk</p>' in told["status"]
    assert "Clock" not in told["status"]


def test_notes_are_drawn_as_prose_is_with_its_lists() -> None:
    place = replace(PLACE, notes_html="<ul><li>Fog</li></ul>", secret_notes_html="<ul><li>An ambush</li></ul>")
    drawn = drawing.regions(storyteller_board(place=place))["notes"]
    assert drawn.count('<div class="prose"><ul>') == 2


def test_more_ones_than_successes_are_none_and_never_less() -> None:
    assert dice_words([(1, -1, "one", "pool"), (4, 0, "miss", "pool")]) == "2 dice: 1, 4. 0 successes."


def test_each_line_of_a_log_can_be_led_to_though_it_stands_within_an_exchange() -> None:
    lines = sample_log()
    plain = drawing.draw_lines(lines, NO_NAMES)
    assert len(plain) < len(lines)
    for line in lines:
        drawn = "".join(drawing.draw_lines(lines, NO_NAMES, found=line.count))
        assert drawn.count("is-found") == 1
        assert drawn.count(f'id="entry-{line.count}"') == 1
    assert "is-found" not in "".join(plain)
