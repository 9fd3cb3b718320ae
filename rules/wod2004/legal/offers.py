"""Every move that a seat could make, in the order in which the screen draws them."""

from collections.abc import Sequence
from dataclasses import replace

from rules.battle import Choice, Field, Offer, Seat
from rules.memory import remember
from rules.powers import offer_lasting
from rules.view import tell_range
from rules.wod2004.actions.rolls import number_field, specialty_field, trait_fields
from rules.wod2004.attack.circumstances import CONCEALMENT
from rules.wod2004.decide.acting import drawable, later, no_aim, no_dodge, no_walk
from rules.wod2004.decide.guards import MAX_NAME, MAX_REASON, no_action
from rules.wod2004.decide.plain import MAX_STORED, read_sheet
from rules.wod2004.decide.powers import power_field
from rules.wod2004.decide.setup import no_surprise
from rules.wod2004.decide.storyteller import MAX_DURABILITY, MAX_MINUTES, MAX_STRUCTURE
from rules.wod2004.legal.answers import answer_offers
from rules.wod2004.legal.attacks import attack_offers, grapple_offers
from rules.wod2004.legal.forms import choice_of, modifier_field, roll_offer, sort_targets, target_field
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state import Combatant, State, StoredDefense, is_visible, knows_score, list_defenses
from rules.wod2004.state.live import HIGHEST, LIVE_NUMBERS, LOWEST
from rules.wod2004.timing import RUN_FACTOR

WAITS = "A question is open; it must be answered first."


def legal_moves(state: State, seat: Seat) -> tuple[Offer, ...]:
    """What the seat may do, and what is greyed with its reason."""
    if state.phase == "ended":
        return ()
    seen = [c for c in state.combatants if is_visible(c, seat)]
    mine = [c for c in seen if seat.controls(c.character)]
    offers: list[Offer] = []
    if state.phase == "running":
        if state.prompt is not None:
            offers += answer_offers(state, state.prompt, seat)
        else:
            offers += _turn_offers(state, seen, mine, seat)
    offers += [_leave(state, who) for who in mine if not who.left]
    if seat.storyteller:
        offers += _storyteller_offers(state, seen)
    return tuple(offers)


def _turn_offers(state: State, seen: Sequence[Combatant], mine: Sequence[Combatant], seat: Seat) -> list[Offer]:
    offers: list[Offer] = []
    for who in mine:
        offers += lasting_offers(who, is_acting=who.id == state.acting)
        if who.id == state.acting:
            offers += _acting_offers(state, who, seen, seat)
        elif not who.out and not who.extra:
            offers.append(_dodge(who, is_acting=False))
            if not seat.storyteller:
                offers.append(_plain("Attack", "Attack", who, "the action", f"It is not the turn of {who.name} yet."))
    return offers


def _acting_offers(state: State, who: Combatant, seen: Sequence[Combatant], seat: Seat) -> list[Offer]:
    return [
        *attack_offers(state, who, seen, seat),
        *grapple_offers(who, seen),
        _dodge(who, is_acting=True),
        _aim(who, seen),
        *_draws(who),
        _plain("StandUp", "Stand up", who, "the action", no_action(who) or _if(not who.prone, "is standing", who)),
        _plain("DropProne", "Drop prone", who, "the action", no_action(who) or _if(who.prone, "is prone already", who)),
        _walk(who),
        _run(who),
        _treat(who, seen),
        _other_action(state, who, seat),
        _delay(state, who, seat),
        _plain("EndTurn", "End turn", who, "", ""),
    ]


def lasting_offers(who: Combatant, *, is_acting: bool) -> list[Offer]:
    """Lasting powers; an instant one on its turn alone."""
    fields = () if who.out else power_field(who, "scene")
    action = Offer("SwitchOn", "", "act", who.id, "the action", reason=no_action(who)) if is_acting else None
    return offer_lasting(POWERS, who.powers, who.active, fields, who.id, {"instant": action})


def _if(applies: bool, words: str, who: Combatant) -> str:
    return f"{who.name} {words}." if applies else ""


