"""All benchmarks in one run; what they find goes into `benchmarks/README.md`.

    python -m benchmarks [--rows 100000] [--rounds 5] [--memory 1000000] [--only NAME]... [--no-write]

Each part is a module of its own and prints its part; one that needs data which is not there is left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from benchmarks import corpus

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
PACKAGES = ("indicmatch", "regex", "pandas", "indic-nlp-library", "snowballstemmer", "tokenizers", "pyicu")


def parts(options: argparse.Namespace) -> dict[str, tuple[str, list[str], bool]]:
    """Name -> title, arguments, whether what it prints is Markdown."""
    size = ["--rounds", str(options.rounds)]
    data = ["--text", str(corpus.DATA)] if corpus.DATA.is_dir() else []
    found: dict[str, tuple[str, list[str], bool]] = {
        "command": ("", [*size, "--rows", str(options.rows), "--memory", str(options.memory)], True),
        "tokenizers": ("### Tokenizers", size, True),
        "normalization": ("### Normaliser", [*size, *data], True),
        "segmentation": ("### Graphemes and words of UAX #29", [*size, *data], False),
    }
    if (corpus.DATA.parent / "stem").is_dir():
        found["stemming"] = ("### Stemmers", [], False)
    if Path("/usr/bin/chromium").exists() and find_spec("playwright"):
        found["html_report"] = ("### HTML report", size, False)
    return found


def machine() -> str:
    """What the figures depend on, without naming the machine."""
    versions = []
    for package in PACKAGES:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    python = f"{platform.python_implementation()} {platform.python_version()}, Unicode {unicodedata.unidata_version}"
    kind = f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores"
    return f"{python}, {kind}; {', '.join(versions)}. Corpus: {corpus.source()}."


def results(options: argparse.Namespace) -> Iterator[str]:
    """The sections, one after the other as they are measured."""
    yield machine()
    for name, (title, arguments, is_markdown) in parts(options).items():
        if options.only and name not in options.only:
            continue
        print(f"{name} ...", file=sys.stderr)
        command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
        said = subprocess.run(command, cwd=corpus.ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.rstrip()
        body = said if is_markdown else f"```\n{said}\n```"
        yield f"{title}\n\n{body}".lstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memory", type=int, default=1_000_000, help="rows of the largest file that memory is measured on")
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--no-write", action="store_true", help="print only")
    options = parser.parse_args()
    text = "\n\n".join(results(options))
    print(text)
    if not options.no_write and not options.only:
        before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
        README.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
