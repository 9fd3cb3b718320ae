"""Where combatants are, as the Storyteller says."""

from rules.battle.events import ActorEvent, TargetEvent
from rules.exalted2e.state import Ground
from rules.exalted2e.state.places import Distance
from rules.text import Text


class DistanceSet(TargetEvent):
    """The Storyteller said how far two combatants are from each other (2E-667)."""

    apart: Distance


class GroundSet(ActorEvent):
    """The Storyteller said where a combatant stands. `told`: what is special about it, in words."""

    ground: Ground
    told: Text
