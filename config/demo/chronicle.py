"""The demo's series and stories."""

from django.utils import timezone

from campaigns.calendar.calendar import DAY
from campaigns.models import Downtime, Episode, Membership, Scene, Series, Story
from config.demo.people import ROLES, STORYTELLER, People

SYSTEM = "exalted2e"
SERIES = "The Salt Road"
REEDS, MARKET, BRIDGE = "Out of the Reeds", "The Salt Market", "The Toll Bridge"
"""The story that is over and a scene that was played, with experience for both. Then the scene of the fight."""
UPRIVER, HIGH_WATER = "Ten Days Upriver", "Until the River Rises"
"""The downtime that is over, and the one that players fill."""
HOUR = 3600
EVENING = 12 * DAY + 18 * HOUR
"""When the downtime that is over ends, in seconds of the clock."""


def make_series(people: People) -> Series:
    """Create the series with its members."""
    series = Series.objects.create(
        name=SERIES,
        system=SYSTEM,
        tone="A long road, a little money, and the people who stand in the way of both.",
        lines="Harm to children",
        veils="Torture\nWhat happens behind closed doors",
        house_notes="Stunts are **offered**, not demanded.\n\n* No character dies without their player's nod.",
        owner=people[STORYTELLER],
        clock=2 * DAY + 18 * HOUR,
    )
    for name, person in people.items():
        Membership.objects.create(series=series, user=person, role=ROLES[name])
    return series


def make_scenes(series: Series) -> Scene:
    """Create two stories with what was played and what is to come. Return the scene of the fight."""
    _make_what_was(series)
    salt = Story.objects.create(
        series=series, title="Salt and Toll", position=2, in_world_time="The dry season", begins_at=12 * DAY
    )
    bridge = _make_low_water(salt)
    Episode.objects.create(story=salt, title="The Ledger", position=2, hidden=True)
    Downtime.objects.create(story=salt, title=HIGH_WATER, position=3, days=14)
    return bridge


def _make_what_was(series: Series) -> None:
    """Create the story that is over, with the downtime after it."""
    played = {"closed_at": timezone.now()}
    reeds = Story.objects.create(
        series=series, title=REEDS, position=1, in_world_time="The wet season", begins_at=0, **played
    )
    first = Episode.objects.create(story=reeds, title="The Grain Barge", position=1, **played)
    Scene.objects.create(episode=first, title="Fire on the Landing", position=1, begins_at=21 * HOUR, **played)
    Scene.objects.create(episode=first, title="What the Heron Saw", position=2, begins_at=DAY + 5 * HOUR, **played)
    Downtime.objects.create(story=reeds, title=UPRIVER, position=2, days=10)


def _make_low_water(salt: Story) -> Scene:
    """Create the episode that is played now, from the market to what is planned. Return the scene of the fight."""
    episode = Episode.objects.create(
        story=salt,
        title="Low Water",
        position=1,
        notes="The river is so low that the barges must pay @The Toll Company at the bridge, or turn back.",
    )
    Scene.objects.create(
        episode=episode,
        title=MARKET,
        position=1,
        begins_at=EVENING,
        notes="@Henna weighs the salt, and says what @Captain Deruvin would never say.",
        closed_at=timezone.now(),
    )
    bridge = _make_bridge(episode)
    Scene.objects.create(episode=episode, title="Under the Bridge", position=3, hidden=True)
    Scene.objects.create(
        episode=episode,
        title="The Toll House",
        position=4,
        begins_at=12 * DAY + 23 * HOUR,
        secret_notes="Whoever crosses the bridge finds the ledger here, and Deruvin’s brother. "
        "The ferrymen wait for Ysane, the Toll Company for him: make it a war, or a debate at the table.",
        planned=True,
    )
    return bridge


def _make_bridge(episode: Episode) -> Scene:
    return Scene.objects.create(
        episode=episode,
        title=BRIDGE,
        position=2,
        in_world_time="Fog at dusk",
        begins_at=EVENING,
        notes="Dusk, fog off the river. Footing on the bridge is wet.",
        secret_notes="The Ferryman rises once blood touches the water.",
    )
