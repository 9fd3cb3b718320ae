"""Attacks and holds: declared with everything the attacker knows, resolved when the defender has answered."""

from dataclasses import replace

from rules.battle import Audience, Event, Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.pool import Breakdown, Term
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.actions.instant import Quality, Result, roll_dice
from rules.wod2004.attack import circumstances as c
from rules.wod2004.attack.cover import hit_cover
from rules.wod2004.attack.pool import (
    BASE,
    armor_penalty,
    attack_pool,
    attack_traits,
    damage_points,
    damage_type,
    weapon_bonus,
)
from rules.wod2004.decide.guards import check_choice, check_range, find_target, find_with_action
from rules.wod2004.decide.rolling import exchange_id, extra_terms, given_back, rolled, spent
from rules.wod2004.decide.setup import revealed
from rules.wod2004.defense import applies, defense_against
from rules.wod2004.health import mark_damage, wound_state
from rules.wod2004.pools import build_pool
from rules.wod2004.sheet.equipment import WEAPONS, Weapon
from rules.wod2004.state import Blow, Combatant, Exchange, Prompt, State, audience_of

MAX_BYSTANDERS = 5
CLOSE_MODES = ("brawl", "weaponry")


def attack(state: State, seat: Seat, move: m.Attack, roller: Roller) -> list[Event]:
    """Declare an attack on every target (WD-180 to WD-201)."""
    actor = find_with_action(state, seat, move.actor, locked=True)
    weapon = _check_weapon(state, actor, move)
    targets = _check_targets(state, seat, actor, weapon, move)
    _check_manner(actor, weapon, move)
    blows = tuple(_make_blow(actor, target, weapon, move, len(targets)) for target in targets)
    exchange = Exchange(
        id=exchange_id(actor),
        kind="attack",
        actor=actor.id,
        weapon=weapon,
        close=move.range == "close",
        spot=move.spot,
        unaware=actor.hidden,
        blows=blows,
    )
    return declare(state, actor, targets, exchange, willpower=move.willpower, all_out=move.all_out)


def declare(
    state: State,
    actor: Combatant,
    targets: list[Combatant],
    exchange: Exchange,
    *,
    willpower: bool,
    all_out: bool = False,
) -> list[Event]:
    """The declaration as facts: an attacker out of hiding is seen by all."""
    shown = replace(actor, hidden=False)
    audience = audience_of(shown, *targets)
    return [
        *([revealed(actor)] if actor.hidden else []),
        *([spent(actor, exchange.id, "dice", audience_of(shown))] if willpower else []),
        e.AttackDeclared(
            actor=actor.id,
            actor_name=actor.name,
            target_names=tuple(target.name for target in targets),
            exchange=exchange,
            all_out=all_out,
            audience=audience,
        ),
    ]


def armament(state: State, actor: Combatant) -> list[Weapon]:
    """What the combatant can strike with: also the opponent's weapon that it has turned (WD-210)."""
    arms = list(actor.in_hand())
    if actor.grapple:
        opponent = state.get(actor.grapple)
        turned = opponent.weapon(opponent.drawn) if opponent.turned else None
        if turned and turned.mode in CLOSE_MODES and turned.key not in [weapon.key for weapon in arms]:
            arms.insert(0, turned)
        return [weapon for weapon in arms if weapon.mode in CLOSE_MODES]
    return arms


def _check_weapon(state: State, actor: Combatant, move: m.Attack) -> Weapon:
    arms = {weapon.key: weapon for weapon in armament(state, actor)}
    if move.weapon not in arms:
        known = ", ".join(weapon.name for weapon in arms.values())
        raise IllegalMove("not_in_hand", f"{actor.name} can strike with: {known}. Anything else must be drawn first.")
    return arms[move.weapon]


def _check_targets(state: State, seat: Seat, actor: Combatant, weapon: Weapon, move: m.Attack) -> list[Combatant]:
    check_choice("The burst", move.burst, c.BURSTS)
    if move.burst != "single" and not weapon.autofire:
        raise IllegalMove("no_autofire", f"The {weapon.name} cannot fire bursts.")
    most = c.BURSTS[move.burst][1]
    if not 1 <= len(move.targets) <= most:
        raise IllegalMove("targets", f"Choose 1 to {most} targets." if most > 1 else "Choose one target.")
    if len(set(move.targets)) < len(move.targets):
        raise IllegalMove("targets", "Each target is attacked once.")
    targets = [find_target(state, seat, actor, id) for id in move.targets]
    for target in targets:
        if target.condition == "dead":
            raise IllegalMove("dead", f"{target.name} is dead.")
        if actor.grapple and target.id != actor.grapple:
            raise IllegalMove("in_grapple", f"{actor.name} can reach only the one in the grapple.")
    return targets


