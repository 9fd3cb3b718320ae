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
    owner, co_storyteller, player, rival, spectator, stranger = map(
        _person, ("storyteller", "co_storyteller", "player", "rival", "spectator", "stranger")
    )
    series = Series.objects.create(name="The Salt Road", system=system, owner=owner)
    for person, role in (
        (owner, Role.STORYTELLER),
        (co_storyteller, Role.STORYTELLER),
        (player, Role.PLAYER),
        (rival, Role.PLAYER),
        (spectator, Role.SPECTATOR),
    ):
        Membership.objects.create(series=series, user=person, role=role)
    story = Story.objects.create(series=series, title="The Drowned Ledger", position=1, secret_notes=SECRET)
    episode = Episode.objects.create(story=story, title="Silt", position=1)
    return Cast(
        storyteller=owner,
        co_storyteller=co_storyteller,
        player=player,
        rival=rival,
        spectator=spectator,
        stranger=stranger,
        series=series,
        story=story,
        episode=episode,
        scene=Scene.objects.create(episode=episode, title="The Toll Bridge", position=1, secret_notes=SECRET),
        downtime=Downtime.objects.create(story=story, title="High water", position=3, days=12),
        hidden_story=Story.objects.create(series=series, title=f"Story {SECRET}", position=2, hidden=True),
        hidden_episode=_hidden_episode(story),
        hidden_scene=Scene.objects.create(episode=episode, title=f"Scene {SECRET}", position=2, hidden=True),
        heroine=_character(series, "Ysane of the Reeds", player),
        duelist=_character(series, "Tolvar", rival),
        warden=_character(series, "Deruvin"),
        lurker=_character(series, f"Lurker {SECRET}", hidden=True),
    )


def _person(name: str) -> User:
    return User.objects.create_user(name, password=PASSWORD)


def _hidden_episode(story: Story) -> Episode:
    """An episode with a scene and a downtime that are not hidden themselves, but lie in what is."""
    episode = Episode.objects.create(story=story, title=f"Episode {SECRET}", position=2, hidden=True)
    Scene.objects.create(episode=episode, title=f"Inside {SECRET}", position=1)
    Downtime.objects.create(story=story, episode=episode, title=f"Rest {SECRET}", position=2)
    return episode


def _character(series: Series, name: str, owner: User | None = None, *, hidden: bool = False) -> Character:
    sheets = get_system(series.system).sheets
    sheet = sheets.blank(next(iter(sheets.archetypes)))
    return Character.objects.create(
        series=series, name=name, sheet=sheet, owner=owner, hidden=hidden, secret_notes=SECRET
    )
