"""Social influence outside a fight: begun, ruled on, rolled for by `rolling`, answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.models import Character
from campaigns.sheets.battle_results import Changes
from play.commands import moves
from play.commands.context import CommandContext
from play.commands.figures import compute_sheet, open_figures
from play.commands.roll_meaning import parse_traits
from play.commands.rolls import new_id
from play.commands.tasks.finding import find_task, lock_clock
from play.commands.tasks.memory import recall
from play.commands.tasks.setting import check_room
from play.table.state import TableState
from play.table.task_events import ListenerAnswered, ListenerRuled, SideGaveIn, TaskStarted
from rules.battle import Event, Json
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line
from rules.tasks import (
    Influence,
    InfluenceRules,
    Listener,
    ListenerState,
    Side,
    Task,
    begin_contest,
    check_task,
    check_turn,
    find_listener,
    hear_answer,
    task_audience,
)
from rules.tasks import give_in as yield_to
from rules.tasks import rule_listener as rule
from rules.text import Text

MAX_BEGUN = 3
"""The most open influences of one character that its player may begin."""


def get_rules(context: CommandContext) -> InfluenceRules:
    """Return what the game says of influence. Raises `IllegalMove` where it says nothing."""
    rules = context.system.tasks.influence
    if rules is None:
        raise IllegalMove("no_influence", Text("{name} has no rules for influence.", name=context.system.name))
    return rules


def start_influence(context: CommandContext, move: moves.StartInfluence) -> Sequence[Event]:
    """Begin to influence somebody. A player may do so for a character of her own."""
    rules = get_rules(context)
    check_room(context)
    actor = context.get_character(move.character)
    _check_may_begin(context, actor)
    if len(move.listeners) > rules.most:
        raise BadInput("too_many", Text("You can ask at most {n} characters at once.", n=rules.most), key="listeners")
    listeners = tuple(find_target(context, key) for key in dict.fromkeys(move.listeners) if key)
    traits = move.traits.strip() or rules.traits(move.influence)
    parse_traits(context.system, compute_sheet(context.system, context.state, actor), traits)
    side = Side(str(actor.pk), actor.name, traits, veiled=actor.hidden)
    is_private = move.influence in rules.private
    aimed = Influence(
        move.influence,
        tuple(Listener(str(listener.pk), listener.name, listener.hidden) for listener in listeners),
        is_private,
    )
    task = Task(new_id(), clean_line(move.title), "influence", (side,), hidden=True, influence=aimed)
    task = replace(recall(context, check_task(task, context.system.tasks)), began=lock_clock(context))
    _check_not_open(context, rules, task)
    _check_not_resisted(context, rules, task)
    return [TaskStarted(task, audience=task_audience(task))]


def _check_may_begin(context: CommandContext, actor: Character) -> None:
    """Refuse a player's character that fights, where words are an action of the turn, or that has begun enough."""
    if context.seat.storyteller:
        return
    if open_figures(context, actor).is_in_running_fight:
        sentence = Text(
            "{who} is in a fight. Influence there is part of a turn, or a task the Storyteller sets.", who=actor.name
        )
        raise IllegalMove("in_a_fight", sentence)
    begun = [task for task in context.state.work.tasks if task.is_open and task.listeners]
    if sum(task.sides[0].character == str(actor.pk) for task in begun) >= MAX_BEGUN:
        sentence = Text("{n} influence attempts by {who} are open. Wait until one ends.", n=MAX_BEGUN, who=actor.name)
        raise IllegalMove("too_many", sentence)


def _check_not_open(context: CommandContext, rules: InfluenceRules, task: Task) -> None:
    """Refuse a second try at what the same target has not answered yet: the book goes by how the first one ends."""
    same_title = rules.goes_by_title(_action(task))
    for listener in task.listeners:
        other = context.state.work.find_open_try(task, listener, same_title=same_title)
        if other is not None:
            sentence = Text(
                (
                    "“{title}” is still open for {who}. Wait until it ends, or ask the Storyteller to end it: what "
                    "another attempt needs depends on the result."
                ),
                title=other.title,
                who=listener.name,
            )
            raise IllegalMove("still_open", sentence, rule=rules.retry)


def _check_not_resisted(context: CommandContext, rules: InfluenceRules, task: Task) -> None:
    """Refuse to a player what the book does not let her try again in this scene; the Storyteller may begin it."""
    why = rules.once.get(_action(task))
    if why is None or context.seat.storyteller:
        return
    for listener in task.listeners:
        if any(known.is_like(task, listener, same_title=False) for known in context.state.work.resisted):
            raise IllegalMove("resisted", Text("{who}: {why}", who=listener.name, why=why))


def find_target(context: CommandContext, key: str) -> Character:
    """Load a character at whom influence is aimed: for a player, one whom players meet in this scene."""
    found = None
    if key.isascii() and key.isdecimal() and len(key) < 18:
        found = Character.objects.filter(series=context.series, pk=int(key)).first()
    if found is None or not (context.seat.storyteller or is_met(context.state, found)):
        raise IllegalMove("unknown_character", Text("That character is not here."))
    found.series = context.series
    return found


