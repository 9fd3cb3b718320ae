"""Declare attacks and holds, with all terms that the attacker knows (WD-180 to WD-201, WD-208)."""

from dataclasses import replace
from typing import Literal

from rules.battle.guards import check_choice, refuse
from rules.battle.play import Play, about
from rules.battle.roster import audience_of
from rules.battle.setup import show
from rules.errors import IllegalMove
from rules.pool import Term
from rules.powers import PowerTotals
from rules.text import EMPTY, Text, join, word
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.attack import circumstances as c
from rules.wod2004.attack.pool import BASE, CLOSE_MODES, attack_traits, weapon_bonus
from rules.wod2004.decide.guards import find_target, find_with_action
from rules.wod2004.decide.powers import gather_powers, power_dice
from rules.wod2004.decide.rolling import exchange_id, extra_terms, pay
from rules.wod2004.sheet.equipment import WEAPONS, Weapon
from rules.wod2004.state.battle import AttackLine, Exchange, State
from rules.wod2004.state.combatant import Combatant


def attack(play: Play[State], move: mv.Attack) -> None:
    """Declare an attack on every target (WD-180 to WD-201)."""
    exchange, on = build_attack(play.state, move)
    _declare(play, exchange, on, willpower=move.willpower, all_out=move.all_out)


def build_attack(state: State, move: mv.Attack) -> tuple[Exchange, PowerTotals]:
    """Return the attack that a move describes, and its powers. Raises `IllegalMove` where it is not allowed."""
    actor = find_with_action(state, move.actor, locked=True)
    weapon = _check_weapon(state, actor, move)
    targets = _check_targets(state, actor, weapon, move)
    _check_manner(actor, weapon, move)
    on = gather_powers(actor, move.powers, "attack", willpower=move.willpower)
    return make_exchange(actor, targets, weapon, move, on), on


def make_exchange(
    actor: Combatant, targets: list[Combatant], weapon: Weapon, move: mv.Attack, on: PowerTotals
) -> Exchange:
    """Return the exchange with an attack line for each target."""
    # A point of Willpower adds dice only to the first roll (WD-050).
    moves = (move, *[replace(move, willpower=False)] * (len(targets) - 1))
    attack_lines = tuple(
        _make_attack_line(actor, target, weapon, each, len(targets), on)
        for target, each in zip(targets, moves, strict=True)
    )
    return _make(actor, weapon, attack_lines, on, "attack", is_close=move.range == "close", spot=move.spot)


def _make(
    actor: Combatant,
    weapon: Weapon,
    attack_lines: tuple[AttackLine, ...],
    on: PowerTotals,
    kind: Literal["attack", "grapple"],
    *,
    is_close: bool = True,
    spot: str = "",
) -> Exchange:
    return Exchange(exchange_id(actor), kind, actor.id, weapon, is_close, spot, actor.hidden, attack_lines, on.shares)


def _declare(play: Play[State], exchange: Exchange, on: PowerTotals, *, willpower: bool, all_out: bool = False) -> None:
    """Emit the declaration; an attacker who was hidden comes into the open."""
    actor = play.state.get(exchange.actor)
    targets = [play.state.get(attack_line.target) for attack_line in exchange.blows]
    shown = replace(actor, hidden=False)
    show(play, actor)
    pay(play, actor, exchange.id, audience_of(shown), on, "dice" if willpower else "")
    names = tuple(target.name for target in targets)
    seen = tuple(target.name for target in targets if not target.hidden)
    fields, whole = about(shown, *targets), audience_of(shown, *targets)
    if seen and whole is not None:  # a missing line would reveal that someone hidden is among the targets
        fields = about(shown)
    else:
        seen = ()
    play.emit(
        ev.AttackDeclared(
            **fields,
            exchange=exchange.id,
            target_names=names,
            attack=exchange,
            all_out=all_out,
            seen_names=seen,
            whole=whole,
        )
    )


