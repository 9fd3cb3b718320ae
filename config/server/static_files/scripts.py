"""Joins a script and the modules that it imports into one script, without comments and without what only readers need.

A browser takes sixty small modules one by one: the headers of their answers and what compresses badly alone are more
than half of the bytes. The modules stand in the order in which a browser would run them. One whose names are declared
nowhere else stands there as it is; each other one becomes a function that gives what it exports. A name that only one
module exports is seen by all, as if they had imported it. No name that is declared outside of functions may be one of
the browser's (`tests/js/names.test.js`). Only what our scripts use is understood; anything else is refused, so that
nothing is joined wrongly.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<space>\s+)"""
    r"""|(?P<word>[\w$]+)|(?P<mark>[^\s\w$])""",
    re.S,
)
REGEX = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.S)
BEFORE_REGEX = {"return", "typeof", "case", "of", "in", "delete", "void", "await", "yield"}
"""Words behind which a slash begins a pattern. Behind others, and behind a closing bracket, it divides."""
DECLARED = {"function", "class", "const"}
DECLARING = {"function", "class", "const", "let", "var", "*"}


class NotJoinable(ValueError):
    """A script has what `join_modules` does not understand."""


class Token(NamedTuple):
    """A piece of a script. `kind`: word, mark, string, template, regex, space or license."""

    kind: str
    text: str


@dataclass(slots=True)
class Module:
    """A module: its code without imports and exports, and their names. `imports`: the module's path, then the local
    name of all that it exports or pairs of an exported and a local name.
    """

    imports: list[tuple[str, str | list[tuple[str, str]]]] = field(default_factory=list)
    exports: list[tuple[str, str]] = field(default_factory=list)
    code: str = ""
    declared: set[str] | None = None
    """The names that it declares outside of functions; None where they are not known."""

    def list_own(self) -> list[str]:
        """Return the names that it exports, without those that it passes on from another module under the same name."""
        passed = {
            (inner, outer) for _path, names in self.imports if not isinstance(names, str) for outer, inner in names
        }
        return [outer for inner, outer in self.exports if (inner, outer) not in passed]


def join_modules(entry: str, read: Callable[[str], str]) -> str:
    """Return the script at a path with all modules that it imports. `read` gives the source at a path."""
    modules: dict[str, Module] = {}

    def add(path: str, importing: tuple[str, ...]) -> None:
        if path in importing:
            raise NotJoinable(f"{path} imports itself by {', '.join(importing)}")
        if path in modules:
            return
        module = parse_module(read(path), path, posixpath.dirname(entry))
        for found, _names in module.imports:
            add(found, (*importing, path))
        modules[path] = module

    add(entry, ())
    names = {path: f"$m{place}" for place, path in enumerate(modules)}
    exported = Counter(outer for module in modules.values() for outer in module.list_own())
    shared = {name for name, count in exported.items() if count == 1}
    taken = {
        path: "".join(_take(names[found], local, shared) for found, local in module.imports)
        for path, module in modules.items()
    }
    named = {name for name in names.values() if any(f"={name};" in text for text in taken.values())}
    bare = _find_bare(modules, exported)
    return "".join(
        _write(module, taken[path], names[path] if names[path] in named else "", shared, path in bare)
        for path, module in modules.items()
    )


def _find_bare(modules: dict[str, Module], exported: Counter[str]) -> set[str]:
    """Return the paths of modules that need no function around them: all that they declare is declared only once."""
    bare, seen = set[str](), set[str]()
    for path, module in modules.items():
        own = {outer for inner, outer in module.exports if inner == outer}
        if module.declared is None or len(own) < len(module.exports) or module.declared & seen:
            continue
        if all(exported[name] == (name in own) for name in module.declared):
            bare.add(path)
            seen |= module.declared
    return bare


def _write(module: Module, taken: str, name: str, shared: set[str], is_bare: bool) -> str:
    """Return a module as a function that is called at once. What it alone exports under a name is seen by all.

    `taken`: the code that gives it other names. `name`: what others know it by; empty where nobody asks for it.
    `is_bare`: it needs no function, where it takes no other names and nobody asks for it.
    """
    if is_bare and not taken and not name:
        return module.code + ("\n" if module.code.endswith((";", "}")) else ";\n")
    own = [outer for outer in module.list_own() if outer in shared]
    pairs = [(outer, inner) for inner, outer in module.exports if name or outer in own]
    given = f"\nreturn{{{_pair(pairs)}}}" if pairs else ""
    seen, call = ",".join(own), f"(()=>{{{taken}{module.code}{given}}})()"
    if not name:
        return f"let{{{seen}}}={call};\n" if seen else f";{call};\n"
    return f"let {name}={call}{f',{{{seen}}}={name}' if seen else ''};\n"


