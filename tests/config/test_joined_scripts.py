"""A script joined with its modules: what it still says, and what is refused."""

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from config.server.static_files.scripts import NotJoinable, join_modules, list_declared, shrink, split_tokens
from config.server.static_files.storage import JOINED, StaticStorage
from tests.left_out import needs

STATIC = Path(settings.BASE_DIR) / "static"


def run(joined: str) -> str:
    """What a joined script prints."""
    command = ["node", "--input-type=module", "--eval", joined]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("// words\nconst a = 1; /* more */\n\n  const b = a + +a;", "let a=1;let b=a+ +a;"),
        ("/** @license BSD */\nconst a = 1;", "/** @license BSD */\nlet a=1;"),
        ('const a = "// no comment"; // one', 'let a="// no comment";'),
        ("const a = /[/`]/u; const b = c / d / e;", "let a=/[/`]/u;let b=c/d/e;"),
        ("return /a b/.test(x) ? 1 : 2", "return/a b/.test(x)?1:2"),
        ("a\n++b", "a\n++b"),
        ("f(\n  a,\n  { const: [b,], },\n)", "f(a,{const:[b,]})"),
        ("html`<p  class=x>it's ${a ? html`  <b>${ {c: 1} }</b>` : `}`}</p> // kept`",
         "html`<p  class=x>it's ${a?html`  <b>${{c:1}}</b>`:`}`}</p> // kept`"),
        ("`\\` ${1 + 1} \\${ 2 }`", "`\\` ${1+1} \\${ 2 }`"),
    ],
)  # fmt: skip
def test_a_script_loses_comments_and_spaces_and_no_text(source: str, wanted: str) -> None:
    assert shrink([*split_tokens(source)]) == wanted


@needs("Node")
def test_a_joined_script_runs_like_its_modules() -> None:
    sources = {
        "js/a/main.js": (
            'import * as all from "./b.js";\nimport { one, two as other } from "../c.js";\nimport "./d.js";\n'
            "export const told = [all.three, one(), other];\nconsole.log(JSON.stringify(told), all.five());"
        ),
        "js/a/b.js": 'import { one } from "../c.js";\nexport { five } from "./e.js";\nexport const three = one() + 2;',
        "js/c.js": "export function one() { return 1; }\nconst second = 2;\nexport { second as two };",
        "js/a/d.js": 'console.log("d");',
        "js/a/e.js": "export async function five() { await 0; }",
    }
    joined = join_modules("js/a/main.js", sources.__getitem__)
    assert joined.count("function one()") == 1
    assert run(joined).splitlines() == ["d", "[3,1,2] Promise { <pending> }"]


@needs("Node")
def test_names_of_several_modules_stay_apart() -> None:
    sources = {
        "main.js": (
            'import { name } from "./a.js";\nimport { name as other, only } from "./b.js";\n'
            "const twice = (only) => only + only;\nconsole.log(name, other, only, twice(2));"
        ),
        "a.js": 'export const name = "a";\nconst only = "hidden";\nexport const hidden = only;',
        "b.js": 'export const name = "b";\nexport const only = 1;',
    }
    assert run(join_modules("main.js", sources.__getitem__)) == "a b 1 4"


@needs("Node")
def test_a_name_that_is_declared_once_needs_no_function_around_its_module() -> None:
    sources = {
        "main.js": (
            'import { pair } from "./a.js";\nimport { twice } from "./b.js";\nimport { only } from "./c.js";\n'
            "console.log(pair(), only, twice(2));"
        ),
        "a.js": "const [first, { second }] = [1, { second: 2 }];\nexport const pair = () => [first, second];",
        "b.js": 'import { only } from "./c.js";\nconst first = 3;\nexport const twice = (n) => n * only + first;',
        "c.js": "export const only = 4;",
    }
    joined = join_modules("main.js", sources.__getitem__)
    assert run(joined) == "[ 1, 2 ] 4 11"
    assert joined.count("=>{") == 1, "but for the second that declares a name"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("const a = (b) => { const c = 1; };", {"a"}),
        ("let { d, e: [f] } = { g: 1 };", {"d", "e", "f"}),
        ("async function h() {} class I {} function* j() {} k.const = 1;", {"h", "I", "j"}),
        ("const l = 1, m = 2;", None),
    ],
)
def test_names_that_a_module_declares(source: str, names: set[str] | None) -> None:
    assert list_declared([*split_tokens(source)]) == names


def test_what_is_imported_later_is_named_from_where_the_joined_script_is() -> None:
    sources = {"js/a/main.js": 'import "./parts/b.js";', "js/a/parts/b.js": 'import("../../c.js");'}
    assert 'import("../c.js")' in join_modules("js/a/main.js", sources.__getitem__)


@pytest.mark.parametrize(
    "source",
    [
        'import "./main.js";',
        'import main from "./other.js";',
        "export default 1;",
        "export let a = 1;",
        "await 1;",
        "import.meta.url;",
        "const name = 1; import(name);",
        "const $m1 = 1;",
        "`${1",
    ],
)
def test_what_is_not_understood_is_refused(source: str) -> None:
    with pytest.raises(NotJoinable):
        join_modules("main.js", {"main.js": source, "other.js": ""}.__getitem__)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What a server sends for each joined script. Making it takes seconds."""
    source = FileSystemStorage(STATIC)
    names = [str(path.relative_to(STATIC)) for path in (STATIC / "js").rglob("*.js")]
    folder = tmp_path_factory.mktemp("static")
    storage = StaticStorage(location=str(folder), base_url="/static/")
    for each in names:
        storage.save(each, source.open(each))
    done = [*storage.post_process({each: (source, each) for each in names})]
    assert not [problem for _, _, problem in done if isinstance(problem, Exception)]
    return {name: folder / storage.stored_name(name) for name in JOINED}


def test_each_script_is_sent_in_one_piece(sent: dict[str, Path]) -> None:
    for script in sent.values():
        text = script.read_text()
        assert not re.search(r"""(?:^|[;}])import[ {*"]""", text, re.M)
        assert all((script.parent / found).exists() for found in re.findall(r"""import\("([^"]+)"\)""", text))
        assert "Copyright" in text, "without the license of the library"


@needs("Node")
def test_a_browser_can_read_what_is_sent(sent: dict[str, Path], tmp_path: Path) -> None:
    for script in sent.values():
        module = tmp_path / f"{script.stem}.mjs"
        module.write_text(script.read_text())
        subprocess.run(["node", "--check", str(module)], check=True)
