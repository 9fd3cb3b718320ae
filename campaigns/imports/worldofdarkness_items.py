"""The items of an actor of Foundry's `worldofdarkness`: traits of a `PC`, Disciplines, Backgrounds, weapons."""

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.builder import Builder
from campaigns.imports.foundry import list_items
from campaigns.imports.reader import Reader
from campaigns.imports.sheet_lists import MAX_ROWS, fill_lines, fill_powers
from rules.battle import Json
from rules.wounds import HARMS

GROUPS = ("talent", "skill", "knowledge")
Pair = tuple[int | None, int | None]


@dataclass(slots=True)
class ItemResults:
    """What the items say. `abilities`: dots, specialty and group; `advantages`: permanent and temporary; `road`: its
    name; `own`: rows of traits that the sheet has no place of its own for."""

    abilities: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    advantages: dict[str, Pair] = field(default_factory=dict)
    road: str = ""
    disciplines: dict[str, int] = field(default_factory=dict)
    backgrounds: dict[str, int] = field(default_factory=dict)
    powers: list[dict[str, Json]] = field(default_factory=list)
    weapons: list[str] = field(default_factory=list)
    armor: int | None = None
    own: list[dict[str, Json]] = field(default_factory=list)


def parse_items(builder: Builder, reader: Reader) -> ItemResults:
    """Everything among the items that the sheet has a place for."""
    found = ItemResults()
    for at, kind, name in list_items(reader):
        type_ = reader.peek(f"{at}.system.type").lower()
        words = reader.prose_of(f"{at}.system.description")
        if kind == "ability" or (kind == "trait" and "ability" in type_):
            _parse_ability(reader, found, at, name, type_)
        elif kind == "advantage":
            _parse_advantage(reader, found, at, name)
        elif kind == "power":
            _parse_power(reader, found, at, name, type_)
            words = ""
        elif kind == "feature":
            _parse_feature(builder, reader, found, at, name, type_)
        elif kind in ("melee weapon", "ranged weapon"):
            found.weapons.append(_parse_weapon(reader, at, name, kind == "ranged weapon"))
        elif kind == "armor":
            found.armor = max(found.armor or 0, _parse_soak(reader, at))
            builder.leave(_("Armor"), name)
        elif kind == "experience":
            _parse_experience(builder, reader, at, name)
        elif kind not in ("splat", "bonus"):
            continue
        builder.leave(name, words)
        reader.ignore(at)
    return found


def put_found(builder: Builder, found: ItemResults) -> None:
    """Disciplines, Backgrounds, rows of the character's own, powers and weapons on the sheet."""
    for group, said in (("disciplines", found.disciplines), ("backgrounds", found.backgrounds)):
        known = {plain_name(key): key for key in builder.sheet[group]}
        for name, dots in said.items():
            if key := known.get(plain_name(name)):
                builder.put(f"{group}.{key}", dots)
            elif dots:
                found.own.append({"name": name[:40].strip(), "kind": group[:-1], "dots": dots})
    for number, row in enumerate(found.own[:MAX_ROWS]):
        line = f"{translate(builder.title_of('own_traits'))}: {row['name']} {row['dots']}"
        if not builder.place(line, {f"own_traits.{number}": row}):
            builder.leave(builder.title_of("own_traits"), f"{row['name']} {row['dots']}")
    fill_powers(builder, found.powers)
    fill_lines(builder, "own_weapons", _("Weapons"), found.weapons)
    builder.put("armor", found.armor)


def say(words: str) -> str:
    """Words of the program: of a label such as `wod.bio.vampire.ventrue` its last part."""
    return words.rpartition(".")[2].capitalize() if words.startswith("wod.") else words.strip()


def plain_name(name: str) -> str:
    """A name without spaces and signs: "Animal Ken" and `animal_ken` are alike."""
    return re.sub(r"[\W_]+", "", name.lower())


def _parse_ability(reader: Reader, found: ItemResults, at: str, name: str, type_: str) -> None:
    inside = f"{at}.system"
    group = next((group for group in GROUPS if group in type_), "talent")
    label = say(reader.text(f"{inside}.label"))
    found.abilities[name or label] = (_level(reader, at), reader.text(f"{inside}.speciality"), group)


