"""One roll from a sheet: the dice, its cost, and what becomes of a stunt in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any

from campaigns.models import Character
from campaigns.sheets.battle_results import Changes
from play.commands.context import CommandContext
from play.commands.figures import Figures, open_figures
from play.table.fighters import bars_automatic
from play.table.state import series_options
from play.table.task_events import StuntChanged
from rules.battle import Audience, Choice, Event
from rules.dice import roll_among
from rules.errors import IllegalMove
from rules.roll import Roll
from rules.tasks import Stunt, StuntRules
from rules.text import Text


@dataclass(frozen=True, slots=True)
class FinishedRoll:
    """A finished roll, what it changes on the sheet, and the events that follow: payment in a fight, and its stunt."""

    roll: Roll
    changes: Changes
    after: Sequence[Event]


def throw(
    context: CommandContext,
    character: Character,
    request: Any,
    *,
    automatic: bool = False,
    apart: bool = False,
    audience: Audience = None,
    dice: Audience = None,
) -> FinishedRoll:
    """Roll a request of the system, with the stunt that was awarded before. Raises if the cost cannot be paid.

    `apart`: the Storyteller has said that the roll is no part of the fight. `dice`: who sees them. `audience`:
    who sees the roll; nobody else learns what its stunt earns. A roll that the Storyteller keeps secret leaves the
    stunt for the next roll.
    """
    system, options = context.system, series_options(context.system, context.series)
    if automatic or getattr(request, "automatic", False):
        _check_automatic(context, character, apart)
    award = None if context.seat.storyteller and audience == () else find_award(context, character)
    figures = open_figures(context, character)
    sheet = figures.sheet
    request = figures.suffer(with_stunt(context, request, award))
    if automatic:
        offer = system.tasks.automatic
        found = offer(sheet, request, options) if offer else None
        if found is None:
            raise IllegalMove("no_automatic", Text("The book gives no automatic success here. Roll for it."))
        roll = found
    else:
        roll = system.rolls.roll(sheet, request, roll_among(context.roller, dice), options)
    cost = system.tasks.cost(sheet, request, roll, options)
    paid, figures = figures.pay(cost, bought=bool(getattr(request, "willpower", False)))
    heard = audience or (audience_for(character) if audience is None else (str(character.pk),))
    return FinishedRoll(roll, paid.changes, [*paid.fought, *_judge_stunt(figures, request, award, heard)])


def _check_automatic(context: CommandContext, character: Character, apart: bool) -> None:
    """Raise `IllegalMove` for an automatic success in a fight. The Storyteller's own rolls may be apart from it."""
    apart = apart or context.seat.storyteller
    if bars_automatic(context.system, context.state, character, apart=apart):
        raise IllegalMove("no_automatic", Text("No automatic success here. Roll for it."))


def find_award(context: CommandContext, character: Character) -> Stunt | None:
    """Return the stunt that waits for the character's next roll."""
    key = str(character.pk)
    return next(
        (stunt for stunt in context.state.work.stunts if stunt.character == key and stunt.state == "awarded"), None
    )


def with_stunt(context: CommandContext, request: Any, award: Stunt | None) -> Any:
    """Return the request with the stunt that was awarded for it, or with a higher one that it claims."""
    rules = context.system.tasks.stunts
    if rules is None or award is None:
        return request
    return replace(request, **{rules.field: max(award.rating, getattr(request, rules.field))})


def _judge_stunt(figures: Figures, request: Any, award: Stunt | None, heard: Audience) -> Sequence[Event]:
    """Reward an awarded stunt with the roll; a stunt that the player claimed waits for the Storyteller."""
    context, character = figures.context, figures.character
    rules = context.system.tasks.stunts
    rating = getattr(request, rules.field) if rules else 0
    if award is not None:
        return reward_stunt(figures, award, heard)
    if not rating:
        return []
    claim = Stunt(new_id(), str(character.pk), character.name, rating, "claimed")
    return [StuntChanged(claim, audience=())]


def reward_stunt(figures: Figures, stunt: Stunt, audience: Audience) -> Sequence[Event]:
    """Pay for a stunt at once where there is nothing to choose, or else ask the player."""
    context = figures.context
    choices = _stunt_rules(context).rewards(figures.sheet, stunt.rating, series_options(context.system, context.series))
    if len(choices) > 1:
        offered = tuple((choice.value, choice.label) for choice in choices)
        return [StuntChanged(replace(stunt, state="earned", choices=offered), audience=audience)]
    done = replace(stunt, state="done", choices=())
    if not choices:
        return [StuntChanged(done, audience=audience)]
    return _pay(figures, done, choices[0], audience)


def pay_reward(context: CommandContext, character: Character, stunt: Stunt, choice: str) -> Sequence[Event]:
    """Pay the reward that the player has chosen."""
    picked = next((Choice(value, label) for value, label in stunt.choices if value == choice), None)
    if picked is None:
        raise IllegalMove("no_reward", Text("Choose one of the rewards that the stunt has earned."))
    done = replace(stunt, state="done", choices=())
    return _pay(open_figures(context, character), done, picked, audience_for(character))


def _pay(figures: Figures, stunt: Stunt, choice: Choice, audience: Audience) -> Sequence[Event]:
    context, key = figures.context, str(figures.character.pk)
    rules, options, sheet = _stunt_rules(context), series_options(context.system, context.series), figures.sheet
    paid, _ = figures.pay(rules.pay(sheet, stunt.rating, choice.value, options))
    earned = rules.earn(sheet, stunt.rating, choice.value, options)
    won = {key: earned} if earned else {}
    done = StuntChanged(stunt, reward=choice.label, changes=paid.changes, earned=won, audience=audience)
    return [done, *paid.fought]


def _stunt_rules(context: CommandContext) -> StuntRules:
    rules = context.system.tasks.stunts
    if rules is None:
        raise IllegalMove("no_stunts", Text("This game has no stunts."))
    return rules


def new_id() -> str:
    """Return an id for what this command makes. It is random, so that it does not tell how much happened in secret."""
    return f"t{token_hex(4)}"


def audience_for(character: Character) -> Audience:
    """Return who may read about a character: all, or of a hidden one only its owner and the Storyteller."""
    return (str(character.pk),) if character.hidden else None
