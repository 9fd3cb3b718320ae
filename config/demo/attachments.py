"""The demo's attachments: a picture that a thread shows, and a list of tolls that only the Storyteller has."""

import io
from functools import cache

from PIL import Image, ImageDraw

from campaigns.core.pictures import make_picture
from campaigns.core.uploads import Upload
from campaigns.handouts.attachments.services import keep_content
from campaigns.models import Attachment, AttachmentKind, KnownTo, Series, Thread
from config.demo.people import PLAYERS, STORYTELLER, People
from config.demo.portraits import INK, Shape, put_shape
from config.demo.threads import RUMOR

WIDTH, HEIGHT, SCALE = 60, 40, 10
"""The picture's own measure, and how many pixels one of it has."""
NIGHT, WATER, GLOW, WOOD = "#27313f", "#3d5766", "#d9b65c", "#6b5138"
PICTURE: list[Shape] = [
    ("shape", WATER, (0, 26, 60, 24, 60, 40, 0, 40)),
    ("shape", WOOD, (8, 27, 46, 27, 41, 34, 13, 34)),
    ("line", INK, (0.8, 36, 27, 36, 9, 44, 9, 44, 12)),
    ("oval", GLOW, (41, 12, 47, 19)),
    ("line", INK, (0.6, 41, 12, 47, 12, 47, 19, 41, 19, 41, 12)),
    *[("line", GLOW, (0.4, x, 30 + x % 3, x + 4, 30 + x % 3)) for x in range(44, 58, 5)],
]
LANTERN, TOLLS = 31_847, 62_305
"""The numbers by which texts name both."""
SEEN = "What Ysane saw"
TEXT = "Salt, the barge: forty obols.\nReeds, the raft: two.\nA lantern that nobody lights: ask the Captain.\n"


@cache
def draw_lantern() -> Upload:
    """Return the picture of a boat with a lantern, as `campaigns.core.uploads` reads it."""
    sheet = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), NIGHT)
    pen = ImageDraw.Draw(sheet)
    for kind, color, figures in PICTURE:
        put_shape(pen, kind, color, [figure * SCALE for figure in figures])
    file = io.BytesIO()
    sheet.save(file, "PNG")
    picture = make_picture(file.getvalue())
    return Upload(AttachmentKind.PICTURE, picture.image, picture.width, picture.height)


def make_attachments(series: Series, people: People) -> None:
    """Make both, and show the picture in the notes of a thread."""
    picture = Attachment(
        series=series,
        number=LANTERN,
        title="The Lantern",
        description="A boat on a dark river, with a lantern at its mast.",
        known_to=KnownTo.ALL,
        uploaded_by=people[PLAYERS[0]],
    )
    keep_content(picture, draw_lantern())
    tolls = Attachment(series=series, number=TOLLS, title="The Tolls", uploaded_by=people[STORYTELLER])
    keep_content(tolls, Upload(AttachmentKind.FILE, TEXT.encode()))
    rumor = Thread.objects.get(series=series, title=RUMOR)
    rumor.notes = f"{rumor.notes}\n\n![{SEEN}]({picture.kind}:{picture.number})"
    rumor.save(update_fields=["notes"])
