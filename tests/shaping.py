"""HarfBuzz as a witness: whether two texts are drawn alike in every font that has the letters for both."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

__all__ = ["Fonts", "drawn_alike", "fonts_for", "shaping"]

FOLDERS = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts", Path("/Library/Fonts")]
FAMILIES = {  # more than one design a script, and for Malayalam the traditional orthography
    "Deva": ["NotoSansDevanagari", "NotoSerifDevanagari"],
    "Beng": ["NotoSansBengali", "NotoSerifBengali"],
    "Guru": ["NotoSansGurmukhi", "NotoSerifGurmukhi"],
    "Gujr": ["NotoSansGujarati", "NotoSerifGujarati"],
    "Orya": ["NotoSansOriya"],
    "Taml": ["NotoSansTamil", "NotoSerifTamil"],
    "Telu": ["NotoSansTelugu", "NotoSerifTelugu"],
    "Knda": ["NotoSansKannada", "NotoSerifKannada"],
    "Mlym": ["NotoSansMalayalam", "NotoSerifMalayalam", "Rachana"],
    "Sinh": ["NotoSansSinhala", "NotoSerifSinhala"],
    "Arab": ["NotoNastaliqUrdu", "NotoNaskhArabic", "NotoSansArabic"],
}
Fonts = tuple[str, ...]


def shaping():
    """The `uharfbuzz` module; skips the test without it, or fails where INDICMATCH_REQUIRE says that nothing may be missing."""
    if os.environ.get("INDICMATCH_REQUIRE"):
        import uharfbuzz
    else:
        uharfbuzz = pytest.importorskip("uharfbuzz")
    return uharfbuzz


@cache
def _files() -> dict[str, Path]:
    return {path.stem: path for folder in FOLDERS if folder.is_dir() for path in folder.rglob("*-Regular.[to]tf")}


def fonts_for(script: str) -> Fonts:
    """Paths of the fonts of a script; skips (or fails, as above) where one is not installed."""
    wanted = [f"{family}-Regular" for family in FAMILIES[script]]
    missing = [name for name in wanted if name not in _files()]
    if missing:
        message = f"no font {', '.join(missing)}: install fonts-noto-core and fonts-smc-rachana"
        pytest.fail(message) if os.environ.get("INDICMATCH_REQUIRE") else pytest.skip(message)
    return tuple(str(_files()[name]) for name in wanted)


@cache
def _font(path: str):
    harfbuzz = shaping()
    return harfbuzz.Font(harfbuzz.Face(harfbuzz.Blob.from_file_path(path)))


@dataclass(frozen=True)
class Drawing:
    """Contours with their places, as a set: what is drawn twice over is drawn once."""

    contours: frozenset
    complete: bool


@cache
def _contours(path: str, glyph: int) -> tuple:
    harfbuzz = shaping()
    functions, contours = harfbuzz.DrawFuncs(), []
    functions.set_move_to_func(lambda x, y, _: contours.append([(x, y)]))
    functions.set_line_to_func(lambda x, y, _: contours[-1].append((x, y)))
    functions.set_quadratic_to_func(lambda *points: contours[-1].append(points[:-1]))
    functions.set_cubic_to_func(lambda *points: contours[-1].append(points[:-1]))
    functions.set_close_path_func(lambda _: None)
    _font(path).draw_glyph(glyph, functions)
    return tuple(tuple(contour) for contour in contours if len(contour) > 1)


@cache
def _drawing(path: str, text: str, language: str) -> Drawing:
    harfbuzz = shaping()
    buffer = harfbuzz.Buffer()
    buffer.add_str(text)
    # HarfBuzz puts a dotted circle into exactly the sequences that are asked about here.
    buffer.flags = harfbuzz.BufferFlags.DO_NOT_INSERT_DOTTED_CIRCLE | harfbuzz.BufferFlags.BOT | harfbuzz.BufferFlags.EOT
    buffer.guess_segment_properties()
    if language:
        buffer.language = language
    harfbuzz.shape(_font(path), buffer)
    x = y = 0
    drawn = set()
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        drawn |= {_placed(contour, x + position.x_offset, y + position.y_offset) for contour in _contours(path, info.codepoint)}
        x, y = x + position.x_advance, y + position.y_advance
    return Drawing(frozenset(drawn), all(info.codepoint for info in buffer.glyph_infos))


def _placed(contour: tuple, x: int, y: int) -> frozenset:
    """The segments of a contour where it stands, whichever it starts with; a segment without length is none."""
    shift = [tuple(value + (x, y)[index % 2] for index, value in enumerate(segment)) for segment in contour]
    ends = [segment[-2:] for segment in shift]
    segments = {(ends[place - 1], *segment) for place, segment in enumerate(shift) if len(segment) > 2 or ends[place - 1] != segment}
    return frozenset(segments)


def drawn_alike(a: str, b: str, fonts: Fonts, language: str = "") -> dict[str, bool]:
    """For each font that has glyphs for both texts, whether they look the same."""
    pairs = {path: (_drawing(path, a, language), _drawing(path, b, language)) for path in fonts}
    return {Path(path).stem: one.contours == two.contours for path, (one, two) in pairs.items() if one.complete and two.complete}
