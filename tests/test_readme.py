"""The README's commands print what the README says they print."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOCKS = re.findall(r"```console\n\$ (indicmatch [^\n]*)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_readme_shows_commands():
    assert BLOCKS


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_a_command_prints_what_the_readme_shows(command, shown):
    done = subprocess.run([sys.executable, "-m", *shlex.split(command)], cwd=ROOT, capture_output=True, check=True)
    printed = re.sub(r"ucd:[0-9.]+", "ucd:14.0.0", done.stdout.decode("utf-8"))  # the Unicode version of this Python
    assert printed.rstrip() == shown.rstrip()
