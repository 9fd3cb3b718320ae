"""Which events turned a fight."""

from collections.abc import Iterable

from rules.battle.turning import SHARED_TURNING, Turn, Turning, rule_out
from rules.exalted2e.actions.hidden import VERDICTS
from rules.exalted2e.events import exchange, table


def _harm(harms: Iterable[exchange.Harm]) -> Turn:
    """Return the worst that came of these wounds. Who was out before is not felled again."""
    found = {_fall(harm) for harm in harms}
    worst: tuple[Turn, ...] = ("death", "felled", "hurt")
    return next((turn for turn in worst if turn in found), "")


def _fall(harm: exchange.Harm) -> Turn:
    if harm.health.state == "dead":
        return "" if harm.was_dead else "death"
    if harm.health.is_out and harm.before[-1:] == ".":
        return "felled"
    return "hurt" if harm.health.boxes != harm.before else ""


def _strike(event: exchange.AttackResolved) -> Turn:
    numbers = event.numbers
    scattered = any(loss.before.magnitude and not loss.unit.magnitude for loss in event.losses)
    return (
        _harm(event.harms)
        or ("rout" if scattered else "")
        or ("botch" if numbers.botch and not numbers.auto_miss else "")
    )


TURNING: Turning = {
    **SHARED_TURNING,
    exchange.AttackResolved: _strike,
    exchange.ClinchChosen: lambda e: _harm(e.harms),
    table.ActionRolled: lambda e: "botch" if e.verdict == VERDICTS["botch"] else "",
    table.ValorChecked: lambda e: "" if e.stands else "rout",
    table.Overridden: rule_out,
    table.DyingMarked: lambda e: "death" if e.dead else "",
    table.Stabilized: lambda e: "saved",
}
