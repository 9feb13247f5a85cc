"""The language tag that tables name."""

from __future__ import annotations

from indicmatch.errors import UnknownName
from indicmatch.languages import language

__all__ = ["tag_of"]


def tag_of(lang: str | None) -> str | None:
    """The tag of a language by any of its names; a name that is not known stays as it is, for steps that do nothing then.

    >>> tag_of("Urdu"), tag_of("pa-Arab"), tag_of("tlh"), tag_of(None)
    ('ur', 'pnb', 'tlh', None)
    """
    try:
        return language(lang).tag if lang else None
    except UnknownName:
        return lang
