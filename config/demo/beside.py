"""What every series of the demo has beside its fight: an evening, a scene by post, and a downtime.

Their scenes stand before the fight's in the order of play, so that the fight is where everybody is led to.
"""

import uuid
from collections.abc import Iterable

from campaigns.downtime.planning import put_in
from campaigns.models import Character, Downtime, Episode, Membership, Scene, Series, Story
from config.demo.opening import mark_all_read
from config.demo.people import STORYTELLER, People
from config.demo.shape import Beside, Days, Line, Meeting
from play.commands.moves import Post, Say, SetPost, ShowCharacter, StartTask
from play.commands.submit import submit
from rules.battle import Move

ANSWER_HOURS, TURN_HOURS = 48, 96
"""How long the scenes by post wait for an answer and for a turn."""


def make_beside(series: Series, beside: Beside, people: People) -> None:
    """Create all of it in the story that is played."""
    cast = _Cast(series, people)
    story = Story.objects.get(series=series, closed_at=None)
    episode = Episode.objects.create(story=story, title=beside.episode, position=0)
    cast.hold(episode, beside.by_post, position=1, by_post=True)
    cast.hold(episode, beside.evening, position=2)
    if beside.days:
        cast.plan(story, beside.days)


class _Cast:
    """The people and characters of a series, by name."""

    def __init__(self, series: Series, people: People) -> None:
        members = Membership.objects.select_related("user", "series").filter(series=series)
        by_user = {member.user_id: member for member in members}
        self._members = {name: by_user[person.pk] for name, person in people.items()}
        self._characters = {character.name: character for character in Character.objects.filter(series=series)}

    def hold(self, episode: Episode, meeting: Meeting, position: int, *, by_post: bool = False) -> None:
        """Create a scene with what was said in it and the roll that waits."""
        scene = Scene.objects.create(
            episode=episode, title=meeting.title, position=position, in_world_time=meeting.time, notes=meeting.notes
        )
        storyteller = self._members[STORYTELLER]
        moves: list[tuple[Membership, Move]] = []
        if by_post:
            moves.append((storyteller, SetPost(ANSWER_HOURS, TURN_HOURS)))
        moves += [(storyteller, ShowCharacter(self._key(name), True)) for name in meeting.here]
        moves += [(self._members[line.person], self._say(line, by_post)) for line in meeting.lines]
        asked, keys = meeting.asked, self._keys(meeting.asked.characters)
        moves.append((storyteller, StartTask(asked.title, "simple", characters=keys, traits=asked.traits)))
        for member, move in moves:
            submit(member, scene, uuid.uuid4(), None, move)
        mark_all_read(scene)

    def plan(self, story: Story, days: Days) -> None:
        """Create a downtime after all that is played, with the days that are given to something already."""
        place = Downtime.objects.create(story=story, title=days.title, position=9, days=days.days)
        for name, plan in days.plans:
            put_in(self._members[STORYTELLER], place, self._characters[name], plan)

    def _say(self, line: Line, by_post: bool) -> Say:
        kind = Post if by_post else Say
        if line.speaker and line.speaker not in self._characters:
            return kind(line.words, speaker="name", name=line.speaker)
        return kind(line.words, speaker=self._key(line.speaker) if line.speaker else "")

    def _key(self, name: str) -> str:
        return str(self._characters[name].pk)

    def _keys(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._key(name) for name in names)
