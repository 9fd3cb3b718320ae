"""The sheet as it reads and as it is changed, drawn from the system's layout alone."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Character
from tests.cast import Cast
from tests.conftest import SignIn

RECORD = {"version": "1", "name": "Ysane", "notes": "Ferry-guard."}


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The player's browser."""
    return sign_in(cast.player)


def post_sheet(client: Client, cast: Cast, **traits: object) -> tuple[int, str]:
    url = reverse("character_edit", args=[cast.heroine.pk])
    posted = {f"trait:{key.replace('__', '.')}": value for key, value in traits.items()}
    response = client.post(url, {**RECORD, **posted})
    cast.heroine.refresh_from_db()
    return response.status_code, response.content.decode()


def test_a_character_is_made_from_an_archetype(client: Client, cast: Cast) -> None:
    url = reverse("character_new", args=[cast.series.pk])
    assert "Blank sheet" in client.get(url).content.decode()
    response = client.post(url, {"name": "Wren", "archetype": "ball", "hidden": "on", "command": uuid.uuid4()})
    made = Character.objects.get(name="Wren")
    assert response["Location"] == reverse("character_edit", args=[made.pk])
    assert (made.owner, made.hidden, made.sheet["limbs"]["arms"]) == (cast.player, False, 0)


def test_an_unknown_archetype_is_said_at_its_field(client: Client, cast: Cast) -> None:
    response = client.post(reverse("character_new", args=[cast.series.pk]), {"name": "Wren", "archetype": "dragon"})
    assert response.status_code == 422
    assert b'class="wrong"' in response.content


def test_the_sheet_shows_every_trait_and_what_follows_from_it(client: Client, cast: Cast) -> None:
    page = client.get(reverse("character", args=[cast.heroine.pk])).content.decode()
    for text in ("Limbs", "Arms", "2 of 5", "Reach", "TOY-8", "unhurt, 0 of 5 boxes"):
        assert text in page


def test_the_form_is_drawn_from_the_layout(client: Client, cast: Cast) -> None:
    page = client.get(reverse("character_step", args=[cast.heroine.pk, "all"])).content.decode()
    assert page.count('type="radio" name="trait:limbs.arms"') == 6
    assert '<input type="radio" name="trait:limbs.arms" value="2" checked>' in page
    assert page.count('name="trait:health"') == 5
    assert "Notes for the Storyteller" not in page


def test_all_kinds_of_traits_are_saved(client: Client, cast: Cast) -> None:
    status, _ = post_sheet(
        client,
        cast,
        limbs__arms="4",
        strings="7",
        spare="3",
        motto="Onward",
        story="Once.",
        painted=["", "on"],
        colour="red",
        gear=["", "rope", "rope", ""],
        health=["A", "L", "B", ".", "."],
    )
    assert status == 302
    assert cast.heroine.name == "Ysane"
    assert cast.heroine.version == 2
    assert cast.heroine.sheet == {
        "limbs": {"arms": 4, "legs": 2},
        "strings": 7,
        "spare": 3,
        "motto": "Onward",
        "story": "Once.",
        "painted": True,
        "colour": "red",
        "gear": ["rope", "rope"],
        "health": "ALB..",
    }
    page = client.get(reverse("character", args=[cast.heroine.pk])).content.decode()
    assert "Rope ×2" in page
    assert "1 bashing, 1 lethal, 1 aggravated of 5 boxes" in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"limbs__arms": "9"}, "Arms must be 0 to 5."),
        ({"strings": "some"}, "Strings must be a whole number."),
        ({"motto": "forbidden"}, "That motto is forbidden."),
        ({"limbs__arms": "5", "limbs__legs": "5"}, "Arms and legs together are at most 8."),
        ({"health": "XXXXX"}, "The track has five boxes."),
        ({"story": "nowhere"}, "Such a story fits nowhere."),
    ],
)
def test_what_is_refused_is_said_and_nothing_is_saved(
    client: Client, cast: Cast, typed: dict[str, str], sentence: str
) -> None:
    status, page = post_sheet(client, cast, **typed)
    assert status == 422
    assert sentence in page
    assert (cast.heroine.name, cast.heroine.version) == ("Ysane of the Reeds", 1)


def test_what_was_typed_stays_in_a_refused_form(client: Client, cast: Cast) -> None:
    _, page = post_sheet(client, cast, motto="forbidden", story="A long tale", limbs__arms="4")
    assert 'value="forbidden"' in page
    assert "A long tale</textarea>" in page
    assert '<input type="radio" name="trait:limbs.arms" value="4" checked>' in page
    assert 'aria-describedby="t-motto-e"' in page


def test_a_form_from_before_anothers_change_is_refused(client: Client, cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(version=2)
    status, page = post_sheet(client, cast, motto="Onward")
    assert status == 409
    assert "Someone changed this character while you were editing." in page
    assert cast.heroine.sheet["motto"] == ""


def test_a_sheet_that_the_rules_no_longer_read_is_said_so(client: Client, cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={"fins": 3})
    for name in ("character", "character_edit"):
        response = client.get(reverse(name, args=[cast.heroine.pk]))
        assert response.status_code == 409
        assert "can’t read this sheet".encode() in response.content
    assert client.get(reverse("character_remove", args=[cast.heroine.pk])).status_code == 200


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40])
def test_a_form_without_a_version_is_refused(client: Client, cast: Cast, version: str) -> None:
    response = client.post(reverse("character_edit", args=[cast.heroine.pk]), {**RECORD, "version": version})
    assert response.status_code == 422
    cast.heroine.refresh_from_db()
    assert cast.heroine.version == 1


def test_others_may_not_even_see_the_form(cast: Cast, sign_in: SignIn) -> None:
    for name in ("rival", "spectator"):
        response = sign_in(getattr(cast, name)).get(reverse("character_edit", args=[cast.heroine.pk]))
        assert response.status_code == 403
        assert b"Only the player and the Storyteller can change this character." in response.content


def test_the_storyteller_copies_gives_and_deletes(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    extra_url = client.post(reverse("character_extra", args=[cast.warden.pk]), {"command": uuid.uuid4()})["Location"]
    extra = Character.objects.get(name="Deruvin 2")
    assert extra_url == reverse("character", args=[extra.pk])
    rival = cast.membership(cast.rival)
    client.post(reverse("character_owner", args=[extra.pk]), {"owner": str(rival.pk)})
    extra.refresh_from_db()
    assert extra.owner == cast.rival
    remove = reverse("character_remove", args=[extra.pk])
    assert "Delete Deruvin 2?" in client.get(remove).content.decode()
    assert Character.objects.filter(pk=extra.pk).exists()
    client.post(remove)
    assert not Character.objects.filter(pk=extra.pk).exists()


def test_a_character_is_given_to_no_spectator(cast: Cast, sign_in: SignIn) -> None:
    spectator = cast.membership(cast.spectator)
    url = reverse("character_owner", args=[cast.warden.pk])
    assert sign_in(cast.storyteller).post(url, {"owner": str(spectator.pk)}).status_code == 422
