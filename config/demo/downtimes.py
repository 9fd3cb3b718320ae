"""The demo's downtimes."""

from campaigns.core.records.save import save_record
from campaigns.downtime.changing import RESULTS
from campaigns.downtime.living import start_run
from campaigns.downtime.planning import Plan, put_in
from campaigns.downtime.projects.services import PROJECTS
from campaigns.downtime.publishing import publish
from campaigns.downtime.running import work_out
from campaigns.models import Character, Downtime, Membership, Project, Series
from config.demo.characters import OSKEL, YSANE
from config.demo.chronicle import HIGH_WATER, UPRIVER
from config.demo.people import STORYTELLER, People

PLANS: dict[str, tuple[tuple[str, Plan], ...]] = {
    UPRIVER: (
        (OSKEL, Plan("rest", 1, 8, text="The knees first, then the ribs.")),
        (YSANE, Plan("free", 1, 10, text="She poles the barge.", secret="She counts the toll posts.")),
    ),
    HIGH_WATER: (
        (YSANE, Plan("train", 1, 5)),
        (YSANE, Plan("free", 6, 2, text="A visit home.", secret="She asks who sold her brother.")),
    ),
}
"""What is put in for which downtime. The first is over."""
HOSPITAL = {
    "title": "Beds for the salt porters",
    "request": {"attribute": "intelligence", "ability": "medicine"},
    "difficulty": 2,
    "goal": 8,
    "interval": 2,
}


def make_downtimes(series: Series, characters: dict[str, Character], people: People) -> None:
    """Create a published downtime, in which a mortal's wounds have healed, and an open one."""
    petra = Membership.objects.select_related("user", "series").get(series=series, user=people[STORYTELLER])
    hospital = save_record(PROJECTS, petra, Project(character=characters[OSKEL]), HOSPITAL)
    for title, plans in PLANS.items():
        place = Downtime.objects.get(story__series=series, title=title)
        for name, plan in plans:
            put_in(petra, place, characters[name], plan)
        if title == UPRIVER:
            run = start_run(petra, place)
            work_out(run.pk)
            result = run.results.select_related("character__series", "run").get(character=characters[OSKEL])
            save_record(RESULTS, petra, result, {"words": "The river is slow, and nobody asks for you."})
            publish(petra, place)
        else:
            work = Plan("project", 1, 10, hospital.pk, "Straw, vinegar and a roof.")
            put_in(petra, place, characters[OSKEL], work)
    series.refresh_from_db()
