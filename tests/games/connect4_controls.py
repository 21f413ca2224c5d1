"""Helpers for Connect-4 tests that use the controllers."""

from vecx.machine import Machine


def think(m: Machine) -> None:
    """Make the computer begin to think, as after X's token has landed."""
    before = m.registers
    m.call("think_start")
    m.set_registers(**before._asdict())
    m.write("v_phase", 2)
