"""Helpers for a play of this game: event fields, rolls, prompts, contests."""

from collections.abc import Sequence
from typing import Any

from rules.battle.play import Play as EnginePlay
from rules.battle.play import about
from rules.battle.prompts import find_prompt as find_open
from rules.battle.roster import audience_of
from rules.battle.seats import Audience
from rules.dice import MAX_DICE
from rules.exalted3e import events as ev
from rules.exalted3e.actions.count import ThrownDice
from rules.exalted3e.actions.count import throw_dice as count_dice
from rules.exalted3e.actions.count import throw_pool as count_pool
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending, PromptKind
from rules.ids import opaque
from rules.pool import Pool
from rules.text import EMPTY, Text

Play = EnginePlay[State]


def rolled(pool: Pool, thrown: ThrownDice) -> dict[str, Any]:
    """Return the fields of an event with a roll."""
    return {"pool": pool, "dice": thrown.dice, "successes": thrown.total}


def throw(play: Play, pool: Pool, *audience: Combatant) -> ThrownDice:
    """Throw a pool. `audience`: the combatants whom the event names; who may know of them sees the dice."""
    return count_pool(pool, play.dice(*audience))


def throw_dice(play: Play, count: int, *audience: Combatant, doubles: bool = True, auto: int = 0) -> ThrownDice:
    """Throw a number of dice, at most `MAX_DICE`; Initiative has no limit. `audience`: those whom the event names."""
    return count_dice(min(count, MAX_DICE), play.dice(*audience), doubles=doubles, auto=auto)


def make_id(state: State, kind: str, who: str) -> str:
    """Return a new id for a prompt to this combatant, or for an attack by it.

    The id depends on nothing else, because seats read it that may not know of hidden combatants.
    """
    return opaque(kind, who, state.get(who).named + 1)


def raise_prompt(
    play: Play,
    kind: PromptKind,
    who: str,
    about: str,
    question: Text,
    *,
    audience: Audience = None,
    options: tuple[str, ...] = (),
    quiet: bool = False,
) -> None:
    """Ask a combatant. With "" ask the Storyteller: no one else hears of it, and it blocks nothing.

    `quiet`: the log does not say that someone is asked.
    """
    state = play.state
    former = f"{kind}{state.serial}"
    asked, exchange = state.find(who), state.exchange.id if state.exchange else ""
    id = make_id(state, kind, who) if asked else former  # only the Storyteller reads her own
    prompt = Pending(id, kind, who, about, asked is not None, options, former)
    play.emit(
        ev.PromptRaised(
            audience=audience if asked else (),
            prompt=prompt,
            who_name=asked.name if asked else "",
            question=question,
            exchange=exchange,
            quiet=quiet,
        )
    )


def close_prompt(play: Play, prompt: Pending, note: Text = EMPTY) -> None:
    """Close an answered prompt; `note` is the log's line where no later event has the answer."""
    state = play.state
    who, exchange = state.find(prompt.who), state.exchange.id if state.exchange else ""
    audience = audience_of(who) if who else ()
    play.emit(ev.PromptClosed(audience=audience, prompt=prompt.id, note=note, exchange=exchange))


def find_prompt(play: Play, id: str, kind: PromptKind) -> Pending:
    """Return the open prompt that a move answers."""
    return find_open(play.state.pending, play.state, play.seat, id, kind)


def log_contest(
    play: Play,
    actor: Combatant,
    action: str,
    pool: Pool,
    mine: ThrownDice,
    works: bool,
    theirs: Sequence[tuple[Combatant, ThrownDice | None]] = (),
    **more: Any,
) -> None:
    """Emit a contested roll. `theirs` are the opponents, each with its own roll or None (3E-020).

    `more` are other fields of the event, such as difficulty, progress or note.
    """
    opponents = [opponent for opponent, _ in theirs]
    thrown = [roll for _, roll in theirs if roll is not None]
    play.emit(
        ev.ContestRolled(
            **about(actor, *opponents),
            **rolled(pool, mine),
            action=action,
            works=works,
            opponents=tuple(opponent.id for opponent in opponents),
            opponent_names=tuple(opponent.name for opponent in opponents),
            opponent_dice=tuple(roll.dice for roll in thrown),
            opponent_successes=tuple(roll.total for roll in thrown),
            **more,
        )
    )
