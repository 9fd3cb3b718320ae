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


PLAIN = "plain"
"""What the forms of a page without scripts send as `back`: their answers lead to the plain page of the scene."""


def fill_in(html: str, token: str, number: int, back: str = "") -> str:
    """Fill in the forms of a page. Each command gets an id of its own. `back`: the page to which answers lead."""
    first, *parts = html.split(BLANK)
    more = f'<input type="hidden" name="back" value="{back}">' if back else ""
    return "".join([first, *(MARKS.format(token, uuid.uuid4(), number) + more + part for part in parts)])
