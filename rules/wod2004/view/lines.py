"""The sentence of each event, as a seat may read it in the log."""

from typing import Any, Final

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded, BattleStarted, Overridden
from rules.battle.lines import by, either, make_lines, say, say_power, silent
from rules.text import EMPTY, Text, join, small, word
from rules.wod2004 import events as e
from rules.wod2004.attack.circumstances import CONCEALED
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.state.numbers import OPEN_NUMBERS
from rules.wod2004.state.paths import FIGURES

STAKED: Final = Text("The stake finds the heart.")


def tell(event: Event, seat: Seat) -> Text:
    """Return the event in a sentence; others do not learn what a combatant rolls, or what is ruled on it."""
    told = seat.controls(getattr(event, "owner", None))
    if isinstance(event, Overridden) and event.what not in OPEN_NUMBERS and not told:
        return Text("The Storyteller makes a ruling on {who}.", who=event.actor_name)
    if isinstance(event, e.ActionRolled) and not told:
        return _say_unknown_roll(event)
    if isinstance(event, e.DefenseStored) and (event.defense.is_open or told):
        return _say_stored(event)
    return LINES[type(event)](event)


def _read_weapon(event: Any) -> Text:
    return word(event.weapon_name)


def count_successes(roll: e.Rolled) -> Text:
    """Return the successes of a roll in words."""
    return Text("{n} success", "{n} successes", n=roll.successes)


def count_damage(amount: int, type: str) -> Text:
    """Return points of damage in words: "3 lethal"."""
    if type == "bashing":
        return Text("{n} bashing", n=amount)
    return Text("{n} lethal", n=amount) if type == "lethal" else Text("{n} aggravated", n=amount)


_count = say("{n} success", "{n} successes", n="roll.successes")
_count_against = say(
    "{n} success against Defense {n2}", "{n} successes against Defense {n2}", n="roll.successes", n2="defense.total"
)
_count_held = either(
    "held", say("{n} success against {n2}", "{n} successes against {n2}", n="roll.successes", n2="held"), _count
)


def _say_roll(what: Any) -> Any:
    """Return the function for the sentence of a plain action, whose title is `what`."""
    return either(
        "against",
        say("{who} rolls {what} against “{text}”: {result}.", what=what, text="against", result=_count),
        say("{who} rolls {what}: {result}.", what=what, result=_count),
    )


_say_unknown_roll = _say_roll(lambda event: Text("an action"))
_say_stored = say(
    "{who} has “{text}” in store: {n} success.",
    "{who} has “{text}” in store: {n} successes.",
    text="defense.name",
    n="defense.successes",
)


def _say_attack(event: e.AttackDeclared) -> Text:
    attack, told = event.attack, {"who": event.actor_name, "whom": ", ".join(event.target_names)}
    if attack.kind == "grapple":
        return Text("{who} tries to take hold of {whom}.", **told)
    what = word(attack.weapon.name)
    if attack.spot:
        what = Text("{w}, at the {part}", w=what, part=word(attack.spot))
    if event.all_out:
        return Text("{who} attacks {whom} all-out: {what}.", **told, what=what)
    return Text("{who} attacks {whom}: {what}.", **told, what=what)


def _count_harm(event: e.AttackResolved) -> Text:
    return count_damage(event.damage, event.type)


def _read_blow(event: e.AttackResolved) -> Text:
    rolled = _count_against(event) if event.used else _count(event)
    return join(", ", (rolled, _count_harm(event) if event.damage else Text("no damage")))


_say_hold = either(
    "roll.successes",
    say("{who} holds {whom}: {result}.", result=_count_against),
    say("{who} does not get hold of {whom}: {result}.", result=_count_against),
)
_say_covered = say("{who} hits the cover of {whom}: {damage} behind it.", damage=_count_harm)
_say_hit = say("{who} attacks {whom}, {w}: {result}.", w=_read_weapon, result=_read_blow)


def _say_blow(event: e.AttackResolved) -> Text:
    if event.action == "grapple":
        return _say_hold(event)
    return _say_covered(event) if event.cover else join(" ", (_say_hit(event), STAKED if event.staked else EMPTY))


def _read_maneuver(event: e.ManeuverChosen) -> Text:
    what = small(MANEUVERS[event.maneuver])
    return Text("{what}: {w}", what=what, w=word(event.weapon_name)) if event.weapon_name else what


