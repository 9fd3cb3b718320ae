"""What every form of the table carries of its person: the form token, the command's id, the table's number.

A drawing is shared by all who see the same, so these are empty in it. The page's script fills them in. On the first
answer, which must work without scripts, the server does.
"""

import uuid

MARKS = (
    '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="command" value="{}">'
    '<input type="hidden" name="number" value="{}">'
)
BLANK = MARKS.format("", "", "")


def fill_in(html: str, token: str, number: int) -> str:
    """Fill in the forms of a page. Each command gets an id of its own."""
    first, *parts = html.split(BLANK)
    return "".join([first, *(MARKS.format(token, uuid.uuid4(), number) + part for part in parts)])
