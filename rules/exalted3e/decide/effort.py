"""What a combatant adds to its own roll: a stunt, Willpower, powers (3E-014 to 3E-018, 3E-345)."""

from dataclasses import dataclass

from rules.exalted3e import moves as mv
from rules.exalted3e.attack.rolls import situation_terms
from rules.exalted3e.decide.powers import USE, pay_powers, roll_moment
from rules.exalted3e.decide.resources import check_willpower, reward_stunt, spend_motes, spend_willpower
from rules.exalted3e.pools import stunt_successes, stunt_terms
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.pool import Term
from rules.powers import NO_POWERS, PowerTotals, make_terms
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Effort:
    """A stunt of 0 to 3 points, a point of Willpower, the powers that are switched on, and motes for an excellency.

    `weighs` are the modifiers from before the payment, since no payment modifies the roll that it buys; None reads them
    now.
    """

    stunt: int = 0
    willpower: bool = False
    powers: PowerTotals = NO_POWERS
    weighs: tuple[Term, ...] | None = None
    motes: int = 0

    def situation(self, actor: Combatant) -> tuple[Term, ...]:
        """Return the other modifiers of the roll."""
        return situation_terms(actor) if self.weighs is None else self.weighs

    @property
    def terms(self) -> tuple[Term, ...]:
        """The bonus dice."""
        return (*stunt_terms(self.stunt), *make_terms(self.powers.shares, "dice", "power", "3E-345"))

    @property
    def successes(self) -> int:
        """The automatic successes."""
        return stunt_successes(self.stunt) + (1 if self.willpower else 0) + self.powers.total("successes")


NO_EFFORT = Effort()
SUCCESS = Text("an automatic success")


def gather_effort(
    actor: Combatant, stunt: int = 0, willpower: bool = False, powers: object = (), moment: str = "roll", keep: int = 0
) -> Effort:
    """Return the effort. Raise `IllegalMove` if it cannot be paid with `keep` Initiative left."""
    if willpower:
        check_willpower(actor)
    on = USE.choose_payable(actor, powers, moment, willpower=willpower, initiative=keep)
    return Effort(stunt, willpower, on, situation_terms(actor))


def gather_own(actor: Combatant, move: mv.Effort) -> Effort:
    """Return the effort that a move adds to the roll of the actor's own action."""
    return gather_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor))


def exert(play: Play, move: mv.Acting) -> Effort:
    """Check and pay what a move adds to its roll. The caller has checked that the roll may be made."""
    effort = gather_own(play.state.get(move.actor), move)
    pay_effort(play, move.actor, effort)
    return effort


def pay_effort(play: Play, id: str, effort: Effort, reason: Text = SUCCESS) -> None:
    """Spend Willpower for this reason, and motes, pay for the powers, and reward the stunt."""
    if effort.willpower:
        spend_willpower(play, id, reason)
    if effort.motes:
        spend_motes(play, id, effort.motes, Text("excellency"))
    pay_powers(play, id, effort.powers)
    reward_stunt(play, id, effort.stunt)
