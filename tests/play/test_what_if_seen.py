"""What if for players: for which lines, in which fight, and that nothing hidden can be learned from it."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from campaigns.models import User
from play.commands.moves import BattleMove, BringIn, OpenBattle
from play.models import Command
from play.seats import what_if
from play.seats.facts import load_facts, seat_class_of
from play.seats.what_if import Step, begin_branch, find_fork, is_own_turn, play_branch
from play.table.history import state_at
from play.table.seat_log import count_entries, visible_entries
from rules import get_system
from rules.battle import STORYTELLER, Seat
from rules.codec import encode
from rules.defaults import fill_form
from rules.dice import SeededRoller
from rules.errors import IllegalMove
from rules.laws import CANARY
from rules.replay import RecordedMove
from tests.cast import SECRET, Cast, gather_cast
from tests.play.test_odds import act, fight
from tests.rules.forecast.test_seen import with_other_secrets

pytestmark = pytest.mark.walk

KINDS = {"exalted2e": "DeclareAttack", "exalted3e": "WitheringAttack", "wod2004": "Attack", "v20da": "DeclareActions"}
CALM = ("TakeGuard", "EndTurn", "DeclareActions")
"""With what everybody else lets a turn pass, so that who hides is not found."""
OWN, OTHERS = Seat(characters=frozenset({"7", "person:1"})), Seat(characters=frozenset({"8", "person:2"}))


def begin(cast: Cast, *, hides: bool = True) -> None:
    """Two fight, and somebody lies in hiding."""
    teller, shown = cast.membership(cast.storyteller), (str(cast.heroine.pk), str(cast.warden.pk))
    act(cast, teller, OpenBattle())
    for key, side in zip(shown, ("road", "bridge"), strict=True):
        act(cast, teller, BringIn((key,), side))
    if hides:
        act(cast, teller, BringIn((str(cast.lurker.pk),), f"{SECRET} side", hidden=True))
    act(cast, teller, BattleMove({"kind": "StartBattle"}))


def take_turn(cast: Cast) -> int:
    """The heroine's player takes the first turn that is offered, and the others theirs before it.

    Gives the player's count of its line.
    """
    battle, seat = get_system(cast.series.system).battle, seat_of(cast)
    for _ in range(20):
        own = [one for one in battle.legal_moves(fight(cast), seat) if one.group == "act" and not one.reason]
        if mine := [one for one in own if one.move == KINDS[cast.series.system]] or own:
            close = next((one for one in mine if all(field.name != "range" for field in one.fields)), mine[0])
            act(cast, cast.membership(cast.player), BattleMove(fill_form(close)))  # nobody answers a shot
            return find_line(cast)
        offers = battle.legal_moves(fight(cast), STORYTELLER)
        turn = next(one for one in offers if not one.reason and (one.move in CALM or one.group == "answer"))
        act(cast, cast.membership(cast.storyteller), BattleMove(fill_form(turn)))
    raise AssertionError("No turn came.")


def seat_of(cast: Cast) -> Seat:
    return seat_class_of(cast.membership(cast.player))[0]


def find_line(cast: Cast) -> int:
    """The player's count of the first line of the newest command."""
    facts = load_facts(cast.scene.pk)
    command = Command.objects.filter(table=facts.table.pk).exclude(made=[]).order_by("-first")[0]
    later = count_entries(facts.table, seat_of(cast))
    numbers = visible_entries(facts.table, seat_of(cast)).filter(number__gte=command.first).count()
    return later - numbers + 1


def look(user: User, cast: Cast, entry: int, query: str = "", **form: str) -> tuple[int, str]:
    client, url = Client(), f"/scenes/{cast.scene.pk}/what-if/{entry}/{query}"
    client.force_login(user)
    answer = client.post(url, form) if form else client.get(url)
    return answer.status_code, answer.content.decode()


def steps_of(page: str) -> str:
    found = re.search(r'name="steps" value="([^"]*)"', page)
    assert found
    return found[1].replace("&quot;", '"')


@pytest.fixture(params=KINDS)
def taken(request: pytest.FixtureRequest, db: None) -> tuple[Cast, int]:
    cast = gather_cast(request.param)
    begin(cast)
    return cast, take_turn(cast)


def test_a_player_plays_a_turn_of_hers_again_in_a_fight_of_her_guesses(taken: tuple[Cast, int]) -> None:
    cast, line = taken
    status, page = look(cast.player, cast, line)
    assert status == 200
    assert f"Your guess of {cast.warden.name}’s values" in page
    assert "What happened" in page
    assert 'id="now"' not in page
    status, page = look(cast.player, cast, line, steps=steps_of(page), anew="1")
    assert status == 200
    assert 'id="now"' in page
    assert SECRET not in page


def read_steps_at(client: Client, cast: Cast, entry: int) -> Any:
    """What the page fetches when an entry is opened."""
    return client.get(f"/scenes/{cast.scene.pk}/stage/entries/{entry}").json()


