"""Judge backends, one file each; a new one registers its function with `BACKENDS`."""

from indicmatch.registry import import_all

__all__ = ()

import_all(__name__, __path__)
