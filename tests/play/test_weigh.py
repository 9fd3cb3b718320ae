"""What a form tells when it is weighed: who may ask, what is drawn, and what a bad question gets."""

import re
from typing import Any

import pytest
from django.test import Client

from campaigns.models import User
from play.commands.moves import BattleMove, BringIn, OpenBattle
from play.offers.hand import Hand
from play.seats.facts import load_facts, seat_at
from play.seats.gather import gather_board
from play.stage.forms import make_form
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER
from rules.odds import percent
from rules.paths import write_path
from tests.cast import Cast, gather_cast
from tests.play.test_odds import act, fight, first_attack, form_of


def weigh(user: User, cast: Cast, **query: str) -> tuple[int, Any]:
    client = Client()
    client.force_login(user)
    answer = client.get(f"/scenes/{cast.scene.pk}/stage/outlook/", query)
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def chosen(outlook: Any) -> dict[str, Any]:
    """The way that the form as it stands would go, by the labels of its rows."""
    (way,) = (way for way in outlook["ways"] if way.get("is_chosen"))
    return {row["label"]: row for row in way["rows"]}


def begin(cast: Cast) -> None:
    """Two fight."""
    teller = cast.membership(cast.storyteller)
    for move in (OpenBattle(), BringIn((str(cast.heroine.pk),), "road"), BringIn((str(cast.warden.pk),), "bridge")):
        act(cast, teller, move)
    act(cast, teller, BattleMove({"kind": "StartBattle"}))


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004"])
def test_an_attack_is_weighed_with_the_number_of_its_odds(db: None, system: str) -> None:
    cast = gather_cast(system)
    offer = first_attack(cast, system)
    status, outlook = weigh(cast.storyteller, cast, **form_of(offer))
    assert status == 200
    target = next(field for field in offer.fields if field.name in ("target", "targets"))
    first, *_others = chosen(outlook).values()
    assert first["value"] == percent(target.choices[0].odds or 0)
    rows = [row for way in outlook["ways"] for row in way["rows"]]
    assert len([row for row in rows if "share" in row]) >= 2
    assert all(re.fullmatch(r"(2E|3E|WD)-\d+", row["rule"]) for row in rows if row["rule"])
    assert any(row["rule"] for row in rows)


def test_declarations_are_weighed(db: None) -> None:
    cast = gather_cast("v20da")
    begin(cast)
    offers = get_system("v20da").battle.legal_moves(fight(cast), STORYTELLER)
    offer = next(one for one in offers if one.move == "DeclareActions" and not one.reason and one.fields)
    attack, target = offer.fields
    declared = {"m.attack": attack.choices[0].value, "m.target": target.choices[0].value}
    status, outlook = weigh(cast.storyteller, cast, **{**form_of(offer), **declared})
    assert status == 200
    assert any(way["name"].startswith("2 actions: ") for way in outlook["ways"])
    assert percent(attack.choices[0].odds or 0) in [row["value"] for row in chosen(outlook).values()]


@pytest.mark.parametrize("who", ["rival", "spectator", "stranger"])
def test_only_those_who_may_act_are_told(db: None, who: str) -> None:
    cast = gather_cast("exalted3e")
    offer = first_attack(cast, "exalted3e")
    status, outlook = weigh(getattr(cast, who), cast, **form_of(offer))
    assert status == (404 if who == "stranger" else 409)
    assert not outlook.get("ways")


def test_a_question_that_is_not_finished_is_no_error_and_others_get_a_sentence(db: None) -> None:
    cast = gather_cast("exalted3e")
    form = form_of(first_attack(cast, "exalted3e"))
    status, outlook = weigh(cast.storyteller, cast, **{key: value for key, value in form.items() if key != "m.target"})
    assert (status, outlook["ways"], len(outlook["notes"])) == (200, [], 1)
    nonsense: list[dict[str, Any]] = [
        {**form, "m.target": "nobody"}, {**form, "m.motes": "many"}, {**form, "m.motes": "9" * 9},
        {**form, "kind": "Nothing"}, {**form, "move": "Say"}, {"move": "BattleMove"}, {}, {**form, "m.weapon": "\x00"},
    ]  # fmt: skip
    for query in nonsense:
        status, outlook = weigh(cast.storyteller, cast, **query)
        assert status in (400, 409), query
        assert (outlook["ways"], len(outlook["notes"])) == ([], 1)
    plain = {"move": "BattleMove", "kind": "EndTurn", "m.actor": form["m.actor"]}
    assert weigh(cast.storyteller, cast, **plain)[1]["notes"] == ["That stays secret until it is done."]


def test_nothing_is_weighed_without_a_fight_or_by_post(db: None) -> None:
    cast = gather_cast("exalted3e")
    asked = {"move": "BattleMove", "kind": "Attack", "m.actor": "c1", "m.target": "c2", "m.attack": "withering"}
    assert weigh(cast.storyteller, cast, **asked)[0] == 409
    client = Client()
    client.force_login(cast.storyteller)
    assert client.post(f"/scenes/{cast.scene.pk}/stage/outlook/", asked).status_code == 405


def test_a_player_reads_averages_and_never_the_figures_of_a_foe(db: None) -> None:
    """Two fights that differ in the foe's soak and Hardness alone tell the same, to the letter."""
    told = set()
    for stamina in (1, 5):
        cast = gather_cast("exalted3e")
        for who, wits in ((cast.heroine, 5), (cast.warden, 1)):
            sheet = write_path(who.sheet, "attributes.wits", wits)
            who.sheet = write_path(sheet, "attributes.stamina", stamina if who == cast.warden else 2)
            who.save()
        status, outlook = weigh(cast.player, cast, **form_of(first_attack(cast, "exalted3e")))
        assert status == 200
        assert "about " in str(outlook)
        told.add(re.sub(r"c\d+", "", str(outlook)))
        cast.series.delete()
        User.objects.all().delete()
    assert len(told) == 1


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_forms_that_can_be_weighed_say_so_and_no_others(db: None, key: str) -> None:
    cast = gather_cast(key)
    begin(cast)
    if key == "exalted3e":  # from afar nobody can be struck
        here, there = sorted((one.id for one in fight(cast).combatants), key=lambda id: id != fight(cast).current)
        teller = cast.membership(cast.storyteller)
        act(cast, teller, BattleMove({"kind": "MoveBand", "actor": here, "toward": there}))
    facts = load_facts(cast.scene.pk)
    hand = Hand(gather_board(facts, seat_at(facts, cast.membership(cast.storyteller))))
    battle = get_system(key).battle
    told = set()
    for offer in hand.board.offers:
        if not offer.reason and offer.group == "act":
            form = make_form(hand, offer, "en")
            weighs = battle.can_foresee(offer.move) and bool(form["main"])
            assert form.get("weighs", False) == weighs, offer.label
            told.add(weighs)
    assert told == {True, False}
