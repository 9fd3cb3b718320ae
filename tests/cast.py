"""The fixed cast of the tests: one person of every role, a stranger, and a series in which they have their places."""

from dataclasses import dataclass

from campaigns.models import Character, Downtime, Episode, Membership, Role, Scene, Series, Story, User
from rules import get_system

PASSWORD = "a long and quiet river"
SECRET = "xyzzy"
"""Stands in every text and name that only the Storyteller may ever see."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is there, and what they play in. Whatever is hidden carries `SECRET` in its name."""

    storyteller: User
    co_storyteller: User
    player: User
    rival: User
    spectator: User
    stranger: User
    series: Series
    story: Story
    episode: Episode
    scene: Scene
    downtime: Downtime
    hidden_story: Story
    hidden_episode: Episode
    hidden_scene: Scene
    heroine: Character
    """The player's."""
    duelist: Character
    """The rival's."""
    warden: Character
    """The Storyteller's, known to all."""
    lurker: Character
    """The Storyteller's, hidden."""

    def membership(self, user: User) -> Membership:
        """The person's membership of the series, as it is now."""
        return Membership.objects.select_related("series", "user").get(series=self.series, user=user)

    @property
    def members(self) -> tuple[User, ...]:
        """Everybody but the stranger."""
        return (self.storyteller, self.co_storyteller, self.player, self.rival, self.spectator)


def gather_cast(system: str) -> Cast:
    """Make the cast in the database, with first sheets of this game system."""
    names = ("storyteller", "co_storyteller", "player", "rival", "spectator", "stranger")
    people = {name: User.objects.create_user(name, password=PASSWORD) for name in names}
    series = Series.objects.create(name="The Salt Road", system=system, owner=people["storyteller"])
    roles = {"co_storyteller": Role.STORYTELLER, "player": Role.PLAYER, "rival": Role.PLAYER}
    for name in names[:-1]:
        role = roles.get(name, Role(name) if name in Role.values else Role.PLAYER)
        Membership.objects.create(series=series, user=people[name], role=role)
    return Cast(**people, series=series, **_tell(series), **_bring_in(series, people))


def _tell(series: Series) -> dict[str, Story | Episode | Scene | Downtime]:
    story = Story.objects.create(series=series, title="The Drowned Ledger", position=1, secret_notes=SECRET)
    episode = Episode.objects.create(story=story, title="Silt", position=1)
    hidden_story = Story.objects.create(series=series, title=f"Story {SECRET}", position=2, hidden=True)
    hidden_episode = Episode.objects.create(story=story, title=f"Episode {SECRET}", position=2, hidden=True)
    Scene.objects.create(episode=hidden_episode, title=f"Inside {SECRET}", position=1)
    Downtime.objects.create(story=story, episode=hidden_episode, title=f"Rest {SECRET}", position=2)
    return {
        "story": story,
        "episode": episode,
        "scene": Scene.objects.create(episode=episode, title="The Toll Bridge", position=1, secret_notes=SECRET),
        "downtime": Downtime.objects.create(story=story, title="High water", position=3, days=12),
        "hidden_story": hidden_story,
        "hidden_episode": hidden_episode,
        "hidden_scene": Scene.objects.create(episode=episode, title=f"Scene {SECRET}", position=2, hidden=True),
    }


def _bring_in(series: Series, people: dict[str, User]) -> dict[str, Character]:
    sheets = get_system(series.system).sheets
    sheet = sheets.blank(next(iter(sheets.archetypes)))

    def bring(name: str, owner: str | None = None, *, hidden: bool = False) -> Character:
        person = people[owner] if owner else None
        return Character.objects.create(
            series=series, name=name, sheet=sheet, owner=person, hidden=hidden, secret_notes=SECRET
        )

    return {
        "heroine": bring("Ysane of the Reeds", "player"),
        "duelist": bring("Tolvar", "rival"),
        "warden": bring("Deruvin"),
        "lurker": bring(f"Lurker {SECRET}", hidden=True),
    }
