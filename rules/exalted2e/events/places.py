"""Where combatants are, as the Storyteller says."""

from rules.battle.events import TargetEvent
from rules.exalted2e.state.places import Apart


class DistanceSet(TargetEvent):
    """The Storyteller said how far two combatants are from each other (2E-667)."""

    apart: Apart
