"""A character of Anathema's second-edition repository: an `.ecg` file (XML)."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports import kinds
from campaigns.imports.anathema_experience import put_experience
from campaigns.imports.anathema_models import put_models
from campaigns.imports.anathema_xml import each, name_of, rate
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.second_edition import (
    ABILITIES,
    ATTRIBUTES,
    VIRTUES,
    find_kind,
    name_caste,
    put_backgrounds,
    put_favored,
)
from campaigns.imports.sheet_lists import fill_list, fill_powers
from rules.battle import Json
from rules.text import Text, word

SOURCE = "Anathema"
NOISE = (
    *("repositoryId", "repositoryPrintName", "Rules", "CharmFilters", "experienceLearned", "experiencelearned"),
    *("creationlearned", "templateId", "experienced", "creationActive", "experienceActive", "Player"),
)
SECOND = "SecondEdition"
FIRST_EDITION = {"Brawl": "martial_arts", "Endurance": "resistance"}
"""Abilities of the First Edition, and those of the Second that took them in."""
EDITIONS = Text("The traits are the First Edition’s: compare each with the Second.")
DEFAULT = "TemplateType.Default"
LOOKS = ("Concept", "Characterization", "PhysicalDescription", "Notes")


def parse(tree: dict[str, Any], kind: str = "") -> Draft | Question:
    """Read what the sandbox has found in the file."""
    reader = Reader(_join_descriptions(tree), NOISE)
    name = _say(reader, "CharacterName") or reader.text("repositoryPrintName")
    theirs, template = (reader.text(f"Statistics.CharacterType.{part}") for part in ("text", "subtype"))
    caste = reader.text("Statistics.CharacterConcept.Caste.type")
    template = "" if template == DEFAULT else template
    said = kinds.name_said(theirs, template, caste)
    edition = reader.text("Statistics.Rules.RuleSet.name", "Statistics.Rules.RuleSet.0.name")
    is_first = edition not in ("", SECOND)
    said = kinds.name_said(said, _("First Edition") if is_first else "")
    kind = kind or ("" if is_first or (template and theirs == "Mortal") else find_kind(theirs, caste))
    if not kind:
        return kinds.ask("exalted2e", SOURCE, name, said)
    builder = kinds.begin("exalted2e", kind, said, rested=True)
    name_caste(builder, caste)
    _put_traits(builder, reader)
    if is_first:
        _offer_mapping(builder, reader)
    _put_charms(builder, reader)
    put_models(builder, reader)
    put_experience(builder, reader)
    about = "\n\n".join(filter(None, (_say(reader, part) for part in LOOKS)))
    return builder.build(SOURCE, name, reader, about)


def _put_traits(builder: Builder, reader: Reader) -> None:
    for group in ("Physical", "Social", "Mental"):
        for name in ATTRIBUTES:
            builder.put(f"attributes.{name}", rate(reader, f"Statistics.Attributes.{group}.{name.title()}"))
    _put_abilities(builder, reader)
    for name in VIRTUES:
        builder.put(f"virtues.{name}", rate(reader, f"Statistics.Virtues.{name.title()}"))
    builder.put("essence", rate(reader, "Statistics.Essence"))
    willpower = rate(reader, "Statistics.Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower)
    builder.put("motivation", reader.text("Statistics.CharacterConcept.Motivation.text") or None)
    place = "Statistics.Backgrounds.Background"
    put_backgrounds(
        builder,
        [
            (reader.text(f"{at}.text"), rate(reader, at) or 0, reader.text(f"{at}.Description.text"))
            for at in each(reader, place)
        ],
    )


def _put_abilities(builder: Builder, reader: Reader) -> None:
    specialties: list[dict[str, Json]] = []
    favored: set[str] = set()
    for name in ABILITIES:
        at = f"Statistics.Abilities.{_camel(name)}"
        crafts = [
            (reader.text(f"{row}.traitName.text", f"{row}.traitName"), rate(reader, row) or 0, row)
            for row in each(reader, f"{at}.subTrait")
        ]
        known = [f"{craft} {dots}" for craft, dots, _row in crafts if dots]
        best = max((dots for _craft, dots, _row in crafts), default=None)
        rating = rate(reader, at)
        builder.put(f"abilities.{name}", rating if best is None else best)
        builder.leave(_camel(name), ", ".join(known))
        if reader.flag(f"{at}.favored") or (reader.flag(f"{at}.caste") and builder.sheet["splat"] != "solar"):
            favored.add(name)
        for place in (at, *(row for _craft, _dots, row in crafts)):
            specialties += _list_specialties(reader, name, f"{place}.Specialty")
    put_favored(builder, favored)
    fill_list(builder, "specialties", specialties)


def _offer_mapping(builder: Builder, reader: Reader) -> None:
    """Say that the file is of the First Edition, and ask for the Abilities that the Second has joined with others."""
    builder.record_change(Text("Rules"), _("First Edition"), _("Second Edition"), EDITIONS)
    for theirs, ours in FIRST_EDITION.items():
        at = f"Statistics.Abilities.{theirs}"
        dots, held = rate(reader, at) or 0, builder.peek(f"abilities.{ours}")
        specialties = _list_specialties(reader, ours, f"{at}.Specialty")
        reader.ignore(at)
        builder.leave(_("First Edition"), ", ".join([f"{theirs} {dots}", *(str(row["name"]) for row in specialties)]))
        if dots:
            label = translate(word(ours.replace("_", " ").title()))
            builder.ask(f"abilities.{ours}", f"{theirs} {dots}, {label} {held}", offer=max(dots, held))


def _list_specialties(reader: Reader, ability: str, path: str) -> list[dict[str, Json]]:
    found = [(reader.text(f"{at}.name"), rate(reader, at) or 1) for at in each(reader, path)]
    return [{"ability": ability, "name": said, "dots": dots} for said, dots in found if said]


def _put_charms(builder: Builder, reader: Reader) -> None:
    """Charms, Combos and spells by their names: the file holds nothing else of them."""
    rows: list[dict[str, Json]] = []
    for group in each(reader, "Statistics.Charms.CharmGroup"):
        said = ", ".join(filter(None, (reader.text(f"{group}.type"), reader.text(f"{group}.name"))))
        for at in each(reader, f"{group}.Charm"):
            times = rate(reader, f"{at}.Special.LearnCount") or 1
            name = name_of(reader.text(f"{at}.name"))
            learned = _list_parts(reader, f"{at}.Special.Subeffects.Subeffect")
            description = "\n".join(filter(None, (said, ", ".join(learned))))
            rows.append({"name": f"{name} ×{times}" if times > 1 else name, "text": description})
    for at in each(reader, "Statistics.Charms.Combos.Combo"):
        parts = ", ".join(name_of(reader.text(f"{row}.name")) for row in each(reader, f"{at}.Charm"))
        reader.ignore(f"{at}.Charm")
        words = reader.text(f"{at}.Description.text")
        name = reader.text(f"{at}.Name.text") or _("Combo")
        rows.append({"name": name, "text": "\n".join(filter(None, (f"Combo: {parts}", words)))})
    for at in each(reader, "Statistics.Spells.Spell"):
        circle, _dot, spell = reader.text(f"{at}.name").partition(".")
        rows.append({"name": name_of(spell or circle), "text": f"{circle} Circle" if spell else ""})
    fill_powers(builder, rows)


def _list_parts(reader: Reader, path: str) -> list[str]:
    """The parts of a Charm that are learned, each for itself."""
    found = []
    for at in each(reader, path):
        is_learned = reader.flag(f"{at}.creationlearned") | reader.flag(f"{at}.experiencelearned")
        found += [name_of(reader.text(f"{at}.id"))] if is_learned else []
        reader.ignore(at)
    return found


def _say(reader: Reader, part: str) -> str:
    return reader.text(f"Description.{part}.text", f"Description.{part}.0.text")


def _join_descriptions(data: dict[str, Any]) -> dict[str, Any]:
    """Some files describe the character twice: the second time counts, where it says anything."""
    found = data.get("Description")
    joined = {name: value for part in found for name, value in part.items()} if isinstance(found, list) else found
    return {**data, "Description": joined} if joined else data


def _camel(name: str) -> str:
    return "".join(word.title() for word in name.split("_"))
