"""What a visitor of the demo tries first: five steps on the first page of its people, each with a link."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.access import known_parts
from campaigns.models import Character, DemoSeat, Downtime, Membership, Role, Scene, Series, User
from config.demo.chronicle import BRIDGE, SERIES, SYSTEM
from config.demo.games import BESIDE, GAMES
from config.demo.people import PLAYERS, ROLES, STORYTELLER
from rules.text import isolate_name

NAMES = {SYSTEM: SERIES, **{key: game.name for key, game in GAMES.items()}}
FIGHTS = {SYSTEM: BRIDGE, **{key: game.scene for key, game in GAMES.items()}}
ATTACKED = {key: game.attacked for key, game in GAMES.items() if game.attacked}
TITLES = {*FIGHTS.values(), *(beside.evening.title for beside in BESIDE.values())}
"""The scenes to which the steps lead."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something to try: what it is, where, and a hint."""

    words: str
    url: str
    hint: str


def list_steps(user: object) -> list[Step]:
    """Return the steps of one of the demo's people. Empty for others, and where nothing of the demo is left."""
    if not isinstance(user, User):
        return []
    seat = DemoSeat.objects.filter(user=user).first() if settings.PUBLIC_DEMO else None
    if seat is None and user.get_username() not in ROLES:
        return []
    made = Q(series__owner__demo_seat__table=seat.table) if seat else Q(series__owner__username=STORYTELLER)
    members = list(Membership.objects.filter(made, user=user, series__name__in=NAMES.values()).select_related("series"))
    series = {member.series.system: member.series for member in members}
    return list(_Tour(user, seat, series, members[0].role).list_steps()) if members else []


class _Tour:
    """What is left of the demo for one of its people. Each step leads to another game while there are several."""

    def __init__(self, user: User, seat: DemoSeat | None, series: Mapping[str, Series], role: str) -> None:
        self._user, self._seat, self._series, self._role = user, seat, series, role
        inside = Q(episode__story__series__in=series.values())
        scenes = (
            known_parts(Scene, user).filter(inside, closed_at=None, title__in=TITLES).select_related("episode__story")
        )
        self._scenes = {(scene.episode.story.series_id, scene.title): scene for scene in scenes}
        played = Character.objects.filter(series__in=series.values(), owner__isnull=False).order_by("pk")
        self._heroes = list(played.only("pk", "name", "series", "owner"))
        days = known_parts(Downtime, user).filter(closed_at=None, story__series__in=series.values())
        self._days = {downtime.story.series_id: downtime for downtime in days.select_related("story")}

    def list_steps(self) -> Iterator[Step]:
        """Yield those steps for which everything is still there."""
        yield from self._find(self._roll, SYSTEM, *GAMES)
        yield from self._find(self._answer, *ATTACKED) or self._find(self._act, *GAMES, SYSTEM)
        yield from self._find(self._open_two_windows, SYSTEM, *GAMES)
        yield from self._find(self._show_sheet, *GAMES, SYSTEM)
        yield from self._find(self._plan, *reversed(GAMES), SYSTEM)

    def _find(self, make: Callable[[str], Step | None], *systems: str) -> list[Step]:
        """Return the step in the first of these games that has it, or nothing."""
        made = (make(system) for system in systems if system in self._series)
        return [step for step in made if step][:1]

    def _roll(self, system: str) -> Step | None:
        evening = BESIDE[system].evening
        scene, hero = self._scene(system, evening.title), self._hero(system, evening.asked.characters)
        if scene is None or hero is None:
            return None
        words = {"name": isolate_name(hero.name), "scene": isolate_name(scene.title)}
        if self._role == Role.SPECTATOR:
            return Step(_("Watch %(scene)s") % words, _table(scene), _("You see every roll there."))
        if self._role == Role.STORYTELLER:
            return Step(
                _("Run %(scene)s") % words,
                _table(scene),
                _("An evening without a fight. The players have yet to roll."),
            )
        title = _("Roll for %(name)s in %(scene)s") % words
        return Step(title, _table(scene), _("An evening without a fight, in which a roll waits."))

    def _answer(self, system: str) -> Step | None:
        scene, hero = self._scene(system, FIGHTS[system]), self._hero(system, (ATTACKED[system],))
        if scene is None or hero is None:
            return None
        words = {"name": isolate_name(hero.name), "scene": isolate_name(scene.title)}
        if self._role == Role.SPECTATOR:
            return Step(
                _("Watch the fight in %(scene)s") % words, _table(scene), _("It waits for an answer to an attack.")
            )
        return Step(
            _("Answer the attack on %(name)s") % words, _table(scene), _("Compare the odds of each defense first.")
        )

    def _act(self, system: str) -> Step | None:
        scene = self._scene(system, FIGHTS[system])
        if scene is None:
            return None
        title = _("Fight in %(scene)s") % {"scene": isolate_name(scene.title)}
        return Step(title, _table(scene), _("It waits for one of the heroes."))

    def _open_two_windows(self, system: str) -> Step | None:
        scene = self._scene(system, FIGHTS[system])
        if scene is None:
            return None
        title = _("Open %(scene)s in two windows") % {"scene": isolate_name(scene.title)}
        if self._seat:
            hint = _("Open the link of your table on a phone: what one does, the other sees at once.")
            return Step(title, reverse("demo_table", args=[self._seat.table]), hint)
        other = PLAYERS[0] if self._role == Role.STORYTELLER else STORYTELLER
        hint = _("Sign in as %(name)s in a private window: what one does, the other sees at once.") % {"name": other}
        return Step(title, _table(scene), hint)

    def _show_sheet(self, system: str) -> Step | None:
        hero = self._hero(system)
        if hero is None:
            return None
        title = _("Read the sheet of %(name)s") % {"name": isolate_name(hero.name)}
        return Step(
            title, reverse("character", args=[hero.pk]), _("Traits, powers and wounds, and what they add up to.")
        )

    def _plan(self, system: str) -> Step | None:
        days, hero = self._days.get(self._series[system].pk), self._hero(system)
        if days is None or hero is None:
            return None
        words = {"name": isolate_name(hero.name), "title": isolate_name(days.title)}
        url = reverse("part", args=["downtime", days.pk])
        if self._role != Role.PLAYER:
            return Step(
                _("Look at the downtime %(title)s") % words, url, _("The players have not planned all of it yet.")
            )
        return Step(_("Plan the days of %(name)s") % words, url, _("Some are free: rest, train, or your own idea."))

    def _scene(self, system: str, title: str) -> Scene | None:
        return self._scenes.get((self._series[system].pk, title))

    def _hero(self, system: str, names: Collection[str] = ()) -> Character | None:
        """Return the first character of a player, of these names if there are any; a player has her own."""
        for hero in self._heroes:
            is_named = hero.series_id == self._series[system].pk and (not names or hero.name in names)
            if is_named and (self._role != Role.PLAYER or hero.owner_id == self._user.pk):
                return hero
        return None


def _table(scene: Scene) -> str:
    return reverse("table", args=[scene.pk])
