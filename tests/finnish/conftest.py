"""What every test of the Finnish may lean on."""

from collections.abc import Iterator

import pytest
from django.utils.translation import activate


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page leaves its language active in the thread; other tests read English."""
    yield
    activate("en")
