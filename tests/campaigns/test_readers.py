"""Beside a tie or a secret the Storyteller reads who can see it: who knows of it, and of those that it is about."""

import pytest
from django.urls import reverse

from campaigns.models import KnownTo, Secret, Subject, Tie
from campaigns.people.readers import find_readers
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
    made = make(cast, tie, source, target)
    found = find_readers(made, (made.source, made.target)).characters
    wanted = None if readers is None else {getattr(cast, name) for name in readers}
    assert (None if found is None else set(found)) == wanted


def test_the_page_names_who_knows_of_the_tie_and_not_of_its_end(cast: Cast, sign_in: SignIn) -> None:
    make(cast, SOME, ALL, NOBODY)
    page = reverse("ties", args=[cast.series.pk])
    shown = sign_in(cast.storyteller).get(page).content.decode()
    assert f"Only the Storyteller · {cast.heroine.name} does not know of B" in shown
    assert "does not know" not in sign_in(cast.player).get(page).content.decode()


def test_the_page_names_who_was_told_a_secret_of_somebody_unknown(cast: Cast, sign_in: SignIn) -> None:
    """It named the duelist among those who know it, and her player met a 404."""
    abbot = Subject.objects.create(series=cast.series, name="The Iron Abbot", known_to=SOME)
    abbot.knowers.add(cast.heroine)
    secret = Secret.objects.create(series=cast.series, subject=abbot, text="He cannot cross water.", known_to=SOME)
    secret.knowers.add(cast.heroine, cast.duelist)
    shown = sign_in(cast.storyteller).get(abbot.url).content.decode()
    assert f"{cast.heroine.name} · {cast.duelist.name} does not know of The Iron Abbot" in shown
    assert "does not know of" not in sign_in(cast.player).get(abbot.url).content.decode()
