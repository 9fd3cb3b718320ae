"""A client of Storywheel's API: with a Storyteller's token it plays a fight to its end, and tells it as it goes.

python client.py https://table.example.org/api/v1/scenes/SCENE TOKEN
"""

import json
import random
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PAUSE = 0.7  # seconds: a move takes three requests, and 300 a minute are allowed


def call(url: str, token: str, body: object = None) -> Any:
    return urlopen(Request(url, json.dumps(body).encode() if body else None, {"Authorization": f"Bearer {token}"}))


def follow(scene: str, token: str, after: int) -> Iterator[Any]:
    while True:  # the server ends a stream now and then: go on after the last line
        for row in call(f"{scene}/events?after={after}", token):
            if row.startswith(b"data:"):
                yield (line := json.loads(row[5:]))
                after = line["number"]


def fill_in(shape: Any) -> Any:
    if "oneOf" in shape:
        return random.choice(shape["oneOf"])["const"]
    if "required" in shape:
        return {name: fill_in(shape["properties"][name]) for name in shape["required"]}
    if "minItems" in shape:
        return [fill_in(shape["items"])] * shape["minItems"]
    known = [shape[key] for key in ("const", "default", "minimum") if key in shape]
    return known[0] if known else "-" if shape["type"] == "string" else False


def play(scene: str, token: str) -> None:
    news = follow(scene, token, json.load(call(scene, token))["number"])
    while (table := json.load(call(scene, token)))["battle"]:
        standing = {who["side"] for who in table["battle"]["combatants"] if not who["out"]}
        offers = [one for one in json.load(call(f"{scene}/offers", token))["offers"] if one["schema"]]
        acts = [one for one in offers if one["group"] == "act"]
        attacks = [one for one in acts if "target" in json.dumps(one["schema"])]
        due = [one for one in offers if one["group"] == "answer"] or attacks or acts
        move = fill_in(random.choice(due)["schema"]) if due and len(standing) > 1 else {"kind": "CloseBattle"}
        command = {"command": str(uuid.uuid4()), "number": table["number"], "move": move}
        try:
            told, done = 0, json.load(call(f"{scene}/moves", token, command))["number"]
            while told < done:
                line = next(news)
                told = line["number"]
                print(line["line"])
        except HTTPError as refusal:
            print(json.load(refusal)["detail"])
        time.sleep(PAUSE)


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2])
