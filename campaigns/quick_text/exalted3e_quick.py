"""Exalted, Third Edition: the ready numbers of quick characters and battle groups, as blocks print them."""

import re
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.third_edition import NUMBERS, Strike, put_actions, put_attack, put_strikes
from campaigns.quick_text.ratings import END, START
from campaigns.quick_text.reading import QuickText

DICE: Final = r"(?P<pool>\d{1,2}) ?(?:dice|d\b)?"
FIGURES: Final = (
    r"(?P<figures>(?: ?\([^()\n\x1f]{0,120}\)|,? ?decisive(?: attack)? ?:? ?\d{1,2}(?: dice)?"
    r"|,? ?damage[^,;\n\x1f()]{0,30}|,? ?(?:overwhelming|minimum) ?:? ?\d{1,2}){0,6})"
)
"""What belongs to an attack, behind its dice."""
LABELED: Final = (
    rf"(?<!decisive )(?:(?:withering|primary) )?attack ?(?:\((?P<name>[^()\n]{{1,60}})\) ?)?[:.]? ?{DICE}{FIGURES}"
)
NAMED: Final = rf"(?P<name>[^\W\d_][^\d:;,()\n\x1f]{{1,58}}?) ?:? ?(?<!\d){DICE}{FIGURES}(?=[ ]?[;.\n\x1f]|[ ]?$)"
"""An attack of a list: "Bite 13 dice (damage 22, overwhelming 5)"."""
ACCURACY: Final = rf"(?P<name>\b)(?:withering(?: (?:accuracy|attack))?|accuracy) ?:? ?{DICE}{FIGURES}"
ATTACK_LIST: Final = r"(?:withering )?attacks?"
DAMAGE: Final = r"damage ?:? ?(?P<damage>\d{1,2}) ?(?P<type>[BLA](?![a-z]))? ?(?:/ ?(?P<least>\d{1,2}))?"
LEAST: Final = r"(?:overwhelming|minimum) ?:? ?(?P<n>\d{1,2})"
DECISIVE: Final = r"decisive(?: attack)? ?:? ?(?P<n>\d{1,2})"
DEFENSES: Final = (
    r"\bdefen[cs]e ?:? ?(?P<a>\d{1,2}) ?\((?P<name_a>parry|evasion)\)"
    r" ?(?:or|,|/) ?(?P<b>\d{1,2}) ?\((?P<name_b>parry|evasion)\)"
)
ACTION: Final = (
    r"(?:(?<=[\n,;:\x1f])|(?<=[,;:] ))(?P<name>[^\W\d_][^\d:;,()\n\x1f]{1,50}?) ?:? ?(?<!\d)(?P<pool>\d{1,2})"
    r"(?: ?dice)?(?: ?\((?P<remark>[^()\n\x1f]{1,60})\))?(?=[ ]?[,;.\n\x1f]|[ ]?$)"
)
"""An action of a list: "Feats of strength 16 (Strength 12)"."""
ALONE: Final = r"legendary size|tiny creature|giant creature|unusual hide"
"""Merits that only creatures have."""
MERIT: Final = (
    r"(?P<name>[^\W\d_][^\d:;,()\n\x1f]{1,50}?) ?(?:\(?(?P<dots>[1-5])(?: dots?)?\)?)?(?=[ ]?[,;.\n\x1f]|[ ]?$)"
)
TYPES: Final = {"B": "bashing", "L": "lethal", "A": "aggravated"}


def parse_numbers(text: QuickText, builder: Builder) -> None:
    if builder.sheet["archetype"] == "group":
        _put_group(builder, text)
    _put_attacks(builder, text)
    if said := text.take(DEFENSES):
        for at in "ab":
            builder.put(f"quick.{said[f'name_{at}'].lower()}", int(said[at]))
    pair = text.take(r"soak ?/ ?hardness ?:? ?(?P<soak>\d{1,2}) ?/ ?(?P<hardness>\d{1,2})")
    builder.put("quick.soak", int(pair["soak"]) if pair else text.number("Soak"))
    builder.put("quick.hardness", int(pair["hardness"]) if pair else text.number("Hardness"))
    for name, words in NUMBERS.items():
        builder.put(f"quick.{name}", text.number(*words))
    builder.put("quick.appearance", text.number("Appearance"))
    _put_actions(builder, text)
    _put_merits(builder, text)


