"""docs/generated/exec-rom.md is complete."""

from roms import contracts, manual


def test_page_has_every_routine() -> None:
    """The page contains every contract."""
    text = manual.PAGE.read_text()
    for contract in contracts.read_all():
        assert f"\n### {contract.name} $" in text
