"""What if: from a line of the log, what else could have come of it. Nothing is written.

A branch begins where a command was made. It is a list of steps: the command with its own dice or others, or another
move instead, and what was answered then. The page carries the steps; the server remembers none.

The Storyteller has it for every move of a fight. A player has it for a turn that she took herself (`is_own_turn`), and
not in the real fight, whose figures other dice would tell one try after another: it is played in a fight that is made
of what her seat saw then and of her guesses (`rules.forecast.seen.imagine_turn`). Nothing else goes in, so that nothing
else can be learned from it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from campaigns.core.seats import person_key
from play.commands.rewind import find_command
from play.models import Command, Entry
from play.seats.entries import gather_first
from play.seats.facts import TableFacts
from play.seats.guesses import Guess, make_guesses, take
from play.table.events import Fought, decode_event, view_event
from play.table.history import state_at
from play.table.lines import LogLine
from play.table.seat_log import visible_entries
from rules.battle import STORYTELLER, Event, Json, Offer, Seat
from rules.codec import decode, encode
from rules.dice import MAX_DICE, SIDES, Roller
from rules.errors import BadInput, IllegalMove
from rules.forecast.seen import imagine_turn
from rules.replay import RecordedMove
from rules.text import Text
from rules.what_if import Branch, branch_off

MAX_STEPS = 12
MAX_LETTERS = 30_000
"""The longest list of steps that a page may send back, in characters."""
MAX_ENTRIES = 200
"""How many entries after the command are looked through for what came of the same attack."""
MAX_OFFERS = 40


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a branch. `move`: what is chosen instead; None for the command as it was made."""

    move: Mapping[str, Json] | None
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fork:
    """The place of the log where a branch begins: the fight before the command, and what came of it.

    `before` and `after` are the Storyteller's counts of the commands beside it; 0 for none. `guesses`: as what others
    are taken in a player's fight; None in the real one.
    """

    command: Command
    made: tuple[RecordedMove, ...]
    state: Any
    happened: tuple[LogLine, ...]
    before: int
    after: int
    guesses: tuple[Guess, ...] | None = None

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that fell, in their order."""
        return tuple(face for made in self.made for face in made.dice)


@dataclass(frozen=True, slots=True)
class BranchView:
    """A branch as its reader sees it. `throws`, `new_dice` and `spare` are those of its last step.

    `here`: what could be done instead at the fork; `then`: the answers to what is asked in the end.
    """

    steps: tuple[Step, ...]
    lines: tuple[LogLine, ...]
    throws: tuple[tuple[int, ...], ...]
    new_dice: int
    spare: int
    questions: tuple[Text, ...]
    here: tuple[Offer, ...]
    then: tuple[Offer, ...]


def find_fork(facts: TableFacts, entry: int, seat: Seat = STORYTELLER, sent: Mapping[str, str] = {}) -> Fork:
    """Return the place of an entry of the seat's log. `sent`: as what a player takes others (see `make_guesses`).

    Raises `IllegalMove` where no move of a fight was made, or none that the seat may ask about, and as `imagine_turn`.
    """
    command = find_command(facts.table, seat, entry)
    made: tuple[RecordedMove, ...] = decode(tuple[RecordedMove, ...], command.made)
    state = state_at(facts.system, facts.table, command.first - 1).battle if made else None
    if state is None:
        raise IllegalMove("no_fight", Text("That is not a fight move. Choose a line from the fight."))
    if not (seat.storyteller or is_own_turn(made, seat)):
        raise IllegalMove("not_yours", Text("“What if” works only for turns you took yourself. Choose one of those."))
    happened = tuple(_make_lines(facts, command, _load_events(facts, command), seat))
    if seat.storyteller:
        return Fork(command, made, state, happened, *_find_neighbours(facts, command))
    guesses = make_guesses(facts.system, facts.system.battle.view(state, seat), sent)
    turn = imagine_turn(facts.system, state, seat, take(guesses), made[0].move["actor"])
    bare = tuple(RecordedMove(step.move) for step in made)  # some of the dice may be those of others
    return Fork(command, bare, turn, happened, 0, 0, guesses)


def is_own_turn(made: Sequence[RecordedMove], seat: Seat) -> bool:
    """Return whether these moves are a turn that a player's seat took itself: her own words, and no answer.

    What the Storyteller did for her may hold a ruling that she does not know; an answer hangs on what was asked.
    """
    own = (not step.seat.storyteller and not step.seat.characters.isdisjoint(seat.characters) for step in made)
    return bool(made) and all(own) and all("actor" in step.move and not step.move.get("prompt") for step in made)


def may_ask(facts: TableFacts, seat: Seat, entry: int) -> bool:
    """Return whether a line of the fight leads the seat to its "What if"."""
    if seat.storyteller or facts.system.forecaster is None:
        return seat.storyteller
    try:
        made = find_command(facts.table, seat, entry).made
    except IllegalMove:
        return False
    return is_own_turn(decode(tuple[RecordedMove, ...], made), seat)


def begin_branch(facts: TableFacts, fork: Fork, fresh: Roller) -> BranchView:
    """Return what the page begins with: what happened, as a branch; in a player's fight no branch yet."""
    plain = (Step(None, fork.dice),)
    if fork.guesses is None:
        return play_branch(facts, fork, plain, fresh)
    return BranchView(plain, (), (), 0, 0, (), _list_instead(facts, fork), ())


