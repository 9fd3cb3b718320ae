"""Sentences about actions, Willpower and open questions."""

from collections.abc import Mapping
from typing import Final

from rules.battle import Seat
from rules.battle.figures import say_figures
from rules.codec import encode
from rules.powers import say_switched
from rules.wod2004 import events as e
from rules.wod2004.state.paths import FIGURES
from rules.wod2004.view.entry import Entry, count, result, roll_step

ACTIONS: Final[Mapping[str, str]] = {
    "dodge": "{actor_name} dodges: Defense is doubled for the rest of the turn.",
    "aim": "{actor_name} aims at {target_name}.",
    "draw": "{actor_name} draws the {weapon_name}.",
    "stand_up": "{actor_name} stands up.",
    "drop_prone": "{actor_name} drops prone.",
    "walk": "{actor_name} moves {way}.",
    "run": "{actor_name} runs {way}.",
}


def willpower(event: e.WillpowerSpent, seat: Seat) -> Entry:
    """A point was spent, or (`returned`) given back because the pool was a chance roll all the same."""
    if event.returned:
        return Entry(f"{event.actor_name} gets the Willpower point back.")
    return Entry(f"{event.actor_name} spends Willpower: {event.effect}.")


def figures(event: e.FiguresChanged, seat: Seat) -> Entry:
    """What a roll beside the battle has left."""
    return Entry(say_figures(FIGURES, event.actor_name, event.figures))


def powers(event: e.PowersUsed, seat: Seat) -> Entry:
    """Powers were switched on; what is left is for those who play."""
    paid = f" and pays {event.price.wounds}" if event.price.harm else ""
    return Entry(f"{event.actor_name} uses {event.name}{paid}.")


def switched(event: e.PowerSwitched, seat: Seat) -> Entry:
    """A lasting power is on from now on, or no more."""
    told = say_switched(event.actor_name, event.active, is_on=event.is_on, is_over=event.is_over)
    paid = f" and pays {event.price.wounds}" if event.price.harm else ""
    return Entry(f"{told}{paid}.")


def action(event: e.ActionTaken, seat: Seat) -> Entry:
    """An action or move without a roll."""
    return Entry(ACTIONS[event.action].format(**encode(event), way=count(event.number, "yard")))


def action_rolled(event: e.ActionRolled, seat: Seat) -> Entry:
    """Another instant action was rolled."""
    told = seat.controls(event.owner)
    what = event.title if told else "an action"
    beats = f" against “{event.against}”" if event.against else ""
    line = f"{event.actor_name} rolls {what}{beats}: {count(event.roll.successes, 'success', 'successes')}."
    rule = "WD-111" if event.against else "WD-061"
    return Entry(line, result(event.roll), [roll_step("Action", rule, event.roll, told=told)])


def stored(event: e.DefenseStored, seat: Seat) -> Entry:
    """A defense stands; how strong it is, its maker knows, and all who saw the roll."""
    kept = event.defense
    told = f": {count(kept.successes, 'success', 'successes')}" if kept.is_open or seat.controls(event.owner) else ""
    return Entry(f"{event.actor_name} has “{kept.name}” in store{told}.")


def dropped(event: e.DefenseDropped, seat: Seat) -> Entry:
    """A stored defense is no more."""
    return Entry(f"“{event.name}” of {event.actor_name} is no more.")


ASKED: Final[Mapping[str, str]] = {
    "defense": "{who} must meet the attack of {asker}.",
    "maneuver": "{who} has overpowered {asker} and chooses what follows.",
    "consciousness": "{who} must stay conscious.",
    "mishap": "The Storyteller rules what the dramatic failure of {who} does.",
}


def prompt(event: e.PromptOpened, seat: Seat) -> Entry:
    """The table waits for someone's answer."""
    return Entry(ASKED[event.prompt.ask].format(who=event.who_name, asker=event.asker_name))


def consciousness(event: e.ConsciousnessRolled, seat: Seat) -> Entry:
    """Stamina, to stay awake with a full track (WD-175)."""
    awake = "stays conscious" if event.roll.successes else "falls unconscious"
    step = roll_step("Stamina", "WD-175", event.roll, told=seat.controls(event.owner))
    return Entry(f"{event.actor_name} {awake}.", result(event.roll), [step])


def treated(event: e.TreatmentRolled, seat: Seat) -> Entry:
    """Care for a dying person (WD-179)."""
    how = "stops the dying of" if event.roll.successes else "cannot help"
    step = roll_step("Dexterity + Medicine", "WD-179", event.roll, told=seat.controls(event.owner))
    return Entry(f"{event.actor_name} {how} {event.target_name}.", result(event.roll), [step])
