"""A chronicle of years: as much as a group writes, plays and keeps in them, to see how pages fare with it.

All names are made of a few words, and all dice are seeded: it comes out alike each time. To fill a server with it:

    python manage.py shell -c "from benchmarks.long_chronicle import load_long_chronicle; load_long_chronicle()"
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random

from django.db import transaction
from django.utils import timezone

from campaigns.calendar.calendar import DAY
from campaigns.core.uploads import Upload
from campaigns.handouts.attachments.services import keep_content
from campaigns.models import (
    Attachment,
    AttachmentKind,
    Character,
    Episode,
    Handout,
    KnownTo,
    Membership,
    PrivateNote,
    Role,
    Scene,
    Secret,
    Series,
    Story,
    Subject,
    SubjectKind,
    Thread,
    ThreadKind,
    Tie,
    TieKind,
)
from campaigns.models.attachment import FIRST_NUMBER
from config.demo.attachments import draw_lantern
from config.demo.people import PLAYERS, ROLES, STORYTELLER, People, make_people
from play.commands.moves import MakeRoll, Say
from play.commands.submit import submit
from play.models import Table
from rules import get_system
from rules.battle import Move

NAME, SYSTEM = "The Long Road", "exalted2e"
FIRST = ("Amber", "Bitter", "Copper", "Distant", "Eighth", "Fallen", "Gentle", "Hollow", "Iron", "Jade")
LAST = ("Heron", "Lantern", "Anchor", "Ledger", "Willow", "Tower", "Ferry", "Kiln", "Orchard", "Weir")
DEEDS = ("waits at", "sold", "has seen", "owes salt to", "never speaks of", "is looking for")


@dataclass(frozen=True)
class Size:
    """How much there is of everything."""

    scenes: int = 200
    characters: int = 60
    entries: int = 5_000
    threads: int = 60
    handouts: int = 40
    attachments: int = 60
    subjects: int = 80
    ties: int = 120
    episode_scenes: int = 8
    story_episodes: int = 5


class Dice:
    """Faces from a seeded generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def roll(self, count: int) -> tuple[int, ...]:
        """Return this many faces."""
        return tuple(self._random.randint(1, 10) for _ in range(count))


@transaction.atomic
def load_long_chronicle(size: Size | None = None) -> Series:
    """Make the chronicle, with the people of the demo at its table."""
    people, size = make_people(), size or Size()
    random = Random(200)
    series = Series.objects.create(name=NAME, system=SYSTEM, owner=people[STORYTELLER], clock=400 * DAY)
    members = {
        name: Membership.objects.create(series=series, user=person, role=ROLES[name]) for name, person in people.items()
    }
    scenes = _make_scenes(series, size, random)
    characters = _make_characters(series, size, people, random)
    _make_subjects(series, size, scenes, characters, random)
    _make_papers(series, size, scenes, characters, people, random)
    _make_attachments(series, size, scenes, people)
    _play(scenes, size, characters, members, random)
    Scene.objects.filter(pk__in=[scene.pk for scene in scenes[:-1]]).update(closed_at=timezone.now())
    return series


def name_of(place: int) -> str:
    """Return the name that stands at this place of all names, which do not repeat."""
    turn, rest = divmod(place, len(FIRST) * len(LAST))
    name = f"{FIRST[rest % len(FIRST)]} {LAST[(rest // len(FIRST) + rest) % len(LAST)]}"
    return f"{name} {turn + 1}" if turn else name


def _words(random: Random, sentences: int) -> str:
    """Return notes of this many sentences about people and places of the chronicle."""
    written: list[str] = []
    for _sentence in range(sentences):
        who, whom = (name_of(random.randrange(len(FIRST) * len(LAST))) for _name in range(2))
        written.append(f"{who} {random.choice(DEEDS)} @{whom}.")
    return " ".join(written)


def _make_scenes(series: Series, size: Size, random: Random) -> list[Scene]:
    made: list[Scene] = []
    while len(made) < size.scenes:
        place, rest = divmod(len(made), size.episode_scenes)
        if rest == 0:
            if place % size.story_episodes == 0:
                story = Story.objects.create(
                    series=series, title=f"The {name_of(place)}", position=place, notes=_words(random, 6)
                )
            episode = Episode.objects.create(
                story=story, title=f"Of the {name_of(place + 50)}", position=place, notes=_words(random, 4)
            )
        made.append(
            Scene.objects.create(
                episode=episode,
                title=f"At the {name_of(len(made))}",
                position=rest,
                notes=_words(random, 3),
                secret_notes=_words(random, 1),
                hidden=len(made) % 10 == 7,
            )
        )
    return made


def _make_characters(series: Series, size: Size, people: People, random: Random) -> list[Character]:
    sheets = get_system(SYSTEM).sheets
    archetypes = cycle(sheets.archetypes)
    return [
        Character.objects.create(
            series=series,
            name=name_of(place),
            sheet=sheets.blank(next(archetypes)),
            owner=people[PLAYERS[place]] if place < len(PLAYERS) else None,
            hidden=place % 7 == 6,
            notes=_words(random, 3),
            secret_notes=_words(random, 2),
        )
        for place in range(size.characters)
    ]


