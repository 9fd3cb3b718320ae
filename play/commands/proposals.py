"""Numbers that players propose: they wait for the Storyteller, who allows, changes or refuses them (2E-672, 2E-674)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from campaigns.core.seats import person_key
from campaigns.models import Membership, Role
from play.commands import chat, taps, tasks
from play.commands.context import CommandContext
from play.commands.figures import open_figures
from play.commands.forms import parse_ruled
from play.commands.moves import (
    MOVES,
    ActNature,
    AnswerProposal,
    BattleMove,
    GoWithout,
    HelpTask,
    MakeRoll,
    RollForTask,
    TakeProposalBack,
)
from play.commands.rehearsal import rehearse
from play.commands.rolls import audience_for, new_id
from play.commands.standing_orders import carry_out
from play.commands.standing_orders.carry_out import Act
from play.commands.tasks.finding import find_task
from play.table.events import Fought
from play.table.people import seat_of
from play.table.proposals import (
    NumbersCounted,
    Proposal,
    ProposedNumber,
    RulingAllowed,
    RulingClosed,
    RulingProposed,
    RulingRefused,
    list_numbers,
)
from play.table.state import fold
from rules.battle import Audience, Event, Field, Json, Move
from rules.battle.declare import list_fields
from rules.battle.sources import GivenValue, NeedsRuling
from rules.codec import encode
from rules.errors import BadInput, IllegalMove, RulesError
from rules.recovery import NatureClaim
from rules.tasks import task_audience
from rules.text import Text, word

MAX_REASON = 200
MADE: Mapping[type[Move], Callable[[CommandContext, Any], Sequence[Event]]] = {
    MakeRoll: chat.make_roll,
    RollForTask: tasks.roll_for_task,
    HelpTask: tasks.help_task,
    BattleMove: carry_out.make_by_hand,
    ActNature: taps.act_nature,
}
"""The moves of a table that can have numbers of the Storyteller's, and what makes them."""
PARTS: Mapping[Any, str] = {MakeRoll: "request", RollForTask: "request", HelpTask: "request", BattleMove: "move"}
"""The part of such a move in which the numbers stand; else they are fields of the move itself."""


def propose(context: CommandContext, move: Move, asked: NeedsRuling) -> Sequence[Event]:
    """Let a move wait for the Storyteller. Raises what the rules have against it, even if she allows its numbers."""
    move = asked.move or move
    if type(move) not in MADE:
        raise asked
    if len(context.reason) > MAX_REASON:
        raise BadInput("long_text", Text("Say why in at most {n} characters.", n=MAX_REASON), key="why")
    names = frozenset(number.name for number in asked.said)
    _rehearse(replace(context, seat=replace(context.seat, granted=names)), move)
    who, what = _describe(context, move)
    subject, character = _find_subject(context, move)
    numbers = list_numbers(asked.said)
    person = person_key(context.membership.user_id)
    made = MOVES.encode(move)
    proposal = Proposal(
        new_id(),
        context.membership.user_id,
        person,
        context.name,
        who,
        what,
        made,
        numbers,
        context.reason,
        subject=subject,
        character=character,
    )
    return [RulingProposed(proposal, audience=(person,))]


def _rehearse(context: CommandContext, move: Move) -> None:
    """Raise what the rules have against a move. No die falls, and nothing is written."""
    trial = replace(context, made=[], thrown=[], afterwards=[], counted=[])
    rehearse(lambda roller: MADE[type(move)](replace(trial, given=roller), move))


def _describe(context: CommandContext, move: Any) -> tuple[str, Text]:
    """Return for whom a move is made, and the move in words."""
    if isinstance(move, BattleMove):
        who = _find_actor(context, move)
        offers = context.system.battle.offer(context.state.battle, context.seat).of(who.id if who else "")
        kind = str(move.move.get("kind", ""))
        fitting = [offer for offer in offers if offer.move == kind and _fits(offer.fixed, move.move)]
        return (who.name if who else context.name), (fitting[0].label if fitting else word(kind))
    character = context.get_character(move.character)
    if isinstance(move, MakeRoll):
        return character.name, Text("a roll")
    if isinstance(move, ActNature):
        sheet = open_figures(context, character).sheet
        return character.name, Text(
            "acting out the Nature “{nature}”", nature=context.system.recovery.find_nature(sheet)
        )
    return character.name, Text("“{title}”", title=find_task(context, move.task).title)


