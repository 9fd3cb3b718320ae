"""Import a series from a file. It belongs to the person who imports it; other members are not imported."""

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import dump_calendar, parse_calendar
from campaigns.core.language import tell
from campaigns.core.locks import lock_person
from campaigns.core.quotas import require_room_for, require_series_room
from campaigns.core.refusals import Refused
from campaigns.models import (
    Attachment,
    Character,
    Downtime,
    Episode,
    Handout,
    Membership,
    Role,
    Scene,
    Series,
    Story,
    Subject,
    Thread,
    User,
)
from campaigns.people.portraits.services import keep_portrait
from campaigns.sessions.deadlines import dump_rest, parse_rest
from campaigns.sheets.favorites import is_well_formed
from config.transfer.attachments import check_attachments, keep_attachment
from config.transfer.downtimes import DowntimeImporter
from config.transfer.fields import (
    ATTACHMENT,
    CHARACTER,
    DOWNTIME,
    EPISODE,
    HANDOUT,
    MAX_CHARACTERS,
    MAX_ENTRIES,
    MAX_PARTS,
    MAX_PROMPT_SECONDS,
    SCENE,
    SERIES,
    STORY,
    THREAD,
)
from config.transfer.handouts import HandoutImporter
from config.transfer.history import HistoryImporter, read_name
from config.transfer.known import read_known
from config.transfer.ledgers import LedgerImporter, Part, Place
from config.transfer.logs import LogImporter
from config.transfer.recaps import make_recap
from config.transfer.rows import read_second
from config.transfer.saving import Row, fill, pick, pick_chapter, save, take_list
from config.transfer.sessions import import_sessions
from config.transfer.subjects import SubjectImporter
from config.transfer.threads import check_threads, tie_thread
from rules import get_system
from rules.codec import decode, encode
from rules.creation import HouseBudget, check_house_budget
from rules.errors import RulesError
from rules.names import clean_values
from rules.settings import differing
from rules.system import System


@transaction.atomic
def import_series(user: User, data: Mapping[str, Any]) -> Series:
    """Create a series from what `transfer.read` returned. Raises `Refused` without a change."""
    lock_person(user)
    require_series_room(user)
    try:
        with transaction.atomic():
            series = _Import(user, data).run()
            require_room_for(series)
            return series
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        raise Refused(_("The file is damaged: something is missing or of the wrong type."), status=422) from None
    except ValidationError as error:
        raise Refused(_("The file is not valid: %(why)s") % {"why": error.messages[0]}, status=422) from None
    except RulesError as error:
        raise Refused(
            _("The rules can’t read it: %(sentence)s") % {"sentence": tell(error.sentence)}, status=422
        ) from None
    except DatabaseError:
        raise Refused(_("The file contains something that can’t be stored here."), status=422) from None


