"""Test vectors: kind to function, each a thin reader over the rules themselves."""

from rules.exalted2e.conformance import attack, dv, heal, pool, roll, tick

CONFORMANCE = {**pool.kind, **roll.kind, **dv.kind, **attack.kind, **tick.kind, **heal.kind}
