"""The record: characters, sheets, ledgers, downtimes, threads and handouts, as their pages show them to the seat."""

from base64 import b64decode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Router

from api import record_schemas as schemas
from api.answers import answer, answer_bytes
from api.handouts import describe_picture
from api.parameters import MAX_ROWS, After, Key, Limit, load_page
from api.seat import get_asker
from campaigns.core.access import can_read_sheet, is_storyteller, visible_characters, visible_parts
from campaigns.core.known import visible_rows
from campaigns.core.seats import get_seat
from campaigns.downtime.page import Days, find_state, list_days, takes_plans
from campaigns.experience.page import load_ledger
from campaigns.handouts.visible import visible_handouts
from campaigns.imports import storywheel_file
from campaigns.models import Character, Downtime, HandoutPicture, Membership, Thread
from campaigns.sheets.json import canonical

PICTURE = {"description": "OK", "content": {"image/webp": {}}}
"""How OpenAPI describes an answer that is a picture."""

router = Router(tags=["Record"])


@router.get("/me", response=schemas.Me)
def read_me(request: HttpRequest) -> HttpResponse:
    """Read what the token is: its series, its role, and as whom it acts."""
    token = get_asker(request)
    member = token.membership
    played = sorted(key for key in get_seat(member).characters if key.isdecimal())
    me = schemas.Me(
        series=member.series_id,
        series_name=member.series.name,
        system=member.series.system,
        role=member.role,
        scope=token.scope,
        characters=played,
        expires_at=token.expires_at,
    )
    return answer(request, me)


@router.get("/characters", response=schemas.Characters)
def list_characters(request: HttpRequest, after: After = 0, limit: Limit = MAX_ROWS) -> HttpResponse:
    """List the characters that the seat knows of, by their keys."""
    member = get_asker(request).membership
    rows = visible_characters(member).select_related("owner").defer(*Character.UNLISTED)
    found, following = load_page(rows, after, limit)
    heads = [
        schemas.CharacterHead(
            id=character.pk,
            name=character.name,
            owner=character.owner.get_username() if character.owner else "",
            extra=character.extra,
            may_read=can_read_sheet(character, member),
        )
        for character in found
    ]
    return answer(request, schemas.Characters(characters=heads, next=following))


def _find_readable(member: Membership, key: int) -> Character:
    """Return a character whose sheet the seat may read: 404 if it does not know of it, 403 if it knows only that."""
    character = get_object_or_404(visible_characters(member).select_related("series", "owner"), pk=key)
    if not can_read_sheet(character, member):
        raise PermissionDenied(_("Only the player and the Storyteller can see this sheet."))
    return character


@router.get("/characters/{character_id}", response=schemas.Sheet)
def read_sheet(request: HttpRequest, character_id: Key) -> HttpResponse:
    """Read a sheet: the file that its page lets one download."""
    member = get_asker(request).membership
    character = _find_readable(member, character_id)
    written = storywheel_file.write(character, is_storyteller(member))
    sheet = canonical(character.series.system, character.sheet)  # an older one lacks what came later
    return answer(request, schemas.Sheet(id=character.pk, file={**written, "sheet": sheet}))


@router.get("/characters/{character_id}/ledger", response=schemas.Ledger)
def read_experience(request: HttpRequest, character_id: Key) -> HttpResponse:
    """Read a ledger of experience, the newest line first."""
    member = get_asker(request).membership
    ledger = load_ledger(_find_readable(member, character_id), member)
    shape = schemas.Ledger(
        purses=[
            schemas.Purse(label=purse.label, balance=purse.balance, earned=purse.earned, spent=purse.spent)
            for purse in ledger.purses
        ],
        lines=[
            schemas.LedgerEntry(
                at=line.entry.at,
                purse=line.purse,
                points=line.entry.points,
                reason=line.reason,
                place=line.place,
                balance=line.balance,
                undone=line.is_undone,
            )
            for line in ledger.lines
        ],
    )
    return answer(request, shape)


@router.get("/downtimes", response=schemas.Downtimes)
def list_downtimes(request: HttpRequest, after: After = 0, limit: Limit = 20) -> HttpResponse:
    """List the downtimes that the seat may see, by their keys, with the days of those whose sheets it may read."""
    member = get_asker(request).membership
    rows = visible_parts(Downtime.objects.filter(story__series=member.series_id), member)
    found, following = load_page(rows.select_related("story__series", "episode", "run"), after, limit)
    days = list_days(found, member)
    downtimes = [_describe_downtime(downtime, days[downtime.pk]) for downtime in found]
    return answer(request, schemas.Downtimes(downtimes=downtimes, next=following))


def _describe_downtime(downtime: Downtime, all_days: list[Days]) -> schemas.Downtime:
    people = [
        schemas.Days(
            character=day.character.pk,
            name=day.character.name,
            stretches=[
                schemas.Stretch(first=days.first, last=days.last, kind=days.kind, label=days.label)
                for days in day.stretches
            ],
        )
        for day in all_days
    ]
    return schemas.Downtime(
        id=downtime.pk,
        title=downtime.title,
        days=downtime.days,
        is_open=downtime.is_open,
        state=find_state(downtime),
        takes_plans=takes_plans(downtime),
        people=people,
    )


@router.get("/threads", response=schemas.Threads)
def list_threads(request: HttpRequest, after: After = 0, limit: Limit = 20) -> HttpResponse:
    """List the threads that the seat knows of, by their keys, with their notes."""
    member = get_asker(request).membership
    is_run = is_storyteller(member)
    found, following = load_page(visible_rows(Thread, member), after, limit)
    shapes = [
        schemas.Thread(
            id=thread.pk,
            kind=thread.kind,
            title=thread.title,
            notes=thread.notes,
            secret_notes=thread.secret_notes if is_run else "",
            segments=thread.segments,
            filled=thread.filled,
            is_open=thread.is_open,
        )
        for thread in found
    ]
    return answer(request, schemas.Threads(threads=shapes, next=following))


@router.get("/handouts", response=schemas.Handouts)
def list_handouts(request: HttpRequest, after: After = 0, limit: Limit = 20) -> HttpResponse:
    """List the handouts that the seat may see, by their keys, with their texts."""
    rows = visible_handouts(get_asker(request).membership)
    found, following = load_page(rows, after, limit)
    shapes = [
        schemas.Handout(
            id=handout.pk,
            title=handout.title,
            text=handout.text,
            picture=describe_picture(handout.pk, handout) if handout.picture_name else None,
        )
        for handout in found
    ]
    return answer(request, schemas.Handouts(handouts=shapes, next=following))


@router.get("/handouts/{handout_id}/picture.webp", openapi_extra={"responses": {200: PICTURE}})
def read_picture(request: HttpRequest, handout_id: Key) -> HttpResponse:
    """Read the picture of a handout that the seat may see."""
    seen = visible_handouts(get_asker(request).membership)
    picture = get_object_or_404(HandoutPicture, handout=handout_id, handout__in=seen)
    return answer_bytes(request, b64decode(picture.image), "image/webp")
