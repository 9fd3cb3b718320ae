"""The demo: a large series of the Second Edition, and a small one of each other game.

The large one has two stories, six characters, handouts, people and places. Each of the four has a fight under way, an
evening, a scene by post and a downtime. The modules have data and the functions that create it; what the small series
tell is in `told`. `load_demo` calls them in order.
"""

from django.db import transaction

from campaigns.models import Series
from config.demo.attachments import make_attachments
from config.demo.beside import make_beside
from config.demo.characters import YSANE, make_characters
from config.demo.chronicle import HIGH_WATER, SERIES, SYSTEM, make_scenes, make_series
from config.demo.downtimes import make_downtimes
from config.demo.experience import make_experience
from config.demo.fight import make_fight
from config.demo.games import BESIDE, GAMES, make_game
from config.demo.handouts import make_handouts
from config.demo.lively import let_seats_play
from config.demo.people import (
    DEMO_PASSWORD,
    PLAYERS,
    SPECTATOR,
    STORYTELLER,
    People,
    demo_people,
    has_demo,
    make_people,
)
from config.demo.posts import make_posts
from config.demo.sessions import make_sessions
from config.demo.subjects import make_subjects
from config.demo.threads import make_threads
from rules.dice import Roller

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
    "make_demo",
    "make_table",
    "reset_demo",
]


@transaction.atomic
def load_demo(roller: Roller | None = None, *, lively: bool = False) -> Series:
    """Create the demo's people, series, characters and fights. `roller` throws its dice (None: at random).
    With one the fights have only just begun; without one they wait for a hero.

    `lively`: seats of its fights play themselves. Return the large series.
    """
    people = make_people()
    series = make_demo(people, roller)
    others = [make_game(game, people, roller) for game in GAMES.values()]
    for each in (*others, series):
        make_beside(each, BESIDE[each.system], people)
        if lively:
            let_seats_play(each, people)
    return series


@transaction.atomic
def make_table(system: str, people: People) -> Series:
    """Create the series of one game with all that it has, for these people. Seats of its fight play themselves."""
    series = make_demo(people) if system == SYSTEM else make_game(GAMES[system], people)
    make_beside(series, BESIDE[system], people)
    let_seats_play(series, people)
    return series


@transaction.atomic
def make_demo(people: People, roller: Roller | None = None) -> Series:
    """Create the demo's series for these people: a user for each name in `ROLES`."""
    series = make_series(people)
    bridge = make_scenes(series)
    characters = make_characters(series, people)
    make_downtimes(series, characters, people)
    make_experience(series, characters, people)
    make_handouts(series, bridge, people)
    make_sessions(series, people)
    make_subjects(series, characters)
    make_threads(series, bridge, characters)
    make_attachments(series, people)
    make_posts(series, bridge, characters, people)
    make_fight(series, bridge, characters, people, roller)
    return series


@transaction.atomic
def reset_demo(*, lively: bool = False) -> Series:
    """Delete the demo's series with everything played in them, and load them again. Other series stay."""
    names = (SERIES, *(game.name for game in GAMES.values()))
    Series.objects.filter(owner__username=STORYTELLER, name__in=names).delete()
    return load_demo(lively=lively)
