"""Resolve an attack: whom it reaches, the Defense, the roll, cover, damage (WD-182 to WD-185, WD-189, WD-195)."""

from dataclasses import replace
from typing import Any, Final

from rules.battle.play import Play
from rules.battle.roster import audience_of
from rules.battle.seats import Audience
from rules.dice import Roller
from rules.errors import BadInput
from rules.ids import opaque
from rules.pool import Breakdown, Pool, Term
from rules.powers import NO_POWERS, PowerTotals, make_terms, sum_shares
from rules.text import EMPTY, Text, word
from rules.wod2004 import events as ev
from rules.wod2004.actions.instant import Quality, roll_dice
from rules.wod2004.actions.powers import improve
from rules.wod2004.attack import circumstances as c
from rules.wod2004.attack.cover import hit_cover
from rules.wod2004.attack.pool import CLOSE_MODES, armor_penalty, attack_pool, damage_points, damage_type
from rules.wod2004.decide.guards import between, event_fields, open_prompt
from rules.wod2004.decide.rolling import give_back, rolled
from rules.wod2004.defense import applies, defense_against
from rules.wod2004.health import bleed, mark_damage, wound_state
from rules.wod2004.pools import build_pool
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state.battle import Exchange, Prompt, State
from rules.wod2004.state.combatant import Combatant

BEHIND: Final = Text("Behind cover")


def hit_target(state: State, exchange: Exchange) -> Combatant:
    """Return the combatant whom the next attack reaches."""
    return find_struck(state, state.get(exchange.blows[0].target), exchange.weapon)


def find_struck(state: State, target: Combatant, weapon: Weapon) -> Combatant:
    """Return whom an attack on the target reaches. A held opponent used as cover takes the shots (WD-210)."""
    if target.shield and target.grapple and weapon.mode not in CLOSE_MODES:
        return state.get(target.grapple)
    return target


def is_behind_cover(target: Combatant, exchange: Exchange) -> bool:
    """Return whether full cover protects the target from this attack (WD-195)."""
    return bool(target.cover) and exchange.weapon.mode not in CLOSE_MODES and not exchange.close


def denied_defense(target: Combatant, exchange: Exchange) -> Text:
    """Return why the target has no Defense against this attack, or an empty text (WD-183, WD-189, WD-190)."""
    if not applies(exchange.weapon.mode, close=exchange.close):
        return Text("Defense applies to firearms only at close range.")
    if is_behind_cover(target, exchange):
        return Text("The attack hits the cover only.")
    if exchange.unaware:
        return Text("{whom} did not see it coming.", whom=target.name)
    return why_no_defense(target)


def why_no_defense(target: Combatant) -> Text:
    """Return why the target has no Defense against anything now, or an empty text (WD-189, WD-190)."""
    if target.out:
        return Text("{whom} is {out}.", whom=target.name, out=target.out)
    if target.surprised:
        return Text("{whom} is surprised.", whom=target.name)
    if target.immobilised:
        return Text("{whom} is bound.", whom=target.name)
    return Text("{whom} attacks all-out.", whom=target.name) if target.all_out else EMPTY


def defense_for(
    target: Combatant, exchange: Exchange, stance: str, *, willpower: bool, on: PowerTotals = NO_POWERS
) -> Breakdown:
    """Return the target's Defense against the next attack in the chosen stance."""
    denied = denied_defense(target, exchange)
    if not denied and stance == "none":
        denied = Text("{whom} does not defend.", whom=target.name)
    drawn = target.weapon(target.drawn)
    bare = exchange.weapon.mode == "brawl" and drawn is not None
    return defense_against(
        target.current_defense,
        target.attacked,
        dodging=stance == "dodge" or target.dodging,
        willpower=willpower,
        guard=drawn.guard if bare and drawn else 0,
        denied=denied,
        powers=make_terms((*on.shares, *target.standing), "defense", "power", "WD-182"),
    )


def strike(play: Play[State], stance: str, *, willpower: bool = False, on: PowerTotals = NO_POWERS) -> None:
    """Roll the next attack against its target and emit what it does (WD-182 to WD-185)."""
    exchange = play.state.exchange
    if exchange is None:
        raise BadInput("no_attack", Text("There is no attack to resolve."))
    actor, target = play.state.get(exchange.actor), hit_target(play.state, exchange)
    defense = defense_for(target, exchange, stance, willpower=willpower, on=on)
    pool = attack_line_pool(target, exchange, defense.total, on)
    result = roll_dice(pool.total, play.dice(actor, target), attack_line_quality(exchange))
    roll = rolled(pool, result)
    if is_behind_cover(target, exchange):
        armor, dice = target_armor(target, exchange, on), play.dice(actor, target)
        resolved = _hit_cover(exchange, actor, target, defense, roll, armor, dice)
    else:
        type = "none" if exchange.kind == "grapple" else _type(target, exchange)
        damage = _damage(roll.successes, type, exchange)
        resolved = replace(
            _fact(exchange, actor, target, defense, roll, damage, type),
            stance=stance,
            used=not denied_defense(target, exchange) and stance != "none",
            staked=exchange.spot == "heart" and damage >= c.STAKING_DAMAGE,
        )
    play.emit(resolved)
    _follow(play, exchange, actor, target, resolved)


def attack_line_pool(target: Combatant, exchange: Exchange, defense: int, on: PowerTotals = NO_POWERS) -> Pool:
    """Return the pool of the next attack. Full cover: nothing is subtracted for armor (WD-182, WD-183, WD-195)."""
    attack_line, covered = exchange.blows[0], is_behind_cover(target, exchange)
    weapon = word(exchange.weapon.name)
    if exchange.kind == "grapple":
        title = Text("Grapple")
    else:
        title = (
            Text("{w} against the cover", w=weapon)
            if covered
            else Text("{w} against {whom}", w=weapon, whom=target.name)
        )
    armor = None if covered else target_armor(target, exchange, on)
    terms = (list(attack_line.traits), attack_line.bonuses, attack_line.penalties)
    return attack_pool(title, *terms, defense, armor)


