"""The open question as offers to those who may answer it."""

from rules.battle import Choice, Field, Offer, Seat
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.decide.acting import no_dodge
from rules.wod2004.decide.answering import MISHAPS, STANCES, no_mishap
from rules.wod2004.decide.grappling import no_maneuver, sheathed
from rules.wod2004.decide.powers import power_field
from rules.wod2004.decide.rolling import can_spend
from rules.wod2004.legal.forms import willpower_field
from rules.wod2004.state import Combatant, Prompt, State, is_visible


def answer_offers(state: State, prompt: Prompt, seat: Seat) -> list[Offer]:
    """What the seat may answer."""
    who = state.get(prompt.who)
    if not is_visible(who, seat) or not seat.controls(who.character):
        return []
    if prompt.ask == "defense":
        return _defense(prompt, who)
    if prompt.ask == "maneuver":
        return [_maneuver(state, prompt, who)]
    if prompt.ask == "consciousness":
        return [_offer("StayConscious", "Stay conscious", prompt, who, willpower_field(who))]
    return [_mishap(prompt, who)] if seat.storyteller else []


def _offer(move: str, label: str, prompt: Prompt, who: Combatant, fields: tuple[Field, ...], **fixed: str) -> Offer:
    return Offer(move, label, "answer", who.id, fields=fields, fixed={"prompt": prompt.id, **fixed}, prompt=prompt.id)


def _defense(prompt: Prompt, who: Combatant) -> list[Offer]:
    """Each stance by itself: Willpower goes with Defense, and not without it."""
    offers = []
    for stance, label in STANCES.items():
        fields = willpower_field(who, "+2 Defense") if stance != "none" and can_spend(who) else ()
        fields = (*power_field(who, "defense"), *fields)
        offer = _offer("AnswerDefense", _stance_label(who, stance, label), prompt, who, fields, stance=stance)
        if stance == "dodge" and (reason := no_dodge(who)):
            offer = Offer(offer.move, label, "answer", who.id, fixed=offer.fixed, prompt=prompt.id, reason=reason)
        offers.append(offer)
    return offers


def _stance_label(who: Combatant, stance: str, label: str) -> str:
    if not who.aim:
        return label
    return f"{label}: the aim is kept" if stance == "none" else f"{label}, the aim is lost"


def _maneuver(state: State, prompt: Prompt, who: Combatant) -> Offer:
    opponent = state.get(who.grapple)
    choices = tuple(Choice(key, label, reason=no_maneuver(who, opponent, key)) for key, label in MANEUVERS.items())
    fields: list[Field] = [Field("maneuver", "Maneuver", "choice", choices)]
    weapons = sheathed(who)
    if weapons:
        drawn = tuple(Choice(weapon.key, weapon.name, weapon.figures) for weapon in weapons)
        fields.append(Field("weapon", "Weapon to draw", "choice", drawn, required=False))
    return _offer("ChooseManeuver", f"{prompt.number} successes: choose", prompt, who, tuple(fields))


def _mishap(prompt: Prompt, who: Combatant) -> Offer:
    choices = tuple(Choice(key, label, reason=no_mishap(who, prompt.weapon, key)) for key, label in MISHAPS.items())
    field = Field("mishap", "What happens", "choice", choices)
    return _offer("RuleMishap", "Dramatic failure", prompt, who, (field,))
