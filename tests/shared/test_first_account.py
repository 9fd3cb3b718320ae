"""The first account of a server that really runs: of many who come at once with the code, one is the host."""

from concurrent.futures import ThreadPoolExecutor

from deploy.processes import EmbeddedSite
from tests.shared.people import Person

PASSWORD = "nine arches of stone"


def test_of_many_at_once_one_is_the_host(empty: EmbeddedSite) -> None:
    empty.start()
    try:
        code = (empty.log.parent / "first-host-code").read_text().strip()
        people = [Person(f"host-{place}") for place in range(4)]
        for person in people:
            assert person.ask(empty, "GET", "/first/").status == 200

        def come(person: Person) -> int:
            sent = {"code": code, "username": person.name, "password1": PASSWORD, "password2": PASSWORD}
            return person.ask(empty, "POST", "/first/", sent).status

        with ThreadPoolExecutor(len(people)) as threads:
            statuses = list(threads.map(come, people))
        hosts = [person for person in people if "sessionid" in person.cookies]
        assert set(statuses) <= {302, 422}  # who comes later is led to the door, or told that somebody was faster
        assert len(hosts) == 1
    finally:
        empty.stop()
