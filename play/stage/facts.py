"""All facts of a table, as one seat may know them. They are an allow-list: made key by key from what the seat's board
has, and never by dumping an object.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from django.urls import reverse

from campaigns.core.language import speaking
from play.offers.announce import announce
from play.offers.hand import Hand
from play.seats.board import Board, HandoutCard
from play.seats.board import NamedId as NamedOnBoard
from play.seats.board import Start as StartOnBoard
from play.seats.board import Voices as VoicesOnBoard
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
from play.stage.shape import Facts, Handout, Handouts, NamedId, SideSceneChoice, Start, Voices
from play.stage.standing_orders import make_ahead
from play.stage.tasks import make_tasks
from play.stage.tools import list_tools
from play.stage.words import Language, active_language, drop_empty, translate
from rules.lru_cache import cached_by_identity


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


def make_start(start: StartOnBoard) -> Start:
    """Return the three steps: the link, the heroes, and the button that ends it."""
    return {
        "invite": reverse("join", args=[start.invite]) if start.invite else "",
        "players": [{"name": player.name, "heroes": [*player.heroes]} for player in start.players],
        "members_url": reverse("members", args=[start.series]),
        "heroes_url": reverse("heroes", args=[start.series]),
        "done_url": reverse("series_started", args=[start.series]),
    }


def make_voices(board: Board, language: Language) -> Voices | None:
    """Return the voices of those who may speak now; None for spectators and once the scene is closed."""
    return None if board.spectator or not board.place.is_open else _make_voices(board.voices, language)


@cached_by_identity(256)
def _make_voices(voices: VoicesOnBoard, _language: Language) -> Voices:
    made = {"own": _name(voices.own), "ears": _name(voices.ears)}
    return cast(Voices, made | drop_empty(may_name=voices.may_name))


def _name(people: Iterable[NamedOnBoard]) -> list[NamedId]:
    return [
        cast(NamedId, {"key": person.key, "name": translate(person.name)} | drop_empty(note=translate(person.note)))
        for person in people
    ]


@cached_by_identity(256)
def make_handouts(cards: Sequence[HandoutCard]) -> Handouts:
    """Return the handouts: the picture of the scene, then the others as they were shown."""
    return {"cards": {card.id: make_handout(card) for card in cards}, "order": [card.id for card in cards]}


def make_handout(card: HandoutCard) -> Handout:
    """Return one handout. `readers`: for the Storyteller, whose players see it where not everybody does."""
    has_picture = bool(card.picture_url)
    more = drop_empty(
        key=card.key,
        text_html=card.text_html,
        description=card.description,
        picture_url=card.picture_url,
        width=card.width if has_picture else None,
        height=card.height if has_picture else None,
        readers=None if card.readers is None else [*card.readers],
        leads=card.leads,
    )
    return cast(Handout, {"title": card.title, **more})


def make_side_scenes(board: Board) -> list[SideSceneChoice]:
    """Return the side scenes of which the seat knows."""
    return [
        cast(
            SideSceneChoice,
            {"id": side_scene.name.id, "title": side_scene.name.title, "is_open": side_scene.is_open}
            | drop_empty(is_secret=side_scene.audience is not None),
        )
        for side_scene in board.side_scenes
    ]