def _load_events(facts: TableFacts, command: Command) -> list[Event]:
    """Return what came of a command: its own events, and the later ones of the same attacks."""
    entries = Entry.objects.filter(table=facts.table.pk, number__gte=command.first, number__lte=facts.table.number)
    events, attacks = list[Event](), set[str]()
    for number, stored in entries.order_by("number").values_list("number", "event")[:MAX_ENTRIES]:
        event = decode_event(facts.system, stored)
        attack = facts.system.battle.entry_of(event.event) if isinstance(event, Fought) else ""
        if number <= command.last:
            attacks |= {attack} - {""}
        elif attack not in attacks:
            continue
        events.append(event)
    return events


def _find_neighbours(facts: TableFacts, command: Command) -> tuple[int, int]:
    """Return the Storyteller's counts of the commands with moves right before and after this one; 0 for none."""
    others = Command.objects.filter(table=facts.table.pk).exclude(made=[])
    before = others.filter(last__lt=command.first).order_by("-last").values_list("last", flat=True).first()
    after = others.filter(first__gt=command.last).order_by("first").values_list("last", flat=True).first()
    return _count_lines(facts, before or 0), _count_lines(facts, after or 0)


def _count_lines(facts: TableFacts, number: int) -> int:
    """Return what the Storyteller calls the entry of this number, or the last one before it."""
    return visible_entries(facts.table, STORYTELLER).filter(number__lte=number).count()


def _make_lines(
    facts: TableFacts, command: Command, events: Sequence[Event], seat: Seat = STORYTELLER
) -> Iterator[LogLine]:
    for event in events:
        if view := view_event(facts.system, event, seat):
            yield LogLine(0, 0, command.at, view, "", None, undone=False)


def parse_steps(text: str) -> tuple[Step, ...]:
    """Return the steps that a page sends back. Raises `BadInput` for anything else."""
    if len(text) > MAX_LETTERS:
        raise BadInput("too_long", Text("That is too much for one branch. Start it again."))
    try:
        steps: tuple[Step, ...] = decode(tuple[Step, ...], json.loads(text))
    except (ValueError, RecursionError):
        raise BadInput("bad_steps", Text("This branch’s steps can’t be read. Start it again.")) from None
    return steps


def write_steps(steps: Sequence[Step]) -> str:
    """Return the steps as a page sends them back."""
    return json.dumps(encode(tuple(steps)))


