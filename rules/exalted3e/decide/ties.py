"""Who acts first on a tick that several share (3E-051, 3E-583, 3E-584)."""

from collections.abc import Callable, Mapping, Sequence

from rules.battle import Seat
from rules.battle.play import about
from rules.dice import Die
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import throw_dice as count_dice
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play, close_prompt, find_prompt, raise_prompt, throw_dice
from rules.exalted3e.timing.ticks import parties_of, reach_tick
from rules.text import Text

Party = list[Combatant]
SECRET: tuple[str, ...] = ()
MAX_ROLL_OFFS = 20
"""The most rounds of dice for one tie: loaded dice must not hold the table up."""
"""The audience of what the Storyteller alone may read."""


def reach(play: Play, tick: int, due: tuple[str, ...]) -> None:
    """Reach a tick. Settle the order among the Storyteller's own, and ask the players who share it with others."""
    order, dice = order_own(play, due)
    parties = parties_of(play.state, order)
    tied = len(parties) > 1
    reach_tick(play, tick, order, settled=not tied)
    if dice:
        _log_own(play, order, dice)
    _ask_own(play)
    if not tied:
        return
    asks_all = play.state.options.ask_every_tie
    for party in parties.values():
        if party[0].is_played or asks_all:
            question = Text("Tick {n} is shared: does {who} want to act first, or yield?", n=tick, who=party[0].name)
            raise_prompt(play, "tie", party[0].id, "", question, quiet=not asks_all)


def reach_open_delays(play: Play, tick: int, delays: tuple[str, ...]) -> None:
    """Reach the tick after the last one, on which those act who delayed without a tick (3E-203)."""
    order, dice = order_own(play, delays)
    reach_tick(play, tick, order)
    if dice:
        _log_own(play, order, dice)
    _ask_own(play)


# --- the Storyteller's own


def list_own(state: State, due: Sequence[str]) -> list[str]:
    """Return those of a tick whom the Storyteller plays, in their order."""
    return [id for id in due if not state.get(id).is_played]


def order_own(play: Play, due: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Die, ...]]:
    """Order the Storyteller's own by a die each, if the table plays so (3E-583). Return the order and the dice."""
    own = list_own(play.state, due)
    if len(own) < 2 or play.state.options.own_ties != "die":
        return due, ()
    ranked, dice = _rank_unseen(play, own)
    return _reorder(due, ranked), dice


def _reorder(due: Sequence[str], ranked: Sequence[str]) -> tuple[str, ...]:
    """Put some of a tick into another order; the others keep their places."""
    left = iter(ranked)
    return tuple(next(left) if id in ranked else id for id in due)


def _rank_unseen(play: Play, own: Sequence[str]) -> tuple[list[str], tuple[Die, ...]]:
    """Rank combatants by dice that only the Storyteller sees."""
    roller = play.secret_dice()
    faces, dice = roll_off(len(own), lambda: count_dice(1, roller).dice[0])
    return [own[place] for place in rank(faces)], dice


def _log_own(play: Play, order: tuple[str, ...], dice: tuple[Die, ...] = ()) -> None:
    state = play.state
    names = tuple(state.get(id).name for id in list_own(state, order))
    play.emit(
        ev.TieBroken(audience=SECRET, turn=state.round, tick=state.tick, order=order, names=names, dice=dice, own=True)
    )


def _ask_own(play: Play) -> None:
    """Ask the Storyteller which of her own acts first, if the table plays so (3E-583)."""
    state = play.state
    own = list_own(state, state.due)
    if len(own) < 2 or state.options.own_ties != "choose":
        return
    question = Text("Several of your characters act on tick {n}. Who acts first?", n=state.tick)
    raise_prompt(play, "order", own[0], "", question, audience=SECRET, options=tuple(own), quiet=True)


