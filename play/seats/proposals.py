"""What a seat sees of the numbers that players propose: the Storyteller all that wait, a player their own."""

from play.commands.proposals import list_answer_fields
from play.seats.board import ProposalCard
from play.table.proposals import Proposal, Proposals, say_numbers
from rules.battle import Seat
from rules.system import System


def list_cards(system: System, proposals: Proposals, seat: Seat) -> tuple[ProposalCard, ...]:
    """Return a card for each proposal that the seat may answer or take back."""
    if seat.storyteller:
        return tuple(_make_card(system, proposal, is_mine=False) for proposal in proposals if not proposal.is_refused)
    return tuple(
        _make_card(system, proposal, is_mine=True) for proposal in proposals if proposal.person in seat.characters
    )


def _make_card(system: System, proposal: Proposal, *, is_mine: bool) -> ProposalCard:
    return ProposalCard(
        id=proposal.id,
        name=proposal.name,
        who=proposal.who,
        what=proposal.what,
        numbers=say_numbers(proposal.numbers),
        reason=proposal.reason,
        fields=() if is_mine else list_answer_fields(system, proposal),
        is_mine=is_mine,
        is_refused=proposal.is_refused,
    )
