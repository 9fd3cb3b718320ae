"""How dice have fallen, drawn: a bar for each face, and in words what chi-square means."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from rules.dice_statistics import ENOUGH, Tally

WIDTH, HEIGHT, TOP, FOOT = 320, 150, 4, 22
"""px of the drawing's own view box; room above the bars, and below them for the faces."""


@dataclass(frozen=True, slots=True)
class FaceBar:
    """One face: its place in the drawing, how often it fell, and how often it does on average."""

    face: int
    count: int
    x: str
    y: str
    width: str
    height: str
    middle: str


@dataclass(frozen=True, slots=True)
class TallyPicture:
    """The dice of one person, or of all."""

    who: str
    tally: Tally
    mean: str
    expected: str
    verdict: str
    short: str
    bars: Sequence[FaceBar]
    line_y: str
    """Where the line of what is expected stands."""
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = HEIGHT - FOOT


def draw_tally(who: str, tally: Tally) -> TallyPicture:
    """Shape a tally for the page. `who` is empty for all, and for what the table did by itself."""
    step, most = WIDTH / len(tally.faces), max(*tally.faces, 1)
    scale = (HEIGHT - TOP - FOOT) / max(most, tally.expected)
    bars = [
        FaceBar(
            face=place + 1,
            count=count,
            x=f"{place * step + 3:.1f}",
            y=f"{HEIGHT - FOOT - count * scale:.1f}",
            width=f"{step - 6:.1f}",
            height=f"{count * scale:.1f}",
            middle=f"{(place + 0.5) * step:.1f}",
        )
        for place, count in enumerate(tally.faces)
    ]
    line = f"{HEIGHT - FOOT - tally.expected * scale:.1f}"
    verdict, short = _judge(tally)
    return TallyPicture(
        who, tally, number_format(tally.mean, 2), number_format(tally.expected, 1), verdict, short, bars, line
    )


def _judge(tally: Tally) -> tuple[str, str]:
    """Return what chi-square means, in a sentence and in a few words."""
    share = tally.share_worse
    if share is None:
        sentence = _("Too few dice to tell: you need about %(n)s.") % {"n": ENOUGH}
        return sentence, _("too few to tell")
    per_cent = round(share * 100)
    if per_cent < 1:
        sentence = _("Fewer than 1 of 100 fair tables is this uneven.")
        return sentence, _("fewer than 1 of 100")
    sentence = _("%(n)s of 100 fair tables are at least this uneven.") % {"n": per_cent}
    return sentence, _("%(n)s of 100") % {"n": per_cent}
