"""A second machine for web processes, made by the very lines of docs/second-host.md."""

import re

from deploy.processes import ROOT
from tests.rehearsal.machine import Machine

FIRST, SECOND = "10.20.0.1", "10.20.0.2"
"""The addresses of the guide."""


def read_chapters() -> dict[str, list[str]]:
    """Return the commands of the guide, by the chapter in which they stand."""
    chapters = re.split(r"^## ", (ROOT / "docs" / "second-host.md").read_text(), flags=re.MULTILINE)[1:]
    return {text.splitlines()[0]: re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL) for text in chapters}


def add_second_host(first: Machine, second: Machine) -> None:
    """Do what the guide says on both machines. The settings are carried over by hand: there is no ssh here."""
    guide = read_chapters()
    run_blocks(first, guide["On the first machine"], first, second)
    commit = first.run("cat /srv/storywheel/.release.json | grep -o '[0-9a-f]\\{40\\}'").strip()
    second.run("apt-get update -qq")
    second.put("/root/storywheel.env", first.run("cat /etc/storywheel.env"), mode=0o600)
    (block,) = guide["On the second machine"][:1]
    copy = "scp root@10.20.0.1:/etc/storywheel.env /etc/storywheel.env"
    assert copy in block, "the guide copies the settings in another way"
    block = block.replace(copy, "cp /root/storywheel.env /etc/storywheel.env")
    block = block.replace("<this repository>", "/root/storywheel.git").replace("<that commit>", commit)
    run_blocks(second, [block], first, second)
    run_blocks(first, guide["Caddy sends people to both"], first, second)


def run_blocks(machine: Machine, blocks: list[str], first: Machine, second: Machine) -> None:
    """Run commands of the guide on a machine, with the addresses of these two."""
    assert blocks
    for block in blocks:
        machine.run(block.replace(FIRST, first.address).replace(SECOND, second.address))
