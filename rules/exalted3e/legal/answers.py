"""Offers that answer a prompt."""

from rules.battle import Choice, Field, Offer

from ..attack.counter import check_magic
from ..attack.plan import IMPROVISED_COST
from ..decide.attacks import MAX_BONUS, excellency_cap
from ..decide.powers import room_for_dice
from ..decide.resources import MAX_STUNT
from ..decide.words import ANSWERS
from ..state import Combatant, Pending, are_enemies
from .attacks import chance_to_hit
from .common import Maker, choices_of, flag, number, pick, power_fields, refusal, stunt


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
        "tie": _tie, "clash": _clash, "defense": _defense, "counter": _counter, "guard": _guard, "contest": _contest,
        "influence": _influence, "shift": _shift, "award": _award, "beaten": _beaten,
    }[prompt.kind]  # fmt: skip
    move, label, fields = make(maker, prompt, who, name)
    actor, weighs = who.id if who is not None else None, prompt.kind in ROLLED
    fixed = {"prompt": prompt.id}
    return Offer(move, label, "answer", actor, fields=fields, fixed=fixed, prompt=prompt.id, weighs=weighs)


ROLLED = ("clash", "counter", "contest")
"""Questions that are answered with a roll."""


Form = tuple[str, str, tuple[Field, ...]]


def _tie(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    return "AnswerTie", "Say who acts first", (flag("first", "Act first", initial=True),)


def _clash(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    kinds = (("", "Let it come"), *((kind, f"Clash, {kind}") for kind in prompt.options))
    fields = (pick("attack", "Answer", kinds, ""), stunt(), *_answer_powers(prompt, who, "attack"), *_willpower(who))
    return "AnswerClash", f"Answer the attack of {name}", fields


def _answer_powers(prompt: Pending, who: Combatant | None, moment: str) -> tuple[Field, ...]:
    """The powers for an attack that answers one; a decisive one needs Initiative that is left."""
    if who is None:
        return ()
    keep = 1 + (IMPROVISED_COST if "improvised" in who.arm.tags else 0) if "decisive" in prompt.options else 0
    return power_fields(who, moment, room_for_dice(who, excellency_cap(who.arm)), keep)


def _willpower(who: Combatant | None) -> tuple[Field, ...]:
    return (flag("willpower", "Spend Willpower", "+1 success"),) if who is not None and who.willpower > 0 else ()


def _counter(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    """Each kind of attack with its chance to reach the attacker's Defense as it stands."""
    about = maker.state.find(prompt.about)
    chances = {} if who is None or about is None else {
        kind: chance_to_hit(who, about, who.arm, kind) for kind in prompt.options
    }  # fmt: skip
    kinds = [Choice(kind, f"Counterattack, {kind}", odds=chances.get(kind)) for kind in prompt.options]
    answer = Field("attack", "Answer", "choice", (Choice("", "Let it come"), *kinds), initial="")
    fields = (answer, stunt(), *_answer_powers(prompt, who, "counter"), *_willpower(who))
    return "AnswerCounter", f"Answer the attack of {name}", fields


def _defense(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    fields = [number("stunt", "Stunt", 0, MAX_STUNT, help="Adds its points to Defense.")]
    if who is not None:
        fields += power_fields(who, "defense")
    if who is not None and who.willpower > 0:
        fields.append(flag("willpower", "Spend Willpower", "+1 Defense"))
    most = 0 if who is None else min(MAX_BONUS, 2 * who.defense_cap, who.personal + who.peripheral)
    if most >= 2:
        fields.append(number("motes", "Motes", 0, most, help="Two motes for +1 Defense."))
    exchange = maker.state.exchange
    answers = exchange is not None and exchange.answers
    if who is not None and not answers and not refusal(check_magic, who, maker.seat):
        fields.append(flag("counter", "Counterattack", "By magic, before the damage is rolled."))
    return "AnswerDefense", f"Defend against {name}", tuple(fields)


def _guard(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    choices = (("guardian", f"Strike {name}"), ("ward", "Try for the ward"))
    return "AnswerGuard", "Decide whom the blow strikes", (pick("strike", "Strike", choices, "guardian"),)


def _contest(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    fields = [flag("contest", "Contest it", "Dexterity + Athletics against the disengage.", initial=True)]
    if who is not None:
        fields += power_fields(who, "contest")
    return "AnswerContest", f"Answer the disengage of {name}", tuple(fields)


def _influence(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    """Refusing costs Willpower, and for a task another Intimacy; what is unacceptable is the Storyteller's to say."""
    poor = "" if who is not None and who.willpower > 0 else "No Willpower is left."
    labels = ("Give in", "Refuse, for 1 Willpower", "Unacceptable: refuse freely")
    known = ANSWERS if maker.seat.storyteller else ANSWERS[:2]
    answers = tuple(Choice(key, text, reason=poor if key == "refuse" else "")
                    for key, text in zip(known, labels, strict=False))  # fmt: skip
    fields = [Field("answer", "Answer", "choice", answers, initial="accept")]
    if prompt.options:
        fields.append(pick("intimacy", "The Intimacy that speaks against it", choices_of(prompt.options)))
    return "AnswerInfluence", f"Answer the influence of {name}", tuple(fields)


def _shift(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    return "AnswerShift", "Answer the Initiative Shift", (flag("act", "Act now", initial=True),)


def _award(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    fallen = maker.state.get(prompt.about)
    foes = tuple((c.id, c.name) for c in maker.in_play if are_enemies(c, fallen))
    initial = prompt.options[0] if prompt.options else ""
    return "AwardBreak", f"Award the Break of {name}", (pick("to", "To", (("", "Nobody"), *foes), initial),)


def _beaten(maker: Maker, prompt: Pending, who: Combatant | None, name: str) -> Form:
    return "AnswerBeaten", f"Decide whether {name} is beaten", (flag("beaten", "No hope is left"),)
