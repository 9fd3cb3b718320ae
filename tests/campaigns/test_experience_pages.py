"""The pages of experience: the ledger, buying with the price in sight, the plan, awards and answers."""

import re
import uuid
from datetime import timedelta
from html import unescape

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.chronicle.clock import pass_time
from campaigns.experience import ledger
from campaigns.experience.chart import HEIGHT, build_chart
from campaigns.experience.ledger import Gift, reverse_entry
from campaigns.experience.shop import Shop
from campaigns.models import Character, ExperienceEntry, Proposal, Session
from rules.raising import DAY, GENERAL
from tests.campaigns.test_experience import ARMS, LEGS, approve, ask, balance, give
from tests.cast import SECRET, Cast, gather_cast
from tests.conftest import SignIn
from tests.markup import flat

pytestmark = pytest.mark.walk

PAGES = ("experience", "experience_propose", "experience_plan")


def text(response: HttpResponseBase) -> str:
    content: bytes = getattr(response, "content", b"")
    return " ".join(unescape(content.decode()).split())


def at(name: str, pk: int) -> str:
    return reverse(name, args=[pk])


def propose(client: Client, cast: Cast, **sent: str) -> HttpResponseBase:
    whole = {"what": "limbs.arms:3", "before": "2", "shown": f"4:{DAY}", "command": str(uuid.uuid4()), **sent}
    return client.post(at("experience_propose", cast.heroine.pk), whole)


@pytest.mark.parametrize("page", PAGES)
def test_a_ledger_is_for_its_player_and_the_storyteller(cast: Cast, sign_in: SignIn, page: str) -> None:
    asked = {
        name: sign_in(getattr(cast, name)).get(at(page, cast.heroine.pk)).status_code
        for name in ("player", "storyteller", "co_storyteller", "rival", "spectator", "stranger")
    }
    readers = dict.fromkeys(("player", "storyteller", "co_storyteller"), 200)
    assert asked == {**readers, "rival": 403, "spectator": 403, "stranger": 404}


@pytest.mark.parametrize("page", PAGES)
def test_a_hidden_character_has_no_ledger_for_players(cast: Cast, sign_in: SignIn, page: str) -> None:
    assert sign_in(cast.player).get(at(page, cast.lurker.pk)).status_code == 404
    assert sign_in(cast.storyteller).get(at(page, cast.lurker.pk)).status_code == 200


def test_the_ledger_tells_points_reasons_places_and_balances(cast: Cast, sign_in: SignIn) -> None:
    membership = cast.membership(cast.storyteller)
    gifts = [Gift(GENERAL, 7, "A show", "show"), Gift("wood", 2, "Chips", "chips")]
    ledger.award(membership, [cast.heroine.pk], gifts, cast.scene)
    give(cast, 3)
    approve(cast, ask(cast))
    page = text(sign_in(cast.player).get(at("experience", cast.heroine.pk)))
    for told in (
        "6</b>",
        "10 earned, 4 spent",
        "+7",
        "The Toll Bridge",
        "−4",
        "Arms 2 → 3",
        "until Day 2, 00:00",
        "Wood",
    ):
        assert told in page, told
    assert "Show as table" in page
    assert 'class="takeback"' not in page
    assert 'class="takeback"' in text(sign_in(cast.storyteller).get(at("experience", cast.heroine.pk)))


def test_the_filter_shows_one_story_and_no_hidden_one(cast: Cast, sign_in: SignIn) -> None:
    membership = cast.membership(cast.storyteller)
    for occasion, reason in (
        (cast.story, "For the ledger"),
        (cast.hidden_scene, "For nobody knows"),
        (None, "Tonight"),
    ):
        ledger.award(membership, [cast.heroine.pk], [Gift(GENERAL, 1, reason)], occasion)
    client = sign_in(cast.player)
    url = at("experience", cast.heroine.pk)
    whole, one = text(client.get(url)), text(client.get(url, {"story": cast.story.pk}))
    assert all(told in whole for told in ("For the ledger", "For nobody knows", "Tonight"))
    assert SECRET not in whole
    assert "Tonight" not in one
    for odd in ("x", "-1", "9" * 40, str(cast.hidden_story.pk)):
        assert "Tonight" in text(client.get(url, {"story": odd})), odd


def test_a_long_ledger_is_told_page_by_page(cast: Cast, sign_in: SignIn) -> None:
    ExperienceEntry.objects.bulk_create(
        ExperienceEntry(character=cast.heroine, points=1, reason=f"Evening {number}") for number in range(60)
    )
    client = sign_in(cast.player)
    first, second = (text(client.get(at("experience", cast.heroine.pk), {"page": page})) for page in (1, 2))
    assert "Evening 59" in first
    assert "Evening 9<" not in first
    assert "Evening 9<" in second