def parse_dice(text: str) -> tuple[int, ...]:
    """Return the dice of a typed line: "7 7 10, 3". Raises `BadInput` for what no die shows, and for too many."""
    words = [word for word in re.split(r"[\s,;.]+", text[:MAX_LETTERS].strip()) if word]
    if len(words) > 2 * MAX_DICE:
        raise BadInput("too_many", Text("At most {n} dice can be given.", n=2 * MAX_DICE), key="dice")
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= SIDES):
            sentence = Text("A die shows 1 to {sides}, not {face}.", sides=SIDES, face=repr(word[:20]))
            raise BadInput("bad_face", sentence, key="dice")
    return tuple(map(int, words))


def with_dice(steps: Sequence[Step], dice: tuple[int, ...]) -> tuple[Step, ...]:
    """Return the steps with other dice in the last one."""
    return (*steps[:-1], replace(steps[-1], dice=dice)) if steps else ()


def play_branch(facts: TableFacts, fork: Fork, steps: Sequence[Step], fresh: Roller) -> BranchView:
    """Play a branch from its fork. Raises `RulesError` where a move would have been refused."""
    if not 1 <= len(steps) <= MAX_STEPS:
        raise BadInput("bad_steps", Text("A branch can have 1 to {n} steps. Start it again.", n=MAX_STEPS))
    state, played, events = fork.state, list[Step](), list[Event]()
    last = Branch((), state, (), 0, 0)
    for step in steps:
        moves = fork.made if step.move is None else (RecordedMove(_check_move(step.move)),)
        last = branch_off(facts.system, state, moves, step.dice, fresh)
        state = last.state
        played.append(replace(step, dice=last.dice))
        events += [Fought(event, audience=event.audience) for event in last.events]
    lines = tuple(_make_lines(facts, fork.command, events))
    battle = facts.system.battle
    return BranchView(
        tuple(played),
        lines,
        last.throws,
        last.missing,
        last.spare,
        tuple(view["question"] or view["detail"] for view in battle.view(state, STORYTELLER)["pending"]),
        _list_instead(facts, fork),
        _list_answers(facts, state),
    )


def _check_move(move: Mapping[str, Json]) -> Mapping[str, Json]:
    if move.get("kind") in ("AddCombatant", "EndBattle", "ChangeFigures"):
        raise BadInput("other_door", Text("A branch can include only moves of people in the fight."))
    return move


def _list_instead(facts: TableFacts, fork: Fork) -> tuple[Offer, ...]:
    """Return what else could be done where the command was made, by the one who acted or was asked."""
    move = fork.made[0].move
    actor, prompt = str(move.get("actor") or ""), move.get("prompt")
    offers = facts.system.battle.offer(fork.state, STORYTELLER).of(actor)
    found = (
        offer for offer in offers if _is_choice(offer) and (offer.prompt == prompt if prompt else offer.actor == actor)
    )
    return tuple(found)[:MAX_OFFERS]


def _list_answers(facts: TableFacts, state: Any) -> tuple[Offer, ...]:
    """Return the answers to what is asked in the end."""
    whole = facts.system.battle.offer(state, STORYTELLER).whole
    return tuple(offer for offer in whole if _is_choice(offer) and offer.prompt)[:MAX_OFFERS]


def _is_choice(offer: Offer) -> bool:
    return offer.group in ("act", "answer") and not offer.reason


def find_what_if(facts: TableFacts, seat: Seat, lines: Sequence[LogLine]) -> str:
    """Return the address of "What if" for the entry of the oldest of these lines; empty where the seat has none.

    The Storyteller's begins with what came of it last, as the answer to an attack; a player's with what she did.
    """
    first = lines[-1]
    is_own = seat.storyteller or person_key(first.by) in seat.characters
    if not is_own or first.event["kind"] not in facts.system.battle.events.classes:
        return ""
    entry = gather_first(lines).count if seat.storyteller else first.count
    return reverse("table_what_if", args=[facts.scene.pk, entry]) if may_ask(facts, seat, entry) else ""
