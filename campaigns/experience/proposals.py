"""Proposals: a player asks to buy a dot or a good, a Storyteller answers, points are spent, and training begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.access import require_editor
from campaigns.core.language import translate
from campaigns.core.locks import lock_character, locked_series, series_to_run
from campaigns.core.refusals import Refused
from campaigns.experience.ledger import (
    MAX_POINTS,
    count_missing,
    counter,
    describe_shortage,
    load_balances,
    spend,
    split_price,
)
from campaigns.experience.opening import open_as_asked
from campaigns.experience.training import (
    PAID,
    advance_following,
    apply_purchase,
    bought_sheet,
    find_start,
    remove_purchase,
)
from campaigns.models import OPENING, Character, ExperienceEntry, Membership, Proposal, ProposalState
from campaigns.notices.record_notices import notify_answered, notify_proposed
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError
from rules.names import clean_line
from rules.raising import GENERAL, Good, Price, find_good
from rules.text import EMPTY, Text, join
from rules.text_codec import encode_text

UNDER_WAY = (ProposalState.OPEN, ProposalState.TRAINING, ProposalState.BLOCKED)
"""The states of a proposal that is neither on the sheet nor refused."""
MAX_WORDS = 300
MAX_OPEN = 50
"""The most proposals of one character that wait for an answer."""
MAX_PROPOSALS = 5_000
"""The most proposals of one character, with the answered ones."""
MAX_SECONDS = 100 * 366 * 86_400
"""The longest training: a hundred years."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a character would like to buy: a trait raised from `before` to `after` dots, or a `good`.

    `purse` is the only purse to pay from. Empty means all that may pay, the restricted ones first.
    """

    path: str = ""
    before: int = 0
    after: int = 0
    good: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)
    favored: bool = False
    trait: str = ""
    name: str = ""
    purse: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of a wish, its label, and how it would be paid. `payment` is None if the points are missing."""

    label: Text
    price: Price
    purses: tuple[str, ...]
    balances: Mapping[str, int]
    payment: Mapping[str, int] | None

    @property
    def missing(self) -> int:
        """The points that are missing."""
        return count_missing(self.price.total, self.purses, self.balances)


def quote(character: Character, wish: Wish) -> Quote:
    """Return the price of a wish with its steps. Raises `BadInput` if the book does not sell it to this character."""
    system = get_system(character.series.system)
    rules, sheet = system.experience, character.parsed_sheet()
    options: Any = decode(system.options, character.series.options)
    if wish.good:
        price = rules.buy(sheet, wish.good, wish.figures, wish.favored, options)
        label = _name_good(find_good(rules.goods(sheet, options), wish.good, dict(wish.figures)), wish)
    else:
        price = rules.price(sheet, wish.path, wish.before, wish.after, options)
        trait = next(step.label for step in rules.raises(sheet, options) if step.path == wish.path)
        label = Text("{trait} {before} → {after}", trait=trait, before=wish.before, after=wish.after)
    purses = _order_purses(price.purses, wish.purse)
    balances = load_balances(character)
    return Quote(label, price, purses, balances, split_price(price.total, purses, balances))


def waiting_steps(character: Character) -> list[Proposal]:
    """Return the open, training and blocked proposals for traits. The next dot of these traits is not for sale yet."""
    return list(character.proposals.filter(state__in=UNDER_WAY, good="").exclude(path=""))


def propose(membership: Membership, character: Character, wish: Wish, words: str = "") -> Proposal:
    """Create a proposal. Raises `BadInput` if the book does not sell it, `Refused` if it cannot be paid."""
    with locked_series(membership):
        character = lock_character(character)
        require_editor(character, membership)
        if len(words) > MAX_WORDS:
            raise Refused(_("Use at most %(most)d characters.") % {"most": MAX_WORDS}, status=422, field="words")
        _require_room(character, wish)
        _require_first_of_story(character, wish)
        asked = quote(character, wish)
        if asked.payment is None:
            raise Refused(describe_shortage(character, asked.price.total, asked.purses))
        proposal = _proposal(character, membership, wish, asked)
        proposal.words = words.strip()
        bought_sheet(proposal)  # what could not be written in the end is refused now
        proposal.save()
        notify_proposed(proposal, membership.user)
        return proposal


