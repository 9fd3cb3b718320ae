"""Experience from stunts: paid when the stunt is settled at the table, countered when the table is rewound."""

from collections.abc import Mapping

from campaigns.core.locks import lock_series
from campaigns.experience.ledger import counter
from campaigns.models import Character, ExperienceEntry, Scene, Series, User
from rules import get_system
from rules.text import EMPTY, Text

Earned = Mapping[str, Mapping[str, int]]
"""Points by character id and purse."""
STUNT = "stunt"
"""The key of the award for stunts, in the systems that have one."""


def pay_earned(series: Series, scene: Scene, line: int, earned: Earned, user: User | None) -> None:
    """Pay what the entry with the number `line` in the scene's log earned. Call it inside a transaction."""
    label = next((award.label for award in get_system(series.system).experience.awards if award.key == STUNT), EMPTY)
    clock = Series.objects.values_list("clock", flat=True).get(pk=series.pk)
    characters = Character.objects.filter(series=series, pk__in=[int(key) for key in earned if key.isdecimal()])
    ExperienceEntry.objects.bulk_create(
        ExperienceEntry(
            character=character,
            user=user,
            purse=purse,
            points=points,
            reason=label or Text("A stunt"),
            award=STUNT if label else "",
            story=scene.episode.story,
            episode=scene.episode,
            scene=scene,
            clock=clock,
            line=line,
        )
        for character in characters
        for purse, points in earned[str(character.pk)].items()
    )


def take_earned_back(series: Series, scene: Scene, line: int, user: User | None) -> None:
    """Counter what that entry earned. Raises `Refused` if it was spent. Call it inside a transaction."""
    series = lock_series(series.pk)
    won = ExperienceEntry.objects.filter(scene=scene, line=line, points__gt=0, reverses=None, reversed_by=None)
    for entry in won.select_related("character"):
        counter(series, entry, user)
