"""The sentence of each event, as a seat may read it in the log."""

from dataclasses import replace
from typing import Final

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded, BattleStarted, Overridden
from rules.battle.lines import Line, Value, by, either, make_lines, say_power, says, silent
from rules.text import EMPTY, Text, join, small, word
from rules.wod2004 import events as ev
from rules.wod2004.attack.circumstances import CONCEALED
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.state.numbers import CHIPS, OPEN_NUMBERS
from rules.wod2004.state.paths import FIGURES

STAKED: Final = Text("The stake pierces the heart.")


def describe(event: Event, seat: Seat) -> Text:
    """Return the event in a sentence; others do not learn what a combatant rolls, or what is ruled on it."""
    is_own = seat.controls(getattr(event, "owner", None))
    if isinstance(event, Overridden) and event.what not in OPEN_NUMBERS and not is_own:
        return Text("The Storyteller makes a ruling on {who}.", who=event.actor_name)
    if isinstance(event, ev.ActionRolled) and not is_own:
        return _say_unknown_roll(event)
    if isinstance(event, ev.DefenseStored) and (event.defense.is_open or is_own):
        return _say_stored(event)
    if isinstance(event, ev.AttackDeclared):
        return _say_seen(event, seat)
    return LINES[type(event)](event)


def _name_weapon(event: ev.ActionTaken | ev.AttackResolved | ev.MishapRuled) -> Text:
    return word(event.weapon_name)


def count_successes(roll: ev.RollResult) -> Text:
    """Return the successes of a roll in words."""
    return Text("{n} success", "{n} successes", n=roll.successes)


def count_damage(amount: int, type: str) -> Text:
    """Return points of damage in words: "3 lethal"."""
    if type == "bashing":
        return Text("{n} bashing", n=amount)
    return Text("{n} lethal", n=amount) if type == "lethal" else Text("{n} aggravated", n=amount)


_count = says("{n} success", "{n} successes", n="roll.successes")
_count_against = says(
    "{n} success against Defense {n2}", "{n} successes against Defense {n2}", n="roll.successes", n2="defense.total"
)
_count_held = either(
    "held", says("{n} success against {n2}", "{n} successes against {n2}", n="roll.successes", n2="held"), _count
)


def _say_roll(what: Value) -> Line:
    """Return the function for the sentence of a plain action, whose title is `what`."""
    return either(
        "against",
        says("{who} rolls {what} against “{text}”: {result}.", what=what, text="against", result=_count),
        either(
            "target_name",
            says("{who} rolls {what} against {whom}: {result}.", what=what, whom="target_name", result=_count),
            says("{who} rolls {what}: {result}.", what=what, result=_count),
        ),
    )


_say_unknown_roll = _say_roll(lambda event: Text("an action"))
_say_stored = says(
    "{who} has “{text}” stored: {n} success.",
    "{who} has “{text}” stored: {n} successes.",
    text="defense.name",
    n="defense.successes",
)


def _say_seen(event: ev.AttackDeclared, seat: Seat) -> Text:
    """Return the line of an attack with the names of those targets of whom the seat may know."""
    if event.seen_names and not seat.may_see(event.whole):
        return _say_attack(replace(event, target_names=event.seen_names))
    return _say_attack(event)


def _say_attack(event: ev.AttackDeclared) -> Text:
    attack, values = event.attack, {"who": event.actor_name, "whom": ", ".join(event.target_names)}
    if attack.kind == "grapple":
        return Text("{who} tries to grapple {whom}.", **values)
    what = word(attack.weapon.name)
    if attack.spot:
        what = Text("{w}, at the {part}", w=what, part=word(attack.spot))
    if event.all_out:
        return Text("{who} attacks {whom} all-out: {what}.", **values, what=what)
    return Text("{who} attacks {whom}: {what}.", **values, what=what)


def _count_wounds(event: ev.Harmed) -> Text:
    return count_damage(event.amount, event.type)


def _count_harm(event: ev.AttackResolved) -> Text:
    return count_damage(event.damage, event.type)


def _describe_result(event: ev.AttackResolved) -> Text:
    rolled = _count_against(event) if event.used else _count(event)
    return join(", ", (rolled, _count_harm(event) if event.damage else Text("no damage")))


_say_hold = either(
    "roll.successes",
    says("{who} holds {whom}: {result}.", result=_count_against),
    says("{who} fails to grapple {whom}: {result}.", result=_count_against),
)
_say_covered = says("{who} hits {whom}’s cover: {damage} gets through.", damage=_count_harm)
_say_hit = says("{who} attacks {whom}, {w}: {result}.", w=_name_weapon, result=_describe_result)


def _say_attack_line(event: ev.AttackResolved) -> Text:
    if event.action == "grapple":
        return _say_hold(event)
    return _say_covered(event) if event.cover else join(" ", (_say_hit(event), STAKED if event.staked else EMPTY))


def _name_maneuver(event: ev.ManeuverChosen) -> Text:
    what = small(MANEUVERS[event.maneuver])
    return Text("{what}: {w}", what=what, w=word(event.weapon_name)) if event.weapon_name else what


