"""What a person may read of recaps, and what everybody reads on the public page of a series."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.core.access import is_storyteller, visible_parts
from campaigns.models import (
    Character,
    Episode,
    Membership,
    PublicPage,
    Recap,
    Role,
    Scene,
    Series,
)


def find_recap(part: Scene | Episode) -> Recap:
    """Return the recap of a part; a new one where there is none. Only Storytellers may read one that is a draft."""
    place = _place(part)
    known = Recap.objects.filter(**place).first()
    return known or Recap(series=part.series, **place)


def visible_recaps(membership: Membership) -> QuerySet[Recap]:
    """Return the recaps of the series that the member may read: published ones of parts that the member may see."""
    recaps = Recap.objects.filter(series=membership.series_id)
    return recaps if is_storyteller(membership) else _published(recaps, membership)


def find_visible_recap(part: Scene | Episode, membership: Membership) -> Recap | None:
    """Return the recap of a part that the member may see; None where there is none to read."""
    return visible_recaps(membership).filter(**_place(part)).first()


def get_public_page(token: str) -> PublicPage:
    """Return the public page at this address, for anybody. Raises 404 if there is none."""
    return get_object_or_404(PublicPage.objects.select_related("series"), token=token)


def list_public_recaps(series: Series) -> list[Recap]:
    """Return what the public page tells: the published recaps of parts that are not hidden, in the order of play."""
    recaps = _published(Recap.objects.filter(series=series), _as_spectator(series))
    return sorted(recaps.select_related("scene__episode__story", "episode__story"), key=_place_in_play)


def list_public_cast(page: PublicPage) -> QuerySet[Character]:
    """Return the characters that the public page names: those that every member knows, without extras."""
    cast = page.series.characters.filter(hidden=False, extra=False).defer(*Character.UNLISTED)
    return cast if page.shows_cast else cast.none()


@dataclass(frozen=True, slots=True)
class Chapter:
    """An episode on the public page: its own recap, and those of its scenes."""

    episode: Episode
    recaps: list[Recap]


def list_chapters(recaps: list[Recap]) -> list[Chapter]:
    """Return recaps, which are in the order of play, by the episodes that they belong to."""
    chapters: dict[int, Chapter] = {}
    for recap in recaps:
        episode = _episode_of(recap)
        chapters.setdefault(episode.pk, Chapter(episode, [])).recaps.append(recap)
    return list(chapters.values())


def _place(part: Scene | Episode) -> dict[str, Scene | Episode]:
    return {"scene" if isinstance(part, Scene) else "episode": part}


def _published(recaps: QuerySet[Recap], membership: Membership) -> QuerySet[Recap]:
    scenes = visible_parts(Scene.objects.filter(episode__story__series=membership.series_id), membership)
    episodes = visible_parts(Episode.objects.filter(story__series=membership.series_id), membership)
    places = Q(scene__in=scenes) | Q(episode__in=episodes)
    return recaps.filter(places, published_at__isnull=False)


def _as_spectator(series: Series) -> Membership:
    """Return the membership of a spectator who does not exist: nobody who is a member sees less."""
    return Membership(series=series, role=Role.SPECTATOR)


def _episode_of(recap: Recap) -> Episode:
    part = recap.part
    return part.episode if isinstance(part, Scene) else part


def _place_in_play(recap: Recap) -> tuple[tuple[int, int], ...]:
    """Return the sort key of a recap. That of an episode comes before those of its scenes."""
    episode = _episode_of(recap)
    parts = (episode.story, episode, *([recap.scene] if recap.scene else []))
    return tuple((part.position, part.pk) for part in parts)
