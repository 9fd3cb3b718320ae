"""Names and words that our code does not use: they meant four things each, or were riddles (docs/code-terms.md)."""

import ast
import re
import tokenize
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

HARD_WORDS = {"tell", "tells", "telling", "told", "strand", "strands", "blow", "blows"}
"""Parts of a name, between underscores or capitals, that say too little or have a word in the books."""
BARE = {"one", "way", "ways"}
"""Names that say nothing alone; as a part of another, such as `way_back`, they may be right."""
LIMIT = re.compile(r"(?:^|_)(?:MOST|LONGEST|PATIENCE)(?:_|$)")
"""Constants of limits: they are MAX_... and ..._SECONDS."""
READS = re.compile(r"^_*read_(?!mark|at$|to$|by$|until$)")
"""A function that parses, loads, computes or gathers says which. What people have read keeps the word."""
BARE_CLASS = re.compile(
    r"^_?(?:Told|Found|Asked|Kept|Left|Thrown|Moved|Declared|Laid|Mild|Begun|Later|Newest|Worth|Ways?|Shown|Given|Taken"
    r"|Drawn|Made|Held|Sent|Said|Spent|Met|Put|Gone|Stored|Written|Counted|Played|Named|Chosen|Ended)$"
)
"""Classes that are a participle or an adverb alone."""
RIDDLES = re.compile(
    r"\b(?i:whoever|so many|(?:is|are|was|were) told|anew|besides|meanwhile|any more|one's own|as ever)\b"
    r"|(?:^|[.:!?] )The (?:same|others)\b"
)
"""Words of docstrings and comments that a stranger has to solve."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A name or words that go, with the line where they stand."""

    path: Path
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words}"


def find_names(path: Path, stored: Collection[str] = ()) -> Iterator[Finding]:
    """Yield the names that go, of all that a module defines. `stored`: names in files and logs, which stay."""
    for line, name, is_function in _list_defined(ast.parse(path.read_text())):
        if name not in stored and is_hard(name, is_function=is_function):
            yield Finding(path, line, name)


def is_hard(name: str, *, is_function: bool = False) -> bool:
    """Return whether our code does not use a name."""
    words = {word.lower() for part in name.split("_") for word in re.findall(r"[A-Z]*[a-z]+|[A-Z]+", part)}
    if words & HARD_WORDS or LIMIT.search(name) or BARE_CLASS.match(name):
        return True
    bare = name.strip("_")
    return bare in BARE or (is_function and (bare == "read" or READS.match(name) is not None))


def find_riddles(path: Path) -> Iterator[Finding]:
    """Yield the docstrings and comments of a module that have words of riddles."""
    for line, words in words_about_code(path):
        if RIDDLES.search(words):
            yield Finding(path, line, words)


def words_about_code(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings (of modules, classes, functions and names) and comments of a module, with their lines."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, " ".join(node.value.value.split())
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")


def _list_defined(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yield each name that is bound in a module, with its line and whether it is a function."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.lineno, node.name, True
            case ast.ClassDef():
                yield node.lineno, node.name, False
            case ast.arg():
                yield node.lineno, node.arg, False
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id, False
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr, False
