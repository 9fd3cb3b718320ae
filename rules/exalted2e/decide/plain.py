"""Plain actions with a roll: leap, search, shout, climb; alone or in a flurry (2E-290, 2E-305)."""

from dataclasses import dataclass, replace

from rules.battle import Seat
from rules.battle.play import Play, about
from rules.battle.seats import RecordedSeat
from rules.battle.stunts import ask_rating
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.hidden import bare_verdict, verdict
from rules.exalted2e.actions.requests import (
    MAX_MODIFIER,
    WILLPOWER,
    RollRequest,
    build_pool,
    check_request,
    count_roll,
    is_worse,
)
from rules.exalted2e.decide.acting import begin_turn, get_aim, take_action
from rules.exalted2e.decide.common import count_fields, new_id, put_prompt, stunt_fields
from rules.exalted2e.decide.costs import parse_willpower, spend
from rules.exalted2e.decide.powers import USE, add_powers, gather_magic, is_simple
from rules.exalted2e.events.table import ActionRolled, DifficultySet
from rules.exalted2e.fighting import sheet_of, suffer_as
from rules.exalted2e.moves.acts import SetDifficulty, TakeAction
from rules.exalted2e.moves.aids import RuledMove
from rules.exalted2e.moves.debate import Persuade
from rules.exalted2e.pools import bonus, penalty
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.state import Combatant, Difficulty, FailedTry, Magic, PlainAction, State
from rules.exalted2e.timing import ACTIONS
from rules.exalted2e.traits import VIRTUES
from rules.text import Text, verbatim

CHARM = ACTIONS["charm"]


@dataclass(frozen=True, slots=True)
class ActionText:
    """One plain action as a move describes it."""

    text: str
    attribute: str
    ability: str
    specialty: int
    difficulty: int
    specialties: tuple[str, ...] = ()
    retry: bool = False
    failures: int = 0


def take_plain_action(play: Play[State], move: TakeAction) -> None:
    """Declare a plain action, whose roll waits until all have declared (2E-267, 2E-290)."""
    actor = begin_turn(play, move.actor)
    speed, lost = move.speed, move.dv_penalty
    if is_simple(actor, move.powers):
        speed, lost = CHARM.speed, CHARM.penalty
    aids = gather_aids(actor, move)
    action_text = ActionText(move.text, move.attribute, move.ability, move.specialty, move.difficulty, move.specialties)
    plain = make_plain(play.state, actor, action_text, move)
    plain = count_failures(play.seat, actor, plain, retry=move.retry, said=move.failures)
    plain = with_difficulty(actor, dress_plain(play, actor, plain, move))
    spend(play, actor, aids.magic, Text("the action"), willpower=aids.success, virtue=aids.virtue)
    text = plain.name
    take_action(play, actor, "misc", speed=speed, penalty=lost, text=text, is_long=move.is_long, plain=(plain,))


def count_failures(seat: Seat, actor: Combatant, plain: PlainAction, *, retry: bool, said: int = 0) -> PlainAction:
    """Return a plain action with the tries that failed before it (2E-088).

    It tries again if that is said, or if a player uses the same words for the same roll; earlier versions did not look
    at the words. The Storyteller can waive it, so hers are not looked at either. `said`: the number in older moves.
    """
    known = next((record for record in actor.tried if is_same_roll(record, plain)), None)
    looks = not (seat.storyteller or isinstance(seat, RecordedSeat))
    if retry:
        said = max(said, 1, known.failures if known else 0)
    elif looks and known and known.words and known.words == find_words(plain):
        said = max(said, known.failures)
    return replace(plain, request=replace(plain.request, failures=min(said, MAX_MODIFIER)))


def is_same_roll(tried: FailedTry, plain: PlainAction) -> bool:
    """Whether the action rolls what failed before."""
    return (tried.attribute, tried.ability) == (plain.request.attribute, plain.request.ability)


def find_words(plain: PlainAction) -> str:
    """Return the words of an action, as they are compared."""
    return " ".join(plain.text.casefold().split())


def note_try(actor: Combatant, plain: PlainAction, *, failed: bool) -> FailedTry | None:
    """Return what is known of such tries after this one; None if it is as before.

    A failure counts one more than those before it; a success of what failed forgets them.
    """
    roll, before = plain.request, plain.request.failures
    if failed:
        return FailedTry(roll.attribute, roll.ability, find_words(plain), before + 1)
    known = any(is_same_roll(record, plain) for record in actor.tried)
    return FailedTry(roll.attribute, roll.ability, failures=0) if known and before else None


