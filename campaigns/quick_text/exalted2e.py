"""Exalted, Second Edition: traits as the books print them, attacks with their totals, what follows compared."""

import re
from collections import Counter
from typing import Final

from django.utils.translation import gettext as _

from campaigns.imports import castes, second_edition_quick
from campaigns.imports.builder import Builder
from campaigns.imports.kinds import KindGuess, name_said
from campaigns.imports.second_edition import (
    ABILITIES,
    ATTACK,
    ATTRIBUTES,
    VIRTUES,
    compare,
    name_caste,
    parse_attack,
    put_backgrounds,
    put_favored,
    put_health,
    put_soak,
)
from campaigns.imports.second_edition import find_kind as kinds_of
from campaigns.imports.second_edition_arms import put_arms
from campaigns.imports.sheet_lists import choices_of, fill_list
from campaigns.quick_text.experience import put_experience
from campaigns.quick_text.ratings import Rating
from campaigns.quick_text.reading import QuickText
from rules.battle import Json

EXAMPLE: Final = """Toll guard
Motivation: Live to see the pay chest
Attributes: Strength 3, Dexterity 3, Stamina 2, Charisma 2, Manipulation 2, Appearance 2,
Perception 3, Intelligence 2, Wits 2
Virtues: Compassion 1, Conviction 2, Temperance 2, Valor 3
Abilities: Archery 1, Awareness 2, Dodge 2, Melee 3 (Spears +1), Resistance 1
Backgrounds: Backing 1
Attacks:
Boat hook: Speed 5, Accuracy 7, Damage 6L, Parry DV 3, Rate 2
Armor: Buff jacket
Willpower: 5; Essence: 1; Health Levels: -0/-1/-1/-2/-2/-4/Incap
Dodge DV 2; Join Battle 4"""
ABBREVIATED: Final = {name: name[:3] for name in ATTRIBUTES}
HEALTH: Final = (
    r"health(?: levels)? ?:? ?(?P<levels>-\d(?: ?[x×] ?\d{1,2})?(?:[ /,]{1,3}-\d(?: ?[x×] ?\d{1,2})?){0,60})"
    r"[ /,]{0,3}(?:incap\w{0,12}|I\b)?(?:/dying)?"
)
COMPARED: Final = ("Join Battle", "Dodge DV", "Dodge MDV", "Parry MDV")
WORDS: Final = (
    r"\b(?:solar|lunar|sidereal|dragon.?blooded|terrestrial|abyssal|infernal|alchemical|half.caste|god.blooded|ghost|"
    r"zombie|undead|demon|spirit|god|goddess|elemental|fair folk|raksha|beast|animal|dragon king|jadeborn|"
    r"heroic mortal|mortal|extra)s?\b"
)
"""What people call beings. What the game does not know of these is asked."""
SPECIALTY: Final = re.compile(r"([^,;+]*[^,;+\s\d])(?: ?[+(]? ?([1-3])\)?)?(?=\s*(?:[,;]|$))")
SHORT: Final = {"perform": "performance", "ma": "martial_arts", "investigate": "investigation", "bureau": "bureaucracy"}


READY: Final = r"\b(?:join battle|dodge dv|parry dv|combat pool|dodge mdv)\b ?[:=]? ?\d"
"""Numbers that a block in ready numbers has."""
NUMBERS: Final = {
    "combat": ("Combat pool", "Combat"),
    "social": ("Social pool", "Social"),
    "physical": ("Physical pool", "Physical"),
    "join_battle": ("Join Battle",),
    "dodge_mdv": ("Dodge MDV", "MDV"),
    "parry_mdv": ("Parry MDV",),
    "dodge_dv": ("Dodge DV",),
    "parry_dv": ("Parry DV",),
}
SOAK: Final = (
    r"soak ?:? ?(?P<a>\d{1,2}) ?(?P<kind_a>[BLA]) ?/ ?(?P<b>\d{1,2}) ?(?P<kind_b>[BLA])(?: ?/ ?(?P<c>\d{1,2}) ?A)?"
)
KINDS: Final = {"B": "bashing", "L": "lethal", "A": "aggravated"}


def list_traits() -> list[tuple[str, tuple[str, ...]]]:
    """Every trait that a text may rate: its place on the sheet, and its names."""
    return [
        *((f"attributes.{name}", (name, ABBREVIATED[name])) for name in ATTRIBUTES),
        *((f"abilities.{name}", (name.replace("_", " "),)) for name in ABILITIES),
        *((f"virtues.{name}", (name,)) for name in VIRTUES),
        ("essence", ("Essence",)),
        ("willpower", ("Willpower",)),
    ]


