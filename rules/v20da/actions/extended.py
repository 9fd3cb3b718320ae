"""Extended actions: several rolls, until enough successes are gathered."""

from dataclasses import dataclass, replace
from typing import Literal

from rules.v20da.actions.rolling import Result

Status = Literal["complete", "in_progress", "exhausted", "ruined"]


@dataclass(frozen=True, slots=True)
class Extended:
    """An extended action as it stands (V20-100).

    `interval`: the time one roll takes, in the Storyteller's unit. `max_rolls`: None for any number (V20-105).
    """

    required: int
    total: int = 0
    rolls: int = 0
    max_rolls: int | None = None
    interval: int = 1
    botch_ends: bool = False
    ruined: bool = False

    @property
    def status(self) -> Status:
        """The state of the action. A ruined one stays ruined (V20-104)."""
        if self.ruined:
            return "ruined"
        if self.total >= self.required:
            return "complete"
        return "exhausted" if self.max_rolls is not None and self.rolls >= self.max_rolls else "in_progress"

    @property
    def elapsed(self) -> int:
        """The time that the rolls took. Botched rolls count (V20-106)."""
        return self.rolls * self.interval


def add_roll(action: Extended, result: Result) -> Extended:
    """Count one more roll: add its net successes (V20-101, 102); a botch starts over or ends the action (V20-103, 104).

    Nothing gets harder by itself, neither from roll to roll nor after a botch (V20-073, 109).
    """
    if result.outcome == "botch":
        return replace(action, rolls=action.rolls + 1, total=0, ruined=action.botch_ends)
    return replace(action, rolls=action.rolls + 1, total=action.total + result.net)


def is_epic(required: int) -> bool:
    """Return whether more than 20 successes are required, which suits only the most epic efforts (V20-107)."""
    return required > 20
