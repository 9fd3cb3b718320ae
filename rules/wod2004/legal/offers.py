"""The moves of a turn and the Storyteller's rulings, in the order in which the screen draws them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.battle import Choice, Fields, Offer, Rank, Seat, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields, pick
from rules.battle.moves import Leave, SwitchOn
from rules.battle.offers import Group
from rules.battle.targets import name_targets
from rules.powers import offer_lasting
from rules.text import EMPTY, Text, join, word
from rules.wod2004 import moves as mv
from rules.wod2004.actions.opposed import tool_field
from rules.wod2004.actions.request import Request
from rules.wod2004.actions.rolls import trait_fields
from rules.wod2004.decide.acting import CARE, drawable, later, no_aim, no_dodge, no_drop, no_stand, no_walk
from rules.wod2004.decide.guards import no_action
from rules.wod2004.decide.plain import make_fight_sheet
from rules.wod2004.decide.powers import USE
from rules.wod2004.decide.rulings import no_surprise
from rules.wod2004.legal.attacks import attack_offers, grapple_offers
from rules.wod2004.legal.forms import ACTION, offer_roll, sort_targets, target_field
from rules.wod2004.state.battle import State, StoredDefense, knows_score, list_defenses
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import RUN_FACTOR


def why_wait(state: State) -> Text:
    """Return why nothing else can happen now, or an empty text."""
    return Text("Answer the open question first.") if state.prompt else EMPTY


def act_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    """Return what a combatant may do, greyed with a reason where it cannot; a player may also leave with it."""
    state, offers = sight.state, list[Offer]()
    if state.phase == "running" and state.prompt is None:
        offers += lasting_offers(actor, is_acting=actor.id == state.acting)
        offers += _acting_offers(sight, actor) if actor.id == state.acting else _waiting_offers(sight, actor)
    return offers if sight.seat.storyteller or actor.left else [*offers, _leave(state, actor)]


def may_act(state: State, actor: Combatant) -> bool:
    """Return whether it is the combatant's turn: then it may at least end it."""
    return state.phase == "running" and state.prompt is None and actor.id == state.acting


def _leave(state: State, actor: Combatant) -> Offer:
    label = Text("{who} leaves the fight", who=actor.name)
    return offer_move(Leave, label, actor, group="reflex", reason=why_wait(state))


def _waiting_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    if actor.out or actor.extra:
        return []
    reason = Text("It is not {who}’s turn yet.", who=actor.name)
    waits = offer_move(mv.Attack, Text("Attack"), actor, cost=ACTION, reason=reason)
    return [_dodge(actor, is_acting=False), *([] if sight.seat.storyteller else [waits])]


def _acting_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    state, seen, used = sight.state, sight.seen, no_action(actor)
    end = offer_move(mv.EndTurn, Text("End turn"), actor)
    rise: Rank = "usual" if actor.prone else "rare"
    first, last = ([end], []) if actor.acted else ([], [end])  # after the action the move that is left is optional
    return [
        *first,
        *attack_offers(state, actor, seen, sight.seat),
        *grapple_offers(actor, seen, sight.seat),
        _dodge(actor, is_acting=True),
        _aim(actor, seen),
        *_draws(actor),
        offer_move(mv.StandUp, Text("Stand up"), actor, cost=ACTION, reason=used or no_stand(actor), rank=rise),
        offer_move(mv.DropProne, Text("Drop prone"), actor, cost=ACTION, reason=used or no_drop(actor)),
        *_goes(actor, used),
        _treat(actor, seen),
        *_other_actions(state, actor, seen, sight.seat),
        _delay(state, actor, sight.seat),
        *last,
    ]


def lasting_offers(actor: Combatant, *, is_acting: bool) -> list[Offer]:
    """Return the offers of lasting powers; instant ones only on the combatant's turn."""
    fields = () if actor.out else USE.field(actor, "scene")
    action = offer_move(SwitchOn, EMPTY, actor, cost=ACTION, reason=no_action(actor)) if is_acting else None
    return offer_lasting(USE, actor, fields, {"instant": action})


def _dodge(actor: Combatant, *, is_acting: bool) -> Offer:
    label = Text("Dodge") if is_acting else Text("{who}: dodge", who=actor.name)
    hint = Text("Defense is doubled for the rest of the turn.")
    group: Group = "act" if is_acting else "reflex"
    return offer_move(mv.Dodge, label, actor, group=group, cost=ACTION, hint=hint, reason=no_dodge(actor))


def _aim(actor: Combatant, seen: Sequence[Combatant]) -> Offer:
    targets = sort_targets(actor, seen)
    reason = no_action(actor) or no_aim(actor) or (EMPTY if targets else Text("There is no one to aim at."))
    fields, cost = target_field(mv.Aim, actor, targets), Text("the action; no Defense")
    return offer_move(mv.Aim, Text("Aim"), actor, fields, cost=cost, reason=reason, aimed=Text("Aim at {}"))


def _draws(actor: Combatant) -> list[Offer]:
    weapons = drawable(actor)
    free = [weapon for weapon in weapons if actor.draws_free(weapon.key)]
    slow = [weapon for weapon in weapons if weapon not in free]
    offers = []
    for cost, choices in ((EMPTY, free), (ACTION, slow)):
        if choices:
            reason = no_action(actor) if cost else EMPTY
            named = (Choice(weapon.key, word(weapon.name), weapon.figures) for weapon in choices)
            title = Text("Draw a weapon") if cost or not slow else Text("Quick draw")
            offers.append(offer_move(mv.Draw, title, actor, pick(mv.Draw, "weapon", named), cost=cost, reason=reason))
    return offers


