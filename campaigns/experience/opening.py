"""What a character earned and spent before it came to the series, as the first entries of its ledger.

A Storyteller who imports a character writes them at once. A player's import asks the Storyteller by a proposal.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.locks import series_to_run
from campaigns.core.refusals import Refused
from campaigns.experience.ledger import MAX_POINTS
from campaigns.models import OPENING, Character, ExperienceEntry, Membership, Proposal, ProposalState, Series, User
from campaigns.notices.record_notices import notify_answered, notify_proposed
from rules import get_system
from rules.raising import GENERAL
from rules.text import Text, join

MAX_OPENING = 9999
"""The most points that a character brings along."""
EARNED, SPENT = "earned", "spent"


def open_balance(membership: Membership, character: Character, earned: int, spent: int) -> list[ExperienceEntry]:
    """Write what a character earned and spent before it came to the series, as the first two entries of its ledger."""
    with series_to_run(membership) as series:
        return _write(series, character, {EARNED: earned, SPENT: spent}, membership.user)


def ask_to_open(
    membership: Membership, character: Character, opening: Sequence[int | None], unspent: Iterable[Sequence[Any]]
) -> None:
    """Ask the Storyteller to write what a player's character brought along. `unspent`: other purses and their points.

    What was spent may be unknown (None): the Storyteller writes it. Nothing was brought along: nobody is asked. Call it
    with the series locked.
    """
    earned, spent = opening
    purses = {purse: min(points, MAX_POINTS) for purse, points in unspent if points > 0}
    if GENERAL in purses:
        earned, spent = purses.pop(GENERAL), 0
    if not earned and not purses:
        return
    earned = earned or 0
    figures = {EARNED: earned, **({} if spent is None else {SPENT: min(spent, earned)}), **purses}
    label = _describe(character.series, figures)
    asked = Proposal(character=character, user=membership.user, label=label, good=OPENING, figures=figures, points=0)
    asked.save()
    notify_proposed(asked, membership.user)


def open_as_asked(membership: Membership, proposal: Proposal, opening: Sequence[int] | None = None) -> None:
    """Write what was asked for into the ledger, or as the Storyteller has set it right: earned and spent before.

    Raises `Refused` while nobody has said what was spent. Call it with the series and the character locked.
    """
    if opening is not None:
        proposal.figures = {**proposal.figures, EARNED: opening[0], SPENT: opening[1]}
        proposal.label = _describe(proposal.character.series, proposal.figures)
    if SPENT not in proposal.figures:
        raise Refused(_("Write how much experience was spent before."), status=422, field="spent")
    if proposal.figures[SPENT] > proposal.figures[EARNED]:
        raise Refused(_("No more can have been spent than was earned."), status=422, field="spent")
    proposal.state = ProposalState.DONE
    proposal.save()
    _write(proposal.character.series, proposal.character, proposal.figures, membership.user, proposal)
    notify_answered(proposal, membership.user)


def _write(
    series: Series,
    character: Character,
    figures: Mapping[str, int],
    user: User,
    proposal: Proposal | None = None,
) -> list[ExperienceEntry]:
    earned = min(max(0, figures[EARNED]), MAX_OPENING)
    spent = min(max(0, figures[SPENT]), earned)
    rows = [(GENERAL, earned, _("Earned before")), (GENERAL, -spent, _("Spent before"))]
    rows += [(purse, points, _("Carried over")) for purse, points in figures.items() if purse not in (EARNED, SPENT)]
    return ExperienceEntry.objects.bulk_create(
        ExperienceEntry(
            character=character,
            user=user,
            purse=purse,
            points=points,
            reason=reason,
            clock=series.clock,
            proposal=proposal,
        )
        for purse, points, reason in rows
        if points
    )


def _describe(series: Series, figures: Mapping[str, int]) -> Text:
    """Return the label of a request: "Experience brought along: 45 earned, 38 spent, 3 Solar"."""
    labels = get_system(series.system).experience.purses
    parts = [Text("{n} earned", n=figures[EARNED])]
    parts += [Text("{n} spent", n=figures[SPENT])] if SPENT in figures else []
    parts += [Text("{n} {purse}", n=n, purse=labels[purse]) for purse, n in figures.items() if purse in labels]
    return Text("Experience from before: {points}", points=join(", ", parts))
