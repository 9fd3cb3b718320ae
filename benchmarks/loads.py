"""Ways in which one person may load a server: pages that cost much, asked for again and again."""

from dataclasses import dataclass
from urllib.parse import urlencode

from benchmarks.clients import TOKEN

FORM = "application/x-www-form-urlencoded"
LONG = "Of the river and its reeds. " * 32_000
"""What fills a form of 900 kB."""


@dataclass(frozen=True, slots=True)
class Load:
    """One of them. In the path stand `{scene}`, `{series}`, `{character}`, and `{m}` and `{h}`, others each time."""

    name: str
    path: str
    connections: int = 8
    is_signed_in: bool = True
    fields: tuple[tuple[str, str], ...] = ()
    """What is posted; without any it is asked for by GET."""

    def write(self, places: dict[str, int], n: int) -> tuple[str, str, bytes, str]:
        """Return path, method, body and kind of a request."""
        path = self.path.format(**places, m=n % 150, h=n // 150)
        if not self.fields:
            return path, "GET", b"", ""
        return path, "POST", urlencode([("csrfmiddlewaretoken", TOKEN), *self.fields]).encode(), FORM


LOADS = (
    Load("odds, signed out", "/odds/exalted2e/?pool=199&difficulty={m}&external={h}", is_signed_in=False),
    Load("the same, one connection", "/odds/exalted2e/?pool=199&difficulty={m}&external={h}", 1, is_signed_in=False),
    Load("a table's page", "/scenes/{scene}/"),
    Load("a table's page", "/scenes/{scene}/", 32),
    Load("a table's page", "/scenes/{scene}/", 150),
    Load("a typed line", "/scenes/{scene}/stage/palette/?q=guard+{m}"),
    Load("the series", "/series/{series}/"),
    Load("statistics", "/series/{series}/statistics/"),
    Load("relationships", "/series/{series}/ties/"),
    Load("a log", "/scenes/{scene}/log/1/"),
    Load("the search", "/series/{series}/search/?q=river+{m}{h}"),
    Load("a sheet", "/characters/{character}/"),
    Load("a sheet's form", "/characters/{character}/edit/"),
    Load("the forecast's page", "/scenes/{scene}/forecast/"),
    Load("a sheet as PDF", "/characters/{character}/sheet.pdf", 4),
    Load("forms of 900 kB", "/characters/{character}/edit/", fields=(("notes", LONG),)),
)
"""Those that were tried."""