def _find_subject(context: CommandContext, move: Any) -> tuple[str, str]:
    """Return the prompt, combatant or task for which the table waits, and the character's key."""
    if isinstance(move, BattleMove):
        actor = _find_actor(context, move)
        subject = str(move.move.get("prompt") or (actor.id if actor else ""))
        return subject, (actor.character or "") if actor else ""
    return getattr(move, "task", ""), move.character


def _fits(fixed: Mapping[str, Json], deed: Mapping[str, Json]) -> bool:
    return all(encode(deed.get(name)) == encode(value) for name, value in fixed.items())


def _find_actor(context: CommandContext, move: BattleMove) -> Any:
    """Return the combatant of a move: its actor, or who is asked by the prompt that it answers."""
    battle, state = context.system.battle, context.state.battle
    if actor := move.move.get("actor"):
        return state.find(str(actor))
    prompt = next((prompt for prompt in battle.prompts(state) if prompt.id == move.move.get("prompt")), None)
    return state.find(prompt.who) if prompt is not None and prompt.who else None


def find_audience(context: CommandContext, move: Any) -> Audience:
    """Return who may read of the numbers of a move: those who may read of the move itself."""
    if isinstance(move, BattleMove):
        who = _find_actor(context, move)
        if who is None or not who.hidden:
            return None
        return (who.character,) if who.character else ()
    character = context.get_character(move.character)
    if isinstance(move, MakeRoll):
        return context.audience_of(move.secret, character)
    if isinstance(move, ActNature):
        return (str(character.pk),)
    task = find_task(context, move.task)
    return (str(character.pk),) if task.is_contest else task_audience(task) or audience_for(character)


