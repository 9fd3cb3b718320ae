"""Making and changing a character step by step: what is saved when, where one comes, and what two tabs do."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Character
from campaigns.sheets.sheet_form import SheetForm
from campaigns.sheets.steps import find_next, list_fields, list_steps
from rules import get_system
from rules.sheets import Part, lay_out
from rules.sheets.steps import PLAY, STORY
from rules.text import Text
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.markup import flat


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The player's browser."""
    return sign_in(cast.player)


def place(cast: Cast, step: str) -> str:
    return reverse("character_step", args=[cast.heroine.pk, step])


def draw(client: Client, cast: Cast, step: str) -> dict[str, str]:
    """What the form of a step carries beside its fields."""
    page = client.get(place(cast, step)).content.decode()
    found = {}
    for name in ("version", "seen", "step"):
        found[name] = page.partition(f'name="{name}" value="')[2].partition('"')[0]
    return found


def heroine(cast: Cast) -> Character:
    return Character.objects.get(pk=cast.heroine.pk)


def test_a_game_that_names_no_steps_has_one_for_each_of_its_sections(cast: Cast) -> None:
    form = SheetForm(cast.heroine, cast.membership(cast.player), None)
    assert [step.title for step in form.steps] == ["Limbs", "Other", "Story", "In play", "Check"]
    assert [list_fields(step, form.steps)[2:] for step in form.steps] == [
        ("name", "hidden"), (), ("notes", "player_notes", "secret_notes"), (), ("made_freely",),
    ]  # fmt: skip


def test_sections_of_one_title_are_one_step_and_no_section_can_take_the_place_of_a_step_of_ours(cast: Cast) -> None:
    sheet = get_system("toybox").sheets.parse({})
    parts = [Part(Text(title), ("motto",)) for title in ("Check", "All", "Story", "Story")]
    steps = list_steps(lay_out(parts, sheet), is_made=False)
    assert [step.key for step in steps] == ["own-check", "own-all", "own-story", "story", "check"]


def test_making_passes_over_what_a_scene_changes_and_editing_does_not(cast: Cast) -> None:
    form = SheetForm(cast.heroine, cast.membership(cast.player), None)
    after = find_next(STORY, form.steps, is_made=False)
    assert after is not None
    assert after.key == "check"
    assert find_next(STORY, form.steps, is_made=True) == PLAY
    assert find_next(form.steps[-1], form.steps, is_made=False) is None


def test_a_step_is_saved_on_the_way_to_any_other(client: Client, cast: Cast) -> None:
    sent: dict[str, Any] = {**draw(client, cast, "own-limbs"), "name": "Wren", "trait:limbs.arms": "1"}
    for go, where in (("next", "own-other"), ("check", "check"), ("own-limbs", "own-limbs"), ("all", "all")):
        answer = client.post(place(cast, "own-limbs"), {**sent, "go": go})
        assert (answer.status_code, answer["Location"]) == (302, place(cast, where))
    made = heroine(cast)
    assert (made.name, made.sheet["limbs"]["arms"], made.version) == ("Wren", 1, 2), "saved once"
    answer = client.post(place(cast, "own-limbs"), {**sent, "go": "sheet"})
    assert answer["Location"] == reverse("character", args=[made.pk])
    assert made.sheet["story"] == ""


def test_a_step_that_the_sheet_does_not_have_leaves_one_where_one_is(client: Client, cast: Cast) -> None:
    answer = client.post(place(cast, "story"), {**draw(client, cast, "story"), "notes": "Kept.", "go": "disciplines"})
    assert answer["Location"] == place(cast, "story")
    assert heroine(cast).notes == "Kept."


def test_each_part_of_the_budget_leads_to_its_step(sign_in: SignIn, db: None) -> None:
    cast = gather_cast("v20da")
    form = SheetForm(cast.heroine, cast.membership(cast.player), None)
    assert form.budget
    assert form.budget.creation
    lines = {line.step for line in form.budget.creation.lines}
    assert lines == {"attributes", "abilities", "backgrounds", "advantages", "disciplines"}
    assert lines <= {step.key for step in form.steps}
    page = sign_in(cast.player).get(place(cast, "check")).content.decode()
    assert '<button class="linklike" name="go" value="backgrounds">Backgrounds</button>' in page


