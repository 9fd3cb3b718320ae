"""Offers that answer a prompt."""

from rules.battle import Field, Offer

from ..decide.attacks import MAX_BONUS
from ..decide.resources import MAX_STUNT
from ..state import Combatant, Pending, are_enemies
from .common import Maker, flag, number, pick, stunt


def offer_answers(maker: Maker) -> list[Offer]:
    """What waits for this seat."""
    found = []
    for prompt in maker.state.pending:
        who = maker.state.find(prompt.who)
        if maker.seat.storyteller or (who is not None and maker.seat.controls(who.character)):
            found.append(_offer(maker, prompt, who))
    return found


def _offer(maker: Maker, prompt: Pending, who: Combatant | None) -> Offer:
    about = maker.state.find(prompt.about)
    name = about.name if about is not None and about in maker.seen else "somebody"
    make = {
        "tie": _tie, "clash": _clash, "defense": _defense, "guard": _guard, "shift": _shift, "award": _award,
        "beaten": _beaten,
    }[prompt.kind]  # fmt: skip
    move, label, fields = make(maker, prompt, who, name)
    actor = who.id if who is not None else None
    return Offer(move, label, "answer", actor=actor, fields=fields, fixed={"prompt": prompt.id}, prompt=prompt.id)


Form = tuple[str, str, tuple[Field, ...]]


def _tie(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    return "AnswerTie", "Who acts first?", (flag("first", "Act first"),)


def _clash(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    kinds = (("", "Let it come"), *((kind, f"Clash, {kind}") for kind in prompt.options))
    spend = (flag("willpower", "Spend Willpower", "+1 success"),) if who is not None and who.willpower > 0 else ()
    return "AnswerClash", f"Clash with {name}", (pick("attack", "Answer", kinds, ""), stunt(), *spend)


def _defense(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    fields = [number("stunt", "Stunt", 0, MAX_STUNT, help="Adds its points to Defense.")]
    if who is not None and who.willpower > 0:
        fields.append(flag("willpower", "Spend Willpower", "+1 Defense"))
    most = 0 if who is None else min(MAX_BONUS, 2 * who.defense_cap, who.personal + who.peripheral)
    if most >= 2:
        fields.append(number("motes", "Motes", 0, most, help="Two motes for +1 Defense."))
    return "AnswerDefense", f"Defend against {name}", tuple(fields)


def _guard(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    choices = (("guardian", f"Strike {name}"), ("ward", "Try for the ward"))
    return "AnswerGuard", "Whom does the blow strike?", (pick("strike", "Strike", choices, "guardian"),)


def _shift(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    return "AnswerShift", "Initiative Shift: act again at once?", (flag("act", "Act now"),)


def _award(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    fallen = maker.state.get(prompt.about)
    foes = tuple((c.id, c.name) for c in maker.in_play if are_enemies(c, fallen))
    initial = prompt.options[0] if prompt.options else ""
    return "AwardBreak", f"Who gains the Break of {name}?", (pick("to", "To", (("", "Nobody"), *foes), initial),)


def _beaten(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    return "AnswerBeaten", f"Is {name} beaten?", (flag("beaten", "No hope is left"),)
