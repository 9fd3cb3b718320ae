"""Experience: a character's ledger, purchases and plans; the Storyteller's awards and answers."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core import access
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, answer_form_once, answer_once, posted_data
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.experience.forms import AnswerForm, AwardForm, parse_goals, parse_wish
from campaigns.experience.ledger import award, count_missing, load_all_balances, reverse_award, reverse_entry
from campaigns.experience.page import WAITING, Holder, list_holders, list_waiting, load_ledger
from campaigns.experience.proposals import approve, propose, refuse, try_again, withdraw
from campaigns.experience.proposals import reverse as reverse_purchase
from campaigns.experience.shop import PricedWish, Shop
from campaigns.experience.training import trainings_of
from campaigns.experience.wording import describe_points, describe_training
from campaigns.models import Character, Membership, Proposal, ProposalState, Series, User
from campaigns.sessions.visible import guess_attendees, last_session
from campaigns.sheets.views import character_context
from rules import get_system
from rules.errors import RulesError

LINES_A_PAGE = 50
ANSWERS = 20
"""The number of answered proposals on a character's page: the newest ones."""


@login_required("GET")
def character_experience(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the character's ledger and proposals."""
    character, membership = access.get_ledger_for(user, pk)
    return _ledger_page(request, character, membership)


def _ledger_page(
    request: HttpRequest,
    character: Character,
    membership: Membership,
    answering: AnswerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Draw the ledger. `answering`: the form of an answer that was refused, shown at its proposal."""
    chosen = parse_key(request.GET.get("story", ""))
    ledger = load_ledger(character, membership, chosen)
    proposals = character.proposals.select_related("user", "answered_by")
    waiting = list(proposals.filter(state__in=WAITING).order_by("pk"))
    context = {
        **character_context(character, membership),
        "ledger": ledger,
        "story": chosen,
        "page": Paginator(ledger.lines, LINES_A_PAGE).get_page(request.GET.get("page")),
        "waiting": _answer_forms(request, character.series, waiting, answering),
        "trainings": trainings_of(character),
        "answered": proposals.exclude(state__in=(*WAITING, ProposalState.TRAINING))[:ANSWERS],
    }
    return render(request, "campaigns/experience.html", context, status=status)


def _answer_forms(
    request: HttpRequest, series: Series, waiting: Sequence[Proposal], answering: AnswerForm | None
) -> list[tuple[Proposal, AnswerForm]]:
    """Return the forms that answer these proposals, each with the points that its character lacks."""
    if answering and answering.proposal not in waiting:  # somebody was faster: there is no form to say it in
        messages.error(request, " ".join(str(text) for errors in answering.errors.values() for text in errors))
        answering = None
    balances = load_all_balances(series, {proposal.character_id for proposal in waiting})
    found = []
    for proposal in waiting:
        missing = count_missing(proposal.points, proposal.purses, balances.get(proposal.character_id, {}))
        found.append(
            (proposal, answering if answering and answering.proposal == proposal else AnswerForm(proposal, missing))
        )
    return found


@login_required("GET", "POST")
def experience_propose(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Choose what to buy, see its price, and propose it to the Storyteller."""
    character, membership = access.get_character_to_edit(user, pk)
    shop = Shop.of(character)
    if request.method == "POST":
        return _propose(request, user, character, membership, shop)
    priced = shop.price(parse_wish(shop.raises, request.GET)) if request.GET.get("what") else None
    if priced and getattr(request, "htmx", False):
        context = _price_context(request, character, priced) | {"said": _say_price(priced)}
        return render(request, "campaigns/_experience_price.html", context)
    return _shop_page(request, character, membership, shop, priced)


def _propose(
    request: HttpRequest, user: User, character: Character, membership: Membership, shop: Shop
) -> HttpResponse:
    sent = parse_wish(shop.raises, request.POST)
    words = request.POST.get("words", "").replace("\0", "")
    priced = shop.price(sent)
    if "look" in request.POST:
        return _shop_page(request, character, membership, shop, priced)

    def ask() -> str:
        if priced.quote and priced.shown != request.POST.get("shown"):
            raise Refused(_("The price has changed. Check it again before you send it."))
        made = propose(membership, character, sent.wish, words)
        messages.success(request, _("“%(what)s” is waiting for the Storyteller.") % {"what": made.label})
        return reverse("experience", args=[character.pk])

    try:
        return answer_once(request, user, ask)
    except (RulesError, Refused) as refusal:
        status = refusal.status if isinstance(refusal, Refused) else 422
        return _shop_page(request, character, membership, shop, priced, refusal=refusal.sentence, status=status)


def _shop_page(
    request: HttpRequest,
    character: Character,
    membership: Membership,
    shop: Shop,
    priced: PricedWish | None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    wish = priced.sent.wish if priced else None
    context = {
        **character_context(character, membership),
        "sections": shop.sections({wish.path: wish.after} if wish else {}),
        "goods": shop.goods,
        "balances": [(shop.purses[purse], points) for purse, points in shop.balances.items()],
        **(_price_context(request, character, priced, refusal) if priced else {}),
    }
    return render(request, "campaigns/experience_propose.html", context, status=status)


def _price_context(
    request: HttpRequest, character: Character, priced: PricedWish, refusal: str = ""
) -> dict[str, object]:
    words = (request.POST or request.GET).get("words", "")[:300]
    refusal = refusal or priced.refusal
    return {"character": character, "priced": priced, "refusal": refusal, "words": words}


def _say_price(priced: PricedWish) -> str:
    """Return the price in a line, for screen readers."""
    if priced.quote is None:
        return priced.refusal
    price = priced.quote.price
    return f"{priced.quote.label}: {describe_points(price.total)}, {describe_training(price.seconds)}."


@login_required("GET")
def experience_plan(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show what some goals would cost in points and weeks, and what is missing. The URL holds the plan."""
    character, membership = access.get_ledger_for(user, pk)
    shop, goals = Shop.after_training(character), parse_goals(request.GET)
    context = {**character_context(character, membership), "plan": shop.plan(goals) if goals else None}
    if getattr(request, "htmx", False):
        return render(request, "campaigns/_experience_plan.html", context)
    context |= {
        "sections": shop.sections(goals),
        "balances": [(shop.purses[purse], points) for purse, points in shop.balances.items()],
    }
    return render(request, "campaigns/experience_plan.html", context)


@login_required("POST")
def proposal_withdraw(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Withdraw a proposal."""
    proposal, membership = access.get_proposal_to_edit(user, pk)
    withdraw(membership, proposal)
    messages.success(request, _("“%(what)s” is withdrawn.") % {"what": proposal.label})
    return redirect("experience", proposal.character_id)


@login_required("POST")
def proposal_answer(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Approve, change or refuse a proposal."""
    proposal, membership = access.get_proposal_to_run(user, pk)
    form = AnswerForm(proposal, data=request.POST)

    def answer() -> str:
        values = form.cleaned_data
        if values["decision"] == "refuse":
            refuse(membership, proposal, values["words"])
            messages.success(request, _("“%(what)s” is refused.") % {"what": proposal.label})
        else:
            price = values["points"], form.seconds, values["words"]
            done = approve(membership, proposal, *price, form.opening)
            said = {"what": done.label, "state": done.standing}
            sentence = _("“%(what)s”: %(state)s.") if done.is_free else _("“%(what)s” is paid: %(state)s.")
            messages.success(request, sentence % said)
        return _back_address(request, proposal)

    def draw(status: int) -> HttpResponse:
        if request.POST.get("back") == "series":
            return _awards_page(request, membership, status=status, answering=form)
        return _ledger_page(request, proposal.character, membership, form, status)

    return answer_form(request, form, answer, draw)


@login_required("POST")
def proposal_reverse(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Take a purchase back."""
    proposal, membership = access.get_proposal_to_run(user, pk)
    reverse_purchase(membership, proposal)
    sentence = (
        _("“%(what)s” is taken back.") if proposal.is_free else _("“%(what)s” was taken back and the points returned.")
    )
    messages.success(request, sentence % {"what": proposal.label})
    return _back(request, proposal)


@login_required("POST")
def proposal_retry(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Write a blocked proposal to the sheet."""
    proposal, membership = access.get_proposal_to_run(user, pk)
    done = try_again(membership, proposal)
    if done.state == ProposalState.BLOCKED:
        raise Refused(_("It is still blocked. %(why)s") % {"why": translate(done.trouble)})
    messages.success(request, _("“%(what)s” is on the sheet.") % {"what": done.label})
    return _back(request, proposal)


@login_required("POST")
def entry_reverse(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Take an award back."""
    entry, membership = access.get_entry_to_run(user, pk)
    if request.POST.get("all") == "yes":
        n = reverse_award(membership, entry)
        messages.success(request, ngettext("Taken back from %(n)s.", "Taken back from all %(n)s.", n) % {"n": n})
        return redirect("experience", entry.character_id)
    reverse_entry(membership, entry)
    messages.success(request, _("Taken back with a counter entry."))
    return redirect("experience", entry.character_id)


@login_required("GET", "POST")
def series_experience(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """The Storyteller's page: awards, proposals that wait, and everybody's balances."""
    series, membership = access.get_series_to_run(user, pk)
    holders = list_holders(series)
    form = AwardForm(membership, [holder.character for holder in holders], posted_data(request))

    def make() -> str:
        made = award(membership, form.cleaned_data["who"], form.gifts, form.occasion)
        count = len({entry.character_id for entry in made})
        sentence = ngettext("%(count)d character got it.", "%(count)d characters got it.", count)
        messages.success(request, sentence % {"count": count})
        return reverse("series_experience", args=[pk])

    def draw(status: int) -> HttpResponse:
        return _awards_page(request, membership, form, holders, status)

    return answer_form_once(request, user, form, make, draw)


def _awards_page(
    request: HttpRequest,
    membership: Membership,
    form: AwardForm | None = None,
    holders: list[Holder] | None = None,
    status: int = 200,
    answering: AnswerForm | None = None,
) -> HttpResponse:
    series = membership.series
    holders = list_holders(series) if holders is None else holders
    session = None if form and form.is_bound else last_session(series, parse_key(request.GET.get("session", "")))
    if form is None or session:
        present = guess_attendees(session) if session else ()
        form = AwardForm(membership, [holder.character for holder in holders], None, present, session)
    context = {
        "series": series,
        "form": form,
        "session": session,
        "holders": [holder for holder in holders if holder.is_kept],
        "purses": get_system(series.system).experience.purses.values(),
        "waiting": _answer_forms(request, series, list_waiting(series), answering),
    }
    return render(request, "campaigns/experience_series.html", context, status=status)


def _back(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    return redirect(_back_address(request, proposal))


def _back_address(request: HttpRequest, proposal: Proposal) -> str:
    """Return the URL of the page where it was answered: the series' or the character's."""
    if request.POST.get("back") == "series":
        return reverse("series_experience", args=[proposal.character.series_id])
    return reverse("experience", args=[proposal.character_id])
