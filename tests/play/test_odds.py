"""The chances beside the roll pad: who may ask, what is drawn, and what a bad question gets."""

import re
import uuid
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Membership, Series, User
from play.commands.moves import AwardStunt, BattleMove, BringIn, OpenBattle
from play.commands.submit import submit
from play.commands.tasks.chances import Chances
from play.html.odds import BARS, draw_odds
from play.models import Table
from play.offers.cards import form_id
from play.offers.fields import TARGETS
from play.offers.hand import Hand
from play.seats.facts import read_facts, seat_class_of
from play.seats.reading import gather_board
from play.stage.hand import find_card
from play.table.newest import load_state
from play.views import odds as views
from rules import get_system
from rules.battle import STORYTELLER, Move, Offer
from rules.defaults import fill_form
from rules.dice import FaceRule, SeededRoller
from rules.odds import Odds, odds, odds_against, percent
from rules.paths import write_path
from rules.pool import Pool
from rules.text import Text
from rules.wounds import count_levels
from tests.cast import Cast, gather_cast

POOL = Pool(Text("Test"), (), 8)
TENS = FaceRule(7)


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted2e")


def ask(user: User, cast: Cast, place: str = "", **query: str) -> tuple[int, str]:
    """`place` is the id of the element that the answer goes to."""
    client = Client()
    client.force_login(user)
    answer = client.get(f"/scenes/{cast.scene.pk}/odds/", query, headers={"HX-Target": place})
    return answer.status_code, answer.content.decode()


def test_filled_bars_are_those_that_reach_the_difficulty() -> None:
    drawn = draw_odds(odds(TENS, 8, difficulty=3), POOL.dice, "exalted2e")
    assert [bar.total for bar in drawn.bars if not bar.reaches] == ["0", "1", "2"]
    assert drawn.line_x == drawn.bars[3].x.replace("99.0", "96.0")


def test_many_totals_share_the_last_bar() -> None:
    drawn = draw_odds(odds(TENS, 20, difficulty=1), POOL.dice, "exalted2e")
    assert len(drawn.bars) <= BARS
    assert drawn.bars[-1].total.endswith("+")
    assert sum(int(bar.chance or 0) for bar in drawn.bars) == pytest.approx(100, abs=4)


def test_a_roll_that_cannot_succeed_fills_no_bar() -> None:
    drawn = draw_odds(odds(TENS, 1, difficulty=9), POOL.dice, "exalted2e")
    assert not any(bar.reaches for bar in drawn.bars)
    assert drawn.success == "0 %"


def test_a_certain_roll_is_one_bar() -> None:
    sure = Odds(((2, Fraction(1)),), Fraction(1), Fraction(0), Fraction(2))
    (bar,) = draw_odds(sure, POOL.dice, "wod2004").bars
    assert (bar.total, bar.chance, bar.reaches) == ("2", "100", True)


def test_the_worst_has_the_books_name() -> None:
    assert draw_odds(odds(TENS, 2), POOL.dice, "wod2004").worst == "dramatic failure"
    assert draw_odds(odds(TENS, 2), POOL.dice, "v20da").worst == "botch"


def test_a_pool_without_dice_is_a_chance_roll_where_the_book_has_one() -> None:
    none = Pool(Text("Test"), (), 0)
    assert [draw_odds(odds(TENS, 1), none.dice, key).chance_roll for key in ("wod2004", "exalted2e")] == [True, False]
    assert not draw_odds(odds(TENS, 2), POOL.dice, "wod2004").chance_roll


@pytest.mark.parametrize("who", ["storyteller", "player"])
def test_whoever_may_roll_sees_the_chances_and_the_pool(cast: Cast, who: str) -> None:
    query = {"character": str(cast.heroine.pk), "r.attribute": "dexterity", "r.ability": "athletics"}
    status, html = ask(getattr(cast, who), cast, **query)
    assert status == 200
    assert "to succeed" in html
    assert "hist__bar" in html
    assert "2E-" in html


@pytest.mark.parametrize(("who", "wanted"), [("rival", 400), ("spectator", 400), ("stranger", 404)])
def test_nobody_else_learns_anything(cast: Cast, who: str, wanted: int) -> None:
    status, html = ask(getattr(cast, who), cast, character=str(cast.heroine.pk), **{"r.attribute": "dexterity"})
    assert status == wanted
    assert "hist__bar" not in html
    assert cast.heroine.name not in html


