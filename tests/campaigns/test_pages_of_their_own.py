"""A part that is drawn at the table and alone works in both places: whoever writes there keeps her draft."""

import re
from pathlib import Path
from typing import Any

from django.urls import reverse

from campaigns.models import Draft, Subject
from tests.cast import Cast
from tests.conftest import SignIn

TEMPLATES = Path(__file__).parents[2] / "templates"
INSIDE = re.compile(r"""\{%-? *(?:include|extends) +["']([^"']+)["']""")
ASKS = re.compile(r"\bhx-trigger=")
"""What has no trigger of its own is a form that is also sent without scripts."""
LOADS = re.compile(r"\{% *htmx_script")
PAGE = re.compile(r"""\{%-? *extends +["']""")


def whole(path: Path, seen: frozenset[Path] = frozenset()) -> str:
    """Return the text of a template with all that it includes or extends."""
    if path in seen or not path.exists():
        return ""
    text = path.read_text()
    return text + "".join(whole(TEMPLATES / name, seen | {path}) for name in INSIDE.findall(text))


def test_every_page_with_a_part_that_asks_the_server_loads_what_asks() -> None:
    pages = [path for path in TEMPLATES.rglob("*.html") if PAGE.search(path.read_text())]
    texts = {str(path.relative_to(TEMPLATES)): whole(path) for path in pages}
    assert len(texts) > 50
    assert [name for name, text in texts.items() if ASKS.search(text) and not LOADS.search(text)] == []


def test_the_page_for_a_post_keeps_what_is_typed_with_scripts_and_without(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in(cast.player), reverse("table_write", args=[cast.scene.pk])
    page = client.get(address).content.decode()
    area = re.search(r"<textarea[^>]*id=\"write-text\"[^>]*>", page)
    assert area
    assert f'hx-post="{address}"' in area[0]
    assert "hx-trigger" in area[0]
    button = re.search(r'<button[^>]*value="keep"[^>]*>', page)
    assert button
    assert "<noscript" not in page[: button.start()].rpartition("</noscript>")[2], "the button is there for everybody"
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    assert seen
    client.post(address, {"text": "Twelve words.", "do": "keep", "seen": seen[1]}, headers={"HX-Request": "true"})
    assert Draft.objects.get(user=cast.player).text == "Twelve words."
    assert "Twelve words." in client.get(address).content.decode()


def test_each_page_on_which_somebody_writes_has_what_the_script_of_drafts_needs(cast: Cast, sign_in: SignIn) -> None:
    series, client = cast.series.pk, sign_in(cast.storyteller)
    places: dict[str, list[Any]] = {
        **{f"{kind}_new": [series] for kind in ("handout", "thread", "subject", "story")},
        "secret_new": [Subject.objects.create(series=cast.series, kind="person", name="Ferryman").pk],
        "part_edit": ["scene", cast.scene.pk],
        "recap_edit": ["scene", cast.scene.pk],
        "private_note": [cast.scene.pk],
        "series_edit": [series],
        "boundaries_edit": [series],
        "character_step": [cast.heroine.pk, "story"],
    }
    for name, keys in places.items():
        page = client.get(reverse(name, args=keys)).content.decode()
        main = page.partition("<main")[2]
        form = re.search(
            r'<form(?=[^>]*method="post")(?![^>]*hx-post)[^>]*>(?:(?!</form>).)*?<textarea[^>]*>', main, re.S
        )
        assert form, name
        area = form[0].rpartition("<textarea")[2]
        assert 'name="' in area, name
        assert "hx-post" not in area, name
        wanted = ("js/every_page", 'id="draft-note"', f'data-person="{cast.storyteller.pk}"')
        assert [one for one in wanted if one not in page] == [], name
        assert "data-posted" not in page, name
    days = sign_in(cast.player).get(reverse("downtime_days", args=[cast.downtime.pk])).content.decode()
    assert re.search(r'<form(?=[^>]*method="post")[^>]*>(?:(?!</form>).)*?<textarea[^>]*name="text"', days, re.S)
    assert f'data-person="{cast.player.pk}"' in days
    assert "data-posted" in client.post(reverse("thread_new", args=[series]), {"notes": "Words"}).content.decode()
