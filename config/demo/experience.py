"""Experience in the demo."""

from datetime import timedelta

from django.utils import timezone

from campaigns.experience.ledger import Gift, award
from campaigns.experience.proposals import Wish, approve, propose
from campaigns.models import Character, ExperienceEntry, Membership, Scene, Series, Story
from config.demo.characters import CHARACTERS, WREN, YSANE
from config.demo.chronicle import MARKET, REEDS
from config.demo.people import STORYTELLER, People
from rules.raising import GENERAL

WISHES = (
    (YSANE, "abilities.dodge", 3, "I want to be gone before they strike."),
    (WREN, "abilities.stealth", 4, "For the nine towns."),
)
"""Who would like to raise what, from how many dots, and what they say to it. The first is granted."""


def make_experience(series: Series, characters: dict[str, Character], people: People) -> None:
    """Create the awards of two evenings, a training, and an open proposal."""
    members = {name: Membership.objects.select_related("user").get(series=series, user=people[name]) for name in people}
    owned = [character.pk for character in characters.values() if character.owner_id]
    reeds = Story.objects.get(series=series, title=REEDS)
    market = Scene.objects.get(episode__story__series=series, title=MARKET)
    for part, points, days_ago, reason in ((reeds, 8, 28, "A story told"), (market, 4, 7, "A good bargain")):
        gift = Gift(GENERAL, points, reason)
        made = award(members[STORYTELLER], owned, [gift], part)
        at = timezone.now() - timedelta(days=days_ago)
        ExperienceEntry.objects.filter(pk__in=[entry.pk for entry in made]).update(at=at)
    for name, path, dots, words in WISHES:
        character = characters[name]
        wish = Wish(path=path, before=dots, after=dots + 1)
        asked = propose(members[CHARACTERS[name]["owner"]], character, wish, words)
        if name == YSANE:
            approve(members[STORYTELLER], asked, asked.points, asked.seconds, "The heron showed you how.")
