"""The attack that someone asks for, and the checks whether the rules allow it now."""

from dataclasses import dataclass
from typing import Literal

from rules.errors import IllegalMove
from rules.exalted3e.defense import check_cover
from rules.exalted3e.state.board import State, are_enemies, cover_against, distance
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.state.exchange import Incoming
from rules.exalted3e.timing.turns import check_action, check_in_play
from rules.exalted3e.traits import band_of
from rules.pool import Term
from rules.powers import Share
from rules.text import Text, word

AIM_BAND = 2
"""The range band from which on an aim is needed: medium (3E-167)."""
TAG_COSTS = {"chopping": 1, "piercing": 1, "smashing": 2}
"""Initiative that using a weapon's tag costs (3E-249 to 3E-251)."""
IMPROVISED_COST = 1


Kind = Literal["withering", "decisive"]


def parse_kind(word: str) -> Kind:
    """Return the kind of attack that a word names."""
    return "decisive" if word == "decisive" else "withering"


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack as it is declared.

    `exempt` names the magic that makes an attack reflexive and waives aim (3E-191 to 3E-196). `friendly` is None to
    decide by the sides (3E-076). `forced` allows an unaimed shot, which must miss (3E-190). `smash` is prone or back
    (3E-251). `hold` is savage or throw in a clinch, and `hold_rounds` the rounds it gives up (3E-294). `rest` are
    further targets of a battle group. `shares` is what powers add, `power_cost` the Initiative they cost. `area` is a
    supernatural attack on an area (3E-318).
    """

    attacker: str
    target: str
    kind: Kind
    weapon: str = ""
    gambit: str = ""
    difficulty: int = 0
    ally: str = ""
    modifiers: tuple[Term, ...] = ()
    auto: int = 0
    tag: str = ""
    tag_cost: int = 0
    raw_bonus: int = 0
    pool_bonus: int = 0
    hardness_reduction: int = 0
    unblockable: bool = False
    undodgeable: bool = False
    surprise: Literal["", "surprise", "ambush"] = ""
    exempt: str = ""
    needs_aim: bool = True
    friendly: bool | None = None
    forced: bool = False
    choice: Literal["", "guardian", "ward"] = ""
    clash: int | None = None
    smash: str = "prone"
    hold: str = ""
    hold_rounds: int = 0
    rest: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    power_cost: int = 0
    area: bool = False

    @property
    def reflexive(self) -> bool:
        """Whether the attack needs neither the attacker's turn nor its action."""
        return bool(self.exempt)


def find_arm(attacker: Combatant, plan: Plan) -> Arm:
    """Return the weapon in hand, or the natural weapon that is named (3E-061). Raise `IllegalMove` for any other."""
    if not plan.weapon or plan.weapon == attacker.arm.name:
        return attacker.arm
    named = attacker.find_arm(plan.weapon)
    if named is None:
        asked = plan.weapon[:40]
        raise IllegalMove(
            "no_such_weapon", Text("{who} does not carry a {w}.", who=attacker.name, w=asked), weapon=asked
        )
    if not named.is_natural:
        sentence = Text("The {w} is not in hand; draw or ready it first.", w=word(named.name))
        raise IllegalMove("weapon_not_ready", sentence, weapon=named.name)
    return named


def initiative_cost(plan: Plan, arm: Arm) -> int:
    """Return the Initiative paid when the attack is declared (3E-252, 3E-261)."""
    return plan.tag_cost + TAG_COSTS.get(plan.tag, 0) + (IMPROVISED_COST if "improvised" in arm.tags else 0)


def check_attack(state: State, plan: Plan) -> None:
    """Raise `IllegalMove` for an attack that the rules forbid, before anything is paid (3E-298)."""
    attacker, target = state.get(plan.attacker), state.get(plan.target)
    if plan.reflexive:
        check_in_play(attacker)
    else:
        check_action(state, attacker, "attack")
    arm = find_arm(attacker, plan)
    check_decisive(attacker, plan, arm)
    check_attackable(state, plan, attacker, target, arm)


def check_attackable(state: State, plan: Plan, attacker: Combatant, target: Combatant, arm: Arm) -> None:
    """Raise `IllegalMove` for a target that cannot be attacked: range, aim, cover, a Shift's lock, a clinch."""
    check_in_play(target)
    if attacker.id == target.id:
        raise IllegalMove("own_target", Text("Choose someone else to attack."))
    _check_range(attacker, target, plan, arm)
    _check_aim(attacker, target, plan, arm)
    check_cover(cover_against(target, attacker), incoming_of(plan, arm, attacker, distance(attacker, target)))
    if attacker.shift_lock and target.id != attacker.shift_lock and not plan.reflexive:
        sentence = Text("The refreshed turn’s attack can only target {whom}.", whom=state.get(attacker.shift_lock).name)
        raise IllegalMove("shift_lock", sentence)
    _check_hold(attacker, target, plan)
    if arm.is_slow and attacker.is_unloaded and not plan.reflexive:
        raise IllegalMove("reload_first", Text("The {w} must be reloaded: use Draw/Ready Weapon.", w=word(arm.name)))


