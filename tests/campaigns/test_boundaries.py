"""Lines and veils: every member adds and reads, the Storyteller rewrites, and no page or row says who wrote one."""

import pytest
from django.urls import reverse

from campaigns.core.records.save import save_record
from campaigns.core.records.settings import SETTINGS
from campaigns.core.refusals import Refused, Stale
from campaigns.series.boundaries.services import add_boundary, mark_read
from tests.cast import Cast
from tests.conftest import SignIn

EVERY_MEMBER = ("storyteller", "player", "rival", "spectator")


@pytest.mark.parametrize("name", EVERY_MEMBER)
def test_every_member_adds_one_without_a_name(cast: Cast, sign_in: SignIn, name: str) -> None:
    client, url = sign_in(getattr(cast, name)), reverse("boundaries", args=[cast.series.pk])
    command = client.get(url).context["csrf_token"] and "5f0c6a52-3f0e-4c2b-9a44-6c1a6f1e0a01"
    for _twice in range(2):
        answer = client.post(url, {"kind": "veils", "text": "  harm to \n animals ", "command": command})
        assert answer.status_code == 302
    cast.series.refresh_from_db()
    assert cast.series.veils == "harm to animals"


def test_strangers_are_refused(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.stranger)
    for name in ("boundaries", "boundaries_edit", "boundaries_read"):
        assert client.post(reverse(name, args=[cast.series.pk])).status_code == 404


def test_only_the_storyteller_rewrites_them(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("boundaries_edit", args=[cast.series.pk])
    assert sign_in(cast.player).post(url, {"lines": "x"}).status_code == 403
    assert sign_in(cast.storyteller).post(url, {"lines": " one \n\n two", "veils": ""}).status_code == 302
    cast.series.refresh_from_db()
    assert cast.series.lines == "one\ntwo"


def test_of_two_who_rewrite_at_once_the_second_is_asked(cast: Cast) -> None:
    member = cast.membership(cast.storyteller)
    with pytest.raises(Stale):
        save_record(SETTINGS, member, cast.series, {"lines": "Needles", "veils": ""}, seen="another")


def test_who_has_read_them_reads_again_what_was_added(cast: Cast, sign_in: SignIn) -> None:
    page = reverse("series", args=[cast.series.pk])
    asks = b"Read the lines and veils"
    assert asks not in sign_in(cast.player).get(page).content
    add_boundary(cast.membership(cast.rival), "lines", "spiders")
    assert asks in sign_in(cast.player).get(page).content
    cast.series.refresh_from_db()
    read = reverse("boundaries_read", args=[cast.series.pk])
    sign_in(cast.player).post(read, {"mark": cast.series.boundaries_mark})
    assert asks not in sign_in(cast.player).get(page).content
    assert asks in sign_in(cast.rival).get(page).content
    add_boundary(cast.membership(cast.rival), "veils", "needles")
    assert asks in sign_in(cast.player).get(page).content
    with pytest.raises(Stale):
        mark_read(cast.membership(cast.player), cast.series.boundaries_mark)


def test_there_is_an_end_to_them(cast: Cast) -> None:
    cast.series.lines = "x" * 4_990
    cast.series.save()
    with pytest.raises(Refused, match="list is full"):
        add_boundary(cast.membership(cast.player), "lines", "a long wish")
