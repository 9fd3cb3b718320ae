"""The events of a battle: facts with the dice that fell, which the log describes without the state."""

from rules.battle import Event, Json, Kinds, events
from rules.battle.events import PowerSwitched
from rules.exalted2e.events import debate, exchange, places, table, war

_RENAMED = {"Revealed": "CombatantRevealed", "WentIntoHiding": "CombatantHidden"}


def _convert_former(data: dict[str, Json]) -> dict[str, Json]:
    """Return today's JSON form of an event that version 0.1 wrote."""
    kind = _RENAMED.get(data["kind"], data["kind"])
    data = {**data, "kind": kind}
    if kind == "BattleEnded" and "tick" in data:
        data["turn"] = data.pop("tick")
    elif kind == "Overridden" and "value" in data:
        data["now"] = data.pop("value")
    elif kind == "BloodPaid" and isinstance(harm := data.get("harm"), dict):
        data = {"actor": harm.get("target"), "actor_name": harm.get("name"), **data}
    return data


EVENTS: Kinds[Event] = Kinds(
    *events.SHARED,
    PowerSwitched,
    table.CombatantAdded,
    table.BattleStarted,
    table.JoinBattleRolled,
    table.TickAdvanced,
    table.ScaleSet,
    table.ActionTaken,
    table.ActionRolled,
    table.KeptOn,
    table.Moved,
    table.Spent,
    table.BloodPaid,
    table.Asked,
    table.StuntRated,
    table.StuntRewarded,
    table.CoordinationRolled,
    table.DyingMarked,
    table.Stabilized,
    table.ValorChecked,
    table.Overridden,
    exchange.SurpriseRolled,
    exchange.AttackDeclared,
    exchange.DefenseDeclared,
    exchange.AttackRolled,
    exchange.AttackRerolled,
    exchange.DefenseApplied,
    exchange.DefenseRerolled,
    exchange.MagicActivated,
    exchange.DamageRolled,
    exchange.Warded,
    exchange.Countered,
    exchange.AttackResolved,
    exchange.BystanderSpared,
    exchange.CheckRolled,
    exchange.ClinchContested,
    exchange.ClinchChosen,
    war.KindSet,
    war.UnitFormed,
    war.UnitOrdered,
    debate.LeaningRuled,
    debate.InfluenceMet,
    debate.InfluenceRolled,
    debate.InfluenceEnded,
    debate.IntimacyWorked,
    places.DistanceSet,
    places.GroundSet,
    table.DifficultySet,
    former=_convert_former,
)
