"""How somebody is, in words: a track of health, and all of it in one line."""

from collections.abc import Iterable

from django.utils.text import capfirst

from campaigns.core.language import translate
from rules.text import EMPTY, Text
from rules.view import MAGNITUDE, CombatantView
from rules.wounds import say_wounds


def health_words(boxes: Iterable[tuple[str, str]]) -> Text:
    """Return the track in words: "Health: 1 lethal, 2 bashing of 7 boxes, penalty −1", or a unit's Magnitude.

    The box of those who are Incapacitated has letters in place of a number.
    """
    shown = list(boxes)
    if shown and all(label == MAGNITUDE for _, label in shown):
        left = sum(not mark for mark, _ in shown)
        return Text("Magnitude: {n} of {of} left", n=left, of=len(shown))
    hurt = say_wounds(mark for mark, _ in shown)
    penalty = next((penalty for mark, penalty in reversed(shown) if mark), "")
    if penalty.isalpha():
        return Text("Health: {hurt} of {n} boxes, {state}", hurt=hurt, n=len(shown), state=Text("Incapacitated"))
    if penalty not in ("", "0"):
        n, penalty = len(shown), penalty.replace("-", "−")
        return Text("Health: {hurt} of {n} boxes, penalty {penalty}", hurt=hurt, n=n, penalty=penalty)
    return Text("Health: {hurt} of {n} boxes", hurt=hurt, n=len(shown))


def say_state(who: CombatantView) -> str:
    """Return in one line how a character is: out, its conditions, its wounds."""
    marked = [box["penalty"] for box in who.get("health", ()) if box["mark"]]
    penalty = marked[-1] if marked and not marked[-1].isalpha() else ""  # a letter stands for Incapacitated
    hurt = Text("wounds {penalty}", penalty=penalty.replace("-", "−")) if penalty not in ("", "0") else EMPTY
    return capfirst(", ".join(filter(None, map(translate, (who["out"], *who["conditions"], hurt)))))
