"""The one way to change a table: lock, check, decide, write, commit, publish."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404

from campaigns.chronicle.clock import pass_time
from campaigns.experience.stunts import pay_earned
from campaigns.models import Membership, Scene, User
from campaigns.sheets.battle_results import apply_changes
from play.commands import (
    by_post,
    chat,
    fight,
    group_orders,
    handouts,
    long_posts,
    moves,
    playing,
    proposals,
    safety,
    side_scenes,
    striking,
    taps,
    tasks,
    undo,
)
from play.commands.context import CommandContext
from play.commands.dice import SceneDice
from play.commands.next_scene import go_on
from play.commands.rewind import rewind
from play.commands.standing_orders import carry_out, give
from play.commands.typed_moves import follow_words
from play.commands.waits import next_due
from play.models import EntryReader, Snapshot, Table
from play.table.events import Rewound, changes_of, earned_of, encode_event, lived_of, seconds_of, view_event
from play.table.handout_events import copy_shown
from play.table.history import SNAPSHOT_EVERY, state_at
from play.table.live_scene import Record, live_scenes
from play.table.newest import load_state
from play.table.notices import notify_of_events, notify_of_proposals, notify_of_requests
from play.table.people import seat_of
from play.table.proposals import RulingProposed
from play.table.publish import publish
from play.table.rows import NewEntry, add_command, find_answer, find_table, save_table
from play.table.seat_log import count_entries
from play.table.state import TableState, encode_state, fold, series_options, write_state
from rules import get_system
from rules.battle import STORYTELLER, Event, Move, Seat
from rules.battle.sources import NeedsRuling, find_numbers
from rules.codec import encode
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.names import clean_line
from rules.text import Text, join


@dataclass(frozen=True, slots=True)
class Answer:
    """What an accepted command did: the table's numbers of its first and last entry.

    `repeated`: it had been done before. `count`: how many entries the person may see now. `waits`: the id of the
    proposal that the move has become; empty if it was made.
    """

    first: int
    last: int
    repeated: bool = False
    count: int = 0
    waits: str = ""


_HANDLERS: dict[type[Move], Callable[[CommandContext, Any], Sequence[Event]]] = {
    moves.Say: chat.say,
    moves.Post: long_posts.post,
    moves.EditPost: long_posts.edit_post,
    moves.OpenStrand: side_scenes.open_side_scene,
    moves.CloseStrand: side_scenes.close_side_scene,
    moves.MakeRoll: chat.make_roll,
    moves.RollFavorite: chat.roll_favorite,
    moves.MixDice: chat.mix_dice,
    moves.Tap: taps.tap,
    moves.ActNature: taps.act_nature,
    moves.SetCondition: taps.set_condition,
    moves.ShowCharacter: taps.show_character,
    moves.OpenBattle: fight.open_battle,
    moves.BringIn: fight.bring_in,
    moves.BringFoes: fight.bring_foes,
    moves.BattleMove: carry_out.make_by_hand,
    moves.GiveOrder: group_orders.give_order,
    moves.DropOrder: group_orders.drop_order,
    moves.GiveStanding: give.give_standing,
    moves.EndStanding: give.end_standing,
    moves.LayMove: give.lay_move,
    moves.TakeBackMove: give.take_back_move,
    moves.CloseBattle: fight.close_battle,
    moves.Pause: fight.pause,
    moves.LetPlay: playing.let_play,
    moves.StopPlaying: playing.stop_playing,
    moves.SetPost: by_post.set_post,
    moves.EndPost: by_post.end_post,
    moves.ShowCard: safety.show_card,
    moves.PutCardAway: safety.put_card_away,
    moves.PassTime: fight.let_time_pass,
    moves.Rewind: rewind,
    moves.ShowHandout: handouts.show_handout,
    moves.PutHandoutAway: handouts.put_handout_away,
    moves.AskUndo: undo.ask_undo,
    moves.GrantUndo: undo.grant_undo,
    moves.RefuseUndo: undo.refuse_undo,
    moves.AnswerProposal: proposals.answer_proposal,
    moves.TakeProposalBack: proposals.take_proposal_back,
    moves.GoWithout: proposals.go_without,
    moves.StrikeNumbers: striking.strike_numbers,
    moves.NextScene: go_on,
    moves.StartTask: tasks.start_task,
    moves.StartInfluence: tasks.start_influence,
    moves.RuleListener: tasks.rule_listener,
    moves.AnswerInfluence: tasks.answer_influence,
    moves.GiveIn: tasks.give_in,
    moves.TryAgain: tasks.try_again,
    moves.RollForTask: tasks.roll_for_task,
    moves.RollForAll: tasks.roll_for_all,
    moves.HelpTask: tasks.help_task,
    moves.LookFirst: tasks.look_first,
    moves.InterruptTask: tasks.interrupt_task,
    moves.RevealTask: tasks.reveal,
    moves.RuleTask: tasks.rule_task,
    moves.EndTask: tasks.end,
    moves.AwardStunt: tasks.award_stunt,
    moves.TakeReward: tasks.take_reward,
}


def submit(
    membership: Membership,
    scene: Scene,
    key: uuid.UUID,
    drawn_at: int | None,
    move: Move,
    roller: Roller | None = None,
    *,
    why: str = "",
    trusts: bool = True,
) -> Answer:
    """Carry out a move for a member, once. Raises `IllegalMove` or `BadInput`, and then nothing has changed.

    `key` is the command's id: a repetition gets the first answer. `drawn_at` is the count of entries that the person's
    page showed (None: there is no page); a move that no longer fits what has happened since is refused with a reason.
    `why`: the reason for the numbers that a player proposes. Not `trusts`: all of them wait, whatever the series lets
    count at once.
    """
    with transaction.atomic():
        table = lock_table(scene)
        seat = seat_of(membership, scene)
        done = find_answer(table, membership.user_id, key)
        if done:
            return Answer(*done, True, count_entries(table, seat), _find_first_answer(table, *done))
        context = replace(_open_context(membership, seat, scene, table, roller, move), reason=clean_line(why))
        if trusts and context.state.post is None:
            numbers = find_numbers(series_options(context.system, context.series))
            context = replace(context, seat=replace(seat, numbers=numbers))
        move = follow_words(context, move)
        if drawn_at is not None:
            _check_count(context, drawn_at, move)
        safety.check_card(context, move)
        try:
            events = _carry_out(context, move)
        except IllegalMove as refusal:
            if drawn_at is None or drawn_at == count_entries(table, seat):
                raise
            sentence = join(" ", (Text("The table has moved on."), refusal.sentence))
            raise IllegalMove(refusal.code, sentence, **refusal.data) from refusal
        user = None if isinstance(move, moves.ShowCard) else membership.user  # who showed the card is kept nowhere
        answer = write_events(context, key, user, events)
        return replace(answer, count=count_entries(table, seat), waits=_find_proposal(events))


def _carry_out(context: CommandContext, move: Move) -> Sequence[Event]:
    """Return the events of a move. One with numbers of the Storyteller's becomes a proposal to her."""
    try:
        events = _HANDLERS[type(move)](context, move)
    except NeedsRuling as asked:
        return proposals.propose(context, move, asked)
    return proposals.count_at_once(context, events)


