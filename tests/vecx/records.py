"""Comparison of records of both implementations, field by field."""

import numpy as np

from vecx.chips.state import FIELDS


def fields_of(data: bytes) -> dict[str, object]:
    """Return the fields of a packed record that the machine's future depends on."""
    from vecx.chips.state import RECORD

    row = np.frombuffer(data, RECORD)[0]
    return {f.name: row[f.name].tolist() for f in FIELDS}
