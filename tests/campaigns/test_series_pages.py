"""Making a series and walking through it."""

import re
import uuid

import pytest
from django.http import HttpResponseBase
from django.urls import reverse

from campaigns.models import Character, Downtime, Episode, Membership, Role, Scene, Series, Story
from tests.cast import SECRET, Cast, save_part
from tests.conftest import SignIn
from tests.markup import flat

pytestmark = pytest.mark.walk

VALUES = {
    "name": "Low Water",
    "system": "toybox",
    "tone": "A toll.",
    "prompt_seconds": "0",
    "house_notes": "**No** dice fudging.",
}


def test_whoever_makes_a_series_is_its_storyteller(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.stranger)
    response = client.post(reverse("series_new"), {**VALUES, "command": uuid.uuid4()})
    series = Series.objects.get(name="Low Water")
    assert response["Location"] == reverse("series", args=[series.pk])
    assert Membership.objects.get(series=series).role == Role.STORYTELLER
    page = client.get(response["Location"]).content.decode()
    assert "<strong>No</strong> dice fudging." in page
    assert "The first story" in page


def test_a_series_without_a_name_or_a_known_system_is_refused_at_its_fields(cast: Cast, sign_in: SignIn) -> None:
    response = sign_in(cast.player).post(reverse("series_new"), {"name": "", "system": "chess"})
    assert response.status_code == 422
    assert response.content.count(b'class="wrong"') == 2
    assert b'aria-invalid="true"' in response.content


UNSEEN = "\u200b\u2060 \u2800\u3164"
"""Blanks that pass for letters."""


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/series/new/", {**VALUES, "name": UNSEEN}),
        ("/series/{series}/story/new/", {"title": UNSEEN}),
        ("/story/{story}/downtime/new/", {"title": UNSEEN, "days": "3"}),
        ("/series/{series}/characters/new/", {"name": UNSEEN, "archetype": "fighter"}),
        ("/characters/{heroine}/projects/new/", {"title": UNSEEN, "goal": "5", "interval": "1"}),
    ],
)
def test_a_name_of_which_nothing_can_be_seen_is_refused(
    cast: Cast, sign_in: SignIn, address: str, sent: dict[str, str]
) -> None:
    url = address.format(series=cast.series.pk, story=cast.story.pk, heroine=cast.heroine.pk)
    response = sign_in(cast.storyteller).post(url, {**sent, "command": str(uuid.uuid4())})
    assert (response.status_code, b"Write something visible." in response.content) == (422, True)


def test_the_list_shows_only_ones_own(cast: Cast, sign_in: SignIn) -> None:
    assert cast.series.name in sign_in(cast.spectator).get("/").content.decode()
    assert cast.series.name not in sign_in(cast.stranger).get("/").content.decode()


