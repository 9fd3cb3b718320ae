"""Lay out a package with a small game: `python -m rules new-game NAME`.

The template is a game that plays and keeps the laws: one trait that is rolled, two moves of a fight. `newgame` and
`New game` in it become the game's key and name. Its modules end in `.py-tpl`, so that nothing takes them for parts of
this library.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rules import SYSTEMS
from rules.errors import BadInput
from rules.packages import KEY
from rules.text import Text

TEMPLATE = files(__name__) / "template"


def lay_out(key: str, folder: Path) -> Path:
    """Write the package `storywheel-KEY` into a new folder in `folder`, and return it.

    Raises `BadInput` for a key that is no name or is taken, and if the folder is there already or cannot be made.
    """
    if not KEY.fullmatch(key):
        raise BadInput(
            "bad_key", Text("A game’s key has 2 to 40 lowercase letters, digits and underscores, such as blades.")
        )
    if key in SYSTEMS:
        raise BadInput("key_taken", Text("There is already a game {key}. Choose another key.", key=key))
    made = folder / f"storywheel-{key}"
    try:
        made.mkdir(parents=True)
        _copy(TEMPLATE, made, key)
    except OSError as error:
        raise BadInput("no_folder", Text("Can’t create {path}: {why}.", path=made, why=error.strerror)) from error
    return made


def _copy(source: Traversable, target: Path, key: str) -> None:
    for part in source.iterdir():
        path = target / part.name.replace("newgame", key).replace(".py-tpl", ".py")
        if part.is_dir():
            path.mkdir()
            _copy(part, path, key)
        else:
            text = part.read_text(encoding="utf-8").replace("newgame", key)
            path.write_text(text.replace("New game", key.replace("_", " ").capitalize()), encoding="utf-8")
