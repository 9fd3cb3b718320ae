"""What battles store as texts comes back as texts, and so does what older files hold as plain strings."""

import json
from typing import Any

import pytest

from rules.battle.play import about
from rules.text import Text, word
from rules.v20da.attack import ATTACKS, WEAPONS
from rules.v20da.decide.common import harmed
from rules.v20da.events import EVENTS, ActionDone
from rules.v20da.state.model import Combatant
from rules.v20da.view.log import LINES
from rules.wounds import Harm
from tests.rules.v20da.table import Table


def stored(event: Any) -> Any:
    """The event as it comes back from a file."""
    return EVENTS.decode(json.loads(json.dumps(EVENTS.encode(event))))


@pytest.fixture
def ada() -> Combatant:
    table = Table()
    table.add("ada")
    return table["ada"]


def test_the_name_of_a_thrown_weapon_comes_back_with_its_weapon(ada: Combatant) -> None:
    label = stored(ActionDone(**about(ada), label=ATTACKS["throw_spear"].label, forgone=False)).label
    assert (label, label.message, label.values) == ("Spear, thrown", "{w}, thrown", {"w": WEAPONS["spear"].label})


def test_a_name_in_an_older_file_is_a_text_without_values(ada: Combatant) -> None:
    data = {**EVENTS.encode(ActionDone(**about(ada), label=word("x"), forgone=True)), "label": "Spear, thrown"}
    label = EVENTS.decode(data).label  # type: ignore[attr-defined]
    assert (type(label), label, label.values) == (Text, "Spear, thrown", {})


@pytest.mark.parametrize(
    ("levels", "kind", "said"),
    [
        (1, "bashing", "Ada takes 1 bashing level."),
        (3, "lethal", "Ada takes 3 lethal levels."),
        (7, "lethal", "Ada takes 7 lethal levels and is Incapacitated."),
        (8, "lethal", "Ada takes 8 lethal levels and dies."),
    ],
)
def test_harm_is_told_with_its_end(ada: Combatant, levels: int, kind: Harm, said: str) -> None:
    event = harmed(ada, levels, kind)
    assert LINES[type(event)](event) == said
