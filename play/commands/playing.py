"""Seats that play themselves: who is let, who is stopped, and what such a seat does when the table waits for it.

It never acts for a player who is here, and by nothing that its own seat does not see (`rules.forecast.seats`).
`play.commands.play_itself` writes what it does.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from campaigns.models import Character
from campaigns.sessions.working_time import list_responsible
from play.commands.context import CommandContext
from play.commands.group_orders import list_owners, make_move, name_group
from play.commands.moves import EVERYBODY, FOES, STEPS, BattleMove, LetPlay, StopPlaying
from play.table.events import Fought
from play.table.playing import Playing, SeatsPlay, SeatsStop, find_playing
from rules.battle import Event, Json
from rules.battle.roster import find_own, private_to
from rules.errors import BadInput, IllegalMove, RulesError
from rules.forecast.seats import Call, find_tactic, is_decided, list_calls, list_moves, seat_of
from rules.text import EMPTY, Text, list_texts

logger = logging.getLogger(__name__)
FAILED = Text("The tactic does not know what to do here.")
"""Why a seat stops whose tactic could not choose."""


def let_play(context: CommandContext, move: LetPlay) -> Sequence[Event]:
    """Let seats of the fight play themselves: any for the Storyteller, a player's own for the player."""
    context.require_battle()
    tactic = find_tactic(context.system, move.tactic)
    owners = list_owners(context)
    chosen = _find_chosen(context, move.actors)
    seats = [*dict.fromkeys(_make_playing(combatant, tactic.key, owners) for combatant in chosen)]
    if not seats:
        raise BadInput("nobody", Text("Choose at least one combatant."), key="actors")
    return _make_events(context, seats, lambda some: SeatsPlay(some, _say_who(some), tactic.name))


def stop_playing(context: CommandContext, move: StopPlaying) -> Sequence[Event]:
    """Stop seats that play themselves; without names, all that the person may stop."""
    mine = [seat for seat in context.state.playing if _may_stop(context, seat)]
    named = [seat for seat in mine if not move.actors or not set(move.actors).isdisjoint(_list_keys(context, seat))]
    if not named:
        raise IllegalMove("not_playing", Text("None of those you chose act automatically."))
    return _stop(context, named)


