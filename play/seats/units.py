"""A unit in words."""

from rules.text import EMPTY, Text, join, verbatim
from rules.view import UnitView


def say_unit(unit: UnitView) -> Text:
    """Return a unit in words: "The Reed Spears, Magnitude 2 of 3, 76 to 150 bodies, 3 of 7 levels lost, Wedge"."""
    size, most, lost = unit["size"], unit["most"], unit["lost"]
    size_text = Text("Magnitude {n} of {n2}", n=size, n2=most) if size < most else Text("Magnitude {n}", n=size)
    thinned = Text("{n} of {n2} levels lost", n=lost, n2=unit["each"]) if lost else EMPTY
    parts = (verbatim(unit["name"]), size_text, unit["words"], thinned, verbatim(unit["formation"]))
    return join(", ", [part for part in parts if part])