def _parse_advantage(reader: Reader, found: ItemResults, at: str, name: str) -> None:
    """Willpower, blood, Virtues and the Road: known by the id, or by the name where it has none."""
    inside = f"{at}.system"
    pair = reader.number(f"{inside}.permanent", f"{inside}.value"), reader.number(f"{inside}.temporary")
    key = plain_name(reader.text(f"{inside}.id") or name)
    is_road = key in ("path", "road", "humanity") or "path" in key or "road" in key
    found.advantages["path" if is_road else key] = pair
    found.advantages.setdefault(plain_name(name), pair)
    if is_road:
        label = reader.text(f"{inside}.label")
        found.road = label if label.startswith("wod.advantages.path.") or plain_name(name) == "path" else name


def _parse_power(reader: Reader, found: ItemResults, at: str, name: str, type_: str) -> None:
    """A Discipline with its dots, or a power of one as a power of the sheet."""
    inside = f"{at}.system"
    level = _level(reader, at)
    if "power" in type_ or "ritual" in type_ or "combination" in type_:
        dice = [say(reader.text(f"{inside}.{key}")) for key in ("dice1", "dice2")]
        parts = [f"Level {level}" if level else "", " + ".join(filter(None, dice))]
        difficulty = reader.number(f"{inside}.difficulty")
        parts += [f"difficulty {difficulty}"] if difficulty and any(dice) else []
        words = [
            ", ".join(filter(None, parts)),
            reader.text(f"{inside}.details"),
            reader.prose(f"{inside}.description"),
        ]
        cost: dict[str, Json] = {"willpower": 1} if reader.flag(f"{inside}.spendwillpower") else {}
        cost |= {"blood": 1} if reader.flag(f"{inside}.spendblood") else {}
        found.powers.append({"name": name, "use": "any", "cost": cost, "text": "\n".join(filter(None, words))})
    else:
        found.disciplines[name] = level


def _parse_feature(builder: Builder, reader: Reader, found: ItemResults, at: str, name: str, type_: str) -> None:
    """A Background goes to the sheet; other features are left to the text."""
    if "background" in type_:
        found.backgrounds[name] = _level(reader, at)
    else:
        builder.leave(say(type_) or _("Features"), f"{name} {_level(reader, at) or ''}".strip())


def _parse_weapon(reader: Reader, at: str, name: str, is_ranged: bool) -> str:
    """As the sheet writes weapons: "Great pike: melee, Strength + 4 lethal", "Bow: archery, 5 lethal, 80 yards"."""
    inside = f"{at}.system"
    bonus = max(0, reader.number(f"{inside}.damage.bonus") or 0)
    has_strength = "strength" in reader.text(f"{inside}.damage.attribute")
    harm = next((kind for kind in HARMS if kind in reader.text(f"{inside}.damage.type")), "lethal")
    ability = reader.text(f"{inside}.attack.ability")
    wielded = "archery" if is_ranged else "brawl" if "brawl" in ability else "melee"
    reach = reader.number(f"{inside}.range")
    parts = [wielded, f"{'Strength + ' if has_strength else ''}{bonus} {harm}"]
    parts += [f"{reach} yards"] if is_ranged and reach else []
    plain = re.sub(r"[:\n]+", " ", name).strip()[:40]
    return f"{plain}: {', '.join(parts)}"


def _parse_soak(reader: Reader, at: str) -> int:
    """The class of armor: what it soaks of lethal damage, or of bashing if that is more."""
    return max(reader.number(f"{at}.system.soak.{kind}") or 0 for kind in HARMS)


def _parse_experience(builder: Builder, reader: Reader, at: str, name: str) -> None:
    """Points gained and spent: what is left is offered for the ledger."""
    amount = reader.number(f"{at}.system.amount") or 0
    is_spent = "spent" in reader.text(f"{at}.system.type").lower() or reader.peek_flag(f"{at}.system.isspent") is True
    builder.earned["experience"] = builder.earned.get("experience", 0) + (-amount if is_spent else amount)
    earned, spent = builder.opening
    builder.opening = (earned, (spent or 0) + amount) if is_spent else (earned + amount, spent)
    builder.leave(_("Experience"), f"{'-' if is_spent else '+'}{amount} {name}")


def _level(reader: Reader, at: str) -> int:
    inside = f"{at}.system"
    found = (reader.number(f"{inside}.{key}") for key in ("value", "permanent", "level"))
    return max((number for number in found if number), default=0)