def choose_order(play: Play, move: mv.ChooseOrder) -> None:
    """Let one of the Storyteller's own act first; the others roll a die each (3E-583)."""
    prompt = find_prompt(play, move.prompt, "order")
    state = play.state
    own = list_own(state, state.due)
    if move.first not in own:
        raise IllegalMove("not_on_tick", Text("Choose one of your characters who acts on this tick."))
    close_prompt(play, prompt)
    others, dice = [id for id in own if id != move.first], tuple[Die, ...]()
    if len(others) > 1:
        others, dice = _rank_unseen(play, others)
    _log_own(play, _reorder(state.due, [move.first, *others]), dice)


# --- players


def answer_tie(play: Play, move: mv.AnswerTie) -> None:
    """Act first, or yield. The first answer that leaves nothing open settles the tie (3E-051)."""
    prompt, asks_all = find_prompt(play, move.prompt, "tie"), play.state.options.ask_every_tie
    play.emit(ev.TieAnswered(**about(play.state.get(prompt.who)), prompt=prompt.id, first=move.first, told=asks_all))
    close_prompt(play, prompt)
    if not asks_all and (move.first or len(_list_eager(play.state)) < 2):
        for other in play.state.pending:
            if other.kind == "tie":
                close_prompt(play, other)


def break_tie(play: Play) -> None:
    """Put the parties first that want to be first; several of them roll a die each (3E-051)."""
    state = play.state
    parties = list(parties_of(state, state.due).values())
    eager = _list_eager(state)
    patient = [party for party in parties if party not in eager]
    hands = _join_hands(play, eager)
    faces, dice = roll_off(len(hands), lambda: throw_dice(play, 1).dice[0])
    ranked = [party for place in rank(faces) for party in hands[place]]
    order = [actor.id for party in (*ranked, *patient) for actor in party]
    order += [id for id in state.due if id not in order]
    names = tuple(actor.name for party in (*ranked, *patient) for actor in party)
    play.emit(ev.TieBroken(turn=state.round, tick=state.tick, order=tuple(order), names=names, dice=dice))


def _list_eager(state: State) -> list[Party]:
    """Return the parties that want to act first. Who was not asked, or has not answered, does not yield."""
    wishes: Mapping[str, bool] = dict(state.tie_answers)
    unsaid = not state.options.ask_every_tie
    parties = parties_of(state, state.due).values()
    return [party for party in parties if party and any(wishes.get(actor.id, unsaid) for actor in party)]


def _join_hands(play: Play, eager: Sequence[Party]) -> list[list[Party]]:
    """Return the parties by the hand that plays them. The one who answers orders her own characters (3E-584)."""
    state, hands = play.state, list[list[Party]]()
    said = dict(state.tie_answers)
    own: list[Party] = []
    for party in eager:
        if state.options.ask_every_tie or not is_mine(play.seat, party[0]):
            hands.append([party])
            continue
        own.append(party)
        if len(own) == 1:
            hands.append(own)
    own.sort(key=lambda party: not any(said.get(actor.id) for actor in party))
    return hands


def is_mine(seat: Seat, actor: Combatant) -> bool:
    """Return whether the seat itself plays the combatant; the Storyteller may answer for others, too."""
    return actor.is_played and actor.character in seat.characters


def roll_off(count: int, throw: Callable[[], Die]) -> tuple[list[tuple[int, ...]], tuple[Die, ...]]:
    """Roll a die for each party until all faces differ; parties with equal faces roll again.

    Return the faces by party, and all dice. After `MAX_ROLL_OFFS` rounds equal ones keep their order.
    """
    faces: list[tuple[int, ...]] = [()] * count
    dice: list[Die] = []
    for _ in range(MAX_ROLL_OFFS):
        if count < 2 or len(set(faces)) == count:
            break
        for place in [place for place in range(count) if faces.count(faces[place]) > 1]:
            dice.append(throw())
            faces[place] = (*faces[place], dice[-1].face)
    return faces, tuple(dice)


def rank(faces: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the places of the parties, the highest faces first."""
    return sorted(range(len(faces)), key=lambda place: faces[place], reverse=True)
