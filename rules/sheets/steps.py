"""The matters of a sheet. Each is edited on one screen, a step of making a character, and read under one heading."""

from dataclasses import dataclass

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Step:
    """One matter. `key` stands in addresses. Steps come by their `place`; those of one place, as they are laid out.

    `passing`: what a scene changes. A new character begins whole and full, so making one skips it.
    """

    key: str
    title: Text
    place: int = 50
    passing: bool = False


WHO = Step("who", Text("Identity"), 0)
POOLS = Step("pools", Text("Preset pools"), 5)
ATTRIBUTES = Step("attributes", Text("Attributes"), 10)
ABILITIES = Step("abilities", Text("Abilities"), 20)
ADVANTAGES = Step("advantages", Text("Advantages"), 30)
MERITS = Step("merits", Text("Merits"), 40)
BACKGROUNDS = Step("backgrounds", Text("Backgrounds"), 40)
OTHER = Step("more", Text("More"))
POWERS = Step("powers", Text("Powers"), 60)
EQUIPMENT = Step("equipment", Text("Equipment"), 70)
STORY = Step("story", Text("Story"), 80)
PLAY = Step("play", Text("In play"), 90, passing=True)


def own_step(title: Text) -> Step:
    """Return the step of a section for which a game names none: one of its own, under its title, with a key that no
    other step has."""
    key = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in str(title).lower())
    return Step(f"own-{key}", title)
