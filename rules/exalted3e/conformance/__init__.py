"""Test vectors: kind to function. They read and report; all rules are those of the battle."""

from rules.exalted3e.conformance import attacks, defense, fields, groups, influence, order, rolls, script, upkeep

CONFORMANCE = {
    **rolls.kind,
    **defense.kind,
    **attacks.kind,
    **groups.kind,
    **influence.kind,
    **order.kind,
    **upkeep.kind,
    **script.kind,
    **fields.kind,
}
