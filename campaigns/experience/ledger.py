"""The ledger: entries are only added, a balance is the sum of them, and no purse falls below 0.

Everything that spends points locks the row of the series, so that two spendings at once happen one after the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core.locks import lock_character, series_to_run
from campaigns.core.refusals import Refused
from campaigns.models import (
    Character,
    Episode,
    ExperienceEntry,
    Membership,
    Proposal,
    Scene,
    Series,
    Session,
    Story,
    User,
)
from rules import get_system
from rules.text import isolate_name

MAX_POINTS = 1000
"""The most points of one award or one price."""
MAX_REASON = 200
AT_ONCE = timedelta(seconds=2)
"""How far apart the entries of one award are written at most."""
Occasion = Story | Episode | Scene | Session | None
"""What experience is given for. None: nothing that the series has."""


@dataclass(frozen=True, slots=True)
class Gift:
    """Points for a reason. `award` is the key of the system's reason, or empty for free words."""

    purse: str
    points: int
    reason: str
    award: str = ""


def load_balances(character: Character) -> dict[str, int]:
    """Return the points in each of the system's purses."""
    return load_all_balances(character.series, [character.pk]).get(character.pk) or _empty(character.series)


def load_all_balances(series: Series, keys: Iterable[int] | None = None) -> dict[int, dict[str, int]]:
    """Return the balances by character id: of these characters, or of all in the series that have a ledger."""
    entries = ExperienceEntry.objects.filter(character__series=series)
    if keys is not None:
        entries = entries.filter(character__in=list(keys))
    found: dict[int, dict[str, int]] = {}
    for key, purse, points in entries.order_by().values_list("character", "purse").annotate(Sum("points")):
        found.setdefault(key, _empty(series))[purse] = points
    return found


def award(
    membership: Membership, keys: Sequence[int], gifts: Sequence[Gift], occasion: Occasion = None
) -> list[ExperienceEntry]:
    """Give each of these characters each of these gifts. Return the ledger entries."""
    with series_to_run(membership) as series:
        characters = list(Character.objects.filter(series=series, pk__in=keys))
        if not characters:
            raise Refused(_("Choose who gets it."), status=422, field="who")
        if not gifts:
            raise Refused(_("Choose a reason, or write your own."), status=422)
        for gift in gifts:
            _check_gift(series, gift)
        return ExperienceEntry.objects.bulk_create(
            ExperienceEntry(
                character=character,
                user=membership.user,
                purse=gift.purse,
                points=gift.points,
                reason=gift.reason.strip(),
                award=gift.award,
                clock=series.clock,
                **_place(series, occasion),
            )
            for character in characters
            for gift in gifts
        )


def reverse_entry(membership: Membership, entry: ExperienceEntry) -> ExperienceEntry:
    """Take an award back with an entry that counters it. Spent points are taken back with their proposal instead."""
    with series_to_run(membership) as series:
        lock_character(entry.character)
        entry = ExperienceEntry.objects.select_related("character").get(pk=entry.pk)
        if entry.reverses_id:
            raise Refused(_("That would undo a correction. Award the points again instead."))
        if entry.proposal_id:
            raise Refused(_("Those points were spent: take back the purchase instead, and they return."))
        if done := ExperienceEntry.objects.filter(reverses=entry).first():
            return done
        return counter(series, entry, membership.user)


def reverse_award(membership: Membership, entry: ExperienceEntry) -> int:
    """Take an award back from everybody who got it in the same step, and return from how many.

    All or nothing: raises `Refused` if one of them has spent the points.
    """
    with series_to_run(membership):
        found = list_award(entry)
        for entry in found:
            reverse_entry(membership, entry)
        return len(found)


def list_award(entry: ExperienceEntry) -> list[ExperienceEntry]:
    """Return the entries that were awarded in the same step as this one and still stand, this one among them."""
    same = {name: getattr(entry, name) for name in ("user", "purse", "points", "reason", "award", "clock", "session")}
    there = ExperienceEntry.objects.filter(character__series=entry.character.series_id, **same)
    standing = there.filter(reverses=None, reversed_by=None, proposal=None)
    return list(standing.filter(at__range=(entry.at - AT_ONCE, entry.at + AT_ONCE)).select_related("character"))


