"""Every entry of the log as one seat may read it: a sentence in the book's words, and the steps that unfold."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.battle import Event, Seat
from rules.codec import encode
from rules.view import EventView, LogStepView
from rules.wod2004 import events as e
from rules.wod2004.actions.instant import VERDICTS
from rules.wod2004.attack.grapple import MANEUVERS

OPEN_NUMBERS: Final = (
    "initiative", "bashing", "lethal", "aggravated", "surprised", "concealment", "cover", "structure", "acted",
    "moved", "prone", "unconscious", "stable",
)  # fmt: skip
"""Live numbers that everyone can see at the table."""
CONDITIONS: Final = {
    "check_stamina": "The track is full: Stamina each turn to stay conscious.",
    "dying": "Unconscious and dying.",
    "dead": "Dead.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry says: the sentence, the verdict, the steps."""

    line: str
    verdict: str = ""
    steps: list[LogStepView] = field(default_factory=list)


def view_event(event: Event, seat: Seat) -> EventView | None:
    """The entry for this seat, or None if it may not see it."""
    if not seat.may_see(event.audience) or not isinstance(event, e.Fact):
        return None
    entry = ENTRIES[type(event)](event, seat)
    return {
        "kind": type(event).__name__,
        "line": entry.line,
        "when": f"Turn {event.turn}" if event.turn else "",
        "verdict": entry.verdict,
        "steps": entry.steps,
        "secret": event.audience is not None,
        "exchange": _exchange(event),
    }


def _exchange(event: Event) -> str:
    exchange = getattr(event, "exchange", "")
    return exchange if isinstance(exchange, str) else exchange.id


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


def roll_step(name: str, rule: str, roll: e.Rolled, *, told: bool) -> LogStepView:
    """A roll as a step; the sum only for those who may know the traits."""
    dice = "Chance roll" if roll.pool.total <= 0 else count(roll.pool.total, "die", "dice")
    step: LogStepView = {
        "name": name,
        "text": f"{dice}: {count(roll.successes, 'success', 'successes')}.",
        "rule": rule,
        "dice": encode(roll.dice),
    }
    if told:
        step["sum"] = roll.pool.explain()
    return step


def _result(roll: e.Rolled) -> str:
    return VERDICTS[roll.outcome]


def _added(event: e.CombatantAdded, seat: Seat) -> Entry:
    return Entry(f"{event.combatant.name} joins.")


def _started(event: e.BattleStarted, seat: Seat) -> Entry:
    return Entry("The battle begins: everyone rolls Initiative.")


def _ended(event: e.BattleEnded, seat: Seat) -> Entry:
    return Entry("The battle is over.")


def _initiative(event: e.InitiativeRolled, seat: Seat) -> Entry:
    own, rolled = event.initiative, event.initiative
    steps: list[LogStepView] = []
    if seat.controls(event.owner):
        text = f"Die {rolled.face}, Dexterity + Composure {rolled.modifier}: {own.total}."
        steps.append({"name": "Initiative", "text": text, "rule": "WD-160"})
    if own.ties and (event.ties_open or seat.storyteller):
        thrown = ", ".join(map(str, own.ties))
        steps.append({"name": "Tie", "text": f"Dice that break the tie: {thrown}.", "rule": "WD-161"})
    return Entry(f"{event.actor_name} has Initiative {own.total}.", str(own.total), steps)


def _turn(event: e.TurnBegan, seat: Seat) -> Entry:
    return Entry(f"Turn {event.turn} begins.")


def _acting(event: e.ActingBegan, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} acts.")


def _acting_ended(event: e.ActingEnded, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} is done.")


def _delayed(event: e.Delayed, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} waits until after {event.after_name}.")


def _left(event: e.CombatantLeft, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} leaves.")


def _revealed(event: e.CombatantRevealed, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} comes into the open.")


def _hidden(event: e.CombatantHidden, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} is out of sight.")


def _overridden(event: e.Overridden, seat: Seat) -> Entry:
    if event.what not in OPEN_NUMBERS and not seat.controls(event.owner):
        return Entry(f"The Storyteller makes a ruling on {event.actor_name}.")
    why = f" ({event.reason})" if event.reason and seat.controls(event.owner) else ""
    change = f"{event.label} of {event.actor_name} is {event.now}, was {event.was}"
    return Entry(f"The Storyteller rules: {change}{why}.")


def _surprise(event: e.SurpriseRolled, seat: Seat) -> Entry:
    line = f"{event.actor_name} is not surprised."
    if event.turns:
        line = f"{event.actor_name} is surprised: no action and no Defense for {count(event.turns, 'turn')}."
    if event.roll.outcome == "exceptional":
        line = f"{event.actor_name} is not surprised and warns the companions."
    step = roll_step("Wits + Composure", "WD-165", event.roll, told=seat.controls(event.owner))
    return Entry(line, _result(event.roll), [step])


