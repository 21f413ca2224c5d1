"""The mutation test of the ROM changes only bytes of code."""

from tests import rom_mutants


def test_bytes_of_code_are_drawn() -> None:
    """The requested number of addresses is drawn, all of code, each with a bit."""
    found = rom_mutants.draw(1, 20)
    places = rom_mutants.code_bytes()
    assert len({address for address, _, _ in found}) == 20
    for address, bits, line in found:
        assert rom_mutants.BIOS <= address < 0x10000
        assert 0 < bits < 256 and places[address] == line
    assert found == rom_mutants.draw(1, 20) != rom_mutants.draw(2, 20)
