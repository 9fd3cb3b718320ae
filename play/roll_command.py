"""What is typed into the log's input after a "/": rolls, whispers, deeds. Pure: text in, what was meant out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from rules.battle import Choice, Field, Json
from rules.errors import BadInput
from rules.system import SpokenRules, System

HELP = (
    "What works: /roll 8, /roll 8 diff 3 tn 7 double 10, /roll Strength+Brawl spec stunt 2 wp, +2 dice, +1s successes, "
    "secret, as Name, # what for; /gmr rolls for the Storyteller alone; /w storyteller whispers; /me acts."
)
ALIASES: Mapping[str, str] = {
    "difficulty": "diff", "target": "tn", "doubles": "double", "specialty": "spec", "specialties": "spec",
    "willpower": "wp", "will": "wp", "virtue": "channel",
}  # fmt: skip
COUNTED = frozenset({"diff", "tn", "stunt", "again", "motes", "tools", "resist", "external", "attempt", "beat"})
"""Words that need a number after them."""
SWITCHED = frozenset({"double", "spec", "wp", "rote", "chance"})
"""Words that may have one, or yes or no."""
YES, NO = ("yes", "on"), ("no", "off", "none")
ROLLS: Mapping[str, str] = {
    "roll": "", "r": "", "gmroll": "storyteller", "gmr": "storyteller", "blindroll": "storyteller", "br": "storyteller",
    "selfroll": "owner", "sr": "owner",
}  # fmt: skip
"""Commands that roll, and who sees it."""
TOKEN = re.compile(r"[+\-−]\s*\d+s?(?![^\s+\-−])|\+|[^\s+]+")
MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class Whisper:
    """Text for one ear: the Storyteller's, or that of whoever plays a character."""

    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Emote:
    """A deed: the line begins with the name."""

    text: str


@dataclass(frozen=True, slots=True)
class RollWords:
    """A roll as it was said: so many dice, or traits; `words` as (word, number or text), the dice more and less added.

    `secret`: as in `MakeRoll`; `who`: the name after "as".
    """

    pool: int | None = None
    traits: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    dice: int = 0
    successes: int = 0
    secret: str = ""
    who: str = ""
    reason: str = ""


def parse_line(line: str) -> Whisper | Emote | RollWords:
    """Understand a line that begins with "/". Raises `BadInput` that says what works."""
    command, _, body = line.strip().removeprefix("/").partition(" ")
    command, body = command.lower(), body.strip()
    if command in ("w", "whisper"):
        return _parse_whisper(body)
    if command in ("me", "em"):
        if not body:
            raise BadInput("empty_text", "Say what you do: /me draws the daiklave.")
        return Emote(body)
    if command in ("help", "?", ""):
        raise BadInput("help", HELP)
    if command not in ROLLS:
        raise BadInput("unknown_command", f"There is no /{command[:20]}. {HELP}")
    return parse_roll(body, ROLLS[command])


def _parse_whisper(body: str) -> Whisper:
    """`/w storyteller ...`; a name of several words stands in brackets or quotes, or the longest that fits is taken."""
    if match := re.match(r"""[\["'“](.+?)[\]"'”]\s+(.+)""", body, re.S):
        return Whisper(match[1], match[2])
    to, _, text = body.partition(" ")
    if not to or not text.strip():
        raise BadInput("empty_text", "Say to whom, and what: /w storyteller Is the winch guarded?")
    return Whisper(to.removeprefix("@"), text.strip())


def parse_roll(body: str, secret: str = "") -> RollWords:
    """Understand what follows "/roll"."""
    if len(body) > MAX_LINE:
        raise BadInput("long_text", f"A roll is said in at most {MAX_LINE} characters.")
    said, _, reason = body.partition("#")
    said, who = _split_name(said)
    tokens = TOKEN.findall(re.sub(r"([+\-−])\s*(?=\d)", r" \1", said))
    if not tokens:
        raise BadInput("empty_roll", f"Say how many dice, or which traits. {HELP}")
    pool, traits, rest = _head(tokens)
    words, dice, successes = _words(rest)
    hides = words.pop("secret", None) is not None
    return RollWords(
        pool, traits, words, dice, successes, secret or ("owner" if hides else ""), who, reason.strip()[:200]
    )


