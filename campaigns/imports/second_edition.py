"""What the foreign files of Exalted, Second Edition, have in common: where it stands on our sheet."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.builder import Builder
from campaigns.imports.draft import AdjustedValue
from campaigns.imports.second_edition_arms import Arm
from campaigns.imports.sheet_lists import fill_list
from rules import get_system
from rules.battle import Json
from rules.exalted2e.traits import FAVORS
from rules.text import Text, word

ATTRIBUTES = (
    *("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence"),
    "wits",
)
ABILITIES = (
    *("archery", "martial_arts", "melee", "thrown", "war", "integrity", "performance", "presence", "resistance"),
    *("survival", "craft", "investigation", "lore", "medicine", "occult", "athletics", "awareness", "dodge", "larceny"),
    *("stealth", "bureaucracy", "linguistics", "ride", "sail", "socialize"),
)
VIRTUES = ("compassion", "conviction", "temperance", "valor")
CASTES = ("dawn", "zenith", "twilight", "night", "eclipse")
KINDS = (
    (r"\blunar", "lunar"),
    (r"\bsidereal", "sidereal"),
    (r"\bdragon.?blood|\bterrestrial", "dragon_blooded"),
    (r"\bheroic.?mortal|^mortal$", "heroic_mortal"),
    (r"^extra$", "extra"),
    (r"\b(?:spirit|god|goddess|elemental)s?\b", "spirit"),
)
"""How people write the kinds of beings, and ours."""
STANDARD = {0: 1, 1: 2, 2: 2, 4: 1}
"""How many health levels of each penalty everybody has beside Incapacitated."""
ATTACK = (
    r"^ ?(?P<name>[^\n:\x1f()]{2,50}?) ?(?:\((?P<ability>[a-z ]{1,40})\))? ?:"
    r" ?speed ?(?P<speed>\d{1,2}),?"
    r" ?accuracy ?(?P<accuracy>[+-]?\d{1,2}),?"
    r" ?damage ?(?P<damage>[+-]?\d{1,2}) ?(?P<type>[BLA])"
    r"(?P<rest>[^\n\x1f]*)"
)
"""An attack as the books print it, in a text where each run of blanks is one space."""
IN_PARAGRAPH = (
    r"(?P<name>[A-Z][^\n:;,.()\d]{1,50}?) ?(?:\((?P<ability>[A-Za-z ]{1,40})\))?\s?:\s?(?i:speed) ?(?P<speed>\d{1,2}),?"
    r" ?(?i:accuracy) ?(?P<accuracy>[+-]?\d{1,2}),? ?(?i:damage) ?(?P<damage>[+-]?\d{1,2}) ?(?P<type>[BLAbla])"
    r"(?P<rest>[^\n]{0,200}?)(?=\s+[A-Z][^\n:;,.()\d]{1,50}:\s?(?i:speed)|\n|$)"
)
"""An attack like that, with others in the same paragraph."""
OTHERS_CASTE = Text("This kind of being has no such caste or aspect on the sheet.")


def find_kind(kind: str, caste: str = "") -> str:
    """The kind of a being as people write its type and caste; nothing where the game does not know it."""
    written, caste = kind.strip().lower(), caste.strip().lower()
    if written in ("solar", "solar exalted", ""):
        known = caste in CASTES or (written and caste in ("", "none", "casteless"))
        return (caste if caste in CASTES else "solar") if known else ""
    return next((ours for pattern, ours in KINDS if re.search(pattern, written)), "")


def name_caste(builder: Builder, caste: str) -> None:
    """The caste or aspect; one that this kind of Exalted does not have is reported, and goes into the notes."""
    plain = caste.strip()
    key = re.sub(r"\W+", "_", re.sub(r"\b(?:caste|aspect)(?:ed)?\b", "", plain.lower()).strip())
    if key in FAVORS.get(builder.sheet["splat"], ()) and builder.sheet["being"] == "exalt":
        builder.put("caste", key)
    elif plain and plain.lower().split()[0] not in ("none", builder.sheet["caste"]):
        builder.record_change(Text("Caste"), plain, "", OTHERS_CASTE)
        builder.leave(_("Caste"), plain)


def put_favored(builder: Builder, favored: Iterable[str]) -> None:
    """Favored Abilities."""
    builder.put("favored", [name for name in ABILITIES if name in set(favored)] or None)


def put_backgrounds(
    builder: Builder, said: Sequence[tuple[str, int, str]], rows: Sequence[dict[str, Json]] = ()
) -> None:
    """Backgrounds by name, dots and remark: the book's in their place, once each, others in rows of your own, after
    those that are given as rows."""
    own: list[dict[str, Json]] = list(rows)
    taken: set[str] = set()
    for name, dots, remark in said:
        key = re.sub(r"\W+", "_", name.strip().lower())
        if dots > 0 and key in builder.sheet["backgrounds"] and key not in taken:
            taken.add(key)
            builder.put(f"backgrounds.{key}", dots)
            builder.leave(_("Backgrounds"), f"{name}: {remark}" if remark else "")
        elif dots > 0:
            whole = f"{name} ({remark})" if remark else name
            own.append({"name": whole if len(whole) <= 60 else name[:60], "dots": dots})
            builder.leave(_("Backgrounds"), f"{name}: {remark}" if len(whole) > 60 and remark else "")
    fill_list(builder, "own_backgrounds", own)


def put_health(builder: Builder, levels: Mapping[int, int], harm: str = "") -> None:
    """Health levels by penalty, beside Incapacitated, and the harm on them: "ALB"."""
    track = [f"-{penalty}" for penalty, count in sorted(levels.items()) for _ in range(min(max(0, count), 30))]
    usual = len(builder.sheet["health"])
    boxes = len(track) + 1 if track else usual
    if track and builder.place(
        f"{translate(Text('Health levels'))} {' '.join(track)} I", _mark(" ".join([*track, "I"]), harm, boxes)
    ):
        builder.keep("health", harm[:boxes])
    elif track:
        why = _("The source has %(said)d health boxes, the sheet %(boxes)d.") % {"said": boxes, "boxes": usual}
        builder.record_change(Text("Health levels"), " ".join(track), str(usual), why)
        boxes = usual
    if harm and not track:
        builder.put("health", harm[:boxes].ljust(boxes, "."))


def _mark(track: str, harm: str, boxes: int) -> dict[str, Json]:
    return {"track": track, "health": harm[:boxes].ljust(boxes, ".")}


def parse_attack(match: re.Match[str]) -> Arm:
    """What `ATTACK` has found: figures without a sign are totals."""
    rest, far = match["rest"], re.search(r"\brange ?(\d{1,3})", match["rest"], re.IGNORECASE)
    parry = re.search(r"parry(?: dv)? ?(\d{1,2})", rest, re.IGNORECASE)
    defense = re.search(r"defen[sc]e ?([+-]?\d{1,2})", rest, re.IGNORECASE)
    least = re.match(r"\s?/\s?(\d{1,2})", rest)
    tags = re.search(r"\b[Tt]ags? ?:? ?([A-Z0-9](?:[, ]{1,2}[A-Z0-9](?![a-z]))*)", rest)
    figures = {word: re.search(rf"{word} ?(\d{{1,3}})", rest, re.IGNORECASE) for word in ("rate", "minimum")}
    return Arm(
        match["name"].strip(),
        int(match["speed"]),
        int(match["accuracy"]),
        int(match["damage"]),
        match["type"].upper(),
        ability=match["ability"] or "",
        total_accuracy=match["accuracy"][0] not in "+-",
        total_damage=match["damage"][0] not in "+-",
        parry=int(parry[1]) if parry else None,
        defense=int(defense[1]) if defense and not parry else None,
        rate=_number(figures["rate"]),
        minimum=_number(figures["minimum"]) or _number(least),
        tags=tuple(re.findall(r"[A-Z0-9]", tags[1])) if tags else (),
        range=_number(far),
    )


def _number(match: re.Match[str] | None) -> int | None:
    return int(match[1]) if match else None


def compare(builder: Builder, said: Mapping[str, int | None]) -> None:
    """What a source says of values that follow from the traits: it is right, or what follows is reported."""
    derived = derive(builder)
    for title, value in said.items():
        if value is not None and value != derived[title]:
            builder.changed.append(
                AdjustedValue(word(title), str(value), str(derived[title]), _("It is calculated from the traits."))
            )
            builder.leave(_("Combat"), f"{title}: {value}")
        elif value is not None:
            builder.kept.append(f"{translate(word(title))} {value}")


def put_soak(builder: Builder, said: Mapping[str, int | None]) -> None:
    """Soak as a total, by kind of damage: what is beyond the traits and armor is soak of the character's own."""
    derived = derive(builder)
    for kind, value in said.items():
        if value is None:
            continue
        beyond = value - derived.get(f"Soak, {kind}", 0)
        line = f"{translate(Text('Soak, {kind}', kind=word(kind)))} {value}"
        if beyond == 0:
            builder.kept.append(line)
        elif beyond > 0 and not builder.place(line, {f"soak_{kind}": beyond}):
            builder.put(f"soak_{kind}", beyond)
        elif beyond < 0:
            total = str(value - beyond)
            builder.changed.append(
                AdjustedValue(
                    Text("Soak, {kind}", kind=word(kind)), str(value), total, _("It is calculated from the traits.")
                )
            )
            builder.leave(_("Combat"), f"Soak, {kind}: {value}")


def derive(builder: Builder) -> dict[str, int]:
    """The values that follow from the sheet, by their titles."""
    sheets = get_system("exalted2e").sheets
    return {value.title: value.total for value in sheets.derived(sheets.parse(builder.sheet))}