def _take(name: str, local: str | list[tuple[str, str]], shared: set[str]) -> str:
    """Return what gives a module the names that it imports, without those that it sees anyway."""
    if isinstance(local, str):
        return f"let {local}={name};"
    own = [(outer, inner) for outer, inner in local if outer != inner or outer not in shared]
    return f"let{{{_pair(own)}}}={name};" if own else ""


def _pair(pairs: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    return ",".join(outer if outer == inner else f"{outer}:{inner}" for outer, inner in pairs)


def parse_module(source: str, path: str, base: str) -> Module:
    """Return the module at a path. Files that it imports later are named as seen from the folder `base`."""
    module, tokens, code = Module(), [*split_tokens(source)], list[Token]()
    depth = place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "word" and token.text in ("import", "export") and _is_code(code):
            following = _list_significant(tokens, place + 1, 2)
            if token.text == "import" and following[0].text == "(":
                place, depth = _rename_later(tokens, place, path, base, code), depth + 1
                continue
            if depth or following[0].text == ".":
                raise NotJoinable(f"{path}: {token.text} {following[0].text}")
            place = (_take_import if token.text == "import" else _take_export)(tokens, place + 1, path, module)
            continue
        if token.kind == "word" and token.text == "await" and not depth:
            raise NotJoinable(f"{path} awaits while it is loaded")
        if token.kind in ("mark", "template"):
            depth += (token.text[-1] in "([{") - (token.text[0] in ")]}")
        code.append(token)
        place += 1
    module.code, module.declared = shrink(code), list_declared(code)
    if re.search(r"\$m\d+\b", module.code):
        raise NotJoinable(f"{path} has a name of ours")
    return module


def list_declared(code: list[Token]) -> set[str] | None:
    """Return the names that a script declares outside of all brackets; None for several in one statement."""
    names = set[str]()
    depth, is_pattern = 0, False
    pieces = [token for token in code if token.kind not in ("space", "license")]
    for before, token in pairwise([Token("mark", ";"), *pieces]):
        if not depth and token.text == ",":
            return None
        if not depth:
            is_pattern = before.text in ("const", "let") and token.text in ("[", "{")
        if token.kind == "word" and (is_pattern or (not depth and before.text in DECLARING)):
            names.add(token.text)
        if token.kind in ("mark", "template"):
            depth += (token.text[-1] in "([{") - (token.text[0] in ")]}")
    return names


def _is_code(code: list[Token]) -> bool:
    """Return whether a word that comes now is no name behind a dot."""
    return not code or code[-1].text != "."


def _list_significant(tokens: list[Token], place: int, count: int) -> list[Token]:
    found = (token for token in tokens[place:] if token.kind not in ("space", "license"))
    return [token for token, _ in zip(found, range(count), strict=False)]


def _rename_later(tokens: list[Token], place: int, path: str, base: str, code: list[Token]) -> int:
    """Take `import("./other.js")`, whose path is seen from the folder of the joined script afterwards."""
    opening, name = _list_significant(tokens, place + 1, 2)
    if name.kind != "string":
        raise NotJoinable(f"{path} imports what it computes")
    seen = posixpath.relpath(_resolve(path, name.text[1:-1]), base)
    code += [tokens[place], opening, Token("string", f'"{seen if seen.startswith(".") else f"./{seen}"}"')]
    return tokens.index(name, place) + 1


def _resolve(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _take_import(tokens: list[Token], place: int, path: str, module: Module) -> int:
    """Take the rest of an import, and return the place behind it."""
    statement, end = _take_statement(tokens, place)
    words = [token.text for token in statement]
    if statement and statement[-1].kind != "string":
        raise NotJoinable(f"{path}: import {' '.join(words)}")
    found = _resolve(path, words[-1][1:-1])
    if words[:2] == ["*", "as"] and words[3] == "from":
        module.imports.append((found, words[2]))
    elif words[0] == "{" and words[-2] == "from":
        module.imports.append((found, _parse_names(words[1:-3])))
    elif len(words) == 1:
        module.imports.append((found, []))
    else:
        raise NotJoinable(f"{path}: import {' '.join(words)}")
    return end


def _take_export(tokens: list[Token], place: int, path: str, module: Module) -> int:
    """Take the word itself, or a list of names, and return the place behind it."""
    head = [token.text for token in _list_significant(tokens, place, 3)]
    if head[0] == "{":
        statement, end = _take_statement(tokens, place)
        words = [token.text for token in statement]
        close = words.index("}")
        names = _parse_names(words[1:close])
        if words[close + 1 : close + 2] == ["from"]:
            inner = [(name, f"$_{name}") for name, _outer in names]
            module.imports.append((_resolve(path, words[-1][1:-1]), inner))
            names = [(f"$_{name}", outer) for name, outer in names]
        module.exports += names
        return end
    name = head[2] if head[0] == "async" else head[1]
    is_declared = head[0] in DECLARED or head[:2] == ["async", "function"]
    if not is_declared or not re.fullmatch(r"[\w$]+", name):
        raise NotJoinable(f"{path}: export {' '.join(head)}")
    module.exports.append((name, name))
    return place


def _take_statement(tokens: list[Token], place: int) -> tuple[list[Token], int]:
    """Return what there is up to a semicolon, and the place behind it."""
    end = next((at for at in range(place, len(tokens)) if tokens[at].text == ";"), len(tokens))
    return [token for token in tokens[place:end] if token.kind not in ("space", "license")], end + 1


def _parse_names(words: list[str]) -> list[tuple[str, str]]:
    """Return pairs of names from the text within braces: `a, b as c`."""
    named = " ".join(words).split(" , ") if words else []
    pairs = (part.removesuffix(" ,").split(" as ") for part in named)
    return [(pair[0], pair[-1]) for pair in pairs if pair[0]]


def split_tokens(source: str) -> Iterator[Token]:
    """Yield the pieces of a script. Of comments only licenses are left."""
    braces: list[int] = []
    """For each template that is open, how many braces are open in the code within it."""
    place, last = 0, Token("mark", ";")
    while place < len(source):
        token = _match_token(source, place, last)
        if token.text == "`" or (token.text == "}" and braces and not braces[-1]):
            token = _match_template(source, place, braces)
        elif braces and token.text in ("{", "}"):
            braces[-1] += 1 if token.text == "{" else -1
        place += len(token.text)
        if token.kind == "comment":
            token = _shrink_comment(token.text)
        if token.kind not in ("space", "license"):
            last = token
        yield token
    if braces:
        raise NotJoinable("A template does not end.")


def _match_token(source: str, place: int, last: Token) -> Token:
    """Return the piece at a place. `last`: the piece before it that is no space."""
    found = TOKEN.match(source, place)
    if found is None:
        raise NotJoinable("A text does not end.")
    if found[0] == "/" and _may_be_regex(last) and (pattern := REGEX.match(source, place)):
        return Token("regex", pattern[0])
    return Token(str(found.lastgroup), found[0])


def _match_template(source: str, place: int, braces: list[int]) -> Token:
    """Return the text of a template that begins or goes on at a place, up to its end or to the next code within it."""
    if source[place] == "}":
        braces.pop()
    rest = TEMPLATE.match(source, place + 1)
    if rest is None:
        raise NotJoinable("A template does not end.")
    if rest[0].endswith("${"):
        braces.append(0)
    return Token("template", source[place] + rest[0])


def _shrink_comment(text: str) -> Token:
    """Return a license as it is, and a space or the end of a line for any other comment."""
    if "@license" in text:
        return Token("license", text)
    return Token("space", "\n" if "\n" in text else " ")


def _may_be_regex(last: Token) -> bool:
    if last.kind == "word":
        return last.text in BEFORE_REGEX
    return last.kind == "mark" and last.text not in (")", "]", "}")


def shrink(tokens: list[Token]) -> str:
    """Return a script of these pieces without what only readers need: spaces, commas behind the last of a list, and the
    difference between `const` and `let`, which compresses worse.

    A line ends where it did, unless it ends in what never ends a statement, or the next begins with what ends one.
    """
    code, gap = "", ""
    parts = list[str]()
    for place, token in enumerate(tokens):
        if token.kind == "space":
            gap = "\n" if "\n" in token.text or gap == "\n" else " "
            continue
        first = token.text[0]
        is_const = token == Token("word", "const") and _list_significant(tokens, place + 1, 1)[0].text != ":"
        if code == "," and token.kind == "mark" and first in ")}":
            parts.pop()
            code, gap = parts[-1][-1], ""
        if gap and code:
            is_joined = (
                gap == " " and not (_is_name(code) and _is_name(first)) and not (code == first and first in "+-")
            )
            is_between = gap == "\n" and (code in ";{,([" or first in ")],;}")
            if not (is_joined or is_between):
                parts.append(gap)
        parts.append("let" if is_const else token.text)
        code, gap = token.text[-1], ""
    return "".join(parts)


def _is_name(character: str) -> bool:
    return character.isalnum() or character in "_$"