LINES = make_lines(
    {
        e.CombatantAdded: say("{who} joins.", who="combatant.name"),
        BattleStarted: say("The battle begins: everyone rolls Initiative."),
        BattleEnded: say("The last turn is over."),
        e.InitiativeRolled: say("{who} has Initiative {n}.", n="initiative.total"),
        e.TurnBegan: say("Turn {n} begins.", n="turn"),
        e.ActingBegan: say("{who} acts."),
        e.ActingEnded: silent,  # the next entry says who acts
        e.Delayed: say("{who} waits until after {whom}.", whom="after_name"),
        e.SurpriseRolled: by(
            "roll.outcome",
            {"exceptional": say("{who} is not surprised and warns the companions.")},
            either(
                "turns",
                say(
                    "{who} is surprised: no action and no Defense for {n} turn.",
                    "{who} is surprised: no action and no Defense for {n} turns.",
                    n="turns",
                ),
                say("{who} is not surprised."),
            ),
        ),
        e.CoverSet: either(
            "durability",
            say("{who} is behind full cover, Durability {n}.", n="durability"),
            by(
                "concealment",
                {"none": say("{who} has no concealment.")},
                say("{who} is {what}.", what=lambda event: CONCEALED[event.concealment]),
            ),
        ),
        e.MinutesPassed: say("{n} minute goes by.", "{n} minutes go by.", n="minutes"),
        e.WillpowerSpent: either(
            "returned",
            say("{who} gets the Willpower point back."),
            say("{who} spends Willpower: {what}.", what="effect"),
        ),
        e.PowersUsed: either(
            "price.harm",
            say("{who} uses {name} and pays {wounds}.", wounds="price.wounds"),
            say("{who} uses {name}."),
        ),
        e.PowerSwitched: either(
            "price.harm",
            say("{who} switches on {name} and pays {wounds}.", name="active.name", wounds="price.wounds"),
            say_power,
        ),
        e.ActionTaken: by(
            "action",
            {
                "dodge": say("{who} dodges: Defense is doubled for the rest of the turn."),
                "aim": say("{who} aims at {whom}."),
                "draw": say("{who} draws the {w}.", w=_read_weapon),
                "stand_up": say("{who} stands up."),
                "drop_prone": say("{who} drops prone."),
                "walk": say("{who} moves {n} yard.", "{who} moves {n} yards.", n="number"),
                "run": say("{who} runs {n} yard.", "{who} runs {n} yards.", n="number"),
            },
        ),
        e.ActionRolled: _say_roll("title"),
        e.DefenseStored: say("{who} has “{text}” in store.", text="defense.name"),
        e.DefenseDropped: say("“{text}” of {who} is no more.", text="name"),
        e.PromptOpened: by(
            "prompt.kind",
            {
                "defense": say("{who} must meet the attack of {whom}.", who="who_name", whom="asker_name"),
                "maneuver": say(
                    "{who} has overpowered {whom} and chooses what follows.", who="who_name", whom="asker_name"
                ),
                "consciousness": say("{who} must stay conscious.", who="who_name"),
            },
            say("The Storyteller rules what the dramatic failure of {who} does.", who="who_name"),
        ),
        e.ConsciousnessRolled: either("roll.successes", say("{who} stays conscious."), say("{who} falls unconscious.")),
        e.TreatmentRolled: either(
            "roll.successes", say("{who} stops the dying of {whom}."), say("{who} cannot help {whom}.")
        ),
        e.AttackDeclared: _say_attack,
        e.AttackResolved: _say_blow,
        e.Harmed: by(
            "type",
            {"bleeding": say("{who} is dying and gets worse.")},
            say("{who} takes {what}.", what=lambda event: count_damage(event.amount, event.type)),
        ),
        e.Grappled: say("{who} and {whom} are in a grapple."),
        e.GrappleEnded: say("{who} and {whom} are no longer in a grapple."),
        e.StruggleRolled: by(
            lambda event: (event.action == "break_free", event.won),
            {
                (True, True): say("{who} breaks free of {whom}: {result}.", result=_count_held),
                (True, False): say("{who} does not break free of {whom}: {result}.", result=_count_held),
                (False, True): say("{who} overpowers {whom}: {result}.", result=_count_held),
                (False, False): say("{who} does not overpower {whom}: {result}.", result=_count_held),
            },
        ),
        e.ManeuverChosen: say("{who} on {whom}: {what}.", what=_read_maneuver),
        e.MishapRuled: by(
            "mishap",
            {
                "nothing": say("{who} gets off lightly."),
                "drop": say("{who} drops the {w}.", w=_read_weapon),
                "jam": say("The {w} of {who} jams.", w=_read_weapon),
                "fall": say("{who} falls."),
            },
        ),
    },
    FIGURES,
)
"""The sentence of each event, by its class."""
