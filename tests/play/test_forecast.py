"""The forecast of a fight, the Storyteller's and a player's: who may ask, what is told, and how it ends."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from celery import current_app
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from campaigns.models import Role, User
from campaigns.series.members.services import change_role
from play.commands.moves import BattleMove, BringIn, OpenBattle
from play.html.forecast import draw_forecast
from play.seats import forecasts
from play.seats.facts import load_facts, seat_class_of
from rules import SYSTEMS, get_system
from rules.battle import Json, Seat
from rules.codec import decode, encode
from rules.forecast import Forecast
from rules.forecast.results import Chance
from rules.forecast.stream import answer
from rules.text import Text
from tests.cast import SECRET, Cast, gather_cast
from tests.play.test_odds import act, fight
from tests.rules.forecast.test_seen import SECRETS, with_other_secrets

pytestmark = pytest.mark.walk

FIGHTS = 60


def begin(cast: Cast) -> None:
    """Two stand against each other, and the fight has not begun."""
    teller = cast.membership(cast.storyteller)
    for move in (OpenBattle(), BringIn((str(cast.heroine.pk),), "road"), BringIn((str(cast.warden.pk),), "bridge")):
        act(cast, teller, move)


def question(cast: Cast, **changed: Json) -> dict[str, Json]:
    return {
        "system": cast.series.system, "state": encode(fight(cast)), "tactics": {"road": "spending"}, "runs": FIGHTS,
        "seed": 4, **changed,
    }  # fmt: skip


ANSWERED = list[Mapping[str, Json]]()
"""The answers to the question, which are the same for every cast: what matters most is found in thousands of fights."""


def list_answers(cast: Cast) -> Sequence[Mapping[str, Json]]:
    if not ANSWERED:
        ANSWERED.extend(answer(question(cast)))
    return ANSWERED


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    cache.clear()
    yield gather_cast("wod2004")
    cache.clear()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """What is asked of the worker."""
    asked: list[tuple[int, str]] = []
    monkeypatch.setattr(current_app, "send_task", lambda _name, args: asked.append(tuple(args)))
    return asked


def look(user: User, cast: Cast, **headers: str) -> tuple[int, str]:
    client = Client()
    client.force_login(user)
    seen = client.get(reverse("forecast", args=[cast.scene.pk]), headers=headers)
    return seen.status_code, seen.content.decode()


def ask(user: User, cast: Cast, **form: str) -> tuple[int, str]:
    client = Client()
    client.force_login(user)
    form = form or {"tactic-0": "weakest", "tactic-1": "dangerous"}
    seen = client.post(reverse("forecast", args=[cast.scene.pk]), form)
    return seen.status_code, seen.content.decode()


def find(user: User, cast: Cast) -> forecasts.ForecastQuestion | None:
    return forecasts.find_forecast(user, cast.scene, seat_class_of(cast.membership(user))[0])


def play(monkeypatch: pytest.MonkeyPatch, lines: Sequence[Mapping[str, Any]]) -> None:
    """Let these be the answers, in place of those of a process."""

    @contextmanager
    def fights(_question: object) -> Iterator[Iterator[Mapping[str, Any]]]:
        yield iter(lines)

    monkeypatch.setattr(forecasts, "_play", fights)


def test_a_process_answers_with_more_and_more_fights_and_then_with_what_matters(cast: Cast) -> None:
    begin(cast)
    *told, numbers = answer(question(cast, runs=500))
    answers = [decode(Forecast, line["forecast"]) for line in told]
    assert [one.fights for one in answers] == [200, 400, 500]
    assert set(answers[-1].sides) == {"road", "bridge"}
    assert len(numbers["numbers"]) == 3


def test_a_process_refuses_with_a_sentence(cast: Cast) -> None:
    begin(cast)
    (line,) = answer(question(cast, tactics={"nowhere": "weakest"}))
    assert "There is no side" in str(line["refusal"])


def test_a_real_process_plays_the_fights_of_the_page(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "RUNS", FIGHTS)
    begin(cast)
    assert ask(cast.storyteller, cast)[0] == 302
    assert "Starting the fights." in look(cast.storyteller, cast)[1]
    forecasts.work_out_forecast(*sent[0])
    asked = find(cast.storyteller, cast)
    assert asked is not None
    assert asked.decode_forecast() is not None


def test_the_page_says_that_a_duel_is_exact_and_who_is_out_already(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    first, *_ = list_answers(cast)
    told = replace(decode(Forecast, first["forecast"]), fights=0, asked=0, is_exact=True, out=(("Vey", Text("left")),))
    play(monkeypatch, [{"forecast": encode(told)}, {"numbers": []}])
    ask(cast.storyteller, cast)
    forecasts.work_out_forecast(*sent[0])
    html = look(cast.storyteller, cast)[1]
    assert "A duel, exact: all possible dice were counted." in html
    assert "Already out: Vey (left)." in html
    assert " fights of " not in html


def test_the_page_shows_who_wins_who_falls_and_what_matters(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.storyteller, cast)
    forecasts.work_out_forecast(*sent[0])
    html = look(cast.storyteller, cast, **{"HX-Request": "true"})[1]
    assert html.startswith('<section id="forecast"')
    assert "hx-get" not in html
    for words in (
        '<th scope="row" dir="auto">road</th>',
        '<th scope="row" dir="auto">bridge</th>',
        cast.heroine.name,
        "What matters most",
        f"{FIGHTS} fights of {FIGHTS}",
    ):
        assert words in html


def test_on_a_phone_each_cell_says_what_it_is_in_the_words_of_its_column(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.storyteller, cast)
    forecasts.work_out_forecast(*sent[0])
    html = look(cast.storyteller, cast)[1]
    (table,) = re.findall(r'<table class="[^"]*counts--stacked".*?</table>', html, re.DOTALL)
    who, *columns = re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', table)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table.partition("<tbody")[2], re.DOTALL)
    assert (who, len(rows)) == ("Who", 2)
    assert all(re.findall(r'data-label="([^"]+)"', row) == columns for row in rows)
    assert "scrollx" not in html


def test_where_none_can_be_made_the_page_says_so_before_anybody_asks(cast: Cast) -> None:
    teller = cast.membership(cast.storyteller)
    for move in (OpenBattle(), BringIn((str(cast.heroine.pk),), "road")):
        act(cast, teller, move)
    html = look(cast.storyteller, cast)[1]
    assert "A forecast needs someone standing on at least two sides." in html
    assert "Play 10,000 fights" not in html


def test_thousands_are_written_as_the_reader_writes_them() -> None:
    forecaster = get_system("wod2004").get_forecaster()
    chance = Chance(60, 60)
    told = Forecast(1200, 10000, 99, {"road": chance}, Chance(0, 60), ((3, 60),), ())
    with override("fi"):
        assert draw_forecast(forecaster, told, ()).progress == ("1\xa0200", "10\xa0000")


@pytest.mark.parametrize(("who", "status"), [("spectator", 403), ("stranger", 404)])
def test_who_has_no_character_neither_asks_nor_reads(
    cast: Cast, sent: list[tuple[int, str]], who: str, status: int
) -> None:
    begin(cast)
    ask(cast.storyteller, cast)
    user = getattr(cast, who)
    for got, html in (look(user, cast), look(user, cast, **{"HX-Request": "true"}), ask(user, cast)):
        assert got == status
        assert cast.warden.name not in html
    assert len(sent) == 1


def test_a_player_who_does_not_fight_is_told_so_and_learns_nothing(cast: Cast, sent: list[tuple[int, str]]) -> None:
    begin(cast)
    for _, html in (look(cast.rival, cast), look(cast.rival, cast, **{"HX-Request": "true"}), ask(cast.rival, cast)):
        assert cast.warden.name not in html
    assert "A forecast needs one of your characters in the fight." in look(cast.rival, cast)[1]
    assert ask(cast.rival, cast)[0] == 409
    assert not sent


def test_the_table_leads_those_who_fight_to_their_forecast(cast: Cast) -> None:
    begin(cast)
    client, place = Client(), reverse("forecast", args=[cast.scene.pk])
    tool = reverse("stage_tool", args=[cast.scene.pk, "scene"])
    led = []
    for user in cast.members:
        client.force_login(user)
        if place in str(client.get(tool).json()["links"]):
            led.append(user)
    assert led == [cast.storyteller, cast.co_storyteller, cast.player]


def find_id(cast: Cast, name: str) -> str:
    return str(next(one.id for one in fight(cast).combatants if one.name == name))


def test_a_player_guesses_the_figures_of_others_and_is_told_as_what_they_were_taken(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    html = look(cast.player, cast)[1]
    assert f"Your guess of {cast.warden.name}’s values" in html
    assert '<option value="officer" selected>' in html
    assert f"Your guess of {cast.heroine.name}’s values" not in html
    play(monkeypatch, list_answers(cast))
    form = {"tactic-0": "weakest", "tactic-1": "weakest", f"taken-{find_id(cast, cast.warden.name)}": "soldier"}
    assert ask(cast.player, cast, **form)[0] == 302
    forecasts.work_out_forecast(*sent[0])
    html = look(cast.player, cast)[1]
    assert "road wins" in html
    assert f"Treated as {get_system('wod2004').sheets.archetypes['soldier']}: {cast.warden.name}." in html


def test_what_is_asked_is_played_by_a_real_process_for_a_player_too(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "RUNS", FIGHTS)
    begin(cast)
    act(cast, cast.membership(cast.storyteller), BattleMove({"kind": "StartBattle"}))
    ask(cast.player, cast)
    forecasts.work_out_forecast(*sent[0])
    asked = find(cast.player, cast)
    assert asked is not None
    told = asked.decode_forecast()
    assert told is not None
    assert {person.name for person in told.people} == {cast.heroine.name, cast.warden.name}


@pytest.mark.parametrize("archetype", ["", "nobody", "x" * 5000, "\x00", "../thug", "['thug']"])
def test_an_archetype_that_the_form_does_not_offer_is_refused_in_a_sentence(
    cast: Cast, sent: list[tuple[int, str]], archetype: str
) -> None:
    begin(cast)
    form = {"tactic-0": "weakest", "tactic-1": "weakest", f"taken-{find_id(cast, cast.warden.name)}": archetype}
    status, html = ask(cast.player, cast, **form)
    assert (status, "There is no archetype" in html) == (409, True)
    assert not sent


def test_fields_of_people_who_are_not_there_change_nothing(cast: Cast, sent: list[tuple[int, str]]) -> None:
    begin(cast)
    form = {"tactic-0": "weakest", "tactic-1": "weakest", "tactic-9": "weakest", "taken-nobody": "nobody"}
    assert ask(cast.player, cast, **form)[0] == 302
    asked = find(cast.player, cast)
    assert asked is not None
    assert dict(asked.taken) == {find_id(cast, cast.warden.name): "officer"}


@pytest.mark.parametrize("system", SECRETS)
def test_secrets_change_neither_what_the_simulator_is_told_for_a_player_nor_her_page(
    db: None, sent: list[tuple[int, str]], system: str
) -> None:
    cast = gather_cast(system)
    seat, _ = seat_class_of(cast.membership(cast.player))
    begin(cast)
    ask(cast.player, cast)
    asked, facts = find(cast.player, cast), load_facts(cast.scene.pk)
    assert asked is not None
    question, page = json.dumps(forecasts.make_question(facts, seat, asked)), read_body(cast)
    act(cast, cast.membership(cast.storyteller), BringIn((str(cast.lurker.pk),), f"{SECRET} side", hidden=True))
    facts = load_facts(cast.scene.pk)
    battle = with_other_secrets(facts.system, facts.state.battle, seat)
    assert len(battle.combatants) == 3
    other = replace(facts, state=replace(facts.state, battle=battle))
    assert json.dumps(forecasts.make_question(other, seat, asked)) == question
    assert read_body(cast) == page
    assert SECRET not in question + page


def read_body(cast: Cast) -> str:
    """The player's page of her forecast, without what is new in each answer."""
    html = look(cast.player, cast)[1]
    return re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", html[html.index("<main") :])


