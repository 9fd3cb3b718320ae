"""Write a post: drafts that the server keeps, a preview, and changes of a person's own post."""

import uuid
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.chronicle.drafts import CHOICES, DRAFTS, WORDS, find_draft
from campaigns.core.decorators import login_required
from campaigns.core.edit_conflict import fingerprint
from campaigns.core.form_views import wants_json
from campaigns.core.language import translate
from campaigns.core.markdown import render_markdown
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused, Stale
from campaigns.models import Draft, Membership, Role, Scene, User
from play.commands.forms import parse_command
from play.commands.moves import MAX_POST, EditPost, Post
from play.commands.submit import Answer, submit
from play.seats.facts import TableFacts, get_facts_for, seat_at
from play.seats.log import load_lines_from
from play.seats.mentioned import load_names_in
from play.seats.voices import gather_voices
from play.server.threads import carry_out
from play.table.lines import LogLine
from play.table.rows import find_answer, find_table
from play.table.seat_log import count_entries
from play.table.side_scenes import list_side_scenes
from play.table.speech import count_edits
from play.views.table import PLAIN, TableRequest, find_page
from rules.battle import Move, Seat
from rules.errors import IllegalMove, RulesError
from rules.text import Text


@dataclass
class Desk:
    """One person at the form: what was sent, and what the page will say to it."""

    request: TableRequest
    scene: Scene
    membership: Membership
    facts: TableFacts
    seat: Seat
    line: LogLine | None = None
    """The post that is changed; None for a new one."""
    said: dict[str, Any] = field(default_factory=dict)
    """What the answer shows beside the form: `wrong`, `saved`, `theirs`, `preview`, `posted`."""

    @property
    def text(self) -> str:
        """The text that was sent."""
        return self.request.POST.get("text", "").replace("\r\n", "\n")

    @property
    def address(self) -> str:
        """Where the form is sent."""
        return reverse("table_write", args=[self.scene.pk, *([self.line.count] if self.line else [])])


@login_required("GET", "POST", in_utc=True)
def write(request: TableRequest, user: User, scene_id: int, count: int | None = None) -> HttpResponse:
    """Show the form for a post, or for the change of the post that the member calls `count`; do what it asks for.

    A text that is sent is kept as a draft first, so that no refusal loses it.
    """
    desk = _sit_down(request, scene_id, count)
    if request.method == "GET":
        return _answer_json(desk) if wants_json(request) else _show(desk)
    wanted = request.POST.get("do", "")
    if wanted == "preview":
        names = load_names_in(desk.facts, desk.seat, desk.text)
        desk.said["preview"] = render_markdown(desk.text[:MAX_POST], names)
        return _answer(desk, "_write_preview")
    return _post(desk) if wanted == "post" else _keep(desk)


def _sit_down(request: TableRequest, scene_id: int, count: int | None) -> Desk:
    facts, membership = get_facts_for(request.user, scene_id)
    if membership.role == Role.SPECTATOR:
        raise PermissionDenied(translate(Text("You are a spectator. Ask the Storyteller to join as a player.")))
    desk = Desk(request, facts.scene, membership, facts, seat_at(facts, membership)[0])
    if count is not None:
        _count, lines = load_lines_from(facts, desk.seat, count)
        desk.line = lines[-1] if lines else None
        if desk.line is None or desk.line.by != request.user.pk or not (desk.line.speech and desk.line.speech.is_post):
            raise Http404
    return desk


def _keep(desk: Desk) -> HttpResponse:
    """Keep the draft, and say so."""
    status = HTTPStatus.OK.value
    try:
        if desk.line is None:
            _keep_draft(desk)
            desk.said["saved"] = True
    except Refused as refusal:
        status = refusal.status
    return _answer(desk, "_write_state", status)


def _keep_draft(desk: Desk) -> None:
    """Keep what was sent as the draft. Raises `Refused`; `said` then has the reason, and what stands there instead."""
    data = desk.request.POST
    values = {name: data.get(name, "")[:longest] for name, longest in CHOICES.items()}
    try:
        if len(desk.text) > MAX_POST:
            raise Refused(_("A post can be up to %(n)s characters. Shorten it.") % {"n": MAX_POST}, status=422)
        seen = data.get("over") or data.get("seen", "")
        draft = Draft(scene=desk.scene, user=desk.membership.user)
        save_record(DRAFTS, desk.membership, draft, {"text": desk.text}, beside=values, seen=seen)
    except Refused as refusal:
        desk.said["wrong"] = refusal.sentence
        if isinstance(refusal, Stale):
            theirs = find_draft(desk.membership, desk.scene)
            desk.said |= {"theirs": theirs.text, "is_stale": True, "over": fingerprint(theirs, WORDS)}
        raise


