"""The moves of a turn and the Storyteller's rulings, in the order in which the screen draws them."""

from collections.abc import Sequence
from dataclasses import replace

from rules.battle import Choice, Field, Offer, Seat
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.targets import name_targets
from rules.powers import offer_lasting
from rules.text import EMPTY, Text, join, word
from rules.wod2004 import moves as m
from rules.wod2004.actions.rolls import Request, specialty_field, trait_fields
from rules.wod2004.decide.acting import CARE, drawable, later, no_aim, no_dodge, no_drop, no_stand, no_walk
from rules.wod2004.decide.guards import no_action
from rules.wod2004.decide.plain import read_sheet
from rules.wod2004.decide.powers import USE
from rules.wod2004.decide.rulings import no_surprise
from rules.wod2004.legal.attacks import attack_offers, grapple_offers
from rules.wod2004.legal.forms import ACTION, act_offer, choose, roll_offer, sort_targets, target_field
from rules.wod2004.state.battle import State, StoredDefense, knows_score, list_defenses
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import RUN_FACTOR


def why_wait(state: State) -> Text:
    """Return why nothing else can happen now, or an empty text."""
    return Text("A question is open; it must be answered first.") if state.prompt else EMPTY


def act_offers(sight: Sight[State]) -> list[Offer]:
    """Return what the seat's combatants may do, greyed with a reason where they cannot; players may also leave."""
    state, offers = sight.state, list[Offer]()
    if state.phase == "running" and state.prompt is None:
        for who in sight.mine:
            offers += lasting_offers(who, is_acting=who.id == state.acting)
            offers += _acting_offers(sight, who) if who.id == state.acting else _waiting_offers(sight, who)
    if sight.seat.storyteller:
        return offers
    return [*offers, *(_leave(state, who) for who in sight.mine if not who.left)]


def _leave(state: State, actor: Combatant) -> Offer:
    fixed = {"actor": actor.id}
    return Offer(
        "Leave", Text("{who} leaves the fight", who=actor.name), "reflex", actor.id, fixed=fixed, reason=why_wait(state)
    )


def _waiting_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    if actor.out or actor.extra:
        return []
    waits = act_offer(m.Attack, Text("Attack"), actor, ACTION, Text("It is not the turn of {who} yet.", who=actor.name))
    return [_dodge(actor, is_acting=False), *([] if sight.seat.storyteller else [waits])]


def _acting_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    state, seen, used = sight.state, sight.seen, no_action(actor)
    return [
        *attack_offers(state, actor, seen, sight.seat),
        *grapple_offers(actor, seen),
        _dodge(actor, is_acting=True),
        _aim(actor, seen),
        *_draws(actor),
        act_offer(m.StandUp, Text("Stand up"), actor, ACTION, used or no_stand(actor)),
        act_offer(m.DropProne, Text("Drop prone"), actor, ACTION, used or no_drop(actor)),
        *_goes(actor, used),
        _treat(actor, seen),
        _other_action(state, actor, sight.seat),
        _delay(state, actor, sight.seat),
        act_offer(m.EndTurn, Text("End turn"), actor, EMPTY, EMPTY),
    ]  # fmt: skip


def lasting_offers(actor: Combatant, *, is_acting: bool) -> list[Offer]:
    """Return the offers of lasting powers; instant ones only on the combatant's turn."""
    fields = () if actor.out else USE.field(actor, "scene")
    action = Offer("SwitchOn", EMPTY, "act", actor.id, ACTION, reason=no_action(actor)) if is_acting else None
    return offer_lasting(USE, actor, fields, {"instant": action})


def _dodge(actor: Combatant, *, is_acting: bool) -> Offer:
    label = Text("Dodge") if is_acting else Text("{who}: dodge", who=actor.name)
    hint = Text("Defense is doubled for the rest of the turn.")
    return Offer("Dodge", label, "act" if is_acting else "reflex", actor.id, ACTION, hint,
                 fixed={"actor": actor.id}, reason=no_dodge(actor))  # fmt: skip


def _aim(actor: Combatant, seen: Sequence[Combatant]) -> Offer:
    targets = sort_targets(actor, seen)
    reason = no_action(actor) or no_aim(actor) or (EMPTY if targets else Text("There is nobody to aim at."))
    offer = act_offer(m.Aim, Text("Aim"), actor, Text("the action; no Defense"), reason,
                      *target_field(m.Aim, actor, targets))  # fmt: skip
    return replace(offer, aimed=Text("Aim at {}"))


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
            offers.append(act_offer(m.Draw, title, actor, cost, reason, *choose(m.Draw, "weapon", named)))
    return offers


