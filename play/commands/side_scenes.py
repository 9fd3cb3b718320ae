"""Side scenes: the Storyteller opens one beside the main line of a scene, and merges it again."""

import secrets
from collections.abc import Sequence

from campaigns.core.visible_text import is_visible
from play.commands.context import CommandContext
from play.commands.moves import MAX_SIDE_SCENE_NAME, CloseStrand, OpenStrand
from play.commands.voices import find_side_scene
from play.table.side_scenes import StrandClosed, StrandOpened
from play.table.speech import SideSceneName
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line, is_line
from rules.text import Text

MAX_SIDE_SCENES = 8
"""How many side scenes of a scene may be open at once."""


def open_side_scene(context: CommandContext, move: OpenStrand) -> Sequence[Event]:
    """Open a side scene for everybody, or for the players of some characters alone."""
    context.require_storyteller()
    if sum(side_scene.is_open for side_scene in context.state.strands) >= MAX_SIDE_SCENES:
        raise IllegalMove(
            "many_strands", Text("{n} side scenes are open. Merge one into the main scene first.", n=MAX_SIDE_SCENES)
        )
    there = [context.get_character(key) for key in dict.fromkeys(move.characters)]
    if move.secret and not there:
        raise BadInput("no_readers", Text("To limit readers, choose who takes part."), key="characters")
    names = tuple(character.name for character in there if not character.hidden)
    audience = tuple(str(character.pk) for character in there) if move.secret else None
    return [StrandOpened(SideSceneName(secrets.token_hex(4), _check_title(move.title)), names, audience=audience)]


def close_side_scene(context: CommandContext, move: CloseStrand) -> Sequence[Event]:
    """Merge a side scene into the main line."""
    context.require_storyteller()
    side_scene = find_side_scene(context, move.strand)
    return [StrandClosed(side_scene.name, audience=side_scene.audience)]


def _check_title(title: str) -> str:
    plain = clean_line(title)
    if not is_visible(plain) or not is_line(plain):
        raise BadInput("bad_title", Text("Enter a title for the side scene."), key="title")
    if len(plain) > MAX_SIDE_SCENE_NAME:
        raise BadInput("bad_title", Text("A title can be up to {n} characters.", n=MAX_SIDE_SCENE_NAME), key="title")
    return plain