def is_met(state: TableState, character: Character) -> bool:
    """Return whether players meet a character in the scene of this table."""
    return not character.hidden and state.is_here(str(character.pk), plays=character.owner_id is not None)


@dataclass(frozen=True, slots=True)
class _Target:
    """A listener with its character, and as the rules see it."""

    character: Character
    heard: ListenerState


def _make_target(
    context: CommandContext, task: Task, listener: Listener, ruling: Mapping[str, Json] | None = None
) -> _Target:
    """Read a listener. `ruling`: one in place of its own."""
    rules = get_rules(context)
    character = Character.objects.filter(series=context.series, pk=int(listener.character)).first()
    if character is None:
        raise IllegalMove("no_listener", Text("{who} is no longer in this series.", who=listener.name))
    character.series = context.series
    figures = open_figures(context, character)
    heard = context.state.work.hear(rules, task, listener, character.parsed_sheet(), figures.sheet, ruling)
    return _Target(character, heard)


def list_heard(context: CommandContext, task: Task) -> tuple[ListenerState, ...]:
    """Return all listeners as the rules see them."""
    return tuple(_make_target(context, task, listener).heard for listener in task.listeners)


def prepare(context: CommandContext, task: Task, sheet: Any, request: Any, *, blind: bool) -> Any:
    """Return the request with what those who listen change of it. `blind`: without what would tell their figures."""
    heard = tuple(_make_target(context, task, listener).heard for listener in task.listeners if not listener.answer)
    return get_rules(context).prepare(_action(task), sheet, request, heard, blind=blind)


def rule_listener(context: CommandContext, move: moves.RuleListener) -> Sequence[Event]:
    """Keep the Storyteller's ruling; nothing is rolled for a listener who need not hear it."""
    context.require_storyteller()
    rules, task = get_rules(context), find_task(context, move.task)
    place = find_listener(task, move.character)
    listener = task.listeners[place]
    if not task.is_open or task.sides[0].made is not None or listener.answer:
        raise IllegalMove("task_closed", Text("“{title}” has already been rolled.", title=task.title))
    heard = _make_target(context, task, listener, move.ruling).heard
    unheard = rules.check_ruling(_action(task), heard)
    opposed = "" if unheard else rules.oppose(heard)
    if opposed:
        parse_traits(context.system, heard.now, opposed)
        ruled = check_task(begin_contest(task, place, opposed), context.system.tasks)
    else:
        first = replace(task.sides[0], traits=rules.rule_traits(task.sides[0].traits, heard.ruling))
        ruled = rule(replace(task, sides=(first, *task.sides[1:])), place, encode(heard.ruling), unheard)
    return [ListenerRuled(ruled, place, audience=task_audience(ruled))]


def answer_influence(context: CommandContext, move: moves.AnswerInfluence) -> Sequence[Event]:
    """Give in or refuse, pay for that, and write on the sheet what has come of it."""
    rules, task = get_rules(context), find_task(context, move.task)
    if rules.reply is None:
        raise IllegalMove("no_reply", Text("In {name}, influence is resisted by a roll.", name=context.system.name))
    character = context.take_character(move.character)
    place = find_listener(task, str(character.pk))
    check_turn(task, str(character.pk))
    if task.sides[0].made is None:
        raise IllegalMove("not_rolled", Text("“{title}” has not been rolled yet.", title=task.title))
    target = _make_target(context, task, task.listeners[place])
    reply: Any = decode(rules.reply, move.reply)
    outcome = rules.answer(_action(task), target.heard, reply, storyteller=context.seat.storyteller)
    paid, _ = open_figures(context, character).pay(outcome.price)
    after = hear_answer(task, place, reply.answer)
    answered = ListenerAnswered(
        after,
        place,
        outcome.note,
        outcome.rule,
        outcome.own,
        _with(paid.changes, character, outcome.written),
        audience=task_audience(after),
    )
    return [answered, *paid.fought]


def give_in(context: CommandContext, move: moves.GiveIn) -> Sequence[Event]:
    """Give in to a contest in place of resisting it by a roll."""
    task, character = find_task(context, move.task), context.get_character(move.character)
    check_turn(task, str(character.pk))
    index = task.side_of(str(character.pk))
    after = yield_to(task, index)
    return [SideGaveIn(after, index, audience=task_audience(after))]


def _action(task: Task) -> str:
    return task.influence.action if task.influence else ""


def _with(changes: Changes, character: Character, written: Mapping[str, Json]) -> Changes:
    """Return the changes of sheets with what is written on one."""
    key = str(character.pk)
    more = {path: (character.sheet.get(path), value) for path, value in written.items()}
    return {**changes, key: {**changes.get(key, {}), **more}} if more else changes