def _make_subjects(
    series: Series, size: Size, scenes: list[Scene], characters: list[Character], random: Random
) -> None:
    """Make people and places, with secrets, and ties between neighbours."""
    subjects: list[Subject] = []
    for place in range(size.subjects):
        character = characters[place] if place < len(characters) // 2 else None
        page = Subject(series=series, name=name_of(place), character=character, known_to=KnownTo.values[2 - place % 3])
        page.kind, page.notes, page.secret_notes = SubjectKind.values[place % 4], _words(random, 3), _words(random, 1)
        page.save()
        page.knowers.add(characters[place % len(PLAYERS)])
        secret = Secret.objects.create(series=series, subject=page, text=_words(random, 1), known_to=KnownTo.SOME)
        secret.knowers.add(characters[0])
        subjects.append(page)
    for place in range(size.ties):
        source = subjects[place % len(subjects)]
        tie = Tie(series=series, source=source, target=subjects[(place * 7 + 3) % len(subjects)], words=source.name)
        tie.kind, tie.known_to = TieKind.values[place % 9], KnownTo.ALL
        tie.since, tie.ended = random.choice(scenes), place % 5 == 4
        if tie.source != tie.target:
            tie.save()


def _make_papers(
    series: Series, size: Size, scenes: list[Scene], characters: list[Character], people: People, random: Random
) -> None:
    """Make threads, handouts and private notes."""
    kinds, pages = cycle(ThreadKind.values), list(series.subjects.order_by("pk"))
    for place in range(size.threads):
        thread = Thread.objects.create(
            series=series,
            kind=next(kinds),
            title=f"{name_of(place)} {random.choice(DEEDS)} {name_of(place + 31)}",
            notes=_words(random, 3),
            segments=(0, 4, 6)[place % 3],
            known_to=KnownTo.values[place % 3],
            resolved_at=timezone.now() if place % 4 == 3 else None,
        )
        thread.knowers.add(characters[place % len(PLAYERS)])
        thread.characters.add(*random.sample(characters, 2))
        thread.subjects.add(*random.sample(pages, min(3, len(pages))))
        thread.scenes.add(*random.sample(scenes, 2))
    for place in range(size.handouts):
        scene = random.choice(scenes)
        handout = Handout.objects.create(
            series=series, scene=scene, title=f"A letter of {name_of(place)}", text=_words(random, 4)
        )
        if place % 2:
            handout.readers.create(scene=scene)
    for person in people.values():
        PrivateNote.objects.create(series=series, scene=scenes[-1], user=person, text=_words(random, 5))


def _make_attachments(series: Series, size: Size, scenes: list[Scene], people: People) -> None:
    """Make pictures and files of all members, and show one in the notes of every other scene."""
    uploaders, codes = cycle(people.values()), []
    for place in range(size.attachments):
        title, known_to = f"As {name_of(place)} saw it", KnownTo.values[place % 3]
        attachment = Attachment(series=series, number=FIRST_NUMBER + place, title=title, known_to=known_to)
        attachment.uploaded_by = next(uploaders)
        text = Upload(AttachmentKind.FILE, title.encode())
        keep_content(attachment, text if place % 3 == 1 else draw_lantern())
        codes.append(attachment.code)
    for scene, code in zip(scenes[::2], cycle(codes), strict=False):
        scene.notes = f"{scene.notes}\n\n{code}"
        scene.save(update_fields=["notes"])


def _play(
    scenes: list[Scene],
    size: Size,
    characters: list[Character],
    members: dict[str, Membership],
    random: Random,
) -> None:
    """Talk, whisper and roll in all scenes in turn."""
    dice, left = Dice(random), size.entries
    for place, scene in enumerate(scenes):
        for who, move in _moves(left // (len(scenes) - place), characters, members, random):
            submit(who, scene, uuid.uuid4(), None, move, dice)
        left -= Table.objects.get(scene=scene).number if Table.objects.filter(scene=scene).exists() else 0


def _moves(
    count: int, characters: list[Character], members: dict[str, Membership], random: Random
) -> Iterator[tuple[Membership, Move]]:
    heroes = {name: str(characters[place].pk) for place, name in enumerate(PLAYERS)}
    seated = [name for name, member in members.items() if member.role != Role.SPECTATOR]
    for place in range(count):
        name = random.choice(seated)
        if place % 5 == 4:
            player = random.choice(PLAYERS)
            request = {"attribute": "wits", "ability": "awareness"}
            yield members[player], MakeRoll(heroes[player], request, "owner" if place % 20 == 19 else "")
        elif place % 11 == 10:
            yield members[STORYTELLER], Say(_words(random, 1), to=heroes[random.choice(PLAYERS)])
        else:
            yield members[name], Say(_words(random, random.randint(1, 3)), speaker=heroes.get(name, ""))
