"""The Storyteller's rulings on the field and on combatants."""

from rules.battle import Choice, Field, Later, Offer
from rules.battle.declare import Move
from rules.exalted3e import moves as mv
from rules.exalted3e.decide.rulings import check_unready
from rules.exalted3e.legal.attacks import offer_reflexive
from rules.exalted3e.legal.common import View, declared, in_play, pick, refusal
from rules.exalted3e.state.combatant import Combatant
from rules.text import Text, verbatim


def offer_terrain(sight: View) -> list[Offer]:
    """Return the offer to set or clear difficult terrain."""
    now = sight.state.difficult_terrain
    terrain = Text("Clear the field") if now else Text("Make the field difficult terrain")
    return [Offer("SetTerrain", terrain, "storyteller", fixed={"difficult": not now})]


def _one(cls: type[Move], title: Text, actor: Combatant, *fields: Field) -> Offer:
    return Offer(cls.__name__, title, "storyteller", actor=actor.id, fields=fields, fixed={"actor": actor.id})


def offer_rulings(sight: View, actor: Combatant) -> list[Offer]:
    """Return the rulings on a combatant: cover, ambush, harm, an attack by magic, no hope left."""
    if not actor.is_in_play:
        return []
    cover = pick(mv.SetCover, "level", declared(mv.SetCover)[0].choices, initial=actor.cover)
    found = [_one(mv.SetCover, Text("Cover of {who}", who=actor.name), actor, cover)]
    if not refusal(check_unready, sight.state, actor):
        found.append(_one(mv.CatchUnready, Text("{who} is ambushed, no weapon ready", who=actor.name), actor))
    if sight.state.phase == "running" and not sight.state.blocking:
        if actor.group is None:
            found.append(_harm(sight, actor))
        found += offer_reflexive(sight, actor)
        if actor.is_crashed and not actor.no_hope:
            found.append(_one(mv.DeclareBeaten, Text("{who} has no hope left", who=actor.name), actor))
    return found


def _harm(sight: View, actor: Combatant) -> Offer:
    others = (Choice(c.id, verbatim(c.name)) for c in in_play(sight) if c.id != actor.id)
    by = pick(mv.InflictHarm, "by", (Choice("", Text("nobody")), *others), initial="")
    fields = Later(lambda: (*declared(mv.InflictHarm, *HARM), by))
    return Offer(
        "InflictHarm", Text("Poison or hazard: {who}", who=actor.name), "storyteller", actor.id, fields=fields,
        fixed={"actor": actor.id},
    )  # fmt: skip


HARM = ("source", "dice", "damage", "difficulty", "rounds", "penalty")
