"""Sentences about joining, the order of action and rulings."""

from typing import Final

from rules.battle import Seat
from rules.view import LogStepView
from rules.wod2004 import events as e
from rules.wod2004.view.entry import Entry, count, result, roll_step

OPEN_NUMBERS: Final = (
    "initiative", "bashing", "lethal", "aggravated", "surprised", "concealment", "cover", "structure", "acted",
    "moved", "prone", "unconscious", "stable",
)  # fmt: skip
"""Live numbers that everyone can see at the table."""


def added(event: e.CombatantAdded, seat: Seat) -> Entry:
    """Someone came."""
    return Entry(f"{event.combatant.name} joins.")


def started(event: e.BattleStarted, seat: Seat) -> Entry:
    """The battle began."""
    return Entry("The battle begins: everyone rolls Initiative.")


def ended(event: e.BattleEnded, seat: Seat) -> Entry:
    """The battle is over."""
    return Entry("The last turn is over.")


def initiative(event: e.InitiativeRolled, seat: Seat) -> Entry:
    """Initiative fell, or dice that break a tie."""
    own, rolled = event.initiative, event.initiative
    steps: list[LogStepView] = []
    if seat.controls(event.owner):
        text = f"Die {rolled.face}, Dexterity + Composure {rolled.modifier}: {own.total}."
        steps.append({"name": "Initiative", "text": text, "rule": "WD-160"})
    if own.ties and (event.ties_open or seat.storyteller):
        thrown = ", ".join(map(str, own.ties))
        steps.append({"name": "Tie", "text": f"Dice that break the tie: {thrown}.", "rule": "WD-161"})
    return Entry(f"{event.actor_name} has Initiative {own.total}.", str(own.total), steps)


def turn(event: e.TurnBegan, seat: Seat) -> Entry:
    """A turn of three seconds began."""
    return Entry(f"Turn {event.turn} begins.")


def acting(event: e.ActingBegan, seat: Seat) -> Entry:
    """Someone's place in the order was reached."""
    return Entry(f"{event.actor_name} acts.")


def silent(event: e.Fact, seat: Seat) -> None:
    """Nothing that anybody would read: another's place in the order is called at once."""


def delayed(event: e.Delayed, seat: Seat) -> Entry:
    """Someone waits until after another."""
    return Entry(f"{event.actor_name} waits until after {event.after_name}.")


def left(event: e.CombatantLeft, seat: Seat) -> Entry:
    """Someone left."""
    return Entry(f"{event.actor_name} leaves.")


def revealed(event: e.CombatantRevealed, seat: Seat) -> Entry:
    """Someone came out of hiding."""
    return Entry(f"{event.actor_name} comes into the open.")


def hidden(event: e.CombatantHidden, seat: Seat) -> Entry:
    """Someone went into hiding."""
    return Entry(f"{event.actor_name} is out of sight.")


def overridden(event: e.Overridden, seat: Seat) -> Entry:
    """The Storyteller set a number."""
    if event.what not in OPEN_NUMBERS and not seat.controls(event.owner):
        return Entry(f"The Storyteller makes a ruling on {event.actor_name}.")
    why = f" ({event.reason})" if event.reason else ""
    return Entry(f"The Storyteller sets {event.actor_name}: {event.label} from {event.was} to {event.now}{why}.")


def surprise(event: e.SurpriseRolled, seat: Seat) -> Entry:
    """A roll to notice an ambush."""
    line = f"{event.actor_name} is not surprised."
    if event.turns:
        line = f"{event.actor_name} is surprised: no action and no Defense for {count(event.turns, 'turn')}."
    if event.roll.outcome == "exceptional":
        line = f"{event.actor_name} is not surprised and warns the companions."
    step = roll_step("Wits + Composure", "WD-165", event.roll, told=seat.controls(event.owner))
    return Entry(line, result(event.roll), [step])


def cover(event: e.CoverSet, seat: Seat) -> Entry:
    """The Storyteller said how someone is hidden and covered."""
    if event.durability:
        return Entry(f"{event.actor_name} is behind full cover, Durability {event.durability}.")
    if event.concealment == "none":
        return Entry(f"{event.actor_name} has no concealment.")
    return Entry(f"{event.actor_name} is {event.concealment} concealed.")


def minutes(event: e.MinutesPassed, seat: Seat) -> Entry:
    """Minutes went by."""
    return Entry(f"{count(event.minutes, 'minute')} {'goes' if event.minutes == 1 else 'go'} by.")
