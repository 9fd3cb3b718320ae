"""Vector kinds to functions: thin adapters over the rules themselves, one module per kind."""

from collections.abc import Mapping

from rules.exalted2e.conformance import attack, dv, extended, heal, pool, roll, soak, stunt, tick, xp
from rules.exalted2e.conformance.given import Op

CONFORMANCE: Mapping[str, Op] = {
    **pool.KINDS,
    **roll.KINDS,
    **extended.KINDS,
    **dv.KINDS,
    **attack.KINDS,
    **soak.KINDS,
    **tick.KINDS,
    **heal.KINDS,
    **xp.KINDS,
    **stunt.KINDS,
}
