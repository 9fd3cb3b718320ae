"""The sentence of each event, as a seat may read it in the log."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.battle import Event, Seat
from rules.battle.events import ActorEvent, BattleEnded, BattleStarted, Overridden
from rules.battle.lines import make_lines, say_power
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
    if isinstance(event, e.ActionRolled):
        return _say_roll(event, event.title if told else Text("an action"))
    if isinstance(event, e.DefenseStored) and (event.defense.is_open or told):
        return Text("{who} has “{text}” in store: {n} success.", "{who} has “{text}” in store: {n} successes.",
                    **_name(event), text=event.defense.name, n=event.defense.successes)  # fmt: skip
    return LINES[type(event)](event)


def _name(event: ActorEvent) -> dict[str, str]:
    """Return the names for a sentence: who does something, to whom, and with which weapon."""
    told = {"who": event.actor_name}
    if isinstance(event, e.Between):
        told["whom"] = event.target_name
    if weapon := getattr(event, "weapon_name", ""):
        told["w"] = word(weapon)
    return told


def count_successes(roll: e.Rolled) -> Text:
    """Return the successes of a roll in words."""
    return Text("{n} success", "{n} successes", n=roll.successes)


def _count_against(roll: e.Rolled, defense: int) -> Text:
    return Text("{n} success against Defense {n2}", "{n} successes against Defense {n2}", n=roll.successes, n2=defense)


def count_damage(amount: int, type: str) -> Text:
    """Return points of damage in words: "3 lethal"."""
    if type == "bashing":
        return Text("{n} bashing", n=amount)
    return Text("{n} lethal", n=amount) if type == "lethal" else Text("{n} aggravated", n=amount)


def _say_roll(event: e.ActionRolled, what: Text) -> Text:
    told = {**_name(event), "what": what, "result": count_successes(event.roll)}
    if event.against:
        return Text("{who} rolls {what} against “{text}”: {result}.", **told, text=event.against)
    return Text("{who} rolls {what}: {result}.", **told)


def _say_cover(event: e.CoverSet) -> Text:
    if event.durability:
        return Text("{who} is behind full cover, Durability {n}.", **_name(event), n=event.durability)
    if event.concealment == "none":
        return Text("{who} has no concealment.", **_name(event))
    return Text("{who} is {what}.", **_name(event), what=CONCEALED[event.concealment])


def _say_surprise(event: e.SurpriseRolled) -> Text:
    if event.roll.outcome == "exceptional":
        return Text("{who} is not surprised and warns the companions.", **_name(event))
    if event.turns:
        return Text("{who} is surprised: no action and no Defense for {n} turn.",
                    "{who} is surprised: no action and no Defense for {n} turns.",
                    **_name(event), n=event.turns)  # fmt: skip
    return Text("{who} is not surprised.", **_name(event))


def _say_willpower(event: e.WillpowerSpent) -> Text:
    if event.returned:
        return Text("{who} gets the Willpower point back.", **_name(event))
    return Text("{who} spends Willpower: {what}.", **_name(event), what=event.effect)


def _say_powers(event: e.PowersUsed) -> Text:
    told = {**_name(event), "name": event.name}
    if event.price.harm:
        return Text("{who} uses {name} and pays {wounds}.", **told, wounds=event.price.wounds)
    return Text("{who} uses {name}.", **told)


def _say_switched(event: e.PowerSwitched) -> Text:
    if not event.price.harm:
        return say_power(event)
    told = {"name": event.active.name, "wounds": event.price.wounds}
    return Text("{who} switches on {name} and pays {wounds}.", **_name(event), **told)


def _say_treatment(event: e.TreatmentRolled) -> Text:
    if event.roll.successes:
        return Text("{who} stops the dying of {whom}.", **_name(event))
    return Text("{who} cannot help {whom}.", **_name(event))


def _say_consciousness(event: e.ConsciousnessRolled) -> Text:
    if event.roll.successes:
        return Text("{who} stays conscious.", **_name(event))
    return Text("{who} falls unconscious.", **_name(event))


def _say_prompt(event: e.PromptOpened) -> Text:
    told = {"who": event.who_name, "whom": event.asker_name}
    if event.prompt.kind == "defense":
        return Text("{who} must meet the attack of {whom}.", **told)
    if event.prompt.kind == "maneuver":
        return Text("{who} has overpowered {whom} and chooses what follows.", **told)
    if event.prompt.kind == "consciousness":
        return Text("{who} must stay conscious.", **told)
    return Text("The Storyteller rules what the dramatic failure of {who} does.", **told)


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


def _say_blow(event: e.AttackResolved) -> Text:
    told, damage = _name(event), count_damage(event.damage, event.type)
    if event.action == "grapple":
        result = _count_against(event.roll, event.defense.total)
        if event.roll.successes:
            return Text("{who} holds {whom}: {result}.", **told, result=result)
        return Text("{who} does not get hold of {whom}: {result}.", **told, result=result)
    if event.cover:
        return Text("{who} hits the cover of {whom}: {damage} behind it.", **told, damage=damage)
    rolled = _count_against(event.roll, event.defense.total) if event.used else count_successes(event.roll)
    result = join(", ", (rolled, damage if event.damage else Text("no damage")))
    sentence = Text("{who} attacks {whom}, {w}: {result}.", **told, result=result)
    return join(" ", (sentence, STAKED if event.staked else EMPTY))


def _say_harm(event: e.Harmed) -> Text:
    if event.type == "bleeding":
        return Text("{who} is dying and gets worse.", **_name(event))
    return Text("{who} takes {what}.", **_name(event), what=count_damage(event.amount, event.type))


def _say_struggle(event: e.StruggleRolled) -> Text:
    result, n = count_successes(event.roll), event.roll.successes
    if event.held:
        result = Text("{n} success against {n2}", "{n} successes against {n2}", n=n, n2=event.held)
    told = {**_name(event), "result": result}
    if event.action == "break_free":
        if event.won:
            return Text("{who} breaks free of {whom}: {result}.", **told)
        return Text("{who} does not break free of {whom}: {result}.", **told)
    if event.won:
        return Text("{who} overpowers {whom}: {result}.", **told)
    return Text("{who} does not overpower {whom}: {result}.", **told)


def _say_maneuver(event: e.ManeuverChosen) -> Text:
    what = small(MANEUVERS[event.maneuver])
    if event.weapon_name:
        what = Text("{what}: {w}", what=what, **_name(event))
    return Text("{who} on {whom}: {what}.", **_name(event), what=what)


ACTIONS: Final[Mapping[str, Callable[[e.ActionTaken], Text]]] = {
    "dodge": lambda event: Text("{who} dodges: Defense is doubled for the rest of the turn.", **_name(event)),
    "aim": lambda event: Text("{who} aims at {whom}.", **_name(event)),
    "draw": lambda event: Text("{who} draws the {w}.", **_name(event)),
    "stand_up": lambda event: Text("{who} stands up.", **_name(event)),
    "drop_prone": lambda event: Text("{who} drops prone.", **_name(event)),
    "walk": lambda event: Text("{who} moves {n} yard.", "{who} moves {n} yards.", **_name(event), n=event.number),
    "run": lambda event: Text("{who} runs {n} yard.", "{who} runs {n} yards.", **_name(event), n=event.number),
}
MISHAPS: Final[Mapping[str, Callable[[e.MishapRuled], Text]]] = {
    "nothing": lambda event: Text("{who} gets off lightly.", **_name(event)),
    "drop": lambda event: Text("{who} drops the {w}.", **_name(event)),
    "jam": lambda event: Text("The {w} of {who} jams.", **_name(event)),
    "fall": lambda event: Text("{who} falls.", **_name(event)),
}
LINES = make_lines(
    {
        e.CombatantAdded: lambda event: Text("{who} joins.", who=event.combatant.name),
        BattleStarted: lambda event: Text("The battle begins: everyone rolls Initiative."),
        BattleEnded: lambda event: Text("The last turn is over."),
        e.InitiativeRolled: lambda event: Text("{who} has Initiative {n}.", **_name(event), n=event.initiative.total),
        e.TurnBegan: lambda event: Text("Turn {n} begins.", n=event.turn),
        e.ActingBegan: lambda event: Text("{who} acts.", **_name(event)),
        e.ActingEnded: lambda event: EMPTY,  # the next entry says who acts
        e.Delayed: lambda event: Text("{who} waits until after {whom}.", **_name(event), whom=event.after_name),
        e.SurpriseRolled: _say_surprise,
        e.CoverSet: _say_cover,
        e.MinutesPassed: lambda event: Text("{n} minute goes by.", "{n} minutes go by.", n=event.minutes),
        e.WillpowerSpent: _say_willpower,
        e.PowersUsed: _say_powers,
        e.PowerSwitched: _say_switched,
        e.ActionTaken: lambda event: ACTIONS[event.action](event),
        e.DefenseStored: lambda event: Text("{who} has “{text}” in store.", **_name(event), text=event.defense.name),
        e.DefenseDropped: lambda event: Text("“{text}” of {who} is no more.", **_name(event), text=event.name),
        e.PromptOpened: _say_prompt,
        e.ConsciousnessRolled: _say_consciousness,
        e.TreatmentRolled: _say_treatment,
        e.AttackDeclared: _say_attack,
        e.AttackResolved: _say_blow,
        e.Harmed: _say_harm,
        e.Grappled: lambda event: Text("{who} and {whom} are in a grapple.", **_name(event)),
        e.GrappleEnded: lambda event: Text("{who} and {whom} are no longer in a grapple.", **_name(event)),
        e.StruggleRolled: _say_struggle,
        e.ManeuverChosen: _say_maneuver,
        e.MishapRuled: lambda event: MISHAPS[event.mishap](event),
    },
    FIGURES,
)
"""The sentence of each event, by its class."""
