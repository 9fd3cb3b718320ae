"""Every entry of the log as one seat may read it: a sentence in the book's words, and the steps that unfold."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded, Overridden
from rules.battle.lines import make_lines, say_power
from rules.codec import encode
from rules.text import EMPTY, Text
from rules.view import LogStepView, count
from rules.wod2004 import events as e
from rules.wod2004.actions.instant import VERDICTS
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.state.numbers import OPEN_NUMBERS
from rules.wod2004.state.paths import FIGURES

CONDITIONS: Final = {
    "check_stamina": "The track is full: Stamina each turn to stay conscious.",
    "dying": "Unconscious and dying.",
    "dead": "Dead.",
}
ACTIONS: Final = {
    "dodge": "{actor_name} dodges: Defense is doubled for the rest of the turn.",
    "aim": "{actor_name} aims at {target_name}.",
    "draw": "{actor_name} draws the {weapon_name}.",
    "stand_up": "{actor_name} stands up.",
    "drop_prone": "{actor_name} drops prone.",
    "walk": "{actor_name} moves {way}.",
    "run": "{actor_name} runs {way}.",
}
ASKED: Final = {
    "defense": "{who} must meet the attack of {asker}.",
    "maneuver": "{who} has overpowered {asker} and chooses what follows.",
    "consciousness": "{who} must stay conscious.",
    "mishap": "The Storyteller rules what the dramatic failure of {who} does.",
}
MISHAPS: Final = {
    "nothing": "{actor_name} gets off lightly.",
    "drop": "{actor_name} drops the {weapon_name}.",
    "jam": "The {weapon_name} of {actor_name} jams.",
    "fall": "{actor_name} falls.",
}


def tell(event: Event, seat: Seat) -> Text:
    """The event in a sentence."""
    told = seat.controls(getattr(event, "owner", None))
    if isinstance(event, Overridden) and event.what not in OPEN_NUMBERS and not told:
        return Text("The Storyteller makes a ruling on {who}.", who=event.actor_name)
    if isinstance(event, e.ActionRolled):
        against = f" against “{event.against}”" if event.against else ""
        what = event.title if told else "an action"
        return Text(
            "{who} rolls {what}{against}: {successes}.",
            who=event.actor_name,
            what=what,
            against=against,
            successes=successes(event.roll),
        )
    if isinstance(event, e.DefenseStored) and (event.defense.is_open or told):
        how_many = count(event.defense.successes, "success")
        return f"{event.actor_name} has “{event.defense.name}” in store: {how_many}."
    return LINES[type(event)](event)


def successes(roll: e.Rolled) -> Text:
    """The successes of a roll in words."""
    return count(roll.successes, "success")


def _say_cover(event: e.CoverSet) -> Text:
    if event.durability:
        return Text(
            "{who} is behind full cover, Durability {durability}.", who=event.actor_name, durability=event.durability
        )
    if event.concealment == "none":
        return Text("{who} has no concealment.", who=event.actor_name)
    return Text("{who} is {concealment} concealed.", who=event.actor_name, concealment=event.concealment)


def _say_surprise(event: e.SurpriseRolled) -> Text:
    if event.roll.outcome == "exceptional":
        return Text("{who} is not surprised and warns the companions.", who=event.actor_name)
    if event.turns:
        return Text(
            "{who} is surprised: no action and no Defense for {n} turn.",
            "{who} is surprised: no action and no Defense for {n} turns.",
            who=event.actor_name,
            n=event.turns,
        )
    return Text("{who} is not surprised.", who=event.actor_name)


def _say_willpower(event: e.WillpowerSpent) -> Text:
    if event.returned:
        return Text("{who} gets the Willpower point back.", who=event.actor_name)
    return Text("{who} spends Willpower: {effect}.", who=event.actor_name, effect=event.effect)


def _paid(event: e.PowersUsed | e.PowerSwitched) -> Text:
    return Text(" and pays {wounds}", wounds=event.price.wounds) if event.price.harm else EMPTY


def _say_treatment(event: e.TreatmentRolled) -> Text:
    how = "stops the dying of" if event.roll.successes else "cannot help"
    return Text("{who} {how} {whom}.", who=event.actor_name, how=how, whom=event.target_name)


def _say_attack(event: e.AttackDeclared) -> Text:
    targets, attack = ", ".join(event.target_names), event.attack
    if attack.kind == "grapple":
        return Text("{who} tries to take hold of {targets}.", who=event.actor_name, targets=targets)
    how = " all-out" if event.all_out else ""
    spot = f", at the {attack.spot}" if attack.spot else ""
    return Text(
        "{who} attacks {targets}{how}: {w}{spot}.",
        who=event.actor_name,
        targets=targets,
        how=how,
        w=attack.weapon.name,
        spot=spot,
    )


def _say_blow(event: e.AttackResolved) -> Text:
    rolled = successes(event.roll)
    if event.action == "grapple":
        held = f"holds {event.target_name}" if event.roll.successes else f"does not get hold of {event.target_name}"
        return Text(
            "{who} {held}: {rolled} against Defense {total}.",
            who=event.actor_name,
            held=held,
            rolled=rolled,
            total=event.defense.total,
        )
    if event.cover:
        return Text(
            "{who} hits the cover of {whom}: {damage} {type} behind it.",
            who=event.actor_name,
            whom=event.target_name,
            damage=event.damage,
            type=event.type,
        )
    against = f" against Defense {event.defense.total}" if event.used else ""
    done = f"{event.damage} {event.type}" if event.damage else "no damage"
    heart = " The stake finds the heart." if event.staked else ""
    return Text(
        "{who} attacks {whom}, {w}: {rolled}{against}, {done}.{heart}",
        who=event.actor_name,
        whom=event.target_name,
        w=event.weapon_name,
        rolled=rolled,
        against=against,
        done=done,
        heart=heart,
    )


def _say_harm(event: e.Harmed) -> Text:
    if event.type == "bleeding":
        return Text("{who} is dying and gets worse.", who=event.actor_name)
    return Text("{who} takes {amount} {type}.", who=event.actor_name, amount=event.amount, type=event.type)


def _say_struggle(event: e.StruggleRolled) -> Text:
    verb = "breaks free of" if event.action == "break_free" else "overpowers"
    if not event.won:
        verb = "does not break free of" if event.action == "break_free" else "does not overpower"
    against = f" against {event.held}" if event.held else ""
    return Text(
        "{who} {verb} {whom}: {successes}{against}.",
        who=event.actor_name,
        verb=verb,
        whom=event.target_name,
        successes=successes(event.roll),
        against=against,
    )


def _say_maneuver(event: e.ManeuverChosen) -> Text:
    drawn = f": {event.weapon_name}" if event.weapon_name else ""
    return Text(
        "{who} on {whom}: {lower}{drawn}.",
        who=event.actor_name,
        whom=event.target_name,
        lower=MANEUVERS[event.maneuver].lower(),
        drawn=drawn,
    )


LINES = make_lines(
    {
        e.CombatantAdded: lambda event: f"{event.combatant.name} joins.",
        e.BattleStarted: lambda event: "The battle begins: everyone rolls Initiative.",
        BattleEnded: lambda event: "The last turn is over.",
        e.InitiativeRolled: lambda event: f"{event.actor_name} has Initiative {event.initiative.total}.",
        e.TurnBegan: lambda event: f"Turn {event.turn} begins.",
        e.ActingBegan: lambda event: f"{event.actor_name} acts.",
        e.ActingEnded: lambda event: "",  # the next entry tells it anyway
        e.Delayed: lambda event: f"{event.actor_name} waits until after {event.after_name}.",
        e.SurpriseRolled: _say_surprise,
        e.CoverSet: _say_cover,
        e.MinutesPassed: lambda event: f"{count(event.minutes, 'minute')} {'goes' if event.minutes == 1 else 'go'} by.",
        e.WillpowerSpent: _say_willpower,
        e.PowersUsed: lambda event: f"{event.actor_name} uses {event.name}{_paid(event)}.",
        e.PowerSwitched: lambda event: say_power(event).removesuffix(".") + f"{_paid(event)}.",
        e.ActionTaken: lambda event: ACTIONS[event.action].format(**encode(event), way=count(event.number, "yard")),
        e.DefenseStored: lambda event: f"{event.actor_name} has “{event.defense.name}” in store.",
        e.DefenseDropped: lambda event: f"“{event.name}” of {event.actor_name} is no more.",
        e.PromptOpened: lambda event: ASKED[event.prompt.kind].format(who=event.who_name, asker=event.asker_name),
        e.ConsciousnessRolled: lambda event: (
            f"{event.actor_name} {'stays conscious' if event.roll.successes else 'falls unconscious'}."
        ),
        e.TreatmentRolled: _say_treatment,
        e.AttackDeclared: _say_attack,
        e.AttackResolved: _say_blow,
        e.Harmed: _say_harm,
        e.Grappled: lambda event: f"{event.actor_name} and {event.target_name} are in a grapple.",
        e.GrappleEnded: lambda event: f"{event.actor_name} and {event.target_name} are no longer in a grapple.",
        e.StruggleRolled: _say_struggle,
        e.ManeuverChosen: _say_maneuver,
        e.MishapRuled: lambda event: MISHAPS[event.mishap].format(
            actor_name=event.actor_name, weapon_name=event.weapon_name
        ),
    },
    FIGURES,
)


def find_verdict(event: Event) -> Text:
    """The word for how something came out, or an empty string."""
    if isinstance(event, e.AttackResolved):
        return _judge_blow(event)
    if isinstance(event, e.InitiativeRolled):
        return str(event.initiative.total)
    if isinstance(event, e.Harmed):
        return event.condition.replace("_", " ") if event.condition in ("dying", "dead") else EMPTY
    if isinstance(event, e.ManeuverChosen):
        return MANEUVERS[event.maneuver]
    roll = getattr(event, "roll", None)
    return VERDICTS[roll.outcome] if isinstance(roll, e.Rolled) else EMPTY


def _judge_blow(event: e.AttackResolved) -> Text:
    if event.roll.outcome == "dramatic_failure":
        return VERDICTS["dramatic_failure"]
    if event.action == "grapple":
        return Text("Hold") if event.roll.successes else Text("Miss")
    if event.damage:
        return Text("{damage} {type}", damage=event.damage, type=event.type)
    return Text("Cover") if event.cover else Text("Miss")


def list_steps(event: Event, seat: Seat) -> list[LogStepView]:
    """The steps that unfold under the sentence; sums of the seat's own combatants alone."""
    make = STEPS.get(type(event))
    return make(event, seat) if make else []


