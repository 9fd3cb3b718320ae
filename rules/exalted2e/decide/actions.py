"""Every action of the table but the attack (2E-281..304); care for the dying (2E-409) and Valor checks (2E-485)."""

from rules.battle import Seat
from rules.battle.guards import check_number
from rules.battle.play import Play, about, at
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import count_hands, get_weapon, name_weapon
from rules.exalted2e.decide.acting import begin_turn, get_aim, is_fresh, take_action
from rules.exalted2e.decide.common import check_target, count_fields, roll_pool
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.places import walk
from rules.exalted2e.decide.powers import USE, add_powers
from rules.exalted2e.decide.stunts import describe_stunt
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.decide.war import check_nerve
from rules.exalted2e.events.exchange import Harm
from rules.exalted2e.events.table import CoordinationRolled, KeptOn, Moved, Stabilized
from rules.exalted2e.health.track import stabilize
from rules.exalted2e.moves import acts, aids, strikes
from rules.exalted2e.pools import bonus, coordinate_attack, penalty
from rules.exalted2e.state import Combatant, CurrentAction, Magic, Plan, State
from rules.exalted2e.timing import ACTIONS, Pace, get_coordination, get_coordination_difficulty, get_pace, get_speed
from rules.lru_cache import cached_by_identity
from rules.pool import Pool
from rules.text import EMPTY, Text, verbatim, word


def take_guard(play: Play[State], move: acts.TakeGuard) -> None:
    """Guard; the player is asked again after the chosen ticks (2E-295)."""
    tick = play.state.tick
    take_action(
        play, begin_turn(play, move.actor), "guard", doing=CurrentAction("guard", tick, wake=_wake(tick, move.ticks))
    )


def take_aim(play: Play[State], move: acts.TakeAim) -> None:
    """Aim; aiming again at the same target keeps its bonus (2E-297)."""
    actor, tick = begin_turn(play, move.actor), play.state.tick
    target, before = check_target(actor, play.state.get(move.target)), actor.doing
    since = before.since if before is not None and (before.kind, before.target) == ("aim", target.id) else tick
    take_action(
        play, actor, "aim", target=target, doing=CurrentAction("aim", since, target.id, _wake(tick, move.ticks))
    )


def _wake(tick: int, ticks: int) -> int | None:
    return tick + ticks if ticks < aids.MAX_TICKS else None


def keep_on(play: Play[State], move: acts.KeepOn) -> None:
    """Go on with an Aim or Guard whose chosen ticks are over."""
    state, actor = play.state, play.state.get(move.actor)
    if actor.id not in state.due or is_fresh(actor, state.tick) or actor.doing is None:
        raise IllegalMove("not_now", Text("{who} has nothing to continue on this tick.", who=actor.name))
    play.emit(KeptOn(**about(actor), action=actor.doing.kind))


def take_dash(play: Play[State], move: acts.TakeDash) -> None:
    """Dash: fast, but without a parry until the next action (2E-298)."""
    actor = begin_turn(play, move.actor)
    pace = compute_pace(actor)
    text = Text("up to {n} yard per tick", "up to {n} yards per tick", n=pace.dash)
    if move.climbing:
        text = Text(
            "climbing or swimming, up to {n} yard per tick",
            "climbing or swimming, up to {n} yards per tick",
            n=pace.climb_dash,
        )
    most = count_dash(play.state, pace.climb_dash if move.climbing else pace.dash)
    yards = min(move.yards, most) or most
    apart = walk(play.state, actor, move.target, yards, away=move.away)
    take_action(play, actor, "dash", doing=CurrentAction("dash", play.state.tick), text=text, apart=apart)


def count_dash(state: State, pace: int) -> int:
    """Return the yards that a Dash covers at this pace, in yards per tick, until the next action (2E-298)."""
    return pace * ACTIONS["dash"].speed * state.scale


@cached_by_identity(1024)
def compute_pace(actor: Combatant) -> Pace:
    """Return how far the combatant gets with its wounds and armor (2E-298, 2E-299)."""
    sheet = actor.sheet
    dexterity, strength = sheet.attribute("dexterity"), sheet.attribute("strength")
    return get_pace(dexterity, strength, sheet.ability("athletics"), actor.health.lag, sheet.mobility())


