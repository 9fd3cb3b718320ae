"""The public page of odds: for everybody, exact, with an address for each roll."""

import gzip
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from play.html.public_odds import compare, draw_side
from play.views import public_odds
from rules import SYSTEMS, get_system
from rules.battle.declare import list_fields
from rules.odds import Odds
from rules.system import System
from tests.cast import Cast
from tests.conftest import SignIn

ROLLS = {
    "exalted2e": {"pool": "8", "difficulty": "3"},
    "exalted3e": {"pool": "8", "difficulty": "3"},
    "wod2004": {"pool": "5", "again": "9"},
    "v20da": {"pool": "5", "difficulty": "7", "specialty": "true"},
}


def ask(system: str, **given: str) -> str:
    """What a stranger's browser gets."""
    answer = Client().get(reverse("public_odds", args=[system]), given)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("system", ROLLS)
def test_a_stranger_sees_the_odds_that_the_command_line_tells(system: str) -> None:
    numbers = {name: True if value == "true" else int(value) for name, value in ROLLS[system].items()}
    odds = get_system(system).command.odds(numbers)
    assert f"<b>{round(float(odds.success) * 100)} %</b> to succeed" in ask(system, **ROLLS[system])


@pytest.mark.django_db
@pytest.mark.parametrize("system", ROLLS)
def test_one_more_die_is_weighed(system: str) -> None:
    page = ask(system, **ROLLS[system])
    assert "One more die: <b>" in page
    assert "(+" in page


@pytest.mark.django_db
def test_tens_count_once_if_the_box_is_empty() -> None:
    plain, ticked = (ask("exalted2e", pool="8", doubles=value) for value in ("false", "true"))
    assert "<b>3.2</b> on average" in plain
    assert "<b>4.0</b> on average" in ticked


@pytest.mark.django_db
def test_two_rolls_are_compared_exactly() -> None:
    page = ask("exalted2e", **{"pool": "1", "vs.pool": "1", "doubles": "false", "vs.doubles": "false"})
    assert "Compare" in page
    assert page.count("<td>24 %</td>") == 2
    assert "<td>52 %</td>" in page


def test_a_comparison_counts_every_pair() -> None:
    def even(*totals: int) -> Odds:
        share = Fraction(1, len(totals))
        return Odds(tuple((n, share) for n in totals), Fraction(1), Fraction(0), Fraction(0))

    found = compare(even(0, 2, 3), even(1, 2))
    assert found is not None
    assert (found.first, found.tie, found.second) == ("50 %", "17 %", "33 %")
    assert compare(even(0), None) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"pool": "999"}, "Dice pool must be 0 to 200, not 999."),
        ({"pool": "many"}, "must be a whole number"),
        ({"pool": "3", "doubles": "perhaps"}, "must be yes or no"),
        ({"pool": "3", "vs.pool": "-1"}, "Dice pool must be 0 to 200, not -1."),
    ],
)
def test_what_cannot_be_rolled_is_told(given: dict[str, str], said: str) -> None:
    answer = Client().get(reverse("public_odds", args=["exalted2e"]), given)
    assert answer.status_code == 400
    assert said in answer.content.decode().replace("&#x27;", "'")


@pytest.mark.django_db
def test_the_first_address_leads_to_a_game_and_an_unknown_game_to_nothing() -> None:
    assert Client().get(reverse("odds")).url == reverse("public_odds", args=[next(iter(SYSTEMS))])  # type: ignore[attr-defined]
    assert Client().get("/odds/nothing/").status_code == 404


@pytest.mark.django_db
def test_the_empty_page_asks_and_tells_nothing() -> None:
    page = ask("exalted2e")
    assert "to succeed" not in page
    assert 'name="pool"' in page


@pytest.mark.django_db
def test_the_page_with_its_stylesheet_is_under_50_kilobytes_and_loads_nothing_else() -> None:
    page = ask("exalted2e", **{"pool": "8", "vs.pool": "9"})
    folder = Path(settings.BASE_DIR) / "static" / "css"
    style = (folder / "odds.css").read_text()
    style = re.sub(r'@import url\("(\w+\.css)"\);', lambda found: (folder / found[1]).read_text(), style)
    assert len(gzip.compress(page.encode())) + len(gzip.compress(style.encode())) < 50_000
    assert "<script" not in page
    assert ".woff2" not in page + style