def test_what_happens_in_secret_does_not_make_a_players_forecast_old(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.player, cast)
    ask(cast.storyteller, cast)
    act(cast, cast.membership(cast.storyteller), BringIn((str(cast.lurker.pk),), "bridge", hidden=True))
    forecasts.work_out_forecast(*sent[0])
    forecasts.work_out_forecast(*sent[1])
    html = look(cast.player, cast)[1]
    assert "road wins" in html
    assert "The fight has moved on" not in html
    assert "The fight has moved on" in look(cast.storyteller, cast)[1]


def test_everybody_has_a_forecast_of_their_own(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.storyteller, cast)
    forecasts.work_out_forecast(*sent[0])
    assert "Results" not in look(cast.player, cast)[1]
    ask(cast.player, cast)
    assert "Starting the fights." in look(cast.player, cast)[1]
    assert "road wins" in look(cast.storyteller, cast)[1]


def test_who_has_left_the_series_meanwhile_gets_nothing(cast: Cast, sent: list[tuple[int, str]]) -> None:
    begin(cast)
    ask(cast.player, cast)
    cast.membership(cast.player).delete()
    forecasts.work_out_forecast(*sent[0])
    asked = forecasts.find_forecast(cast.player, cast.scene, Seat())
    assert asked is not None
    assert (asked.state, asked.decode_forecast()) == ("refused", None)