def _put_actions(builder: Builder, text: QuickText) -> None:
    """The actions of the list for which the sheet has no number: each with its dice."""
    found: list[tuple[str, int]] = []

    def take(part: QuickText) -> None:
        for match in part.take_all(ACTION):
            remark = f" ({match['remark']})" if match["remark"] else ""
            found.append((f"{match['name'].strip()}{remark}", int(match["pool"])))

    text.take_under("actions", take)
    put_actions(builder, found)


def _put_merits(builder: Builder, text: QuickText) -> None:
    """Merits of a list, and those that blocks name in a line of their own; most have no dots there."""
    found = [(match["name"], 0) for match in text.take_all(rf"{START}(?P<name>{ALONE}){END}")]

    def take(part: QuickText) -> None:
        found.extend((match["name"].strip(), int(match["dots"] or 0)) for match in part.take_all(MERIT))

    text.take_under("merits", take)
    builder.put("quick_merits", "\n".join(f"{name} {dots}" if dots else name for name, dots in found) or None)


def _put_attacks(builder: Builder, text: QuickText) -> None:
    """The attacks, each with its own figures. An attack that is not understood whole is left whole."""
    attacks = text.take_all(LABELED)
    if not attacks:
        text.take_under(ATTACK_LIST, lambda part: attacks.extend(part.take_all(NAMED)))
    attacks += text.take_all(ACCURACY)
    read = [_parse_attack(match) for match in attacks]
    if not read:
        return
    first = read[0]
    if len(read) == 1:
        first = _parse_apart(first, text)
    put_attack(builder, first.name, first.dice, first.decisive, first.tags)
    builder.put("quick.damage", first.damage)
    builder.put("quick.overwhelming", first.overwhelming)
    put_strikes(builder, [replace(attack, name=attack.name or _("Attack")) for attack in read[1:]])
    for match in attacks:
        _leave_unread(builder, match["name"] or "", match["figures"])


def _parse_attack(match: re.Match[str]) -> Strike:
    """An attack by its name, dice and the figures behind them."""
    decisive, damage, least = (re.search(part, match["figures"], re.IGNORECASE) for part in (DECISIVE, DAMAGE, LEAST))
    kind = TYPES.get((damage["type"] or "").upper()) if damage else None
    overwhelming = least["n"] if least else damage["least"] if damage else None
    return Strike(
        (match["name"] or "").strip(),
        int(match["pool"]),
        int(damage["damage"]) if damage else None,
        int(overwhelming) if overwhelming else None,
        int(decisive["n"]) if decisive else None,
        (kind,) if kind else (),
    )


def _parse_apart(only: Strike, text: QuickText) -> Strike:
    """The only attack of a text, whose other figures may stand apart from it."""
    damage = None if only.damage is not None else text.take(DAMAGE)
    if damage:
        kind = TYPES.get((damage["type"] or "").upper())
        least = int(damage["least"]) if damage["least"] else None
        only = replace(only, damage=int(damage["damage"]), overwhelming=only.overwhelming or least)
        only = replace(only, tags=(kind,) if kind else ())
    if only.overwhelming is None and (found := text.take(LEAST)):
        only = replace(only, overwhelming=int(found["n"]))
    apart = text.number("Decisive Attack", "Decisive") if only.decisive is None else None
    return only if apart is None else replace(only, decisive=apart)


def _leave_unread(builder: Builder, name: str, figures: str) -> None:
    """What stands behind the dice of an attack and has no place: tags, notes."""
    rest = figures
    for part in (DECISIVE + r"(?: dice)?", DAMAGE, LEAST):
        rest = re.sub(part, "", rest, flags=re.IGNORECASE)
    if re.search(r"\w{2}", rest):
        builder.leave(_("Attacks"), f"{name} {figures.strip(' ,')}".strip())


def _put_group(builder: Builder, text: QuickText) -> None:
    text.take(r"\bbattle group\b")
    builder.put("group.size", text.number("Size"))
    builder.put("group.might", text.number("Might"))
    drill = text.take(r"(?:drill ?:? ?(?P<after>poor|average|elite))|(?:(?P<before>poor|average|elite) drill)")
    builder.put("group.drill", (drill["after"] or drill["before"]).lower() if drill else None)
    builder.put("group.perfect_morale", True if text.take(r"\bperfect morale\b") else None)
    text.number("Magnitude")