def armament(state: State, actor: Combatant) -> list[Weapon]:
    """Return what the combatant can strike with, including an opponent's weapon that it has turned (WD-210)."""
    arms = list(actor.in_hand())
    if actor.grapple:
        opponent = state.get(actor.grapple)
        turned = opponent.weapon(opponent.drawn) if opponent.turned else None
        if turned and turned.mode in CLOSE_MODES and turned.key not in [weapon.key for weapon in arms]:
            arms.insert(0, turned)
        return [weapon for weapon in arms if weapon.mode in CLOSE_MODES]
    return arms


def _check_weapon(state: State, actor: Combatant, move: mv.Attack) -> Weapon:
    arms = {weapon.key: weapon for weapon in armament(state, actor)}
    if move.weapon not in arms:
        known = join(", ", (word(weapon.name) for weapon in arms.values()))
        sentence = Text("{who} can attack with: {known}. Draw anything else first.", who=actor.name, known=known)
        raise IllegalMove("not_in_hand", sentence)
    return arms[move.weapon]


def _check_targets(state: State, actor: Combatant, weapon: Weapon, move: mv.Attack) -> list[Combatant]:
    check_choice(Text("The burst"), move.burst, c.BURSTS)
    if move.burst != "single" and not weapon.autofire:
        raise IllegalMove("no_autofire", Text("The {w} can’t fire bursts.", w=word(weapon.name)))
    most = c.BURSTS[move.burst][1]
    if not 1 <= len(move.targets) <= most:
        raise IllegalMove(
            "targets", Text("Choose 1 to {n} targets.", n=most) if most > 1 else Text("Choose one target.")
        )
    if len(set(move.targets)) < len(move.targets):
        raise IllegalMove("targets", Text("Attack each target only once."))
    targets = [find_target(state, actor, id) for id in move.targets]
    for target in targets:
        if target.condition == "dead":
            raise IllegalMove("dead", Text("{whom} is dead.", whom=target.name))
        if actor.grapple and target.id != actor.grapple:
            raise IllegalMove("in_grapple", Text("{who} can reach only their grapple opponent.", who=actor.name))
    return targets


def _check_manner(actor: Combatant, weapon: Weapon, move: mv.Attack) -> None:
    check_choice(Text("The range"), move.range, ranges_of(weapon))
    if move.spot:
        check_choice(Text("The chosen target"), move.spot, spots_of(weapon))
    if move.bystanders and weapon.mode in CLOSE_MODES:
        raise IllegalMove("no_bystanders", Text("Bystanders matter only for ranged attacks."))
    if move.one_hand and not weapon.two_handed:
        raise IllegalMove("one_handed", Text("The {w} needs only one hand.", w=word(weapon.name)))
    if move.all_out:
        refuse("no_all_out", no_all_out(actor, weapon))


def ranges_of(weapon: Weapon) -> tuple[str, ...]:
    """Return the ranges at which the weapon can be used."""
    return ("close",) if weapon.mode in CLOSE_MODES else tuple(c.RANGES)


def spots_of(weapon: Weapon) -> tuple[str, ...]:
    """Return the specified targets; the heart is for staking (WD-201)."""
    return tuple(spot for spot in c.SPOTS if spot != "heart" or weapon.stake)


def no_all_out(actor: Combatant, weapon: Weapon) -> Text:
    """Return why an all-out attack is not possible, or an empty text (WD-190)."""
    if weapon.mode not in CLOSE_MODES:
        return Text("An all-out attack uses Brawl or Weaponry.")
    return Text("{who} has used Defense this turn.", who=actor.name) if actor.defense_used or actor.dodging else EMPTY


def _make_attack_line(
    actor: Combatant, target: Combatant, weapon: Weapon, move: mv.Attack, number: int, on: PowerTotals
) -> AttackLine:
    attribute, skill = BASE[weapon.mode]
    traits, unskilled = attack_traits(weapon.mode, actor.dots(attribute), actor.dots(skill))
    bonuses, penalties = extra_terms(
        actor, move.modifier, willpower=move.willpower, skill=skill, specialty=move.specialty
    )
    bonuses = [weapon_bonus(word(weapon.name), weapon.rating), *power_dice(on), *bonuses]
    situation = _situation_terms(actor, target, weapon, move, number)
    return make_attack_line(target.id, traits, [*bonuses, *situation], [*unskilled, *penalties])


