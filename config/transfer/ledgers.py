"""Ledgers of experience in the file. Entries and proposals refer to each other by their place in the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Sum

from campaigns.core.refusals import Refused
from campaigns.models import (
    Character,
    Episode,
    ExperienceEntry,
    Proposal,
    ProposalState,
    Scene,
    Session,
)
from config.transfer.fields import MAX_LEDGER, PROPOSAL, XP_ENTRY
from config.transfer.history import HistoryImporter, parse_name
from config.transfer.places import Part, Place, Places
from config.transfer.rows import BATCH, Row, create_at, number, parse_optional, parse_past, pick_row, write_row
from config.transfer.saving import check_types
from rules.battle import Json
from rules.names import clean_values
from rules.system import System
from rules.text import Text
from rules.text_codec import decode_text

PARTS = ("scene", "episode", "story")
"""The kinds of parts, the narrowest first."""


def write_ledger(character: Character, parts: Places) -> dict[str, Any]:
    """Return the character's entries and proposals, which were read oldest first."""
    proposals, entries = list(character.proposals.all()), list(character.experience.all())
    places, asked, changes = number(entries), number(proposals), number(character.changes.all())
    return {
        "proposals": [
            {
                **write_row(proposal, PROPOSAL),
                "wrote": proposal.change.values if proposal.change else None,
                "change": changes.get(proposal.change_id or 0),
                "who": proposal.who,
                "answerer": proposal.answerer,
            }
            for proposal in proposals
        ],
        "entries": [
            {
                **write_row(entry, XP_ENTRY),
                "who": entry.who,
                "part": next((parts[kind, pk] for kind in PARTS if (pk := getattr(entry, f"{kind}_id"))), None),
                "session": parts["session", entry.session_id][0] if entry.session_id else None,
                "proposal": asked.get(entry.proposal_id or 0),
                "reverses": places.get(entry.reverses_id or 0),
            }
            for entry in entries
        ],
    }


class LedgerImporter:
    """Imports ledgers. `parts`: the new story, episode or scene by its place in the file; `sessions`: in its order."""

    def __init__(
        self, system: System, parts: Mapping[Place, Part], sessions: Sequence[Session], history: HistoryImporter
    ) -> None:
        self._system, self._parts, self._sessions, self._history = system, parts, sessions, history
        self._count = 0

    def keep(self, character: Character, data: Mapping[str, Any]) -> None:
        """Save a ledger. Raises `ValueError`, `TypeError`, `KeyError` or `ValidationError` if it is none."""
        data = clean_values(data)
        proposals, entries = data["proposals"], data["entries"]
        self._count += len(proposals) + len(entries)
        if self._count > MAX_LEDGER:
            raise Refused(f"There are more than {MAX_LEDGER} lines of experience in the file.", status=413)
        made = self._keep_proposals(character, proposals)
        self._keep_entries(character, entries, made)
        sums = character.experience.order_by().values("purse").annotate(sum=Sum("points"))
        if any(row["sum"] < 0 for row in sums):
            raise ValueError

    def _keep_proposals(self, character: Character, rows: Sequence[Mapping[str, Any]]) -> list[Proposal]:
        made = []
        for row in rows:
            proposal = Proposal(character=character, **{name: row[name] for name in PROPOSAL if name != "values"})
            proposal.values = self._parse_words(character, row.get("values", {}))
            proposal.answered_at = parse_optional(row["answered_at"], parse_past)
            _check_figures(proposal)
            self._check_purses(proposal.purses)
            proposal.change = self._history.find(character, row, Text("Experience"))
            proposal.by_name = parse_name(row.get("who", ""))
            proposal.answered_by_name = parse_name(row.get("answerer", ""))
            made.append(_clean(proposal))
            if proposal.state == ProposalState.TRAINING and proposal.ends_at is None:
                raise ValueError
        return create_at(made, [parse_past(row["at"]) for row in rows])

    def _parse_words(self, character: Character, values: Any) -> dict[str, list[Json]]:
        """Return what a player proposes to write, which older files lack. Raises `ValueError` if it is none of that."""
        asked = self._system.sheets.kept_by("asked", character.parsed_sheet())
        if not isinstance(values, dict) or not asked.issuperset(values):
            raise ValueError
        if any(not isinstance(pair, list) or len(pair) != 2 for pair in values.values()):
            raise ValueError
        for side in (0, 1):
            self._system.sheets.parse({**character.sheet, **{path: pair[side] for path, pair in values.items()}})
        return values

    def _keep_entries(
        self, character: Character, rows: Sequence[Mapping[str, Any]], proposals: Sequence[Proposal]
    ) -> None:
        made = []
        for row in rows:
            values = {name: row[name] for name in XP_ENTRY}
            entry = ExperienceEntry(character=character, by_name=parse_name(row.get("who", "")), **values)
            self._check_purses([entry.purse])
            self._place(entry, row["part"])
            if (session := row.get("session")) is not None:
                entry.session = pick_row(self._sessions, session)
            if row["proposal"] is not None:
                entry.proposal = pick_row(proposals, row["proposal"])
            made.append(_clean(entry))
        made = create_at(made, [parse_past(row["at"]) for row in rows])
        countered: set[int] = set()
        for place, row in enumerate(rows):
            if row["reverses"] is not None:
                _reverse(made[place], pick_row(made, row["reverses"], before=place), countered)
        ExperienceEntry.objects.bulk_update(made, ["reverses"], BATCH)

    def _place(self, entry: ExperienceEntry, named: Any) -> None:
        """Set what the experience was given for."""
        part = self._parts[tuple(named)] if named is not None else None
        if isinstance(part, Scene):
            entry.scene, entry.episode, entry.story = part, part.episode, part.episode.story
        elif isinstance(part, Episode):
            entry.episode, entry.story = part, part.story
        else:
            entry.story = part

    def _check_purses(self, purses: Any) -> None:
        if not isinstance(purses, list) or not set(purses) <= {*self._system.experience.purses}:
            raise ValueError


def _reverse(entry: ExperienceEntry, first: ExperienceEntry, countered: set[int]) -> None:
    """Link an entry to the earlier one that it counters. That one must have the opposite points, and no link yet."""
    if (first.points, first.purse) != (-entry.points, entry.purse) or first.reverses_id or first.pk in countered:
        raise ValueError
    countered.add(first.pk)
    entry.reverses = first


def _check_figures(proposal: Proposal) -> None:
    """Check the JSON fields of a proposal."""
    numbers = [*proposal.figures.values(), *(step[name] for step in proposal.steps for name in ("points", "seconds"))]
    words = [word for step in proposal.steps for word in (decode_text(step["name"]), step["rule"])]
    if any(type(number) is not int or abs(number) > 10**12 for number in numbers):
        raise ValueError
    if any(not isinstance(word, str) or len(word) > 200 for word in words):
        raise ValueError


def _clean(row: Row) -> Row:
    """Check the fields of a row. Foreign keys were looked up already."""
    check_types(row)
    free = [field.name for field in row._meta.concrete_fields if field.is_relation or _is_empty(row, field.attname)]
    row.clean_fields(exclude=free)
    return row


def _is_empty(row: Row, name: str) -> bool:
    """Whether it is a list that may be empty: words and openings have no steps of a price, and no purse pays them."""
    return name in ("steps", "purses") and getattr(row, name) == []