def find_kind(text: QuickText) -> KindGuess:
    """What kind of being this is. What says nothing of it is asked, but for an Essence that only mortals have."""
    if text.has(READY) and not any(map(text.has_number, ATTRIBUTES)):
        return KindGuess("quick", text.find_kind(WORDS)[0])
    said = text.line(*castes.LABELS, at_start=True)
    if not said and (beside := text.take(castes.BESIDE)):
        said = beside["a"]
    caste, owner = castes.find_caste(said)
    word, is_sure = text.find_kind(WORDS)
    if said and not word:
        found = re.search(WORDS, said, re.IGNORECASE)
        word, is_sure = (found.group().lower(), True) if found else (word, is_sure)
    words = name_said(word, caste or said.lower())
    text.caste = caste or said
    if said and not caste and not is_sure:
        return KindGuess("", words)
    if caste and (not word or not is_sure or kinds_of(word) == owner):
        return KindGuess(caste if owner == "solar" else kinds_of(owner.replace("_", "-")), words)
    if word:
        plain = word if word.endswith("ss") else word.removesuffix("s")
        return KindGuess(kinds_of(plain) if is_sure and plain != "mortal" and not caste else "", words)
    is_mortal = text.has(r"\bessence ?[:=]? ?1\b") and not text.has(r"\b(?:peripheral|personal) ?:? ?\d")
    return KindGuess("soldier", is_assumed=True) if is_mortal else KindGuess("", "")