def _split_name(said: str) -> tuple[str, str]:
    match = re.search(r"(?:^|\s)as\s+(.+)$", said.strip(), re.I | re.S)
    return (said.strip()[: match.start()], match[1].strip()) if match else (said, "")


def _head(tokens: Sequence[str]) -> tuple[int | None, tuple[str, ...], Sequence[str]]:
    """The dice or the traits that a roll begins with, and what is left."""
    dice = re.fullmatch(r"(\d+)(?:d(?:10)?)?", tokens[0], re.A | re.I)
    if dice:
        return _number(dice[1]), (), tokens[1:]
    traits: list[str] = []
    words: list[str] = []
    for place, token in enumerate(tokens):
        starts = not words
        if token == "+" and words:
            traits.append(" ".join(words))
            words = []
        elif _is_trait_word(token) and (starts or _plain(token) not in COUNTED | SWITCHED | {"secret", "channel"}):
            words.append(token)
        else:
            return None, _close(traits, words), tokens[place:]
    return None, _close(traits, words), ()


def _is_trait_word(token: str) -> bool:
    return token[0].isalpha()


def _close(traits: list[str], words: list[str]) -> tuple[str, ...]:
    if not words:
        raise BadInput("bad_traits", f"Name the traits, as in Strength+Brawl. {HELP}")
    return (*traits, " ".join(words))


def _plain(token: str) -> str:
    word = token.lower()
    return ALIASES.get(word, word)


def _words(tokens: Sequence[str]) -> tuple[dict[str, str], int, int]:
    """The words after the head: each with its number or text, the dice and the successes more or less."""
    words: dict[str, str] = {}
    dice = successes = 0
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if re.fullmatch(r"[+\-−]\s*\d+s?", token, re.A):
            number = _number(re.sub(r"\D", "", token)) * (1 if token[0] == "+" else -1)
            dice, successes = (dice, successes + number) if token.endswith("s") else (dice + number, successes)
            continue
        word = _plain(token)
        if word not in COUNTED | SWITCHED | {"secret", "channel"}:
            raise BadInput("unknown_word", f"“{token[:20]}” is not understood in a roll. {HELP}")
        if word in words:
            raise BadInput("word_twice", f"“{word}” was said twice.")
        following = tokens[place] if place < len(tokens) else ""
        takes = _takes(word, following)
        words[word] = following.lower() if takes else ""
        place += takes
    return words, dice, successes


def _takes(word: str, following: str) -> bool:
    """Whether a word takes the next token with it. Raises `BadInput` where it needs one that is not there."""
    is_number = re.fullmatch(r"[+\-−]?\d+", following, re.A) is not None
    if word in COUNTED:
        if not is_number:
            raise BadInput("no_number", f"“{word}” needs a number after it.")
        return True
    if word == "channel":
        if not following or not following[0].isalpha():
            raise BadInput("no_virtue", "Say which Virtue: channel Valor.")
        return True
    plain_number = is_number and following[0].isdigit()
    return word in SWITCHED and (plain_number or following.lower() in YES + NO)


def _number(text: str) -> int:
    """A number as it was typed, also with a sign."""
    digits = text.replace("−", "-").replace(" ", "")
    if len(digits.lstrip("+-")) > 3:
        raise BadInput("big_number", "A number in a roll has at most three digits.")
    return int(digits)


# --- from words to what a system rolls


def find_request(system: System, sheet: Any, said: RollWords) -> dict[str, Json]:
    """The request of a roll from a sheet. Raises `BadInput` that names what the sheet or the book does not have."""
    spoken = system.tasks.spoken
    request = find_traits(system, sheet, said.traits)
    hints = get_type_hints(system.rolls.request)
    for word, text in said.words.items():
        key, value = _target(system, spoken.words, word, text, hints)
        request[key] = value
    for name, amount in _more(system, spoken.words, said).items():
        request[name] = amount
    return request


def find_numbers(system: System, said: RollWords) -> dict[str, Json]:
    """The numbers of a roll of so many dice, as the system's `command` takes them."""
    numbers: dict[str, Json] = {"pool": max(0, (said.pool or 0) + said.dice)}
    table = system.tasks.spoken.numbers
    for word, text in said.words.items():
        if word in ("wp", "channel", "stunt") and word not in table:
            raise BadInput("bare_pool", f"“{word}” needs a character: say the traits instead of the dice.")
        hint = bool if word in SWITCHED else int
        key, value = _target(system, table, word, text, {str(table.get(word)): hint})
        numbers[key] = value
    if said.successes:
        key, _ = _target(system, table, "s", str(said.successes), {})
        numbers[key] = said.successes
    return numbers


