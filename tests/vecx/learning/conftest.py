"""Skips the tests of learning without gymnasium and pettingzoo."""

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
