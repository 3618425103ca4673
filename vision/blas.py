"""numpy's matrix products on one thread.

OpenBLAS, which most builds of numpy bring with them, shares out products of a few hundred thousand steps
already, and its threads then wait for the next one at full speed, for a tenth of a second. Reading multiplies
small matrices only, and needs the cores for its networks meanwhile.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache

from numpy.linalg import _umath_linalg

#: What OpenBLAS calls it: in numpy's own builds, and in others.
NAMES = "scipy_openblas_set_num_threads64_", "openblas_set_num_threads64_", "openblas_set_num_threads"


@cache
def products_on_one_thread() -> None:
    """Asks OpenBLAS for it, once a process; with another library nothing happens."""
    with suppress(OSError):
        library = ctypes.CDLL(_umath_linalg.__file__)  # a symbol is looked for in what this is linked to, too
        for name in NAMES:
            if hasattr(library, name):
                getattr(library, name)(ctypes.c_int(1))
                return
