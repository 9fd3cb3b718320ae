"""The end of a story gives Willpower back, and Virtues their channels; opening the story again takes it back."""

import pytest
from django.urls import reverse

from campaigns.models import Character, Story
from campaigns.sheets.json import with_values
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

SPENT = {"exalted2e": {"willpower_points": 1, "channels.valor": 1}, "v20da": {"willpower_points": 1}}


@pytest.mark.parametrize("system", SPENT)
def test_the_end_of_a_story_gives_willpower_back_and_is_taken_back(db: None, system: str, sign_in: SignIn) -> None:
    cast = gather_cast(system)
    client, url = sign_in(cast.storyteller), reverse("part_open", args=["story", cast.story.pk])
    spent = with_values(cast.heroine.sheet, SPENT[system])
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=spent)
    page = reverse("part", args=["story", cast.story.pk])
    assert "Willpower returns" in client.get(page).content.decode()
    assert "Willpower returns" not in sign_in(cast.player).get(page).content.decode()
    client.post(url, {"open": "end"})
    sheet = now(cast).parsed_sheet()
    assert sheet.willpower_points == sheet.willpower > 1
    assert not Story.objects.get(pk=cast.story.pk).is_open
    assert now(cast).changes.latest("pk").why == f"End of the story: {cast.story.title}"
    if system == "exalted2e":
        assert not any(sheet.channels.values())
    client.post(url, {"open": "yes"})
    assert now(cast).sheet["willpower_points"] == 1
    assert Story.objects.get(pk=cast.story.pk).is_open
    assert sign_in(cast.player).post(url, {"open": "end"}).status_code == 403


def test_closing_a_story_gives_nothing_and_what_was_spent_since_its_end_stays_spent(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("v20da")
    client, url = sign_in(cast.storyteller), reverse("part_open", args=["story", cast.story.pk])
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=with_values(cast.heroine.sheet, SPENT["v20da"]))
    for wanted in ("no", "yes"):
        client.post(url, {"open": wanted})
    assert not now(cast).changes.exists()
    client.post(url, {"open": "end"})
    spent = with_values(now(cast).sheet, {"willpower_points": 2})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=spent)
    client.post(url, {"open": "yes"})
    assert now(cast).sheet["willpower_points"] == 2


def now(cast: Cast) -> Character:
    return Character.objects.select_related("series").get(pk=cast.heroine.pk)
