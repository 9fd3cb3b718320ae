"""The demo: a series of our own with two stories, six characters and a fight about to turn.

Each module holds what it makes, and makes it; `load_demo` has them do so in turn.
"""

from django.db import transaction

from campaigns.models import Series
from config.demo.characters import YSANE, make_characters
from config.demo.chronicle import HIGH_WATER, SERIES, SYSTEM, make_scenes, make_series
from config.demo.downtimes import make_downtimes
from config.demo.experience import make_experience
from config.demo.fight import make_fight
from config.demo.people import (
    DEMO_PASSWORD,
    PLAYERS,
    SPECTATOR,
    STORYTELLER,
    demo_people,
    has_demo,
    make_people,
)

__all__ = [
    "DEMO_PASSWORD",
    "HIGH_WATER",
    "PLAYERS",
    "SPECTATOR",
    "STORYTELLER",
    "SYSTEM",
    "YSANE",
    "demo_people",
    "has_demo",
    "load_demo",
    "reset_demo",
]


@transaction.atomic
def load_demo() -> Series:
    """Make the demo's people, series, characters and fight."""
    people = make_people()
    series = make_series(people)
    bridge = make_scenes(series)
    characters = make_characters(series, people)
    make_downtimes(series, characters, people)
    make_experience(series, characters, people)
    make_fight(series, bridge, characters, people)
    return series


@transaction.atomic
def reset_demo() -> Series:
    """Throw the demo's series away, whatever was played in it, and load it anew. Other series stay."""
    Series.objects.filter(owner__username=STORYTELLER, name=SERIES).delete()
    return load_demo()
