"""One roll from a sheet: the dice, what it costs, and what becomes of a stunt in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any

from campaigns.models import Character
from campaigns.services.flow_back import Changes
from play.services.desk import Desk
from play.state import series_options
from play.task_events import StuntChanged
from rules.battle import STORYTELLER, Audience, Choice, Event
from rules.errors import IllegalMove
from rules.paths import read_path, write_path
from rules.system import Roll
from rules.tasks import Stunt


@dataclass(frozen=True, slots=True)
class Thrown:
    """A finished roll, what it changes on the sheet, and what follows from its stunt."""

    roll: Roll
    changes: Changes
    after: Sequence[Event]


def throw(
    desk: Desk, character: Character, request: Any, *, automatic: bool = False, audience: Audience = None
) -> Thrown:
    """Roll a request of the system, with the stunt that was awarded before. Raises what the sheet cannot pay.

    `audience`: who sees the roll; nobody else learns what its stunt earns. A roll that the Storyteller keeps to
    themselves leaves the stunt for the next one.
    """
    system, options = desk.system, series_options(desk.system, desk.series)
    award = None if desk.seat.storyteller and audience == () else find_award(desk, character)
    sheet: Any = character.parsed_sheet()
    request = with_stunt(desk, request, award)
    if automatic:
        offer = system.tasks.automatic
        found = offer(sheet, request, options) if offer else None
        if found is None:
            raise IllegalMove("no_automatic", "The book gives no automatic success here. Roll for it.")
        roll = found
    else:
        roll = system.rolls.roll(sheet, request, desk.roller, options)
    changes = find_changes(desk, character, system.tasks.cost(sheet, request, roll, options))
    heard = audience or (audience_for(character) if audience is None else (str(character.pk),))
    return Thrown(roll, changes, _judge_stunt(desk, character, request, award, changes, heard))


def find_changes(desk: Desk, character: Character, values: Any) -> Changes:
    """What new values change on the sheet. Refused in a fight: there the fight's own numbers count."""
    if not values:
        return {}
    if is_fighting(desk, character):
        sentence = f"{character.name} is in the fight: what is spent or regained now is spent there."
        raise IllegalMove("in_fight", sentence)
    return {str(character.pk): {path: (read_path(character.sheet, path), value) for path, value in values.items()}}


def is_fighting(desk: Desk, character: Character) -> bool:
    """Whether the character's sheet was copied into a fight that goes on."""
    if desk.state.battle is None:
        return False
    there = desk.system.battle.view(desk.state.battle, STORYTELLER)["combatants"]
    return any(who["character"] == str(character.pk) for who in there)


def find_award(desk: Desk, character: Character) -> Stunt | None:
    """The stunt that waits for the character's next roll."""
    key = str(character.pk)
    return next((one for one in desk.state.work.stunts if one.character == key and one.state == "awarded"), None)


def with_stunt(desk: Desk, request: Any, award: Stunt | None) -> Any:
    """The request with the stunt that was awarded for it, or with a higher one that it claims."""
    rules = desk.system.tasks.stunts
    if rules is None or award is None:
        return request
    return replace(request, **{rules.field: max(award.rating, getattr(request, rules.field))})


def _judge_stunt(
    desk: Desk, character: Character, request: Any, award: Stunt | None, changes: Changes, heard: Audience
) -> Sequence[Event]:
    """An awarded stunt earns its reward with the roll; one that the player claimed waits for the Storyteller."""
    rules = desk.system.tasks.stunts
    rating = getattr(request, rules.field) if rules else 0
    if award is not None:
        return [reward_stunt(desk, character, award, heard, changes)]
    if not rating or is_fighting(desk, character):
        return []
    claim = Stunt(new_id(), str(character.pk), character.name, rating, "claimed")
    return [StuntChanged(claim, audience=())]


def reward_stunt(
    desk: Desk, character: Character, stunt: Stunt, audience: Audience, spent: Changes | None = None
) -> StuntChanged:
    """Pay for a stunt: at once where there is nothing to choose, else the player is asked (after a fight, if there is
    one). `spent`: what the roll has cost."""
    rules = desk.system.tasks.stunts
    if rules is None:
        raise IllegalMove("no_stunts", "This book has no stunts.")
    options = series_options(desk.system, desk.series)
    spent_sheet = _spent_sheet(desk, character, spent or {})
    sheet = desk.system.sheets.parse(spent_sheet)
    choices = rules.rewards(sheet, stunt.rating, options)
    if len(choices) > 1 or (choices and is_fighting(desk, character)):
        offered = tuple((choice.value, choice.label) for choice in choices)
        return StuntChanged(replace(stunt, state="earned", choices=offered), audience=audience)
    done = replace(stunt, state="done", choices=())
    if not choices:
        return StuntChanged(done, audience=audience)
    return _pay(desk, character, done, choices[0], spent_sheet, audience)


def pay_reward(desk: Desk, character: Character, stunt: Stunt, choice: str) -> StuntChanged:
    """Pay the reward that the player has chosen."""
    picked = next((Choice(value, label) for value, label in stunt.choices if value == choice), None)
    if picked is None:
        raise IllegalMove("no_reward", "Choose one of the rewards that the stunt has earned.")
    done = replace(stunt, state="done", choices=())
    return _pay(desk, character, done, picked, character.sheet, audience_for(character))


def _pay(
    desk: Desk, character: Character, stunt: Stunt, choice: Choice, sheet: Any, audience: Audience
) -> StuntChanged:
    rules = desk.system.tasks.stunts
    if rules is None:
        raise IllegalMove("no_stunts", "This book has no stunts.")
    options = series_options(desk.system, desk.series)
    values = rules.pay(desk.system.sheets.parse(sheet), stunt.rating, choice.value, options)
    found = find_changes(desk, character, values)
    changes = {key: {path: (read_path(sheet, path), now) for path, (_, now) in paths.items()}
               for key, paths in found.items()}  # fmt: skip
    earned = rules.earn(desk.system.sheets.parse(sheet), stunt.rating, choice.value, options)
    won = {str(character.pk): earned} if earned else {}
    return StuntChanged(stunt, reward=choice.label, changes=changes, earned=won, audience=audience)


def _spent_sheet(desk: Desk, character: Character, spent: Changes) -> Any:
    """The sheet's JSON after the roll was paid for."""
    sheet = character.sheet
    for path, (_before, after) in spent.get(str(character.pk), {}).items():
        sheet = write_path(sheet, path, after)
    return sheet


def new_id() -> str:
    """Return an id for what this command makes. It is drawn, so that it does not tell how much happened in secret."""
    return f"t{token_hex(4)}"


def audience_for(character: Character) -> Audience:
    """Who may read of a character: all, but of a hidden one only its owner and the Storyteller."""
    return (str(character.pk),) if character.hidden else None