def _situation_terms(
    actor: Combatant, target: Combatant, weapon: Weapon, move: mv.Attack, number: int
) -> tuple[Term, ...]:
    """Return what the situation adds to an attack on `number` targets or takes from it; the amounts may be 0."""
    ranged = weapon.mode not in CLOSE_MODES
    aim = min(c.MAX_AIM, actor.aim) if ranged and actor.aim_target == target.id else 0
    heavy = c.is_too_heavy(weapon.strength, actor.dots("strength"), one_hand=move.one_hand)
    spot_rule = "WD-201" if move.spot == "heart" else "WD-200"
    prone = -2 if ranged else 0 if actor.prone else 2  # an attacker who stands over the target hits it better
    return (
        Term(c.BURST_NAMES[move.burst], c.BURSTS[move.burst][0], "autofire", "WD-199"),
        Term(Text("Several targets"), -number if number > 1 else 0, "autofire", "WD-199"),
        Term(Text("All-out attack"), c.ALL_OUT * move.all_out, "all-out", "WD-190"),
        Term(Text("Aim"), aim, "aim", "WD-191"),
        Term(word(move.spot.title()), c.SPOTS.get(move.spot, 0), "specified", spot_rule),
        Term(Text("Off hand"), -2 * move.off_hand, "hand", "WD-197"),
        Term(Text("Improvised weapon"), -int(weapon.improvised), "improvised", "WD-197"),
        Term(Text("Too weak for the weapon"), -int(heavy), "strength", "WD-197"),
        *(_ranged_terms(actor, target, move) if ranged else ()),
        Term(Text("Prone target"), prone if target.prone else 0, "prone", "WD-196"),
    )


def make_attack_line(target: str, traits: list[Term], bonuses: list[Term], penalties: list[Term]) -> AttackLine:
    """Return the attack line with its terms sorted into bonuses and penalties by their sign (WD-041)."""
    terms = [*bonuses, *penalties]
    return AttackLine(
        target,
        tuple(traits),
        tuple(term for term in terms if term.amount > 0),
        tuple(term for term in terms if term.amount < 0),
    )


def _ranged_terms(actor: Combatant, target: Combatant, move: mv.Attack) -> tuple[Term, ...]:
    # An attack on full cover is rolled against the cover (WD-195); concealment does not count.
    concealed = 0 if target.cover else target.concealment
    return (
        Term(c.RANGE_NAMES[move.range], c.RANGES[move.range], "range", "WD-192"),
        Term(Text("Target’s concealment"), -concealed, "concealment", "WD-193"),
        Term(Text("Own concealment"), -max(0, actor.concealment - 1), "concealment", "WD-194"),
        Term(Text("Bystanders to avoid"), c.BYSTANDER * move.bystanders, "bystanders", "WD-198"),
    )


def grapple(play: Play[State], move: mv.Grapple) -> None:
    """Declare a hold: Strength + Brawl less Defense (WD-208)."""
    exchange, on = build_grapple(play.state, move)
    _declare(play, exchange, on, willpower=move.willpower)


def build_grapple(state: State, move: mv.Grapple) -> tuple[Exchange, PowerTotals]:
    """Return the hold that a move describes, and its powers. Raises `IllegalMove` where it is not allowed."""
    actor = find_with_action(state, move.actor)
    target = find_target(state, actor, move.target)
    if target.grapple:
        raise IllegalMove("locked", Text("{whom} is already in a grapple.", whom=target.name))
    if target.condition == "dead":
        raise IllegalMove("dead", Text("{whom} is dead.", whom=target.name))
    return make_hold(actor, target, move)


def make_hold(actor: Combatant, target: Combatant, move: mv.Grapple) -> tuple[Exchange, PowerTotals]:
    """Return the hold that a legal move describes, and its powers."""
    traits, unskilled = attack_traits("brawl", actor.dots("strength"), actor.dots("brawl"))
    bonuses, penalties = extra_terms(actor, move.modifier, willpower=move.willpower)
    on = gather_powers(actor, move.powers, "attack", willpower=move.willpower)
    attack_line = make_attack_line(target.id, traits, [*power_dice(on), *bonuses], [*unskilled, *penalties])
    return _make(actor, WEAPONS["unarmed"], (attack_line,), on, "grapple"), on
