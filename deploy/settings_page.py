"""docs/hosting/settings.md, made of what the code reads: `python -m deploy.settings_page > docs/hosting/settings.md`.

Names and defaults come from the calls of `env` and `os.environ` in `config/`, sentences from `deploy/settings.toml`.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SENTENCES = ROOT / "deploy" / "settings.toml"
PAGE = ROOT / "docs" / "hosting" / "settings.md"
KINDS = {"bool": "0 or 1", "list": "names, with commas", "str": "text"}
"""What a value is, by the scheme of `env`; for numbers and addresses the sentence names the unit."""
HEAD = """# Settings

For hosts: every environment variable that Storywheel reads.

* **Set them** in `/etc/storywheel.env` (Debian) or the `storywheel.env` of the containers, and restart the
  services. A server at home needs none.
* **`deploy/storywheel.env.example`** is a file to start from.
* **A variable set to nothing** counts as left out.
"""
FOOT = """
This page is made of the code and `deploy/settings.toml` by `python -m deploy.settings_page > docs/hosting/settings.md`.
"""


class BadSettings(Exception):
    """Why the page cannot be made, in words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One place in the code that reads a variable. `name`: a pattern where the code puts the name together."""

    name: re.Pattern[str]
    kind: str
    default: ast.expr | None


def write_page() -> str:
    """Return the page. Raises `BadSettings` where a variable has no sentence, or a sentence no variable."""
    sections: list[dict[str, Any]] = tomllib.loads(SENTENCES.read_text())["sections"]
    readings = list(list_readings())
    check_names(sections, readings)
    parts = [HEAD, *(_write_section(section, readings) for section in sections), FOOT]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def check_names(sections: list[dict[str, Any]], readings: list[Reading]) -> None:
    """Raise `BadSettings` unless the variables of the code are those that have a sentence."""
    named = [name for section in sections if not section.get("others") for name in section["variables"]]
    unread = [name for name in named if not any(reading.name.fullmatch(name) for reading in readings)]
    without = {reading.name.pattern for reading in readings if not any(map(reading.name.fullmatch, named))}
    if unread:
        raise BadSettings(f"{SENTENCES.name} names what nothing reads: {', '.join(unread)}.")
    if without:
        raise BadSettings(f"{SENTENCES.name} has no sentence for {', '.join(sorted(without))}.")


def list_readings() -> Iterator[Reading]:
    """Yield each place in `config/` that reads an environment variable."""
    for path in sorted((ROOT / "config").rglob("*.py")):
        source = path.read_text()
        if "env." in source or "os.environ" in source:
            tree = ast.parse(source)
            names = dict(_list_values(tree))
            for node in ast.walk(tree):
                if found := _parse_node(node, names):
                    yield found


def _list_values(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def _parse_node(node: ast.AST, names: Mapping[str, ast.expr]) -> Reading | None:
    """Return what a node reads: `env.KIND(NAME, default=...)`, `os.environ[NAME]` or `os.environ.get(NAME, ...)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="env"), attr=kind), args=[name, *_], keywords=keywords):
            default = next((keyword.value for keyword in keywords if keyword.arg == "default"), None)
            return Reading(_parse_name(name, names), kind, default)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="environ"), attr="get"), args=[name, *_]):
            return Reading(_parse_name(name, names), "str", None)
        case ast.Subscript(value=ast.Attribute(attr="environ"), slice=name, ctx=ast.Load()):
            return Reading(_parse_name(name, names), "str", None)
    return None


def _parse_name(node: ast.expr, names: Mapping[str, ast.expr]) -> re.Pattern[str]:
    match node:
        case ast.Constant(value=str(name)):
            return re.compile(name)
        case ast.Name(id=name) if isinstance(value := names.get(name), ast.Constant):
            return re.compile(str(value.value))
        case ast.JoinedStr(values=values):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "[A-Z]+" for part in values)
            return re.compile("".join(parts))
    raise BadSettings(f"The name of a variable is not written out: {ast.unparse(node)}.")


def _write_section(section: Mapping[str, Any], readings: list[Reading]) -> str:
    variables: dict[str, str | dict[str, str]] = section["variables"]
    rows = [
        _write_row(name, {"means": said} if isinstance(said, str) else said, readings)
        for name, said in variables.items()
    ]
    table = "\n".join(["| variable | default | unit | what it does |", "|---|---|---|---|", *rows])
    texts = (f"## {section['title']}", section.get("about", ""), table, section.get("after", ""))
    return "\n\n".join(text.strip() for text in texts if text.strip())


def _write_row(name: str, said: Mapping[str, str], readings: list[Reading]) -> str:
    found = [reading for reading in readings if reading.name.fullmatch(name)]
    default = said.get("default") or _say_default(name, found)
    kinds = {reading.kind for reading in found}
    unit = said.get("unit") or next((KINDS[kind] for kind in sorted(kinds) if kind in KINDS), "")
    if not unit or ("int" in kinds and "unit" not in said):
        raise BadSettings(f"{name} needs a unit in {SENTENCES.name}.")
    return f"| `{name}` | {default} | {unit} | {said['means']} |"


def _say_default(name: str, found: list[Reading]) -> str:
    """Return the default that the code has, where it is one plain value."""
    try:
        said = {_say_value(ast.literal_eval(reading.default)) for reading in found if reading.default is not None}
    except ValueError:
        raise BadSettings(f"{name} needs a default in words in {SENTENCES.name}.") from None
    if len(said) > 1:
        raise BadSettings(f"{name} has several defaults: {', '.join(sorted(said))}.")
    return said.pop() if said else "none"


def _say_value(value: object) -> str:
    if isinstance(value, bool | int):
        return str(int(value))
    return str(value) if value else "none"


if __name__ == "__main__":
    print(write_page(), end="")