def test_a_character_of_another_series_is_unknown(cast: Cast) -> None:
    other = Series.objects.create(name="Other", system="exalted2e", owner=cast.storyteller)
    cast.heroine.series = other
    cast.heroine.save()
    assert ask(cast.storyteller, cast, character=str(cast.heroine.pk))[0] == 400


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"character": "x"},
        {"character": "9" * 30},
        {"r.attribute": "charm"},
        {"r.attribute": "dexterity", "r.bonus": "many"},
        {"r.attribute": "dexterity", "r.bonus": "999999999"},
        {"r.attribute": "dexterity", "r.ability": "\x00"},
    ],
)
def test_a_bad_question_gets_a_sentence(cast: Cast, query: dict[str, str]) -> None:
    status, html = ask(cast.player, cast, **{"character": str(cast.heroine.pk), **query})
    assert status in (400, 409)
    assert '<p class="hint">' in html


def test_nothing_is_written(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.player)
    assert client.post(f"/scenes/{cast.scene.pk}/odds/").status_code == 405


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_the_first_answers_of_every_systems_form_have_odds(db: None, system: str) -> None:
    cast = gather_cast(system)
    sheet = cast.heroine.parsed_sheet()
    fields = get_system(system).rolls.fields(sheet)
    query = {f"r.{f.name}": str(f.initial) for f in fields if f.kind in ("choice", "number") and f.initial is not None}
    status, html = ask(cast.player, cast, character=str(cast.heroine.pk), **query)
    assert status == 200, html


def test_an_attack_shows_its_odds_while_its_form_is_filled_in(cast: Cast) -> None:
    power = {"name": "Ember Arc", "use": "attack", "cost": {"motes": 2}, "effects": [{"kind": "dice", "amount": 3}]}
    cast.heroine.sheet = write_path(cast.heroine.sheet, "powers", [power])
    cast.heroine.save()
    teller = cast.membership(cast.storyteller)
    for move in (OpenBattle(), BringIn((str(cast.heroine.pk),), "road"), BringIn((str(cast.warden.pk),), "bridge")):
        act(cast, teller, move)
    act(cast, teller, BattleMove({"kind": "StartBattle"}))
    while True:
        due = fight(cast).due
        attacker, target = (one.id for one in sorted(fight(cast).combatants, key=lambda one: one.id not in due))
        if fight(cast).get(attacker).character == str(cast.heroine.pk):
            break
        act(cast, teller, BattleMove({"kind": "TakeGuard", "actor": attacker}))
    asked = {
        "move": "BattleMove",
        "kind": "DeclareAttack",
        "m.actor": attacker,
        "m.weapon": "slashing_sword",
        "m.target": target,
    }
    plain, lit = ask(cast.storyteller, cast, **asked), ask(cast.storyteller, cast, **asked, **{"m.powers": "ember-arc"})
    assert plain[0] == lit[0] == 200
    assert "Ember Arc" in lit[1]
    assert "Ember Arc" not in plain[1]
    assert "to succeed" in lit[1]
    status, shown = ask(cast.player, cast, **asked)
    assert status == 200
    assert "The number needed is secret" in shown
    assert ask(cast.rival, cast, **asked)[0] == 409
    assert ask(cast.player, cast, **{**asked, "m.target": "nobody"})[0] == 409
    guard = {"move": "BattleMove", "kind": "TakeGuard", "m.actor": attacker}
    assert "That does not need an immediate roll" in ask(cast.player, cast, **guard)[1]
    del asked["m.target"]
    assert ask(cast.player, cast, **asked) == (200, waiting("Odds appear once you choose the rest."))
    flurry = {"move": "BattleMove", "kind": "DeclareFlurry", "m.actor": attacker}
    for parts in ({}, {"m.parts": f"attack:slashing_sword:{target}"}):
        assert ask(cast.player, cast, **flurry, **parts) == (200, waiting("A flurry has 2 to 10 actions."))


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004"])
def test_the_number_beside_a_target_is_that_of_the_odds_while_the_form_is_filled_in(db: None, system: str) -> None:
    cast = gather_cast(system)
    offer = first_attack(cast, system)
    target = next(field for field in offer.fields if field.name in TARGETS)
    plain = form_of(offer)
    lit = {**plain, "m.willpower": "true"}
    numbers = []
    for query in (plain, lit, {key: value for key, value in lit.items() if key != f"m.{target.name}"}):
        html = ask(cast.storyteller, cast, place="odds-o-x", **query)[1]
        numbers.append(re.findall(f'id="o-x-{target.name}-1-when" hx-swap-oob="true">([^<]*)<', html))
        if "to succeed" in html:
            assert re.findall("<b>([^<]+)</b> to succeed", html) == numbers[-1]
    first, second, open_yet = numbers
    assert first == [percent(target.choices[0].odds or 0)]
    assert second != first
    assert open_yet == second


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e"])
def test_the_odds_of_a_defense_tell_the_chance_to_be_hit_and_not_the_attackers_pool(db: None, system: str) -> None:
    cast = gather_cast(system)
    cast.series.options = {**cast.series.options, "ask_defender": True} if system == "exalted3e" else {}
    cast.series.save()
    blow = form_of(first_attack(cast, system))
    values = {key.removeprefix("m."): value for key, value in blow.items() if key.startswith("m.")}
    act(cast, cast.membership(cast.storyteller), BattleMove({"kind": blow["kind"], **values}))
    offers = get_system(system).battle.legal_moves(fight(cast), STORYTELLER)
    offer = next(one for one in offers if one.move == "AnswerDefense")
    plain = {**form_of(offer), **({"m.mode": "dodge"} if system == "exalted2e" else {})}
    told = [ask(cast.storyteller, cast, place="odds-o-x", **plain, **more)[1] for more in ({}, {"m.stunt": "2"})]
    first, second = (re.findall("<b>([^<]+)</b> to be hit", html) for html in told)
    assert len(first) == len(second) == 1
    assert first != second
    assert not any("Reason" in html or "hist" in html for html in told)
    if system == "exalted2e":
        beside = re.findall(r'id="o-x-mode-\d-when" hx-swap-oob="true">([^<]*)<', told[1])
        assert f"{second[0]} to hit you" in beside