def _require_first_of_story(character: Character, wish: Wish) -> None:
    """Raise `Refused` for a good that the character has had, or has asked for, in this story, if it is once a story."""
    system = get_system(character.series.system)
    goods = system.experience.goods(character.parsed_sheet(), decode(system.options, character.series.options))
    if not any(good.once_a_story for good in goods if good.key == wish.good):
        return
    story = character.series.stories.order_by("position", "pk").last()
    since = story.created_at if story else character.series.created_at
    if character.proposals.filter(good=wish.good, state__in=(*UNDER_WAY, *PAID), at__gte=since).exists():
        raise Refused(_("That is free once a story, and this story has had it."), status=422)


def withdraw(membership: Membership, proposal: Proposal) -> None:
    """Withdraw a proposal that waits for an answer."""
    with locked_series(membership):
        proposal = _lock(proposal)
        require_editor(proposal.character, membership)
        if proposal.state != ProposalState.WITHDRAWN:
            _require_state(proposal, ProposalState.OPEN)
            proposal.state = ProposalState.WITHDRAWN
            proposal.save(update_fields=["state"])
            notify_answered(proposal, membership.user)


def refuse(membership: Membership, proposal: Proposal, words: str) -> None:
    """Refuse a proposal, with a reason."""
    with series_to_run(membership):
        proposal = _lock(proposal)
        if proposal.state == ProposalState.REFUSED and proposal.answer == words.strip():
            return
        _require_state(proposal, ProposalState.OPEN)
        _answer(proposal, membership, words, must=True)
        proposal.state = ProposalState.REFUSED
        proposal.save(update_fields=["state", "answer", "answered_by", "answered_at"])
        notify_answered(proposal, membership.user)


def approve(
    membership: Membership,
    proposal: Proposal,
    points: int,
    seconds: int,
    words: str = "",
    opening: Sequence[int] | None = None,
) -> Proposal:
    """Approve a proposal: spend the points and begin the training.

    A price or training other than the rules' needs a reason in `words`. `opening`: what was earned and spent before, of
    an opening that the Storyteller sets right.
    """
    with series_to_run(membership) as series:
        proposal = _lock(proposal)
        if proposal.state in PAID and (proposal.points, proposal.seconds) == (points, seconds):
            return proposal
        _require_state(proposal, ProposalState.OPEN)
        if not 0 <= points <= MAX_POINTS or not 0 <= seconds <= MAX_SECONDS:
            raise Refused(
                _("Enter a price of 0 to %(most)d points.") % {"most": MAX_POINTS}, status=422, field="points"
            )
        changed = (points, seconds) != (proposal.asked_points, proposal.asked_seconds)
        _answer(proposal, membership, words, must=changed)
        if proposal.good == OPENING:
            open_as_asked(membership, proposal, opening)
            return proposal
        proposal.points, proposal.seconds = points, seconds
        _check_fits(proposal)
        spend(series, proposal, membership.user)
        proposal.state = ProposalState.TRAINING
        proposal.ends_at = find_start(proposal.character, series.clock) + seconds if seconds else None
        proposal.save()
        if not seconds:
            apply_purchase(proposal)
        notify_answered(proposal, membership.user)
        return proposal


def try_again(membership: Membership, proposal: Proposal) -> Proposal:
    """Write a blocked proposal to the sheet, after the sheet was corrected."""
    with series_to_run(membership):
        proposal = _lock(proposal)
        if proposal.state != ProposalState.DONE:
            _require_state(proposal, ProposalState.BLOCKED)
            apply_purchase(proposal)
        return proposal


def reverse(membership: Membership, proposal: Proposal) -> None:
    """Take a purchase back: the points return, and what was bought leaves the sheet."""
    with series_to_run(membership) as series:
        proposal = _lock(proposal)
        if proposal.state == ProposalState.REVERSED:
            return
        if proposal.state not in PAID:
            raise Refused(_("It cost nothing: there is nothing to take back."))
        if proposal.state == ProposalState.TRAINING:
            advance_following(proposal, min(proposal.seconds, proposal.remaining(series.clock)))
        if proposal.state == ProposalState.DONE and not remove_purchase(proposal):
            raise Refused(_("The sheet has changed since: edit it by hand first."))
        proposal.state = ProposalState.REVERSED
        proposal.save(update_fields=["state"])
        notify_answered(proposal, membership.user)
        for entry in ExperienceEntry.objects.filter(proposal=proposal, reverses=None, reversed_by=None):
            entry.character = proposal.character
            counter(series, entry, membership.user)


