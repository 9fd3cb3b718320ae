"""Automatic success of a large pool, without a roll (chapter 10)."""

from dataclasses import dataclass

from rules.exalted2e.actions.rolling import HIGHEST_TARGET, LOWEST_TARGET, TARGET

DICE_PER_DIFFICULTY = 3


@dataclass(frozen=True, slots=True)
class AutomaticSuccess:
    """Whether the task succeeds without a roll, and the dice `required` for that."""

    required: int
    applies: bool

    @property
    def threshold(self) -> int | None:
        """Return 0 for an automatic success, else None (2E-214)."""
        return 0 if self.applies else None


def required_pool(difficulty: int, target: int = TARGET, external: int = 0) -> int:
    """Return the pool that succeeds by itself: target number + 3 dice per point of difficulty above 1 (2E-210).

    External penalties count as difficulty (2E-216).
    """
    held = min(HIGHEST_TARGET, max(LOWEST_TARGET, target))
    return held + DICE_PER_DIFFICULTY * (difficulty + external - 1)


def succeed_automatically(
    pool: int,
    difficulty: int = 1,
    target: int = TARGET,
    external: int = 0,
    *,
    resisted: bool = False,
    stress: bool = False,
    dramatic: bool = False,
) -> AutomaticSuccess:
    """Return whether a pool succeeds by itself; never if resisted, under stress or dramatic (2E-211 to 2E-213)."""
    required = required_pool(difficulty, target, external)
    return AutomaticSuccess(required, pool >= required and not (resisted or stress or dramatic))
