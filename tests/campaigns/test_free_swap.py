"""With three specialties in an Ability one is swapped for another without points, once in each story (2E-453)."""

import pytest

from campaigns.core.refusals import Refused
from campaigns.experience.proposals import Wish
from campaigns.models import Character, Story
from campaigns.sheets.json import with_values
from rules.raising import WEEK
from tests.campaigns.test_experience import approve, ask, let_pass, sheet
from tests.cast import Cast, gather_cast

FULL = [{"ability": "melee", "name": name, "dots": 1} for name in ("Swords", "Axes", "Spears")]


def swap(old: str, new: str, key: str = "specialty_free_swap") -> Wish:
    return Wish(good=key, trait=f"melee:{old}", name=new)


@pytest.fixture
def cast(db: None) -> Cast:
    cast = gather_cast("exalted2e")
    full = with_values(cast.heroine.sheet, {"abilities.melee": 3, "specialties": FULL})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=full)
    return cast


def test_one_swap_of_a_story_is_free_and_still_trains(cast: Cast) -> None:
    swapped = approve(cast, ask(cast, swap("Axes", "Knives")))
    assert (swapped.points, swapped.seconds) == (0, 3 * WEEK)
    let_pass(cast, 3 * WEEK)
    assert {row["name"] for row in sheet(cast)["specialties"]} >= {"Swords", "Knives", "Spears"}
    with pytest.raises(Refused, match="once a story"):
        ask(cast, swap("Swords", "Bows"))
    with pytest.raises(Refused, match="points"):
        ask(cast, swap("Swords", "Bows", "specialty_swap"))
    Story.objects.create(series=cast.series, title="The next", position=9)
    assert ask(cast, swap("Swords", "Bows")).points == 0