def _proposal(character: Character, membership: Membership, wish: Wish, asked: Quote) -> Proposal:
    lines = zip(asked.price.why.steps, asked.price.costs, asked.price.training, strict=True)
    steps = [
        {"name": encode_text(step.name), "points": cost, "seconds": time, "rule": step.rule}
        for step, cost, time in lines
    ]
    return Proposal(
        character=character,
        user=membership.user,
        label=asked.label,
        path=wish.path if not wish.good else "",
        before=wish.before,
        after=wish.after,
        good=wish.good,
        figures=dict(wish.figures),
        trait=wish.trait,
        name=clean_line(wish.name),
        steps=steps,
        points=asked.price.total,
        seconds=asked.price.seconds,
        purses=list(asked.purses),
    )


def _name_good(good: Good, wish: Wish) -> Text:
    """Return a good in words: "Specialty: Melee, Swords", "Merit: Allies 1 → 3"."""
    favored = Text("favored") if good.asks_favored and wish.favored else EMPTY
    parts = join(", ", (dict(good.traits).get(wish.trait, EMPTY), clean_line(wish.name), favored))
    label = Text("{good}: {parts}", good=good.label, parts=parts) if parts else good.label
    if "after" not in wish.figures:
        return label
    return Text("{trait} {before} → {after}", trait=label, before=wish.figures["before"], after=wish.figures["after"])


def _order_purses(purses: tuple[str, ...], wanted: str) -> tuple[str, ...]:
    """Return the purses in the order in which they pay: restricted purses before general experience."""
    if wanted:
        if wanted not in purses:
            raise Refused(_("That kind of experience can’t pay for this."), status=422, field="purse")
        return (wanted,)
    return tuple(sorted(purses, key=lambda purse: purse == GENERAL))


def _require_room(character: Character, wish: Wish) -> None:
    waiting = character.proposals.filter(state__in=UNDER_WAY)
    if waiting.filter(state=ProposalState.OPEN).count() >= MAX_OPEN:
        raise Refused(_("Too many purchases are waiting for an answer. Withdraw one first."))
    if character.proposals.count() >= MAX_PROPOSALS:
        raise Refused(_("A ledger can have up to %(most)d purchases, and this one is full.") % {"most": MAX_PROPOSALS})
    if wish.path and not wish.good and waiting.filter(path=wish.path).exists():
        raise Refused(_("A purchase or training for that trait is already in progress. One step at a time."))


def _answer(proposal: Proposal, membership: Membership, words: str, *, must: bool) -> None:
    words = words.strip()
    if must and not words:
        raise Refused(_("Give a reason: the player will read it."), status=422, field="words")
    if len(words) > MAX_WORDS:
        raise Refused(_("Use at most %(most)d characters.") % {"most": MAX_WORDS}, status=422, field="words")
    proposal.answer, proposal.answered_by, proposal.answered_at = words, membership.user, timezone.now()


def _check_fits(proposal: Proposal) -> None:
    """Raise `Refused` if the sheet was changed so that the proposal no longer fits."""
    try:
        bought_sheet(proposal)
    except RulesError as refusal:
        raise Refused(_("It no longer fits the sheet. %(why)s") % {"why": translate(refusal.sentence)}) from refusal


def _require_state(proposal: Proposal, state: ProposalState) -> None:
    if proposal.state != state:
        sentence = _("Someone was faster: “%(what)s” is %(state)s.")
        raise Refused(sentence % {"what": proposal.label, "state": proposal.get_state_display()})


def _lock(proposal: Proposal) -> Proposal:
    """Return the proposal as it is in the database, with its character locked."""
    character = lock_character(proposal.character)
    fresh = Proposal.objects.select_related("change").get(pk=proposal.pk)
    fresh.character = character
    return fresh
