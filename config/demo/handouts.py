"""The demo's handouts: a map that everybody sees, and a letter that nobody has seen yet."""

import io
import uuid
from functools import cache

from PIL import Image, ImageDraw

from campaigns.core.pictures import Picture, make_picture
from campaigns.handouts.services import keep_picture
from campaigns.models import Handout, Membership, Scene, Series
from config.demo.people import STORYTELLER, People
from config.demo.portraits import INK, Shape, put_shape
from play.commands.moves import ShowHandout
from play.commands.submit import submit

WIDTH, HEIGHT, SCALE = 80, 50, 10
"""The map's own measure, and how many pixels one of it has."""
PAPER, WATER, REED, ROAD, STONE = "#eadfc3", "#9fbcc0", "#7f8f5a", "#b08a55", "#6d6658"
MAP: list[Shape] = [
    ("shape", WATER, (0, 14, 18, 17, 34, 25, 50, 27, 66, 34, 80, 36, 80, 46, 62, 43, 48, 36, 32, 34, 16, 25, 0, 22)),
    ("line", ROAD, (1.2, 8, 50, 20, 40, 39, 33, 43, 26, 54, 14, 72, 6, 80, 5)),
    ("line", STONE, (2.6, 40, 35, 43, 25)),
    ("shape", STONE, (37, 38, 43, 38, 43, 33, 40, 31, 37, 33)),
    ("shape", STONE, (41, 26, 47, 26, 47, 21, 44, 19, 41, 21)),
    *[("line", REED, (0.6, x, y, x + 0.6, y - 3.4)) for x in range(4, 32, 3) for y in (14 + x // 3, 30 + x // 4)],
    ("oval", INK, (66, 8, 68, 10)),
    ("oval", INK, (16, 42, 18, 44)),
    ("line", INK, (0.5, 72, 20, 72, 12)),
    ("shape", INK, (70.6, 13, 73.4, 13, 72, 9)),
]


@cache
def draw_map() -> Picture:
    """Return the map of the crossing, as `campaigns.core.pictures` stores it."""
    sheet = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    pen = ImageDraw.Draw(sheet)
    for kind, colour, figures in MAP:
        put_shape(pen, kind, colour, [figure * SCALE for figure in figures])
    file = io.BytesIO()
    sheet.save(file, "PNG")
    return make_picture(file.getvalue())


def make_handouts(series: Series, scene: Scene, people: People) -> None:
    """Make both, and show the map at the scene's table."""
    chart = Handout.objects.create(
        series=series,
        scene=scene,
        title="The Toll Crossing",
        description="A map: the river runs from west to east, a road crosses it by a bridge with a tower at each end.",
    )
    keep_picture(chart, draw_map())
    Handout.objects.create(
        series=series,
        scene=scene,
        title="A Letter, Wet at the Edges",
        text="The third pile from the north bank is hollow. What the company takes by day it sinks there by night.",
    )
    storyteller = Membership.objects.select_related("user").get(series=series, user=people[STORYTELLER])
    submit(storyteller, scene, uuid.uuid4(), None, ShowHandout(chart.pk, leads=True))
