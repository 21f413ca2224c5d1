"""What the tests of Connect-4 do with its controllers."""

from vecx.machine import Machine


def think(m: Machine) -> None:
    """Have the computer begin to think, as when X's token has landed."""
    before = m.registers
    m.call("think_start")
    m.set_registers(**before._asdict())
    m.write("v_phase", 2)
