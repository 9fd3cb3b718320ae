"""The stylesheet: its parts and their layers, how it is sent, and nothing in it that no page can reach."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from config.server.static_files.storage import StaticStorage

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"
LIST = STATIC / "css/storywheel.css"
LISTS = [LIST.with_name(name) for name in ("odds.css", "overlay.css", "stage.css", "storywheel.css")]
"""What pages link to: the whole list, and what the public page of odds, an overlay and the drawn table need."""
PARTS = [LIST.with_name(name) for name in re.findall(r'^@import url\("(\w+\.css)"\);$', LIST.read_text(), re.M)]
STAGE, OVERLAY = (LIST.with_name(f"{name}.css") for name in ("stage", "overlay"))
DRAWN = sorted(LIST.parent.glob("stage_*.css"))
"""The parts of the drawn table. It shares colours, type and bare elements with all pages, and nothing else."""
MOST = 300
"""Lines of a part."""
COMMENT = re.compile(r"/\*.*?\*/", re.S)
CLASSES = re.compile(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"')
CODE = re.compile(r"\{[{%].*?[%}]\}")
QUOTED = re.compile(r'"([^"]*)"')
BODY_CLASS = re.compile(r"\{% block bodyclass %\}(.*?)\{% endblock %\}")
NAME = re.compile(r"[A-Za-z][\w-]*")
STEM = re.compile(r"[A-Za-z][\w-]*[_-](?=\{|$)")
"""The beginning of a class whose end a template or a program fills in."""
OTHERS = {"htmx-request"}
"""Classes that htmx sets."""


def rules(text: str) -> str:
    """A part without its comments and texts."""
    return re.sub(r'"[^"]*"', '""', COMMENT.sub("", text))


def selectors() -> str:
    """Every selector of the stylesheet, and no declaration."""
    return re.sub(r"\{[^{}]*\}", " ", "".join(rules(part.read_text()) for part in PARTS))


def spoken_of() -> Iterator[str]:
    """What templates and programs say of classes."""
    for path in ROOT.glob("templates/**/*.html"):
        text = path.read_text()
        yield from CLASSES.findall(text)
        yield from BODY_CLASS.findall(text)
        yield from QUOTED.findall(" ".join(CODE.findall(text)))
    for app in ("campaigns", "play", "config"):
        for path in ROOT.glob(f"{app}/**/*.py"):
            text = path.read_text()
            nodes = ast.walk(ast.parse(text)) if "class" in text or "--" in text else ()
            yield from (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_the_list_names_every_part_once() -> None:
    assert sorted([*LISTS, *PARTS, *DRAWN]) == sorted(LIST.parent.glob("*.css"))


def test_the_list_of_the_drawn_table_names_every_part_once() -> None:
    named = re.findall(r'^@import url\("(\w+\.css)"\);$', STAGE.read_text(), re.M)
    assert sorted(named) == sorted(["base.css", "fonts.css", *(part.name for part in DRAWN)])


def test_every_class_of_the_drawn_table_is_drawn() -> None:
    scripts = [
        *STATIC.glob("js/stage/**/*.js"),
        STATIC / "js/overlay.js",
        *(ROOT / f"templates/play/{name}.html" for name in ("overlay", "stage")),
        *ROOT.glob("templates/_*.html"),
    ]
    names = {name for path in scripts for name in NAME.findall(path.read_text())} | OTHERS
    stems = tuple(name for name in names if name.endswith("-"))
    sheets = "".join(rules(part.read_text()) for part in [*DRAWN, OVERLAY])
    wanted = set(re.findall(r"\.([A-Za-z][\w-]*)", re.sub(r"\{[^{}]*\}", " ", sheets)))
    assert len(wanted) > 100
    assert [name for name in sorted(wanted) if name not in names and not name.startswith(stems)] == []


@pytest.mark.parametrize("part", [*PARTS, *DRAWN], ids=lambda part: part.stem)
def test_a_part_says_what_belongs_in_it_and_stays_in_its_layers(part: Path) -> None:
    text = part.read_text()
    assert text.startswith("/* ")
    assert len(text.splitlines()) <= MOST
    order = re.findall(r"\w+", re.findall(r"@layer ([\w, ]+);", PARTS[0].read_text())[0])
    opened = re.findall(r"^@layer (\w+) \{$", text, re.M)
    assert opened == sorted(opened, key=order.index)
    outside = re.sub(r"^@layer (\w+ \{.*?^\}|[\w, ]+;)$", "", COMMENT.sub("", text), flags=re.M | re.S)
    assert outside.strip() == ""


def test_it_is_sent_in_one_piece_that_is_named_by_all_its_parts(tmp_path: Path) -> None:
    first, again = collect(tmp_path / "1"), collect(tmp_path / "2", change="/* other */")
    assert "@import" not in first.read_text().split("*/", 1)[1]
    for part in PARTS:
        assert part.read_text() in first.read_text()
    assert first.name != again.name


def collect(folder: Path, change: str = "") -> Path:
    """Collect the stylesheet, its last part with a change, and give the file that is sent."""
    (folder / "css").mkdir(parents=True)
    for path in LIST.parent.glob("*.css"):
        (folder / "css" / path.name).write_text(path.read_text() + change * (path == PARTS[-1]))
    source = FileSystemStorage(folder)
    paths = {name: (source, name) for name in (f"css/{path.name}" for path in LIST.parent.glob("*.css"))}
    storage = StaticStorage(location=str(folder / "collected"), base_url="/static/")
    for name in paths:
        storage.save(name, source.open(name))
    assert all(done is not False for _, _, done in storage.post_process(paths))
    return folder / "collected" / str(storage.stored_name("css/storywheel.css"))


def test_every_class_in_it_can_stand_on_a_page() -> None:
    said = list(spoken_of())
    names = {name for text in said for name in NAME.findall(text)} | OTHERS
    stems = tuple({stem for text in said for stem in STEM.findall(text) if "__" in stem or "-" in stem})
    wanted = set(re.findall(r"\.([A-Za-z][\w-]*)", selectors()))
    assert len(wanted) > 400
    assert [name for name in sorted(wanted) if name not in names and not name.startswith(stems)] == []


SHAPE = re.compile(r'<(?:circle|path|rect) class="([\w-]+)')


def test_every_shape_that_a_page_draws_has_a_rule() -> None:
    """Without one it would be filled with black, a rating of two like one of five."""
    drawn = {name for path in ROOT.glob("campaigns/templatetags/*.py") for name in SHAPE.findall(path.read_text())}
    assert {"dot", "clock__part", "hb"} <= drawn
    assert [name for name in sorted(drawn) if not re.search(rf"\.{name}(?![\w-])", selectors())] == []


def test_every_value_that_has_a_name_is_used() -> None:
    text = "".join(rules(part.read_text()) for part in PARTS)
    assert [name for name in sorted(set(re.findall(r"(?<![\w-])(--[\w-]+):", text))) if f"var({name}" not in text] == []


SCRIPTLESS = re.compile(r"@media [^{]*\(scripting: none\)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}")
"""Rules for a page without scripts, on which nothing changes."""
FRAME = re.compile(r"(?:html|body|:root|\.(?:on-stage|table|stage|people|talk|log|hand|runhead)|#\w+)(?![\w-])")
"""What stands around the parts of a table that a change of its facts draws anew."""


def list_searching(text: str) -> list[str]:
    """The parts of selectors that search below what stands around a table's parts: `.table:has(...)`."""
    selectors = re.findall(r"[^{};]*:has\([^{};]*(?=\{)", SCRIPTLESS.sub("", text))
    compounds = (word for selector in selectors for word in re.split(r"[\s>~+,]+", HELD.sub(":has", selector)))
    return [compound for compound in compounds if ":has" in compound and FRAME.match(compound)]


HELD = re.compile(r":has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
"""What a `:has()` searches for."""


def test_no_rule_searches_around_what_a_change_draws() -> None:
    """The browser would search the whole page at each change. A class says instead what there is."""
    assert list_searching(".table:has(> .result > .came), .mine label:has(:checked) > b { color: red; }") == [
        ".table:has"
    ]
    assert list_searching("body:not(.a):not(:has(#me)) .tabs { color: red; }") == ["body:not(.a):not(:has)"]
    assert {part.name: found for part in [*PARTS, *DRAWN] if (found := list_searching(rules(part.read_text())))} == {}