def _goes(actor: Combatant, used: Text) -> list[Offer]:
    """Return the offers to walk, beside the action, and to run (WD-164)."""
    walk, run, no_way = max(1, actor.speed), max(1, RUN_FACTOR * actor.speed), no_walk(actor)
    move = Text("Move, up to {n} yard", "Move, up to {n} yards", n=actor.speed)
    sprint = Text("Run, up to {n} yard", "Run, up to {n} yards", n=run)
    return [
        act_offer(m.Walk, move, actor, Text("the move"), no_way, *_yards(m.Walk, walk)),
        act_offer(m.Run, sprint, actor, ACTION, used or no_way, *_yards(m.Run, run)),
    ]


def _yards(cls: type[m.Walk | m.Run], far: int) -> tuple[Field, ...]:
    return list_fields(cls, {"yards": {"high": far, "initial": far}})


def _treat(actor: Combatant, seen: Sequence[Combatant]) -> Offer:
    dying = [other for other in seen if other.is_dying and other.id != actor.id]
    reason = no_action(actor) or (EMPTY if dying else Text("Nobody here is dying."))
    patients = choose(m.Treat, "target", name_targets(dying))
    return roll_offer(m.Treat, CARE, actor, reason, *patients, *USE.field(actor, "roll"))


def _other_action(state: State, actor: Combatant, seat: Seat) -> Offer:
    """Return the offer of a plain action with any Attribute and Skill, as on the roll pad (WD-061)."""
    sheet = read_sheet(actor)
    attribute, second = trait_fields(sheet)
    fields = (
        replace(attribute, initial=()),
        replace(second, name="skill", initial=(), required=True),
        *USE.field(actor, "roll"),
        *specialty_field(sheet),
        *list_fields(Request, None, "tools", "resistance"),
        *_defense_fields(state, seat),
    )
    return roll_offer(m.TakeAction, Text("Another action"), actor, no_action(actor), *fields)


def _defense_fields(state: State, seat: Seat) -> tuple[Field, ...]:
    """Return the fields for a defense to store, and for one to beat (WD-111)."""
    store = list_fields(m.TakeAction, None, "store")
    known = [_stored_choice(state, stored, seat) for stored in list_defenses(state, seat)]
    return choose(m.TakeAction, "against", (Choice("", Text("Nothing stored")), *known)) + store if known else store


def _stored_choice(state: State, stored: StoredDefense, seat: Seat) -> Choice:
    maker, known = state.get(stored.maker).name, knows_score(state, stored, seat)
    hint = join(", ", (maker, Text("{n} stored", n=stored.successes) if known else EMPTY))
    return Choice(stored.id, Text("“{text}”", text=stored.name), hint)


def _delay(state: State, actor: Combatant, seat: Seat) -> Offer:
    others = later(state, actor, seat)
    reason = EMPTY if others else Text("Nobody acts later in this turn.")
    if actor.acted or actor.moved:
        reason = Text("{who} has begun to act.", who=actor.name)
    after = choose(m.Delay, "after", name_targets(others))
    return act_offer(m.Delay, Text("Delay"), actor, Text("a later place"), reason, *after)


def ruling_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    """Return the Storyteller's rulings on one combatant."""
    waits, fixed = why_wait(sight.state), {"actor": actor.id}
    hint = Text("Made before; whoever challenges it must roll more.")
    return [
        Offer("SetCover", Text("Cover of {who}", who=actor.name), "storyteller", actor.id, fields=COVER, fixed=fixed,
              reason=waits),
        Offer("CheckSurprise", Text("{who}: surprise", who=actor.name), "storyteller", actor.id, fields=SURPRISE,
              fixed=fixed, reason=waits or no_surprise(actor)),
        Offer("SetDefense", Text("Stored defense of {who}", who=actor.name), "storyteller", actor.id, hint=hint,
              fields=STORED, fixed=fixed, reason=waits),
        *(
            Offer("DropDefense", Text("Drop “{text}”", text=stored.name), "storyteller", actor.id,
                  fixed={"defense": stored.id}, reason=waits)
            for stored in sight.state.defenses
            if stored.maker == actor.id
        ),
    ]  # fmt: skip


COVER, SURPRISE, STORED = (list_fields(cls) for cls in (m.SetCover, m.CheckSurprise, m.SetDefense))
