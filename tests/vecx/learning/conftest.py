"""Learning needs gymnasium and pettingzoo."""

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