def counter(series: Series, entry: ExperienceEntry, user: User | None) -> ExperienceEntry:
    """Write the entry that takes this one back. The series must be locked. Raises `Refused` if it was spent."""
    entry.character.series = series
    if load_balances(entry.character)[entry.purse] < entry.points:
        sentence = _("%(name)s has spent those points since: take back what they bought first.")
        raise Refused(sentence % {"name": isolate_name(entry.character.name)})
    return ExperienceEntry.objects.create(
        character=entry.character,
        user=user,
        purse=entry.purse,
        points=-entry.points,
        reason=entry.reason,
        award=entry.award,
        story=entry.story,
        episode=entry.episode,
        scene=entry.scene,
        session=entry.session,
        clock=series.clock,
        proposal=entry.proposal,
        reverses=entry,
    )


def spend(series: Series, proposal: Proposal, user: User | None) -> None:
    """Pay for a proposal. The series must be locked. Raises `Refused` without a change if the purses do not cover the
    price."""
    payment = split_price(proposal.points, proposal.purses, load_balances(proposal.character))
    if payment is None:
        raise Refused(describe_shortage(proposal.character, proposal.points, proposal.purses))
    ExperienceEntry.objects.bulk_create(
        ExperienceEntry(
            character=proposal.character,
            user=user,
            purse=purse,
            points=-points,
            reason=proposal.label,
            clock=series.clock,
            proposal=proposal,
        )
        for purse, points in payment.items()
    )


def split_price(points: int, purses: Sequence[str], balances: Mapping[str, int]) -> dict[str, int] | None:
    """Return how a price is paid from the purses in their order: purse to points. None if they do not cover it."""
    payment: dict[str, int] = {}
    for purse in purses:
        if part := min(points, balances.get(purse, 0)):
            payment[purse] = part
            points -= part
    return None if points else payment


def count_missing(points: int, purses: Iterable[str], balances: Mapping[str, int]) -> int:
    """Return the points of a price that these purses do not cover."""
    return max(0, points - sum(balances.get(purse, 0) for purse in purses))


def describe_shortage(character: Character, points: int, purses: Sequence[str]) -> str:
    """Return the sentence that refuses a price that is not covered."""
    has = sum(load_balances(character).get(purse, 0) for purse in purses)
    sentence = ngettext(
        "%(name)s has %(has)d point for this; it costs %(points)d.",
        "%(name)s has %(has)d points for this; it costs %(points)d.",
        has,
    )
    return sentence % {"name": isolate_name(character.name), "has": has, "points": points}


def _empty(series: Series) -> dict[str, int]:
    return dict.fromkeys(get_system(series.system).experience.purses, 0)


def _check_gift(series: Series, gift: Gift) -> None:
    rules = get_system(series.system).experience
    if gift.purse not in rules.purses:
        raise Refused(_("Choose which experience to spend."), status=422, field="purse")
    if not 1 <= gift.points <= MAX_POINTS:
        raise Refused(_("Award 1 to %(most)d points.") % {"most": MAX_POINTS}, status=422)
    if not 1 <= len(gift.reason.strip()) <= MAX_REASON:
        raise Refused(_("Give a reason of at most %(most)d characters.") % {"most": MAX_REASON}, status=422)
    if gift.award and gift.award not in {award.key for award in rules.awards}:
        raise Refused(_("Choose a reason from the list."), status=422)


def _place(series: Series, occasion: Occasion) -> dict[str, Story | Episode | Scene | Session]:
    """Return the story, episode and scene of an occasion, or the session, as fields of an entry."""
    if occasion is None:
        return {}
    if isinstance(occasion, Session):
        if not Session.objects.filter(pk=occasion.pk, series=series).exists():
            raise Refused(_("Someone has just deleted this session."), status=422, field="occasion")
        return {"session": occasion}
    whole = occasion if isinstance(occasion, Story) else _story_of(occasion)
    still_there = type(occasion)._default_manager.filter(pk=occasion.pk).exists()
    if whole.series_id != series.pk or not still_there:
        raise Refused(_("Choose a story, an episode or a scene of this series."), status=422, field="occasion")
    if isinstance(occasion, Scene):
        return {"story": whole, "episode": occasion.episode, "scene": occasion}
    return {"story": whole, "episode": occasion} if isinstance(occasion, Episode) else {"story": whole}


def _story_of(part: Episode | Scene) -> Story:
    return part.episode.story if isinstance(part, Scene) else part.story
