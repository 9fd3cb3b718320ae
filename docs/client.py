"""A client of Storywheel's API: with a Storyteller's token it plays a fight to its end, and tells it as it goes.

python client.py https://table.example.org/api/v1/scenes/SCENE TOKEN
"""

import json
import random
import sys
import time
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(url: str, token: str, body: Any = None) -> Any:
    return json.load(urlopen(Request(url, body and json.dumps(body).encode(), {"Authorization": f"Bearer {token}"})))


def fill_in(shape: Any) -> Any:
    if "oneOf" in shape:
        return random.choice(shape["oneOf"])["const"]
    if "properties" in shape:
        return {name: fill_in(shape["properties"][name]) for name in shape["required"]}
    if "items" in shape:
        return [fill_in(one) for one in shape.get("prefixItems", [shape["items"]] * shape["minItems"])]
    return shape.get("const", shape.get("default"))


def choose(combatants: Any, offers: Any) -> Any:
    if len({one["side"] for one in combatants if not one["out"]}) < 2:
        return {"kind": "CloseBattle"}
    urgency = {"answer": 2, "act": 1}  # first what somebody must answer, then attacks
    best = max(offers, key=lambda one: (urgency.get(one["group"], 0), "target" in str(one["schema"]), random.random()))
    return fill_in(best["schema"])


def play(scene: str, token: str, told: int) -> None:
    while (table := call(scene, token))["battle"]:
        offers = [one for one in call(f"{scene}/offers", token)["offers"] if one["schema"]]
        move = choose(table["battle"]["combatants"], offers)
        try:
            call(f"{scene}/moves", token, {"command": str(uuid.uuid4()), "number": table["number"], "move": move})
        except HTTPError as refusal:
            print(json.load(refusal)["detail"])
        for line in call(f"{scene}/log?after={told}", token)["lines"]:
            told = line["number"]
            print(line["line"])
        time.sleep(1)  # a move takes four requests, and 300 a minute are allowed


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2], told=call(sys.argv[1], sys.argv[2])["number"])