def _roll_step(name: str, rule: str, roll: e.Rolled, *, told: bool) -> LogStepView:
    """A roll as a step; the sum only for those who may know the traits."""
    dice = "Chance roll" if roll.pool.total <= 0 else count(roll.pool.total, "die", "dice")
    step: LogStepView = {
        "name": name,
        "text": Text("{dice}: {successes}.", dice=dice, successes=successes(roll)),
        "rule": rule,
        "dice": encode(roll.dice),
    }
    if told:
        step["sum"] = roll.pool.explain()
    return step


def _rolled(name: str, rule: str) -> Callable[[Any, Seat], list[LogStepView]]:
    """The steps of what was rolled and has nothing else to tell."""
    return lambda event, seat: [_roll_step(name, rule, event.roll, told=seat.controls(event.owner))]


def _action_steps(event: e.ActionRolled, seat: Seat) -> list[LogStepView]:
    return _rolled("Action", "WD-111" if event.against else "WD-061")(event, seat)


def _struggle_steps(event: e.StruggleRolled, seat: Seat) -> list[LogStepView]:
    rule = "WD-211" if event.held else "WD-209" if event.action == "break_free" else "WD-210"
    return _rolled(event.roll.pool.title, rule)(event, seat)


def _initiative_steps(event: e.InitiativeRolled, seat: Seat) -> list[LogStepView]:
    own, steps = event.initiative, list[LogStepView]()
    if seat.controls(event.owner):
        text = f"Die {own.face}, Dexterity + Composure {own.modifier}: {own.total}."
        steps.append({"name": Text("Initiative"), "text": text, "rule": "WD-160"})
    if own.ties and (event.ties_open or seat.storyteller):
        thrown = ", ".join(map(str, own.ties))
        steps.append(
            {"name": Text("Tie"), "text": Text("Dice that break the tie: {thrown}.", thrown=thrown), "rule": "WD-161"}
        )
    return steps


