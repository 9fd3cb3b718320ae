"""Experience on two web processes: however many spend at once, no purse goes below nought."""

import re
from concurrent.futures import ThreadPoolExecutor

from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import Reply

TRAITS = ("martial_arts", "medicine", "resistance")
"""Brother Oskel has three dots of each, and points for fewer than all of them."""


def find(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, f"no {pattern} in {text[:300]}"
    return found[1]


def test_who_answers_at_once_on_two_processes_spends_no_point_twice(server: SharedServer, stage: Stage) -> None:
    petra, jonas, (one, other) = stage.people["petra"], stage.people["jonas"], server.webs
    series = find(r"/series/(\d+)/", petra.ask(one, "GET", "/").text)
    oskel = find(r'/characters/(\d+)/">Brother Oskel', petra.ask(one, "GET", f"/series/{series}/").text)
    for trait in TRAITS:
        path = f"/characters/{oskel}/experience/propose/"
        shown = jonas.ask(one, "GET", f"{path}?what=abilities.{trait}:4").text
        form = dict(re.findall(r'name="(command|what|before|shown)" value="([^"]*)"', shown))
        assert jonas.ask(one, "POST", path, form).status == 302
    ledger = petra.ask(other, "GET", f"/characters/{oskel}/experience/").text
    proposals = re.findall(r'action="/proposals/(\d+)/answer/"', ledger)
    price = int(find(r'name="points" value="(\d+)"', ledger))
    balance = int(find(r'class="purses__n">(\d+)<', ledger))
    days = find(r'name="days" value="(\d+)"', ledger)
    assert len(proposals) == len(TRAITS)

    def approve(place: int) -> Reply:
        web, key = server.webs[place % 2], proposals[place % len(proposals)]
        sent = {"decision": "approve", "points": price, "days": days, "words": ""}
        return petra.ask(web, "POST", f"/proposals/{key}/answer/", sent)

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(approve, range(6)))
    paid = balance // price
    assert 0 < paid < len(TRAITS)
    assert sorted(answer.status for answer in answers) == [302] * 2 * paid + [409] * 2 * (len(TRAITS) - paid)
    ledger = petra.ask(one, "GET", f"/characters/{oskel}/experience/").text
    assert int(find(r'class="purses__n">(\d+)<', ledger)) == balance - paid * price