def _check_manner(actor: Combatant, weapon: Weapon, move: m.Attack) -> None:
    check_choice("The range", move.range, ranges_of(weapon))
    if move.spot:
        check_choice("The specified target", move.spot, spots_of(weapon))
    check_range("People to avoid", move.bystanders, 0, MAX_BYSTANDERS)
    if move.bystanders and weapon.mode in CLOSE_MODES:
        raise IllegalMove("no_bystanders", "People must be avoided only when shooting or throwing.")
    if move.one_hand and not weapon.two_handed:
        raise IllegalMove("one_handed", f"The {weapon.name} needs only one hand.")
    if move.all_out and (reason := no_all_out(actor, weapon)):
        raise IllegalMove("no_all_out", reason)


def ranges_of(weapon: Weapon) -> tuple[str, ...]:
    """Ranges at which the weapon can be used."""
    return ("close",) if weapon.mode in CLOSE_MODES else tuple(c.RANGES)


def spots_of(weapon: Weapon) -> tuple[str, ...]:
    """Specified targets; the heart is for staking (WD-201)."""
    return tuple(spot for spot in c.SPOTS if spot != "heart" or weapon.stake)


def no_all_out(actor: Combatant, weapon: Weapon) -> str:
    """Why there can be no all-out attack, or an empty string (WD-190)."""
    if weapon.mode not in CLOSE_MODES:
        return "An all-out attack is made with Brawl or Weaponry."
    return f"{actor.name} has used Defense in this turn." if actor.defense_used or actor.dodging else ""


def _make_blow(actor: Combatant, target: Combatant, weapon: Weapon, move: m.Attack, number: int) -> Blow:
    attribute, skill = BASE[weapon.mode]
    traits, unskilled = attack_traits(weapon.mode, actor.dots(attribute), actor.dots(skill))
    bonuses, penalties = extra_terms(
        actor, move.modifier, willpower=move.willpower, skill=skill, specialty=move.specialty
    )
    bonuses.insert(0, weapon_bonus(weapon.name, weapon.rating))
    ranged = weapon.mode not in CLOSE_MODES
    burst, spread = c.burst_terms(move.burst, number)
    heavy = c.is_too_heavy(weapon.strength, actor.dots("strength"), one_hand=move.one_hand)
    situation = [
        burst,
        spread,
        *([c.all_out_term()] if move.all_out else []),
        *([c.aim_term(actor.aim)] if ranged and actor.aim_target == target.id else []),
        *([c.spot_term(move.spot)] if move.spot else []),
        *c.handling_terms(off_hand=move.off_hand, improvised=weapon.improvised, too_heavy=heavy),
        *(_ranged_terms(actor, target, move) if ranged else []),
        *([c.prone_term(ranged=ranged, standing=not actor.prone)] if target.prone else []),
    ]
    return make_blow(target.id, traits, [*bonuses, *situation], [*unskilled, *penalties])


def make_blow(target: str, traits: list[Term], bonuses: list[Term], penalties: list[Term]) -> Blow:
    """The terms sorted into bonuses and penalties by their sign (WD-041)."""
    terms = [*bonuses, *penalties]
    return Blow(
        target,
        tuple(traits),
        tuple(term for term in terms if term.amount > 0),
        tuple(term for term in terms if term.amount < 0),
    )


def _ranged_terms(actor: Combatant, target: Combatant, move: m.Attack) -> list[Term]:
    return [
        c.range_term(move.range),
        # Someone behind full cover is reached through it (WD-195), not missed in it.
        *c.concealment_terms(0 if target.cover else target.concealment, actor.concealment),
        c.bystander_term(move.bystanders),
    ]


def grapple(state: State, seat: Seat, move: m.Grapple, roller: Roller) -> list[Event]:
    """Declare a hold: Strength + Brawl less Defense (WD-208)."""
    actor = find_with_action(state, seat, move.actor)
    target = find_target(state, seat, actor, move.target)
    if target.grapple:
        raise IllegalMove("locked", f"{target.name} is in a grapple already.")
    if target.condition == "dead":
        raise IllegalMove("dead", f"{target.name} is dead.")
    traits, unskilled = attack_traits("brawl", actor.dots("strength"), actor.dots("brawl"))
    bonuses, penalties = extra_terms(actor, move.modifier, willpower=move.willpower)
    exchange = Exchange(
        id=exchange_id(actor),
        kind="grapple",
        actor=actor.id,
        weapon=WEAPONS["unarmed"],
        close=True,
        spot="",
        unaware=actor.hidden,
        blows=(make_blow(target.id, traits, bonuses, [*unskilled, *penalties]),),
    )
    return declare(state, actor, [target], exchange, willpower=move.willpower)


