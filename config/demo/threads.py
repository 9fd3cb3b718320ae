"""The demo's threads: a rumor that all have heard, a debt that one player knows of, and a danger that nobody sees."""

from campaigns.models import Character, KnownTo, Scene, Series, Subject, Thread, ThreadKind
from config.demo.characters import DERUVIN, FERRYMAN, YSANE
from config.demo.subjects import COMPANY, LEDGER, TOWER

RUMOR, DEBT, DANGER = "The Lantern Nobody Lights", "What Ysane Owes the River", "The Company Looks for Its Ledger"


def make_threads(series: Series, scene: Scene, characters: dict[str, Character]) -> None:
    """Make all three, and tie them to the scene, its story, the people and the places."""
    pages = Subject.objects.filter(series=series)
    rumor = Thread.objects.create(
        series=series,
        kind=ThreadKind.RUMOR,
        title=RUMOR,
        known_to=KnownTo.ALL,
        notes="Boats that carry it pass the toll bridge by night, and *nobody* asks them for salt.",
    )
    rumor.scenes.add(scene)
    rumor.subjects.add(pages.get(name=TOWER))
    debt = Thread.objects.create(
        series=series,
        kind=ThreadKind.PROMISE,
        title=DEBT,
        known_to=KnownTo.SOME,
        notes="One true answer, to be given at the next high water.",
        secret_notes="He will ask who took the ledger.",
        segments=4,
        filled=1,
    )
    debt.knowers.add(characters[YSANE])
    debt.characters.add(characters[YSANE], characters[FERRYMAN])
    debt.stories.add(scene.episode.story)
    danger = Thread.objects.create(
        series=series,
        kind=ThreadKind.DANGER,
        title=DANGER,
        notes="The captain has a list of names.",
        segments=6,
        filled=2,
    )
    danger.characters.add(characters[DERUVIN])
    danger.subjects.set(pages.filter(name__in=(DERUVIN, COMPANY, LEDGER)))
    danger.scenes.add(scene)
