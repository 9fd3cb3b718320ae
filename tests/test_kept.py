"""What is put into the database of a test is what would have been made there."""

import pytest

from campaigns.models import Series, User
from config.demo import load_demo
from tests.kept import Rows, put, read_rows

pytestmark = [pytest.mark.walk, pytest.mark.django_db]


def test_what_is_put_is_what_was_made() -> None:
    made: Rows = {}

    def make() -> Series:
        series = load_demo()
        made.update(read_rows())
        return series

    for _time in range(2):
        series = put(make)
        assert series.owner.username == "petra"
        assert read_rows() == made
        Series.objects.all().delete()
        User.objects.all().delete()


def test_nothing_is_put_beside_what_is_there() -> None:
    User.objects.create_user("somebody")
    with pytest.raises(AssertionError, match="something in the database already"):
        put(lambda: load_demo())
