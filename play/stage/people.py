"""Facts of combatants and of the characters in a scene: what the seat sees of each."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from campaigns.sheets.kept_rolls import KeptRoll
from play.seats.board import Party as PartyOnBoard
from play.seats.board import PartyMember
from play.seats.board import Points as PointsOnBoard
from play.seats.health import health_words, say_state
from play.stage.shape import Box, Chip, Combatant, ExplainedStat, Favorite, Member, Party, Points, Stat, Track, Unit
from play.stage.sums import make_sum
from play.stage.words import Language, drop_empty, translate
from rules.lru_cache import cached_by_identity
from rules.odds import percent
from rules.sheets.conditions import Chip as ChipOnBoard
from rules.text import EMPTY, Text, join, verbatim
from rules.view import BoxView, CombatantView, StatView, TrackView, UnitView

INCAPACITATED = Text("Inc")
MINUS = str.maketrans("-", "−")


@cached_by_identity(2048)
def make_combatant(who: CombatantView, language: Language) -> Combatant:
    """Return what the seat sees of a combatant. Its figures stay the same objects as long as they say the same."""
    made = {
        "name": who["name"],
        "initials": who["initials"],
        "side": who["side"],
        "own": who["own"],
        "conditions": [*map(translate, who["conditions"])],
    }
    if health := who.get("health"):
        made["health"], made["health_says"] = make_boxes(health, language)
    if stats := who.get("stats"):
        made["stats"] = _make_stats(stats, language)
    if tracks := who.get("tracks"):
        made["tracks"] = _make_tracks(tracks, language)
    if unit := who.get("unit"):
        made["unit"] = make_unit(unit)
    more = drop_empty(
        mine=who["mine"],
        hidden=who["hidden"],
        extra=who["extra"],
        being=translate(who["being"]),
        acts_now=who["acts_now"],
        acts_at=who["acts_at"],
        out=translate(who["out"]),
        ranks=who.get("ranks"),
        portrait=who.get("portrait"),
        character=who["character"],
    )
    return cast(Combatant, {**made, **more})


def make_boxes(boxes: Sequence[BoxView], language: Language) -> tuple[list[Box], str]:
    """Return health boxes with their penalties as they are printed, and the track in words."""
    return _make_boxes(tuple((box["mark"], box["penalty"]) for box in boxes), language)


@lru_cache(maxsize=4096)
def _make_boxes(boxes: tuple[tuple[str, str], ...], _language: Language) -> tuple[list[Box], str]:
    return [(mark, _print_penalty(penalty)) for mark, penalty in boxes], translate(health_words(boxes))


def _print_penalty(penalty: str) -> str:
    return translate(INCAPACITATED) if penalty == INCAPACITATED else penalty.translate(MINUS)


@cached_by_identity(4096)
def _make_stats(stats: Sequence[StatView], _language: Language) -> list[Stat]:
    return [
        cast(
            Stat,
            {"label": translate(stat["label"]), "value": _print_value(stat["value"])}
            | drop_empty(why=bool(stat.get("steps")), large=stat.get("large")),
        )
        for stat in stats
    ]


def explain_stats(stats: Sequence[StatView]) -> list[ExplainedStat]:
    """Return the figures of a combatant with their sums, for somebody who asks."""
    return [
        cast(
            ExplainedStat,
            {"label": translate(stat["label"]), "value": _print_value(stat["value"])}
            | drop_empty(sum=make_sum(stat.get("steps", []))),
        )
        for stat in stats
    ]


def _print_value(value: int | Text) -> int | str:
    return translate(value) if isinstance(value, str) else value


@cached_by_identity(4096)
def _make_tracks(tracks: Sequence[TrackView], _language: Language) -> list[Track]:
    return [
        {"label": translate(track["label"]), "current": track["current"], "maximum": track["maximum"]}
        for track in tracks
    ]


def make_unit(unit: UnitView) -> Unit:
    """Return a unit by its ranks, and in words."""
    return {
        "name": unit["name"],
        "size": unit["size"],
        "most": unit["most"],
        "lost": unit["lost"],
        "each": unit["each"],
        "formation": translate(unit["formation"]),
        "says": translate(say_unit(unit)),
    }


@cached_by_identity(256)
def make_party(party: PartyOnBoard, language: Language) -> Party:
    """Return who is in the scene, and whom the Storyteller may add."""
    return {
        "members": {member.character: _make_member(member, language) for member in party.members},
        "order": [member.character for member in party.members],
        "absent": [*party.absent],
    }


def _make_member(member: PartyMember, language: Language) -> Member:
    more = drop_empty(
        owner=member.owner,
        is_own=member.is_own,
        may_touch=member.may_touch,
        has_boxes=member.has_boxes,
        nature=translate(member.nature),
        says=say_state(member.who),
        pools=[*map(_make_points, member.pools)],
        others=[*map(_make_points, member.others)],
        favorites=[*map(_make_favorite, member.favorites)],
        chips=[*map(_make_chip, member.conditions)],
    )
    return cast(Member, {**make_combatant(member.who, language), **more})


def _make_points(points: PointsOnBoard) -> Points:
    made = {
        "key": points.key,
        "label": translate(points.label),
        "now": points.now,
        "full": points.full,
        "most": points.most,
    }
    return cast(Points, made | drop_empty(word=translate(points.word)))


def _make_favorite(kept: KeptRoll) -> Favorite:
    odds = None if kept.odds is None else translate(percent(kept.odds))
    made: Mapping[str, Any] = {"id": kept.id, "title": translate(kept.title)}
    return cast(Favorite, {**made, **drop_empty(detail=translate(kept.detail), dice=kept.dice, percent=odds)})


def _make_chip(chip: ChipOnBoard) -> Chip:
    return {"word": chip.word, "label": translate(chip.label), "on": chip.is_on}


def say_unit(unit: UnitView) -> Text:
    """Return a unit in words: "The Reed Spears, Magnitude 2 of 3, 76 to 150 bodies, 3 of 7 levels lost, Wedge"."""
    size, most, lost = unit["size"], unit["most"], unit["lost"]
    size_text = Text("Magnitude {n} of {n2}", n=size, n2=most) if size < most else Text("Magnitude {n}", n=size)
    thinned = Text("{n} of {n2} levels lost", n=lost, n2=unit["each"]) if lost else EMPTY
    parts = (verbatim(unit["name"]), size_text, unit["words"], thinned, verbatim(unit["formation"]))
    return join(", ", [part for part in parts if part])
