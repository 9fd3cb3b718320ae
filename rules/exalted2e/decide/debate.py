"""Social combat: words against Mental DVs, and what resisting them costs (2E-510 to 2E-516)."""

from dataclasses import replace
from functools import partial
from typing import cast

from rules.battle.guards import check_number, refuse
from rules.battle.play import Play, about, at, in_private
from rules.battle.roster import find_seen
from rules.battle.setup import show
from rules.battle.stunts import ask_rating
from rules.errors import IllegalMove
from rules.exalted2e.actions.requests import build_pool, count_roll
from rules.exalted2e.actions.social import find_price, may_resist, work_on
from rules.exalted2e.attack.minds import MindOption, list_minds
from rules.exalted2e.decide.acting import begin_turn, get_aim, take_action
from rules.exalted2e.decide.common import check_target, count_fields, find_asked, new_id, put_prompt
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.plain import ActionText, dress_plain, gather_aids, make_plain, prepare
from rules.exalted2e.events import debate as ev
from rules.exalted2e.moves import debate as mv
from rules.exalted2e.pools import multiple_action_penalty
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.state import Combatant, Magic, Pending, PlainAction, PromptKind, State
from rules.exalted2e.state.debate import Influence, Leaning, Purpose, Stance
from rules.exalted2e.timing import SOCIAL
from rules.sheets import written
from rules.text import EMPTY, Text, verbatim

MAX_INTIMACIES = 60


def find_rate(state: State, ability: str) -> int:
    """Return how many attacks with this Ability one flurry may hold (2E-511)."""
    return state.options.performance_rate if ability == "performance" else 2


def persuade(play: Play[State], move: mv.Persuade) -> None:
    """Declare words for one target, or a flurry of them for several (2E-511)."""
    actor, state = begin_turn(play, move.actor), play.state
    refuse("no_debate", why_no_words(state))
    targets = [check_target(actor, find_seen(state, play.seat, id)) for id in move.targets]
    check_number(Text("Targets"), len(targets), 1, find_rate(state, move.ability))
    check_number(Text("Specialty dice"), move.specialty, 0, specialty_dots(actor.sheet, move.ability))
    aids = gather_aids(actor, move)
    plain = tuple(_declare(play, actor, target, move, len(targets), n) for n, target in enumerate(targets))
    plain = (dress_plain(play, actor, plain[0], move), *plain[1:])
    spend(play, actor, aids.magic, Text("the social attack"), willpower=aids.success, virtue=aids.virtue)
    row = SOCIAL[move.ability]
    take_action(
        play,
        actor,
        move.ability,
        target=targets[0] if len(targets) == 1 else None,
        speed=row.speed,
        penalty=row.penalty * len(targets),
        text=verbatim(move.text),
        plain=plain,
    )


def why_no_words(state: State) -> Text:
    """Return why no one persuades anyone in this battle, or an empty text."""
    return EMPTY if state.kind == "debate" else Text("MDV modifiers apply only in social combat.")


def _declare(
    play: Play[State], actor: Combatant, target: Combatant, move: mv.Persuade, count: int, index: int
) -> PlainAction:
    action_text = ActionText(move.text, move.attribute, move.ability, move.specialty, 1, move.specialties)
    plain = make_plain(play.state, actor, action_text, move)
    study, abort = get_aim(play.state, actor, target.id)
    request = replace(plain.request, multiple=multiple_action_penalty(count, index + 1))
    return replace(
        plain,
        id=new_id(play.state, "x", actor, index),
        place=index,
        request=request,
        study=study if index == 0 else 0,
        abort=abort,
        influence=Influence(target.id, cast(Purpose, move.purpose)),
    )


def go_on(play: Play[State], plain: PlainAction, influence: Influence) -> None:
    """Take the next step of an attempt to influence someone, or put the prompt that comes before it."""
    state, actor, target = play.state, play.state.get(plain.actor), play.state.get(influence.target)
    if not plain.rated:
        question = ask_rating(actor, plain.stunt, target.name)
        put_prompt(play, "action_stunt", actor, question, verbatim(plain.stunt_text), plain.id)
        return
    show(play, actor)
    show(play, play.state.get(target.id))
    target = play.state.get(target.id)
    put = partial(_ask, play, plain, target)
    if influence.leaning is None:
        question = Text(
            "{who} makes a social attack on {whom}. MDV modifiers for {whom}?", who=actor.name, whom=target.name
        )
        put("leaning", question)
    elif not influence.stance:
        question = Text(
            "{who} makes a social attack on {whom}. How does {whom} respond?", who=actor.name, whom=target.name
        )
        put("influence", question)
    elif influence.hit:
        put("resist", Text("{who}’s social attack succeeds. Give in?", who=actor.name))
    else:
        _roll(play, plain, influence, state)


def _ask(play: Play[State], plain: PlainAction, target: Combatant, kind: PromptKind, question: Text) -> None:
    """Put a prompt about these words before their target, or the Storyteller."""
    put_prompt(play, kind, target, question, verbatim(plain.text), plain.id)


def find_plain(state: State, pending: Pending) -> tuple[PlainAction, Influence]:
    """Return the words of a prompt. Raises `IllegalMove` if they are over."""
    for plain in state.plain:
        if plain.id == pending.about and plain.influence is not None:
            return plain, plain.influence
    raise IllegalMove("no_such_prompt", Text("That question is no longer open. Check the table again."))