def hit_target(state: State, exchange: Exchange) -> Combatant:
    """Whom the next blow reaches: who hides behind a held opponent is shielded from shots (WD-210)."""
    target = state.get(exchange.blows[0].target)
    if target.shield and target.grapple and exchange.weapon.mode not in CLOSE_MODES:
        return state.get(target.grapple)
    return target


def is_behind_cover(target: Combatant, exchange: Exchange) -> bool:
    """Whether full cover stands between (WD-195)."""
    return bool(target.cover) and exchange.weapon.mode not in CLOSE_MODES and not exchange.close


def denied_defense(target: Combatant, exchange: Exchange) -> str:
    """Why the target has no Defense against this attack, or an empty string (WD-183, WD-189, WD-190)."""
    if not applies(exchange.weapon.mode, close=exchange.close):
        return "Firearms are beyond Defense but at close range."
    if is_behind_cover(target, exchange):
        return "The cover is hit by itself."
    if exchange.unaware:
        return f"{target.name} did not see it coming."
    if target.out:
        return f"{target.name} is {target.out}."
    if target.surprised:
        return f"{target.name} is surprised."
    if target.immobilised:
        return f"{target.name} is bound."
    return f"{target.name} attacks all-out." if target.all_out else ""


def defense_for(target: Combatant, exchange: Exchange, stance: str, *, willpower: bool) -> Breakdown:
    """The target's Defense against the next blow in the stance that was chosen."""
    denied = denied_defense(target, exchange)
    if not denied and stance == "none":
        denied = f"{target.name} does not defend."
    drawn = target.weapon(target.drawn)
    bare = exchange.weapon.mode == "brawl" and drawn is not None
    base = target.base_defense
    if target.defense_modifier:
        base = _ruled(base, target.defense_modifier)
    return defense_against(
        base,
        target.attacked,
        dodging=stance == "dodge" or target.dodging,
        willpower=willpower,
        guard=drawn.guard if bare and drawn else 0,
        denied=denied,
    )


def _ruled(base: Breakdown, amount: int) -> Breakdown:
    term = Term("Storyteller's ruling", amount, "ruling", "WD-043")
    total = max(0, base.total + amount)
    step = replace(base.steps[-1], name="Ruling", terms=(term,), before=base.total, after=total)
    return Breakdown(base.title, (*base.steps, step), total)


def resolve(state: State, stance: str, roller: Roller, *, willpower: bool = False) -> list[Event]:
    """Roll the next blow against its target, and say what it does (WD-182 to WD-185)."""
    exchange = state.exchange
    if exchange is None:
        raise BadInput("no_attack", "There is no attack to resolve.")
    actor, target = state.get(exchange.actor), hit_target(state, exchange)
    defense = defense_for(target, exchange, stance, willpower=willpower)
    if is_behind_cover(target, exchange):
        return _resolve_cover(state, exchange, actor, target, defense, roller)
    blow, weapon = exchange.blows[0], exchange.weapon
    armor = target_armor(target, exchange)
    title = "Grapple" if exchange.kind == "grapple" else f"{weapon.name} at {target.name}"
    pool = attack_pool(title, list(blow.traits), blow.bonuses, blow.penalties, defense.total, armor)
    result = roll_dice(pool.total, roller, Quality(weapon.again))
    type = "none" if exchange.kind == "grapple" else _type(target, exchange)
    damage = damage_points(result.successes, type)
    resolved = e.AttackResolved(
        actor=actor.id,
        actor_name=actor.name,
        target=target.id,
        target_name=target.name,
        exchange=exchange.id,
        weapon_name=weapon.name,
        action=exchange.kind,
        stance=stance,
        defense=defense,
        used=not denied_defense(target, exchange) and stance != "none",
        roll=rolled(pool, result),
        damage=damage,
        type=type,
        note=_note(target, exchange, type),
        staked=exchange.spot == "heart" and damage >= c.STAKING_DAMAGE,
        audience=audience_of(actor, target),
    )
    return [resolved, *_follow(state, exchange, actor, target, resolved, result)]


