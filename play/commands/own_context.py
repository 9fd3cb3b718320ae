"""The context of what a table does by itself, without a person."""

from campaigns.models import Membership, Role, Scene
from play.commands.context import CommandContext
from play.commands.dice import SceneDice
from play.models import Table
from play.table.newest import load_state
from rules import get_system
from rules.battle import STORYTELLER
from rules.dice import Roller


def open_own_context(scene: Scene, table: Table, roller: Roller | None = None) -> CommandContext:
    """Return a context without a person: it has the Storyteller's rights and the owner's name."""
    series = scene.series
    system = get_system(series.system)
    owner = Membership(series=series, user=series.owner, role=Role.STORYTELLER)
    state = load_state(system, table)
    return CommandContext(system, series, scene, table, owner, STORYTELLER, state, SceneDice(table), roller)
