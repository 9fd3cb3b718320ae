"""The steps in which a character is made or changed: one matter of the sheet to a screen, and the record among them."""

from collections.abc import Iterable, Sequence

from rules.sheets import Section
from rules.sheets.steps import STORY, Step
from rules.text import Text

CHECK = Step("check", Text("Check"), 100)
"""The last step of making: what is over or missing, and the button that finishes."""
ALL = "all"
"""In place of a step: everything on one page."""
FIRST_FIELDS = ("name", "hidden")
STORY_FIELDS = ("notes", "player_notes", "secret_notes")
CHECK_FIELDS = ("made_freely",)
EVERYWHERE = ("version", "why")
"""The fields of the record, by the step that asks for them."""


def list_steps(sections: Iterable[Section], *, is_made: bool) -> tuple[Step, ...]:
    """Return the steps of these sections. A game without a story has one all the same, for the notes."""
    own = dict.fromkeys(section.step for section in sections if section.traits)
    last = {STORY: None} if is_made else {STORY: None, CHECK: None}
    return tuple(sorted(own | last, key=lambda step: step.place))


def list_fields(step: Step | None, steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the fields of the record that a step asks for; without a step, all of them."""
    if step is None:
        return (*EVERYWHERE, *FIRST_FIELDS, *STORY_FIELDS, *CHECK_FIELDS)
    return (
        *EVERYWHERE,
        *(FIRST_FIELDS if step == steps[0] else ()),
        *(STORY_FIELDS if step == STORY else ()),
        *(CHECK_FIELDS if step == CHECK else ()),
    )


def find_next(step: Step, steps: Sequence[Step], *, is_made: bool) -> Step | None:
    """Return the step after this one. Making passes over what a scene changes: a new character is whole and full."""
    after = steps[steps.index(step) + 1 :]
    return next((step for step in after if is_made or not step.passing), None)
