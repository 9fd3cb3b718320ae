"""What a seat may see and do of the tasks outside combat, gathered for its board."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from campaigns.downtime.living import WAYS
from campaigns.models import Character
from play.commands.moves import EVERYBODY
from play.commands.roll_meaning import parse_traits
from play.seats.board import StuntLine, TaskBoard, TaskPad
from play.seats.facts import TableFacts
from play.seats.influence import list_asks, list_influence_fields, load_full_sheet
from play.table.fighters import bars_automatic, find_fighting_sheet
from play.table.state import series_options
from rules.battle import Choice, Field, Json, Seat
from rules.codec import decode
from rules.errors import RulesError
from rules.system import System
from rules.tasks import (
    MAX_TITLE,
    MAX_TRAITS,
    UNITS,
    Conditions,
    Helper,
    Side,
    Stunt,
    Task,
    TaskView,
    Work,
    awaited,
    name_traits,
    takes_choices,
    task_audience,
    view_task,
)
from rules.text import EMPTY, Text, small, verbatim, word

SPECIALTY, SPECIALTIES = "specialty", "specialties"
"""The field of every system's request that claims a specialty."""
MAX_NUMBER = 99
"""The highest number that a form of the Storyteller's asks for."""
FROM_OTHER_SIDE = Text("The difficulty comes from the other side: both roll once both have chosen.")
SETTING = "s."
"""The prefix of fields that set an option for one task (see `play.commands.forms`)."""


def gather_task_board(facts: TableFacts, seat: Seat, *, playing: bool) -> TaskBoard:
    """Return the tasks that the seat may see, and what it may do about them."""
    work = facts.state.work
    shown = [task for task in work.tasks if seat.may_see(task_audience(task))]
    rules = facts.system.tasks
    kinds = {kind.value: kind.label for kind in (*rules.kinds, *(rules.influence.actions if rules.influence else ()))}
    return TaskBoard(
        tasks=tuple(_view_tasks(shown, seat)),
        kinds=kinds,
        pads=tuple(_pads(facts, shown, seat)) if playing else (),
        asks=tuple(list_asks(facts, shown, seat)) if playing else (),
        influence_form=list_influence_fields(facts, seat) if playing else (),
        stunts=tuple(_stunts(facts, work, seat)) if playing else (),
        ratings=tuple(range(1, rules.stunts.highest + 1)) if rules.stunts and seat.storyteller else (),
        task_form=_task_form(facts) if seat.storyteller and playing else (),
        award_form=_award_form(facts) if seat.storyteller and playing else (),
        interruptions=rules.interruptions if seat.storyteller else (),
    )


def _view_tasks(tasks: Sequence[Task], seat: Seat) -> Iterator[TaskView]:
    """Yield the tasks as the seat sees them. Where it sees one task of a request to many, this looks like a task of its
    own: otherwise it would tell that somebody hidden was asked, too.
    """
    together = Counter(task.group for task in tasks)
    for task in tasks:
        view = view_task(task, seat)
        yield view if together[task.group] > 1 else {**view, "group": ""}


def _pads(facts: TableFacts, tasks: Sequence[Task], seat: Seat) -> Iterator[TaskPad]:
    by_key = {str(character.pk): character for character in facts.characters}
    for task in tasks:
        for key in awaited(task):
            if key not in {side.character for side in task.everybody}:
                continue  # who answers has a form of another kind
            if not seat.controls(key) or key not in by_key:
                continue
            part = next(part for part in task.everybody if part.character == key)
            yield _pad(facts, task, part, by_key[key], seat)


def _pad(facts: TableFacts, task: Task, part: Side | Helper, character: Character, seat: Seat) -> TaskPad:
    rules, is_side = facts.system.tasks, isinstance(part, Side)
    rolls = is_side or task.kind in rules.rolling_help
    return TaskPad(
        task=task.id,
        character=part.character,
        name=part.name,
        owner=character.owner.get_username() if character.owner else "",
        traits=name_traits(part.traits),
        helps=not is_side,
        rolls=rolls,
        fields=_fit_influence(facts, task, character, _free_fields(facts, character, part)) if rolls else (),
        may_look=isinstance(part, Side) and rules.look is not None and task.hidden and not part.looked,
        rates=not is_side and task.kind == "pooled" and seat.storyteller,
        may_yield=task.kind == "contested" and part is task.sides[1],
        automatic=isinstance(part, Side) and _offers_automatic(facts, task, part, character),
        note=FROM_OTHER_SIDE if isinstance(part, Side) and _is_sealed(facts, task, part) else EMPTY,
    )