def attack_line_quality(exchange: Exchange) -> Quality:
    """Return the quality of the attack's dice (WD-023)."""
    return improve(Quality(exchange.weapon.again), exchange.shares)


def _damage(successes: int, type: str, exchange: Exchange) -> int:
    """Return the points of damage (WD-184), with what powers add to a hit."""
    points = damage_points(successes, type)
    return points + sum_shares(exchange.shares, "damage") if points else 0


def _fact(
    exchange: Exchange,
    actor: Combatant,
    target: Combatant,
    defense: Breakdown,
    roll: ev.RollResult,
    damage: int,
    type: str,
) -> ev.AttackResolved:
    return ev.AttackResolved(
        **between(actor, target),
        exchange=exchange.id,
        weapon_name=exchange.weapon.name,
        action=exchange.kind,
        stance="none",
        defense=defense,
        used=False,
        roll=roll,
        damage=damage,
        type=type,
        note=_note(target, exchange, type),
    )


def _follow(
    play: Play[State], exchange: Exchange, actor: Combatant, target: Combatant, resolved: ev.AttackResolved
) -> None:
    """Emit what follows an attack: wounds, a hold, a mishap (WD-207), and Willpower that comes back."""
    if resolved.damage:
        play.emit(harmed(target, resolved.damage, resolved.type, exchange.id, resolved.audience))
    if exchange.kind == "grapple" and resolved.roll.successes:
        play.emit(ev.Grappled(**between(actor, target), exchange=exchange.id))
    if resolved.roll.outcome == "dramatic_failure":
        id = opaque(exchange.id, target.id, "mishap")
        open_prompt(play, Prompt(id, "mishap", actor.id, exchange.id, weapon=exchange.weapon.key), resolved.audience)
    left = min(actor.willpower_dots, actor.willpower + 1)
    give_back(play, actor, exchange.id, resolved.roll.pool, left, audience_of(actor))


def target_armor(target: Combatant, exchange: Exchange, on: PowerTotals = NO_POWERS) -> Term | None:
    """Return the dice that the target's armor and powers take.

    None for a hold (WD-208), and 0 dice where the armor does not cover the spot (WD-202).
    """
    if exchange.kind == "grapple":
        return None
    suit, weapon = target.suit, exchange.weapon
    if not suit.protects(exchange.spot):
        return Term(Text("Armor bypassed"), 0, "armor", "WD-202")
    more = on.total("armor") + sum_shares(target.standing, "armor")
    piercing = weapon.piercing + sum_shares(exchange.shares, "piercing")
    return armor_penalty(weapon.mode, suit.general + more, suit.ballistic + more, piercing)


def _type(target: Combatant, exchange: Exchange) -> str:
    bulletproof = target.suit.bulletproof and target.suit.protects(exchange.spot)
    return damage_type(exchange.weapon.mode, exchange.weapon.type, bulletproof=bulletproof)


def _note(target: Combatant, exchange: Exchange, type: str) -> Text:
    if exchange.kind != "grapple" and type != exchange.weapon.type:
        return Text("{w} is bulletproof: the damage is bashing (WD-204).", w=word(target.suit.name))
    if target.suit.general and not target.suit.protects(exchange.spot):
        return Text("{w} does not cover the {spot} (WD-202).", w=word(target.suit.name), spot=word(exchange.spot))
    return EMPTY


def _hit_cover(
    exchange: Exchange,
    actor: Combatant,
    target: Combatant,
    defense: Breakdown,
    roll: ev.RollResult,
    armor: Term | None,
    roller: Roller,
) -> ev.AttackResolved:
    """Return the event of an attack on cover; what passes is rolled again against the person behind it (WD-195)."""
    cover = hit_cover(roll.successes, target.cover, -armor.amount if armor else 0)
    arrival = _arrival(cover.structure_damage, armor, cover.new_pool, exchange.weapon, roller)
    type = _type(target, exchange)
    damage = _damage(arrival.successes if arrival else 0, type, exchange)
    return replace(
        _fact(exchange, actor, target, defense, roll, damage, type),
        cover=target.cover,
        beyond=cover.structure_damage,
        structure=max(0, target.structure - cover.structure_damage),
        arrival=arrival,
    )


def _arrival(beyond: int, armor: Term | None, dice: int, weapon: Weapon, roller: Roller) -> ev.RollResult | None:
    if not dice:
        return None
    terms = [Term(Text("Successes that penetrate the cover"), beyond, "trait", "WD-195")]
    pool = build_pool(BEHIND, terms, (), [armor] if armor else [])
    return rolled(pool, roll_dice(pool.total, roller, Quality(weapon.again)))


def harmed(target: Combatant, amount: int, type: str, exchange: str, audience: Audience) -> ev.Harmed:
    """Return the event of marked damage."""
    after = mark_damage(target.track, target.boxes, amount, type)
    return _marked(target, after, event_fields(target, audience, exchange), amount, type)


def bled(target: Combatant, minutes: int) -> ev.Harmed:
    """Return the event of a dying combatant who gets worse (WD-176)."""
    after = bleed(target.track, target.boxes, minutes)
    return _marked(target, after, event_fields(target, audience_of(target), ""), 0, "bleeding")


def _marked(target: Combatant, after: str, fields: dict[str, Any], amount: int, type: str) -> ev.Harmed:
    condition = wound_state(after, target.boxes)
    return ev.Harmed(
        **fields, amount=amount, type=type, before=target.track, after=after, boxes=target.boxes, condition=condition
    )
