"""A client of Storywheel's API: with a Storyteller's token it plays a fight to its end.

python client.py https://table.example.org SCENE TOKEN
"""

import json
import random
import sys
import urllib.error
import urllib.request
import uuid
from typing import Any


def ask(base: str, token: str, path: str, body: object = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{base}/api/v1/{path}", json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def fill_in(shape: dict[str, Any]) -> Any:
    if "const" in shape or "oneOf" in shape:
        return shape["const"] if "const" in shape else random.choice(shape["oneOf"])["const"]
    if shape["type"] == "object":
        return {name: fill_in(shape["properties"][name]) for name in shape["required"]}
    if shape["type"] == "array":
        return [fill_in(shape["items"]) for _ in range(shape["minItems"])]
    return shape.get("default", {"integer": shape.get("minimum"), "boolean": False, "string": "-"}[shape["type"]])


def play(base: str, token: str, scene: int) -> None:
    while (table := ask(base, token, f"scenes/{scene}"))["battle"]:
        standing = {who["side"] for who in table["battle"]["combatants"] if not who["out"]}
        offers = [one for one in ask(base, token, f"scenes/{scene}/offers")["offers"] if one["schema"]]
        answers = [one for one in offers if one["group"] == "answer"]
        acts = [one for one in offers if one["group"] == "act" and "target" in json.dumps(one["schema"])]
        due = answers or acts or [one for one in offers if one["group"] == "act"]
        move = fill_in(random.choice(due)["schema"]) if due and len(standing) > 1 else {"kind": "CloseBattle"}
        try:
            ask(
                base,
                token,
                f"scenes/{scene}/moves",
                {"command": str(uuid.uuid4()), "number": table["number"], "move": move},
            )
        except urllib.error.HTTPError as refusal:
            print(json.load(refusal)["detail"])


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[3], int(sys.argv[2]))
