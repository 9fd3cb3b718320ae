"""Many commands in one transaction: each has its own answer, and nobody's failure is another's."""

import uuid

import pytest
from django.db import IntegrityError

from campaigns.models import User
from play.crew import run_group
from play.models import Command, Entry
from play.moves import OpenBattle, Say
from rules.errors import IllegalMove
from tests.play.conftest import TableInPlay


def names() -> set[str]:
    return set(User.objects.values_list("username", flat=True))


@pytest.mark.django_db(transaction=True)
def test_a_failed_job_is_undone_alone() -> None:
    def fail() -> None:
        User.objects.create(username="half")
        raise IllegalMove("no", "No.")

    outcomes = run_group(
        [lambda: User.objects.create(username="one"), fail, lambda: User.objects.create(username="two")]
    )
    assert [type(error) for _result, error in outcomes] == [type(None), IllegalMove, type(None)]
    assert names() == {"one", "two"}


@pytest.mark.django_db(transaction=True)
def test_a_broken_statement_spoils_nothing_for_the_rest() -> None:
    User.objects.create(username="taken")
    outcomes = run_group(
        [lambda: User.objects.create(username="taken"), lambda: User.objects.create(username="free").username]
    )
    assert isinstance(outcomes[0][1], IntegrityError)
    assert outcomes[1] == ("free", None)
    assert names() == {"taken", "free"}


@pytest.mark.django_db(transaction=True)
def test_nobody_is_answered_when_the_commit_fails(coins: TableInPlay) -> None:
    def point_at_nothing() -> None:
        # SQLite looks at foreign keys only when it commits.
        Command.objects.create(table_id=987654321, user=None, key=uuid.uuid4(), first=1, last=1)

    outcomes = run_group([lambda: User.objects.create(username="lost"), point_at_nothing])
    assert [type(error) for _result, error in outcomes] == [IntegrityError, IntegrityError]
    assert "lost" not in names()


@pytest.mark.django_db(transaction=True)
def test_commands_of_one_group_follow_each_other(coins: TableInPlay) -> None:
    cast = coins.cast
    outcomes = run_group(
        [
            lambda: coins.act(cast.player, Say("One"), drawn_at=0).last,
            lambda: coins.act(cast.player, OpenBattle(), drawn_at=0).last,
            lambda: coins.act(cast.rival, Say("Two"), drawn_at=0).last,
        ]
    )
    assert [result for result, _error in outcomes] == [1, None, 2]
    assert list(Entry.objects.values_list("number", flat=True)) == [1, 2]
