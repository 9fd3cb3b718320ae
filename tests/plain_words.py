"""Words and forms that no message of Storywheel uses, and what to write instead. docs/words.md says why."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

FIELD = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
"""A place for a value in a message."""
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>")
"""What a line of a document says to programs: code, addresses of links, tags."""
FENCE = "```"


@dataclass(frozen=True)
class Form:
    """A pattern that a text must not match, in any case of letters; `x` stands where a message has a value.

    `allowed` are parts of texts that may match it. With `in_documents` the pages of docs/ keep it, too.
    """

    pattern: str
    instead: str
    allowed: tuple[str, ...] = ()
    in_documents: bool = False

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, ready for use."""
        return re.compile(self.pattern, re.IGNORECASE | re.DOTALL)

    def is_in(self, text: str) -> bool:
        """Return whether a text breaks this rule."""
        return bool(self.compiled.search(text)) and not any(part in text for part in self.allowed)


OLD = (
    Form(r"\banew\b|\bafresh\b", "again, new, over", in_documents=True),
    Form(r"\bbesides\b", "also, in addition", ("besides a 1",), in_documents=True),
    Form(r"\bbeside\b(?! (?:the|a|an|it|them|him|her|every|each|one|what|where|who|whom)\b)", "also, in addition"),
    Form(r"\bwho(?:m|so)?ever\b", "anyone who, people who"),
    Form(r"\bshall\b", "should, can, or the plain present"),
    Form(r"\bone[’']s\b|\boneself\b", "your, their", in_documents=True),
    Form(r"\bdeeds?\b", "action", in_documents=True),
    Form(r"\bheed(?:s|ed)?\b", "follow, ignore", in_documents=True),
    Form(r"\b(?:is|are|be|been|was|were) told\b", "shown, notified, described"),
    Form(
        r"\btells?\b(?! (?:me|your|the (?:person|host)|this server))",
        "shows, says",
        ("too few to tell", "Too few dice"),
    ),
    Form(
        r"\bby the clock of\b|\bmoments are\b|\bby each reader’s own clock\b", "in the time zone ...", in_documents=True
    ),
    Form(r"\bawait(?:s|ed)?\b", "waiting for", in_documents=True),
    Form(r"\blies? (?:in|on|at|between|there)\b", "is, must be", in_documents=True),
    Form(r"\bcom(?:es|ing|e) of it\b|\bcame of it\b|^nothing of it$", "result, no effect", in_documents=True),
    Form(r"\bby chance\b|\bby touch\b", "random, by tapping", in_documents=True),
)
"""Words of another century."""

OURS = (
    Form(r"^(?!strike$).*\bstrik(?:e|es|ing)\b(?! through)", "attack, hit, remove"),
    Form(r"\bstrikes? back\b", "counterattack", in_documents=True),
    Form(r"\bblows?\b", "attack, hit", in_documents=True),
    Form(r"\bstrands?\b|\bmain line\b", "side scene, main scene", in_documents=True),
    Form(r"\bpurses?\b", "kind of experience", in_documents=True),
    Form(r"\bseats?\b", "place at the table, access"),
    Form(r"\bweigh(?:s|ed|ing)?\b", "compare"),
    Form(r"\brewinds?\b|\brewound\b", "take back"),
    Form(
        r"\bleft ahead\b|\blaid\b|\bto lay\b|\blay (?:it|face|them|theirs)\b",
        "planned move, set face down",
        in_documents=True,
    ),
    Form(r"\bface down\b.*\bturned\b", "planned move, set face down"),
    Form(
        r"\bturns? the (?:cards|declarations)\b|\b(?:cards|declarations) are turned\b",
        "reveal the declarations",
        in_documents=True,
    ),
    Form(
        r"\bwar of units\b|\ba debate\b(?! of)|\bwears? (?:their|a|its) units?\b",
        "mass combat, social combat",
        in_documents=True,
    ),
    Form(r"\bmeets? (?:the |an? )?(?:attack|words|influence)\b", "defends against, responds to", in_documents=True),
    Form(
        r"\bwords (?:\w+ ){0,2}(?:hit|reach|meet|stand|favor|go against)\b|\bthe words (?:of|are)\b",
        "the social attack succeeds",
    ),
    Form(r"\bhit by (?:x|\d)", "hit, x over DV", in_documents=True),
    Form(r"\bfell(?:ed|s)\b|\bfalls? silent\b", "defeated", in_documents=True),
)
"""Words of our own, where the books have a term."""

FORMS = (
    Form(r"\b(?:bring|brings|brought|bringing)\b[^.]{0,40}?\bin(?:to)?\b", "add, import"),
    Form(r"[a-z]'(?:s|t|re|ve)\b", "the typographic apostrophe: ’"),
    Form(r"\b(?:take|takes|took|taken|taking)\b[^.,]{0,30}?\bout\b(?! of)", "delete, remove, export"),
    Form(
        r"\bputs? (?:\w+ ){0,3}in\b",
        "plan, add, enter",
        ("Put exactly one", "Put the description", "put them in the settings"),
    ),
    Form(r"\bit is made\b|\bmade freely\b|\bnot made yet\b", "finished; ignore the budget"),
    Form(r"\bis made\b(?! (?:of|by|in|for)\b)", "is created, is finished", ("no roll is made",)),
    Form(r"\bholds? (?:at most|far more|no character|more than|up to|a character)\b", "contains, can have up to"),
    Form(r"\b(?:is|are) (?:there|here) already\b|^x is there\.|\bis out of the series\b", "was added, is already here"),
    Form(
        r"\bno (?:picture|plain text|file|series|webhook|text|Merit|trait|weapon|skill) (?:that|of|can)\b",
        "is not a ...",
    ),
    Form(r"^(?:such|only then|neither|nor)\b.{0,40}\b(?:is|are|can|does|do)\b|\bis everything\b", "the subject first"),
    Form(
        r"\b(?:aimed|attack|do that|act|rolled|read|go on) so\b[.,]?$|\b(?:cannot|can’t) [a-z ]{0,20}\bso\.$",
        "like that",
    ),
    Form(r"\b(?:the|a) turn of x", "x’s turn"),
    Form(r"\b(?:the Storyteller|for (?:her|you)) alone\b", "only the Storyteller", in_documents=True),
    Form(r"^whom\b", "a noun: Targets, Helpers"),
    Form(
        r"^whom? (?:\w+ )?(?:hears|sees|helps|falls|comes|stands|was|knows)\b.*[^?]$",
        "a noun: Targets, Helpers",
        ("Who sees it",),
    ),
)
"""Forms of sentences: passive, inverted, or half a question."""

ALL = (*OLD, *OURS, *FORMS)


def find_in(text: str, forms: Iterable[Form] = ALL) -> Iterator[str]:
    """Yield what to write instead of each forbidden form in a text."""
    plain = FIELD.sub("x", text)
    yield from (f"{form.instead}: {text[:120]}" for form in forms if form.is_in(plain))


def read_prose(document: str) -> Iterator[str]:
    """Yield the lines of a page that people read, without code."""
    is_code = False
    for line in document.splitlines():
        is_code ^= line.lstrip().startswith(FENCE)
        if not is_code and not line.startswith((FENCE, "    ")):
            yield CODE.sub("", line)