@pytest.mark.django_db
def test_a_member_is_shown_no_words_of_other_pages_there(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get(reverse("public_odds", args=["v20da"])).content.decode()
    assert "You are offline" not in page
    assert "data-bell" not in page


@pytest.mark.django_db
def test_a_game_of_a_package_has_its_odds(toy: System) -> None:
    assert 'name="pool"' in ask(toy.key)
    assert "<b>88 %</b> to succeed" in ask(toy.key, pool="3")


@pytest.mark.django_db
def test_figures_have_the_decimal_sign_of_the_reader() -> None:
    address = reverse("public_odds", args=["exalted3e"])
    page = Client(headers={"accept-language": "fi"}).get(address, ROLLS["exalted3e"]).content.decode()
    assert "<b>4,0</b>" in page
    assert re.search(r"\(\+\d+,\d ", page)
    assert "under 1" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("system", ROLLS)
def test_an_attack_is_told_with_its_damage_as_the_rules_count_it(system: str) -> None:
    rules = get_system(system).strike
    assert rules is not None
    page = ask(system, **{"hit.pool": "7", "hit.enough": "2"})
    for one in rules.foresee({"pool": 7, "enough": 2}):
        assert f'<td class="num">{one.value}</td>' in page
    assert "to succeed" not in page


@pytest.mark.django_db
def test_several_rolls_tell_the_chance_after_each() -> None:
    """One die of the Second Edition whose tens count once: 4 of 10 faces succeed."""
    page = ask("exalted2e", pool="1", doubles="false", rolls="3", goal="2")
    assert re.findall(r'<td class="num">([^<]+)</td>', page) == ["0 %", "16 %", "35 %"]
    assert "2 successes or more" in page
    assert "2 successes or more" not in ask("exalted2e", pool="1", doubles="false", rolls="1", goal="2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"hit.pool": "51"}, "Attack dice must be 0 to 50, not 51."),
        ({"hit.pool": "5", "hit.soak": "x"}, "must be a whole number"),
        ({"pool": "5", "rolls": "21"}, "Number of rolls must be 1 to 20, not 21."),
        ({"pool": "5", "rolls": "3", "goal": "0"}, "Total successes needed must be 1 to 100, not 0."),
    ],
)
def test_an_attack_or_several_rolls_that_cannot_be_made_are_told(given: dict[str, str], said: str) -> None:
    answer = Client().get(reverse("public_odds", args=["exalted2e"]), given)
    assert answer.status_code == 400
    assert said in answer.content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize("system", ROLLS)
def test_the_largest_attack_takes_no_longer_than_a_moment(system: str) -> None:
    """CPU seconds; anybody may ask."""
    rules = get_system(system).strike
    assert rules is not None
    largest = {field.name: field.high for field in list_fields(rules.numbers) if field.kind == "number"}
    began = time.process_time()
    rules.foresee({**largest, **{name: 6 for name in largest if "difficulty" in name}})
    assert time.process_time() - began < 5


@pytest.mark.django_db
def test_an_address_is_worked_out_once_in_each_language_and_junk_in_it_makes_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked: list[object] = []

    def noted(*args: Any) -> Any:
        worked.append(args)
        return draw_side(*args)

    monkeypatch.setattr(public_odds, "draw_side", noted)
    public_odds.draw_main.cache_clear()
    first = ask("exalted2e", pool="181", difficulty="3")
    assert ask("exalted2e", difficulty="3", pool="181", junk="x").count("<b>") == first.count("<b>")
    assert len(worked) == 2, "the roll, and the one beside it"
    finnish = Client().get("/odds/exalted2e/?pool=181&difficulty=3", headers={"accept-language": "fi"})
    assert "onnistumiseen" in finnish.content.decode() or 'lang="fi"' in finnish.content.decode()
    assert len(worked) == 4
    assert Client().get("/odds/exalted2e/?pool=x").status_code == 400
    assert Client().get("/odds/exalted2e/?pool=x").status_code == 400, "a refusal is remembered as one"
