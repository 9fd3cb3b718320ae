"""What the games with stunts share: the question to the Storyteller, who rates them, and the ratings."""

from collections.abc import Callable
from typing import Any

from rules.battle.fields import Choice
from rules.battle.roster import Fighter
from rules.text import EMPTY, Text


def list_ratings(most: int, name: Callable[[int], Text]) -> tuple[Choice, ...]:
    """Return the ratings of a stunt from 0 on, each as an answer in words."""
    return (Choice("0", Text("No stunt")), *(Choice(str(rating), name(rating)) for rating in range(1, most + 1)))


def ask_rating(actor: Fighter, rating: int, whom: str = "", what: Text = EMPTY) -> Text:
    """Return the question to the Storyteller, who rates a stunt; `rating` is the one proposed, or 0.

    `whom` is the target of the attack, `what` names another action, or its traits.
    """
    given: dict[str, Any] = {"who": actor.name, **({"n": rating} if rating else {})}
    if whom and rating:
        return Text("{who} proposes a stunt ({n}) against {whom}. Rate it.", **given, whom=whom)
    if whom:
        return Text("{who} stunts against {whom}. Rate it.", **given, whom=whom)
    if what and rating:
        return Text("{who} proposes a stunt ({n}) for {what}. Rate it.", **given, what=what)
    if what:
        return Text("{who} stunts for {what}. Rate it.", **given, what=what)
    if rating:
        return Text("{who} proposes a stunt ({n}). Rate it.", **given)
    return Text("{who} stunts. Rate it.", **given)