def _blow_steps(event: e.AttackResolved, seat: Seat) -> list[LogStepView]:
    told = seat.controls(event.owner)
    steps = [_defense_step(event, seat), _roll_step("Attack", "WD-180", event.roll, told=told)]
    if event.cover:
        text = f"Durability {event.cover}: {count(event.beyond, 'success passes', 'successes pass')}."
        steps.append({"name": Text("Cover"), "text": text, "rule": "WD-195"})
        if event.arrival:
            steps.append(_roll_step("Behind the cover", "WD-195", event.arrival, told=told))
    if event.note:
        steps.append({"name": Text("Armor"), "text": event.note, "rule": "WD-203"})
    return steps


def _defense_step(event: e.AttackResolved, seat: Seat) -> LogStepView:
    step: LogStepView = {
        "name": Text("Defense"),
        "text": Text("Defense {total}.", total=event.defense.total),
        "rule": "WD-182",
    }
    if event.defense.steps and event.defense.steps[-1].note:
        step["text"] = event.defense.steps[-1].note
    if seat.controls(event.target_owner):
        step["sum"] = event.defense.explain()
    return step


def _harm_steps(event: e.Harmed, seat: Seat) -> list[LogStepView]:
    text = f"{event.before or 'unhurt'} becomes {event.after}, of {event.boxes} boxes."
    steps: list[LogStepView] = [{"name": Text("Health"), "text": text, "rule": "WD-172"}]
    if event.condition in CONDITIONS:
        steps.append({"name": Text("Condition"), "text": CONDITIONS[event.condition], "rule": "WD-175"})
    return steps


STEPS: Final[Mapping[type[Event], Callable[[Any, Seat], list[LogStepView]]]] = {
    e.InitiativeRolled: _initiative_steps,
    e.SurpriseRolled: _rolled("Wits + Composure", "WD-165"),
    e.ConsciousnessRolled: _rolled("Stamina", "WD-175"),
    e.TreatmentRolled: _rolled("Dexterity + Medicine", "WD-179"),
    e.ActionRolled: _action_steps,
    e.StruggleRolled: _struggle_steps,
    e.AttackResolved: _blow_steps,
    e.Harmed: _harm_steps,
}
