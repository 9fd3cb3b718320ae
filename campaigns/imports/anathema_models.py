"""What Anathema keeps beside the traits: equipment, Intimacies, health levels, flaws, languages."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaigns.imports.anathema_xml import each, name_of, rate
from campaigns.imports.builder import Builder
from campaigns.imports.reader import Reader
from campaigns.imports.second_edition import STANDARD, put_health
from campaigns.imports.sheet_lists import choices_of, fill_list

MODEL = "Statistics.AdditionalModels.Model"
BODY = "Natural"
"""The item that every character has: punch, kick and clinch."""


def put_models(builder: Builder, reader: Reader) -> None:
    """Everything of the file's further models that the sheet has a place for."""
    _put_equipment(builder, reader)
    _put_intimacies(builder, reader)
    _put_oxbody(builder, reader)
    for model in each(reader, MODEL):
        content = f"{model}.Content"
        words = [reader.text(f"{at}.text") for at in each(reader, f"{content}.linguistics.language")]
        builder.leave(_("Languages"), ", ".join(filter(None, words)))
        _leave_flaw(builder, reader, f"{content}.VirtueFlaw")
        _leave_mutations(builder, reader, f"{content}.Mutations.Mutation")


def _put_equipment(builder: Builder, reader: Reader) -> None:
    """Weapons, armor and shields of the tables, known by their names; the file has no figures of others."""
    found: dict[str, list[str]] = {"weapons": [], "armor": [], "shield": []}
    known = {place: choices_of(builder, place) for place in found}
    for at in (row for model in each(reader, MODEL) for row in each(reader, f"{model}.Content.item")):
        name, title = reader.text(f"{at}.templateId.text"), reader.text(f"{at}.customTitle.text")
        material, words = reader.text(f"{at}.material.text"), reader.text(f"{at}.customDescription.text")
        reader.ignore(f"{at}.printedStats")
        place = next((place for place, keys in known.items() if name.lower() in keys and not material), "")
        if place:
            found[place].append(known[place][name.lower()])
        if name != BODY and (title or words or not place):
            description = f"{title} ({name})" if title else f"{name} ({material})" if material else name
            builder.leave(_("Equipment"), f"{description}: {words}" if words else description)
    for place in ("weapons", "armor"):
        builder.put(place, list(dict.fromkeys(found[place])) or None)
    builder.put("shield", found["shield"][0] if found["shield"] else None)


def _put_intimacies(builder: Builder, reader: Reader) -> None:
    """Intimacies; one that is still being built says how far."""
    rows = []
    for at in (row for model in each(reader, MODEL) for row in each(reader, f"{model}.Content.Intimacies.Intimacy")):
        name, dots = reader.text(f"{at}.name"), rate(reader, f"{at}.Trait") or 0
        is_whole = reader.flag(f"{at}.complete")
        rows.append({"text": name if is_whole or not name else f"{name} ({dots}, not complete)"})
    fill_list(builder, "intimacies", rows)


def _put_oxbody(builder: Builder, reader: Reader) -> None:
    """Health levels beyond the usual ones, as the Charms that give them have them: `Category.-1-2x2`."""
    levels = dict(STANDARD)
    for group in each(reader, "Statistics.Charms.CharmGroup"):
        for charm in each(reader, f"{group}.Charm"):
            _add_levels(levels, reader, f"{charm}.Special.Categories")
    if levels != STANDARD:
        put_health(builder, levels)


def _add_levels(levels: dict[int, int], reader: Reader, path: str) -> None:
    for category, dots in _rated(reader, path).items():
        for penalty, times in re.findall(r"-([0124])(?:x(\d))?", category):
            levels[int(penalty)] += int(times or 1) * min(max(0, dots), 20)


def _rated(reader: Reader, path: str) -> Mapping[str, int]:
    """Names with dots in them stand in the path as they are: `Category.-0.creationValue`."""
    heads = reader.heads(f"{path}.Category")
    return {head: rate(reader, f"{path}.Category.{head}") or 0 for head in heads}


def _leave_mutations(builder: Builder, reader: Reader, path: str) -> None:
    """Mutations with their kind, as "Pox", and their points."""
    for at in each(reader, path):
        points, kind = reader.number(f"{at}.value"), reader.text(f"{at}.categorization.type")
        description = ", ".join(filter(None, (kind, f"{points:+d}" if points else "")))
        name = name_of(reader.text(f"{at}.id"))
        builder.leave(_("Mutations"), f"{name} ({description})" if description else name)
        reader.ignore(at)


def _leave_flaw(builder: Builder, reader: Reader, path: str) -> None:
    """The Virtue Flaw with its Limit: the sheet has no place for either."""
    name, virtue = reader.text(f"{path}.Name.text"), reader.text(f"{path}.RootVirtue.name")
    limit = rate(reader, f"{path}.Limit")
    parts = [f"{name} ({virtue})" if name and virtue else name or virtue]
    parts += [reader.text(f"{path}.{part}.text") for part in ("LimitBreak", "Description")]
    parts += [f"Limit {limit}"] if limit else []
    builder.leave(_("Limit"), ". ".join(filter(None, parts)))
