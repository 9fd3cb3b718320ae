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
from rules.wod2004.actions.rolls import number_field, specialty_field, trait_fields
from rules.wod2004.decide.acting import CARE, drawable, later, no_aim, no_dodge, no_drop, no_stand, no_walk
from rules.wod2004.decide.guards import no_action
from rules.wod2004.decide.plain import read_sheet
from rules.wod2004.decide.powers import USE
from rules.wod2004.decide.ruling import no_surprise
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


def _leave(state: State, who: Combatant) -> Offer:
    fixed = {"actor": who.id}
    return Offer(
        "Leave", Text("{who} leaves the fight", who=who.name), "reflex", who.id, fixed=fixed, reason=why_wait(state)
    )


def _waiting_offers(sight: Sight[State], who: Combatant) -> list[Offer]:
    if who.out or who.extra:
        return []
    waits = act_offer(m.Attack, Text("Attack"), who, ACTION, Text("It is not the turn of {who} yet.", who=who.name))
    return [_dodge(who, is_acting=False), *([] if sight.seat.storyteller else [waits])]


def _acting_offers(sight: Sight[State], who: Combatant) -> list[Offer]:
    state, seen, used = sight.state, sight.seen, no_action(who)
    return [
        *attack_offers(state, who, seen, sight.seat),
        *grapple_offers(who, seen),
        _dodge(who, is_acting=True),
        _aim(who, seen),
        *_draws(who),
        act_offer(m.StandUp, Text("Stand up"), who, ACTION, used or no_stand(who)),
        act_offer(m.DropProne, Text("Drop prone"), who, ACTION, used or no_drop(who)),
        *_goes(who, used),
        _treat(who, seen),
        _other_action(state, who, sight.seat),
        _delay(state, who, sight.seat),
        act_offer(m.EndTurn, Text("End turn"), who, EMPTY, EMPTY),
    ]  # fmt: skip


def lasting_offers(who: Combatant, *, is_acting: bool) -> list[Offer]:
    """Return the offers of lasting powers; instant ones only on the combatant's turn."""
    fields = () if who.out else USE.field(who, "scene")
    action = Offer("SwitchOn", EMPTY, "act", who.id, ACTION, reason=no_action(who)) if is_acting else None
    return offer_lasting(USE, who, fields, {"instant": action})


def _dodge(who: Combatant, *, is_acting: bool) -> Offer:
    label = Text("Dodge") if is_acting else Text("{who}: dodge", who=who.name)
    hint = Text("Defense is doubled for the rest of the turn.")
    return Offer("Dodge", label, "act" if is_acting else "reflex", who.id, ACTION, hint,
                 fixed={"actor": who.id}, reason=no_dodge(who))  # fmt: skip


def _aim(who: Combatant, seen: Sequence[Combatant]) -> Offer:
    targets = sort_targets(who, seen)
    reason = no_action(who) or no_aim(who) or (EMPTY if targets else Text("There is nobody to aim at."))
    offer = act_offer(m.Aim, Text("Aim"), who, Text("the action; no Defense"), reason,
                      *target_field(m.Aim, who, targets))  # fmt: skip
    return replace(offer, aimed=Text("Aim at {}"))


def _draws(who: Combatant) -> list[Offer]:
    weapons = drawable(who)
    free = [weapon for weapon in weapons if who.draws_free(weapon.key)]
    slow = [weapon for weapon in weapons if weapon not in free]
    offers = []
    for cost, choices in ((EMPTY, free), (ACTION, slow)):
        if choices:
            reason = no_action(who) if cost else EMPTY
            named = (Choice(weapon.key, word(weapon.name), weapon.figures) for weapon in choices)
            title = Text("Draw a weapon") if cost or not slow else Text("Quick draw")
            offers.append(act_offer(m.Draw, title, who, cost, reason, *choose(m.Draw, "weapon", named)))
    return offers


