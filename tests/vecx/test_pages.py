"""The scripts of pages, and what they name."""

import re

import pytest

from vecx import pages
from vecx.chips.state import BOARD, RECORD
from vecx.errors import VecxError


def test_fields_that_a_script_names_are_there():
    """All fields that the scripts use exist."""
    fields = {*(RECORD.names or ()), *(BOARD.names or ())}
    script = pages.read("machine.js")
    named = re.findall(r'this\.(?:get|set|place)\("(\w+)"', script)
    assert len(named) > 20 and set(named) <= fields


def test_a_missing_file_is_named():
    """A missing script or template is named with a remedy."""
    for get in (pages.read, pages.built):
        with pytest.raises(VecxError, match=r"none\.js: .*; install vecx again"):
            get("none.js")
