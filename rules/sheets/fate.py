"""What lasts of a fight apart from numbers: who is dead, dying, unconscious, in torpor, staked.

Every game's sheet has a field `fate` with the states that its book knows. The boxes of the health track may say a fate
by themselves; `SheetRules.find_fate` returns what counts of both, and it alone is asked.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from rules.battle import Choice
from rules.battle.figures import Figure
from rules.errors import BadInput
from rules.sheets.schema import choice
from rules.text import EMPTY, Text, join

S = TypeVar("S")
PLACE: Final = "fate"
"""The field of every game's sheet that holds it."""
UNCONSCIOUS: Final = "unconscious"
FATES: Final[Mapping[str, Text]] = {
    UNCONSCIOUS: Text("unconscious"),
    "staked": Text("staked"),
    "dying": Text("dying"),
    "torpor": Text("in torpor"),
    "dead": Text("dead"),
    "final_death": Text("Final Death"),
}
"""The fates of all games, each with its word."""
_SENTENCES: Final[Mapping[str, Callable[[str], Text]]] = {
    UNCONSCIOUS: lambda who: Text("{who} is unconscious.", who=who),
    "staked": lambda who: Text("{who} is staked.", who=who),
    "dying": lambda who: Text("{who} is dying.", who=who),
    "torpor": lambda who: Text("{who} is in torpor.", who=who),
    "dead": lambda who: Text("{who} is dead.", who=who),
    "final_death": lambda who: Text("{who} is in Final Death.", who=who),
}
LABEL: Final = Text("Fate")
FindFate = Callable[[Any], str]
"""Takes a parsed sheet, returns the fate that counts, or an empty text."""


def fate(*known: str) -> Any:
    """Declare the field of a sheet with the fates that this game knows."""
    choices = (Choice("", Text("none")), *(Choice(key, FATES[key]) for key in known))
    help = Text("The health boxes also count.")
    return choice(LABEL, choices, help=help, keeper="storyteller")


def say_fate(fate: str) -> Text:
    """Return a fate in a word, an empty text for none."""
    return FATES.get(fate, EMPTY)


def say_fates(fates: Iterable[str]) -> Text:
    """Return several fates in their words, an empty text for none."""
    return join(", ", map(say_fate, fates))


def describe_fate(who: str, fate: str) -> Text:
    """Return the sentence that someone has this fate."""
    return _SENTENCES[fate](who)


def check_fate(find: FindFate, sheet: Any) -> None:
    """Raise `BadInput` if the fate that is written on the sheet is not the one that counts: the boxes say another."""
    found = find(sheet)
    if found != sheet.fate:
        sentence = Text("The health boxes show another state: {fate}. Change them first.", fate=say_fate(found) or "–")
        raise BadInput("bad_fate", sentence, key=PLACE)


def wake_rested(sheet: S) -> S:
    """Return the sheet of someone who has rested unhurt: awake."""
    rested: Any = sheet
    return replace(rested, fate="") if rested.fate == UNCONSCIOUS else sheet


def make_fate_figure(read: Callable[[Any], str], write: Callable[[Any, str], Any]) -> Figure[Any]:
    """Return the figure of a battle that takes the fate home."""

    def goes_home(combatant: Any) -> bool:
        return bool(read(combatant) or getattr(combatant.sheet, PLACE, ""))

    return Figure(LABEL, read, write, open=True, goes_home=goes_home)