def _goes(who: Combatant, used: Text) -> list[Offer]:
    """Return the offers to walk, beside the action, and to run (WD-164)."""
    walk, run, no_way = max(1, who.speed), max(1, RUN_FACTOR * who.speed), no_walk(who)
    move = Text("Move, up to {n} yard", "Move, up to {n} yards", n=who.speed)
    sprint = Text("Run, up to {n} yard", "Run, up to {n} yards", n=run)
    return [
        act_offer(m.Walk, move, who, Text("the move"), no_way, *_yards(m.Walk, walk)),
        act_offer(m.Run, sprint, who, ACTION, used or no_way, *_yards(m.Run, run)),
    ]


def _yards(cls: type[m.Walk | m.Run], far: int) -> tuple[Field, ...]:
    return list_fields(cls, {"yards": {"high": far, "initial": far}})


def _treat(who: Combatant, seen: Sequence[Combatant]) -> Offer:
    dying = [other for other in seen if other.is_dying and other.id != who.id]
    reason = no_action(who) or (EMPTY if dying else Text("Nobody here is dying."))
    patients = choose(m.Treat, "target", name_targets(dying))
    return roll_offer(m.Treat, CARE, who, reason, *patients, *USE.field(who, "roll"))


def _other_action(state: State, who: Combatant, seat: Seat) -> Offer:
    """Return the offer of a plain action with any Attribute and Skill, as on the roll pad (WD-061)."""
    sheet = read_sheet(who)
    attribute, second = trait_fields(sheet)
    fields = (
        replace(attribute, initial=()),
        replace(second, name="skill", initial=(), required=True),
        *USE.field(who, "roll"),
        *specialty_field(sheet),
        number_field("tools"),
        number_field("resistance"),
        *_defense_fields(state, seat),
    )
    return roll_offer(m.TakeAction, Text("Another action"), who, no_action(who), *fields)


def _defense_fields(state: State, seat: Seat) -> tuple[Field, ...]:
    """Return the fields for a defense to store, and for one to beat (WD-111)."""
    store = list_fields(m.TakeAction, None, "store")
    known = [_stored_choice(state, stored, seat) for stored in list_defenses(state, seat)]
    return choose(m.TakeAction, "against", (Choice("", Text("Nothing stored")), *known)) + store if known else store


def _stored_choice(state: State, stored: StoredDefense, seat: Seat) -> Choice:
    maker, known = state.get(stored.maker).name, knows_score(state, stored, seat)
    hint = join(", ", (maker, Text("{n} stored", n=stored.successes) if known else EMPTY))
    return Choice(stored.id, Text("“{text}”", text=stored.name), hint)


def _delay(state: State, who: Combatant, seat: Seat) -> Offer:
    others = later(state, who, seat)
    reason = EMPTY if others else Text("Nobody acts later in this turn.")
    if who.acted or who.moved:
        reason = Text("{who} has begun to act.", who=who.name)
    after = choose(m.Delay, "after", name_targets(others))
    return act_offer(m.Delay, Text("Delay"), who, Text("a later place"), reason, *after)


def ruling_offers(sight: Sight[State], who: Combatant) -> list[Offer]:
    """Return the Storyteller's rulings on one combatant."""
    waits, fixed = why_wait(sight.state), {"actor": who.id}
    hint = Text("Made before; whoever challenges it must roll more.")
    return [
        Offer("SetCover", Text("Cover of {who}", who=who.name), "storyteller", who.id, fields=COVER, fixed=fixed,
              reason=waits),
        Offer("CheckSurprise", Text("{who}: surprise", who=who.name), "storyteller", who.id, fields=SURPRISE,
              fixed=fixed, reason=waits or no_surprise(who)),
        Offer("SetDefense", Text("Stored defense of {who}", who=who.name), "storyteller", who.id, hint=hint,
              fields=STORED, fixed=fixed, reason=waits),
        *(
            Offer("DropDefense", Text("Drop “{text}”", text=stored.name), "storyteller", who.id,
                  fixed={"defense": stored.id}, reason=waits)
            for stored in sight.state.defenses
            if stored.maker == who.id
        ),
    ]  # fmt: skip


COVER, SURPRISE, STORED = (list_fields(cls) for cls in (m.SetCover, m.CheckSurprise, m.SetDefense))
