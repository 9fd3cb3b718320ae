"""Portraits for the demo, each drawn from a few plain shapes."""

import io
from functools import cache

from PIL import Image, ImageDraw

from campaigns.sandbox.redraw import draw_square

GRID, SCALE = 100, 8
"""The shapes' own measure, and how many pixels one of it has before the picture is made small."""
FRAME = (11 * SCALE, 5 * SCALE, 89 * SCALE, 83 * SCALE)
"""The pixels that the picture shows: faces are looked at small."""

Shape = tuple[str, str, tuple[float, ...]]
"""What it is (oval: its box; shape: its corners; line: its width and its corners), its colour, its figures."""

INK = "#2b2622"
SKIN = {"brown": "#9a6a48", "pale": "#e0b896", "dark": "#6d4a35", "drowned": "#9fb5ab"}
SHADE = {"brown": "#7f5438", "pale": "#c79a78", "dark": "#573927", "drowned": "#7f978d"}


def _bust(skin: str, cloth: str) -> list[Shape]:
    """Draw shoulders, neck and head, seen from the front."""
    return [
        ("oval", cloth, (8, 76, 92, 140)),
        ("shape", SHADE[skin], (41, 62, 59, 62, 63, 84, 50, 90, 37, 84)),
        ("oval", SKIN[skin], (30, 20, 70, 74)),
    ]


def _features(skin: str, eyes: str = INK) -> list[Shape]:
    """Draw brows, eyes, nose and mouth."""
    return [
        ("line", INK, (2.2, 36, 43, 45, 42)),
        ("line", INK, (2.2, 55, 42, 64, 43)),
        ("oval", eyes, (38, 45, 44, 50)),
        ("oval", eyes, (56, 45, 62, 50)),
        ("line", SHADE[skin], (2, 50, 46, 48, 57, 52, 57)),
        ("line", SHADE[skin], (2.6, 44, 64, 50, 66, 56, 64)),
    ]


FACES: dict[str, tuple[str, list[Shape]]] = {
    "Ysane of the Reeds": (
        "#e3c27a",
        [
            ("oval", INK, (22, 10, 78, 72)),
            ("shape", INK, (24, 40, 20, 96, 36, 96, 38, 50)),
            *_bust("brown", "#2f6f78"),
            ("shape", INK, (29, 42, 34, 18, 66, 18, 71, 42, 62, 30, 46, 27, 36, 32)),
            *_features("brown"),
            ("oval", "#f4d35e", (46, 31, 54, 39)),
            ("line", "#f7f1e0", (3, 70, 36, 88, 8)),
            ("shape", "#f7f1e0", (76, 26, 84, 6, 92, 4, 86, 22)),
            ("line", "#f4d35e", (3, 32, 84, 50, 94, 68, 84)),
        ],
    ),
    "Brother Oskel": (
        "#b9c4a7",
        [
            *_bust("pale", "#6d5a45"),
            ("shape", "#8c8378", (29, 48, 30, 30, 36, 34, 34, 48)),
            ("shape", "#8c8378", (71, 48, 70, 30, 64, 34, 66, 48)),
            ("oval", "#8c8378", (32, 56, 68, 86)),
            ("oval", SKIN["pale"], (38, 50, 62, 66)),
            *_features("pale"),
            ("line", "#8c8378", (4, 41, 61, 50, 58, 59, 61)),
            ("line", "#4c3f31", (5, 22, 96, 40, 84, 50, 92, 60, 84, 78, 96)),
        ],
    ),
    "Wren Little-Lantern": (
        "#38455f",
        [
            ("shape", "#1d2433", (10, 100, 22, 30, 50, 6, 78, 30, 90, 100)),
            *_bust("dark", "#1d2433"),
            ("shape", "#1d2433", (28, 50, 27, 24, 50, 10, 73, 24, 72, 50, 64, 30, 50, 24, 36, 30)),
            *_features("dark", "#f2d68a"),
            ("shape", "#8c2f39", (22, 78, 34, 66, 50, 72, 66, 66, 78, 78, 72, 92, 28, 92)),
            ("oval", "#f2c14e", (76, 66, 92, 86)),
            ("line", "#f2c14e", (2.5, 80, 66, 84, 58, 88, 66)),
        ],
    ),
    "Captain Deruvin": (
        "#a9744f",
        [
            *_bust("pale", "#4a4f57"),
            ("shape", "#7b838f", (26, 44, 28, 22, 50, 8, 72, 22, 74, 44, 64, 36, 50, 34, 36, 36)),
            ("line", "#c8ced6", (3.5, 50, 8, 50, 36)),
            ("line", "#4a4f57", (3, 27, 42, 38, 36, 62, 36, 73, 42)),
            ("shape", "#5a2e1f", (36, 62, 42, 60, 50, 61, 58, 60, 64, 62, 58, 66, 50, 64, 42, 66)),
            *_features("pale")[:-1],
            ("shape", "#5a2e1f", (45, 69, 55, 69, 52, 80, 48, 80)),
            ("line", "#7b838f", (4, 14, 88, 34, 80, 50, 92, 66, 80, 86, 88)),
            ("line", "#b5483a", (2.2, 60, 50, 66, 60)),
        ],
    ),
    "The Ferryman": (
        "#1f3a3d",
        [
            ("shape", "#142527", (6, 100, 20, 34, 50, 4, 80, 34, 94, 100)),
            *_bust("drowned", "#142527"),
            ("shape", "#142527", (29, 60, 26, 24, 50, 8, 74, 24, 71, 60, 66, 34, 50, 27, 34, 34)),
            ("oval", "#142527", (36, 42, 47, 53)),
            ("oval", "#142527", (53, 42, 64, 53)),
            ("oval", "#d7f2c8", (40, 46, 43.5, 49.5)),
            ("oval", "#d7f2c8", (56.5, 46, 60, 49.5)),
            ("line", SHADE["drowned"], (2, 50, 48, 48, 58, 52, 58)),
            ("line", "#142527", (2.6, 42, 66, 58, 66)),
            ("line", "#5c7f78", (2.5, 35, 70, 33, 96)),
            ("line", "#5c7f78", (2.5, 44, 74, 46, 98)),
            ("line", "#5c7f78", (2.5, 57, 74, 55, 96)),
            ("line", "#5c7f78", (2.5, 65, 70, 68, 94)),
        ],
    ),
}
"""The ground, and what is laid on it, of each."""


@cache
def draw_portrait(name: str) -> bytes:
    """Return the portrait of a demo character, as `campaigns.people.portraits.drawing` stores it."""
    ground, shapes = FACES[name]
    picture = Image.new("RGB", (GRID * SCALE, GRID * SCALE), ground)
    pen = ImageDraw.Draw(picture)
    for kind, colour, figures in shapes:
        put_shape(pen, kind, colour, [figure * SCALE for figure in figures])
    file = io.BytesIO()
    picture.crop(FRAME).save(file, "PNG")
    return draw_square(file.getvalue(), GRID * SCALE * GRID * SCALE)[1]


def put_shape(pen: ImageDraw.ImageDraw, kind: str, colour: str, figures: list[float]) -> None:
    """Draw a shape in this colour, its figures in pixels."""
    match kind:
        case "oval":
            pen.ellipse(figures, colour)
        case "shape":
            pen.polygon(figures, colour)
        case _:
            pen.line(figures[1:], colour, round(figures[0]), joint="curve")
