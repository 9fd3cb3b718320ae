"""Scenes and their tables: read, and act."""

from functools import partial
from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from ninja import Header, Router

from api.answers import answer
from api.events import SLOT, Follow, News
from api.handouts import list_scene_handouts
from api.offers import describe_form, describe_offer, describe_roll
from api.parameters import MAX_ROWS, After, Key, Limit, Number, load_page
from api.seat import Sitting, find_place, get_asker, require_acting, sit_down, take_seat
from api.table_schemas import (
    Awaited,
    CommandIn,
    Done,
    InScene,
    Line,
    Log,
    MoveIn,
    OddsOut,
    OfferHead,
    Offers,
    Proposed,
    RollHead,
    Rolls,
    SceneHead,
    Scenes,
    Table,
    Words,
)
from campaigns.core.access import visible_parts
from campaigns.models import Scene, SeatToken
from campaigns.series.tokens.services import find_living
from play.commands.json_moves import parse_json_move
from play.commands.moves import BattleMove, MakeRoll
from play.commands.submit import Answer, submit
from play.commands.tasks.chances import load_context, preview_attack, preview_pad
from play.seats.board import Board
from play.seats.gather import gather_translated_board
from play.seats.log import load_after
from play.seats.translate import translate_lines
from play.server.threads import carry_out
from play.table.lines import LogLine
from play.table.speech import Speech
from rules import get_system
from rules.codec import decode
from rules.errors import IllegalMove
from rules.text import Text

AGAIN = b"retry: 2000\n\n"
"""How many milliseconds a program should wait before it follows again."""
STREAM = {"description": "OK", "content": {"text/event-stream": {"schema": {"type": "string"}}}}

router = Router(tags=["Tables"])


@router.get("/scenes", response=Scenes)
def list_scenes(request: HttpRequest, after: After = 0, limit: Limit = MAX_ROWS) -> HttpResponse:
    """List the scenes of the series that the seat may see, by their keys."""
    membership = get_asker(request).membership
    rows = visible_parts(Scene.objects.filter(episode__story__series=membership.series_id), membership)
    found, following = load_page(rows.select_related("episode"), after, limit)
    heads = [
        SceneHead(
            id=scene.pk, title=scene.title, episode=scene.episode.title, is_open=scene.is_open, is_planned=scene.planned
        )
        for scene in found
    ]
    return answer(request, Scenes(scenes=heads, next=following))


@router.get("/scenes/{scene_id}", response=Table)
def read_table(request: HttpRequest, scene_id: Key) -> HttpResponse:
    """Read a table as the seat sees it now."""
    sitting = sit_down(get_asker(request), scene_id)
    board = gather_translated_board(sitting.facts, sitting.seat_class)
    return answer(request, _describe_table(sitting, board), board.count)


def _describe_table(sitting: Sitting, board: Board) -> Table:
    place = board.place
    return Table(
        id=place.scene,
        title=place.title,
        series=place.series,
        episode=place.episode,
        time=place.time,
        is_open=place.is_open,
        number=board.count,
        paused=board.paused,
        card=board.card,
        due_at=board.due_at,
        battle=dict(board.battle) if board.battle else None,
        party=[
            InScene(
                character=member.character,
                name=member.who["name"],
                owner=member.owner,
                mine=member.is_own,
                conditions=list(member.who["conditions"]),
            )
            for member in board.party.members
        ],
        waits=[
            Awaited(kind=wait.kind, name=wait.name, since=wait.since, due_at=wait.due_at, mine=wait.is_mine)
            for wait in board.waits
        ],
        proposals=[
            Proposed(
                id=proposal.id,
                name=proposal.name,
                who=proposal.who,
                what=proposal.what,
                numbers=proposal.numbers,
                why=proposal.reason,
                mine=proposal.is_mine,
                refused=proposal.is_refused,
            )
            for proposal in board.proposals
        ],
        handouts=list_scene_handouts(sitting, board),
    )


@router.get("/scenes/{scene_id}/log", response=Log)
def read_log(request: HttpRequest, scene_id: Key, after: Number = 0, limit: Limit = MAX_ROWS) -> HttpResponse:
    """Read the log after the entry that the seat calls `after`, the oldest first."""
    news = describe_log(sit_down(get_asker(request), scene_id), after, limit)
    return answer(request, news, news.number)


def describe_log(sitting: Sitting, after: int, most: int) -> Log:
    """Return a page of the log as the seat reads it, in the active language."""
    count, lines = load_after(sitting.facts, sitting.seat_class[0], after, most)
    entries = [_describe_line(line) for line in translate_lines(lines)]
    following = entries[-1].number if entries and entries[-1].number < count else None
    return Log(number=count, lines=entries, next=following)


def _describe_line(line: LogLine) -> Line:
    event, speech = line.event, line.speech
    return Line(
        number=line.count,
        at=line.at,
        kind=event["kind"],
        line=event["line"],
        when=event["when"],
        verdict=event["verdict"],
        steps=[dict(step) for step in event["steps"]],
        secret=event["secret"],
        words=_describe_words(speech) if speech else None,
        strand=line.side_scene.title if line.side_scene else None,
        undone=line.undone,
    )