def test_a_line_of_her_own_leads_there_and_no_other_does(taken: tuple[Cast, int]) -> None:
    cast, line = taken
    client = Client()
    client.force_login(cast.player)
    led = [number for number in range(1, line + 1) if "what_if" in read_steps_at(client, cast, number)]
    assert led == [line]
    for number in range(1, line):
        assert look(cast.player, cast, number)[0] == 409
    client.force_login(cast.rival)
    assert "what_if" not in read_steps_at(client, cast, line)
    assert look(cast.rival, cast, line)[0] == 409


def test_what_was_answered_does_not_take_it_from_her(db: None) -> None:
    cast = gather_cast("wod2004")
    begin(cast)
    line = take_turn(cast)
    offers = get_system("wod2004").battle.legal_moves(fight(cast), STORYTELLER)
    answer = next(one for one in offers if one.move == "AnswerDefense" and not one.reason)
    act(cast, cast.membership(cast.storyteller), BattleMove(fill_form(answer)))
    client = Client()
    client.force_login(cast.player)
    assert read_steps_at(client, cast, line)["what_if"].endswith(f"/what-if/{line}/")
    happened = find_fork(load_facts(cast.scene.pk), line, seat_of(cast)).happened
    assert any("against Defense" in one.event["line"] for one in happened)
    assert look(cast.player, cast, find_line(cast))[0] == 409


def test_two_fights_that_differ_in_secrets_alone_answer_a_player_the_same(
    taken: tuple[Cast, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever she takes others as, whatever dice she gives, whatever she does instead."""
    cast, line = taken
    facts, seat = load_facts(cast.scene.pk), seat_of(cast)

    def answer() -> str:
        told = []
        for archetype in list(facts.system.sheets.archetypes)[:2]:
            sent = {f"taken-{one.id}": archetype for one in fight(cast).combatants}
            fork = find_fork(facts, line, seat, sent)
            began = begin_branch(facts, fork, SeededRoller(1))
            told.append(encode((fork.state, fork.made, fork.guesses, [one.event for one in fork.happened])))
            told += [encode(offer) for offer in began.here]
            for step in (Step(None, ()), Step(None, (10, 9, 1)), *(Step(fill_form(one), ()) for one in began.here[:2])):
                branch = play_branch(facts, fork, (step,), SeededRoller(1))
                told.append(encode(([one.event for one in branch.lines], branch.throws, branch.questions)))
        return json.dumps(told)

    def with_secrets(*of: Any) -> Any:
        state = state_at(*of)
        return replace(state, battle=with_other_secrets(facts.system, state.battle, seat))

    before = answer()
    monkeypatch.setattr(what_if, "state_at", with_secrets)
    assert answer() == before
    assert SECRET not in before
    assert CANARY not in before


def test_dice_that_fell_in_secret_are_not_told(taken: tuple[Cast, int]) -> None:
    cast, line = taken
    fork = find_fork(load_facts(cast.scene.pk), line, seat_of(cast))
    assert fork.dice == ()
    assert (fork.before, fork.after) == (0, 0)
    assert all(one.seat == STORYTELLER for one in fork.made)


@pytest.mark.parametrize("query", ["nobody", "x" * 3000, "%00", ""])
def test_an_archetype_that_is_not_offered_is_refused_in_a_sentence(db: None, query: str) -> None:
    cast = gather_cast("wod2004")
    begin(cast)
    line = take_turn(cast)
    foe = next(one.id for one in fight(cast).combatants if one.name == cast.warden.name)
    status, page = look(cast.player, cast, line, f"?taken-{foe}={query}&taken-nobody=thug")
    assert (status, "There is no archetype" in page) == (400, True)


def test_what_a_player_did_herself_is_a_turn_of_hers() -> None:
    made = RecordedMove({"kind": "Attack", "actor": "c1"}, OWN, (1, 9))
    assert is_own_turn((made,), OWN)
    assert is_own_turn((made, made), OWN)


@pytest.mark.parametrize(
    "made",
    [
        RecordedMove({"kind": "Attack", "actor": "c1"}),
        RecordedMove({"kind": "Attack", "actor": "c1"}, Seat(storyteller=True, characters=OWN.characters)),
        RecordedMove({"kind": "Attack", "actor": "c1"}, OTHERS),
        RecordedMove({"kind": "AnswerDefense", "actor": "c1", "prompt": "p1"}, OWN),
        RecordedMove({"kind": "AnswerDefense", "prompt": "p1"}, OWN),
        RecordedMove({"kind": "StartBattle"}, OWN),
    ],
)
def test_what_others_did_for_somebody_and_what_was_asked_is_no_turn_of_ones_own(made: RecordedMove) -> None:
    assert not is_own_turn((made,), OWN)
    assert not is_own_turn((RecordedMove({"kind": "Attack", "actor": "c1"}, OWN), made), OWN)
    assert not is_own_turn((), OWN)


def test_a_combatant_that_is_no_longer_hers_has_no_turn_for_her(db: None) -> None:
    cast = gather_cast("wod2004")
    begin(cast)
    line, seat = take_turn(cast), seat_of(cast)
    person = Seat(characters=frozenset(key for key in seat.characters if key.startswith("person:")))
    with pytest.raises(IllegalMove, match="You can’t act for that combatant here"):
        find_fork(load_facts(cast.scene.pk), line, person)
