"""The Storyteller's offers: beginning, ending, rulings on anyone."""

from rules.battle import Choice, Field, Offer
from rules.memory import remember
from rules.view import tell_range

from ..decide.harm import SOURCES
from ..decide.rulings import BOUNDS, TRACKS, bounds_of, can_override, check_unready, value_of
from ..state import Combatant, is_attacking
from ..traits import COVERS, DAMAGE_TYPES, label
from .attacks import offer_reflexive
from .common import Maker, pick, refusal

COVER_CHOICES = tuple((level, level) for level in COVERS)
HARM = (
    pick("source", "Source", tuple((source, source) for source in SOURCES)),
    Field("dice", "Dice or levels", "number", low=0, high=20, initial=1),
    pick("damage", "Damage", tuple((kind, kind) for kind in DAMAGE_TYPES), "lethal"),
    Field("difficulty", "Difficulty", "number", low=0, high=10, initial=1),
    Field("rounds", "Rounds more", "number", low=0, high=20, initial=0, required=False),
    Field("penalty", "Dice lost meanwhile", "number", low=0, high=10, initial=0, required=False),
)
"""The form of a poison or hazard."""
LABELS = {"bonus_dice": "Bonus dice", "movement_used": "Movement used", "action_used": "Action used"}


def offer_setup(maker: Maker) -> list[Offer]:
    """Join Battle."""
    reason = "" if maker.state.combatants else "Add somebody to the battle first."
    return [Offer("StartBattle", "Join Battle", "storyteller", reason=reason)]


def offer_storyteller(maker: Maker) -> list[Offer]:
    """What the Storyteller may do at any time."""
    now = maker.state.difficult_terrain
    terrain = "Clear the field" if now else "Make the field difficult terrain"
    found = [
        Offer("EndBattle", "End the battle", "storyteller"),
        Offer("SetTerrain", terrain, "storyteller", fixed={"difficult": not now}),
    ]
    for actor in maker.seen:
        found += _about(maker, actor)
    return found


def _one(move: str, title: str, actor: Combatant, *fields: Field) -> Offer:
    return Offer(move, title, "storyteller", actor=actor.id, fields=fields, fixed={"actor": actor.id})


def _about(maker: Maker, actor: Combatant) -> list[Offer]:
    found = [_override(actor)]
    busy = is_attacking(maker.state, actor.id)
    if actor.hidden:
        found.append(_one("Reveal", f"Reveal {actor.name}", actor))
    elif not busy:
        found.append(_one("Hide", f"Hide {actor.name}", actor))
    if not actor.is_in_play:
        return found
    found.append(_one("Leave", f"{actor.name} leaves", actor))
    levels = pick("level", "Cover", COVER_CHOICES, actor.cover)
    found.append(_one("SetCover", f"Cover of {actor.name}", actor, levels))
    if not refusal(check_unready, maker.state, actor):
        found.append(_one("CatchUnready", f"{actor.name} is ambushed, no weapon ready", actor))
    if maker.state.phase == "running" and not maker.is_waiting:
        found += _harm(maker, actor)
        found += offer_reflexive(maker, actor)
        if actor.is_crashed and not actor.no_hope:
            found.append(_one("DeclareBeaten", f"{actor.name} has no hope left", actor))
    return found


def _harm(maker: Maker, actor: Combatant) -> list[Offer]:
    if actor.group is not None:
        return []
    names = tuple((c.id, c.name) for c in maker.in_play if c.id != actor.id)
    by = pick("by", "Poisoned by", (("", "nobody"), *names), "")
    return [_one("InflictHarm", f"Poison or hazard: {actor.name}", actor, *HARM, by)]


@remember(8192)
def _override(actor: Combatant) -> Offer:
    whats = (what for what in (*BOUNDS, *TRACKS) if can_override(actor, what))
    choices = tuple(Choice(what, LABELS.get(what, label(what)), _tell_number(actor, what)) for what in whats)
    fields = (
        Field("what", "What", "choice", choices),
        Field("value", "Value", "number", low=-100, high=150, initial=0, help="Kept within what it may be."),
        Field("reason", "Reason", "text", high=200, initial="", required=False),
    )
    return _one("Override", f"Set a number of {actor.name}", actor, *fields)


def _tell_number(actor: Combatant, what: str) -> str:
    return tell_range(value_of(actor, what), *bounds_of(actor, what))
