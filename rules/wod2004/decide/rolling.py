"""What all rolls of a fight share: modifiers, Willpower, Specialties, powers, and the event of the roll."""

from rules.battle.play import Play
from rules.battle.seats import Audience
from rules.errors import IllegalMove
from rules.ids import opaque
from rules.pool import Pool, Term
from rules.powers import NO_POWERS, PowerTotals
from rules.text import Text
from rules.wod2004 import events as ev
from rules.wod2004.actions.instant import Result, roll_dice
from rules.wod2004.actions.willpower import spend
from rules.wod2004.decide.guards import event_fields
from rules.wod2004.decide.powers import get_quality
from rules.wod2004.pools import circumstance, is_chance, specialty_bonus, willpower_bonus
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant


def rolled(pool: Pool, result: Result) -> ev.RollResult:
    """Return the roll as part of an event."""
    return ev.RollResult(pool, result.dice, result.successes, result.outcome)


def roll(play: Play[State], pool: Pool, *audience: Combatant, on: PowerTotals = NO_POWERS) -> ev.RollResult:
    """Roll a pool with the powers that improve its dice. `audience`: the combatants whom the event names."""
    return rolled(pool, roll_dice(pool.total, play.dice(*audience), get_quality(on)))


def ruling_terms(modifier: int) -> tuple[list[Term], list[Term]]:
    """Return the Storyteller's modifier, among the bonuses or the penalties (WD-041, WD-043)."""
    term = circumstance(Text("Circumstances"), modifier)
    return ([term], []) if modifier > 0 else ([], [term])


def extra_terms(
    actor: Combatant, modifier: int, *, willpower: bool, skill: str = "", specialty: bool = False
) -> tuple[list[Term], list[Term]]:
    """Return the bonuses and penalties of any roll: ruling, Specialty, Willpower, wounds. Raises `IllegalMove`."""
    bonuses, penalties = ruling_terms(modifier)
    if specialty:
        if not actor.specialties.get(skill):
            raise IllegalMove("no_specialty", Text("{who} has no Specialty that applies.", who=actor.name))
        bonuses.append(specialty_bonus())
    if willpower:
        check_willpower(actor, "dice")
        bonuses.append(willpower_bonus())
    return bonuses, [*actor.penalties(), *penalties]


def check_willpower(actor: Combatant, use: str) -> None:
    """Raise `IllegalMove` if a point of Willpower cannot be spent."""
    spending = spend(actor.willpower, int(actor.willpower_spent), use)
    if not spending.allowed:
        none_left = Text("{who} has no Willpower left.", who=actor.name)
        spent = Text("{who} has already spent Willpower this turn.", who=actor.name)
        sentence = none_left if spending.rule == "WD-050" else spent
        raise IllegalMove("no_willpower", sentence, rule=spending.rule)


def pay(play: Play[State], actor: Combatant, exchange: str, audience: Audience, on: PowerTotals, use: str = "") -> None:
    """Emit the payments: a point of Willpower, if there is a `use` for it, and the price of the powers."""
    fields = event_fields(actor, audience, exchange)
    if use:
        spending = spend(actor.willpower, int(actor.willpower_spent), use)
        play.emit(ev.WillpowerSpent(**fields, effect=spending.effect, left=spending.points))
    if on.names:
        play.emit(ev.PowersUsed(**fields, name=on.name, price=on.price, **on.points("willpower", "fuel")))


def give_back(play: Play[State], actor: Combatant, exchange: str, pool: Pool, left: int, audience: Audience) -> None:
    """Return the point if the pool was a chance roll all the same and the options say so (WD-051)."""
    paid = any(term.kind == "willpower" for step in pool.steps for term in step.terms)
    if paid and is_chance(pool) and play.state.options.return_willpower:
        fields = event_fields(actor, audience, exchange)
        play.emit(ev.WillpowerSpent(**fields, effect=Text("given back"), left=left, returned=True))


def emit_roll(
    play: Play[State],
    actor: Combatant,
    fact: ev.ActionRolled | ev.TreatmentRolled | ev.StruggleRolled | ev.ConsciousnessRolled,
    *,
    willpower: bool,
    on: PowerTotals = NO_POWERS,
) -> None:
    """Emit a roll after its payments; a point may come back after it (WD-050, WD-051)."""
    exchange, audience = fact.exchange, fact.audience
    pay(play, actor, exchange, audience, on, "dice" if willpower else "")
    play.emit(fact)
    give_back(play, actor, exchange, fact.roll.pool, actor.willpower, audience)


def exchange_id(actor: Combatant) -> str:
    """Return the id that the entries of one action share. It does not reveal who acts."""
    return opaque(actor.id, "deed", actor.deeds + 1)
