"""A small series of each other game than the demo's: a scene of a few people who are about to fight."""

import uuid
from dataclasses import dataclass

from django.db import transaction

from campaigns.models import Character, Episode, Membership, Scene, Series, Story
from campaigns.services.portraits import keep_portrait
from config.demo.characters import DERUVIN, FERRYMAN, OSKEL, WREN, YSANE
from config.demo.people import ROLES, STORYTELLER, People
from config.demo.portraits import draw_portrait
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from rules import get_system
from rules.battle import Move
from rules.dice import Roller


@dataclass(frozen=True, slots=True)
class Game:
    """What the series of a game is made of."""

    system: str
    name: str
    scene: str
    heroes: dict[str, tuple[str, str]]
    """Names with the player and the archetype."""
    foes: dict[str, str]
    """Names with the archetype."""
    extras: tuple[str, ...] = ()
    """The archetypes of those who are extras."""
    opening: str = "The lamp goes out. Somebody laughs, close by."


GAMES = {
    game.system: game
    for game in (
        Game(
            "exalted3e",
            "The Kiln and the Vault",
            "Under the Paper Vault",
            {"Mereth Vane": ("mira", "solar"), "Tamsin Cray": ("jonas", "dragon_blooded")},
            {"The Iron Quill": "abyssal", "Paper Hound": "mortal", "Gate archers": "group"},
        ),
        Game(
            "wod2004",
            "Low Tide Street",
            "The Ferry Terminal, After Hours",
            {"Iva Lindqvist": ("mira", "supernatural"), "Sana Korpela": ("jonas", "officer")},
            {"The Man from the Harbour Office": "supernatural", "Dock thug": "thug"},
        ),
        Game(
            "v20da",
            "The Winter Abbey",
            "The Charnel House",
            {"Anselm of Ostmark": ("mira", "vampire"), "Mechtild": ("jonas", "knight")},
            {"The Abbot’s Gaoler": "knight", "Man-at-arms": "guard"},
        ),
    )
}
FACES = {
    "Mereth Vane": WREN,
    "The Iron Quill": FERRYMAN,
    "Iva Lindqvist": YSANE,
    "Anselm of Ostmark": OSKEL,
    "The Abbot’s Gaoler": DERUVIN,
    YSANE: YSANE,
    DERUVIN: DERUVIN,
}
"""Who borrows which face of the demo."""


@transaction.atomic
def make_game(game: Game, people: People, roller: Roller | None = None) -> Series:
    """Create the series of a game for these people (a user for each name in `ROLES`), and begin its fight."""
    scene, ours, theirs = make_scene(game, people)
    series = scene.episode.story.series
    storyteller = Membership.objects.select_related("user").get(series=series, user=people[STORYTELLER])
    moves: tuple[Move, ...] = (
        Say(game.opening),
        OpenBattle(),
        BringIn(ours, "ours"),
        BringIn(theirs, "theirs"),
        BattleMove({"kind": "StartBattle"}),
    )
    for move in moves:
        submit(storyteller, scene, uuid.uuid4(), None, move, roller)
    return series


def make_scene(game: Game, people: People) -> tuple[Scene, tuple[str, ...], tuple[str, ...]]:
    """Create the series with one scene and its characters. Return the scene and the keys of both sides."""
    series = Series.objects.create(name=game.name, system=game.system, owner=people[STORYTELLER])
    for name, person in people.items():
        Membership.objects.create(series=series, user=person, role=ROLES[name])
    story = Story.objects.create(series=series, title="The First Night", position=1)
    episode = Episode.objects.create(story=story, title="Salt in the Locks", position=1)
    scene = Scene.objects.create(episode=episode, title=game.scene, position=1, in_world_time="After dark")
    sheets = get_system(game.system).sheets

    def make(name: str, archetype: str, owner: str = "") -> str:
        row = Character.objects.create(
            series=series,
            name=name,
            sheet=sheets.blank(archetype),
            owner=people.get(owner),
            extra=archetype in game.extras,
        )
        if name in FACES:
            keep_portrait(row, draw_portrait(FACES[name]))
        return str(row.pk)

    ours = tuple(make(name, archetype, owner) for name, (owner, archetype) in game.heroes.items())
    return scene, ours, tuple(make(name, archetype) for name, archetype in game.foes.items())