class _Import:
    def __init__(self, user: User, data: Mapping[str, Any]) -> None:
        self._user, self._data = user, data
        self._keys: dict[str, str] = {}
        self._system: System
        self._series: Series
        self._parts = self._entries = 0
        self._told: dict[Place, Part] = {}
        self._rests: list[tuple[Downtime, Mapping[str, Any]]] = []
        self._onward: list[tuple[Scene, Any]] = []
        self._history = HistoryImporter()

    def run(self) -> Series:
        values = pick(Series, self._data["series"], SERIES)
        values["calendar"] = dump_calendar(parse_calendar(values["calendar"]))
        values["clock"] = read_second(values["clock"])
        values["rest"] = dump_rest(parse_rest(values.get("rest", {})))
        if values.get("budget", {}) != {}:
            values["budget"] = encode(check_house_budget(decode(HouseBudget, values["budget"])))
        if values["prompt_seconds"] > MAX_PROMPT_SECONDS:
            raise ValueError
        self._series = save(Series(owner=self._user, **values))
        self._system = get_system(self._series.system)
        self._series.options = differing(decode(self._system.options, values["options"]))
        self._series.save(update_fields=["options"])
        Membership.objects.create(series=self._series, user=self._user, role=Role.STORYTELLER)
        self._add_characters(take_list(self._data, "characters"))
        self._sessions = import_sessions(
            self._series, take_list(self._data, "sessions") if "sessions" in self._data else []
        )
        handouts = self._add_handouts(take_list(self._data, "handouts") if "handouts" in self._data else [])
        for place, story in enumerate(take_list(self._data, "stories")):
            self._add_story(story, place)
        handouts.place(self._told, self._keys)
        self._lead_on()
        subjects = self._add_subjects()
        self._add_threads(take_list(self._data, "threads") if "threads" in self._data else [], subjects)
        self._add_attachments(take_list(self._data, "attachments") if "attachments" in self._data else [])
        self._add_ledgers(take_list(self._data, "characters"))
        self._add_downtimes(take_list(self._data, "characters"))
        return self._series

    def _add_characters(self, rows: list[Any]) -> None:
        most = min(settings.LIMIT_CHARACTERS or MAX_CHARACTERS, MAX_CHARACTERS)
        if len(rows) > most:
            raise Refused(
                _("The file contains %(count)s characters; at most %(most)s are allowed.")
                % {"count": len(rows), "most": most},
                status=413,
            )
        for row in rows:
            values = pick(Character, row, CHARACTER)
            if not isinstance(values["carry"], dict) or not is_well_formed(values.get("favorites", [])):
                raise TypeError
            values["sheet"] = encode(self._system.sheets.parse(clean_values(values["sheet"])))
            key = str(int(row["id"]))
            if key in self._keys:
                raise ValueError
            values["former_player"] = read_name(row.get("player", ""))
            character = save(Character(series=self._series, **values))
            self._history.keep(character, row.get("history", []))
            self._keys[key] = str(character.pk)
            if row["portrait"]:
                keep_portrait(character, b64decode(row["portrait"]))

    def _add_handouts(self, rows: list[Any]) -> HandoutImporter:
        """Import the handouts, which older files lack. The logs name them."""
        keeper = HandoutImporter(rows)
        handouts = [save(Handout(series=self._series, **pick(Handout, row, HANDOUT))) for row in rows]
        self._keys |= keeper.keep(handouts)
        return keeper

    def _add_threads(self, rows: list[Any], subjects: Mapping[int, Subject]) -> None:
        """Import the threads, which older files lack. The characters, parts, people and places must exist."""
        check_threads(rows)
        for row in rows:
            thread = save(Thread(series=self._series, **pick(Thread, row, THREAD)))
            tie_thread(thread, row, self._keys, subjects, self._told)

    def _add_attachments(self, rows: list[Any]) -> None:
        """Import the attachments, which older files lack. They keep their numbers, which texts name."""
        check_attachments(rows)
        for row in rows:
            attachment = fill(Attachment(series=self._series), row, ATTACHMENT)
            keep_attachment(attachment, row)
            read_known(attachment, row, self._keys)

    def _add_subjects(self) -> Mapping[int, Subject]:
        """Import people, places and ties, which older files lack. The characters and scenes must exist.

        Returns the people and places by their keys in the file.
        """
        keeper = SubjectImporter(self._series, self._keys)
        keeper.keep(self._data.get("subjects", []))
        keeper.tie(self._data.get("ties", []), self._told)
        return keeper.subjects

    def _lead_on(self) -> None:
        """Connect the scenes with those in which play went on. All scenes must exist."""
        for scene, place in self._onward:
            following = self._told[tuple(place)]
            if not isinstance(following, Scene):
                raise TypeError
            scene.next_scene = following
            scene.save(update_fields=["next_scene"])

    def _add_ledgers(self, rows: list[Any]) -> None:
        """Import the ledgers. The parts that experience was given for must exist."""
        keeper = LedgerImporter(self._system, self._told, self._sessions, self._history)
        there = {str(one.pk): one for one in self._series.characters.all()}
        for row in rows:
            if ledger := row.get("experience"):
                keeper.keep(there[self._keys[str(int(row["id"]))]], ledger)

    def _add_downtimes(self, rows: list[Any]) -> None:
        """Import what was put in for downtimes. The characters and parts must exist."""
        there = {str(one.pk): one for one in self._series.characters.select_related("series")}
        people = {int(row["id"]): there[self._keys[str(int(row["id"]))]] for row in rows}
        keeper = DowntimeImporter(self._system, people, self._history)
        for character, row in zip(people.values(), rows, strict=True):
            keeper.keep_projects(character, take_list(row, "projects"))
        for part, rest in self._rests:
            keeper.keep(part, rest)

    def _add_story(self, row: Mapping[str, Any], place: int) -> None:
        story = self._told[(place,)] = self._add_part(Story(series=self._series, **pick_chapter(Story, row, STORY)))
        for rest in take_list(row, "downtimes"):
            self._rests.append((self._add_part(Downtime(story=story, **pick_chapter(Downtime, rest, DOWNTIME))), rest))
        for inner, each in enumerate(take_list(row, "episodes")):
            episode = self._add_part(Episode(story=story, **pick_chapter(Episode, each, EPISODE)))
            self._told[place, inner] = episode
            self._add_recap(episode, each)
            for rest in take_list(each, "downtimes"):
                part = self._add_part(Downtime(story=story, episode=episode, **pick_chapter(Downtime, rest, DOWNTIME)))
                self._rests.append((part, rest))
            for last, scene in enumerate(take_list(each, "scenes")):
                self._told[place, inner, last] = self._add_scene(episode, scene)

    def _add_scene(self, episode: Episode, row: Mapping[str, Any]) -> Scene:
        scene = self._add_part(Scene(episode=episode, **pick_chapter(Scene, row, SCENE)))
        if row.get("next") is not None:  # missing in older files
            self._onward.append((scene, row["next"]))
        self._add_recap(scene, row)
        commands, entries = take_list(row, "commands"), take_list(row, "entries")
        self._entries += len(entries)
        if self._entries > MAX_ENTRIES:
            raise Refused(
                _("The file contains more than %(most)s log entries.") % {"most": MAX_ENTRIES},
                status=413,
            )
        if entries:
            seals = take_list(row, "seals") if "seals" in row else []
            LogImporter(self._system, scene, self._keys).keep(commands, entries, seals)
        return scene

    def _add_recap(self, part: Scene | Episode, row: Mapping[str, Any]) -> None:
        if recap := make_recap(part, row.get("recap")):
            save(recap)

    def _add_part(self, part: Row) -> Row:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise Refused(_("The file contains more than %(most)s parts.") % {"most": MAX_PARTS}, status=413)
        return save(part)
