"""Import a series from a file. It belongs to the person who imports it; other members are not imported."""

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import dump_calendar, parse_calendar
from campaigns.core.language import translate
from campaigns.core.locks import lock_person
from campaigns.core.quotas import require_room_for, require_series_room
from campaigns.core.refusals import Refused
from campaigns.models import (
    Character,
    Downtime,
    Episode,
    Membership,
    Role,
    Scene,
    Series,
    Story,
    User,
)
from campaigns.people.portraits.services import keep_portrait
from campaigns.sessions.deadlines import dump_rest, parse_rest
from campaigns.sheets.favorites import is_well_formed
from config.transfer.downtimes import DowntimeImporter
from config.transfer.fields import (
    CHARACTER,
    DOWNTIME,
    EPISODE,
    MAX_CHARACTERS,
    MAX_ENTRIES,
    MAX_PARTS,
    MAX_PROMPT_SECONDS,
    SCENE,
    SERIES,
    STORY,
)
from config.transfer.history import HistoryImporter, parse_name
from config.transfer.kinds import ATTACHMENTS, HANDOUTS, SUBJECTS, THREADS, TIES
from config.transfer.ledgers import LedgerImporter
from config.transfer.logs import LogImporter
from config.transfer.places import ImportState
from config.transfer.recaps import make_recap
from config.transfer.rows import Row, parse_second
from config.transfer.saving import pick, pick_chapter, save, take_list
from config.transfer.sessions import import_sessions
from rules import get_system
from rules.codec import decode, encode
from rules.creation import HouseBudget, check_house_budget
from rules.errors import RulesError
from rules.names import clean_values
from rules.settings import differing
from rules.system import System


@transaction.atomic
def import_series(user: User, data: Mapping[str, Any]) -> Series:
    """Create a series from what `transfer.parse` returned. Raises `Refused` without a change."""
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
            _("The rules can’t read it: %(sentence)s") % {"sentence": translate(error.sentence)}, status=422
        ) from None
    except DatabaseError:
        raise Refused(_("The file contains something that can’t be stored here."), status=422) from None


class _Import:
    def __init__(self, user: User, data: Mapping[str, Any]) -> None:
        self._user, self._data = user, data
        self._system: System
        self._imported: ImportState
        self._people: dict[int, Character] = {}
        self._parts = self._entries = 0
        self._rests: list[tuple[Downtime, Mapping[str, Any]]] = []
        self._onward: list[tuple[Scene, Any]] = []
        self._history = HistoryImporter()

    def run(self) -> Series:
        values = pick(Series, self._data["series"], SERIES)
        values["calendar"] = dump_calendar(parse_calendar(values["calendar"]))
        values["clock"] = parse_second(values["clock"])
        values["rest"] = dump_rest(parse_rest(values.get("rest", {})))
        if values.get("budget", {}) != {}:
            values["budget"] = encode(check_house_budget(decode(HouseBudget, values["budget"])))
        if values["prompt_seconds"] > MAX_PROMPT_SECONDS:
            raise ValueError
        series = save(Series(owner=self._user, **values))
        self._imported = ImportState(series)
        self._system = get_system(series.system)
        series.options = differing(decode(self._system.options, values["options"]))
        series.save(update_fields=["options"])
        Membership.objects.create(series=series, user=self._user, role=Role.STORYTELLER)
        self._add_characters(take_list(self._data, "characters"))
        self._sessions = import_sessions(series, self._take("sessions"))
        handouts = HANDOUTS.save_all(self._take("handouts"), self._imported)  # before the logs, which name them
        for place, story in enumerate(take_list(self._data, "stories")):
            self._add_story(story, place)
        HANDOUTS.connect_all(handouts, self._take("handouts"), self._imported)
        self._connect_scenes()
        for name, kind in (("subjects", SUBJECTS), ("ties", TIES), ("threads", THREADS), ("attachments", ATTACHMENTS)):
            kind.import_all(self._take(name), self._imported)
        self._add_ledgers()
        self._add_downtimes()
        return series

    def _take(self, name: str) -> list[Any]:
        """Return a list that older files lack."""
        return take_list(self._data, name) if name in self._data else []

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
            if key in self._imported.keys:
                raise ValueError
            values["former_player"] = parse_name(row.get("player", ""))
            character = save(Character(series=self._imported.series, **values))
            self._history.keep(character, row.get("history", []))
            self._imported.keys[key] = str(character.pk)
            self._people[int(key)] = character
            if row["portrait"]:
                keep_portrait(character, b64decode(row["portrait"]))

    def _connect_scenes(self) -> None:
        """Connect the scenes with those in which play went on. All scenes must exist."""
        for scene, place in self._onward:
            scene.next_scene = self._imported.find_part(Scene, place)
            scene.save(update_fields=["next_scene"])

    def _add_ledgers(self) -> None:
        """Import the ledgers. The parts that experience was given for must exist."""
        keeper = LedgerImporter(self._system, self._imported.parts, self._sessions, self._history)
        for character, row in zip(self._people.values(), self._data["characters"], strict=True):
            if ledger := row.get("experience"):
                keeper.keep(character, ledger)

    def _add_downtimes(self) -> None:
        """Import what was put in for downtimes. The characters and parts must exist."""
        keeper = DowntimeImporter(self._system, self._people, self._history)
        for character, row in zip(self._people.values(), self._data["characters"], strict=True):
            keeper.keep_projects(character, take_list(row, "projects"))
        for part, rest in self._rests:
            keeper.keep(part, rest)

    def _add_story(self, row: Mapping[str, Any], place: int) -> None:
        story = self._add_part(Story(series=self._imported.series, **pick_chapter(Story, row, STORY)))
        self._imported.parts[(place,)] = story
        for rest in take_list(row, "downtimes"):
            self._rests.append((self._add_part(Downtime(story=story, **pick_chapter(Downtime, rest, DOWNTIME))), rest))
        for inner, each in enumerate(take_list(row, "episodes")):
            episode = self._add_part(Episode(story=story, **pick_chapter(Episode, each, EPISODE)))
            self._imported.parts[place, inner] = episode
            self._add_recap(episode, each)
            for rest in take_list(each, "downtimes"):
                part = self._add_part(Downtime(story=story, episode=episode, **pick_chapter(Downtime, rest, DOWNTIME)))
                self._rests.append((part, rest))
            for last, scene in enumerate(take_list(each, "scenes")):
                self._imported.parts[place, inner, last] = self._add_scene(episode, scene)

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
            LogImporter(self._system, scene, self._imported.keys).keep(commands, entries, seals)
        return scene

    def _add_recap(self, part: Scene | Episode, row: Mapping[str, Any]) -> None:
        if recap := make_recap(part, row.get("recap")):
            save(recap)

    def _add_part(self, part: Row) -> Row:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise Refused(_("The file contains more than %(most)s parts.") % {"most": MAX_PARTS}, status=413)
        return save(part)
