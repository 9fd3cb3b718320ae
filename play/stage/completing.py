"""What a line of the log may go on with: the commands of the seat, and the names and traits that it knows.

It is fetched at the first "/" or "@" that somebody types, and completed in the browser.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from play.commands.foe_line import list_foe_words
from play.commands.roll_meaning import name_trait
from play.seats.board import Board, RollOffer
from play.stage.shape import Completions, TypedCommand
from play.stage.words import translate
from rules import get_system


def list_completions(board: Board, names: list[str]) -> Completions:
    """Return what the seat's line may go on with. `names`: the people and places that the person may mention."""
    traits = get_system(board.system).tasks.spoken.traits
    return {
        "commands": [*_list_commands(board)],
        "traits": {roll.character: _name_traits(roll, traits) for roll in board.rolls},
        "people": [translate(ear.name) if ear.note else ear.key for ear in board.voices.ears],
        "characters": [translate(voice.name) for voice in board.voices.own],
        "foes": _name_foes(board) if board.storyteller else [],
        "names": names,
    }


def _list_commands(board: Board) -> Iterator[TypedCommand]:
    """Yield the commands of a line, and of what each takes names."""
    yield _command("roll", _("dice or traits: /roll 8, /roll Wits + Awareness"), ["r"], "traits")
    yield _command("me", _("describe an action"), ["em"])
    yield _command("w", _("whisper to someone"), ["whisper"], "people")
    if not board.storyteller:
        yield _command("sr", _("roll, visible to you and the Storyteller"), ["selfroll"], "traits")
    yield _command("gmr", _("roll, visible to the Storyteller only"), ["gmroll", "br", "blindroll"], "traits")
    if board.storyteller:
        yield _command("foes", _("new foes: 3 x name, archetype, weapon"), [], "foes")
    yield {**_command("help", _("full list"), []), "insert": "/help"}


def _command(name: str, hint: str, also: list[str], takes: str = "") -> TypedCommand:
    """Return a command. `also`: its other names; a roll can end with "as" and a name."""
    return {
        "insert": f"/{name} ",
        "label": f"/{name}",
        "hint": hint,
        "also": [f"/{other}" for other in also],
        "takes": takes,
        "as": "as" if takes == "traits" else "",
    }


def _name_traits(roll: RollOffer, traits: tuple[str, ...]) -> list[str]:
    """Return the names of the traits that a roll of a character may name, each once."""
    choices = (choice for field in roll.fields if field.name in traits for choice in field.choices if choice.value)
    return [*dict.fromkeys(name_trait(choice) for choice in choices)]


def _name_foes(board: Board) -> list[str]:
    known = list_foe_words(board.system)
    return [translate(label) for words in (known.archetypes, known.weapons) for label in words.values()]
