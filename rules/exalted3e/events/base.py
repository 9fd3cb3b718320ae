"""What every event about one combatant carries."""

from dataclasses import dataclass

from rules.battle import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorEvent(Event):
    """Something that one combatant did or suffered; `round` and `tick` say when, `within` in which attack, if any."""

    actor: str
    actor_name: str
    round: int
    tick: int | None
    within: str = ""
