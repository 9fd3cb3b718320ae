"""Strands: the Storyteller opens one beside the main line of a scene, and lets it join again."""

import secrets
from collections.abc import Sequence

from campaigns.core.visible_text import is_visible
from play.commands.context import CommandContext
from play.commands.moves import MAX_SIDE_SCENE_NAME, CloseStrand, OpenStrand
from play.commands.voices import find_side_scene
from play.table.side_scenes import StrandClosed, StrandOpened
from play.table.speech import StrandName
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line, is_line
from rules.text import Text

MAX_SIDE_SCENES = 8
"""How many strands of a scene may be open at once."""


def open_side_scene(context: CommandContext, move: OpenStrand) -> Sequence[Event]:
    """Open a strand for everybody, or for the players of some characters alone."""
    context.require_storyteller()
    if sum(one.is_open for one in context.state.strands) >= MAX_SIDE_SCENES:
        raise IllegalMove(
            "many_strands", Text("{n} side scenes are open. Merge one into the main scene first.", n=MAX_SIDE_SCENES)
        )
    there = [context.get_character(key) for key in dict.fromkeys(move.characters)]
    if move.secret and not there:
        raise BadInput("no_readers", Text("To limit readers, choose who takes part."), key="characters")
    names = tuple(one.name for one in there if not one.hidden)
    audience = tuple(str(one.pk) for one in there) if move.secret else None
    return [StrandOpened(StrandName(secrets.token_hex(4), _check_title(move.title)), names, audience=audience)]


def close_side_scene(context: CommandContext, move: CloseStrand) -> Sequence[Event]:
    """Let a strand join the main line again."""
    context.require_storyteller()
    strand = find_side_scene(context, move.strand)
    return [StrandClosed(strand.name, audience=strand.audience)]


def _check_title(title: str) -> str:
    plain = clean_line(title)
    if not is_visible(plain) or not is_line(plain):
        raise BadInput("bad_title", Text("Enter a title for the side scene."), key="title")
    if len(plain) > MAX_SIDE_SCENE_NAME:
        raise BadInput("bad_title", Text("A title can be up to {n} characters.", n=MAX_SIDE_SCENE_NAME), key="title")
    return plain