def rule_leaning(play: Play[State], move: mv.RuleLeaning) -> None:
    """Note how the words stand to the mind of the target. Only the target's player learns of it."""
    pending, target = find_asked(play, move.prompt, "leaning")
    find_plain(play.state, pending)
    leaning = Leaning(int(move.intimacy), int(move.virtue), int(move.motivation), move.other, move.which)
    if leaning.virtue and max(target.sheet.virtues.values()) < 3:
        raise IllegalMove("no_virtue", Text("{who} has no Virtue of 3 or more.", who=target.name))
    play.emit(ev.LeaningRuled(**in_private(target), prompt=pending.id, leaning=leaning, exchange=pending.about))


def meet_influence(play: Play[State], move: mv.MeetInfluence) -> None:
    """Choose the MDV (2E-512)."""
    pending, target = find_asked(play, move.prompt, "influence")
    plain, influence = find_plain(play.state, pending)
    choose_mind(play.state, plain, replace(influence, stance=cast(Stance, move.stance)))
    play.emit(
        ev.InfluenceMet(**about(target), prompt=pending.id, stance=cast(Stance, move.stance), exchange=pending.about)
    )


def choose_mind(state: State, plain: PlainAction, influence: Influence) -> MindOption:
    """Return what meets the words. Raises `IllegalMove` for an MDV that the target does not have now."""
    actor, target = state.get(plain.actor), state.get(influence.target)
    found = list_minds(state, actor, target, influence.leaning or Leaning())
    for option in found:
        if option.stance == influence.stance:
            return option
    raise IllegalMove("no_defense", Text("{who} can’t defend now.", who=target.name))


def _roll(play: Play[State], plain: PlainAction, influence: Influence, state: State) -> None:
    """Roll the words against the MDV: like an attack they need a success more (2E-365, 2E-515)."""
    actor, target = play.state.get(plain.actor), play.state.get(influence.target)
    sheet, request = prepare(play.state, plain)
    pool = build_pool(sheet, request, state.options, plain.wound)
    mind = choose_mind(play.state, plain, influence)
    counted = count_roll(sheet, request, pool, play.dice(actor, target), state.options)
    hit = counted.total > mind.mdv.total
    known = () if target.character is None else (target.character,)
    play.emit(
        ev.InfluenceRolled(
            **at(actor, target),
            action=plain,
            pool=pool,
            **count_fields(counted),
            mdv=mind.mdv,
            mdv_for=known,
            hit=hit,
            exchange=plain.id,
        )
    )
    if not hit:
        _end(play, plain, "missed")


def answer_influence(play: Play[State], move: mv.AnswerInfluence) -> None:
    """Give in, or resist: for 1 Willpower, and for nothing once the scene has drained the limit (2E-515)."""
    pending, target = find_asked(play, move.prompt, "resist")
    plain, influence = find_plain(play.state, pending)
    refuse("cannot", why_not_resist(play.state, target, influence) if move.resist else why_not_yield(target, influence))
    if not move.resist:
        _end(play, plain, "yielded", pending.id)
        _work(play, plain, influence)
        return
    price = min(find_price(target.drained, play.state.options.drain_limit), target.willpower)
    if price:
        spend(play, target, Magic(willpower=price), Text("resisting"), exchange=plain.id)
    _end(play, plain, "resisted", pending.id, price)


def why_not_yield(target: Combatant, influence: Influence) -> Text:
    """Return why the target cannot give in, or an empty text (2E-515)."""
    against = influence.leaning is not None and influence.leaning.motivation > 0
    return Text("It contradicts the Motivation and must be resisted.") if against else EMPTY


def why_not_resist(state: State, target: Combatant, influence: Influence) -> Text:
    """Return why the target cannot resist, or an empty text (2E-480, 2E-515)."""
    price = find_price(target.drained, state.options.drain_limit)
    must = bool(why_not_yield(target, influence))
    if may_resist(target.sheet.being, target.willpower, price, must=must):
        return EMPTY
    return Text("{who} has no Willpower to resist with.", who=target.name)


def _end(play: Play[State], plain: PlainAction, outcome: ev.Outcome, prompt: str = "", paid: int = 0) -> None:
    actor, influence = play.state.get(plain.actor), plain.influence
    if influence is None:
        return
    target = play.state.get(influence.target)
    ended = next(item for item in play.state.plain if item.id == plain.id)
    event = ev.InfluenceEnded(**at(actor, target), action=ended, outcome=outcome, prompt=prompt, paid=paid)
    play.emit(replace(event, exchange=plain.id))


def _work(play: Play[State], plain: PlainAction, influence: Influence) -> None:
    """Let words that were yielded to build or erode an Intimacy, one scene's worth in each debate (2E-516)."""
    if influence.purpose == "act":
        return
    target = play.state.get(influence.target)
    text = (influence.leaning.which if influence.leaning else "") or plain.text
    held, builds = written(target.sheet.intimacies), influence.purpose == "build"
    if text.strip().casefold() in target.stirred or (builds and len(held) >= MAX_INTIMACIES):
        return
    after = work_on(held, text, target.sheet.virtue("conviction"), builds=builds)
    if after != held:
        play.emit(
            ev.IntimacyWorked(**in_private(target), text=text, intimacies=after, builds=builds, exchange=plain.id)
        )