def test_the_price_stands_there_before_anything_is_sent(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    client = sign_in(cast.player)
    url = at("experience_propose", cast.heroine.pk)
    page = text(client.get(url))
    assert "now 2, next dot: 4 points, 1 day" in page
    assert "Request it" not in page
    priced = text(client.get(url, {"what": "limbs.arms:4"}))
    for told in ("Arms 2 → 4", "Arms 3", "Arms 4", "TOY-10", "2 days", "Request it for 10 points"):
        assert told in priced, told
    piece = text(client.get(url, {"what": "limbs.arms:4"}, headers={"HX-Request": "true"}))
    assert "Request it for 10 points" in piece
    assert "Arms 2 → 4: 10 points, 2 days." in piece
    assert "<html" not in piece
    assert not Proposal.objects.exists()


def test_what_is_not_covered_says_what_is_missing(cast: Cast, sign_in: SignIn) -> None:
    give(cast, 1)
    page = text(sign_in(cast.player).get(at("experience_propose", cast.heroine.pk), {"what": "limbs.arms:3"}))
    assert "3 points short" in page
    assert "Request it" not in page


def test_a_good_asks_for_its_figures_and_its_name(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    client = sign_in(cast.player)
    url = at("experience_propose", cast.heroine.pk)
    page = text(client.get(url, {"what": "good:gear"}))
    assert all(told in page for told in ("Weight", "Lamp", "Caste or Favored", "Request it for 1 point"))
    heavy = {"what": "good:gear", "figure:weight": "3", "trait": "lamp"}
    assert "Request it for 3 points" in text(client.get(url, heavy))
    assert propose(client, cast, **heavy, shown=f"3:{2 * DAY}").status_code == 302
    assert Proposal.objects.get().label == "Gear: Lamp"
    assert "weight 3" in text(sign_in(cast.storyteller).get(at("series_experience", cast.series.pk)))
    nameless = propose(client, cast, what="good:motto", shown="3:0")
    assert (nameless.status_code, "Motto needs a name" in text(nameless)) == (422, True)


def test_a_proposal_is_sent_once(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    client, command = sign_in(cast.player), str(uuid.uuid4())
    for _ in range(2):
        assert propose(client, cast, command=command, words="For the juggling").status_code == 302
    assert propose(client, cast, command=command, words="For the show").status_code == 409
    assert Proposal.objects.get().words == "For the juggling"
    assert "waiting for an answer" in text(client.get(at("experience", cast.heroine.pk))).lower()


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"before": "3"}, 422), ({"shown": "1:0"}, 409), ({"command": "x"}, 422), ({"what": "limbs.arms:9"}, 422),
     ({"what": "good:castle"}, 422), ({"what": ""}, 422), ({"words": "x" * 301}, 422), ({"purse": "gold"}, 422)],
)  # fmt: skip
def test_what_does_not_fit_is_refused_on_the_page(
    cast: Cast, sign_in: SignIn, sent: dict[str, str], status: int
) -> None:
    give(cast)
    response = propose(sign_in(cast.player), cast, **sent)
    assert response.status_code == status
    assert 'role="alert"' in text(response)
    assert not Proposal.objects.exists()


