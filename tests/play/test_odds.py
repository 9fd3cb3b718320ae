"""The chances of a roll or an attack: who may ask, what is told, and what a bad question gets."""

import uuid
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Membership, Series, User
from play.commands.moves import AwardStunt, BattleMove, BringIn, OpenBattle
from play.commands.submit import submit
from play.commands.tasks.chances import Chances
from play.models import Table
from play.offers.cards import form_id
from play.offers.fields import TARGETS
from play.offers.odds import MAX_COLUMNS, compute_odds
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
from tests.play.facts_of import facts_of

POOL = Pool(Text("Test"), (), 8)
TENS = FaceRule(7)


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted2e")


def ask(user: User, cast: Cast, **query: str) -> tuple[int, Any]:
    """The status, and what is told."""
    client = Client()
    client.force_login(user)
    answer = client.get(f"/scenes/{cast.scene.pk}/stage/odds/", query)
    return answer.status_code, answer.json() if answer.status_code != 404 else {}


def test_filled_bars_are_those_that_reach_the_difficulty() -> None:
    told = compute_odds(odds(TENS, 8, difficulty=3), POOL.dice, "exalted2e")
    assert [column.total for column in told.columns if not column.reaches] == ["0", "1", "2"]


def test_many_totals_share_the_last_bar() -> None:
    told = compute_odds(odds(TENS, 20, difficulty=1), POOL.dice, "exalted2e")
    assert len(told.columns) <= MAX_COLUMNS
    assert told.columns[-1].total.endswith("+")
    assert sum(int(column.percent or 0) for column in told.columns) == pytest.approx(100, abs=4)


def test_a_roll_that_cannot_succeed_fills_no_bar() -> None:
    told = compute_odds(odds(TENS, 1, difficulty=9), POOL.dice, "exalted2e")
    assert not any(column.reaches for column in told.columns)
    assert told.success == "0 %"


def test_a_certain_roll_is_one_bar() -> None:
    sure = Odds(((2, Fraction(1)),), Fraction(1), Fraction(0), Fraction(2))
    (column,) = compute_odds(sure, POOL.dice, "wod2004").columns
    assert (column.total, column.percent, column.reaches) == ("2", "100", True)


def test_the_worst_has_the_books_name() -> None:
    assert compute_odds(odds(TENS, 2), POOL.dice, "wod2004").worst == "dramatic failure"
    assert compute_odds(odds(TENS, 2), POOL.dice, "v20da").worst == "botch"


def test_a_pool_without_dice_is_a_chance_roll_where_the_book_has_one() -> None:
    none = Pool(Text("Test"), (), 0)
    assert [compute_odds(odds(TENS, 1), none.dice, key).chance_roll for key in ("wod2004", "exalted2e")] == [
        True,
        False,
    ]
    assert not compute_odds(odds(TENS, 2), POOL.dice, "wod2004").chance_roll


@pytest.mark.parametrize("who", ["storyteller", "player"])
def test_whoever_may_roll_sees_the_chances_and_the_pool(cast: Cast, who: str) -> None:
    query = {"character": str(cast.heroine.pk), "r.attribute": "dexterity", "r.ability": "athletics"}
    status, told = ask(getattr(cast, who), cast, **query)
    assert status == 200
    assert told["says"].endswith(" % to succeed")
    assert sum(bar["share"] for bar in told["bars"]) == pytest.approx(1, abs=0.01)
    assert told["sum"][0]["rule"].startswith("2E-")


@pytest.mark.parametrize(("who", "wanted"), [("rival", 400), ("spectator", 400), ("stranger", 404)])
def test_nobody_else_learns_anything(cast: Cast, who: str, wanted: int) -> None:
    status, told = ask(getattr(cast, who), cast, character=str(cast.heroine.pk), **{"r.attribute": "dexterity"})
    assert status == wanted
    assert not {*told} - {"says"}
    assert cast.heroine.name not in str(told)


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
    status, told = ask(cast.player, cast, **{"character": str(cast.heroine.pk), **query})
    assert status in (400, 409)
    assert [*told] == ["says"]
    assert told["says"]


