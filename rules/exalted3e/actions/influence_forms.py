"""The forms of influence: what may be tried, the Storyteller's ruling, and the answer (3E-328 to 3E-338)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Choice
from rules.battle.declare import ask
from rules.text import Text

READ, INSTILL, INSPIRE, PERSUADE = "read", "instill", "inspire", "persuade"
ACTIONS = (
    Choice(INSTILL, Text("Instill"), Text("an emotion: an Intimacy is created, strengthened or weakened")),
    Choice(PERSUADE, Text("Persuade"), Text("to a task, by an Intimacy that supports it")),
    Choice("bargain", Text("Bargain"), Text("to be a task, with an offer")),
    Choice("threaten", Text("Threaten"), Text("into a task")),
    Choice(INSPIRE, Text("Inspire"), Text("an emotion, which counts as a Major Intimacy")),
    Choice(READ, Text("Read intentions"), Text("unnoticed, against Guile")),
)
"""What may be tried (3E-328 to 3E-332)."""
SIZES: Mapping[str, tuple[Text, str]] = {
    "trivial": (Text("trivial"), ""),
    "inconvenient": (Text("inconvenient"), "minor"),
    "serious": (Text("serious"), "major"),
    "life": (Text("life-changing"), "defining"),
}
"""How much a persuasion asks for, and the Intimacy that must support it (3E-330)."""
WAYS = (
    Choice("new", Text("a new Minor Intimacy")),
    Choice("strengthen", Text("an Intimacy grows stronger")),
    Choice("weaken", Text("an Intimacy grows weaker")),
)
MORE = {
    INSTILL: Text("The evidence is clearly stronger than before"),
    PERSUADE: Text("Another Intimacy supports it, at least as strong, or a new story has started"),
    "bargain": Text("The offer is clearly better than before"),
    "threaten": Text("The threat escalates"),
}
"""What another try takes after a failure, as the Storyteller affirms it (3E-337)."""
ONCE = {
    INSPIRE: Text("Resisted in this scene. You can inspire again in the next one (3E-337)."),
    READ: Text("This target could not be read. Try again in the next scene (3E-337)."),
}
"""Why an action is not tried again in the scene."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the Storyteller says of influence on one character.

    An Intimacy is written as its intensity, a colon and its words; without words it stands on no sheet. `fits`: the
    offer is fitting, or the threat feared more than the task. `resolve`: what stunts, Willpower and Charms add. `more`:
    another try has what it takes after a failure (`MORE`).
    """

    opposing: str = ask("Strongest opposing Intimacy", high=300, default="", required=False)
    supporting: str = ask("Strongest supporting Intimacy", high=300, default="", required=False)
    size: str = ask(
        "Size of the task", default="trivial", choices=tuple(Choice(k, text) for k, (text, _) in SIZES.items())
    )
    fits: bool = ask(
        "The offer is good enough, or the threat is feared more than the task", default=True, required=False
    )
    way: str = ask("Intended change", default="new", choices=WAYS)
    about: str = ask("Intimacy that grows stronger or weaker", high=300, default="", required=False)
    gestures: bool = ask("Gestures only", default=False, required=False, help="Resolve +2")
    written: bool = ask("In writing", default=False, required=False, help="Rolled with Linguistics.")
    overturns: bool = ask(
        "Overrides what the target accepted before", default=False, required=False, help="Resolve +3, 1 Willpower"
    )
    aware: bool = ask("Target knows they are being studied", default=False, required=False, help="else Guile −2")
    resolve: int = ask("Bonus from stunt, Willpower or Charm", -5, 10, default=0, required=False)
    more: bool = ask("Needs more than before", default=False, required=False, help="otherwise nothing is rolled")
    unacceptable: bool = ask("Unacceptable: nothing is rolled", default=False, required=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a character who was reached answers. `writes`: the Intimacy that was instilled goes onto the sheet."""

    answer: str = ask("Response", default="accept")
    intimacy: str = ask("The opposing Intimacy", high=300, default="", required=False)
    writes: bool = ask("Save to sheet", default=True, required=False)
    text: str = ask("Intimacy", high=200, default="", required=False)
    kind: str = ask("Kind", default="tie", choices=(Choice("tie", Text("Tie")), Choice("principle", Text("Principle"))))
