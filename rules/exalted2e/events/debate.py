"""What happens in a debate (2E-510 to 2E-516)."""

from typing import Literal

from rules.battle.events import ActorEvent, TargetEvent
from rules.exalted2e.events.exchange import PoolRolled
from rules.exalted2e.sheet.rows import Intimacy
from rules.exalted2e.state import PlainAction
from rules.exalted2e.state.debate import Leaning, Stance
from rules.pool import Breakdown, Pool

Outcome = Literal["missed", "yielded", "resisted"]
"""What came of words: not heeded, given in to, or resisted."""


class LeaningRuled(ActorEvent):
    """The Storyteller has ruled how the words stand to the mind of the actor, who is their target (2E-514)."""

    prompt: str
    leaning: Leaning


class InfluenceMet(ActorEvent):
    """The target has chosen what meets the words (2E-512)."""

    prompt: str
    stance: Stance


class InfluenceRolled(PoolRolled):
    """The roll of an attempt to influence the target. Only the target's player may see its MDV, `mdv` (2E-512)."""

    action: PlainAction
    pool: Pool
    target: str
    target_name: str
    mdv: Breakdown
    mdv_for: tuple[str, ...]
    hit: bool


class InfluenceEnded(TargetEvent):
    """What came of the words: the target did not heed them, gave in, or resisted. `paid`: the Willpower (2E-515)."""

    action: PlainAction
    outcome: Outcome
    prompt: str = ""
    paid: int = 0


class IntimacyWorked(ActorEvent):
    """A scene of building or eroding an Intimacy; all Intimacies after it. `text` names the one (2E-516)."""

    text: str
    intimacies: tuple[Intimacy, ...]
    builds: bool
