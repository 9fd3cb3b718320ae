"""The Health Track: marking damage, wound penalties, who is Incapacitated, and how long healing takes (3E-262 on)."""

from dataclasses import dataclass, replace

from rules.exalted3e.traits import TABLES

INCAPACITATED = 99
"""The penalty that stands for the Incapacitated level."""

STANDARD_LEVELS = (0, 1, 1, 2, 2, 4, INCAPACITATED)
"""Seven levels (3E-262)."""


@dataclass(frozen=True, slots=True)
class Health:
    """A Health Track: the penalty of each level from left to right, and the levels that each kind of damage fills.

    Aggravated damage stands leftmost, then lethal, then bashing (3E-265).
    """

    levels: tuple[int, ...] = STANDARD_LEVELS
    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    @property
    def filled(self) -> int:
        """The number of levels that hold damage."""
        return self.bashing + self.lethal + self.aggravated

    @property
    def free(self) -> int:
        """The number of empty levels."""
        return len(self.levels) - self.filled

    def wound_penalty(self, pain_tolerance: bool = False) -> int:
        """Return the penalty of the worst level that holds damage, as a positive number (3E-263).

        It is 4 when the track is full. Pain Tolerance turns 2 into 1 and 4 into 3 (3E-274).
        """
        worst = max((penalty for penalty in self.levels[: self.filled] if penalty != INCAPACITATED), default=0)
        return {2: 1, 4: 3}.get(worst, worst) if pain_tolerance else worst


def mark(health: Health, kind: str, amount: int) -> Health:
    """Return the track with levels of damage marked; where none is empty, lighter damage is converted (3E-266).

    What finds no place is lost.
    """
    put = min(amount, health.free)
    marked = replace(health, **{kind: getattr(health, kind) + put})
    over = amount - put
    if kind == "bashing":
        return _convert(marked, "bashing", "lethal", over)
    turned = min(over, marked.bashing)
    marked = _convert(marked, "bashing", kind, turned)
    return _convert(marked, "lethal", kind, over - turned) if kind == "aggravated" else marked


def is_incapacitated(health: Health) -> bool:
    """Return whether every level is filled (3E-267)."""
    return health.free <= 0


def find_outcome(health: Health) -> str | None:
    """Return what a full track means: "unconscious" while any bashing is on it, else "dead_or_dying" (3E-268).

    Return None for a track that is not full.
    """
    if not is_incapacitated(health):
        return None
    return "unconscious" if health.bashing else "dead_or_dying"


FATES = ("unconscious", "dying", "dead")
"""What outlasts a fight."""


def find_body_fate(health: Health) -> str:
    """Return the fate that a full track means: "dying" until the Storyteller says "dead" (3E-268); else empty."""
    return {None: "", "dead_or_dying": "dying"}.get(said := find_outcome(health), said or "")


def choose_fate(written: str, said: str) -> str:
    """Return the fate that counts of the one that is written and the one that the boxes say."""
    if written == "dead" or not said:
        return "" if written == "dying" else written
    return said


def say_boxes(health: Health) -> str:
    """Return the marks of the track, worst first, as a sheet writes them."""
    return "a" * health.aggravated + "l" * health.lethal + "b" * health.bashing


def hours_to_heal(health: Health, being: str) -> int:
    """Return the hours until every level is healed, one after another from the right (3E-270 to 3E-273).

    `being` is exalt or mortal. Aggravated damage heals as lethal. The Incapacitated level is the Storyteller's.
    """
    filled = zip(health.levels, say_boxes(health), strict=False)
    return sum(_find_hours(being, mark, penalty) for penalty, mark in filled if penalty != INCAPACITATED)


def heal_for(health: Health, being: str, hours: int) -> tuple[Health, int]:
    """Return the track after some hours of rest, and the hours that the next level has had already.

    The rightmost damaged level heals first (3E-273). The hours are 0 where nothing heals by itself.
    """
    while (needed := hours_of_next(health, being)) is not None:
        if hours < needed:
            return health, hours
        hours -= needed
        kind = "bashing" if health.bashing else "lethal" if health.lethal else "aggravated"
        health = replace(health, **{kind: getattr(health, kind) - 1})
    return health, 0


def hours_of_next(health: Health, being: str) -> int | None:
    """Return the hours that the next level takes to heal; None where nothing heals by itself."""
    if not health.filled or (penalty := health.levels[health.filled - 1]) == INCAPACITATED:
        return None
    return _find_hours(being, say_boxes(health)[-1], penalty)


def _find_hours(being: str, mark: str, penalty: int) -> int:
    return int(TABLES["healing"][being]["bashing" if mark == "b" else "lethal"][str(penalty)])


def _convert(health: Health, light: str, heavy: str, amount: int) -> Health:
    turned = min(amount, getattr(health, light))
    return replace(health, **{light: getattr(health, light) - turned, heavy: getattr(health, heavy) + turned})
