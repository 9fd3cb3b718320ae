"""All facts of a table, as one seat may know them. They are an allow-list: made key by key from what the seat's board
has, and never by dumping an object.
"""

from dataclasses import replace
from typing import cast

from campaigns.core.language import speaking
from play.offers.announce import announce
from play.offers.hand import Hand
from play.seats.board import Board
from play.seats.results import find_result
from play.seats.translate import translate_lines
from play.stage.asked import find_redo, make_proposals, make_requests, make_undo
from play.stage.fight import make_fight, make_order
from play.stage.hand import make_first_form, make_hand
from play.stage.log import make_log
from play.stage.people import make_party
from play.stage.place import make_me, make_place, make_state
from play.stage.playing import make_own_playing, say_playing
from play.stage.result import find_ended, list_deaths, make_result
from play.stage.rolls import make_rolls
from play.stage.shape import Facts
from play.stage.shown import make_handouts, make_side_scenes
from play.stage.standing_orders import make_ahead
from play.stage.start import make_start
from play.stage.talk import make_voices
from play.stage.tasks import make_tasks
from play.stage.tools import list_tools
from play.stage.words import Language, active_language, drop_empty


def make_facts(board: Board) -> Facts:
    """Return the facts of a board (`play.seats.gather.gather_board`) in the active language."""
    language = active_language()
    with speaking(language):
        return _make_facts(board, language)


def _make_facts(board: Board, language: Language) -> Facts:
    log, lines = make_log(board, language), translate_lines(board.log)
    if lines is not board.log:
        board = replace(board, log=lines)
    hand, result = Hand(board), find_result(board)
    cards = make_hand(hand)
    made: Facts = {
        "count": board.count,
        "me": make_me(board),
        "place": make_place(board.place, language),
        "said": {"n": board.count, "text": announce(board.log, hand, result)},
        "state": make_state(board),
        "hand": cards,
        "log": log,
    }
    is_peopled = bool(board.party.members or board.party.absent)
    more = drop_empty(
        fight=board.battle and make_fight(board.battle, language, board.playing),
        form=make_first_form(hand, cards, language),
        result=result and make_result(result, board.log, language),
        deaths=list_deaths(board),
        ended=find_ended(board),
        undo=make_undo(board),
        redo=find_redo(board),
        requests=make_requests(board),
        proposals=make_proposals(board, language),
        ahead=make_ahead(board.ahead),
        order=make_order(board.order),
        plays=say_playing(board),
        away=make_own_playing(board, language),
        rolls=make_rolls(board),
        voices=make_voices(board, language),
        tasks=make_tasks(board, language),
        handouts=make_handouts(board.handouts) if board.handouts else None,
        side_scenes=make_side_scenes(board),
        tools=list_tools(board),
        start=board.start and make_start(board.start),
        party=make_party(board.party, language) if is_peopled else None,
    )
    return cast(Facts, {**made, **more})