def test_nothing_is_written(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.player)
    assert client.post(f"/scenes/{cast.scene.pk}/stage/odds/").status_code == 405


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_the_first_answers_of_every_systems_form_have_odds(db: None, system: str) -> None:
    cast = gather_cast(system)
    sheet = cast.heroine.parsed_sheet()
    fields = get_system(system).rolls.fields(sheet)
    query = {f"r.{f.name}": str(f.initial) for f in fields if f.kind in ("choice", "number") and f.initial is not None}
    status, told = ask(cast.player, cast, character=str(cast.heroine.pk), **query)
    assert (status, bool(told["bars"])) == (200, True), told


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
    assert "Ember Arc" in str(lit[1]["sum"])
    assert "Ember Arc" not in str(plain[1]["sum"])
    assert "to succeed" in lit[1]["says"]
    status, shown = ask(cast.player, cast, **asked)
    assert status == 200
    assert "The number needed is secret" in shown["note"]
    assert ask(cast.rival, cast, **asked)[0] == 409
    assert ask(cast.player, cast, **{**asked, "m.target": "nobody"})[0] == 409
    guard = {"move": "BattleMove", "kind": "TakeGuard", "m.actor": attacker}
    assert "That does not need an immediate roll" in ask(cast.player, cast, **guard)[1]["says"]
    del asked["m.target"]
    status, shown = ask(cast.player, cast, **asked)
    assert (status, shown["says"]) == (200, "Odds appear once you choose the rest.")
    flurry = {"move": "BattleMove", "kind": "DeclareFlurry", "m.actor": attacker}
    for parts in ({}, {"m.parts": f"attack:slashing_sword:{target}"}):
        status, shown = ask(cast.player, cast, **flurry, **parts)
        assert (status, shown["says"]) == (200, "A flurry has 2 to 10 actions.")


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004"])
def test_the_number_beside_a_target_is_that_of_the_odds_while_the_form_is_filled_in(db: None, system: str) -> None:
    cast = gather_cast(system)
    offer = first_attack(cast, system)
    target = next(field for field in offer.fields if field.name in TARGETS)
    plain = form_of(offer)
    lit = {**plain, "m.willpower": "true"}
    numbers = []
    for query in (plain, lit, {key: value for key, value in lit.items() if key != f"m.{target.name}"}):
        told = ask(cast.storyteller, cast, **query)[1]
        numbers.append(told["choices"][f"m.{target.name}"][target.choices[0].value]["percent"])
        if "to succeed" in told["says"]:
            assert told["says"] == f"{numbers[-1]} to succeed"
    first, second, open_yet = numbers
    assert first == percent(target.choices[0].odds or 0)
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
    told = [ask(cast.storyteller, cast, **plain, **more)[1] for more in ({}, {"m.stunt": "2"})]
    first, second = (one["says"].partition(" to be hit")[0] for one in told)
    assert first != second
    assert all({*one} <= {"says", "choices"} for one in told)
    if system == "exalted2e":
        assert told[1]["choices"]["m.mode"]["dodge"]["says"] == f"{second} to hit you"


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
    card = facts_of(cast.scene, teller)["hand"]["cards"][f"card-{left.prompt}"]
    for offer, reroll in ((left, "false"), (used, "true")):
        assert card["offers"][form_id(offer)]["has_preview"]
        assert "to succeed" in ask(cast.storyteller, cast, **{**form_of(offer), "m.reroll": reroll})[1]["says"]


def test_an_answer_that_no_dice_decide_tells_what_comes_of_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a ward, which takes levels off damage that was rolled."""
    sure = Odds(((2, Fraction(1)),), Fraction(1), Fraction(0), Fraction(2))
    found = Chances(POOL, sure, is_struck=True, sentence=Text("{levels}.", levels=count_levels(2, "lethal")))
    monkeypatch.setattr(views, "preview_attack", lambda context, asked: found)
    asked = {"move": "BattleMove", "kind": "AnswerWard"}
    assert ask(cast.storyteller, cast, **asked) == (200, {"says": "2 lethal levels."})


def test_what_is_refused_has_no_number_beside_its_target(db: None) -> None:
    cast = gather_cast("exalted3e")
    query = {**form_of(first_attack(cast, "exalted3e")), "m.motes": "30"}
    status, told = ask(cast.storyteller, cast, **query)
    assert (status, {*told} - {"choices"}) == (400, {"says"})
    assert not any(likely["percent"] for likely in told.get("choices", {}).get("m.target", {}).values())


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004"])
def test_the_odds_of_an_order_are_those_of_whose_form_it_is(db: None, system: str) -> None:
    cast = gather_cast(system)
    plain = form_of(first_attack(cast, system))
    alone = ask(cast.storyteller, cast, **plain)
    assert alone[0] == 200
    assert ask(cast.storyteller, cast, **plain, **{"m.order_others": "all:Guard"}) == alone


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
    values |= {one.name: str(one.initial) for one in offer.fields if one.kind == "choice" and one.initial}
    values |= {one.name: one.choices[0].value for one in offer.fields if one.name in TARGETS}
    return {"move": "BattleMove", "kind": offer.move, **{f"m.{name}": value for name, value in values.items()}}


def act(cast: Cast, membership: Membership, move: Move) -> None:
    submit(membership, cast.scene, uuid.uuid4(), None, move, SeededRoller(3))


def fight(cast: Cast) -> Any:
    return load_state(get_system(cast.series.system), Table.objects.get(scene=cast.scene)).battle


def test_where_anothers_roll_decides_no_bar_is_enough_by_itself() -> None:
    mine = odds(TENS, 6, difficulty=0)
    told = compute_odds(odds_against(mine, (odds(TENS, 4, difficulty=0),)), POOL.dice, "exalted3e")
    assert told.contested
    assert told.success
    assert not any(column.reaches for column in told.columns)
    assert not compute_odds(odds(TENS, 6, difficulty=2), POOL.dice, "exalted3e").contested


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