def _plain(move: str, title: str, who: Combatant, cost: str, reason: str, *fields: Field) -> Offer:
    return Offer(move, title, "act", who.id, cost, fields=fields, fixed={"actor": who.id}, reason=reason)


def _dodge(who: Combatant, *, is_acting: bool) -> Offer:
    label = "Dodge" if is_acting else f"{who.name}: dodge"
    hint = "Defense is doubled for the rest of the turn."
    return Offer("Dodge", label, "act" if is_acting else "reflex", who.id, "the action", hint,
                 fixed={"actor": who.id}, reason=no_dodge(who))  # fmt: skip


def _aim(who: Combatant, seen: Sequence[Combatant]) -> Offer:
    targets = sort_targets(who, seen)
    reason = no_action(who) or no_aim(who) or ("" if targets else "There is nobody to aim at.")
    offer = _plain("Aim", "Aim", who, "the action; no Defense", reason, target_field(who, targets))
    return replace(offer, aimed="Aim at {}")


def _draws(who: Combatant) -> list[Offer]:
    weapons = drawable(who)
    free = [weapon for weapon in weapons if who.draws_free(weapon.key)]
    slow = [weapon for weapon in weapons if weapon not in free]
    offers = []
    for cost, choices in (("", free), ("the action", slow)):
        if choices:
            reason = no_action(who) if cost else ""
            named = tuple(Choice(weapon.key, weapon.name, weapon.figures) for weapon in choices)
            title = "Draw a weapon" if cost or not slow else "Quick draw"
            offers.append(_plain("Draw", title, who, cost, reason, Field("weapon", "Weapon", "choice", named)))
    return offers


def _walk(who: Combatant) -> Offer:
    field = Field("yards", "Yards", "number", low=1, high=max(1, who.speed), initial=max(1, who.speed))
    return _plain("Walk", f"Move, up to {who.speed} yards", who, "the move", no_walk(who), field)


def _run(who: Combatant) -> Offer:
    far = max(1, RUN_FACTOR * who.speed)
    field = Field("yards", "Yards", "number", low=1, high=far, initial=far)
    return _plain("Run", f"Run, up to {far} yards", who, "the action", no_action(who) or no_walk(who), field)


def _treat(who: Combatant, seen: Sequence[Combatant]) -> Offer:
    dying = [other for other in seen if other.is_dying and other.id != who.id]
    reason = no_action(who) or ("" if dying else "Nobody here is dying.")
    field = Field("target", "Patient", "choice", choice_of(dying))
    return roll_offer("Treat", "Medical care", who, reason, field, *power_field(who, "roll"))


def _other_action(state: State, who: Combatant, seat: Seat) -> Offer:
    """A leap, a search, a shout: any Attribute and Skill, as on the roll pad (WD-061)."""
    sheet = read_sheet(who)
    attribute, second = trait_fields(sheet)
    fields = (
        replace(attribute, initial="dexterity"),
        replace(second, name="skill", initial="athletics", required=True),
        *power_field(who, "roll"),
        *specialty_field(sheet),
        number_field("tools"),
        number_field("resistance"),
        *_defense_fields(state, seat),
    )
    return roll_offer("TakeAction", "Another action", who, no_action(who), *fields)


def _defense_fields(state: State, seat: Seat) -> tuple[Field, ...]:
    """What an action may store, and what it may have to beat (WD-111)."""
    known = list_defenses(state, seat)
    store = Field("store", "Store the successes as a defense", "text", high=MAX_NAME, initial="", required=False,
                  help="Its name, as barricade; whoever challenges it must roll more.")  # fmt: skip
    if not known:
        return (store,)
    choices = (Choice("", "Nothing stored"), *(_stored_choice(state, stored, seat) for stored in known))
    return (Field("against", "Stored defense to beat", "choice", choices, initial="", required=False), store)


def _stored_choice(state: State, stored: StoredDefense, seat: Seat) -> Choice:
    score = f", {stored.successes} stored" if knows_score(state, stored, seat) else ""
    return Choice(stored.id, f"“{stored.name}”", f"{state.get(stored.maker).name}{score}")


