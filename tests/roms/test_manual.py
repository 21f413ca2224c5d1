"""docs/generated/exec-rom.md follows from the sources."""

from roms import contracts, manual


def test_page_is_fresh() -> None:
    """The page is what the contracts give."""
    assert manual.PAGE.read_text() == manual.page(), "run python -m roms.manual"
    assert manual.COPY.read_text() == manual.page(), "run python -m roms.manual"


def test_page_has_every_routine() -> None:
    """No contract is left out of the page."""
    text = manual.PAGE.read_text()
    for contract in contracts.read_all():
        assert f"\n### {contract.name} $" in text
