"""Test vectors: kind to function. They read and report; all rules are those of the battle."""

from rules.exalted3e.actions.request import Request
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance import attacks, defense, groups, influence, order, rolls, script, upkeep
from rules.field_vectors import make_field_kind

CONFORMANCE = {
    **rolls.kind,
    **defense.kind,
    **attacks.kind,
    **groups.kind,
    **influence.kind,
    **order.kind,
    **upkeep.kind,
    **script.kind,
    **make_field_kind(BATTLE, Request),
}
