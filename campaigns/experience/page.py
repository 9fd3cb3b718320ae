"""Ledgers as pages show them: what a member may see of experience, proposals and trainings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from campaigns.chronicle.tree import build_tree, walk
from campaigns.core.language import translate
from campaigns.experience.chart import Chart, build_chart
from campaigns.experience.ledger import load_all_balances
from campaigns.models import Character, ExperienceEntry, Membership, Proposal, ProposalState, Series
from campaigns.sessions.visible import say_session
from rules import get_system

WAITING = (ProposalState.OPEN, ProposalState.BLOCKED)


@dataclass(frozen=True, slots=True)
class Purse:
    """A purse with its balance, and the sums that were earned and spent."""

    label: str
    balance: int
    earned: int
    spent: int


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """An entry with its occasion, if the reader may know of it, and the balance of its purse after it."""

    entry: ExperienceEntry
    purse: str
    place: str
    balance: int
    is_undone: bool

    @property
    def reason(self) -> str:
        """What it was for, in the reader's language."""
        return translate(self.entry.reason)

    @property
    def session(self) -> str:
        """The session that it was for, by its day; empty for other entries."""
        return say_session(self.entry.session) if self.entry.session else ""

    @property
    def can_reverse(self) -> bool:
        """Whether it is an award that still counts."""
        return not (self.is_undone or self.entry.reverses_id or self.entry.proposal_id)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A character's experience, the newest line first."""

    purses: tuple[Purse, ...]
    lines: tuple[LedgerLine, ...]
    chart: Chart | None
    stories: tuple[tuple[int, str], ...]
    """The stories with entries, for the filter."""
    allows: str = ""
    """What the experience spent so far allows, in addition to what it bought."""


@dataclass(frozen=True, slots=True)
class Holder:
    """One character on the Storyteller's page."""

    character: Character
    balances: tuple[int, ...]
    waiting: int
    training: int
    is_kept: bool
    """Whether the ledger is shown: the character has a player, entries or proposals."""


def load_ledger(character: Character, membership: Membership, story: int | None = None) -> Ledger:
    """Return the ledger, with all its lines or only those of one story."""
    rules = get_system(character.series.system).experience
    purses = rules.purses
    related = ("user", "story", "session", "reversed_by", "proposal__answered_by")
    entries = list(character.experience.select_related(*related).order_by("pk"))
    places = _name_places(membership)
    lines = _lines(entries, purses, places)
    given = [entry.story_id for entry in entries if entry.story_id]
    known = {pk: places[f"story:{pk}"] for pk in given if f"story:{pk}" in places}
    story = story if story in known else None
    drawn = {key: _purse(label, [entry for entry in entries if entry.purse == key]) for key, label in purses.items()}
    return Ledger(
        purses=tuple(drawn.values()),
        lines=tuple(line for line in reversed(lines) if story is None or line.entry.story_id == story),
        chart=build_chart(entries, purses),
        stories=tuple(known.items()),
        allows=rules.allows(character.parsed_sheet(), {key: purse.spent for key, purse in drawn.items()}),
    )


def list_waiting(series: Series) -> list[Proposal]:
    """Return the proposals that wait for the Storyteller, oldest first: open and blocked ones."""
    waiting = Proposal.objects.filter(character__series=series, state__in=WAITING)
    return list(waiting.select_related("character__series", "user").order_by("pk"))


def list_holders(series: Series) -> list[Holder]:
    """Return the characters with their balances, players' characters first. Extras only if they have a ledger."""
    balances = load_all_balances(series)
    purses = get_system(series.system).experience.purses
    counted = _count_states(series)
    asked = {character for character, _state in counted}
    people = series.characters.select_related("owner").defer(*Character.UNLISTED)
    characters = sorted(people, key=lambda character: character.owner_id is None)
    return [
        Holder(
            character,
            tuple(balances.get(character.pk, {}).get(purse, 0) for purse in purses),
            sum(counted.get((character.pk, state), 0) for state in WAITING),
            counted.get((character.pk, ProposalState.TRAINING), 0),
            character.owner_id is not None or character.pk in balances or character.pk in asked,
        )
        for character in characters
        if not character.extra or character.pk in balances
    ]


def _count_states(series: Series) -> dict[tuple[int, str], int]:
    rows = Proposal.objects.filter(character__series=series).order_by().values_list("character", "state")
    return {(character, state): count for character, state, count in rows.annotate(Count("pk"))}


def _lines(
    entries: Sequence[ExperienceEntry], labels: Mapping[str, str], places: Mapping[str, str]
) -> list[LedgerLine]:
    now = dict.fromkeys(labels, 0)
    lines = []
    for entry in entries:
        now[entry.purse] = now.get(entry.purse, 0) + entry.points
        kinds = (("scene", entry.scene_id), ("episode", entry.episode_id), ("story", entry.story_id))
        place = next((f"{kind}:{pk}" for kind, pk in kinds if pk), "")
        label = labels.get(entry.purse, entry.purse)
        lines.append(LedgerLine(entry, label, places.get(place, ""), now[entry.purse], hasattr(entry, "reversed_by")))
    return lines


def _purse(label: str, entries: Sequence[ExperienceEntry]) -> Purse:
    """Return a purse's sums without entries that were taken back."""
    points = [entry.points for entry in entries if not entry.reverses_id and not hasattr(entry, "reversed_by")]
    earned, spent = sum(p for p in points if p > 0), -sum(p for p in points if p < 0)
    return Purse(label, earned - spent, earned, spent)


def _name_places(membership: Membership) -> dict[str, str]:
    """Return the titles of the parts that the member may see, by keys such as "scene:5"."""
    return {f"{branch.kind}:{branch.part.pk}": branch.part.title for branch in walk(build_tree(membership))}