def count_at_once(context: CommandContext, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a command, and before them which of a player's numbers counted at once."""
    return [*(_make_counted(context, move, said, events) for move, said in context.counted), *events]


def _make_counted(
    context: CommandContext, move: Move, said: Sequence[GivenValue], events: Sequence[Event]
) -> NumbersCounted:
    battle = context.system.battle
    exchange = next((id for event in events if isinstance(event, Fought) and (id := battle.entry_of(event.event))), "")
    who, _what = _describe(context, move)
    return NumbersCounted(
        context.membership.user_id,
        context.name,
        who,
        list_numbers(said),
        MOVES.encode(move),
        context.reason,
        exchange,
        audience=find_audience(context, move),
    )


def answer_proposal(context: CommandContext, move: AnswerProposal) -> Sequence[Event]:
    """Allow the numbers that a player proposes, as they are or changed, or refuse them."""
    context.require_storyteller()
    proposal = _find(context, move.proposal)
    audience: Audience = (proposal.person,)
    if not move.allow:
        return [RulingRefused(proposal.id, context.name, proposal.numbers, audience=audience)]
    numbers = _check_values(context, proposal, move.values)
    owner = _open_owner(context, proposal.user, (number.name for number in numbers))
    made = _change(decode_move(proposal.move), {number.name: number.value for number in numbers})
    allowed = RulingAllowed(proposal.id, proposal.name, context.name, numbers, proposal.reason)
    if owner is None:
        return [_lapse(proposal, Text("The player is no longer here."))]
    owner = replace(owner, state=fold(context.system, context.state, [allowed]))
    try:
        with context.dice.trial():
            events = MADE[type(made)](owner, made)
            allowed = replace(allowed, audience=find_audience(owner, made))
    except RulesError as refusal:
        if move.values and isinstance(refusal, BadInput):
            raise  # what the Storyteller changed does not fit
        return [_lapse(proposal, refusal.sentence)]
    context.acts.append(Act(owner, events))
    return [allowed]


def _lapse(proposal: Proposal, why: Text) -> RulingClosed:
    return RulingClosed(proposal.id, proposal.name, proposal.what, why, audience=(proposal.person,))


def _find(context: CommandContext, id: str) -> Proposal:
    found = next(
        (proposal for proposal in context.state.proposals if proposal.id == id and not proposal.is_refused), None
    )
    if found is None:
        raise IllegalMove("no_proposal", Text("This request is no longer open."))
    return found


def _find_own(context: CommandContext, id: str) -> Proposal:
    person = person_key(context.membership.user_id)
    found = next(
        (proposal for proposal in context.state.proposals if proposal.id == id and proposal.person == person), None
    )
    if found is None:
        raise IllegalMove("no_proposal", Text("This request is no longer open."))
    return found


def take_proposal_back(context: CommandContext, move: TakeProposalBack) -> Sequence[Event]:
    """Take back your own proposal."""
    proposal = _find_own(context, move.proposal)
    return [RulingClosed(proposal.id, proposal.name, proposal.what, audience=(proposal.person,))]


def go_without(context: CommandContext, move: GoWithout) -> Sequence[Event]:
    """Make the move of your own proposal without its numbers. A stunt that was described is no longer rated."""
    proposal = _find_own(context, move.proposal)
    closed = RulingClosed(proposal.id, proposal.name, proposal.what, audience=(proposal.person,))
    made = without_numbers(decode_move(proposal.move), proposal.numbers)
    seat = replace(context.seat, granted=frozenset(number.name for number in proposal.numbers))
    owner = replace(context, seat=seat, state=fold(context.system, context.state, [closed]))
    return [closed, *MADE[type(made)](owner, made)]


def decode_move(data: Mapping[str, Json]) -> Move:
    """Return a move of the table from its JSON form."""
    return MOVES.decode(data)


def without_numbers(move: Move, numbers: Sequence[ProposedNumber]) -> Move:
    """Return a move with the usual values in place of those that were proposed."""
    return _change(move, {number.name: number.usual for number in numbers})


def _change(move: Any, values: Mapping[str, Json]) -> Move:
    """Return a move with other values in its form. None leaves the default."""
    part = PARTS.get(type(move))
    if part is None:
        plain: Move = replace(move, **{name: value or 0 for name, value in values.items()})
        return plain
    inner = {name: value for name, value in getattr(move, part).items() if name not in values}
    given = {name: value for name, value in values.items() if value is not None}
    changed: Move = replace(move, **{part: {**inner, **given}})
    return changed


def _check_values(
    context: CommandContext, proposal: Proposal, values: Mapping[str, Json]
) -> tuple[ProposedNumber, ...]:
    """Return the numbers as the Storyteller gives them. Raises `BadInput` for others than were proposed."""
    known = {number.name for number in proposal.numbers}
    if unknown := [name for name in values if name not in known]:
        sentence = Text("{name} was not proposed.", name=repr(unknown[0][:40]))
        raise BadInput("unknown_field", sentence, key=unknown[0])
    given = parse_ruled(find_form(context.system, decode_move(proposal.move)), values)
    return tuple(replace(number, value=given.get(number.name, number.value)) for number in proposal.numbers)


def find_form(system: Any, move: Move) -> type[Any]:
    """Return the class whose fields hold the numbers of a move: of the fight's move, or of the request for a roll."""
    if isinstance(move, BattleMove):
        found: type[Any] = system.battle.moves.classes[str(move.move["kind"])]
        return found
    request: type[Any] = NatureClaim if isinstance(move, ActNature) else system.rolls.request
    return request


def list_answer_fields(system: Any, proposal: Proposal) -> tuple[Field, ...]:
    """Return the form in which the Storyteller can change the numbers of a proposal. Lists are taken as they are."""
    form = find_form(system, decode_move(proposal.move))
    known = {field.name for field in fields(form)}
    plain = [number for number in proposal.numbers if number.name in known and not isinstance(number.value, list)]
    changes = {number.name: {"initial": number.value, "required": False} for number in plain}
    return list_fields(form, changes, *changes) if changes else ()


def _open_owner(context: CommandContext, user: int, granted: Any) -> CommandContext | None:
    """Return a context for the person who proposed, with these numbers allowed; None if they can no longer act."""
    members = Membership.objects.select_related("user", "series")
    member = members.filter(series=context.series, user=user).exclude(role=Role.SPECTATOR).first()
    if member is None or not member.user.is_active:
        return None
    seat = replace(seat_of(member, context.scene), granted=frozenset(granted))
    return replace(context, membership=member, seat=seat, made=[], thrown=[], afterwards=[], counted=[], acts=[])
