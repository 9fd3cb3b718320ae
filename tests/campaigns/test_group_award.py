"""An award to a group is taken back once: from all who got it, or from nobody."""

import pytest
from django.urls import reverse

from campaigns.core.refusals import Refused
from campaigns.experience import ledger
from campaigns.experience.ledger import Gift, load_balances, reverse_award
from campaigns.models import Character, ExperienceEntry
from rules.raising import GENERAL
from tests.campaigns.test_experience import approve, ask, give
from tests.cast import Cast
from tests.conftest import SignIn


def balances(cast: Cast) -> list[int]:
    people = [Character.objects.select_related("series").get(pk=one.pk) for one in (cast.heroine, cast.duelist)]
    return [load_balances(one)[GENERAL] for one in people]


def award(cast: Cast, points: int = 7) -> list[ExperienceEntry]:
    keys = [cast.heroine.pk, cast.duelist.pk]
    return ledger.award(cast.membership(cast.storyteller), keys, [Gift(GENERAL, points, "The wrong number")])


def test_one_tap_takes_it_back_from_all_and_nothing_else(cast: Cast, sign_in: SignIn) -> None:
    give(cast, 3)
    first, _second = award(cast)
    client = sign_in(cast.storyteller)
    assert "from everyone who got it" in client.get(reverse("experience", args=[cast.heroine.pk])).content.decode()
    for _twice in range(2):
        client.post(reverse("entry_reverse", args=[first.pk]), {"all": "yes"})
    assert balances(cast) == [3, 0]


def test_where_one_has_spent_it_nobody_loses_it(cast: Cast) -> None:
    first, _second = award(cast)
    approve(cast, ask(cast))
    before = balances(cast)
    with pytest.raises(Refused, match="spent"):
        reverse_award(cast.membership(cast.storyteller), ExperienceEntry.objects.get(pk=first.pk))
    assert balances(cast) == before