def test_the_system_stays_when_a_series_is_changed(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("series_edit", args=[cast.series.pk])
    sign_in(cast.co_storyteller).post(url, {**VALUES, "system": "exalted2e"})
    cast.series.refresh_from_db()
    assert (cast.series.name, cast.series.system) == ("Low Water", "toybox")


def test_a_series_grows_from_story_to_scene(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)

    def add(what: str, inside: int, **said: str) -> str:
        return client.post(reverse(what, args=[inside]), {**said, "command": uuid.uuid4()})["Location"]

    series = reverse("series", args=[cast.series.pk])
    led_to = add("story_new", cast.series.pk, title="The Price of Crossing")
    story = Story.objects.get(title="The Price of Crossing")
    assert led_to == f"{series}?at=story-{story.pk}#story-{story.pk}"
    add("episode_new", story.pk, title="Low Water", hidden="on")
    episode = Episode.objects.get(title="Low Water")
    assert episode.hidden
    add("scene_new", episode.pk, title="The far bank", in_world_time="12 Rushmonth")
    add("rest_new", episode.pk, title="A night", days="1")
    add("downtime_new", story.pk, title="Winter", days="90")
    assert Scene.objects.get(title="The far bank").in_world_time == "12 Rushmonth"
    assert Downtime.objects.get(title="A night").episode == episode
    assert Downtime.objects.get(title="Winter").episode is None
    page = client.get(series).content.decode().partition('id="chronicle"')[2]
    assert page.index("Low Water") < page.index("The far bank") < page.index("A night") < page.index("Winter")


def test_a_part_is_edited_closed_and_opened(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    where = ["scene", cast.scene.pk]
    values = {"title": "The Bridge", "notes": "*Nine* arches", "secret_notes": "They lie.", "hidden": ""}
    client.post(reverse("part_edit", args=where), values)
    client.post(reverse("part_open", args=where), {"open": "no"})
    cast.scene.refresh_from_db()
    assert (cast.scene.title, cast.scene.secret_notes, cast.scene.is_open) == ("The Bridge", "They lie.", False)
    page = client.get(reverse("part", args=where)).content.decode()
    assert "<em>Nine</em> arches" in page
    assert "Reopen this scene" in page


def test_an_open_downtime_stands_beside_the_open_scene(cast: Cast, sign_in: SignIn) -> None:
    client, way = sign_in(cast.player), "Open downtime: High water"
    series, where = reverse("series", args=[cast.series.pk]), ["downtime", cast.downtime.pk]
    assert way in client.get(series).content.decode()
    sign_in(cast.storyteller).post(reverse("part_open", args=where), {"open": "no"})
    assert way not in client.get(series).content.decode()
    assert "Closed without publishing" in client.get(reverse("part", args=where)).content.decode()


def test_what_is_folded_is_fetched_or_shown_by_its_address(
    cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    Scene.objects.create(episode=Episode.objects.create(story=cast.story, title="Ink", position=9), title="The Well")
    Scene.objects.filter(pk=cast.scene.pk).update(closed_at="2026-01-01T00:00Z")
    client, series = sign_in(cast.player), reverse("series", args=[cast.series.pk])
    inside = reverse("part_inside", args=["episode", cast.episode.pk])
    row = f'id="scene-{cast.scene.pk}"'
    page = client.get(series).content.decode()
    assert f'hx-get="{inside}"' in page
    assert row not in page
    assert row in client.get(inside).content.decode()
    assert SECRET not in client.get(inside).content.decode()
    monkeypatch.setattr("campaigns.chronicle.tree.MAX_UNFOLDED", 1)
    for way in ({}, {"whole": "1"}):
        shown = client.get(series, {"at": f"scene-{cast.scene.pk}", **way}).content.decode()
        assert row in shown
    for at in ("scene-", "scene-x", "-", "scene-99999999999999999999", "episode-0"):
        assert client.get(series, {"at": at}).status_code == 200
    assert sign_in(cast.stranger).get(inside).status_code == 404


def test_parts_are_put_in_order_with_and_without_htmx(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("part_move", args=["episode", cast.episode.pk])
    response = client.post(url, {"to": "down"})
    assert response["Location"].endswith(f"?arrange=1&at=episode-{cast.episode.pk}#episode-{cast.episode.pk}")
    assert [part.title for part in Episode.objects.filter(story=cast.story)][-1] == "Silt"
    piece = client.post(url, {"to": "up"}, headers={"HX-Request": "true"})
    assert piece.content.decode().lstrip().startswith('<section id="chronicle"')
    assert client.post(url, {"to": "sideways"}).status_code == 422


def test_what_is_the_last_already_says_so(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("part_move", args=["story", cast.hidden_story.pk])
    said = f"“{cast.hidden_story.title}” is already last."
    assert said in client.post(url, {"to": "down"}, headers={"HX-Request": "true"}).content.decode()
    assert said in client.post(url, {"to": "down"}, follow=True).content.decode()


def test_a_scene_is_moved_to_another_episode_by_a_form(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("part_place", args=["scene", cast.scene.pk])
    page = client.get(url).content.decode()
    assert f'<option value="{cast.episode.pk}" selected>The Drowned Ledger: Silt</option>' in page
    answer = client.post(url, {"place": cast.hidden_episode.pk})
    assert answer["Location"].endswith(f"?arrange=1&at=scene-{cast.scene.pk}#scene-{cast.scene.pk}")
    cast.scene.refresh_from_db()
    assert cast.scene.episode == cast.hidden_episode
    assert client.post(url, {"place": "999"}).status_code == 422
    assert sign_in(cast.player).get(url).status_code in (403, 404)


def test_one_can_walk_from_part_to_part(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    seen = []
    url = reverse("part", args=["story", cast.story.pk])
    while url:
        page = client.get(url).content.decode()
        seen.append(page.split("<title>")[1].split(" ·")[0])
        url = page.split('" rel="next"')[0].split('href="')[-1] if 'rel="next"' in page else ""
    assert seen == ["The Drowned Ledger", "Silt", "The Toll Bridge", "High water"]


def test_one_is_asked_before_a_part_is_taken_out(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("part_remove", args=["downtime", cast.downtime.pk])
    assert url in client.get(reverse("part_edit", args=["downtime", cast.downtime.pk])).content.decode()
    assert "Delete High water?" in client.get(url).content.decode()
    assert Downtime.objects.filter(pk=cast.downtime.pk).exists()
    client.post(url)
    assert not Downtime.objects.filter(pk=cast.downtime.pk).exists()


def test_what_holds_something_is_not_taken_out(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("part_remove", args=["episode", cast.episode.pk])
    assert url not in client.get(reverse("part_edit", args=["episode", cast.episode.pk])).content.decode()
    response = client.post(url)
    assert response.status_code == 409
    assert b"Hide it instead." in response.content


def test_only_the_storyteller_gets_tools(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("series", args=[cast.series.pk])
    arranged = flat(sign_in(cast.co_storyteller).get(url + "?arrange=1").content.decode())
    for tool in ("New story", ">Up<", ">Edit<"):
        assert tool in arranged
    for way in ("", "?arrange=1", "?whole=1"):
        page = flat(sign_in(cast.player).get(url + way).content.decode())
        for tool in ("New story", "part_move", ">Up<", ">Edit", "New scene"):
            assert tool not in page


def test_links_are_made_and_revoked_on_the_members_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("members", args=[cast.series.pk])
    client.post(reverse("invite_new", args=[cast.series.pk]), {"role": "spectator", "command": uuid.uuid4()})
    invite = cast.series.invites.get()
    assert f"/join/{invite.token}/" in client.get(url).content.decode()
    assert invite.token not in sign_in(cast.player).get(url).content.decode()
    client.post(reverse("invite_revoke", args=[invite.pk]))
    assert invite.token not in client.get(url).content.decode()
    assert sign_in(cast.stranger).get(reverse("join", args=[invite.token])).status_code == 404


def test_a_link_that_invites_has_a_qr_code_and_a_button_that_copies_it(cast: Cast, sign_in: SignIn) -> None:
    invite = cast.series.invites.create()
    page = sign_in(cast.storyteller).get(reverse("members", args=[cast.series.pk])).content.decode()
    assert f'data-copy="http://testserver/join/{invite.token}/"' in page
    assert '<p class="qr"><svg aria-hidden="true"' in page
    assert 'class="qr"' not in sign_in(cast.player).get(reverse("members", args=[cast.series.pk])).content.decode()


def test_members_are_asked_before_they_are_removed(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("member_remove", args=[cast.membership(cast.rival).pk])
    assert "Remove rival?" in client.get(url).content.decode()
    assert Membership.objects.filter(user=cast.rival).exists()
    client.post(url)
    assert not Membership.objects.filter(user=cast.rival).exists()
    assert sign_in(cast.rival).get(reverse("series", args=[cast.series.pk])).status_code == 404


def test_the_owner_cannot_be_removed_by_a_co_storyteller(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("member_remove", args=[cast.membership(cast.storyteller).pk])
    response = sign_in(cast.co_storyteller).post(url)
    assert response.status_code == 409
    assert b"Only the owner can give up ownership." in response.content


@pytest.mark.parametrize(
    ("came_from", "leads_back"), [("http://testserver", True), ("http://elsewhere.example", False)]
)
def test_a_refusal_leads_back_to_our_page_that_asked(
    cast: Cast, sign_in: SignIn, came_from: str, leads_back: bool
) -> None:
    page = f"{came_from}{reverse('series', args=[cast.series.pk])}"
    url = reverse("part_move", args=["episode", cast.episode.pk])
    refused = sign_in(cast.storyteller).post(url, {"to": "sideways"}, headers={"Referer": page})
    assert refused.status_code == 422
    assert (f'href="{page}"' in refused.content.decode()) == leads_back


def test_those_whom_nobody_plays_are_folded_together(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("series", args=[cast.series.pk])
    sheet = cast.heroine.sheet
    Character.objects.bulk_create(Character(series=cast.series, name=f"Guard {n}", sheet=sheet) for n in range(13))
    before, _, page = client.get(url).content.decode().partition('id="others"')
    assert cast.heroine.name in before
    assert "Guard 0" not in before
    assert page.index("<summary>") < page.index("(15)") < page.index("Guard 0") < page.index("</details>")


def test_a_role_and_a_player_are_said_back(cast: Cast, sign_in: SignIn) -> None:
    client, rival = sign_in(cast.storyteller), cast.membership(cast.rival)
    told = client.post(reverse("member_role", args=[rival.pk]), {"role": "spectator"}, follow=True)
    assert f"{cast.rival}: Spectator." in told.content.decode()
    where = reverse("character_owner", args=[cast.heroine.pk])
    told = client.post(where, {"owner": cast.membership(cast.player).pk}, follow=True)
    assert f"{cast.heroine.name}: Played by {cast.player}." in told.content.decode()
    told = client.post(where, {"owner": ""}, follow=True)
    assert f"{cast.heroine.name}: Storyteller character." in told.content.decode()


def test_notes_that_somebody_else_wrote_meanwhile_are_not_written_over_unread(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url, values = reverse("part_edit", args=["scene", cast.scene.pk]), {"title": "The Bridge", "notes": "Mine"}
    seen = read_mark(client.get(url))
    save_part(cast.membership(cast.co_storyteller), cast.scene, {"notes": "Theirs, on the ferry"})
    refused = client.post(url, {**values, "seen": seen})
    assert refused.status_code == 409
    assert "Theirs, on the ferry" in refused.content.decode()
    assert ">Mine</textarea>" in refused.content.decode().replace("\n", "")
    cast.scene.refresh_from_db()
    assert cast.scene.notes == "Theirs, on the ferry"
    assert client.post(url, {**values, "seen": read_mark(refused)}).status_code == 302
    cast.scene.refresh_from_db()
    assert cast.scene.notes == "Mine"


def test_days_that_somebody_else_changed_meanwhile_are_not_written_over_unread(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("part_edit", args=["downtime", cast.downtime.pk])
    seen = read_mark(client.get(url))
    save_part(cast.membership(cast.co_storyteller), cast.downtime, {"days": 9})
    assert client.post(url, {"title": "Low water", "days": 4, "seen": seen}).status_code == 409
    cast.downtime.refresh_from_db()
    assert cast.downtime.days == 9


def test_house_notes_that_changed_meanwhile_are_shown_first(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("series_edit", args=[cast.series.pk])
    seen = read_mark(client.get(url))
    Series.objects.update(house_notes="No shields.")
    refused = client.post(url, {**VALUES, "seen": seen})
    assert (refused.status_code, "No shields." in refused.content.decode()) == (409, True)
    assert client.post(url, {**VALUES, "seen": read_mark(refused)}).status_code == 302


def read_mark(page: HttpResponseBase) -> str:
    content: bytes = getattr(page, "content", b"")
    return content.decode().split('name="seen" value="')[1].split('"')[0]


ROOMS = (
    "series",
    "people",
    "ties",
    "threads",
    "calendar",
    "sessions",
    "handouts",
    "pictures",
    "private_notes",
    "statistics",
)


def test_every_room_of_a_series_leads_to_every_other_and_names_itself(cast: Cast, sign_in: SignIn) -> None:
    addresses = [reverse(name, args=[cast.series.pk]) for name in ROOMS]
    for user in (cast.storyteller, cast.player, cast.spectator):
        client = sign_in(user)
        for here in addresses:
            rooms = client.get(here).content.decode().partition('<nav class="rooms')[2].partition("</nav>")[0]
            led_to = re.findall(r'href="([^"]+)"', rooms)
            assert [led_to.count(address) for address in addresses] == [1] * len(addresses)
            assert led_to.index(here) < led_to.index(reverse("search", args=[cast.series.pk])), "in sight"
            assert re.findall(r'href="([^"]+)" aria-current', rooms) == [here]
        of_storyteller = ("series_experience", "library") if user == cast.storyteller else ()
        for beside in ("members", "boundaries", *of_storyteller):
            assert '<nav class="rooms' in client.get(reverse(beside, args=[cast.series.pk])).content.decode()


def test_a_player_without_a_character_is_led_to_make_one(cast: Cast, sign_in: SignIn) -> None:
    page, door = reverse("series", args=[cast.series.pk]), ">Create a character</a>"
    assert door not in sign_in(cast.player).get(page).content.decode()
    Character.objects.filter(owner=cast.player).update(owner=None)
    assert door in sign_in(cast.player).get(page).content.decode()
    assert door not in sign_in(cast.spectator).get(page).content.decode()


def test_empty_places_of_a_series_say_what_to_do(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.storyteller).get(reverse("series", args=[cast.series.pk])).content.decode()
    assert re.search(rf'None yet\. <a href="{reverse("session_new", args=[cast.series.pk])}', page)
    seen = sign_in(cast.player).get(reverse("series", args=[cast.series.pk])).content.decode()
    assert "house-h" not in seen
    assert reverse("session_new", args=[cast.series.pk]) not in seen


def fold_titles(page: str) -> str:
    """The titles of the chronicle in its order, with what is inside each fold in brackets."""
    shown = flat(page).partition('<ol class="chronicle">')[2].partition("</section>")[0]
    found = re.findall(r"<details|</details>|(?<!: )(?:Story|Episode|Scene) \d+(?=</a>|</span>)", shown)
    return "".join({"<details": "(", "</details>": ")"}.get(one, one[0] + one[-2:].strip()) for one in found)


def test_a_long_chronicle_shows_where_play_is_and_folds_what_was_before(cast: Cast, sign_in: SignIn) -> None:
    Story.objects.all().delete()
    for n in range(6):
        story = Story.objects.create(series=cast.series, title=f"Story {n}", position=n)
        for m in range(6):
            episode = Episode.objects.create(story=story, title=f"Episode {m}", position=m)
            closed_at = None if (n, m) == (4, 4) else "2026-01-01T00:00Z"
            Scene.objects.create(episode=episode, title=f"Scene {m}", closed_at=closed_at)
    last = Episode.objects.get(story__title="Story 4", title="Episode 4")
    client, url = sign_in(cast.player), reverse("series", args=[cast.series.pk])
    assert fold_titles(client.get(url).content.decode()) == "((S0)(S1)(S2)(S3))S4((E0)(E1)(E2)(E3))E4S4(E5)(S5)"
    storyteller = sign_in(cast.storyteller).get(url).content.decode()
    assert re.findall(r"/episode/\d+/scene/new/", storyteller) == [reverse("scene_new", args=[last.pk])]
    early = Scene.objects.get(episode__story__title="Story 1", title="Scene 0")
    sought = client.get(url, {"at": f"scene-{early.pk}"}).content.decode()
    assert "S1E0S0" in fold_titles(sought)
    Scene.objects.all().update(closed_at="2026-01-01T00:00Z")
    ended = fold_titles(client.get(url).content.decode())
    assert ended.endswith("S5((E0)(E1)(E2)(E3)(E4))E5S5")