def _find_first_answer(table: Table, first: int, last: int) -> str:
    """Return the id of the proposal that an earlier command made, or an empty string."""
    made = table.entries.filter(number__gte=first, number__lte=last, event__kind=RulingProposed.__name__)
    return next((str(event["proposal"]["id"]) for event in made.values_list("event", flat=True)), "")


def _find_proposal(events: Sequence[Event]) -> str:
    """Return the id of the proposal that a command has made, or an empty string."""
    return next((event.proposal.id for event in events if isinstance(event, RulingProposed)), "")


def lock_table(scene: Scene) -> Table:
    """Lock the scene's table, and make it on first use. 404 where the scene is gone. Call it inside a transaction."""
    table = find_table(scene.pk, lock=True)
    if table is None:
        Table.objects.get_or_create(scene=get_object_or_404(Scene, pk=scene.pk))
        return lock_table(scene)
    table.scene = scene
    return table


def _open_context(
    membership: Membership, seat: Seat, scene: Scene, table: Table, roller: Roller | None, move: Move
) -> CommandContext:
    if not scene.is_open:
        raise IllegalMove("scene_closed", Text("This scene is closed. The Storyteller can open it again."))
    if membership.role == "spectator" and not isinstance(move, moves.ShowCard | moves.MixDice):
        raise IllegalMove("spectator", Text("You are a spectator. Ask the Storyteller to join as a player."))
    series = scene.series
    system = get_system(series.system)
    state = load_state(system, table)
    return CommandContext(system, series, scene, table, membership, seat, state, SceneDice(table), roller)


def _check_count(context: CommandContext, drawn_at: int, move: Move) -> None:
    # Everybody may see the public entries: if the page shows no more than these, no count is needed.
    if drawn_at > context.table.public_number and drawn_at > count_entries(context.table, context.seat):
        raise IllegalMove("future_number", Text("This page is ahead of the table. Reload it."))
    if isinstance(move, moves.Rewind | moves.GrantUndo) and drawn_at < count_entries(context.table, context.seat):
        raise IllegalMove("stale", Text("The table has moved on. Check the log again before you take anything back."))


def write_events(context: CommandContext, key: uuid.UUID, user: User | None, events: Sequence[Event]) -> Answer:
    """Append the events, store the state that they are folded to, and publish the number after the commit.

    `user`: who did it; None for what the table does by itself. Call it under the table's lock. What people have left
    ahead for this is written after it, each act as a command of its owner; nobody was awaited for it.
    """
    acts = _list_acts(context, events)
    state = _next_state(context, events)
    if not acts:
        events, state = _end_races(context, events, state)
    answer = _write(context, key, user, events, state, None if acts else next_due(context, state))
    _write_acts(context, acts)
    return answer


def _end_races(
    context: CommandContext, events: Sequence[Event], state: TableState
) -> tuple[Sequence[Event], TableState]:
    """Add the end of the races in which the last of these events has felled someone. `state`: after the events."""
    lost = tasks.lose_races(context, events, state)
    return ([*events, *lost], fold(context.system, state, lost)) if lost else (events, state)