def test_the_card_of_a_reroll_has_its_odds(db: None) -> None:
    cast = gather_cast("exalted2e")
    blow = form_of(first_attack(cast, "exalted2e"))
    values = {key.removeprefix("m."): value for key, value in blow.items() if key.startswith("m.")}
    teller = cast.membership(cast.storyteller)
    act(cast, teller, BattleMove({"kind": blow["kind"], **values, "magic_reroll": True}))
    battle = get_system("exalted2e").battle
    answer = next(one for one in battle.legal_moves(fight(cast), STORYTELLER) if one.move == "AnswerDefense")
    act(cast, teller, BattleMove(fill_form(answer)))
    left, used = [one for one in battle.legal_moves(fight(cast), STORYTELLER) if one.move == "AnswerReroll"]
    hand = Hand(gather_board(read_facts(cast.scene.pk), seat_class_of(teller)))
    opened = find_card(hand, f"card-{left.prompt}", "en")
    assert opened is not None
    for offer, reroll in ((left, "false"), (used, "true")):
        assert opened["card"]["offers"][form_id(offer)]["has_preview"]
        assert "to succeed" in ask(cast.storyteller, cast, **{**form_of(offer), "m.reroll": reroll})[1]


def test_an_answer_that_no_dice_decide_tells_what_comes_of_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a ward, which takes levels off damage that was rolled."""
    sure = Odds(((2, Fraction(1)),), Fraction(1), Fraction(0), Fraction(2))
    found = Chances(POOL, sure, is_struck=True, told=Text("{levels}.", levels=count_levels(2, "lethal")))
    monkeypatch.setattr(views, "preview_attack", lambda context, asked: found)
    status, html = ask(cast.storyteller, cast, place="odds-o-x", move="BattleMove", kind="AnswerWard")
    assert status == 200
    assert html.count("2 lethal levels.") == 2  # in the odds, and beside their name for those who listen
    assert "to be hit" not in html
    assert "hist" not in html


def test_what_is_refused_has_no_number_beside_its_target(db: None) -> None:
    cast = gather_cast("exalted3e")
    query = {**form_of(first_attack(cast, "exalted3e")), "m.motes": "30"}
    status, html = ask(cast.storyteller, cast, place="odds-o-x", **query)
    assert status == 400
    assert '<span class="choice__when" id="o-x-target-1-when" hx-swap-oob="true"></span>' in html


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004"])
def test_the_odds_of_an_order_are_those_of_whose_form_it_is(db: None, system: str) -> None:
    cast = gather_cast(system)
    plain = form_of(first_attack(cast, system))
    alone = ask(cast.storyteller, cast, place="odds-o-x", **plain)
    assert alone[0] == 200
    assert ask(cast.storyteller, cast, place="odds-o-x", **plain, **{"m.order_others": "all:Guard"}) == alone


@pytest.mark.parametrize("place", ["", "refusal", "odds-<b>", "odds-" + "x" * 200])
def test_only_the_odds_of_a_form_bring_numbers_along(db: None, place: str) -> None:
    cast = gather_cast("exalted3e")
    html = ask(cast.storyteller, cast, place=place, **form_of(first_attack(cast, "exalted3e")))[1]
    assert "to succeed" in html
    assert "hx-swap-oob" not in html


def first_attack(cast: Cast, system: str) -> Offer:
    """Two fight, side by side; the first attack that is offered to whoever acts."""
    teller = cast.membership(cast.storyteller)
    for move in (OpenBattle(), BringIn((str(cast.heroine.pk),), "road"), BringIn((str(cast.warden.pk),), "bridge")):
        act(cast, teller, move)
    act(cast, teller, BattleMove({"kind": "StartBattle"}))
    if system == "exalted3e":
        here, there = sorted((one.id for one in fight(cast).combatants), key=lambda id: id != fight(cast).current)
        act(cast, teller, BattleMove({"kind": "MoveBand", "actor": here, "toward": there}))
    offers = get_system(system).battle.legal_moves(fight(cast), STORYTELLER)
    return next(offer for offer in offers if offer.has_preview and not offer.reason and has_odds(offer))


def has_odds(offer: Offer) -> bool:
    return any(choice.odds is not None for field in offer.fields for choice in field.choices)


def form_of(offer: Offer) -> dict[str, str]:
    """An offer's form as it stands, at its first target."""
    values = {name: str(value) for name, value in offer.fixed.items()}
    values |= {one.name: one.choices[0].value for one in offer.fields if one.name in TARGETS}
    return {"move": "BattleMove", "kind": offer.move, **{f"m.{name}": value for name, value in values.items()}}


