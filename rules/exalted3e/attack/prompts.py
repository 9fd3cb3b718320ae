"""Prompts within an attack: the defender's choices, and the attacker's choice against a guarded target."""

from rules.errors import IllegalMove
from rules.exalted3e.pools import stunt_rule
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant, Modifier
from rules.exalted3e.state.exchange import Exchange, PromptKind
from rules.exalted3e.timing.play import Play, raise_prompt
from rules.text import Text

MOTES_PER_VALUE = 2
"""Motes for a point of a static value (3E-345)."""


def ask_defender(play: Play, exchange: Exchange) -> bool:
    """Ask the target's player for stunt, Willpower or motes. Return whether someone must answer (3E-298)."""
    wanted = play.state.options.ask_defender and play.state.get(exchange.target).character is not None
    if not wanted or "defense" in exchange.settled or exchange.incoming.ambush:
        return False
    question = Text("{who} attacks {whom}: defense options?", **name_parties(play.state, exchange))
    return ask_target(play, exchange, "defense", question)


def name_parties(state: State, exchange: Exchange) -> dict[str, str]:
    """Return the names of attacker and target as the values `who` and `whom` of a text."""
    return {"who": state.get(exchange.attacker).name, "whom": state.get(exchange.target).name}


def ask_target(play: Play, exchange: Exchange, kind: PromptKind, question: Text, options: tuple[str, ...] = ()) -> bool:
    """Ask the target of an attack. Return True: someone must answer."""
    raise_prompt(play, kind, exchange.target, exchange.attacker, question, options=options)
    return True


def defense_bonuses(target: Combatant, stunt: int, willpower: bool, motes: int) -> tuple[Modifier, ...]:
    """Return what the defender adds for this attack (3E-018, 3E-345). Raise `IllegalMove` for what it cannot pay.

    A stunt adds its points to a static value (3E-014 to 3E-016).
    """
    if willpower and target.willpower < 1:
        raise IllegalMove("no_willpower", Text("{who} has no Willpower left.", who=target.name))
    if motes > min(2 * target.defense_cap, target.personal + target.peripheral):
        raise IllegalMove("too_many_motes", Text("{who} can’t spend {n} motes on Defense.", who=target.name, n=motes))
    found = (
        Modifier(Text("{n}-point stunt", n=stunt), stunt, stunt_rule(stunt)),
        Modifier(Text("Willpower"), 1 if willpower else 0, "3E-018"),
        Modifier(Text("excellency"), motes // MOTES_PER_VALUE, "3E-345"),
    )
    return tuple(modifier for modifier in found if modifier.amount)


def ask_guard_choice(play: Play, exchange: Exchange) -> bool:
    """Ask an attacker who beat the guardian's Parry whom the attack hits. Return whether it must answer (3E-173)."""
    if exchange.guard is None or exchange.choice or exchange.successes < exchange.guard_parry:
        return False
    attacker, guardian = play.state.get(exchange.attacker), play.state.get(exchange.guard)
    ward = play.state.get(exchange.target)
    question = Text(
        "{who} beats {whom}’s Parry: attack {whom}, or {name} behind them?",
        who=attacker.name,
        whom=guardian.name,
        name=ward.name,
    )
    raise_prompt(play, "guard", attacker.id, guardian.id, question, options=("guardian", "ward"))
    return True