def _follow(
    state: State,
    exchange: Exchange,
    actor: Combatant,
    target: Combatant,
    resolved: e.AttackResolved,
    result: Result,
) -> list[Event]:
    followed: list[Event] = []
    if resolved.damage:
        followed.append(harmed(target, resolved.damage, resolved.type, exchange.id, resolved.audience))
    if exchange.kind == "grapple" and result.successes:
        followed.append(
            e.Grappled(
                actor=actor.id,
                actor_name=actor.name,
                target=target.id,
                target_name=target.name,
                exchange=exchange.id,
                audience=resolved.audience,
            )
        )
    if result.is_dramatic:
        followed.append(ask_mishap(exchange, actor, target, resolved.audience))
    left = min(actor.willpower_dots, actor.willpower + 1)
    followed += given_back(state.options, actor, exchange.id, resolved.roll.pool, left, audience_of(actor))
    return followed


def ask_mishap(exchange: Exchange, actor: Combatant, target: Combatant, audience: Audience) -> Event:
    """The Storyteller is asked what a dramatic failure does (WD-207)."""
    prompt = Prompt(f"{exchange.id}-{target.id}-mishap", "mishap", actor.id, exchange.id, weapon=exchange.weapon.key)
    return e.PromptOpened(prompt=prompt, who_name=actor.name, asker_name="", audience=audience)


def target_armor(target: Combatant, exchange: Exchange) -> Term | None:
    """What the target's armor takes; nothing where it does not cover the spot, or from a hold (WD-202, WD-208)."""
    if exchange.kind == "grapple":
        return None
    suit, weapon = target.suit, exchange.weapon
    if not suit.protects(exchange.spot):
        return Term("Armor bypassed", 0, "armor", "WD-202")
    return armor_penalty(weapon.mode, suit.general, suit.ballistic, weapon.piercing)


def _type(target: Combatant, exchange: Exchange) -> str:
    bulletproof = target.suit.bulletproof and target.suit.protects(exchange.spot)
    return damage_type(exchange.weapon.mode, exchange.weapon.type, bulletproof=bulletproof)


def _note(target: Combatant, exchange: Exchange, type: str) -> str:
    if exchange.kind != "grapple" and type != exchange.weapon.type:
        return f"{target.suit.name} is bulletproof: the damage is bashing (WD-204)."
    if target.suit.general and not target.suit.protects(exchange.spot):
        return f"{target.suit.name} does not cover the {exchange.spot} (WD-202)."
    return ""


def _resolve_cover(
    state: State, exchange: Exchange, actor: Combatant, target: Combatant, defense: Breakdown, roller: Roller
) -> list[Event]:
    """The cover is hit; what passes is rolled anew against the person behind it (WD-195)."""
    blow, weapon = exchange.blows[0], exchange.weapon
    pool = attack_pool(f"{weapon.name} at the cover", list(blow.traits), blow.bonuses, blow.penalties, 0, None)
    result = roll_dice(pool.total, roller, Quality(weapon.again))
    armor = target_armor(target, exchange)
    cover = hit_cover(result.successes, target.cover, -armor.amount if armor else 0)
    arrival = _arrival(cover.structure_damage, armor, cover.new_pool, weapon, roller)
    type = _type(target, exchange)
    damage = arrival.successes if arrival else 0
    resolved = e.AttackResolved(
        actor=actor.id,
        actor_name=actor.name,
        target=target.id,
        target_name=target.name,
        exchange=exchange.id,
        weapon_name=weapon.name,
        action="attack",
        stance="none",
        defense=defense,
        used=False,
        roll=rolled(pool, result),
        damage=damage,
        type=type,
        note=_note(target, exchange, type),
        cover=target.cover,
        beyond=cover.structure_damage,
        structure=max(0, target.structure - cover.structure_damage),
        arrival=arrival,
        audience=audience_of(actor, target),
    )
    return [resolved, *_follow(state, exchange, actor, target, resolved, result)]


def _arrival(beyond: int, armor: Term | None, dice: int, weapon: Weapon, roller: Roller) -> e.Rolled | None:
    if not dice:
        return None
    terms = [Term("Successes through the cover", beyond, "trait", "WD-195")]
    pool = build_pool("Behind the cover", terms, (), [armor] if armor else [])
    return rolled(pool, roll_dice(pool.total, roller, Quality(weapon.again)))


def harmed(target: Combatant, amount: int, type: str, exchange: str, audience: Audience) -> e.Harmed:
    """The fact that points of damage were marked."""
    after = mark_damage(target.track, target.boxes, amount, type)
    return e.Harmed(
        actor=target.id,
        actor_name=target.name,
        exchange=exchange,
        amount=amount,
        type=type,
        before=target.track,
        after=after,
        boxes=target.boxes,
        condition=wound_state(after, target.boxes),
        audience=audience,
    )
