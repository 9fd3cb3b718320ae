"""Numbers that players propose: the events, and the proposals that wait for the Storyteller (2E-672)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from play.table.lines import make_line
from rules.battle import Event, Json
from rules.battle.sources import GivenValue, say_value
from rules.codec import encode
from rules.text import EMPTY, Text, join, verbatim
from rules.view import EventView, signed


@dataclass(frozen=True, slots=True)
class ProposedNumber:
    """One value of a move that a player proposes, in place of the usual one."""

    name: str
    label: Text
    value: Json
    usual: Json

    @property
    def words(self) -> Text:
        """The value with its label; as a change where the usual number is none: "Bonus dice +2", "Speed 3"."""
        if type(self.value) is int and type(self.usual) is int and not self.usual:
            return Text("{label} {change}", label=self.label, change=signed(self.value))
        return say_value(self.label, self.value)


ProposedNumbers = tuple[ProposedNumber, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move that waits for the Storyteller, with the numbers that its player proposes.

    `person` and `name`: who proposes; `who`: for whom; `what`: the move in words; `move`: a move of the table in its
    JSON form; `reason`: the player's words. `is_refused`: she said no, and the player may go on without the numbers.
    `subject` and `character`: the prompt, turn or task for which nobody waits until then, as in `play.table.waits`.
    """

    id: str
    user: int
    person: str
    name: str
    who: str
    what: Text
    move: Mapping[str, Json]
    numbers: ProposedNumbers
    reason: str = ""
    is_refused: bool = False
    subject: str = ""
    character: str = ""


Proposals = tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class ProposalEvent(Event):
    """Something happened to a number that a player proposed."""


@dataclass(frozen=True, slots=True)
class RulingProposed(ProposalEvent):
    """A player proposed numbers. An earlier proposal of this person counts no more."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class RulingAllowed(ProposalEvent):
    """The Storyteller `by` allowed these numbers, as she changed them; the move follows."""

    id: str
    name: str
    by: str
    numbers: ProposedNumbers
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RulingRefused(ProposalEvent):
    """The Storyteller `by` refused the numbers."""

    id: str
    by: str
    numbers: ProposedNumbers


@dataclass(frozen=True, slots=True)
class RulingClosed(ProposalEvent):
    """A proposal is over: its player took it back, went on without it, or it can no longer be done (`why`)."""

    id: str
    name: str
    what: Text
    why: Text = EMPTY


@dataclass(frozen=True, slots=True)
class NumbersCounted(ProposalEvent):
    """Numbers that a player proposed counted at once, as the series lets small ones (2E-674).

    `move`: the move of the table that they are part of; `user` made it. `exchange`: the attack that they aid.
    """

    user: int
    name: str
    who: str
    numbers: ProposedNumbers
    move: Mapping[str, Json]
    reason: str = ""
    exchange: str = ""


@dataclass(frozen=True, slots=True)
class NumbersStruck(ProposalEvent):
    """The Storyteller `by` struck such numbers; the result is worked out again from the same dice."""

    name: str
    by: str
    numbers: ProposedNumbers


PROPOSAL_EVENTS: tuple[type[ProposalEvent], ...] = (
    RulingProposed,
    RulingAllowed,
    RulingRefused,
    RulingClosed,
    NumbersCounted,
    NumbersStruck,
)
QUIET = (RulingProposed, RulingAllowed, RulingRefused, RulingClosed, NumbersStruck)
"""Events that are no step of the story: there is nothing in them to take back."""


def list_numbers(said: Iterable[GivenValue]) -> ProposedNumbers:
    """Return values that a player said as a proposal keeps them."""
    return tuple(
        ProposedNumber(number.name, number.label, encode(number.value), encode(number.usual)) for number in said
    )


def apply_proposal(proposals: Proposals, event: ProposalEvent) -> Proposals:
    """Return the proposals after an event."""
    match event:
        case RulingProposed(proposal=proposal):
            return (*(old for old in proposals if old.person != proposal.person), proposal)
        case RulingRefused(id=id):
            return tuple(
                replace(proposal, is_refused=True) if proposal.id == id else proposal for proposal in proposals
            )
        case RulingAllowed(id=id) | RulingClosed(id=id):
            return tuple(proposal for proposal in proposals if proposal.id != id)
    return proposals


def say_numbers(numbers: ProposedNumbers) -> Text:
    """Return numbers in a few words."""
    return join(", ", (number.words for number in numbers))


def _with_reason(text: Text, reason: str) -> Text:
    return Text("{what}: {why}", what=text, why=verbatim(reason)) if reason else text


def view_proposal_event(event: ProposalEvent) -> EventView:
    """Return the line of an event for those who may read it."""
    view = make_line(type(event).__name__, _say(event), secret=event.audience is not None)
    if isinstance(event, NumbersCounted):
        view["exchange"] = event.exchange
    return view


def _say(event: ProposalEvent) -> Text:
    match event:
        case RulingProposed(proposal=proposal):
            sentence = Text(
                "{name} asks for {numbers} ({what})",
                name=proposal.name,
                numbers=say_numbers(proposal.numbers),
                what=proposal.what,
            )
            return _with_reason(sentence, proposal.reason)
        case RulingAllowed(name=name, by=by, numbers=numbers, reason=reason):
            sentence = Text("{by} allows {numbers} for {name}", by=by, numbers=say_numbers(numbers), name=name)
            return _with_reason(sentence, reason)
        case RulingRefused(by=by, numbers=numbers):
            return Text("{by} refuses {numbers}.", by=by, numbers=say_numbers(numbers))
        case RulingClosed(name=name, what=what, why=why):
            if why:
                return Text("{what} of {name} is no longer possible. {why}", what=what, name=name, why=why)
            return Text("{name} takes the request for {what} back.", name=name, what=what)
        case NumbersCounted(name=name, numbers=numbers, reason=reason):
            return _with_reason(Text("{numbers} by {name}", numbers=say_numbers(numbers), name=name), reason)
        case NumbersStruck(name=name, by=by, numbers=numbers):
            return Text(
                "{by} removes {numbers} from {name}. The result is recalculated from the same dice.",
                by=by,
                numbers=say_numbers(numbers),
                name=name,
            )
    raise TypeError(type(event).__name__)