def take_over(context: CommandContext, move: BattleMove, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a move by hand, and that the Storyteller's own combatant that has made it plays itself no
    more.

    A player's character plays itself only while its player is away, so there is nothing to stop.
    """
    kind = context.system.battle.moves.classes.get(str(move.move.get("kind")))
    if not context.state.playing or kind is None or kind.terms.storyteller:
        return events
    actor, prompt = move.move.get("actor"), move.move.get("prompt")
    if prompt:
        asked = (shown for shown in context.system.battle.prompts(context.state.battle) if shown.id == prompt)
        actor = next((shown.who for shown in asked if not shown.storyteller), None)
    playing = find_playing_of(context, str(actor or ""))
    return events if playing is None or playing.character else [*events, *_stop(context, [playing])]


def find_act(context: CommandContext, here: Collection[int]) -> tuple[CommandContext, Sequence[Event]] | None:
    """Return what the first seat does that plays itself and for which the table waits, with the context to write it in.

    `here`: the keys of the people who look at the table. None where it waits for nobody such. A seat that the rules
    refuse everything stops, with the reason.
    """
    found = next(iter(_list_awaited(context, here)), None)
    if found is None:
        return None
    call, playing = found
    own = replace(context, seat=seat_of(context.state.battle, call.actor), made=[], thrown=[], afterwards=[])
    return own, act_by_tactic(own, call, playing)


def act_by_tactic(context: CommandContext, call: Call, playing: Playing) -> Sequence[Event]:
    """Return what a seat does about a call by its tactic, or that it stops because the rules refuse it."""
    made = try_tactic(context, call, playing)
    if not isinstance(made, Text):
        return made
    return _stop(context, [playing], made)


def try_tactic(context: CommandContext, call: Call, playing: Playing) -> Sequence[Event] | Text:
    """Return the events of the first move of a tactic that the rules take, or why they take none."""
    refused = FAILED
    try:
        tactic = find_tactic(context.system, playing.tactic)
        for move in list_moves(context.system, context.state.battle, call, tactic):
            made = _try(context, move)
            if not isinstance(made, Text):
                return [*_mark(made, tactic.key)]
            refused = made
    except DatabaseError:
        raise
    except RulesError as error:
        return error.sentence
    except Exception:  # without this, it would fail again with every look at the table
        logger.exception("a seat cannot play itself in scene %s", context.scene.pk)
        _forget(context)
    return refused


def find_playing_of(context: CommandContext, combatant: str) -> Playing | None:
    """Return how a combatant plays itself, or None."""
    battle = context.state.battle
    found = battle.find(combatant) if battle is not None else None
    return find_playing(context.state.playing, found) if found is not None else None


def _try(context: CommandContext, move: Mapping[str, Json]) -> Sequence[Event] | Text:
    try:
        with context.dice.trial():
            return make_move(context, BattleMove(move))
    except RulesError as refusal:
        _forget(context)
        return refusal.sentence


def _forget(context: CommandContext) -> None:
    context.made.clear()
    context.thrown.clear()


def _mark(events: Sequence[Event], tactic: str) -> Iterator[Event]:
    """Yield the events of a move, with the tactic at the first that came of it."""
    is_marked = False
    for event in events:
        if isinstance(event, Fought) and not is_marked:
            is_marked = True
            yield replace(event, tactic=tactic)
        else:
            yield event


def _list_awaited(context: CommandContext, here: Collection[int]) -> Iterator[tuple[Call, Playing]]:
    """Yield the calls that a seat answers by itself now."""
    state, battle = context.state, context.system.battle
    if not state.playing or state.battle is None or state.paused or state.card:
        return
    asked = {(proposal.subject, proposal.character) for proposal in state.proposals if not proposal.is_refused}
    is_over = is_decided(battle, state.battle)
    for call in list_calls(battle, state.battle):
        actor = state.battle.find(call.actor)
        playing = find_playing(state.playing, actor) if actor is not None or not call.actor else None
        if playing is None or (is_over and not call.prompt):
            continue
        character = getattr(actor, "character", None) or ""
        if (call.prompt or call.actor, character) in asked or state.ahead.find_laid(call.actor):
            continue
        if actor is None or _is_free(context, character, here):
            yield call, playing


def _is_free(context: CommandContext, character: str, here: Collection[int]) -> bool:
    """Return whether nobody else decides for a combatant: it has no player, or in a live scene nobody of those who may
    act for it is here. By post it has until its deadline.
    """
    player = _find_player(context, character)
    if player is None:
        return True
    if context.state.post is not None:
        return False
    return set(here).isdisjoint(list_responsible(context.series, player, timezone.now()))


def _find_player(context: CommandContext, character: str) -> int | None:
    if not character.isdecimal():  # it has none, or came with a file in which it was gone
        return None
    found = Character.objects.filter(series=context.series, pk=int(character)).values_list("owner", flat=True)
    player: int | None = found.first()
    return player


def _find_chosen(context: CommandContext, actors: Sequence[str]) -> Iterator[Any]:
    """Yield the combatants of these ids; `EVERYBODY` stands for all, `FOES` for those who have no player and are
    against the players' side, `STEPS` for the Storyteller's own part, which is None.
    """
    state, played = context.state.battle, list_owners(context)
    for actor in dict.fromkeys(actors):
        if actor == STEPS:
            context.require_storyteller()
            yield None
        elif actor == EVERYBODY:
            context.require_storyteller()
            yield from state.combatants
        elif actor == FOES:
            context.require_storyteller()
            sides = {combatant.side for combatant in state.combatants if combatant.character in played}
            yield from (who for who in state.combatants if who.side not in sides and who.character not in played)
        elif actor:
            yield find_own(state, context.seat, actor)


def _make_playing(combatant: Any, tactic: str, owners: Mapping[str, str]) -> Playing:
    if combatant is None:
        return Playing("", tactic)
    if combatant.character in owners:
        return Playing("", tactic, combatant.character, combatant.name)
    return Playing(combatant.id, tactic, name=combatant.name)


def _may_stop(context: CommandContext, playing: Playing) -> bool:
    """Return whether a person may stop a seat: the Storyteller any, a player that of her own character."""
    combatant = _find_combatant(context, playing)
    return context.seat.controls(playing.character or (combatant.character if combatant is not None else None))


def _list_keys(context: CommandContext, playing: Playing) -> tuple[str, ...]:
    """Return by what forms may name a seat: the id of its combatant, the key of its character, or `STEPS`."""
    combatant = _find_combatant(context, playing)
    return tuple(filter(None, (combatant.id if combatant is not None else playing.actor, playing.character))) or (
        STEPS,
    )


def _find_combatant(context: CommandContext, playing: Playing) -> Any:
    there = context.state.battle.combatants if context.state.battle is not None else ()
    return next((combatant for combatant in there if playing.is_of(combatant)), None)


def _stop(context: CommandContext, seats: Sequence[Playing], why: Text = EMPTY) -> Sequence[Event]:
    return _make_events(context, seats, lambda some: SeatsStop(some, _say_who(some), why))


def _make_events(
    context: CommandContext, seats: Sequence[Playing], make: Callable[[tuple[Playing, ...]], Event]
) -> Sequence[Event]:
    """Return an event of those in the open, and one for each in hiding, which only those who may know of it read."""
    there = [(seat, _find_combatant(context, seat)) for seat in seats]
    shown = tuple(seat for seat, who in there if who is None or not who.hidden)
    hidden = [replace(make((seat,)), audience=private_to(who)) for seat, who in there if seat not in shown]
    return [*([make(shown)] if shown else []), *hidden]


def _say_who(seats: Sequence[Playing]) -> Text:
    """Return who plays by itself, in words."""
    named = (
        [name_group(seat.name for seat in seats if not seat.is_storyteller)] if any(seat.name for seat in seats) else []
    )
    names = [Text("The Storyteller")] if any(seat.is_storyteller for seat in seats) else []
    return list_texts([*named, *names])
