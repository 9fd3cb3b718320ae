"""The dice of scenes as a seat saw them: the file that proves them, and how they have fallen."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import attrgetter

from django.db import transaction

from campaigns.core.access import visible_parts
from campaigns.core.language import translate
from campaigns.core.seats import get_seat, person_key
from campaigns.models import Membership, Scene
from play.commands.dice import load_sealing
from play.models import Command, Entry, Seal, Table
from play.table.dice_events import DICE_EVENTS, DiceMixed, DiceSealed
from play.table.events import decode_event
from play.table.people import load_characters, load_members
from play.table.rows import find_table
from play.table.seat_log import visible_entries
from rules import get_system
from rules.battle import Audience, Json, Seat
from rules.codec import encode
from rules.dice_statistics import Tally, tally
from rules.fair import derive_seed, hash_seed
from rules.fair_file import FORMAT, VERSION, DiceFile, ProvedStream, Step
from rules.text import Text, list_names


@transaction.atomic
def write_proof(scene: Scene, membership: Membership) -> dict[str, Json]:
    """Return the file that proves the dice which a seat saw in a scene; see `rules.fair_file`.

    Seeds are in it once the scene is closed or its dice got a new seal. It waits for a command that is being carried
    out: afterwards, no die falls from these seeds.
    """
    table = find_table(scene.pk, lock=True)
    scene = Scene.objects.select_related("episode__story__series").get(pk=scene.pk)
    streams = () if table is None else tuple(_Proof(scene, table, get_seat(membership)).list_streams())
    return encode(DiceFile(FORMAT, VERSION, scene.title, streams))  # type: ignore[no-any-return]


class _Proof:
    def __init__(self, scene: Scene, table: Table, seat: Seat, *, with_steps: bool = True) -> None:
        self._scene, self._table, self._seat = scene, table, seat
        self._steps = with_steps
        self._seen = list(visible_entries(table, seat).order_by("number").values_list("number", flat=True))
        system = get_system(scene.series.system)
        entries = Entry.objects.filter(table=table.pk, event__kind__in=[kind.__name__ for kind in DICE_EVENTS])
        known = entries.order_by("number").values_list("number", "event")
        self._announced = [(number, decode_event(system, event)) for number, event in known]

    def list_streams(self) -> Iterator[ProvedStream]:
        seals = list(Seal.objects.filter(table=self._table.pk))
        for seal, following in zip_longest(seals, seals[1:]):
            end = following.number if following else self._table.number + 1
            yield from self._list_sealed(seal, end)

    def _list_sealed(self, seal: Seal, end: int) -> Iterator[ProvedStream]:
        """Yield the streams of one seal: its entries stand from its own number to before `end`."""
        is_open = self._scene.is_open and seal.seed == self._scene.dice_seed
        seed = "" if is_open else seal.seed
        steps = self._gather_steps(seal, end) if seed and self._steps else {}
        for entry, event in self._between(seal.number, end):
            if not isinstance(event, DiceSealed):
                continue
            for sealing in event.seals:
                fell = tuple(steps.get(sealing.audience, ()))
                is_worth = not steps or sealing.audience is None or any(step.dice for step in fell)
                if is_worth and self._seat.may_see(sealing.audience):
                    shown = derive_seed(seed, sealing.stream) if seed else ""
                    yield ProvedStream(
                        self._name(sealing.audience), self._count(entry, entry), sealing.hash, shown, fell
                    )

    def _between(self, first: int, end: int) -> list[tuple[int, object]]:
        return [(number, event) for number, event in self._announced if first <= number < end]

    def _gather_steps(self, seal: Seal, end: int) -> Mapping[Audience, list[Step]]:
        """Return what fell and what was added, by audience, for those audiences that the seat belongs to."""
        there = Command.objects.filter(table=self._table.pk, first__gte=seal.number, first__lt=end).exclude(thrown=[])
        found: defaultdict[Audience, list[tuple[int, Step]]] = defaultdict(list)
        for first, last, thrown in there.order_by("first").values_list("first", "last", "thrown"):
            for throw in thrown:
                audience = None if throw["audience"] is None else tuple(throw["audience"])
                if self._seat.may_see(audience):
                    step = Step(self._count(first, last), throw["number"], tuple(throw["dice"]))
                    found[audience].append((last, step))
        mixed = [
            (number, Step(self._count(number, number), who=event.name, words=event.text))
            for number, event in self._between(seal.number, end)
            if isinstance(event, DiceMixed)
        ]
        in_order = {audience: sorted([*steps, *mixed], key=lambda step: step[0]) for audience, steps in found.items()}
        return {audience: [step for _, step in steps] for audience, steps in in_order.items()}

    def _count(self, first: int, last: int) -> int:
        """Return the seat's own count of the newest of these entries that it sees, or 0."""
        count = bisect_right(self._seen, last)
        return count if count and self._seen[count - 1] >= first else 0

    def _name(self, audience: Audience) -> str:
        """Return whose dice these are, in the reader's language."""
        if audience is None:
            return _name_open()
        if not audience:
            return str(translate(Text("Dice only the Storyteller sees")))
        names = {str(character.pk): character.name for character in load_characters(self._scene)}
        names |= {person_key(member.user_id): member.user.get_username() for member in load_members(self._scene)}
        whose = list_names(names[key] for key in audience if key in names)
        return str(translate(Text("Dice that only the Storyteller and {who} see", who=whose)))


