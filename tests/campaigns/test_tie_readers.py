"""Beside a tie the Storyteller reads who can see it: those who know of it and of both its ends."""

import pytest
from django.urls import reverse

from campaigns.models import KnownTo, Subject, Tie
from campaigns.ties import find_readers
from tests.cast import Cast
from tests.conftest import SignIn

ALL, SOME, NOBODY = KnownTo.ALL, KnownTo.SOME, KnownTo.STORYTELLER


def make(cast: Cast, tie: KnownTo, source: KnownTo, target: KnownTo) -> Tie:
    """A tie of which the heroine knows, with ends of which both players know, each where some do."""
    ends = [Subject.objects.create(series=cast.series, name=n, known_to=to) for n, to in (("A", source), ("B", target))]
    for end in ends:
        end.knowers.add(cast.heroine, cast.duelist)
    made = Tie.objects.create(series=cast.series, source=ends[0], target=ends[1], known_to=tie)
    made.knowers.add(cast.heroine)
    return made


@pytest.mark.parametrize(
    ("tie", "source", "target", "readers"),
    [
        (ALL, ALL, ALL, None),
        (SOME, ALL, ALL, {"heroine"}),
        (SOME, SOME, ALL, {"heroine"}),
        (ALL, SOME, SOME, {"heroine", "duelist"}),
        (ALL, ALL, NOBODY, set()),
        (SOME, ALL, NOBODY, set()),
        (NOBODY, ALL, ALL, set()),
    ],
)
def test_who_sees_a_tie_is_the_meet_of_what_they_know(
    cast: Cast, tie: KnownTo, source: KnownTo, target: KnownTo, readers: set[str] | None
) -> None:
    found = find_readers(make(cast, tie, source, target)).characters
    wanted = None if readers is None else {getattr(cast, name) for name in readers}
    assert (None if found is None else set(found)) == wanted


def test_the_page_names_who_knows_of_the_tie_and_not_of_its_end(cast: Cast, sign_in: SignIn) -> None:
    make(cast, SOME, ALL, NOBODY)
    page = reverse("ties", args=[cast.series.pk])
    shown = sign_in(cast.storyteller).get(page).content.decode()
    assert f"Only the Storyteller · {cast.heroine.name} does not know of B" in shown
    assert "does not know" not in sign_in(cast.player).get(page).content.decode()
