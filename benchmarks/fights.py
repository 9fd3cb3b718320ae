"""A fight of eleven in each game, in a database of its own in this process."""

import os
import uuid
from typing import Any

HEROES = {"Ysane": "mira", "Oskel": "jonas"}
GUARDS = 8
FIGHTS = {
    "exalted2e": ("dawn", "night", "extra"),
    "exalted3e": ("solar", "abyssal", "mortal"),
    "wod2004": ("supernatural", "supernatural", "thug"),
    "v20da": ("vampire", "knight", "guard"),
}
"""For each game the archetypes of the heroes, of their foe, and of its guards."""


def set_up(folder: str) -> None:
    """Make a database of our own in a folder, for this process."""
    os.environ |= {"STORYWHEEL_VAR": folder, "DEBUG": "0", "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ |= {"DATABASE_URL": "", "REDIS_URL": ""}
    os.environ.pop("DATABASE_URL")

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def make_fight(key: str, seed: int) -> Any:
    """Begin the fight; gives its scene."""
    from campaigns.models import Membership
    from config.demo.games import make_scene
    from config.demo.people import STORYTELLER, make_people
    from config.demo.shape import Game
    from play.commands.moves import BattleMove, BringIn, OpenBattle
    from play.commands.submit import submit
    from tests.e2e.showcase import SeededRoller

    hero, foe, guard = FIGHTS[key]
    game = Game(
        key,
        f"Fight {seed}",
        "The Bridge",
        {name: (who, hero) for name, who in HEROES.items()},
        {"The Captain": foe, "Bridge guard": guard},
        (guard,),
    )
    people = make_people()
    scene, ours, theirs = make_scene(game, people)
    storyteller = Membership.objects.get(series=scene.episode.story.series, user=people[STORYTELLER])
    for move in (
        OpenBattle(),
        BringIn(ours, "travellers"),
        BringIn(theirs[:1], "toll company"),
        BringIn(theirs[1:], "toll company", copies=GUARDS),
        BattleMove({"kind": "StartBattle"}),
    ):
        submit(storyteller, scene, uuid.uuid4(), None, move, SeededRoller(seed))
    return scene
