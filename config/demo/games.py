"""The series of the other games than the demo's own: a few people who are in the middle of a fight."""

import uuid
from collections.abc import Mapping

from django.db import transaction

from campaigns.models import Character, Episode, Membership, Scene, Series, Story
from campaigns.people.portraits.services import keep_portrait
from config.demo.characters import DERUVIN, FERRYMAN, OSKEL, WREN, YSANE
from config.demo.opening import mark_all_read, play_opening
from config.demo.people import ROLES, STORYTELLER, People
from config.demo.portraits import draw_portrait
from config.demo.series import exalted2e, exalted3e, v20da, wod2004
from config.demo.shape import Game
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from rules import get_system
from rules.battle import Json, Move
from rules.codec import encode
from rules.dice import Roller
from rules.paths import write_path

GAMES = {module.GAME.system: module.GAME for module in (exalted3e, wod2004, v20da)}
BESIDE = {"exalted2e": exalted2e.BESIDE, **{key: game.beside for key, game in GAMES.items() if game.beside}}
"""What the series of each game has beside its fight."""
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
    """Create the series of a game for these people (a user for each name in `ROLES`), and begin its fight.

    With a `roller` everybody has just joined the fight; without one it waits for a hero.
    """
    scene, ours, theirs = make_scene(game, people)
    series = scene.episode.story.series
    storyteller = Membership.objects.select_related("user", "series").get(series=series, user=people[STORYTELLER])
    moves: tuple[Move, ...] = (
        Say(game.opening),
        OpenBattle(),
        BringIn(ours, "ours"),
        BringIn(theirs, "theirs"),
        BattleMove({"kind": "StartBattle"}),
    )
    for move in moves:
        submit(storyteller, scene, uuid.uuid4(), None, move, roller)
    if roller is None:
        attacked = ours[list(game.heroes).index(game.attacked)] if game.attacked else ""
        play_opening(storyteller, scene, ours, attacked)
    mark_all_read(scene)
    return series


def make_scene(game: Game, people: People) -> tuple[Scene, tuple[str, ...], tuple[str, ...]]:
    """Create the series with one scene and its characters. Return the scene and the keys of both sides."""
    series = Series.objects.create(name=game.name, system=game.system, tone=game.tone, owner=people[STORYTELLER])
    for name, person in people.items():
        Membership.objects.create(series=series, user=person, role=ROLES[name])
    story = Story.objects.create(series=series, title=game.story, position=1)
    episode = Episode.objects.create(story=story, title=game.episode, position=1)
    scene = Scene.objects.create(
        episode=episode, title=game.scene, position=1, in_world_time="After dark", notes=game.notes
    )

    def make(name: str, archetype: str, owner: str = "") -> str:
        row = Character.objects.create(
            series=series,
            name=name,
            sheet=make_sheet(game.system, archetype, game.sheets.get(name, {})),
            owner=people.get(owner),
            extra=archetype in game.extras,
            settled=name in game.sheets,
        )
        if name in FACES:
            keep_portrait(row, draw_portrait(FACES[name]))
        return str(row.pk)

    ours = tuple(make(name, archetype, owner) for name, (owner, archetype) in game.heroes.items())
    return scene, ours, tuple(make(name, archetype) for name, archetype in game.foes.items())


def make_sheet(system: str, archetype: str, values: Mapping[str, Json]) -> Json:
    """Return the sheet of an archetype with these values, by dotted path."""
    sheets = get_system(system).sheets
    sheet: Json = sheets.blank(archetype)
    for path, value in values.items():
        sheet = write_path(sheet, path, value)
    return encode(sheets.parse(sheet)) if values else sheet
