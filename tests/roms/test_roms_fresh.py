"""The images and symbol files in vecx/data are up to date."""

import pytest

from roms import build


@pytest.mark.parametrize("name", sorted(build.sources()))
def test_image_is_fresh(name: str) -> None:
    """Assembling a source gives the shipped image and symbols, without a message."""
    program, image, symbols = build.build(build.sources()[name])
    assert program.messages() == ""
    # The contract blocks contain limits of cycles at run time; their tests run the routines.
    assert all(limit.computed for limit in program.limits)
    assert (build.DATA / f"{name}.bin").read_bytes() == image, "run python -m roms.build"
    assert (build.DATA / f"{name}.symbols.json").read_text() == symbols, "run python -m roms.build"