def _cover(event: e.CoverSet, seat: Seat) -> Entry:
    if event.durability:
        return Entry(f"{event.actor_name} is behind full cover, Durability {event.durability}.")
    if event.concealment == "none":
        return Entry(f"{event.actor_name} has no concealment.")
    return Entry(f"{event.actor_name} is {event.concealment} concealed.")


def _minutes(event: e.MinutesPassed, seat: Seat) -> Entry:
    return Entry(f"{count(event.minutes, 'minute')} {'goes' if event.minutes == 1 else 'go'} by.")


def _willpower(event: e.WillpowerSpent, seat: Seat) -> Entry:
    if event.returned:
        return Entry(f"{event.actor_name} gets the Willpower point back.")
    return Entry(f"{event.actor_name} spends Willpower: {event.effect}.")


ACTIONS: Final[Mapping[str, str]] = {
    "dodge": "{actor_name} dodges: Defense is doubled for the rest of the turn.",
    "aim": "{actor_name} aims at {target_name}.",
    "draw": "{actor_name} draws the {weapon_name}.",
    "stand_up": "{actor_name} stands up.",
    "drop_prone": "{actor_name} drops prone.",
    "walk": "{actor_name} moves {number} yards.",
    "run": "{actor_name} runs {number} yards.",
}


def _action(event: e.ActionTaken, seat: Seat) -> Entry:
    return Entry(ACTIONS[event.action].format(**encode(event)))


def _action_rolled(event: e.ActionRolled, seat: Seat) -> Entry:
    told = seat.controls(event.owner)
    what = event.title if told else "an action"
    line = f"{event.actor_name} rolls {what}: {count(event.roll.successes, 'success', 'successes')}."
    return Entry(line, _result(event.roll), [roll_step("Action", "WD-061", event.roll, told=told)])


def _declared(event: e.AttackDeclared, seat: Seat) -> Entry:
    targets = ", ".join(event.target_names)
    if event.exchange.kind == "grapple":
        return Entry(f"{event.actor_name} tries to take hold of {targets}.")
    how = " all-out" if event.all_out else ""
    spot = f", at the {event.exchange.spot}" if event.exchange.spot else ""
    return Entry(f"{event.actor_name} attacks {targets}{how}: {event.exchange.weapon.name}{spot}.")


ASKED: Final[Mapping[str, str]] = {
    "defense": "{who} must meet the attack of {asker}.",
    "maneuver": "{who} has overpowered {asker} and chooses what follows.",
    "consciousness": "{who} must stay conscious.",
    "mishap": "The Storyteller rules what the dramatic failure of {who} does.",
}


def _prompt(event: e.PromptOpened, seat: Seat) -> Entry:
    return Entry(ASKED[event.prompt.ask].format(who=event.who_name, asker=event.asker_name))


def _resolved(event: e.AttackResolved, seat: Seat) -> Entry:
    steps: list[LogStepView] = [_defense_step(event, seat)]
    told = seat.controls(event.owner)
    steps.append(roll_step("Attack", "WD-180", event.roll, told=told))
    if event.cover:
        steps += _cover_steps(event, told=told)
    if event.note:
        steps.append({"name": "Armor", "text": event.note, "rule": "WD-203"})
    return Entry(_attack_line(event), _attack_verdict(event), steps)


def _defense_step(event: e.AttackResolved, seat: Seat) -> LogStepView:
    step: LogStepView = {"name": "Defense", "text": f"Defense {event.defense.total}.", "rule": "WD-182"}
    if event.defense.steps and event.defense.steps[-1].note:
        step["text"] = event.defense.steps[-1].note
    if seat.controls(event.target_owner):
        step["sum"] = event.defense.explain()
    return step


def _cover_steps(event: e.AttackResolved, *, told: bool) -> list[LogStepView]:
    text = f"Durability {event.cover}: {count(event.beyond, 'success passes', 'successes pass')}."
    steps: list[LogStepView] = [{"name": "Cover", "text": text, "rule": "WD-195"}]
    if event.arrival:
        steps.append(roll_step("Behind the cover", "WD-195", event.arrival, told=told))
    return steps


def _attack_line(event: e.AttackResolved) -> str:
    successes = count(event.roll.successes, "success", "successes")
    if event.action == "grapple":
        held = f"holds {event.target_name}" if event.roll.successes else f"does not get hold of {event.target_name}"
        return f"{event.actor_name} {held}: {successes} against Defense {event.defense.total}."
    if event.cover:
        return f"{event.actor_name} hits the cover of {event.target_name}: {event.damage} {event.type} behind it."
    against = f" against Defense {event.defense.total}" if event.used else ""
    done = f"{event.damage} {event.type}" if event.damage else "no damage"
    heart = " The stake finds the heart." if event.staked else ""
    return f"{event.actor_name} attacks {event.target_name}: {successes}{against}, {done}.{heart}"


