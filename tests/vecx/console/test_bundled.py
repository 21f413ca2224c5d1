"""What comes with vecx is found wherever it is installed."""

from vecx.console.bundled import DATA, bundled, include_dirs


def test_what_is_bundled_is_there() -> None:
    """Each name stands for an image, and INCLUDE finds the names of the ROM."""
    assert bundled() and all((DATA / f"{name}.bin").is_file() for name in bundled())
    assert any((folder / "vectrex.inc").is_file() for folder in include_dirs())