def with_difficulty(actor: Combatant, plain: PlainAction) -> PlainAction:
    """Return a plain action with the difficulty that the Storyteller has set, if any.

    Raises `IllegalMove` for another one than the standard: so no answer reveals which was set (2E-066).
    """
    ruled = actor.difficulty
    if not ruled.value:
        return plain
    if plain.request.difficulty != 1:
        sentence = Text("The Storyteller has set the difficulty of this roll. Leave it at 1.")
        raise IllegalMove("difficulty_set", sentence, key="difficulty")
    return replace(plain, request=replace(plain.request, difficulty=ruled.value), hidden=ruled.hidden)


def set_difficulty(play: Play[State], move: SetDifficulty) -> None:
    """Set the difficulty of a plain action, openly or hidden."""
    ruled = Difficulty(move.difficulty, move.hidden and move.difficulty > 0)
    play.emit(DifficultySet(**about(play.state.get(move.actor)), difficulty=ruled))


@dataclass(frozen=True, slots=True)
class Aids:
    """What aids a roll and what it costs: magic, a success of Willpower, a Virtue."""

    magic: Magic
    success: bool
    virtue: str


def gather_aids(actor: Combatant, move: TakeAction | Persuade) -> Aids:
    """Return what aids the roll of this move."""
    magic = add_powers(gather_magic(move), USE.choose_payable(actor, move.powers, "roll"))
    return Aids(magic, *parse_willpower(move.willpower))


def dress_plain(play: Play[State], actor: Combatant, plain: PlainAction, move: TakeAction | Persuade) -> PlainAction:
    """Return a plain action with the stunt, Willpower and magic of this move. Raises `BadInput` for too much of it."""
    success, virtue = parse_willpower(move.willpower)
    request = replace(
        plain.request,
        effort=WILLPOWER if success else virtue,
        magic_bonus=move.magic_dice + move.excellency,
        charm_successes=move.magic_successes,
        powers=move.powers,
    )
    check_request(_sheet_for(actor), request)
    return replace(plain, request=request, **stunt_fields(play, actor, move.stunt, move.stunt_text))


def make_plain(state: State, actor: Combatant, action_text: ActionText, move: RuledMove) -> PlainAction:
    """Return a plain action with the dice that the Storyteller gives or takes in the move.

    Raises `BadInput` for traits that no one rolls. A specialty counts up to the dots on the sheet (2E-170).
    """
    attribute = action_text.attribute
    ability = "" if attribute in VIRTUES else action_text.ability
    if not attribute or not (ability or attribute in VIRTUES):
        raise BadInput("missing_key", Text("Choose an Attribute and an Ability to roll, or a Virtue alone."))
    request = RollRequest(
        attribute,
        ability,
        specialty=min(action_text.specialty, specialty_dots(actor.sheet, ability)),
        specialties=action_text.specialties,
        bonus=move.bonus,
        penalty=move.penalty,
        magic_penalty=move.magic_penalty,
        external=move.external,
        difficulty=action_text.difficulty,
    )
    check_request(_sheet_for(actor), request)
    abort = get_aim(state, actor, "")[1]
    return PlainAction(
        new_id(state, "x", actor), actor.id, action_text.text, request, wound=actor.wound_now, abort=abort
    )


def _sheet_for(actor: Combatant) -> Sheet:
    """Return the sheet for a roll whose powers are paid already, so that none of them counts as used up."""
    return replace(sheet_of(actor), powers_spent=())


def prepare(state: State, plain: PlainAction) -> tuple[Sheet, RollRequest]:
    """Return the sheet and the request of the roll, with the combatant's conditions in the battle."""
    actor = state.get(plain.actor)
    stunted = replace(plain.request, stunt=plain.stunt)
    request = suffer_as(state, actor, stunted)
    if plain.abort:
        broken = penalty(Text("Aim broken off"), plain.abort, "other internal", "2E-297")
        request = replace(request, conditions=(*request.conditions, broken))
    if plain.study:
        request = replace(request, conditions=(*request.conditions, bonus(Text("Study"), plain.study, "aim", "2E-511")))
    return _sheet_for(actor), request


def roll_plain_action(play: Play[State], plain: PlainAction) -> None:
    """Roll a plain action, or ask for the rating of its stunt."""
    state, actor = play.state, play.state.get(plain.actor)
    if not plain.rated:
        question = ask_rating(actor, plain.stunt, what=plain.traits)
        put_prompt(play, "action_stunt", actor, question, verbatim(plain.stunt_text), plain.id)
        return
    sheet, request = prepare(state, plain)
    pool = build_pool(sheet, request, state.options, plain.wound)
    counted = count_roll(sheet, request, pool, play.dice(actor), state.options)
    said = bare_verdict(counted.outcome) if plain.hidden else verdict(counted.outcome, counted.threshold)
    tried = note_try(actor, plain, failed=not counted.is_success)
    worse = counted.is_botch and is_worse(sheet, request, state.options)
    fields = {**count_fields(counted), "verdict": said, "tried": tried, "worse": worse}
    play.emit(ActionRolled(**about(actor), action=plain, pool=pool, **fields))