def _attack_verdict(event: e.AttackResolved) -> str:
    if event.roll.outcome == "dramatic_failure":
        return VERDICTS["dramatic_failure"]
    if event.action == "grapple":
        return "Hold" if event.roll.successes else "Miss"
    if event.damage:
        return f"{event.damage} {event.type}"
    return "Cover" if event.cover else "Miss"


def _harmed(event: e.Harmed, seat: Seat) -> Entry:
    line = f"{event.actor_name} takes {event.amount} {event.type}."
    if event.type == "bleeding":
        line = f"{event.actor_name} is dying and gets worse."
    text = f"{event.before or 'unhurt'} becomes {event.after}, of {event.boxes} boxes."
    steps: list[LogStepView] = [{"name": "Health", "text": text, "rule": "WD-172"}]
    if event.condition in CONDITIONS:
        steps.append({"name": "Condition", "text": CONDITIONS[event.condition], "rule": "WD-175"})
    return Entry(line, event.condition.replace("_", " ") if event.condition in ("dying", "dead") else "", steps)


def _grappled(event: e.Grappled, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} and {event.target_name} are in a grapple.")


def _released(event: e.GrappleEnded, seat: Seat) -> Entry:
    return Entry(f"{event.actor_name} and {event.target_name} are no longer in a grapple.")


def _struggle(event: e.StruggleRolled, seat: Seat) -> Entry:
    verb = "breaks free of" if event.action == "break_free" else "overpowers"
    if not event.won:
        verb = "does not break free of" if event.action == "break_free" else "does not overpower"
    against = f" against {event.held}" if event.held else ""
    successes = count(event.roll.successes, "success", "successes")
    rule = "WD-211" if event.held else "WD-209" if event.action == "break_free" else "WD-210"
    step = roll_step(event.roll.pool.title, rule, event.roll, told=seat.controls(event.owner))
    return Entry(f"{event.actor_name} {verb} {event.target_name}: {successes}{against}.", _result(event.roll), [step])


def _maneuver(event: e.ManeuverChosen, seat: Seat) -> Entry:
    what = MANEUVERS[event.maneuver]
    drawn = f": {event.weapon_name}" if event.weapon_name else ""
    return Entry(f"{event.actor_name} on {event.target_name}: {what.lower()}{drawn}.", what)


def _consciousness(event: e.ConsciousnessRolled, seat: Seat) -> Entry:
    awake = "stays conscious" if event.roll.successes else "falls unconscious"
    step = roll_step("Stamina", "WD-175", event.roll, told=seat.controls(event.owner))
    return Entry(f"{event.actor_name} {awake}.", _result(event.roll), [step])


MISHAPS: Final[Mapping[str, str]] = {
    "nothing": "{actor_name} gets off lightly.",
    "drop": "{actor_name} drops the {weapon_name}.",
    "jam": "The {weapon_name} of {actor_name} jams.",
    "fall": "{actor_name} falls.",
}


def _mishap(event: e.MishapRuled, seat: Seat) -> Entry:
    return Entry(MISHAPS[event.mishap].format(actor_name=event.actor_name, weapon_name=event.weapon_name))


def _treated(event: e.TreatmentRolled, seat: Seat) -> Entry:
    how = "stops the dying of" if event.roll.successes else "cannot help"
    step = roll_step("Dexterity + Medicine", "WD-179", event.roll, told=seat.controls(event.owner))
    return Entry(f"{event.actor_name} {how} {event.target_name}.", _result(event.roll), [step])


ENTRIES: Final[Mapping[type[Event], Callable[[Any, Seat], Entry]]] = {
    e.CombatantAdded: _added,
    e.BattleStarted: _started,
    e.BattleEnded: _ended,
    e.InitiativeRolled: _initiative,
    e.TurnBegan: _turn,
    e.ActingBegan: _acting,
    e.ActingEnded: _acting_ended,
    e.Delayed: _delayed,
    e.CombatantLeft: _left,
    e.CombatantRevealed: _revealed,
    e.CombatantHidden: _hidden,
    e.Overridden: _overridden,
    e.SurpriseRolled: _surprise,
    e.CoverSet: _cover,
    e.MinutesPassed: _minutes,
    e.WillpowerSpent: _willpower,
    e.ActionTaken: _action,
    e.ActionRolled: _action_rolled,
    e.AttackDeclared: _declared,
    e.PromptOpened: _prompt,
    e.AttackResolved: _resolved,
    e.Harmed: _harmed,
    e.Grappled: _grappled,
    e.GrappleEnded: _released,
    e.StruggleRolled: _struggle,
    e.ManeuverChosen: _maneuver,
    e.ConsciousnessRolled: _consciousness,
    e.MishapRuled: _mishap,
    e.TreatmentRolled: _treated,
}
"""One sentence per kind of entry."""
