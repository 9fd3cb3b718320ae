"""The table's scripts: modules that are named by what they hold, fetched without waiting for one another, and that know
no language. What they compute is tested in tests/js."""

import re
from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from config.server.static_files.storage import StaticStorage
from play.commands import moves

OURS = Path(settings.BASE_DIR) / "static"
OWN = sorted(path for path in (OURS / "js").rglob("*.js") if "vendor" not in path.parts)
COMMENT = re.compile(r"/\*.*?\*/|^ *//[^\n]*|(?<=[;{,] )//[^\n]*", re.S | re.M)
TEXT = re.compile(r'"([^"\n]*)"|`([^`]*)`')
PATTERN = re.compile(r"(?:[(=,:?&|!]|=>|return)\s*/(?![/*])((?:[^/\\\n]|\\.)+)/")
PATTERNS = {
    r"^\s*<!doctype",
    "^(.{8})(.{4})(.{4})(.{4})",
    *(r"[\n\]]", r"[\p{L}\p{N}_@]$", r"^\[", r"^[\p{L}\p{N}_]"),
    r"\d+$",
    *("[iljtfI1.,:;'’!|()[\\]\\- ]", "[mwMW@%—…–]", r"\p{Lu}", r"[\p{Script=Latin}\p{Nd}]", r"[\p{Mn}\p{Cf}]"),
    r"[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]",
    *(" ?…$", r"^\d+$"),
    *("^[1-9]$", r"^\d", "[.!?]$"),
    *("^[0-9a-f]{64}$", "..", r"\{(\w+)\}"),
}
"""Whole pages, the groups of an id, where a mention that is typed begins and ends, the number of a sheet's row, a
digit that is pressed, how wide letters are drawn, the seed of dice and its bytes, and the places for values in a
sentence that the page gives."""
KEYS = ("Enter", "Escape", "Tab")
CAPITAL = re.compile(r"(?<![\w:])[A-Z][a-z]+\w*")
IMPORTS = re.compile(r'(?:^|[;}])(?:import|export)\b[^;"(]*?"(\.\.?/[^"]+)"', re.M)


def follow(script: Path) -> set[Path]:
    """The modules that a script needs, and those that they need."""
    found, ahead = set[Path](), [script]
    while ahead:
        module = ahead.pop()
        named = {(module.parent / name).resolve() for name in IMPORTS.findall(module.read_text(encoding="utf-8"))}
        ahead += named - found
        found |= named
    return found


def test_the_table_asks_for_all_modules_at_once() -> None:
    shell = (OURS.parent / "templates/play/stage.html").read_text(encoding="utf-8")
    asked = re.findall(r"""<link rel="modulepreload" href="{% static '([^']+)' %}">""", shell)
    wanted = {str(path.relative_to(OURS)) for path in follow(OURS / "js/stage/stage.js")}
    assert sorted(asked) == sorted(wanted)


def test_modules_that_are_not_joined_are_imported_by_their_hashed_names(tmp_path: Path) -> None:
    source = FileSystemStorage(OURS)
    paths = {str(path.relative_to(OURS)): (source, str(path.relative_to(OURS))) for path in OURS.rglob("*.js")}
    storage = StaticStorage(location=str(tmp_path), base_url="/static/")
    for path in paths:
        storage.save(path, source.open(path))
    assert {type(done) for _, _, done in storage.post_process(paths)} == {bool}
    served = follow(tmp_path / storage.stored_name("js/mentions.js"))
    assert len(served) == len(follow(OURS / "js/mentions.js")) > 0
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", path.name) for path in served)


def test_scripts_take_only_those_facts_for_markup_whose_keys_say_so() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in OWN if path.name != "dialect.js")
    found = re.findall(r"\btrusted\(([^)]*)\)", code)
    assert found
    assert all(given.endswith("_html") for given in found)
    assert "unsafeHTML" not in code


def test_the_scripts_read_and_write_no_language() -> None:
    code = "".join(COMMENT.sub("", path.read_text(encoding="utf-8")) for path in OWN)
    texts = [re.sub(r"\$\{.*?\}", "", "".join(found)) for found in TEXT.findall(code)]
    assert len(texts) > 150
    known = {*vars(moves), "Request", "Redirect", "PushManager", *KEYS}
    assert {word for text in texts for word in CAPITAL.findall(text)} <= known, (
        "HX-Request, HX-Redirect, keys and the browser's PushManager aside"
    )
    assert not [text for text in texts if not text.isascii() and not set(text) & set("“●−–→·…✓")]
    assert set(PATTERN.findall(code)) == {*PATTERNS}, "it takes words apart"
