"""Test vectors: kind to function. They only read and tell; every rule is the one that the battle plays by."""

from rules.exalted3e.conformance import attacks, defense, order, rolls, script, upkeep

CONFORMANCE = {
    **rolls.kind, **defense.kind, **attacks.kind, **order.kind, **upkeep.kind, **script.kind,
}  # fmt: skip
