"""Parses what is typed into the log's input after a "/": rolls, whispers, deeds. It reads no database."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from play.commands.typed_commands import Deed, FightWanted, parse_deed
from rules.errors import BadInput
from rules.text import Text

HELP = Text(
    "Commands: /roll 8, /roll 8 diff 3 tn 7 double 10, /roll Strength+Brawl spec stunt 2 wp, +2 dice, +1s "
    "successes, with a power, secret, as Name, for a task, # why; /gmr rolls for the Storyteller only; /w "
    "storyteller whispers; /me describes an action; /foes 3 x Toll guard, archetype, weapon adds the "
    "Storyteller’s foes; /fight, /pause, /time 6 minutes, /mark Toll guard 1: 3 lethal, /show and /undo work for the "
    "Storyteller, too."
)
ALIASES: Mapping[str, str] = {
    "difficulty": "diff",
    "target": "tn",
    "doubles": "double",
    "specialty": "spec",
    "specialties": "spec",
    "willpower": "wp",
    "will": "wp",
    "virtue": "channel",
    "automatic": "auto",
    "failures": "failed",
    "charm": "charms",
    "actions": "multiple",
    "stake": "stakes",
}
COUNTED = frozenset(
    {
        "diff",
        "tn",
        "stunt",
        "again",
        "motes",
        "tools",
        "resist",
        "external",
        "attempt",
        "beat",
        "failed",
        "multiple",
        "charms",
        "hexed",
        "place",
        "helpers",
        "botched",
    }
)
"""Words that need a number after them."""
SWITCHED = frozenset(
    {
        "double",
        "spec",
        "wp",
        "rote",
        "chance",
        "motivation",
        "mounted",
        "auto",
        "group",
        "pressure",
        "unhurt",
        "retry",
    }
)
"""Words that may have a number, or yes or no, after them."""
NAMED: Mapping[str, Text] = {
    "channel": Text("Choose a Virtue: channel Valor."),
    "sight": Text("Choose the visibility: sight impaired, or sight blind."),
    "footing": Text("Choose the depth: footing ankles, or footing waist."),
    "weather": Text("Say what the weather is: weather storm."),
    "gear": Text("Say how good the tools are: gear lacking, or gear fine."),
    "stakes": Text("Choose the stakes: stakes plain, stakes contested, or stakes dangerous."),
}
"""Words that need a name after them, and the sentence where it is missing."""
WORDS = COUNTED | SWITCHED | {"secret", *NAMED}
YES, NO = ("yes", "on"), ("no", "off", "none")
ROLLS: Mapping[str, str] = {
    "roll": "",
    "r": "",
    "gmroll": "storyteller",
    "gmr": "storyteller",
    "blindroll": "storyteller",
    "br": "storyteller",
    "selfroll": "owner",
    "sr": "owner",
}
"""Commands that roll, and who sees the roll."""
TOKEN = re.compile(r"[+\-−]\s*\d+s?(?![^\s+\-−])|\+|[^\s+]+")
MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class Whisper:
    """Text for one reader: the Storyteller, or the player of a character."""

    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Emote:
    """A deed: the line begins with the name."""

    text: str


@dataclass(frozen=True, slots=True)
class FoesWanted:
    """Foes whom the Storyteller brings in, as `foe_line` understands them."""

    line: str


@dataclass(frozen=True, slots=True)
class RollWords:
    """A roll as it was typed: dice, or traits. `words`: pairs of a word and its number or text; the dice more and less
    added.

    `secret`: as in `MakeRoll`; `powers`: what stands after "with"; `who`: the name after "as"; `task`: the title after
    "for", or how it begins; `is_sum`: the dice were typed as in "2d10", which elsewhere is added up.
    """

    pool: int | None = None
    traits: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    dice: int = 0
    successes: int = 0
    secret: str = ""
    who: str = ""
    task: str = ""
    reason: str = ""
    powers: str = ""
    is_sum: bool = False


def is_blind(line: str) -> bool:
    """Return whether a line rolls for the Storyteller alone: its author does not see the dice."""
    return line.strip().startswith("/") and ROLLS.get(_split_command(line)[0]) == "storyteller"


def _split_command(line: str) -> tuple[str, str]:
    """Return the word after the "/", and the rest."""
    command, _, body = line.strip().removeprefix("/").partition(" ")
    return command.lower(), body.strip()


def parse_line(line: str) -> Whisper | Emote | FoesWanted | FightWanted | RollWords | Deed:
    """Parse a line that begins with "/". Raises `BadInput` that says what works."""
    command, body = _split_command(line)
    if command in ("w", "whisper"):
        return _parse_whisper(body)
    if command in ("me", "em"):
        if not body:
            raise BadInput("empty_text", Text("Describe what you do: /me draws the daiklave."))
        return Emote(body)
    if command == "foes":
        return FoesWanted(body)
    if command in ("help", "?", ""):
        raise BadInput("help", HELP)
    if (deed := parse_deed(command, body)) is not None:
        return deed
    if command not in ROLLS:
        raise BadInput(
            "unknown_command", Text("There is no command /{command}. {help}", command=command[:20], help=HELP)
        )
    return parse_roll(body, ROLLS[command])


def _parse_whisper(body: str) -> Whisper:
    """Parse `/w storyteller ...`.

    A name of several words stands in brackets or quotes, or is the longest one that fits.
    """
    if match := re.match(r"""[\["'“](.+?)[\]"'”]\s+(.+)""", body, re.S):
        return Whisper(match[1], match[2])
    to, _, text = body.partition(" ")
    if not to or not text.strip():
        raise BadInput("empty_text", Text("Give a name and a message: /w storyteller Is the winch guarded?"))
    return Whisper(to.removeprefix("@"), text.strip())


def parse_roll(body: str, secret: str = "") -> RollWords:
    """Parse the text after "/roll"."""
    if len(body) > MAX_LINE:
        raise BadInput("long_text", Text("A roll command can be up to {n} characters.", n=MAX_LINE))
    said, _, reason = body.partition("#")
    said, who, task = _split_ends(said)
    said, *powers = re.split(r"(?:^|\s+)with\s+", said, maxsplit=1, flags=re.I)
    tokens = TOKEN.findall(re.sub(r"([+\-−])\s*(?=\d)", r" \1", said))
    if not tokens and not task:
        raise BadInput("empty_roll", Text("Give the number of dice or the traits. {help}", help=HELP))
    pool, traits, rest = _head(tokens) if not task or _has_head(tokens) else (None, (), tokens)
    words, dice, successes = _words(rest)
    hides = words.pop("secret", None) is not None
    return RollWords(
        pool,
        traits,
        words,
        dice,
        successes,
        secret or ("owner" if hides else ""),
        who,
        task,
        reason.strip()[:200],
        "".join(powers).strip(),
        is_sum=pool is not None and "d" in tokens[0].lower(),
    )


def _split_ends(said: str) -> tuple[str, str, str]:
    """Return the roll itself, the name after "as" and the title after "for", in either order at the end."""
    head, *ends = re.split(r"(?:^|\s+)(as|for)\s+", said.strip(), maxsplit=2, flags=re.I)
    found = {word.lower(): text.strip() for word, text in zip(ends[::2], ends[1::2], strict=True)}
    if len(found) < len(ends) // 2:  # a repeated word belongs to the name or title
        found = {ends[0].lower(): f"{ends[1]} {ends[2]} {ends[3]}".strip()}
    return head, found.get("as", ""), found.get("for", "")


def _has_head(tokens: Sequence[str]) -> bool:
    """Return whether a roll for a task begins with dice or traits of its own, and not with words that modify it."""
    return bool(tokens) and tokens[0][0] not in "+-−" and _plain(tokens[0]) not in WORDS


def _head(tokens: Sequence[str]) -> tuple[int | None, tuple[str, ...], Sequence[str]]:
    """Return the dice or the traits that a roll begins with, and the rest."""
    dice = re.fullmatch(r"(\d+)(?:d(\d*))?|d(\d+)", tokens[0], re.A | re.I)
    if dice:
        if (dice[2] or dice[3] or "10") != "10":
            raise BadInput("not_d10", Text("Every die here is a d10: /roll {n}.", n=dice[1] or 1))
        return parse_number(dice[1] or "1"), (), tokens[1:]
    traits: list[str] = []
    words: list[str] = []
    for place, token in enumerate(tokens):
        starts = not words
        if token == "+" and words:
            traits.append(" ".join(words))
            words = []
        elif _is_trait_word(token) and (starts or _plain(token) not in WORDS):
            words.append(token)
        else:
            return None, _close(traits, words), tokens[place:]
    return None, _close(traits, words), ()


def _is_trait_word(token: str) -> bool:
    return token[0].isalpha()


def _close(traits: list[str], words: list[str]) -> tuple[str, ...]:
    if not words:
        raise BadInput("bad_traits", Text("Name the traits, such as Strength+Brawl. {help}", help=HELP))
    return (*traits, " ".join(words))


def _plain(token: str) -> str:
    word = token.lower()
    return ALIASES.get(word, word)


def _words(tokens: Sequence[str]) -> tuple[dict[str, str], int, int]:
    """Return the words after the head, each with its number or text, and the dice and successes more or less."""
    words: dict[str, str] = {}
    dice = successes = 0
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if re.fullmatch(r"[+\-−]\s*\d+s?", token, re.A):
            number = parse_number(re.sub(r"\D", "", token)) * (1 if token[0] == "+" else -1)
            dice, successes = (dice, successes + number) if token.endswith("s") else (dice + number, successes)
            continue
        word = _plain(token)
        if token == "+" or re.fullmatch(r"\d*d\d+", word, re.A):
            raise BadInput("sum_of_dice", Text("Give all dice as one number: /roll 8, or /roll 8 +2 for two more."))
        if word not in WORDS:
            raise BadInput(
                "unknown_word", Text("“{token}” is not valid in a roll. {help}", token=token[:20], help=HELP)
            )
        if word in words:
            raise BadInput("word_twice", Text("“{word}” appears twice.", word=word))
        following = tokens[place] if place < len(tokens) else ""
        takes = _takes(word, following)
        words[word] = following.lower() if takes else ""
        place += takes
    return words, dice, successes


def _takes(word: str, following: str) -> bool:
    """Return whether a word takes the next token with it. Raises `BadInput` where it needs one that is missing."""
    is_number = re.fullmatch(r"[+\-−]?\d+", following, re.A) is not None
    if word in COUNTED:
        if not is_number:
            raise BadInput("no_number", Text("“{word}” must be followed by a number.", word=word))
        return True
    if word in NAMED:
        if not following or not following[0].isalpha():
            raise BadInput("no_name", NAMED[word])
        return True
    plain_number = is_number and following[0].isdigit()
    return word in SWITCHED and (plain_number or following.lower() in YES + NO)


def parse_number(text: str) -> int:
    """Return a number as it was typed, with or without a sign."""
    digits = text.replace("−", "-").replace(" ", "")
    if len(digits.lstrip("+-")) > 3:
        raise BadInput("big_number", Text("A number in a roll can have at most three digits."))
    return int(digits)