def _target(
    system: System, table: Mapping[str, str | tuple[str, Json]], word: str, text: str, hints: Mapping[str, Any]
) -> tuple[str, Json]:
    """The key that a word sets, and to what, by the type of the key."""
    found = table.get(word)
    if found is None:
        known = ", ".join(name for name in table if name.isalpha() and name != "s")
        name = {"s": "successes more", "+": "dice more"}.get(word, f"“{word}”")
        raise BadInput("not_here", f"{system.name} knows no {name} in such a roll. It knows {known}.")
    if isinstance(found, tuple):
        return found
    hint = hints.get(found, int)
    if hint is bool:
        return found, text not in NO and text != "0"
    if hint is str:
        return found, text
    return found, _number(text) if re.fullmatch(r"[+\-−]?\d+", text, re.A) else int(text not in NO)


def _more(system: System, table: Mapping[str, str | tuple[str, Json]], said: RollWords) -> dict[str, Json]:
    """The keys for dice and successes more or less."""
    found: dict[str, Json] = {}
    if said.dice:
        less = said.dice < 0 and "-" in table
        key, _ = _target(system, table, "-" if less else "+", "0", {})
        found[key] = -said.dice if less else said.dice
    if said.successes:
        key, _ = _target(system, table, "s", "0", {})
        found[key] = said.successes
    return found


def read_traits(system: System, sheet: Any, text: str) -> dict[str, Json]:
    """The request of traits alone, as a task has them: "Wits + Awareness"; empty for no text."""
    if not text.strip():
        return {}
    return find_traits(system, sheet, tuple(part.strip() for part in text.split("+")))


def find_traits(system: System, sheet: Any, traits: Sequence[str]) -> dict[str, Json]:
    """Put each trait named into a place of the request that can hold it."""
    spoken = system.tasks.spoken
    by_name = {one.name: one for one in system.rolls.fields(sheet)}
    places = [by_name[name] for name in spoken.traits]
    if not places:
        raise BadInput("no_traits", f"{system.name} rolls no traits. Say how many dice: /roll 8.")
    if len(traits) > len(places):
        raise BadInput("many_traits", f"At most {len(places)} traits are rolled together.")
    request = _assign(list(traits), places)
    if request is None:
        unknown = next((name for name in traits if not any(_find(name, place) for place in places)), traits[-1])
        raise BadInput("unknown_trait", f"There is no “{unknown[:40]}” to roll so. Name traits as the sheet does.")
    _check_alone(spoken, list(request.values()), traits)
    return {place.name: "" for place in places if any(c.value == "" for c in place.choices)} | request


def _assign(traits: list[str], places: Sequence[Field]) -> dict[str, Json] | None:
    """The first way to give every trait a place of its own."""
    if not traits:
        return {}
    for place in places:
        choice = _find(traits[0], place)
        rest = None if choice is None else _assign(traits[1:], [other for other in places if other is not place])
        if choice is not None and rest is not None:
            if choice.reason:
                raise BadInput("trait_barred", choice.reason)
            return {place.name: choice.value, **rest}
    return None


def _find(name: str, place: Field) -> Choice | None:
    """The choice of this name: in full, or the only one that begins so."""
    wanted = " ".join(name.casefold().replace("_", " ").split())
    named = [(_label(choice), choice) for choice in place.choices if choice.value]
    exact = [choice for label, choice in named if wanted in (label, choice.value.replace("_", " ").casefold())]
    if exact or len(wanted) < 3:
        return exact[0] if exact else None
    begun = [choice for label, choice in named if label.startswith(wanted)]
    return begun[0] if len(begun) == 1 else None


def _label(choice: Choice) -> str:
    """The printed name, without the dots or the remark that a form adds."""
    return re.sub(r"\s+(alone|\d+)$", "", choice.label).casefold()


def _check_alone(spoken: SpokenRules, values: Sequence[Json], traits: Sequence[str]) -> None:
    if len(values) == 1 and spoken.alone is not None and values[0] not in spoken.alone:
        raise BadInput(
            "alone", f"{traits[0].strip().title()} is rolled with another trait: say both, with a + between."
        )