LINES = make_lines(
    {
        ev.CombatantAdded: says("{who} joins.", who="combatant.name"),
        BattleStarted: says("The battle starts: everyone rolls Initiative."),
        BattleEnded: says("That was the last turn."),
        ev.InitiativeRolled: says("{who} has Initiative {n}.", n="initiative.total"),
        ev.TurnBegan: says("Turn {n} starts.", n="turn"),
        ev.ActingBegan: says("{who} acts."),
        ev.ActingEnded: silent,  # the next entry says who acts
        ev.Delayed: says("{who} waits until after {whom}.", whom="after_name"),
        ev.SurpriseRolled: by(
            "roll.outcome",
            {"exceptional": says("{who} is not surprised and warns companions.")},
            either(
                "turns",
                says(
                    "{who} is surprised: no action and no Defense for {n} turn.",
                    "{who} is surprised: no action and no Defense for {n} turns.",
                    n="turns",
                ),
                says("{who} is not surprised."),
            ),
        ),
        ev.CoverSet: either(
            "durability",
            says("{who} is behind full cover, Durability {n}.", n="durability"),
            by(
                "concealment",
                {"none": says("{who} has no concealment.")},
                says("{who} is {what}.", what=lambda event: CONCEALED[event.concealment]),
            ),
        ),
        ev.MinutesPassed: says("{n} minute passes.", "{n} minutes pass.", n="minutes"),
        ev.WillpowerSpent: either(
            "returned",
            says("{who} gets the Willpower point back."),
            says("{who} spends Willpower: {what}.", what="effect"),
        ),
        ev.PowersUsed: either(
            "price.harm",
            says("{who} uses {name} and pays {wounds}.", wounds="price.wounds"),
            says("{who} uses {name}."),
        ),
        ev.PowerSwitched: either(
            "price.harm",
            says("{who} activates {name} and pays {wounds}.", name="active.name", wounds="price.wounds"),
            say_power,
        ),
        ev.ActionTaken: by(
            "action",
            {
                "dodge": says("{who} dodges: Defense is doubled for the rest of the turn."),
                "aim": says("{who} aims at {whom}."),
                "draw": says("{who} draws the {w}.", w=_name_weapon),
                "stand_up": says("{who} stands up."),
                "drop_prone": says("{who} drops prone."),
                "walk": says("{who} moves {n} yard.", "{who} moves {n} yards.", n="number"),
                "run": says("{who} runs {n} yard.", "{who} runs {n} yards.", n="number"),
            },
        ),
        ev.ActionRolled: _say_roll("title"),
        ev.DefenseStored: says("{who} has “{text}” stored.", text="defense.name"),
        ev.DefenseDropped: says("{who}’s “{text}” is gone.", text="name"),
        ev.PromptOpened: by(
            "prompt.kind",
            {
                "defense": says("{who} must defend against {whom}.", who="who_name", whom="asker_name"),
                "maneuver": says(
                    "{who} has overpowered {whom} and chooses what to do.", who="who_name", whom="asker_name"
                ),
                "consciousness": says("{who} must roll to stay conscious.", who="who_name"),
            },
            says("The Storyteller decides the effect of {who}’s dramatic failure.", who="who_name"),
        ),
        ev.ConsciousnessRolled: either(
            "roll.successes", says("{who} stays conscious."), says("{who} falls unconscious.")
        ),
        ev.TreatmentRolled: either(
            "roll.successes", says("{who} stabilizes {whom}."), says("{who} can’t help {whom}.")
        ),
        ev.AttackDeclared: _say_attack,
        ev.AttackResolved: _say_attack_line,
        ev.Harmed: by(
            "type",
            {
                "bleeding": by(
                    "condition",
                    {"dead": says("{who} dies of their wounds.")},
                    says("{who} is dying and gets worse."),
                )
            },
            by(
                "condition",
                {
                    "dead": says("{who} takes {what} and dies.", what=_count_wounds),
                    "dying": says("{who} takes {what} and is dying.", what=_count_wounds),
                },
                says("{who} takes {what}.", what=_count_wounds),
            ),
        ),
        ev.Grappled: says("{who} and {whom} are in a grapple."),
        ev.GrappleEnded: says("{who} and {whom} are no longer in a grapple."),
        ev.StruggleRolled: by(
            lambda event: (event.action == "break_free", event.won),
            {
                (True, True): says("{who} breaks free of {whom}: {result}.", result=_count_held),
                (True, False): says("{who} fails to break free of {whom}: {result}.", result=_count_held),
                (False, True): says("{who} overpowers {whom}: {result}.", result=_count_held),
                (False, False): says("{who} fails to overpower {whom}: {result}.", result=_count_held),
            },
        ),
        ev.ManeuverChosen: says("{who} against {whom}: {what}.", what=_name_maneuver),
        ev.MishapRuled: by(
            "mishap",
            {
                "nothing": says("{who} gets off lightly."),
                "drop": says("{who} drops the {w}.", w=_name_weapon),
                "jam": says("{who}’s {w} jams.", w=_name_weapon),
                "fall": says("{who} falls."),
            },
        ),
    },
    FIGURES,
    CHIPS,
)
"""The sentence of each event, by its class."""