def test_a_long_entry_is_folded_under_its_name_until_it_is_refused(sign_in: SignIn, db: None) -> None:
    cast = gather_cast("exalted2e")
    client = sign_in(cast.player)
    power = {"trait:powers.0.name": "Heron", "trait:powers.0.use": "ticks", "trait:powers.0.lasts": "3"}
    assert client.post(place(cast, "powers"), {**draw(client, cast, "powers"), **power}).status_code == 302
    folded = client.get(place(cast, "powers")).content.decode()
    assert "<b>Heron</b>" in folded
    wrong = {**draw(client, cast, "powers"), **power, "trait:powers.0.lasts": "many"}
    answer = client.post(place(cast, "powers"), wrong)
    assert answer.status_code == 422
    assert "<b>Heron</b>" not in answer.content.decode()


def test_a_refused_step_stays_where_it_is_with_its_words(client: Client, cast: Cast) -> None:
    sent = {**draw(client, cast, "own-other"), "trait:motto": "forbidden", "trait:story": "A long tale", "go": "next"}
    answer = client.post(place(cast, "own-other"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "That motto is forbidden." in page
    assert "A long tale</textarea>" in page
    assert heroine(cast).version == 1


def test_two_tabs_on_two_steps_lose_nothing(client: Client, cast: Cast) -> None:
    limbs, other = draw(client, cast, "own-limbs"), draw(client, cast, "own-other")
    first = {**limbs, "name": "Ysane of the Reeds", "trait:limbs.arms": "1"}
    assert client.post(place(cast, "own-limbs"), first).status_code == 302
    assert client.post(place(cast, "own-other"), {**other, "trait:motto": "Onward"}).status_code == 302
    sheet = heroine(cast).sheet
    assert (sheet["limbs"]["arms"], sheet["motto"]) == (1, "Onward")


def test_two_tabs_on_one_step_see_each_other_before_one_overwrites(client: Client, cast: Cast) -> None:
    tabs = [draw(client, cast, "own-other") for _ in range(2)]
    assert client.post(place(cast, "own-other"), {**tabs[0], "trait:motto": "Onward"}).status_code == 302
    answer = client.post(place(cast, "own-other"), {**tabs[1], "trait:motto": "Homeward"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Someone changed this character while you were editing." in page
    assert 'value="Homeward"' in page
    assert "Onward</textarea>" in page
    assert heroine(cast).sheet["motto"] == "Onward"
    again = {name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("version", "seen")}
    answer = client.post(place(cast, "own-other"), {**again, "trait:motto": "Homeward"})
    assert answer.status_code == 302
    assert heroine(cast).sheet["motto"] == "Homeward"


def test_an_unknown_step_leads_to_the_first_and_the_first_needs_no_name(client: Client, cast: Cast) -> None:
    answer = client.get(place(cast, "dragons"))
    assert answer["Location"] == reverse("character_edit", args=[cast.heroine.pk])
    assert flat(client.get(answer["Location"]).content.decode()).count('aria-current="step">Limbs') == 1


def test_a_made_characters_player_has_the_steps_that_are_still_hers(client: Client, cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(settled=True)
    form = SheetForm(heroine(cast), cast.membership(cast.player), None)
    assert [step.key for step in form.steps] == ["story", "play"]
    page = client.get(reverse("character_edit", args=[cast.heroine.pk])).content.decode()
    assert 'name="name"' in page
    assert "Next: In play" in page
    teller = SheetForm(heroine(cast), cast.membership(cast.storyteller), None)
    assert [step.key for step in teller.steps] == ["own-limbs", "own-other", "story", "play"]


def test_a_lasting_trait_of_a_made_character_asks_for_a_reason_and_says_so(cast: Cast, sign_in: SignIn) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(settled=True)
    client = sign_in(cast.storyteller)
    page = client.get(place(cast, "own-limbs")).content.decode()
    label = page.partition('for="id_why">')[2].partition("</label>")[0]
    assert "Reason for the change" in label
    assert "optional" not in label
    assert 'name="why"' not in client.get(place(cast, "play")).content.decode()
    sent = {**draw(client, cast, "own-limbs"), "name": "Ysane", "trait:limbs.arms": "1"}
    answer = client.post(place(cast, "own-limbs"), sent)
    assert answer.status_code == 422
    assert "Give a reason" in answer.content.decode()
    assert client.post(place(cast, "own-limbs"), {**sent, "why": "A hard winter."}).status_code == 302


def test_nobody_else_comes_to_a_step(cast: Cast, sign_in: SignIn) -> None:
    found = {
        name: (
            sign_in(getattr(cast, name)).get(place(cast, "story")).status_code,
            sign_in(getattr(cast, name)).post(place(cast, "check"), {"version": "1", "go": "finish"}).status_code,
        )
        for name in ("rival", "spectator", "stranger")
    }
    assert found == {"rival": (403, 403), "spectator": (403, 403), "stranger": (404, 404)}
    assert not heroine(cast).settled