def _delay(state: State, who: Combatant, seat: Seat) -> Offer:
    others = later(state, who, seat)
    reason = "" if others else "Nobody acts later in this turn."
    if who.acted or who.moved:
        reason = f"{who.name} has begun to act."
    field = Field("after", "Act after", "choice", choice_of(others))
    return _plain("Delay", "Delay", who, "a later place", reason, field)


def _leave(state: State, who: Combatant) -> Offer:
    reason = WAITS if state.prompt is not None else ""
    return Offer("Leave", f"{who.name} leaves", "reflex", who.id, fixed={"actor": who.id}, reason=reason)


def _storyteller_offers(state: State, seen: Sequence[Combatant]) -> list[Offer]:
    offers: list[Offer] = []
    waits = WAITS if state.prompt is not None else ""
    if state.phase == "setup":
        reason = "" if state.combatants else "Bring someone in first."
        offers.append(Offer("StartBattle", "Start the battle", "storyteller", reason=reason))
    else:
        minutes = Field("minutes", "Minutes", "number", low=1, high=MAX_MINUTES, initial=1)
        offers.append(Offer("PassMinutes", "Minutes go by", "storyteller", fields=(minutes,), reason=waits))
        offers.append(Offer("EndBattle", "End the battle", "storyteller"))
    for who in seen:
        offers += _rulings(state, who, waits)
    return offers


def _rulings(state: State, who: Combatant, waits: str) -> list[Offer]:
    fixed = {"actor": who.id}
    shown = ("Reveal", "Reveal") if who.hidden else ("Hide", "Hide")
    surprise = waits or no_surprise(who)
    return [
        Offer(shown[0], f"{shown[1]} {who.name}", "storyteller", who.id, fixed=fixed),
        Offer("Override", f"Set a number of {who.name}", "storyteller", who.id, fields=_numbers(who), fixed=fixed),
        Offer("SetCover", f"Cover of {who.name}", "storyteller", who.id, fields=COVER, fixed=fixed, reason=waits),
        Offer("CheckSurprise", f"{who.name}: surprise", "storyteller", who.id, fields=(modifier_field(),), fixed=fixed,
              reason=surprise),
        Offer("SetDefense", f"Stored defense of {who.name}", "storyteller", who.id, fields=STORED, fixed=fixed,
              hint="Made before; whoever challenges it must roll more.", reason=waits),
        *(_drop(stored, waits) for stored in state.defenses if stored.maker == who.id),
    ]  # fmt: skip


def _drop(stored: StoredDefense, waits: str) -> Offer:
    title = f"Drop “{stored.name}”"
    return Offer("DropDefense", title, "storyteller", stored.maker, fixed={"defense": stored.id}, reason=waits)


COVER = (
    Field("concealment", "Concealment", "choice", tuple(Choice(grade, grade.title()) for grade in CONCEALMENT),
          initial="none"),
    Field("durability", "Full cover, Durability", "number", low=0, high=MAX_DURABILITY, initial=0, required=False,
          help="0 for none."),
    Field("structure", "Its Structure", "number", low=0, high=MAX_STRUCTURE, initial=0, required=False,
          help="0 where nobody counts."),
)  # fmt: skip


STORED = (
    Field("name", "Its name", "text", high=MAX_NAME),
    Field("successes", "Successes stored", "number", low=0, high=MAX_STORED, initial=1),
)


@remember(8192)
def _numbers(who: Combatant) -> tuple[Field, ...]:
    choices = tuple(
        Choice(key, number.label, tell_range(number.read(who), number.low, number.high(who)))
        for key, number in LIVE_NUMBERS.items()
        if key != "initiative" or who.initiative is not None
    )
    return (
        Field("what", "What", "choice", choices),
        Field("value", "Is now", "number", low=LOWEST, high=HIGHEST, initial=0),
        Field("reason", "Why", "text", high=MAX_REASON, initial=""),
    )
