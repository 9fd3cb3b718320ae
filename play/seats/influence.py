"""What social influence asks of a seat: to begin it, to rule on it, to answer it."""

from collections.abc import Iterator, Sequence
from typing import Any

from campaigns.models import Character
from play.commands.tasks.influence import is_met
from play.seats.board import AskPad
from play.seats.facts import TableFacts
from play.table.fighters import find_fighting_sheet
from rules.battle import Choice, Field, Seat
from rules.errors import RulesError
from rules.tasks import MAX_TITLE, MAX_TRAITS, Listener, Task, awaited, list_unruled
from rules.text import EMPTY, Text, verbatim


def load_full_sheet(facts: TableFacts, character: Character) -> Any:
    """Return the character's own sheet, parsed once for each version of it."""
    key = ("sheet", character.pk, character.version)
    return facts.live.sheets.get_or_make(key, lambda: facts.system.sheets.parse(character.sheet))


def list_influence_fields(facts: TableFacts, seat: Seat) -> tuple[Field, ...]:
    """Return the form that begins an influence: for own characters, on those of whom the seat may know."""
    rules = facts.system.tasks.influence
    own = [character for character in facts.characters if seat.controls(str(character.pk))]
    others = list_met(facts, seat)
    if rules is None or not own or len(others) < 2:
        return ()
    return (
        Field("title", Text("Topic"), "text", high=MAX_TITLE),
        Field("influence", Text("Type of influence"), "choice", rules.actions, initial=rules.actions[0].value),
        Field("character", Text("Character"), "choice", name_people(own)),
        Field("listeners", Text("Targets"), "choices", name_people(others)),
        Field(
            "traits",
            Text("Traits"),
            "text",
            high=MAX_TRAITS,
            required=False,
            help=Text("Such as Charisma + Presence. Empty: chosen when rolling."),
        ),
    )


def list_met(facts: TableFacts, seat: Seat) -> list[Character]:
    """Return those of whom the seat may know in this scene."""
    return [character for character in facts.characters if seat.storyteller or is_met(facts.state, character)]


def name_people(characters: Sequence[Character]) -> tuple[Choice, ...]:
    """Return these characters as choices, the players' first and the hidden ones last."""
    sorted_by = sorted(characters, key=lambda character: (character.hidden, character.owner is None))
    return tuple(Choice(str(who.pk), verbatim(who.name), Text("hidden") if who.hidden else EMPTY) for who in sorted_by)


def list_asks(facts: TableFacts, tasks: Sequence[Task], seat: Seat) -> Iterator[AskPad]:
    """Yield what the seat has to rule on or to answer."""
    by_key = {str(character.pk): character for character in facts.characters}
    for task in tasks:
        waiting = {*awaited(task)}
        for listener in task.listeners:
            character = by_key.get(listener.character)
            if character is None:
                continue
            if seat.storyteller and listener in list_unruled(task):
                yield _ask(facts, task, listener, character, "RuleListener")
            elif listener.reached and listener.character in waiting and seat.controls(listener.character):
                yield _ask(facts, task, listener, character, "AnswerInfluence", storyteller=seat.storyteller)


def _ask(
    facts: TableFacts, task: Task, listener: Listener, character: Character, move: str, *, storyteller: bool = True
) -> AskPad:
    rules, action = facts.system.tasks.influence, task.influence.action if task.influence else ""
    fields, stand = tuple[Field, ...](), EMPTY
    try:
        if rules is not None:
            sheet, fought = load_full_sheet(facts, character), find_fighting_sheet(facts.system, facts.state, character)
            heard = facts.state.work.hear(rules, task, listener, sheet, sheet if fought is None else fought)
            if move == "RuleListener":
                fields = rules.ask_ruling(action, heard)
            else:
                fields = rules.ask_reply(action, heard, title=task.title, storyteller=storyteller)
                against = rules.resist(action, heard)
                stand = Text("{n} against {what} {n2}", n=task.sides[0].made, what=against.title, n2=against.total)
    except RulesError:  # the sender of the form learns why; the table stays open for everybody
        pass
    return AskPad(task.id, listener.character, listener.name, move, fields, stand)