def _list_acts(context: CommandContext, events: Sequence[Event]) -> Sequence[carry_out.Act]:
    """Return what follows a command: its own further acts, and then what people have left ahead."""
    acts = [*context.acts]
    last = acts[-1] if acts else carry_out.Act(context, events)
    return [*acts, *carry_out.list_acts(last.context, last.events)]


def write_left_ahead(context: CommandContext) -> Answer | None:
    """Write what people have left ahead for the table as it stands, as after a rewind; None if there is nothing."""
    return _write_acts(context, carry_out.list_acts(context, ()))


def _write_acts(context: CommandContext, acts: Sequence[carry_out.Act]) -> Answer | None:
    """Write these acts, each as a command of its own. Whom the table waits for is known after the last of them."""
    answer = None
    for place, act in enumerate(acts, 1):
        events, state, due = act.events, _next_state(act.context, act.events), None
        if place == len(acts):
            events, state = _end_races(act.context, events, state)
            due = next_due(context, state)
        answer = _write(act.context, uuid.uuid4(), act.user, events, state, due)
    return answer


def _write(
    context: CommandContext,
    key: uuid.UUID,
    user: User | None,
    events: Sequence[Event],
    state: TableState,
    due_at: datetime | None,
) -> Answer:
    """Write one command with its events and the `state` after them. What seals its dice comes before them."""
    table, events = context.table, [*context.dice.seal(), *events]
    first, last = table.number + 1, table.number + len(events)
    context.dice.keep(first)
    at = _append(context, user, key, events)
    table.number, table.due_at = last, due_at
    save_table(table, write_state(state))
    if last // SNAPSHOT_EVERY > (first - 1) // SNAPSHOT_EVERY:
        Snapshot.objects.create(table=table, number=last, state=encode_state(state))
    _write_record(context, user, first, events)
    copy_shown(context.scene, context.state.handouts, state.handouts)
    notify_of_events(context.scene, events, context.membership.user_id)
    notify_of_requests(context.scene, context.state.requests, state.requests)
    notify_of_proposals(context.scene, context.state.proposals, state.proposals)
    for step in context.afterwards:
        step()
    name, by = (user.get_username(), user.pk) if user else ("", 0)
    records = [Record(number, at, name, event, by) for number, event in enumerate(events, first)]
    transaction.on_commit(lambda: _after_commit(table.scene_id, last, state, records))
    return Answer(first, last)


def _write_record(context: CommandContext, user: User | None, first: int, events: Sequence[Event]) -> None:
    """Write what the events change beyond the table: the clock first, as every writer locks the series first.

    Days that are spent pass afterwards (`play.commands.days`).
    """
    pass_time(context.series, sum(seconds_of(event) for event in events if not lived_of(event)))
    for number, event in enumerate(events, first):
        if earned := earned_of(event):
            pay_earned(context.series, context.scene, number, earned, user)
    for event in events:
        if changes := changes_of(event):
            apply_changes(context.series, changes, user, context.why)


def _append(context: CommandContext, user: User | None, key: uuid.UUID, events: Sequence[Event]) -> datetime:
    """Write the command, an entry for each event, and who else than the Storyteller reads the private ones.

    Return the moment of all of them.
    """
    table, entries, readers = context.table, [], []
    for number, event in enumerate(events, table.number + 1):
        known, public = (view_event(context.system, event, seat) is not None for seat in (STORYTELLER, Seat()))
        table.storyteller_count += known
        table.public_number += public
        rewound_to = event.to if isinstance(event, Rewound) else None
        entries.append(NewEntry(number, encode_event(context.system, event), known, public, rewound_to))
        if not public and (known or event.audience):  # what players leave ahead is no line of the Storyteller's
            readers += [EntryReader(table=table, number=number, key=key) for key in _reading(context, event)]
    at = add_command(table, user.pk if user else None, key, context.made, encode(context.thrown), entries)
    if readers:
        EntryReader.objects.bulk_create(readers)
    return at


def _reading(context: CommandContext, event: Event) -> list[str]:
    """Return the keys of those who may read an event that is not for everyone."""
    if event.audience is not None:
        keys: set[str] = set(event.audience)
    else:  # an event for all, but a line for only some: such as a tick on which hidden combatants act
        there = context.system.battle.view(context.state.battle, STORYTELLER)["combatants"]
        keys = {who["character"] for who in there if who["character"]}
    return sorted(key for key in keys if view_event(context.system, event, Seat(characters=frozenset({key}))))


def _next_state(context: CommandContext, events: Sequence[Event]) -> TableState:
    for event in events:
        if isinstance(event, Rewound):
            return state_at(context.system, context.table, event.to)
    return fold(context.system, context.state, events)


def _after_commit(scene: int, number: int, state: TableState, records: Sequence[Record]) -> None:
    live = live_scenes.get(scene)
    for record in records:
        live.records.put(record.number, record)
    live.keep_state(number, state)
    publish(scene, number)
