"""Notices: one for one wait, open until it is settled or read."""

import pytest

from campaigns.models import Notice, NoticeKind
from campaigns.services.notices import notify, settle
from rules.text import Text
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def tell(cast: Cast, *users: int, kind: NoticeKind = NoticeKind.TURN, key: str = "turn 1") -> None:
    """Tell these people that it is somebody's turn."""
    notify(kind, cast.series, users, key, Text("It is {who}'s turn.", who="Ines"), "/scene/1/")


def test_a_member_gets_one_notice_for_one_wait(cast: Cast) -> None:
    tell(cast, cast.player.pk)
    tell(cast, cast.player.pk, cast.rival.pk)
    assert sorted(Notice.objects.values_list("user", flat=True)) == sorted([cast.player.pk, cast.rival.pk])


def test_a_stranger_gets_none(cast: Cast) -> None:
    tell(cast, cast.stranger.pk)
    assert not Notice.objects.exists()


def test_once_it_is_settled_the_next_wait_gets_a_notice_of_its_own(cast: Cast) -> None:
    tell(cast, cast.player.pk, cast.rival.pk)
    settle(cast.series, "turn 1", [cast.player.pk])
    first = Notice.objects.get(user=cast.player)
    assert first.read_at
    assert first.closed_at
    tell(cast, cast.player.pk, cast.rival.pk)
    assert Notice.objects.filter(user=cast.player).count() == 2
    assert Notice.objects.filter(user=cast.rival).count() == 1