def _goes(actor: Combatant, used: Text) -> list[Offer]:
    """Return the offers to walk, in addition to the action, and to run (WD-164)."""
    walk, run, no_way = max(1, actor.speed), max(1, RUN_FACTOR * actor.speed), no_walk(actor)
    move = Text("Move up to {n} yard", "Move up to {n} yards", n=actor.speed)
    sprint = Text("Run, up to {n} yard", "Run, up to {n} yards", n=run)
    return [
        offer_move(mv.Walk, move, actor, _yards(mv.Walk, walk), cost=Text("the move"), reason=no_way),
        offer_move(mv.Run, sprint, actor, _yards(mv.Run, run), cost=ACTION, reason=used or no_way),
    ]


def _yards(cls: type[mv.Walk | mv.Run], far: int) -> Fields:
    return list_fields(cls, {"yards": {"high": far, "initial": far}})


def _treat(actor: Combatant, seen: Sequence[Combatant]) -> Offer:
    dying = [other for other in seen if other.is_dying and other.id != actor.id]
    reason = no_action(actor) or (EMPTY if dying else Text("No one here is dying."))
    patients = pick(mv.Treat, "target", name_targets(dying))
    return offer_roll(mv.Treat, CARE, actor, (*patients, *USE.field(actor, "roll")), reason)


def _other_actions(state: State, actor: Combatant, there: Sequence[Combatant], seat: Seat) -> Iterator[Offer]:
    """Yield the offers of a plain action, as on the roll pad (WD-061): with any Attribute and Skill, and with a Skill
    that has a Specialty (WD-007).
    """
    sheet = make_fight_sheet(actor)
    attribute, second = trait_fields(sheet)
    special = tuple(choice for choice in second.choices if actor.specialties.get(choice.value))
    for title, skills in (
        (Text("Another action"), second.choices),
        (Text("Another action, with a Specialty"), special),
    ):
        if skills:
            fields = (
                replace(attribute, initial=()),
                replace(second, name="skill", initial=(), required=True, choices=skills),
                *USE.field(actor, "roll"),
                *tool_field(sheet),
                *_resisting_fields(actor, there),
                *list_fields(mv.TakeAction, None, "retry"),
                *list_fields(Request, None, "tools", "resistance"),
                *_defense_fields(state, seat),
            )
            fixed = {"specialty": skills is special}
            yield offer_roll(mv.TakeAction, title, actor, fields, no_action(actor), fixed=fixed)


def _resisting_fields(actor: Combatant, there: Sequence[Combatant]) -> Fields:
    """Return the fields for someone who resists the action, and with what (WD-335)."""
    targets = sort_targets(actor, there)
    choices = (Choice("", Text("No one")), *name_targets(targets))
    changes: dict[str, dict[str, Any]] = {"target": {"choices": choices}, "resists": {"initial": "resolve"}}
    return list_fields(mv.TakeAction, changes, "target", "resists") if targets else ()


def _defense_fields(state: State, seat: Seat) -> Fields:
    """Return the fields for a defense to store, and for one to beat (WD-111)."""
    store = list_fields(mv.TakeAction, None, "store")
    known = [_stored_choice(state, stored, seat) for stored in list_defenses(state, seat)]
    return pick(mv.TakeAction, "against", (Choice("", Text("Nothing stored")), *known)) + store if known else store


def _stored_choice(state: State, stored: StoredDefense, seat: Seat) -> Choice:
    maker, known = state.get(stored.maker).name, knows_score(state, stored, seat)
    hint = join(", ", (maker, Text("{n} stored", n=stored.successes) if known else EMPTY))
    return Choice(stored.id, Text("“{text}”", text=stored.name), hint)


def _delay(state: State, actor: Combatant, seat: Seat) -> Offer:
    others = later(state, actor, seat)
    reason = EMPTY if others else Text("No one acts later this turn.")
    if actor.acted or actor.moved:
        reason = Text("{who} has started to act.", who=actor.name)
    after = pick(mv.Delay, "after", name_targets(others))
    return offer_move(mv.Delay, Text("Delay"), actor, after, cost=Text("later in the order"), reason=reason)


def ruling_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    """Return the Storyteller's rulings on one combatant."""
    who, waits = actor.name, why_wait(sight.state)
    offer: Callable[..., Offer] = partial(offer_move, actor=actor, group="storyteller")
    hint = Text("Made earlier; a challenger must roll more successes.")
    found = [
        offer(mv.SetCover, Text("Cover of {who}", who=who), fields=COVER, reason=waits),
        offer(mv.CheckSurprise, Text("{who}: surprise", who=who), fields=SURPRISE, reason=waits or no_surprise(actor)),
        offer(mv.SetDefense, Text("{who}’s stored defense", who=who), fields=STORED, hint=hint, reason=waits),
    ]
    for stored in sight.state.defenses:
        if stored.maker == actor.id:
            label = Text("Drop “{text}”", text=stored.name)
            drop = offer_move(
                mv.DropDefense, label, None, group="storyteller", fixed={"defense": stored.id}, reason=waits
            )
            found.append(replace(drop, actor=actor.id))
    return found


COVER, SURPRISE, STORED = (list_fields(cls) for cls in (mv.SetCover, mv.CheckSurprise, mv.SetDefense))
