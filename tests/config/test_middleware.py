"""An address with a NUL answers 404 before a part of it is looked up, which is an error in PostgreSQL."""

from collections.abc import Callable

import pytest
from django.test import Client

PATHS = (
    "/account/by/oidc/%00/login/",
    "/account/by/oidc/a%00b/login/callback/",
    "/%00",
    "/scenes/1/stage/offers/o-%00",
)


@pytest.mark.parametrize("path", PATHS)
def test_an_address_with_a_nul_is_not_looked_up(
    client: Client, db: None, django_assert_num_queries: Callable[[int], object], path: str
) -> None:
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        assert client.get(path).status_code == 404
