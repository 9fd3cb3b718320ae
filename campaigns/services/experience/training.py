"""Training: what was paid for comes to the sheet when its in-world time has been spent.

By default every second that passes on the series' clock counts for every training, so a training has a moment on the
clock at which it ends. Whoever lets time pass in which nobody trains (a downtime in which people do something else)
says so to `pass_time`, which puts those moments off, and `advance_training` brings them nearer for those who did train.
Both ways can be gone back: when the clock is turned back before the end, what came to the sheet leaves it again.
"""

from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from typing import Any

from django.db.models import F, Q

from campaigns.models import Character, Proposal, ProposalState, Series, SheetChange
from campaigns.services.sheet_changes import read_value, write_sheet
from campaigns.sheets import canonical, with_values
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError
from rules.raising import Bought

PAID = (ProposalState.TRAINING, ProposalState.DONE, ProposalState.BLOCKED)
"""Where a proposal stands whose points are spent."""


def trainings_of(character: Character) -> list[Proposal]:
    """What this character trains at, the first to end first: `label`, `seconds` in all, `remaining(clock)`."""
    running = character.proposals.filter(state=ProposalState.TRAINING)
    return list(running.select_related("character__series").order_by("ends_at", "pk"))


def advance_training(training: Proposal, seconds: int) -> None:
    """Let so many seconds be spent on a training beside those of the clock; fewer than 0 takes them back.

    It ends, and comes to the sheet, when none remain; what follows on it comes nearer too. Call inside a transaction
    that holds the row of the series.
    """
    trained = Proposal.objects.filter(pk=training.pk, state__in=PAID).exclude(ends_at=None).first()
    if trained:
        series = Series.objects.get(pk=training.character.series_id)
        follow_on(trained, seconds)
        Proposal.objects.filter(pk=trained.pk).update(ends_at=F("ends_at") - seconds)
        turn_trainings(series)


def find_start(character: Character, clock: int) -> int:
    """When a training that is paid for now begins: at once, or after those before it where one follows the other."""
    ends = [] if _at_once(character) else [one.ends_at or 0 for one in trainings_of(character)]
    return max([clock, *ends])


def follow_on(training: Proposal, seconds: int) -> None:
    """Where one training follows the other, those after this one come so much nearer."""
    if not _at_once(training.character):
        later = training.character.proposals.filter(state=ProposalState.TRAINING, ends_at__gte=training.ends_at)
        later.exclude(pk=training.pk).update(ends_at=F("ends_at") - seconds)


def hold_trainings(series: Series, seconds: int) -> None:
    """Put off the end of every training by time that passes without counting for them; or back, where it is < 0."""
    running = Proposal.objects.filter(character__series=series, state=ProposalState.TRAINING)
    running.exclude(ends_at=None).update(ends_at=F("ends_at") + seconds)


def turn_trainings(series: Series) -> None:
    """Bring the trainings to where the clock of the series stands: what has ended comes to the sheet, what has not
    ended yet leaves it. Call inside a transaction that holds the row of the series; its `clock` must be fresh."""
    has_ended = Q(state=ProposalState.TRAINING, ends_at__lte=series.clock)
    has_not = Q(state__in=(ProposalState.DONE, ProposalState.BLOCKED), ends_at__gt=series.clock)
    moved = Proposal.objects.filter(has_ended | has_not, character__series=series, ends_at__isnull=False)
    proposals = _with_characters(moved.order_by("ends_at", "pk"))
    for proposal in reversed(proposals):
        if proposal.state != ProposalState.TRAINING:
            take_off(proposal)
    for proposal in proposals:
        if proposal.state == ProposalState.TRAINING and (proposal.ends_at or 0) <= series.clock:
            put_on(proposal)


def put_on(proposal: Proposal) -> None:
    """Write to the sheet what was bought; where the sheet has moved on, say so and leave it to the Storyteller."""
    character = proposal.character
    try:
        sheet = bought_sheet(proposal)
    except RulesError as refusal:
        proposal.state, proposal.trouble = ProposalState.BLOCKED, refusal.sentence[:300]
        proposal.save(update_fields=["state", "trouble"])
        return
    proposal.change = write_sheet(character, sheet, proposal.answered_by, f"Experience: {proposal.label}"[:200])
    proposal.state, proposal.trouble = ProposalState.DONE, ""
    proposal.save(update_fields=["state", "trouble", "change"])


def take_off(proposal: Proposal) -> bool:
    """Take what was bought off the sheet again, into training. False, and nothing done, where the sheet moved on."""
    change = proposal.change
    if change and not _give_back(proposal, change):
        return False
    proposal.state, proposal.trouble, proposal.change = ProposalState.TRAINING, "", None
    proposal.save(update_fields=["state", "trouble", "change"])
    return True


def trained_sheet(character: Character) -> dict[str, Any]:
    """The character's sheet as it will be when what is in training has come to it; what no longer fits stays out."""
    expected = copy(character)
    sheet: dict[str, Any] = character.sheet
    for training in trainings_of(character):
        training.character = expected
        with suppress(RulesError):
            expected.sheet = sheet = bought_sheet(training)
    return sheet


def bought_sheet(proposal: Proposal) -> dict[str, Any]:
    """The character's sheet with what was bought. Raises `BadInput` where it does not fit any more."""
    character = proposal.character
    system = get_system(character.series.system)
    rules, sheet = system.experience, character.parsed_sheet()
    options: Any = decode(system.options, character.series.options)
    if proposal.good:
        bought = Bought(proposal.good, proposal.figures, proposal.trait, proposal.name)
        return canonical(system.key, rules.put(sheet, bought, options))
    rules.price(sheet, proposal.path, proposal.before, proposal.after, options)
    return canonical(system.key, with_values(character.sheet, {proposal.path: proposal.after}))


def _at_once(character: Character) -> bool:
    system = get_system(character.series.system)
    return system.experience.at_once(decode(system.options, character.series.options))


def _give_back(proposal: Proposal, change: SheetChange) -> bool:
    character = proposal.character
    if any(read_value(character.sheet, path) != after for path, (_before, after) in change.values.items()):
        return False
    values = {path: before for path, (before, _after) in change.values.items()}
    try:
        sheet = canonical(character.series.system, with_values(character.sheet, values))
    except RulesError:
        return False
    write_sheet(character, sheet, None, f"Experience: {proposal.label}, taken back"[:200])
    return True


def _with_characters(proposals: Iterable[Proposal]) -> list[Proposal]:
    """These with their characters as they are now, each locked once: one proposal may follow on another."""
    proposals = list(proposals)
    keys = {proposal.character_id for proposal in proposals}
    if not keys:
        return []
    characters = Character.objects.select_for_update(of=("self",)).select_related("series").order_by("pk")
    by_key = {character.pk: character for character in characters.filter(pk__in=keys)}
    for proposal in proposals:
        proposal.character = by_key[proposal.character_id]
    return proposals
