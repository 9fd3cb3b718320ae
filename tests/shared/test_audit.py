"""The audit on a machine that reaches nobody: it says that nothing was checked, and never that all is well."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.processes import ROOT

NOWHERE = dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"), "http://127.0.0.1:9")


@pytest.mark.parametrize(("options", "code"), [((), 3), (("--if-reachable",), 0)])
def test_without_a_network_nothing_is_told_as_clean(options: tuple[str, ...], code: int, tmp_path: Path) -> None:
    empty = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "PIP_CACHE_DIR"), str(tmp_path))  # it remembers old answers
    done = subprocess.run(
        [sys.executable, "-m", "deploy.audit", *options],
        cwd=ROOT,
        env={**os.environ, **NOWHERE, **empty, "NO_PROXY": "", "no_proxy": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout.startswith("Known vulnerabilities: NOT CHECKED\n")
    assert "make audit" in done.stdout
    assert "CLEAN" not in done.stdout