def take_move(play: Play[State], move: acts.TakeMove) -> None:
    """Move: reflexive, once a tick, and not on a tick spent dashing (2E-299)."""
    state, actor = play.state, play.state.get(move.actor)
    pace = compute_pace(actor)
    most = (pace.climb if move.climbing else pace.move) * state.scale
    if reason := why_no_move(actor, state.tick):
        raise IllegalMove("no_move", reason)
    if most < 1:
        raise IllegalMove("no_move", Text("{who} is too slow to climb or swim without a Dash.", who=actor.name))
    yards = check_number(Text("Yards"), move.yards, 1, most)
    apart = walk(state, actor, move.target, yards, away=move.away)
    if not move.target:
        play.emit(Moved(**about(actor), yards=yards))
    else:
        goal = state.get(move.target)
        play.emit(Moved(**at(actor, goal), yards=yards, away=move.away, apart=apart))
    if move.stunt or move.stunt_text.strip():
        describe_stunt(play, acts.TellStunt(actor.id, max(1, move.stunt), move.stunt_text))


def why_no_move(actor: Combatant, tick: int) -> Text:
    """Return why the combatant cannot Move on this tick, or an empty text."""
    if not actor.is_standing:
        return Text("{who} can’t move now.", who=actor.name)
    if actor.moved == tick:
        return Text("{who} has already moved on this tick.", who=actor.name)
    if actor.doing is not None and actor.doing.kind == "dash":
        return Text("{who} is dashing.", who=actor.name)
    return EMPTY


def ready_weapon(play: Play[State], move: acts.ReadyWeapon) -> None:
    """Take a weapon in hand (2E-281)."""
    actor = begin_turn(play, move.actor)
    ready, weapon = plan_ready(actor, move.weapon, move.keep), get_weapon(actor.sheet, move.weapon)
    text = word(weapon.name) if weapon else Text("no weapon in hand")
    take_action(play, actor, "ready", ready=ready, text=text)


def plan_ready(actor: Combatant, key: str, keep: bool) -> tuple[str, ...]:
    """Return what is in hand after readying this weapon. Raises `IllegalMove` without a free hand for it."""
    if not key:
        return ()
    weapon = get_weapon(actor.sheet, key)
    if weapon is None or weapon.is_natural:
        raise IllegalMove("no_weapon", Text("{who} has no such weapon to draw.", who=actor.name))
    needed = 2 if "2" in weapon.tags else 1
    kept = actor.ready if keep and key not in actor.ready else ()
    if kept and count_hands(actor) + needed > 2:
        reason = Text("{who} has no free hand for the {w}.", who=actor.name, w=name_weapon(weapon))
        raise IllegalMove("no_hand", reason)
    return (*kept, key)


def rise(play: Play[State], move: acts.Rise) -> None:
    """Rise from prone (2E-289)."""
    actor = begin_turn(play, move.actor)
    if not actor.prone:
        raise IllegalMove("not_prone", Text("{who} is standing.", who=actor.name))
    take_action(play, actor, "rise", rises=True)


def jump(play: Play[State], move: acts.Jump) -> None:
    """Jump (2E-288)."""
    actor = begin_turn(play, move.actor)
    pace = compute_pace(actor)
    text = Text(
        "up to {n} yard high or {n2} across", "up to {n} yards high or {n2} across", n=pace.jump_up, n2=pace.jump_across
    )
    take_action(play, actor, "jump", text=text)


def take_misc(play: Play[State], move: acts.TakeMisc) -> None:
    """Take any other action (2E-290)."""
    actor, text = begin_turn(play, move.actor), verbatim(move.text)
    take_action(play, actor, "misc", speed=move.speed, penalty=move.penalty, text=text, is_long=move.is_long)


def use_charm(play: Play[State], move: acts.UseCharm) -> None:
    """Use a Simple Charm and pay for it (2E-291)."""
    actor = begin_turn(play, move.actor)
    on = USE.choose_payable(actor, move.powers, "action")
    magic = add_powers(Magic(name=verbatim(move.text), motes=move.motes, willpower=move.willpower), on)
    spend(play, actor, magic, Text("Simple Charm"))
    speed = get_speed("charm", move.speed + on.total("speed"), play.state.options)
    penalty = max(0, move.penalty + on.total("penalty"))
    take_action(play, actor, "charm", speed=speed, penalty=penalty, text=magic.name, is_long=move.is_long)


