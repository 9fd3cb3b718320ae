"""What each game adds to the OpenAPI document: its sheet, its picture of a fight, its moves, and its forms.

All of it is generated from the game's own declarations. A class of one game has the game's name before its own
(`Wod2004Attack`); a class that all games share is described once. A game of a package that does not declare what its
sheet or its picture is gets an open object there.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any, cast, get_type_hints

from campaigns.imports.storywheel_file import CharacterFile
from play.commands.json_moves import is_made_by_table
from play.commands.moves import MAX_NUMBER, MAX_VALUE
from rules import PACKAGED, SYSTEMS, get_system
from rules.battle.schemas import describe_declared
from rules.json_schema import PLACE, Schema, describe_class, describe_type, describe_words
from rules.sheets.schemas import describe_sheet
from rules.system import System

NOTHING: Schema = {"type": "object", "properties": {}, "additionalProperties": False}
"""What a game expects where it has no form."""
_SINGLE: list[Schema] = [{"type": "string", "maxLength": MAX_VALUE}, {"type": "integer"}, {"type": "boolean"}]
VALUES: Schema = {
    "type": "object",
    "additionalProperties": {"anyOf": [*_SINGLE, {"type": "array", "items": {"anyOf": _SINGLE}}]},
}
"""Values by the names of fields, of which any form may have others."""


@dataclass(frozen=True, slots=True)
class Games:
    """The components of some games, and for each open place of the document which of them it can hold.

    `parts`: by the name of the part of a move ("move", "request", "settings", "ruling", "reply").
    """

    components: dict[str, Schema] = field(default_factory=dict)
    parts: dict[str, list[Schema]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    pictures: list[Schema] = field(default_factory=list)


def describe_games(keys: Iterable[str]) -> Games:
    """Return what these games add to the document."""
    games = Games(parts={name: [] for name in ("move", "request", "settings", "ruling", "reply")})
    for system in map(get_system, keys):
        _add_sheet(games, system)
        games.pictures.append(_add_picture(games, system))
        games.parts["move"].append(_add_moves(games, system))
        _add_forms(games, system)
    return games


def one_of(shapes: Sequence[Schema], **more: Any) -> Schema:
    """Return the schema of any of these shapes."""
    different = [shape for place, shape in enumerate(shapes) if shape not in shapes[:place]]
    if len(different) > 1:
        return {**more, "anyOf": different}
    return {**more, "allOf": different} if more and "$ref" in different[0] else {**more, **different[0]}


def refer(name: str) -> Schema:
    """Return a reference to a component."""
    return {"$ref": f"{PLACE}{name}"}


def _name_game(system: System) -> str:
    return "".join(map(str.capitalize, system.key.split("_")))


def _name_class(system: System, cls: type[Any]) -> str:
    """Return the name of the component of a class: with the game's name before it, unless games share the class."""
    root, _dot, rest = cls.__module__.partition(".")
    shared = root == "rules" and rest.partition(".")[0] not in SYSTEMS
    return cls.__name__ if shared else f"{_name_game(system)}{cls.__name__}"


def _add(games: Games, name: str, shape: Schema) -> Schema:
    while games.components.setdefault(name, shape) != shape:
        name += "Other"
    return refer(name)


def _find_result(function: Callable[..., Any]) -> Any:
    """Return the type of what a function returns; `Any` if it does not say."""
    return get_type_hints(function).get("return", Any)


def _add_picture(games: Games, system: System) -> Schema:
    """Add what a game draws of a fight. The names of a package's classes get the game's name: another may have them."""
    found: dict[str, Schema] = {}
    picture = describe_type(_find_result(system.battle.picture), found) or {"type": "object"}
    names = {name: f"{_name_game(system)}{name}" if system.key in PACKAGED else name for name in found}
    for name, shape in found.items():
        games.components[names[name]] = _rename(shape, names)
    renamed: Schema = _rename(picture, names)
    return renamed


