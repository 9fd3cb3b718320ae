"""A program at the toy table, in the seat of anybody of the cast."""

import gzip
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Character, TokenScope, User
from campaigns.series.tokens.services import make_token
from tests.api.document import check_answer
from tests.cast import Cast
from tests.play.conftest import TableInPlay, coins, table, toy

__all__ = ["coins", "table", "toy"]


REAL = {"accept": "*/*", "accept-encoding": "gzip, deflate, br, zstd", "user-agent": "python-requests/2.32.3"}
"""What the libraries of programs send with each request: answers come compressed."""


def unpack(answer: Any) -> Any:
    """Return an answer with its body as the library hands it to the program."""
    if not answer.streaming and answer.headers.get("Content-Encoding") == "gzip":
        answer.content = gzip.decompress(answer.content)
    return answer


@dataclass(eq=False)
class Program:
    """What a program sends with a token, or with none. Each answer is held against the OpenAPI document."""

    secret: str
    client: Client = field(default_factory=Client)

    def get(self, path: str, **headers: str) -> Any:
        answer = unpack(self.client.get(f"/api/v1/{path}", headers=self.headers | headers))
        check_answer("get", path, answer)
        return answer

    def post(self, path: str, body: object, **headers: str) -> Any:
        sent = body if isinstance(body, str) else json.dumps(body)
        answer = unpack(self.client.post(f"/api/v1/{path}", sent, "application/json", headers=self.headers | headers))
        check_answer("post", path, answer)
        return answer

    def move(self, scene: int, number: int, move: dict[str, Any], command: uuid.UUID | None = None) -> Any:
        return self.post(
            f"scenes/{scene}/moves", {"command": str(command or uuid.uuid4()), "number": number, "move": move}
        )

    @property
    def headers(self) -> dict[str, str]:
        return REAL | ({"authorization": f"Bearer {self.secret}"} if self.secret else {})


Sit = Callable[..., Program]


def sit(cast: Cast, user: User, scope: TokenScope, *characters: Character) -> Program:
    """A program in somebody's seat."""
    keys = [str(one.pk) for one in characters]
    _token, secret = make_token(cast.membership(user), "bot", scope, keys, 30)
    return Program(secret)


@pytest.fixture
def storyteller(coins: TableInPlay) -> Program:
    return sit(coins.cast, coins.cast.storyteller, TokenScope.STORYTELLER)


@pytest.fixture
def player(coins: TableInPlay) -> Program:
    return sit(coins.cast, coins.cast.player, TokenScope.ACT, coins.cast.heroine)