def _post(desk: Desk) -> HttpResponse:
    """Put the text into the log, once for each command id."""
    try:
        key, shown = parse_command(desk.request.POST)
        if desk.line is None and not _is_done(desk, key):
            _keep_draft(desk)
        answer = carry_out(partial(_submit, desk, key, shown))
    except Refused as refusal:
        return _answer(desk, "_write_state", refusal.status)
    except RulesError as refusal:
        desk.said["wrong"] = translate(refusal.sentence)
        if desk.line is not None and desk.line.speech is not None and refusal.code == "changed_elsewhere":
            desk.said |= {"theirs": desk.line.speech.text, "is_stale": True}
        status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
        return _answer(desk, "_write_state", status)
    if not desk.request.htmx or desk.line is not None:
        return redirect(f"{find_page(desk.request, desk.scene.pk)}#log-part")
    desk.said["posted"] = desk.request.htmx.target == "write-state"  # of the page that has a preview to empty
    page = _answer(desk, "_write_state")
    page["HX-Trigger"] = f'{{"table:moved": {{"number": {answer.count}}}}}'
    return page


def _is_done(desk: Desk, key: uuid.UUID) -> bool:
    table = find_table(desk.scene.pk)
    return table is not None and find_answer(table, desk.request.user.pk, key) is not None


def _submit(desk: Desk, key: uuid.UUID, shown: int) -> Answer:
    return submit(desk.membership, desk.scene, key, shown, _make_move(desk))


def _make_move(desk: Desk) -> Move:
    data = desk.request.POST
    if desk.line is None:
        return Post(desk.text, **{name: data.get(name, "") for name in ("to", "speaker", "name", "strand")})
    times = data.get("times", "")
    is_count = times.isascii() and times.isdecimal() and len(times) < 9
    return EditPost(desk.line.count, desk.text, int(times) if is_count else -1)


def _answer(desk: Desk, part: str, status: int = HTTPStatus.OK) -> HttpResponse:
    """Answer the table's page with a part of the form; a browser without scripts gets the whole page."""
    if wants_json(desk.request):
        return _answer_json(desk, status)
    if not desk.request.htmx:
        return _show(desk, status)
    return render(desk.request, f"play/{part}.html", _context(desk), status=status)


def _answer_json(desk: Desk, status: int = HTTPStatus.OK) -> HttpResponse:
    """Answer a page that draws itself: what was kept, or why not. Without a post, the draft as it stands."""
    context, said = _context(desk), desk.said
    answer: dict[str, Any] = {
        "seen": context["seen"],
        **{name: said[name] for name in ("saved", "wrong", "theirs") if name in said},
    }
    if said.get("over"):
        answer["over"] = said["over"]
    if "preview" in said:
        answer["preview_html"] = said["preview"]
    if desk.request.method == "GET":
        answer |= {**context["shown"], "longest": MAX_POST}
    return JsonResponse(answer, status=status)


def _show(desk: Desk, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(desk.request, "play/write.html", _context(desk), status=status)


def _context(desk: Desk) -> dict[str, Any]:
    """Return what the form shows: what was sent, or else the draft or the post as it stands."""
    data, draft = desk.request.POST, find_draft(desk.membership, desk.scene)
    shown = {name: getattr(draft, name) for name in (*WORDS, *CHOICES)}
    if desk.line is not None and desk.line.speech is not None:
        shown = {"text": desk.line.speech.text}
    if data:
        shown = {name: data.get(name, "") for name in (*WORDS, *CHOICES)} | {"text": desk.text}
    seen = data.get("seen", "") if desk.said.get("is_stale") else fingerprint(draft, WORDS)
    return {
        "scene": desk.scene,
        "line": desk.line,
        "times": _count_times(desk),
        "shown": shown,
        "seen": seen,
        "address": desk.address,
        "voices": gather_voices(desk.facts, desk.seat),
        "strands": [
            side_scene for side_scene in list_side_scenes(desk.facts.state.strands, desk.seat) if side_scene.is_open
        ],
        "longest": MAX_POST,
        "count": count_entries(desk.facts.table, desk.seat),
        "back": PLAIN if PLAIN in (desk.request.GET.get("back"), data.get("back")) else "",
        **desk.said,
    }


def _count_times(desk: Desk) -> int:
    """Return how often the post was edited: as the form says until a conflict is shown, then as it is."""
    return 0 if desk.line is None else count_edits(desk.facts.state.edits, desk.line.number)