def _describe_words(speech: Speech) -> Words:
    return Words(name=speech.name, text=speech.text, to=speech.to, is_post=speech.is_post)


@router.get("/scenes/{scene_id}/events", openapi_extra={"responses": {200: STREAM}})
def follow_scene(
    request: HttpRequest,
    scene_id: Key,
    after: Number = 0,
    last: Annotated[int | None, Header(alias="Last-Event-ID", ge=0, lt=2**63)] = None,
) -> HttpResponse:
    """Follow a scene: what came after the entry that the seat calls `after` or `Last-Event-ID`, and each new line.

    Each is an event `line` with the JSON of a line of the log; its id is the seat's number.
    """
    token, asked = get_asker(request), after if last is None else last
    news = _load_news(sit_down(token, scene_id), asked)
    if (slot := getattr(request, "scope", {}).get(SLOT)) is not None:
        slot.append(Follow(scene_id, partial(_load_rest, token.pk, scene_id), news.last, get_language() or ""))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return HttpResponse(AGAIN + news.events, content_type="text/event-stream", headers=headers)


def _load_rest(token_id: int, scene_id: int, after: int, is_woken: bool) -> News:
    """Read what came after a number, for the seat that the token has now; if nothing woke it, only look whether it has
    one. Raises `Http404` if it has none."""
    token = find_living(token_id)
    if token is None:
        raise Http404
    place = find_place(token, scene_id)
    return _load_news(take_seat(*place), after) if is_woken else News(b"", after)


def _load_news(sitting: Sitting, after: int) -> News:
    news = describe_log(sitting, after, MAX_ROWS)
    events = "".join(f"id: {line.number}\nevent: line\ndata: {line.model_dump_json()}\n\n" for line in news.lines)
    return News(events.encode(), news.lines[-1].number if news.lines else after, news.next is not None)


@router.get("/scenes/{scene_id}/offers", response=Offers, by_alias=True)
def list_offers(request: HttpRequest, scene_id: Key, actor: str = "") -> HttpResponse:
    """List what the seat may do in the fight; of one `actor` alone, if it is named."""
    sitting = sit_down(get_asker(request), scene_id)
    board = gather_translated_board(sitting.facts, sitting.seat_class)
    system = get_system(sitting.scene.series.system)
    offers = board.offers.of(actor) if actor else iter(board.offers)
    offers_shown = [OfferHead(**describe_offer(offer), form=describe_form(offer, system)) for offer in offers]
    return answer(request, Offers(number=board.count, offers=offers_shown), board.count)


@router.get("/scenes/{scene_id}/rolls", response=Rolls, by_alias=True)
def list_rolls(request: HttpRequest, scene_id: Key) -> HttpResponse:
    """List for whom the seat may roll, during a fight or not."""
    sitting = sit_down(get_asker(request), scene_id)
    board = gather_translated_board(sitting.facts, sitting.seat_class)
    system = get_system(sitting.scene.series.system)
    heads = [
        RollHead(character=roll.character, name=roll.name, form=describe_roll(roll, system)) for roll in board.rolls
    ]
    return answer(request, Rolls(number=board.count, rolls=heads), board.count)


@router.post("/scenes/{scene_id}/moves", response=Done)
def make_move(request: HttpRequest, scene_id: Key, body: CommandIn) -> Done:
    """Carry out a move, once for each command id, as a click on the page does."""
    token = get_asker(request)
    require_acting(token)
    done = carry_out(partial(_act, token, scene_id, body))
    return Done(number=done.count, repeated=done.repeated, waiting=done.waits or None)


def _act(token: SeatToken, scene_id: int, body: CommandIn) -> Answer:
    scene, membership = find_place(token, scene_id)
    move = parse_json_move(get_system(scene.series.system), body.move)
    return submit(membership, scene, body.command, body.number, move, why=body.why, trusts=False)


@router.post("/scenes/{scene_id}/odds", response=OddsOut)
def read_odds(request: HttpRequest, scene_id: Key, body: MoveIn) -> OddsOut:
    """Read the odds of an attack or a roll, as far as the seat may know them. Nothing is rolled and nothing stored."""
    scene, membership = find_place(get_asker(request), scene_id)
    move, context = parse_json_move(get_system(scene.series.system), body.move), load_context(scene, membership)
    if isinstance(move, BattleMove):
        chances = preview_attack(context, move.move)
    elif isinstance(move, MakeRoll):
        asked: Any = decode(context.system.rolls.request, move.request)
        chances = preview_pad(context, context.get_character(move.character), asked, move.secret)
    else:
        raise IllegalMove("unknown_odds", Text("That does not need an immediate roll."))
    known = chances.chance
    return OddsOut(
        chance=known and known.value,
        about=bool(known and known.about),
        dice=None if chances.is_struck else chances.pool.dice,
        is_struck=chances.is_struck,
    )