def _rename(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema that refers to its components by other names."""
    if isinstance(schema, list):
        return [_rename(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return refer(names[schema["$ref"].removeprefix(PLACE)])
    return {key: _rename(value, names) for key, value in schema.items()}


def _add_sheet(games: Games, system: System) -> None:
    """Add the sheet and the file of a character, whose `system` names the game."""
    cls, sheet = _find_result(system.sheets.parse), {"type": "object"}
    if is_dataclass(cls):
        sheet = {"description": describe_words(cls), **describe_sheet(cast(type[Any], cls), system.sheets.powers)}
    found: dict[str, Schema] = {}
    describe_type(CharacterFile, found)
    (file,) = found.values()
    own = {"system": {"const": system.key}, "sheet": _add(games, f"{_name_game(system)}Sheet", sheet)}
    name = f"{_name_game(system)}CharacterFile"
    _add(games, name, {**file, "properties": {**file["properties"], **own}})
    games.files[system.key] = f"{PLACE}{name}"


def _add_moves(games: Games, system: System) -> Schema:
    """Add the moves of the fight that people can send, and one component that is any of them."""
    mapping = {}
    for kind, cls in system.battle.moves.classes.items():
        if not is_made_by_table(cls):
            form = describe_game_form(cls)
            shape = {
                **form,
                "properties": {"kind": {"const": kind}, **form["properties"]},
                "required": ["kind", *form["required"]],
            }
            mapping[kind] = _add(games, _name_class(system, cls), shape)["$ref"]
    name = f"{_name_game(system)}Move"
    description = f"A move of the fight in {system.name}. An offer narrows it to what is possible now."
    discriminator = {"propertyName": "kind", "mapping": mapping}
    choices = [{"$ref": place} for place in mapping.values()]
    return _add(games, name, {"description": description, "oneOf": choices, "discriminator": discriminator})


def _add_forms(games: Games, system: System) -> None:
    """Add what a game's rolls, tasks and influence ask for."""
    influence, name = system.tasks.influence, f"{_name_game(system)}Settings"
    games.parts["request"].append(_add_class(games, system, system.rolls.request))
    games.parts["settings"].append(_add(games, name, settings) if (settings := _describe_settings(system)) else NOTHING)
    if influence is not None:
        games.parts["ruling"].append(_add_class(games, system, influence.ruling))
        games.parts["reply"].append(_add_class(games, system, influence.reply) if influence.reply else NOTHING)


def _add_class(games: Games, system: System, cls: type[Any]) -> Schema:
    return _add(games, _name_class(system, cls), describe_game_form(cls))


def describe_game_form(cls: type[Any]) -> Schema:
    """Return the schema of a class that a program fills in, without what it cannot send: objects in a form."""
    form = describe_declared(cls)
    shapes = {
        name: _bound(shape) for name, shape in form["properties"].items() if "properties" not in shape.get("items", {})
    }
    return {"description": inspect.cleandoc(cls.__doc__ or ""), **form, "properties": shapes}


def _bound(shape: Schema) -> Schema:
    """Return a schema with the bounds that every text and number of a command has."""
    kinds = shape.get("type", ())
    if "string" in kinds and "enum" not in shape:
        return {"maxLength": MAX_VALUE, **shape}
    return {"minimum": -MAX_NUMBER, "maximum": MAX_NUMBER, **shape} if "integer" in kinds else shape


def _describe_settings(system: System) -> Schema | None:
    """Return the schema of the options that a task of some kind can set for itself; None where there are none."""
    options = describe_class(system.options)["properties"]
    fields = {field.name: field for some in system.tasks.settings.values() for field in some}
    shapes = {name: {"title": field.label, **options[name]} for name, field in fields.items()}
    description = f"Options of {system.name} that are different for one task. Which of them, its kind says."
    return {**NOTHING, "description": description, "properties": shapes} if shapes else None