def _name_open() -> str:
    return str(translate(Text("Dice everyone sees")))


@dataclass(frozen=True, slots=True)
class Fallen:
    """How the open dice have fallen for one person, or for all: `who` is empty for what the table did by itself."""

    who: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class KnownHash:
    """A hash that a seat has seen, with the entry of its log. `whose` tells which dice fall from its seed.

    `is_open`: everybody sees them. `is_shown`: the seed is secret no longer.
    """

    whose: str
    entry: int
    hash: str
    is_open: bool
    is_shown: bool


def count_fallen(membership: Membership, scenes: Iterable[Scene]) -> tuple[Tally, list[Fallen]]:
    """Return how the dice have fallen that everybody saw in these scenes, all together and by person.

    Scenes that the member may not see are left out. Dice of before they were sealed are not counted.
    """
    keys = [scene.pk for scene in scenes]
    seen = visible_parts(Scene.objects.filter(pk__in=keys), membership)
    rows = Command.objects.filter(table__scene__in=seen.values("pk")).exclude(thrown=[]).order_by("pk")
    everything: list[int] = []
    by_person: defaultdict[str, list[int]] = defaultdict(list)
    for who, thrown in rows.values_list("user__username", "thrown"):
        faces = [face for throw in thrown if throw["audience"] is None for face in throw["dice"]]
        everything += faces
        by_person[who or ""] += faces
    people = [Fallen(who, tally(faces)) for who, faces in by_person.items() if faces]
    return tally(everything), sorted(people, key=attrgetter("tally.dice"), reverse=True)


def list_known_hashes(scene: Scene, membership: Membership) -> Sequence[KnownHash]:
    """Return the hashes of a scene's seeds that a seat has seen."""
    table = find_table(scene.pk)
    if table is None:
        return ()
    streams = _Proof(scene, table, get_seat(membership), with_steps=False).list_streams()
    everybody = _name_open()
    return [
        KnownHash(stream.whose, stream.sealed, stream.hash, stream.whose == everybody, bool(stream.seed))
        for stream in streams
    ]


def find_next_hash(scene: Scene) -> str:
    """Return the hash of the seed from which the next die for everybody falls, if no entry has told it yet."""
    table = find_table(scene.pk)
    sealing = load_sealing(table) if table else None
    opened = sealing.find(None) if sealing and sealing.seed == scene.dice_seed else None
    return "" if (opened and opened.told) or not scene.is_open else hash_seed(derive_seed(scene.dice_seed, 0))
