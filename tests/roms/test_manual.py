"""docs/generated/exec-rom.md is up to date."""

from roms import contracts, manual


def test_page_is_fresh() -> None:
    """The page equals the output of roms.manual."""
    assert manual.PAGE.read_text() == manual.page(), "run python -m roms.manual"


def test_page_has_every_routine() -> None:
    """The page contains every contract."""
    text = manual.PAGE.read_text()
    for contract in contracts.read_all():
        assert f"\n### {contract.name} $" in text
