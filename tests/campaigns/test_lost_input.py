"""What somebody typed is shown to them where it could not be kept, and nothing else with it."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Character, Membership, Role
from campaigns.series.members.services import remove_member
from tests.cast import SECRET, Cast
from tests.conftest import SignIn

WORDS = 'A scar over the left eye. "><script>alert(1)</script>'
SENT = {
    "csrfmiddlewaretoken": "x" * 64,
    "version": "1",
    "name": "Ysane the Quiet",
    "notes": WORDS,
    "trait:limbs.arms": "3",
    "trait:strings": "0",
    "trait:motto": "",
}


def edit(client: Client, pk: int) -> tuple[int, str]:
    answer = client.post(reverse("character_edit", args=[pk]), SENT)
    return answer.status_code, re.sub(r'value="[^"]*"', "", answer.content.decode())


def test_who_was_removed_over_an_open_sheet_gets_back_what_they_typed(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    remove_member(cast.membership(cast.storyteller), cast.membership(cast.player))
    status, page = edit(client, cast.heroine.pk)
    assert status == 404
    assert "What you typed, to copy" in page
    assert "Name: Ysane the Quiet\nNotes: A scar over the left eye. &quot;&gt;&lt;script&gt;" in page
    assert "Limbs, Arms: 3" in page
    for told in ("xxxx", "Version", "Strings", "Motto", cast.series.name, cast.heroine.name, SECRET):
        assert told not in page
    assert Character.objects.get(pk=cast.heroine.pk).name == cast.heroine.name


def test_the_page_says_nothing_of_what_there_is(cast: Cast, sign_in: SignIn) -> None:
    pages = {edit(sign_in(cast.stranger), pk) for pk in (cast.heroine.pk, cast.lurker.pk, 424242)}
    assert len(pages) == 1
    assert edit(sign_in(cast.rival), cast.lurker.pk) == edit(sign_in(cast.rival), 424242)


@pytest.mark.parametrize("words", ["橋はまだある。", "Aarrekammionvartijantyttärentytär" * 2])
def test_words_without_blanks_are_words(cast: Cast, sign_in: SignIn, words: str) -> None:
    answer = sign_in(cast.stranger).post(reverse("thread_new", args=[cast.series.pk]), {"notes": words})
    assert answer.status_code == 404
    assert f"Notes: {words}" in answer.content.decode()


def test_a_new_role_gives_it_back_too(cast: Cast, sign_in: SignIn) -> None:
    Membership.objects.filter(user=cast.player).update(role=Role.SPECTATOR)
    status, page = edit(sign_in(cast.player), cast.heroine.pk)
    assert status == 403
    assert "A scar over the left eye." in page


def test_so_does_a_refusal_that_has_no_form_to_stand_in(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("story_new", args=[cast.series.pk])
    answer = sign_in(cast.storyteller).post(url, {"title": "The Price", "notes": WORDS})
    assert answer.status_code == 422
    assert b"A scar over the left eye." in answer.content


def test_who_was_signed_out_meanwhile_gets_it_back_too(cast: Cast, sign_in: SignIn) -> None:
    status, page = edit(sign_in(None), cast.heroine.pk)
    assert status == 403
    assert "You are signed out" in page
    assert "Name: Ysane the Quiet\nNotes: A scar" in page
    assert reverse("account_login") in page
    assert cast.series.name not in page


def test_a_password_is_never_shown(cast: Cast, sign_in: SignIn) -> None:
    said = {"password": "nine arches of stone", "name": "Somebody Else"}
    page = sign_in(None).post(reverse("account_delete"), said).content.decode()
    assert "Somebody Else" in page
    assert "arches" not in page


@pytest.mark.parametrize("words", ["Marek", "橋はまだある。"])
def test_who_was_signed_out_at_the_table_gets_back_a_single_word(cast: Cast, sign_in: SignIn, words: str) -> None:
    for name, field in (("table_command", "m.text"), ("table_write", "text"), ("private_note", "text")):
        answer = sign_in(None).post(reverse(name, args=[cast.scene.pk]), {field: words, "command": str(uuid.uuid4())})
        assert answer.status_code == 403
        assert f": {words}" in answer.content.decode()


def test_no_part_of_a_page_leads_away_from_what_is_typed_there(cast: Cast, sign_in: SignIn) -> None:
    page = reverse("series", args=[cast.series.pk])
    headers = {"HX-Request": "true", "Referer": f"http://testserver{page}"}
    answer = sign_in(None).get(reverse("stage_odds", args=[cast.scene.pk]), headers=headers)
    assert (answer.status_code, "HX-Redirect" in answer) == (403, False)
    assert f"?next={page}" in answer.content.decode()


def test_a_form_from_before_signing_in_again_gives_it_back_too(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.storyteller)
    answer = client.post(reverse("thread_new", args=[cast.series.pk]), {"title": "Marek"})
    assert answer.status_code == 403
    assert "Title: Marek" in answer.content.decode()


@pytest.mark.parametrize("said", [{}, {"role": "player"}, {"decision": "approve", "command": str(uuid.uuid4())}])
def test_a_button_has_nothing_to_copy(cast: Cast, sign_in: SignIn, said: dict[str, str]) -> None:
    url = reverse("member_role", args=[cast.membership(cast.rival).pk])
    for who, status in ((cast.stranger, 404), (cast.player, 403)):
        answer = sign_in(who).post(url, said)
        assert answer.status_code == status
        assert b"typed" not in answer.content
    assert b"typed" not in sign_in(cast.stranger).post("/nowhere/", {"notes": WORDS}).content
