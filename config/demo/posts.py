"""What the demo has of posts: a long one, a strand beside the main line, and words that the rival has not read yet."""

import uuid

from campaigns.models import Character, Membership, Scene, Series
from config.demo.characters import DERUVIN, OSKEL, YSANE
from config.demo.people import PLAYERS, STORYTELLER, People
from play.commands.moves import OpenStrand, Post, Say
from play.commands.submit import submit
from play.models import Table
from play.table.newest import load_state
from rules import get_system

FOG = """The fog has been thinning since noon, and with it the last excuse to wait.

Below the bridge the water is the colour of old pewter. Somebody has hung **three lanterns** from the middle arch, \
and none of them is lit; they turn a little in the wind, each at its own pace, as if they were looking for something.

Deruvin stands where the planks are newest. He has put on the good coat. Behind him the winch creaks, stops, and \
creaks again, and with every turn a hand's breadth of wet chain comes up out of the river and is *counted*, aloud, \
by a boy who cannot be older than ten.

> “Forty. Forty-one.”

Nobody has told the boy what happens at fifty. He looks up now and then, from one of you to the other, as children \
look at grown people who have stopped talking: hoping that it is only a game, and knowing that it is not.

The ferry that brought you is already a smudge against the far bank. Whatever is settled here will be settled on \
foot, on wet wood, four paces above a river that has never given anything back."""


def make_posts(series: Series, scene: Scene, characters: dict[str, Character], people: People) -> None:
    """Begin the scene at the bridge with a post, and open a strand below it."""

    def member(name: str) -> Membership:
        return Membership.objects.select_related("user").get(series=series, user=people[name])

    storyteller, mira = member(STORYTELLER), member(PLAYERS[0])
    submit(storyteller, scene, uuid.uuid4(), None, Post(FOG))
    two = tuple(str(characters[name].pk) for name in (YSANE, OSKEL))
    submit(storyteller, scene, uuid.uuid4(), None, OpenStrand("Below the bridge", two))
    state = load_state(get_system(series.system), Table.objects.get(scene=scene))
    below = state.strands[-1].name.id
    submit(
        mira, scene, uuid.uuid4(), None, Say("Count the boats, Oskel. One is missing.", speaker=two[0], strand=below)
    )
    ask = Say("And who paid for the lanterns?", speaker=str(characters[DERUVIN].pk), strand=below)
    submit(storyteller, scene, uuid.uuid4(), None, ask)