def defend_other(play: Play[State], move: acts.DefendOther) -> None:
    """Lend the Parry DV to an adjacent ward (2E-303)."""
    actor = begin_turn(play, move.actor)
    ward = check_target(actor, play.state.get(move.ward))
    take_action(play, actor, "defend", target=ward, doing=CurrentAction("defend", play.state.tick, ward.id))


def lead_attack(play: Play[State], move: strikes.CoordinateAttack) -> None:
    """Roll for the leader; on the leader's next action tick the attackers meet lower DVs (2E-300, 2E-301)."""
    actor, state = begin_turn(play, move.actor), play.state
    target = check_target(actor, state.get(move.target))
    led = [find_seen(state, play.seat, id) for id in dict.fromkeys(move.attackers)]
    if not led:
        raise IllegalMove("bad_attackers", Text("Choose at least one ally to attack with you."))
    if any(attacker.worn is not None for attacker in (actor, *led)):
        raise IllegalMove("no_coordination", Text("Units can’t coordinate attacks (2E-506)."))
    if any(attacker.side != actor.side for attacker in led):
        raise IllegalMove("other_side", Text("A leader can only lead combatants on the same side."))
    pool = _get_lead_pool(actor, get_aim(state, actor, "")[1], move)
    counted = roll_pool(play, actor, pool, 1, target, *led)
    at, lowered = state.tick + ACTIONS["coordinate"].speed, get_coordination(counted.total, len(led))
    take_action(play, actor, "coordinate", target=target, doing=CurrentAction("coordinate", state.tick, target.id))
    play.emit(
        CoordinationRolled(
            **about(actor, target, *led),
            target_name=target.name,
            pool=pool,
            **count_fields(counted),
            difficulty=get_coordination_difficulty(len(led)),
            plan=Plan(actor.id, target.id, tuple(attacker.id for attacker in led), lowered, at),
        )
    )


def _get_lead_pool(leader: Combatant, abort: int, move: strikes.CoordinateAttack) -> Pool:
    bonuses = (bonus(Text("Storyteller’s bonus"), move.bonus, "other", "2E-100"),) if move.bonus else ()
    penalties = (
        *((penalty(Text("Aim broken off"), abort, "other internal", "2E-297"),) if abort else ()),
        *((penalty(Text("Storyteller’s penalty"), move.penalty, "other internal", "2E-081"),) if move.penalty else ()),
    )
    return coordinate_attack(leader.sheet, leader.wound_now, bonuses, penalties)


def stabilize_dying(play: Play[State], move: acts.Stabilize) -> None:
    """Stabilize the dying by a Simple Charm, or by a miscellaneous action where the options allow it (2E-409)."""
    actor = begin_turn(play, move.actor)
    target = check_target(actor, play.state.get(move.target))
    if target.health.state != "dying":
        raise IllegalMove("not_dying", Text("{who} is not dying.", who=target.name))
    if reason := why_no_care(play.state, play.seat, actor, move.magical):
        raise IllegalMove("no_care", reason)
    name = verbatim(move.text)
    spend(play, actor, Magic(name=name, motes=move.motes, willpower=move.willpower), Text("healing"))
    take_action(play, actor, "charm" if move.magical else "misc", target=target, text=name)
    harm = Harm(target.id, target.name, target.health.boxes, stabilize(target.health))
    play.emit(Stabilized(**about(actor, target), harm=harm))


def why_no_care(state: State, seat: Seat, actor: Combatant, magical: bool) -> Text:
    """Return why this kind of care does not stabilize, or an empty text."""
    if not magical:
        return EMPTY if state.options.mundane_stabilize else Text("Only magical healing stabilizes the dying.")
    if has_pool(actor) or seat.storyteller:
        return EMPTY
    return Text("{who} has no magic to heal with.", who=actor.name)


def check_valor(play: Play[State], move: acts.CheckValor) -> None:
    """Roll Valor, or the morale of a unit, against this foe's difficulty, unless it exceeds that (2E-485)."""
    actor = play.state.get(move.actor)
    check_nerve(play, actor, move.difficulty, improved=move.improved)
