"""The Storyteller's rulings on the field and on combatants."""

from collections.abc import Callable
from functools import partial

from rules.battle import Choice, Fields, LazySequence, Offer, offer_move
from rules.battle.guards import refusal
from rules.exalted3e import moves as mv
from rules.exalted3e.decide.commands import check_leader
from rules.exalted3e.decide.rulings import check_unready
from rules.exalted3e.legal.attacks import offer_reflexive
from rules.exalted3e.legal.common import View, declared, in_play, pick
from rules.exalted3e.state.combatant import Combatant
from rules.text import Text, verbatim


def offer_terrain(sight: View) -> list[Offer]:
    """Return the offer to set or clear difficult terrain."""
    now = sight.state.difficult_terrain
    terrain = Text("Remove difficult terrain") if now else Text("Make the field difficult terrain")
    return [offer_move(mv.SetTerrain, terrain, None, group="storyteller", fixed={"difficult": not now})]


def offer_rulings(sight: View, actor: Combatant) -> list[Offer]:
    """Return the rulings on a combatant: cover, ambush, harm, an attack by magic, no hope left."""
    if not actor.is_in_play:
        return []
    offer: Callable[..., Offer] = partial(offer_move, actor=actor, group="storyteller")
    cover, ground = (LazySequence(partial(ask, sight, actor)) for ask in (_list_cover, _list_ground))
    found = [
        offer(mv.SetCover, Text("Cover of {who}", who=actor.name), fields=cover),
        offer(mv.SetPlaceCover, Text("Cover where {who} stands", who=actor.name), fields=declared(mv.SetPlaceCover)),
        offer(mv.SetGround, Text("Ground around {who}", who=actor.name), fields=ground),
    ]
    if not refusal(check_unready, sight.state, actor):
        found.append(offer(mv.CatchUnready, Text("{who} is ambushed, no weapon ready", who=actor.name)))
    if actor.group is not None:
        found.append(
            offer(
                mv.NameLeader,
                Text("Leader of {who}", who=actor.name),
                fields=LazySequence(partial(_lead, sight, actor)),
            )
        )
    if sight.state.phase == "running" and not sight.state.blocking:
        if actor.group is None:
            harm = LazySequence(partial(_list_harm, sight, actor))
            found.append(offer(mv.InflictHarm, Text("Poison or hazard: {who}", who=actor.name), fields=harm))
        found += offer_reflexive(sight, actor)
        if actor.is_crashed and not actor.no_hope:
            found.append(offer(mv.DeclareBeaten, Text("{who} is beyond recovery", who=actor.name)))
    return found


def _list_cover(sight: View, actor: Combatant) -> Fields:
    others = (Choice(c.id, verbatim(c.name)) for c in in_play(sight) if c.id != actor.id)
    level = pick(mv.SetCover, "level", declared(mv.SetCover)[0].choices, initial=actor.cover)
    return (level, pick(mv.SetCover, "open_to", others, initial=actor.cover_open))


def _list_ground(sight: View, actor: Combatant) -> Fields:
    others = (c for c in in_play(sight) if c.position != actor.position)
    directions = (
        *(Choice(c.id, Text("between {who} and {whom}", who=actor.name, whom=c.name)) for c in others),
        *mv.WAYS,
    )
    return (pick(mv.SetGround, "toward", directions), *declared(mv.SetGround, "difficult"))


def _lead(sight: View, actor: Combatant) -> Fields:
    fit = (Choice(c.id, verbatim(c.name)) for c in sight.seen if not refusal(check_leader, actor, c))
    now = actor.group.leader if actor.group else ""
    return (pick(mv.NameLeader, "leader", (Choice("", Text("no one")), *fit), initial=now),)


def _list_harm(sight: View, actor: Combatant) -> Fields:
    others = (Choice(c.id, verbatim(c.name)) for c in in_play(sight) if c.id != actor.id)
    by = pick(mv.InflictHarm, "by", (Choice("", Text("no one")), *others), initial="")
    return (*declared(mv.InflictHarm, "source", "dice", "damage", "difficulty", "rounds", "penalty"), by)
