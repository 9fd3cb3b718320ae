"""What a player says of powers and Charms on a character that is made: a proposal that the Storyteller approves.

A character has at most one that waits: what is written later joins it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.core.access import is_storyteller
from campaigns.core.quotas import require_storage_room
from campaigns.experience.training import bought_sheet
from campaigns.models import Character, Membership, Proposal, ProposalState
from campaigns.notices.record_notices import notify_answered, notify_proposed
from campaigns.sheets.changes import differences
from campaigns.sheets.json import fitting_sheet, with_values
from rules import get_system
from rules.battle import Json
from rules.text import Text, join, verbatim

MAX_NAMES = 4
MAX_NAME = 60


def asked_places(character: Character) -> frozenset[str]:
    """Return the places of a sheet for which the Storyteller is asked."""
    return get_system(character.series.system).sheets.kept_by("asked", character.parsed_sheet())


def split_described(
    membership: Membership, character: Character, traits: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the traits that the member changes at once, and those that are proposed to the Storyteller."""
    if not character.settled or is_storyteller(membership):
        return dict(traits), {}
    asked = asked_places(character)
    described = {path: value for path, value in traits.items() if path.partition(".")[0] in asked}
    return {path: value for path, value in traits.items() if path not in described}, described


def find_waiting(character: Character) -> Proposal | None:
    """Return the words that wait for the Storyteller, or None."""
    return character.proposals.filter(state=ProposalState.OPEN, path="", good="").first()


def words_in_waiting(character: Character, waiting: Proposal | None) -> dict[str, Json]:
    """Return the sheet as it would be with the words that wait."""
    values = waiting.values if waiting else {}
    return with_values(character.sheet, {path: after for path, (_before, after) in values.items()})


def propose_words(membership: Membership, character: Character, traits: Mapping[str, Any]) -> None:
    """Propose these traits, on top of what waits already. Nothing waits now if they are as on the sheet.

    Raises `BadInput` if the rules refuse them. Call it with the character locked.
    """
    waiting = find_waiting(character)
    asked = asked_places(character)
    written = fitting_sheet(character.series.system, words_in_waiting(character, waiting), traits)
    changes = {path: [before, after] for path, before, after in differences(character.sheet, written) if path in asked}
    if waiting and not changes:
        waiting.state = ProposalState.WITHDRAWN
        waiting.save(update_fields=["state"])
        notify_answered(waiting, membership.user)
    if not changes:
        return
    require_storage_room(character.series, len(json.dumps(changes)))
    proposal = waiting or Proposal(character=character, points=0)
    proposal.user, proposal.values = membership.user, changes
    proposal.label = Text("Described: {names}", names=_name(changes))
    bought_sheet(proposal)
    proposal.save()
    notify_proposed(proposal, membership.user)


def _name(changes: Mapping[str, Sequence[Json]]) -> Text:
    """Return the names of the powers and lines that change."""
    names = [name for before, after in changes.values() for name in _list_new(before, after)]
    more = [Text("and {n} more", n=len(names) - MAX_NAMES)] if len(names) > MAX_NAMES else []
    return join(", ", [*map(verbatim, names[:MAX_NAMES]), *more])


def _list_new(before: Json, after: Json) -> list[str]:
    """Return the names of what came or changed; if nothing did, of what went."""
    was, now = _list_names(before), _list_names(after)
    return [item[0] for item in now if item not in was] or [item[0] for item in was if item not in now]


def _list_names(value: Json) -> list[tuple[str, Json]]:
    """Return the rows of a list by their names, or the lines of a text."""
    if isinstance(value, list):
        return [(str(row.get("name", ""))[:MAX_NAME], row) for row in value]
    return [(line.strip()[:MAX_NAME], line) for line in str(value or "").splitlines() if line.strip()]
