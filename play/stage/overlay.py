"""The facts of an overlay: those of a spectator from which the picture of the fight and the last result are drawn."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext

from play.stage.labels import LABELS
from play.stage.pictures import list_labels as list_picture_labels
from play.stage.shape import Combatant, Facts, Fight, OverlayFacts

FIGHT = ("order", "picture")
COMBATANT = ("name", "initials", "side", "own", "extra", "out", "health", "health_says", "ranks")
EXCHANGE = ("actor", "target")
RESULT = ("number", "line", "verdict", "who", "whom", "dice", "changes", "others")
"""What an overlay takes of each, where it is there."""
FACE = re.compile(r"/(?:characters|scenes/\d+/faces)/(\d+)[^?]*(\?.*)?")
"""Matches the address of a portrait; its query names the picture."""


def cut_overlay(facts: Facts, digest: str) -> OverlayFacts:
    """Return the facts of an overlay from those of a spectator, with their labels in the active language.

    Nobody can go anywhere from there. Portraits have addresses below the overlay's own, which its page cannot guess
    before it is sent them. `digest`: the overlay's.
    """
    made: OverlayFacts = {"words": {"after": gettext(LABELS["after"]), **list_picture_labels()}}
    if "fight" in facts:
        made["fight"] = _cut_fight(facts["fight"], _signer(digest))
    if "result" in facts:
        made["result"] = _take(facts["result"], RESULT)
    return made


def _cut_fight(fight: Fight, signer: Signer) -> dict[str, Any]:
    combatants = {id: _cut_combatant(who, signer) for id, who in fight["combatants"].items()}
    made = {**_take(fight, FIGHT), "combatants": combatants}
    return made | ({"exchange": _take(fight["exchange"], EXCHANGE)} if "exchange" in fight else {})


def _cut_combatant(who: Combatant, signer: Signer) -> dict[str, Any]:
    made, face = _take(who, COMBATANT), FACE.fullmatch(who.get("portrait", ""))
    return made | ({"portrait": f"faces/{signer.sign(face[1])}.webp{face[2] or ''}"} if face else {})


def _take(facts: Mapping[str, object], keys: Collection[str]) -> dict[str, Any]:
    return {key: facts[key] for key in keys if key in facts}


def find_face(signed: str, digest: str) -> int | None:
    """Return the key of the character that the address of a portrait names; None if this overlay was not sent it."""
    try:
        return int(_signer(digest).unsign(signed))
    except BadSignature:
        return None


def _signer(digest: str) -> Signer:
    return Signer(salt=f"overlay {digest}")