def test_without_scripts_the_price_is_looked_at_by_a_button(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    response = propose(sign_in(cast.player), cast, look="yes")
    assert (response.status_code, "Request it for 4 points" in text(response)) == (200, True)
    assert not Proposal.objects.exists()


def test_a_plan_tells_points_training_and_what_is_missing(cast: Cast, sign_in: SignIn) -> None:
    give(cast, 6)
    client, url = sign_in(cast.player), at("experience_plan", cast.heroine.pk)
    goals = {"goal:limbs.arms": "4", "goal:limbs.legs": "3"}
    page = text(client.get(url, goals))
    for told in ("Arms 2 → 4", "Legs 2 → 3", '<td class="n">14</td>', "2 days", "Still missing: <b>8 points</b>"):
        assert told in page, told
    piece = text(client.get(url, goals, headers={"HX-Request": "true"}))
    assert "Arms 2 → 4" in piece
    assert "<html" not in piece
    assert "You have enough points." in text(client.get(url, {"goal:limbs.legs": "3"}))
    assert "can go up to" in text(client.get(url, {"goal:limbs.arms": "5", "goal:limbs.legs": "5"}))
    assert "Experience can’t raise" in text(client.get(url, {"goal:wings": "2"}))


def test_the_storyteller_awards_to_some_for_several_reasons(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), at("series_experience", cast.series.pk)
    assert "Ysane of the Reeds" in text(client.get(url))
    sent = {
        "command": str(uuid.uuid4()),
        "who": [str(cast.heroine.pk), str(cast.lurker.pk)],
        "occasion": f"episode:{cast.episode.pk}",
        "reason:show": "on",
        "points:show": "3",
        "points:chips": "1",
        "own": "A dive",
        "own_points": "2",
        "purse": "wood",
    }
    for _ in range(2):
        assert client.post(url, sent).status_code == 302
    changed = client.post(url, {**sent, "points:show": "5"})
    assert changed.status_code == 409
    assert "already sent with different contents" in text(changed)
    assert ExperienceEntry.objects.count() == 4
    assert (balance(cast), balance(cast, "wood")) == (3, 2)
    assert set(ExperienceEntry.objects.values_list("episode", flat=True)) == {cast.episode.pk}


@pytest.mark.parametrize(
    "wrong",
    [{"who": []}, {"reason:show": ""}, {"points:show": ""}, {"points:show": "-1"}, {"occasion": "scene:0"},
     {"who": ["999"]}, {"own": "A dive"}, {"own_points": "4"}, {"points:chips": "4"}, {"purse": "gold"},
     {"command": "x"}],
)  # fmt: skip
def test_an_award_that_is_not_whole_is_refused(cast: Cast, sign_in: SignIn, wrong: dict[str, object]) -> None:
    sent = {"command": str(uuid.uuid4()), "who": [cast.heroine.pk], "reason:show": "on", "points:show": "3"}
    url = at("series_experience", cast.series.pk)
    response = sign_in(cast.storyteller).post(url, {**sent, "purse": GENERAL, "occasion": "", **wrong})
    assert response.status_code == 422
    assert not ExperienceEntry.objects.exists()


def test_only_a_storyteller_opens_the_page_of_the_series(cast: Cast, sign_in: SignIn) -> None:
    asked = {
        name: sign_in(getattr(cast, name)).get(at("series_experience", cast.series.pk)).status_code
        for name in ("co_storyteller", "player", "spectator", "stranger")
    }
    assert asked == {"co_storyteller": 200, "player": 403, "spectator": 403, "stranger": 404}


def test_the_series_page_says_what_waits_to_the_storyteller_alone(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    ask(cast)
    url = at("series", cast.series.pk)
    assert "1 purchase to approve" in text(sign_in(cast.storyteller).get(url))
    assert "purchase to approve" not in text(sign_in(cast.player).get(url))


def test_a_proposal_is_answered_on_the_page(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    first, second, client = ask(cast, words="Please"), ask(cast, LEGS), sign_in(cast.storyteller)
    page = text(client.get(at("series_experience", cast.series.pk)))
    assert all(told in page for told in ("Arms 2 → 3", "“Please”", "Legs 2 → 3", "TOY-10"))
    url = at("proposal_answer", first.pk)
    assert client.post(url, {"decision": "approve", "points": "1", "days": "1"}).status_code == 422
    changed = {"decision": "approve", "points": "1", "days": "1", "words": "A gift", "back": "series"}
    assert client.post(url, changed)["Location"] == at("series_experience", cast.series.pk)
    refused = {"decision": "refuse", "points": "4", "days": "0", "words": "Walk **first**"}
    assert client.post(at("proposal_answer", second.pk), refused)["Location"] == at("experience", cast.heroine.pk)
    assert [one.state for one in Proposal.objects.order_by("pk")] == ["training", "refused"]
    told = text(sign_in(cast.player).get(at("experience", cast.heroine.pk)))
    assert "<p>Walk <strong>first</strong></p>" in told
    assert balance(cast) == 9


@pytest.mark.parametrize(("back", "action"), [("series", "series_experience"), ("", "experience")])
def test_the_other_forms_of_a_page_with_a_wrong_answer_lead_to_their_own_addresses(
    cast: Cast, sign_in: SignIn, back: str, action: str
) -> None:
    """They once had none, and went to the address of the answer."""
    give(cast, 9)
    proposal = ask(cast, LEGS)
    sent = {"decision": "approve", "points": "x", "days": "1", "back": back}
    answer = sign_in(cast.storyteller).post(at("proposal_answer", proposal.pk), sent)
    assert answer.status_code == 422
    forms = re.findall("<form [^>]*>", answer.content.decode().split("<main")[1])
    assert forms
    assert all("action=" in form for form in forms)


@pytest.mark.parametrize("wrong", [{"points": "x"}, {"days": "-1"}, {"decision": "maybe"}, {"words": "x" * 400}])
def test_an_answer_that_is_not_whole_changes_nothing(cast: Cast, sign_in: SignIn, wrong: dict[str, str]) -> None:
    give(cast)
    sent = {"decision": "approve", "points": "4", "days": "1", **wrong}
    response = sign_in(cast.storyteller).post(at("proposal_answer", ask(cast).pk), sent)
    assert (response.status_code, "<h1" in text(response)) == (422, True)
    assert Proposal.objects.get().state == "open"


def test_the_player_withdraws_and_nobody_else_answers(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    proposal = ask(cast)
    sent = {"decision": "approve", "points": "0", "days": "0", "words": "Mine"}
    for who, status in (("player", 403), ("rival", 403), ("stranger", 404)):
        assert sign_in(getattr(cast, who)).post(at("proposal_answer", proposal.pk), sent).status_code == status
    assert sign_in(cast.rival).post(at("proposal_withdraw", proposal.pk)).status_code == 403
    assert sign_in(cast.player).post(at("proposal_withdraw", proposal.pk)).status_code == 302
    assert Proposal.objects.get().state == "withdrawn"


def test_what_is_held_up_is_told_and_tried_again(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    proposal = approve(cast, ask(cast, ARMS))
    heroine = Character.objects.filter(pk=cast.heroine.pk)
    before = heroine.get().sheet
    heroine.update(sheet={**before, "limbs": {"arms": 4, "legs": 2}})
    pass_time(cast.series, DAY)
    client = sign_in(cast.storyteller)
    assert "Arms is now 4, not 2." in text(client.get(at("series_experience", cast.series.pk)))
    assert client.post(at("proposal_retry", proposal.pk)).status_code == 409
    heroine.update(sheet=before)
    assert client.post(at("proposal_retry", proposal.pk)).status_code == 302
    assert heroine.get().sheet["limbs"]["arms"] == 3
    assert client.post(at("proposal_reverse", proposal.pk)).status_code == 302
    assert (heroine.get().sheet["limbs"]["arms"], balance(cast)) == (2, 10)


def test_an_award_knows_who_was_at_the_session(cast: Cast, sign_in: SignIn) -> None:
    client, page = sign_in(cast.storyteller), at("series_experience", cast.series.pk)
    now = timezone.now()
    sessions = [Session.objects.create(series=cast.series, starts_at=now + timedelta(days=day)) for day in (-9, -2, 3)]
    for session, person in zip(sessions, (cast.rival, cast.player, cast.rival), strict=True):
        session.attendees.create(user=person, name=person.get_username())
    assert client.get(page).context["form"].initial["who"] == [cast.heroine.pk]
    first = client.get(f"{page}?session={sessions[0].pk}")
    assert first.context["form"].initial["who"] == [cast.duelist.pk]
    assert "who were at the" in text(first)
    for strange in (str(sessions[2].pk), "9" * 30, "x"):
        assert client.get(f"{page}?session={strange}").status_code == 200
    assert f"{page}?session={sessions[0].pk}" in text(client.get(at("session", sessions[0].pk)))


def test_every_form_carries_its_token(cast: Cast, sign_in: SignIn) -> None:
    give(cast)
    approve(cast, ask(cast))
    ask(cast, LEGS)
    price = at("experience_propose", cast.heroine.pk) + "?what=good:motto"
    pages = (at("experience", cast.heroine.pk), at("series_experience", cast.series.pk), price)
    for url in pages:
        page = text(sign_in(cast.storyteller).get(url))
        assert page.count('method="post"') == page.count('name="csrfmiddlewaretoken"') > 1, url


def test_an_award_is_taken_back_on_the_page(cast: Cast, sign_in: SignIn) -> None:
    (entry,) = give(cast)
    client = sign_in(cast.storyteller)
    for _ in range(2):
        assert client.post(at("entry_reverse", entry.pk)).status_code == 302
    assert balance(cast) == 0
    assert "Taken back: For the show" in text(client.get(at("experience", cast.heroine.pk)))


def test_the_line_is_drawn_to_scale() -> None:
    start = timezone.now()
    points, days = (4, 4, -6), (0, 5, 10)
    entries = [
        ExperienceEntry(points=number, purse=GENERAL, at=start + timedelta(days=day))
        for number, day in zip(points, days, strict=True)
    ]
    chart = build_chart(entries, {GENERAL: "Experience", "wood": "Wood"})
    assert chart is not None
    assert [line.path for line in chart.lines] == [f"M0.0 {HEIGHT / 2}H300.0V0.0H600.0V90.0"]
    assert [values for _day, values in chart.rows] == [(4,), (8,), (2,)]
    assert chart.top == 8
    assert build_chart(entries[:1], {GENERAL: "Experience"}) is None


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "v20da", "wod2004"])
def test_every_game_sells_its_traits_and_its_goods(db: None, sign_in: SignIn, system: str) -> None:
    cast = gather_cast(system)
    give(cast, 300)
    client, url = sign_in(cast.player), at("experience_propose", cast.heroine.pk)
    shop = Shop.of(Character.objects.select_related("series").get(pk=cast.heroine.pk))
    trait = next(one for one in shop.raises.values() if one.value < one.cap)
    page = text(client.get(url, {"what": f"{trait.path}:{trait.value + 1}"}))
    assert f"{trait.label} {trait.value} → {trait.value + 1}" in page
    for good in shop.goods:
        assert good.label in page
        assert "Request it for" in text(client.get(url, {"what": f"good:{good.key}"})), good.key
    plan = text(client.get(at("experience_plan", cast.heroine.pk), {f"goal:{trait.path}": trait.cap}))
    assert "You have enough points." in plan


def test_of_those_nobody_plays_only_ledgers_that_hold_something_are_listed(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), at("series_experience", cast.series.pk)
    before = text(client.get(url))
    assert f'href="{at("experience", cast.heroine.pk)}"' in before
    assert f'href="{at("experience", cast.warden.pk)}"' not in before
    assert f'value="{cast.warden.pk}"' in before
    ledger.award(cast.membership(cast.storyteller), [cast.warden.pk], [Gift(GENERAL, 1, "A good fight")])
    assert f'href="{at("experience", cast.warden.pk)}"' in text(client.get(url))


def test_a_step_in_training_is_sold_and_planned_no_second_time(cast: Cast, sign_in: SignIn) -> None:
    give(cast, 30)
    approve(cast, ask(cast))
    client, key = sign_in(cast.player), cast.heroine.pk
    assert "now 2, 3: in training" in text(client.get(at("experience_propose", key)))
    plan = text(client.get(at("experience_plan", key), {"goal:limbs.arms": "4"}))
    assert "Arms 3 → 4" in plan
    assert "Arms 2 → 3" not in plan


@pytest.mark.parametrize("back", ["series", "character"])
def test_an_answer_that_is_not_covered_stands_where_it_was_given(cast: Cast, sign_in: SignIn, back: str) -> None:
    (award,) = give(cast, 3)
    give(cast, 1)
    proposal, client = ask(cast), sign_in(cast.storyteller)
    reverse_entry(cast.membership(cast.storyteller), award)
    place = at("series_experience", cast.series.pk) if back == "series" else at("experience", cast.heroine.pk)
    assert "Not enough points: 3 points short." in text(client.get(place))
    sent = {"decision": "approve", "points": "4", "days": "1", "words": "Well earned.", "back": back}
    refused = client.post(at("proposal_answer", proposal.pk), sent)
    assert refused.status_code == 409
    assert "has 1 point for this; it costs 4." in text(refused)
    assert 'value="Well earned."' in text(refused)
    proposal.refresh_from_db()
    assert proposal.state == "open"


def test_an_answer_that_came_too_late_is_told_so_on_the_page(cast: Cast, sign_in: SignIn) -> None:
    give(cast, 4)
    proposal = ask(cast)
    approve(cast, proposal)
    sent = {"decision": "refuse", "points": "4", "days": "1", "words": "No.", "back": "series"}
    late = sign_in(cast.storyteller).post(at("proposal_answer", proposal.pk), sent)
    assert late.status_code == 409
    assert "Someone was faster" in text(late)


def test_experience_is_taken_back_only_after_a_second_tap(cast: Cast, sign_in: SignIn) -> None:
    give(cast, 4)
    page = flat(sign_in(cast.storyteller).get(at("experience", cast.heroine.pk)).content.decode())
    assert '<details class="takeback"><summary class="linklike">Take back' in page
    assert "A counter entry takes the points back." in page


def test_what_is_held_up_is_taken_back_only_after_a_second_tap(cast: Cast, sign_in: SignIn) -> None:
    cast.heroine.proposals.create(label="Arms 2 → 3", points=4, state="blocked")
    page = sign_in(cast.storyteller).get(at("series_experience", cast.series.pk)).content.decode()
    asked = page.partition('<details class="takeback">')[2].partition("</details>")[0]
    assert "The points return." in asked
    assert '<input type="hidden" name="back" value="series">' in asked