def waiting(sentence: str) -> str:
    """An answer that there are no odds yet: no error."""
    return f'<p class="hint">{sentence}</p>\n'


def act(cast: Cast, membership: Membership, move: Move) -> None:
    submit(membership, cast.scene, uuid.uuid4(), None, move, SeededRoller(3))


def fight(cast: Cast) -> Any:
    return load_state(get_system(cast.series.system), Table.objects.get(scene=cast.scene)).battle


def test_where_anothers_roll_decides_no_bar_is_enough_by_itself() -> None:
    mine = odds(TENS, 6, difficulty=0)
    drawn = draw_odds(odds_against(mine, (odds(TENS, 4, difficulty=0),)), POOL.dice, "exalted3e")
    assert drawn.contested
    assert drawn.success
    assert not any(bar.reaches for bar in drawn.bars)
    assert not draw_odds(odds(TENS, 6, difficulty=2), POOL.dice, "exalted3e").contested


def test_a_stunt_that_was_awarded_is_in_the_odds_as_in_the_roll(cast: Cast) -> None:
    key = str(cast.heroine.pk)
    query = {"character": key, "r.attribute": "dexterity", "r.ability": "athletics"}
    users = (cast.player, cast.storyteller)
    before = [ask(user, cast, **query)[1] for user in users]
    submit(cast.membership(cast.storyteller), cast.scene, uuid.uuid4(), None, AwardStunt(key, 2))
    awarded = [ask(user, cast, **query)[1] for user in users]
    claimed = ask(cast.player, cast, **query, **{"r.stunt": "2"})[1]
    assert awarded == [claimed, claimed] != before
    assert ask(cast.storyteller, cast, **query, secret="storyteller")[1] == before[1]