def parse(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    if builder.sheet["ready"]["used"]:
        _parse_numbers(text, builder)
        return
    name_caste(builder, text.caste)
    put_experience(builder, text)
    _put_health(builder, text)
    _put_specialties(builder, text)
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", text.number(name, ABBREVIATED[name]))
    attacks = [parse_attack(match) for match in text.take_all(ATTACK, re.IGNORECASE | re.MULTILINE)]
    _put_abilities(builder, text)
    for name in VIRTUES:
        builder.put(f"virtues.{name}", text.number(name))
    _put_backgrounds(builder, text)
    builder.put("motivation", text.line("Motivation") or None)
    fill_list(builder, "intimacies", _list_intimacies(text))
    _put_pools(builder, text)
    builder.settle()
    put_arms(builder, attacks)
    for place in ("weapons", "armor"):
        known = [(key, label) for label, key in choices_of(builder, place).items()]
        builder.put(place, text.take_known(known) or None)
    builder.settle()
    compare(builder, {title: text.number(title) for title in COMPARED})
    put_soak(builder, _take_soak(text))


def _parse_numbers(text: QuickText, builder: Builder) -> None:
    """Take the ready numbers of a block that has no traits."""
    builder.set("being", second_edition_quick.find_being(builder.said))
    put_experience(builder, text)
    attacks = [parse_attack(match) for match in text.take_all(ATTACK, re.IGNORECASE | re.MULTILINE)]
    second_edition_quick.put_numbers(builder, {name: text.number(*words) for name, words in NUMBERS.items()})
    builder.put("motivation", text.line("Motivation") or None)
    fill_list(builder, "intimacies", _list_intimacies(text))
    _put_health(builder, text)
    boxes = text.number("Health boxes", "Boxes")
    hardness = text.number("Hardness")
    for kind in ("bashing", "lethal"):
        builder.put(f"hardness_{kind}", hardness)
    _put_pools(builder, text)
    builder.settle()
    if boxes:
        second_edition_quick.put_boxes(builder, boxes)
    put_arms(builder, attacks)
    put_soak(builder, _take_soak(text))


def _take_soak(text: QuickText) -> dict[str, int | None]:
    soak = text.take(SOAK)
    if not soak:
        return {}
    found = {KINDS[soak[f"kind_{at}"].upper()]: int(soak[at]) for at in "ab"}
    return {**found, **({"aggravated": int(soak["c"])} if soak["c"] else {})}


def _put_abilities(builder: Builder, text: QuickText) -> None:
    """Abilities, the best of several kinds of Craft, and the specialties in brackets behind them."""
    for name in ABILITIES:
        found = text.rate_all(name.replace("_", " "))[:MAX_KINDS] if name == "craft" else []
        found = found or list(filter(None, [text.rated(name.replace("_", " "))]))
        if not found:
            continue
        builder.put(f"abilities.{name}", max(rating.number for rating in found))
        for rating in found:
            if rating.before:
                builder.leave(name.title(), f"{rating.before} {rating.number}")
            builder.specialties += _list_specialties(name, rating.after)
    ticked = [name for name in ABILITIES if name in text.ticked]
    put_favored(builder, ticked)
    fill_list(builder, "specialties", builder.specialties)


MAX_KINDS: Final = 6


def _list_specialties(ability: str, words: str) -> list[dict[str, Json]]:
    """Specialties as people write them: "Dance +2", "Small gods 2, Demons"."""
    found = (SPECIALTY.match(part.strip()) for part in re.split(r"[,;]", words))
    return [{"ability": ability, "name": match[1].strip()[:60], "dots": int(match[2] or 1)} for match in found if match]


def _put_specialties(builder: Builder, text: QuickText) -> None:
    """Specialties under a heading of their own, or as a second rating of an Ability: "Archery (powerbow) 3"."""
    keys = {name.replace("_", " "): name for name in ABILITIES} | SHORT
    names = "|".join(sorted(keys, key=len, reverse=True))
    ability = rf"(?<!\w)(?P<ability>{names})\b"

    def take(part: QuickText) -> None:
        for match in part.take_all(
            rf"{ability} ?: ?(?P<name>[^\d|;:,\n\x1f]{{2,60}}?) ?\+?(?P<dots>\d)(?= ?[|;,\n]|$)"
        ):
            _add_specialty(builder, keys, match["ability"], match["name"], int(match["dots"]))
        for match in part.take_all(
            rf"{ability} ?:? ?\((?P<name>[^()\d\n]{{2,60}}?) ?\+?(?P<dots>[1-3])?\)(?: ?(?P<behind>[1-3])\b)?"
        ):
            dots = int(match["dots"] or match["behind"] or 1)
            _add_specialty(builder, keys, match["ability"], match["name"], dots)

    text.take_under(r"specialt(?:y|ies)", take)
    for match in text.take_all(
        rf"(?m)(?:(?<=^)|(?<=\n)){ability} ?: ?(?P<name>[^\W\d_][^\d|;:,()\n\x1f]{{1,60}}?) ?\+?(?P<dots>[1-3])(?=\n|$)"
    ):
        _add_specialty(builder, keys, match["ability"], match["name"], int(match["dots"]))
    for name in keys:
        rated = list(re.finditer(rf"(?<!\w){name}(?: ?\([^()\n]{{1,60}}\))? ?:? ?\d", text.rest, re.IGNORECASE))
        if len(rated) > 1 and name != "craft":
            named = text.take(rf"(?<!\w){name} ?\((?P<name>[^()\d\n]{{2,60}}?)\) ?:? ?(?P<dots>[1-3])(?!\d)")
            if named:
                _add_specialty(builder, keys, name, named["name"], int(named["dots"]))


def _add_specialty(builder: Builder, keys: dict[str, str], ability: str, name: str, dots: int) -> None:
    if dots:
        key = keys[ability.lower()]
        builder.specialties.append({"ability": key, "name": name.strip(" +")[:60], "dots": min(dots, 3)})


def _put_backgrounds(builder: Builder, text: QuickText) -> None:
    """Backgrounds, each as often as it is there; what stands in brackets belongs to its name."""
    found: list[tuple[str, int, str]] = []
    for name in builder.sheet["backgrounds"]:
        found += [(name.title(), rating.number, _remark(rating)) for rating in text.rate_all(name)]
    rows = [{"name": f"{name} ({remark})"[:60], "dots": dots} for name, dots, remark in found if remark and dots]
    put_backgrounds(builder, [row for row in found if not row[2]], rows)


def _remark(rating: Rating) -> str:
    return rating.before or rating.after


def _list_intimacies(text: QuickText) -> list[dict[str, Json]]:
    return [
        {"text": part.strip()[:200]} for part in re.split(r"[,;]", text.line("Intimacies", "Intimacy")) if part.strip()
    ]


def _put_pools(builder: Builder, text: QuickText) -> None:
    pools = text.take(r"essence pools?:? ?(?P<words>[^\n\x1f]*)")
    if pools:
        _put_motes(builder, pools["words"])
    for name in ("personal", "peripheral"):
        builder.put(name, text.number(f"{name} Essence", f"{name} motes", name))
    builder.put("essence", text.number("Permanent Essence", "Essence"))
    left, willpower = text.pair("Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower if left is None else left)


def _put_motes(builder: Builder, words: str) -> None:
    """Motes of a line such as "23(13) Personal / 53 Peripheral": what it says whole goes into the notes, too."""
    for name in ("personal", "peripheral"):
        found = re.search(rf"(\d{{1,3}})(?: ?\(\d{{1,3}}\))? {name}\b", words, re.IGNORECASE) or re.search(
            rf"{name}:? ?(\d{{1,3}})", words, re.IGNORECASE
        )
        if found:
            builder.put(name, int(found[1]))
    builder.leave(_("Motes"), words.strip())


def _put_health(builder: Builder, text: QuickText) -> None:
    health = text.take(HEALTH)
    if health:
        levels: Counter[int] = Counter()
        for penalty, times in re.findall(r"-(\d)(?: ?[x×] ?(\d{1,2}))?", health["levels"]):
            levels[int(penalty)] += int(times or 1)
        put_health(builder, levels)
