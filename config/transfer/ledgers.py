"""Ledgers of experience in the file. Entries and proposals refer to each other by their place in the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.db import models
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
    Story,
)
from config.transfer.fields import MAX_LEDGER, PROPOSAL, XP_ENTRY
from config.transfer.history import HistoryImporter, place_changes, read_name
from config.transfer.rows import LAST_SECOND, read_past, write_row
from config.transfer.saving import clean_lines
from rules.battle import Json
from rules.names import clean_values
from rules.system import System
from rules.text import Text
from rules.text_codec import decode_text

Row = TypeVar("Row", ExperienceEntry, Proposal)
Part = Story | Episode | Scene
Place = tuple[int, ...]
"""Where a part stands in the file: the index of its story, of the episode in it, and of the scene in that."""
Places = Mapping[tuple[str, int], Place]
"""Places by kind of part and primary key."""
BATCH = 500


def find_places(stories: Iterable[Story], sessions: Iterable[Session] = ()) -> Places:
    """Return where the parts and sessions of a series stand in its file. Both are in its order."""
    places: dict[tuple[str, int], Place] = {("session", one.pk): (place,) for place, one in enumerate(sessions)}
    for first, story in enumerate(stories):
        places["story", story.pk] = (first,)
        for second, episode in enumerate(story.episodes.all()):
            places["episode", episode.pk] = (first, second)
            for third, scene in enumerate(episode.scenes.all()):
                places["scene", scene.pk] = (first, second, third)
    return places


def write_ledger(character: Character, parts: Places) -> dict[str, Any]:
    """Return the character's entries and proposals, which were read oldest first."""
    proposals, entries = list(character.proposals.all()), list(character.experience.all())
    places = {one.pk: place for place, one in enumerate(entries)}
    asked = {one.pk: place for place, one in enumerate(proposals)}
    changes = place_changes(character)
    return {
        "proposals": [
            {
                **write_row(one, PROPOSAL),
                "wrote": one.change.values if one.change else None,
                "change": changes.get(one.change_id or 0),
                "who": one.who,
                "answerer": one.answerer,
            }
            for one in proposals
        ],
        "entries": [
            {
                **write_row(one, XP_ENTRY),
                "who": one.who,
                "part": next(
                    (parts[kind, pk] for kind in ("scene", "episode", "story") if (pk := getattr(one, f"{kind}_id"))),
                    None,
                ),
                "session": parts["session", one.session_id][0] if one.session_id else None,
                "proposal": asked.get(one.proposal_id or 0),
                "reverses": places.get(one.reverses_id or 0),
            }
            for one in entries
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
        if any(one["sum"] < 0 for one in sums):
            raise ValueError

    def _keep_proposals(self, character: Character, rows: Sequence[Mapping[str, Any]]) -> list[Proposal]:
        made = []
        for row in rows:
            proposal = Proposal(character=character, **{name: row[name] for name in PROPOSAL if name != "values"})
            proposal.values = self._read_words(character, row.get("values", {}))
            proposal.answered_at = read_past(row["answered_at"]) if row["answered_at"] is not None else None
            _check_figures(proposal)
            self._check_purses(proposal.purses)
            proposal.change = self._history.find(character, row, Text("Experience"))
            proposal.by_name = read_name(row.get("who", ""))
            proposal.answered_by_name = read_name(row.get("answerer", ""))
            made.append(_clean(proposal))
            if proposal.state == ProposalState.TRAINING and proposal.ends_at is None:
                raise ValueError
        return _keep(Proposal, made, rows)

    def _read_words(self, character: Character, values: Any) -> dict[str, list[Json]]:
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
            entry = ExperienceEntry(character=character, by_name=read_name(row.get("who", "")), **values)
            self._check_purses([entry.purse])
            self._place(entry, row["part"])
            if (session := row.get("session")) is not None:
                entry.session = self._sessions[_index(session, len(self._sessions))]
            if row["proposal"] is not None:
                entry.proposal = proposals[_index(row["proposal"], len(proposals))]
            made.append(_clean(entry))
        made = _keep(ExperienceEntry, made, rows)
        countered: set[int] = set()
        for place, row in enumerate(rows):
            if row["reverses"] is not None:
                _reverse(made[place], made[_index(row["reverses"], place)], countered)
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


def _index(value: Any, limit: int) -> int:
    if type(value) is not int or not 0 <= value < limit:
        raise ValueError
    return value


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
    for field in row._meta.concrete_fields:
        if isinstance(field, models.CharField) and not isinstance(getattr(row, field.attname), str):
            raise TypeError
        if isinstance(field, models.IntegerField) and abs(getattr(row, field.attname) or 0) > LAST_SECOND:
            raise ValueError
    clean_lines(row)
    free = [field.name for field in row._meta.concrete_fields if field.is_relation or _is_empty(row, field.attname)]
    row.clean_fields(exclude=free)
    return row


def _is_empty(row: Row, name: str) -> bool:
    """Whether it is a list that may be empty: words and openings have no steps of a price, and no purse pays them."""
    return name in ("steps", "purses") and getattr(row, name) == []


def _keep(model: type[Row], rows: list[Row], told: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Save rows in their order, each with its time from the file."""
    times = [read_past(row["at"]) for row in told]
    made = model._default_manager.bulk_create(rows, BATCH)
    for row, at in zip(made, times, strict=True):
        row.at = at
    model._default_manager.bulk_update(made, ["at"], BATCH)
    return made