def _is_sealed(facts: TableFacts, task: Task, side: Side) -> bool:
    """Return whether the difficulty of this side comes from what the other side chooses."""
    return side.difficulty is None and takes_choices(task, facts.system.tasks)


def _fit_influence(facts: TableFacts, task: Task, character: Character, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return the fields of a roll, as far as influence leaves them to the one who rolls."""
    rules = facts.system.tasks.influence
    if task.influence is None or rules is None:
        return fields
    return rules.fit(task.influence.action, load_full_sheet(facts, character), fields)


def _free_fields(facts: TableFacts, character: Character, part: Side | Helper) -> tuple[Field, ...]:
    """Return what a roller may still choose: not what the task decides, nor the traits where they are given."""
    rules = facts.system.tasks
    decided = rules.decided | (frozenset(rules.spoken.traits) if part.traits else frozenset())
    free = (field for field in roll_fields(facts, character) if field.name not in decided)
    return tuple(_fit_specialty(facts, character, part.traits, free) if part.traits else free)


def _fit_specialty(facts: TableFacts, character: Character, traits: str, fields: Iterable[Field]) -> Iterator[Field]:
    """Return the fields for given traits: of the specialties only those of these traits."""
    for field in fields:
        if field.name not in (SPECIALTY, SPECIALTIES):
            yield field
            continue
        key = ("specialties", character.pk, character.version, traits)
        named, fitting = facts.live.sheets.get_or_make(
            key, lambda: _find_specialties(facts.system, character.sheet, traits)
        )
        if field.name == SPECIALTY and named:
            yield replace(field, help=named)
        elif choices := tuple(choice for choice in field.choices if choice.value in fitting):
            yield replace(field, choices=choices)


def _find_specialties(system: System, stored: Json, traits: str) -> tuple[str, tuple[str, ...]]:
    """Return the names of the specialties that fit these traits, and the values by which a form ticks them."""
    rules = system.rolls
    try:
        sheet: Any = system.sheets.parse(stored)
        request: Any = decode(rules.request, parse_traits(system, sheet, traits))
        return rules.specialty(sheet, request), rules.specialties(sheet, request)
    except RulesError:
        return "", ()


def _offers_automatic(facts: TableFacts, task: Task, side: Side, character: Character) -> bool:
    """Return whether the book offers a success without a roll now.

    It is worked out once for each version of the sheet.
    """
    if facts.system.tasks.automatic is None or not task.is_calm or not side.traits:
        return False
    if bars_automatic(facts.system, facts.state, character, apart=task.apart):
        return False
    conditions, settings = facts.state.work.conditions(task, side), json.dumps(facts.scene.series.options)
    key = ("automatic", character.pk, character.version, side.traits, conditions, settings)
    found: bool = facts.live.sheets.get_or_make(key, lambda: _is_automatic(facts, side.traits, conditions, character))
    return found


def _is_automatic(facts: TableFacts, traits: str, conditions: Conditions, character: Character) -> bool:
    system, options = facts.system, series_options(facts.system, facts.scene.series)
    try:
        sheet: Any = system.sheets.parse(character.sheet)
        request: Any = decode(system.rolls.request, parse_traits(system, sheet, traits))
        prepared = system.tasks.prepare(sheet, request, conditions, options)
        return system.tasks.automatic is not None and system.tasks.automatic(sheet, prepared, options) is not None
    except RulesError:
        return False


def list_unread_rolls(facts: TableFacts, seat: Seat) -> list[Character]:
    """Return the seat's characters whose sheets `roll_fields` will read."""
    known, system, state = facts.live.sheets, facts.system, facts.state
    mine = (who for who in facts.characters if seat.controls(str(who.pk)) and known.get(_fields_key(who)) is None)
    return [character for character in mine if find_fighting_sheet(system, state, character) is None]


def _fields_key(character: Character) -> tuple[str, int, int]:
    return "fields", character.pk, character.version


def roll_fields(facts: TableFacts, character: Character) -> tuple[Field, ...]:
    """Return the roll form of the sheet that counts now, made once for it; none for a sheet that the rules refuse."""
    system = facts.system
    fought = find_fighting_sheet(system, facts.state, character)
    if fought is not None:
        return facts.live.fields_in_fight(character.pk, fought, system.rolls.fields)
    key = _fields_key(character)
    found: tuple[Field, ...] = facts.live.sheets.get_or_make(key, lambda: _list_fields(system, character.sheet))
    return found


def aim_fields(facts: TableFacts, character: Character, people: Sequence[Choice]) -> tuple[Field, ...]:
    """Return the roll form with the target of the roll, where the book has it. `people`: whom the seat may know."""
    fields, rules = roll_fields(facts, character), facts.system.rolls.target
    others = tuple(person for person in people if person.value != str(character.pk))
    if rules is None or not fields or not others:
        return fields
    key = "aimed", id(fields), others  # the entry holds these fields, so no others have their id
    found: tuple[Any, tuple[Field, ...]] = facts.live.sheets.get_or_make(
        key, lambda: (fields, (*fields, *rules.fields(others)))
    )
    return found[1]


def _list_fields(system: System, sheet: Json) -> tuple[Field, ...]:
    try:
        return system.rolls.fields(system.sheets.parse(sheet))
    except RulesError:  # the person who rolls learns why; the table stays open for everybody
        return ()


def _stunts(facts: TableFacts, work: Work, seat: Seat) -> Iterator[StuntLine]:
    """Return the stunts that the seat sees: the Storyteller all, a player the own ones without unjudged claims."""
    played = {str(character.pk) for character in facts.characters if character.owner_id}
    for stunt in work.stunts:
        if seat.controls(stunt.character) and (seat.storyteller or stunt.state != "claimed"):
            yield _line(stunt, stunt.character in played)


def _line(stunt: Stunt, is_played: bool) -> StuntLine:
    return StuntLine(stunt.id, stunt.character, stunt.name, stunt.rating, stunt.state, stunt.choices, is_played)


# --- the Storyteller's forms


def _people(facts: TableFacts) -> tuple[Choice, ...]:
    """Return everybody, the players' characters first and the hidden ones last."""
    there = sorted(facts.characters, key=lambda character: (character.hidden, character.owner is None))
    return tuple(Choice(str(who.pk), verbatim(who.name), Text("hidden") if who.hidden else EMPTY) for who in there)


def _award_form(facts: TableFacts) -> tuple[Field, ...]:
    rules, people = facts.system.tasks.stunts, _people(facts)
    if rules is None or not people:
        return ()
    return (
        Field("character", Text("Stunt by"), "choice", people),
        Field("rating", Text("Rating"), "number", low=1, high=rules.highest, initial=1),
        Field("after", Text("For the last roll"), "flag", initial=False, required=False),
    )


def _task_form(facts: TableFacts) -> tuple[Field, ...]:
    """Return the form that sets a task, with only what this book has."""
    people, system = _people(facts), facts.system
    if not people:
        return ()
    return (
        *_doer_fields(system, people),
        *_measure_fields(system),
        *_help_fields(system, people),
        *_rare_fields(system),
        *_setting_fields(facts),
    )


def _doer_fields(system: System, people: tuple[Choice, ...]) -> Iterator[Field]:
    rules = system.tasks
    yield Field("title", Text("Task"), "text", high=MAX_TITLE)
    yield Field("action", Text("Kind of action"), "choice", rules.kinds, initial=rules.kinds[0].value)
    everybody = (Choice(EVERYBODY, Text("All players")), *people)
    yield Field(
        "characters",
        Text("Characters"),
        "choices",
        everybody,
        help=Text("In a contest the first against the second; in teamwork the first leads and the others help."),
    )
    yield Field("traits", Text("Traits"), "text", high=MAX_TRAITS, required=False, help=_example(system))
    nobody = (Choice("", Text("No one")), *people)
    yield Field("against", Text("Against"), "choice", nobody, initial="", required=False)
    yield Field("other_traits", Text("Other side rolls"), "text", high=MAX_TRAITS, required=False)


def _measure_fields(system: System) -> Iterator[Field]:
    """Yield the fields of numbers and times."""
    rules = system.tasks
    if rules.difficulty is not None:
        yield replace(rules.difficulty, initial=None, required=False, help=Text("Empty: the book’s value."))
        label = Text("{label}, other side", label=small(rules.difficulty.label))
        yield replace(rules.difficulty, name="other_difficulty", label=label, initial=None, required=False)
    if rules.conceal is not None:
        yield Field("hidden", Text("Hide the difficulty"), "flag", initial=False, required=False)
    if rules.challenges:
        own = (Choice("", Text("Custom number")), *rules.challenges)
        yield Field("challenge", Text("Size of the task"), "choice", own, initial="", required=False)
    if rules.targets:
        own = (Choice("", Text("Custom number")), *rules.targets)
        hint = Text("In a contest the other side’s.")
        yield Field("target_from", Text("Target from traits"), "choice", own, initial="", required=False, help=hint)
    yield Field("target", Text("Successes needed"), "number", low=1, high=MAX_NUMBER, required=False)
    if rules.two_targets:
        yield Field(
            "other_target", Text("Successes needed, other side"), "number", low=1, high=MAX_NUMBER, required=False
        )
    if rules.edge:
        yield Field("edge", rules.edge, "flag", initial=False, required=False)
    if rules.paces:
        own = (Choice("", Text("Custom interval")), *rules.paces)
        yield Field("pace", Text("Interval"), "choice", own, initial="", required=False)
    yield Field("interval", Text("Time per roll"), "number", low=0, high=MAX_NUMBER, initial=0, required=False)
    units = tuple(Choice(unit, word(f"{unit}s")) for unit in UNITS)
    yield Field("unit", Text("Time unit"), "choice", units, initial="minute", required=False)
    activities = tuple(
        Choice(activity.key, activity.label) for activity in system.recovery.activities if activity.key in WAYS
    )
    spent = (Choice("", Text("Nothing else happens")), *activities)
    hint = Text("For those who don’t work on the task, when one roll takes days.")
    yield Field("spent", Text("Use of whole days"), "choice", spent, initial="", required=False, help=hint)


def _help_fields(system: System, people: tuple[Choice, ...]) -> Iterator[Field]:
    if system.tasks.help is not None:
        yield Field("helpers", Text("Helpers"), "choices", people, required=False)
        yield Field("helper_traits", Text("Helpers roll"), "text", high=MAX_TRAITS, required=False)
        yield Field("helper_limit", Text("Maximum helpers"), "number", low=0, high=MAX_NUMBER, required=False)


def _rare_fields(system: System) -> Iterator[Field]:
    """Yield the fields that are seldom wanted."""
    rules = system.tasks
    yield Field("max_rolls", Text("Maximum rolls"), "number", low=1, high=MAX_NUMBER, required=False)
    if rules.roll_limit is not None:
        yield Field("by_traits", Text("At most as many rolls as dots"), "flag", initial=False, required=False)
    if rules.botches:
        first = rules.botches[0].value
        yield Field("botch", rules.botch_label, "choice", rules.botches, initial=first, required=False)
    yield Field("pressure", Text("Under pressure: no automatic success"), "flag", initial=False, required=False)
    if rules.automatic is not None:
        label = Text("Not part of the fight: a success can be automatic")
        yield Field("apart", label, "flag", initial=False, required=False)


def _setting_fields(facts: TableFacts) -> Iterator[Field]:
    """Return the options that the series has decided and one task may change, each once."""
    series = series_options(facts.system, facts.scene.series)
    fields = {field.name: field for kind in facts.system.tasks.settings.values() for field in kind}
    for name, field in fields.items():
        yield replace(field, name=f"{SETTING}{name}", initial=getattr(series, name), required=False)


def _example(system: System) -> Text:
    if not system.tasks.spoken.traits:
        return EMPTY
    return Text("Such as Wits + Awareness. Empty: the player chooses.")