def test_who_is_no_storyteller_any_more_reads_nothing_of_the_real_fight(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    ask(cast.co_storyteller, cast)
    play(monkeypatch, list_answers(cast))
    forecasts.work_out_forecast(*sent[-1])
    assert "wins" in look(cast.co_storyteller, cast)[1]
    shown = find(cast.co_storyteller, cast)
    change_role(cast.membership(cast.storyteller), cast.membership(cast.co_storyteller), Role.PLAYER)
    assert (shown is not None, find(cast.co_storyteller, cast)) == (True, None)
    assert look(cast.co_storyteller, cast)[0] == 200


def test_what_cannot_be_forecast_is_told(cast: Cast, sent: list[tuple[int, str]]) -> None:
    assert "There is no fight here." in look(cast.storyteller, cast)[1]
    assert ask(cast.storyteller, cast)[0] == 409
    begin(cast)
    status, html = ask(cast.storyteller, cast, **{"tactic-0": "cowardly", "tactic-1": "weakest"})
    assert (status, "Choose how road fights." in html) == (409, True)
    assert not sent


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_tactic_of_one_game_is_offered_and_taken_there_alone(
    db: None, sent: list[tuple[int, str]], system: str
) -> None:
    cast, is_its_own = gather_cast(system), system == "exalted2e"
    begin(cast)
    assert ('<option value="flurry"' in look(cast.storyteller, cast)[1]) == is_its_own
    status, _html = ask(cast.storyteller, cast, **{"tactic-0": "flurry", "tactic-1": "weakest"})
    assert (status, len(sent)) == ((302, 1) if is_its_own else (409, 0))


def test_a_new_one_ends_the_one_before(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.storyteller, cast)
    ask(cast.storyteller, cast)
    forecasts.work_out_forecast(*sent[0])
    assert "Starting the fights." in look(cast.storyteller, cast)[1]
    forecasts.work_out_forecast(*sent[1])
    assert '<th scope="row" dir="auto">road</th>' in look(cast.storyteller, cast)[1]
    ask(cast.storyteller, cast, stop="1")
    assert "Results" not in look(cast.storyteller, cast)[1]


def test_nobody_looks_and_it_is_given_up(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.storyteller, cast)
    cache.delete(f"forecast-looked-at:{cast.storyteller.pk}")
    forecasts.work_out_forecast(*sent[0])
    asked = find(cast.storyteller, cast)
    assert asked is not None
    assert asked.decode_forecast() is None


@pytest.mark.parametrize(
    ("lines", "words"),
    [([], "The fights could not be run."), (["forecast"], "Time ran out after"), (["refusal"], "no side")],
)
def test_every_end_is_told(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch, lines: list[str], words: str
) -> None:
    begin(cast)
    told = [*list_answers(cast), *answer(question(cast, tactics={"nowhere": "weakest"}))]
    play(monkeypatch, [next(one for one in told if line in one) for line in lines])
    ask(cast.storyteller, cast)
    forecasts.work_out_forecast(*sent[0])
    assert words in look(cast.storyteller, cast)[1]


def test_a_worker_that_died_leaves_a_sentence(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    ask(cast.storyteller, cast)
    monkeypatch.setattr(forecasts, "SILENCE", -1)
    html = look(cast.storyteller, cast)[1]
    assert "The worker stopped responding. Run it again." in html
    assert "hx-get" not in html


def test_a_fight_that_has_gone_on_is_told(
    cast: Cast, sent: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast)
    play(monkeypatch, list_answers(cast))
    ask(cast.storyteller, cast)
    act(cast, cast.membership(cast.storyteller), BattleMove({"kind": "StartBattle"}))
    forecasts.work_out_forecast(*sent[0])
    html = look(cast.storyteller, cast)[1]
    assert "The fight has moved on. Run it again." in html


def test_long_fights_are_gathered_in_few_rows(cast: Cast) -> None:
    begin(cast)
    told = decode(Forecast, list_answers(cast)[0]["forecast"])
    times = tuple((time, 1) for time in range(1, 200))
    picture = draw_forecast(get_system("wod2004").get_forecaster(), replace(told, times=times), ())
    assert len(picture.times) <= 12
    assert sum(row.share for row in picture.times) == pytest.approx(1)
