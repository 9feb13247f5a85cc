"""The package as a whole: its public names, its start-up, and rules that no linter holds."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import indicmatch

PACKAGE = Path(indicmatch.__file__).parent
HEAVY = ("pandas", "numpy", "scipy", "statsmodels", "indicnlp", "rich", "regex", "openai", "pyspark", "matplotlib")


def test_every_public_name_is_there():
    assert len(set(indicmatch.__all__)) == len(indicmatch.__all__)
    assert all(hasattr(indicmatch, name) for name in indicmatch.__all__)


def test_every_public_name_has_one_home():
    assert {*indicmatch._HOMES, "__version__"} == set(indicmatch.__all__)


def test_importing_a_subpackage_does_not_hide_the_function_of_its_name():
    code = "import indicmatch.tokenize, indicmatch.stem, indicmatch.normalize.basic; print(indicmatch.tokenize('a')[0].text, callable(indicmatch.stem))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "a True"


def test_importing_costs_no_heavy_package():
    code = f"import sys, indicmatch.score, indicmatch.cli.score; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_pattern_of_re_asks_what_a_word_is():
    """`re` takes vowel signs for no part of a word; patterns name their characters instead."""
    guilty = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name in ("contains_word_re.py", "regex.py"):  # there to show the difference; patterns of the package regex
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
                and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                guilty += [f"{path.name}:{node.lineno}" for _ in re.findall(r"\\[wWB]|\\b(?![a-z])", node.value)]
    assert not guilty


def test_every_module_declares_its_public_names():
    for path in PACKAGE.rglob("*.py"):
        if path.name.startswith("__main__"):
            continue
        names = {target.id for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.Assign)
                 for target in node.targets if isinstance(target, ast.Name)}  # fmt: skip
        assert "__all__" in names or path.name == "_version.py", path
