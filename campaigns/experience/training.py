"""Training: what was paid for is written to the sheet when its in-world training time has passed.

By default every second on the series' clock counts for every training, so a training has a moment on the clock at which
it ends. Time that does not count (a downtime in which people do something else) is passed by `pass_time` with
`training=False`, which puts the ends off; `advance_training` brings them nearer again for the characters who did train.
Both can be taken back: when the clock is set to before the end, what was trained leaves the sheet again.
"""

from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from typing import Any

from django.db.models import F, Q

from campaigns.models import Character, Proposal, ProposalState, Series, SheetChange
from campaigns.sheets.changes import get_value, write_sheet
from campaigns.sheets.json import canonical, with_values
from rules import get_system
from rules.codec import decode
from rules.errors import BadInput, RulesError
from rules.raising import BoughtGood
from rules.text import Text

PAID = (ProposalState.TRAINING, ProposalState.DONE, ProposalState.BLOCKED)
"""The states in which a proposal's points are spent."""


def trainings_of(character: Character) -> list[Proposal]:
    """Return the character's trainings, the first to end first: `label`, `seconds` in all, `remaining(clock)`."""
    running = character.proposals.filter(state=ProposalState.TRAINING)
    return list(running.select_related("character__series").order_by("ends_at", "pk"))


def advance_training(training: Proposal, seconds: int) -> None:
    """Count `seconds` for a training without moving the clock. Negative seconds take them back.

    The training ends, and is written to the sheet, when none remain; trainings that follow it come nearer, too. Call it
    in a transaction that has locked the series.
    """
    trained = Proposal.objects.filter(pk=training.pk, state__in=PAID).exclude(ends_at=None).first()
    if trained:
        series = Series.objects.get(pk=training.character.series_id)
        advance_following(trained, seconds)
        Proposal.objects.filter(pk=trained.pk).update(ends_at=F("ends_at") - seconds)
        sync_trainings(series)


def find_start(character: Character, clock: int) -> int:
    """Return the clock time at which a training paid for now begins: now, or after earlier ones, by the options."""
    ends = [] if _at_once(character) else [training.ends_at or 0 for training in trainings_of(character)]
    return max([clock, *ends])


def advance_following(training: Proposal, seconds: int) -> None:
    """Bring the trainings after this one nearer by `seconds`, if the options train one after the other."""
    if not _at_once(training.character):
        later = training.character.proposals.filter(state=ProposalState.TRAINING, ends_at__gte=training.ends_at)
        later.exclude(pk=training.pk).update(ends_at=F("ends_at") - seconds)


def postpone_trainings(series: Series, seconds: int) -> None:
    """Put the end of every running training off by `seconds`, or forward if they are negative."""
    running = Proposal.objects.filter(character__series=series, state=ProposalState.TRAINING)
    running.exclude(ends_at=None).update(ends_at=F("ends_at") + seconds)


def sync_trainings(series: Series) -> None:
    """Bring the trainings in line with the series' clock: what has ended goes to the sheet, what has not ended leaves
    it.

    Call it in a transaction that has locked the series, with a fresh `clock`.
    """
    has_ended = Q(state=ProposalState.TRAINING, ends_at__lte=series.clock)
    has_not = Q(state__in=(ProposalState.DONE, ProposalState.BLOCKED), ends_at__gt=series.clock)
    moved = Proposal.objects.filter(has_ended | has_not, character__series=series, ends_at__isnull=False)
    proposals = _with_characters(moved.order_by("ends_at", "pk"))
    for proposal in reversed(proposals):
        if proposal.state != ProposalState.TRAINING:
            remove_purchase(proposal)
    for proposal in proposals:
        if proposal.state == ProposalState.TRAINING and (proposal.ends_at or 0) <= series.clock:
            apply_purchase(proposal)


def apply_purchase(proposal: Proposal) -> None:
    """Write what was bought to the sheet. If it no longer fits, block the proposal and store the reason."""
    character = proposal.character
    try:
        sheet = bought_sheet(proposal)
    except RulesError as refusal:
        proposal.state, proposal.trouble = ProposalState.BLOCKED, refusal.sentence
        proposal.save(update_fields=["state", "trouble"])
        return
    proposal.change = write_sheet(
        character,
        sheet,
        proposal.answered_by,
        proposal.label if proposal.values else Text("Experience: {label}", label=proposal.label),
    )
    proposal.state, proposal.trouble = ProposalState.DONE, ""
    proposal.save(update_fields=["state", "trouble", "change"])


def remove_purchase(proposal: Proposal) -> bool:
    """Take what was bought off the sheet, back into training. Return False without a change if the sheet was changed
    since."""
    change = proposal.change
    if change and not _give_back(proposal, change):
        return False
    proposal.state, proposal.trouble, proposal.change = ProposalState.TRAINING, "", None
    proposal.save(update_fields=["state", "trouble", "change"])
    return True


def trained_sheet(character: Character) -> dict[str, Any]:
    """Return the character's sheet as it will be after the current trainings. What no longer fits is left out."""
    expected = copy(character)
    sheet: dict[str, Any] = character.sheet
    for training in trainings_of(character):
        training.character = expected
        with suppress(RulesError):
            expected.sheet = sheet = bought_sheet(training)
    return sheet


def bought_sheet(proposal: Proposal) -> dict[str, Any]:
    """Return the character's sheet with what was bought. Raises `BadInput` if it no longer fits."""
    character = proposal.character
    system = get_system(character.series.system)
    rules, sheet = system.experience, character.parsed_sheet()
    options: Any = decode(system.options, character.series.options)
    if proposal.values:
        return _written_sheet(proposal)
    if proposal.good:
        bought = BoughtGood(proposal.good, proposal.figures, proposal.trait, proposal.name)
        return canonical(system.key, rules.put(sheet, bought, options))
    rules.price(sheet, proposal.path, proposal.before, proposal.after, options)
    return canonical(system.key, with_values(character.sheet, {proposal.path: proposal.after}))


def _written_sheet(proposal: Proposal) -> dict[str, Any]:
    """Return the sheet with the words that were proposed. Raises `BadInput` if they were changed in the meantime."""
    sheet = proposal.character.sheet
    if any(get_value(sheet, path) != before for path, (before, _after) in proposal.values.items()):
        raise BadInput("moved_on", Text("The sheet has changed since."))
    return canonical(
        proposal.character.series.system,
        with_values(sheet, {path: after for path, (_before, after) in proposal.values.items()}),
    )


def _at_once(character: Character) -> bool:
    system = get_system(character.series.system)
    return system.experience.at_once(decode(system.options, character.series.options))


def _give_back(proposal: Proposal, change: SheetChange) -> bool:
    character = proposal.character
    if any(get_value(character.sheet, path) != after for path, (_before, after) in change.values.items()):
        return False
    values = {path: before for path, (before, _after) in change.values.items()}
    try:
        sheet = canonical(character.series.system, with_values(character.sheet, values))
    except RulesError:
        return False
    write_sheet(character, sheet, None, f"Experience: {proposal.label}, taken back"[:200])
    return True


def _with_characters(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Set the proposals' characters, each locked and loaded once: proposals of one character share it."""
    proposals = list(proposals)
    keys = {proposal.character_id for proposal in proposals}
    if not keys:
        return []
    characters = Character.objects.select_for_update(of=("self",)).select_related("series").order_by("pk")
    by_key = {character.pk: character for character in characters.filter(pk__in=keys)}
    for proposal in proposals:
        proposal.character = by_key[proposal.character_id]
    return proposals