def is_legal(state: State, plan: Plan) -> bool:
    """Return whether the rules allow the attack."""
    try:
        check_attack(state, plan)
    except IllegalMove:
        return False
    return True


def check_decisive(attacker: Combatant, plan: Plan, arm: Arm) -> None:
    """Refuse a decisive attack in Crash, and a gambit that would Crash the attacker (3E-078, 3E-094, 3E-284)."""
    if plan.kind != "decisive":
        return
    if attacker.group:
        raise IllegalMove("group_no_decisive", Text("A battle group can make only withering attacks."))
    left = (attacker.initiative or 0) - initiative_cost(plan, arm) - plan.power_cost
    if left <= 0:
        sentence = Text(
            "{who} does not have the Initiative for a decisive attack; a withering one is possible.", who=attacker.name
        )
        raise IllegalMove("crashed_no_decisive", sentence, initiative=attacker.initiative)
    if plan.gambit and left < plan.difficulty + 2:
        cost = plan.difficulty + 1
        sentence = Text("This gambit costs {n} Initiative and would Crash {who}.", n=cost, who=attacker.name)
        raise IllegalMove("gambit_would_crash", sentence, needed=plan.difficulty + 2)


def _check_range(attacker: Combatant, target: Combatant, plan: Plan, arm: Arm) -> None:
    bands = distance(attacker, target)
    if bands > arm.reach:
        sentence = Text(
            "The {w} reaches {reach} range; {who} is at {range}.",
            w=word(arm.name),
            reach=word(band_of(arm.reach)),
            who=target.name,
            range=word(band_of(bands)),
        )
        raise IllegalMove("out_of_range", sentence, distance=bands, reach=arm.reach)


def needs_aim(attacker: Combatant, target: Combatant, arm: Arm) -> bool:
    """Return whether a shot at the target would miss because it is not aimed (3E-167, 3E-189)."""
    return arm.is_ranged and distance(attacker, target) >= AIM_BAND and aim_on(attacker, target) < 1


def aim_on(attacker: Combatant, target: Combatant) -> int:
    """Return the consecutive turns of aim at the target up to the last turn (3E-166)."""
    return attacker.aim_count if attacker.aim_target == target.id and not attacker.has_aimed else 0


def is_unaimed(attacker: Combatant, target: Combatant, plan: Plan, arm: Arm) -> bool:
    """Return whether this attack lacks the aim that it needs."""
    return plan.needs_aim and not plan.exempt and needs_aim(attacker, target, arm)


def _check_aim(attacker: Combatant, target: Combatant, plan: Plan, arm: Arm) -> None:
    if is_unaimed(attacker, target, plan, arm) and not plan.forced:
        sentence = Text(
            "From {range} range, {who} must aim at {whom} first.",
            range=word(band_of(distance(attacker, target))),
            who=attacker.name,
            whom=target.name,
        )
        raise IllegalMove("aim_required", sentence, target=target.id)


def _check_hold(attacker: Combatant, target: Combatant, plan: Plan) -> None:
    if not plan.hold:
        return
    clinch = attacker.clinch
    if clinch is None or not clinch.controls or clinch.other != target.id or not clinch.rounds:
        sentence = Text("{who} does not control {whom} in a clinch.", who=attacker.name, whom=target.name)
        raise IllegalMove("no_control", sentence)
    if plan.hold == "throw" and plan.hold_rounds > min(clinch.rounds, attacker.strength):
        most = min(clinch.rounds, attacker.strength)
        sentence = Text(
            "A throw can use up to {n} round of control.", "A throw can use up to {n} rounds of control.", n=most
        )
        raise IllegalMove("too_many_rounds", sentence, most=most)


def incoming_of(plan: Plan, arm: Arm, attacker: Combatant, bands: int) -> Incoming:
    """Return the attack as the defender faces it."""
    return Incoming(
        ranged=arm.is_ranged,
        close=bands == 0,
        unblockable=plan.unblockable,
        undodgeable=plan.undodgeable,
        ambush=plan.surprise == "ambush" or bool(plan.hold),
        surprise=plan.surprise == "surprise",
        reaching="reaching" in arm.tags,
        flexible="flexible" in arm.tags,
        mounted=attacker.mounted,
        allowed_through_cover=plan.forced,
    )


def is_guarded_friend(attacker: Combatant, target: Combatant, plan: Plan) -> bool:
    """Return whether this is an attack on a friend, which moves no Initiative (3E-076, 3E-077)."""
    return plan.friendly if plan.friendly is not None else not are_enemies(attacker, target)
