"""Changes of the chips' sources for single tests of the accuracy cartridges.

accuracy_mutants.py makes them, besides changes by chance.  Each is a source, lines of it, and what
replaces them.
"""

from __future__ import annotations

from collections.abc import Iterator

VIA, BUS, ACCESS, PSG = (f"vecx/chips/{name}.py" for name in ("via", "bus", "access", "psg"))
T1_CLEAR, T2_CLEAR = "\n        m.ifr &= ~IFR_T1", "\n        m.ifr &= ~IFR_T2"
T1_READ, T2_READ = ("        value = t1_value(m, cycle) & 0xFF",
                    "        value = t2_value(m, cycle) & 0xFF")
IFR_WRITE = "        m.ifr &= ~(value & ~keep)"
IER_READ = "        value = m.ier | 0x80"
PORT_B = "    value = (m.orb & m.ddrb) | (pins & ~m.ddrb & 0xFF)"
A_15_READ = "    elif register == ORA_NO_HANDSHAKE:\n        value = port_a_value(m)"
A_15_WRITE = "    elif register == ORA_NO_HANDSHAKE:\n        m.ora = value"
HANDSHAKE = "\n        port_handshake(m, PORT_A, cycle)"
LATCHED_A = "    if m.acr & ACR_PA_LATCH and m.ifr & IFR_CA1:"
CA1_EDGE = "    if level == (m.pcr >> 4 * port) & 1:"
IRQ = "    return m.ifr & m.ier & 0x7F != 0"
IRQ_BIT = "        if via_irq(m):\n            value |= IFR_IRQ"
T1_WRITE = "    elif register == T1CL or register == T1LL:\n        t1_latch("
ACR_WRITE = """
    m.acr = value
    if not value & ACR_T1_FREE_RUN and m.t1_at == cycle:
        m.t1_armed = 0
    if not value & ACR_T1_PB7:
        m.pb7 = 1"""
MEMORY_READ = "        return board.mem[addr & 0xFFFF] & 0xFF, clock + 1"
MEMORY_WRITE = "        board.mem[addr & 0xFFFF] = value"
MIRROR_READ = "        place = RAM | addr & 0x3FF\n"
MIRROR_WRITE = "    place = RAM | addr & 0x3FF if kind"
VIA_READ = "        value = via_access_read(m, board, addr & 15)"
VIA_WRITE = "        via_access_write(m, board, addr & 15, value)"
ROM_WRITE = "    if kind == READABLE:\n"
PSG_READ = "    return m.psg[m.psg_latch] & READ_MASK[m.psg_latch]"
POT = "    pot = m.stick[via.port_b_pins(m) >> 1 & 3]"
CELLS = 0xC9F8, 0xCA00, 0xCAFF, 0xCB10
VECTORS = 0xFFFE, 0xFFF2, 0xFFF4, 0xFFF6, 0xFFF8, 0xFFFA
MIRRORS = 0xD013, 0xD103, 0xD7F3, 0xD403


def changes() -> Iterator[tuple[str, str, str]]:
    """Yield a source, lines of it, and the lines that replace them."""
    for register, masks in (("ddra", (0xFE, 0x5F)), ("ddrb", (0xFE, 0x7F)),
                            ("acr", (0xBF, 0xDF, 0xF7)), ("pcr", (0xFE, 0xFD))):
        for mask in masks:
            before = f"        value = m.{register}"
            yield VIA, before, f"{before} & {mask:#x}"
    for bit in range(7):
        yield VIA, IER_READ, f"        value = m.ier & ~{1 << bit} | 0x80"
        yield VIA, IFR_WRITE, f"        m.ifr &= ~(value & ~keep & ~{1 << bit})"
    yield VIA, IER_READ, "        value = m.ier"
    yield VIA, IFR_WRITE, "        m.ifr = value & 1"
    yield VIA, IFR_WRITE, "        m.ifr = 0"
    yield VIA, "        m.ier = m.ier | value & 0x7F if", "        m.ier = value & 0x7F if"
    yield VIA, "else m.ier & ~value & 0x7F", "else m.ier"
    for mask in (0xFE, 0x7F):
        yield VIA, "    return port_a_pins(m)", f"    return port_a_pins(m) & {mask:#x}"
    for mask in (0xFB, 0xFE):
        yield VIA, PORT_B, f"{PORT_B} & {mask:#x}"
    yield VIA, PORT_B, PORT_B.replace("m.ddrb)", "m.ddrb & (0 if m.acr & 2 else 0xFF))", 1)
    yield VIA, A_15_READ, A_15_READ.replace("port_a_value(m)", "m.ora & 1")
    yield VIA, A_15_READ, A_15_READ + HANDSHAKE
    yield VIA, A_15_WRITE, A_15_WRITE + HANDSHAKE
    yield VIA, LATCHED_A, "    if m.acr & ACR_PA_LATCH:"
    yield VIA, LATCHED_A, "    if m.ifr < 0:"
    yield VIA, CA1_EDGE, "    if level == 0:"
    yield VIA, CA1_EDGE, "    if level >= 0:"
    yield VIA, CA1_EDGE, "    if level < 0:"
    yield VIA, IRQ, "    return m.ifr & 0x7F != 0"
    yield VIA, IRQ, "    return m.ifr & m.ier & 0x7D != 0"
    yield VIA, IRQ, "    return m.ifr & m.ier & 0x3F != 0"
    yield VIA, IRQ_BIT, IRQ_BIT.replace("via_irq(m)", "m.ifr")
    yield VIA, IRQ_BIT, IRQ_BIT.replace("via_irq(m)", "m.ifr < 0")
    yield VIA, "    m.ifr &= ~IFR_C1[port]\n", ""
    # --- timers
    for read in (T1_READ, T2_READ):
        yield VIA, read, read.replace("&", "+ 1 &")
    for read in ("m.t1l & 0xFF", "m.t1l >> 8", "t1_value(m, cycle) >> 8",
                 "t2_value(m, cycle) >> 8"):
        yield VIA, f"        value = {read}\n", f"        value = {read} ^ 1\n"
    for read, clear in (("t1_value(m, cycle) >> 8", T1_CLEAR), ("m.t1l & 0xFF", T1_CLEAR),
                        ("m.t1l >> 8", T1_CLEAR), ("t2_value(m, cycle) >> 8", T2_CLEAR)):
        yield VIA, f"        value = {read}\n", f"        value = {read}{clear}\n"
    for which in ("T1CL", "T1LL"):
        yield VIA, T1_WRITE, T1_WRITE.replace(
            "        t1", f"        m.ifr &= ~IFR_T1 if register == {which} else 0xFF\n        t1")
    yield VIA, T1_READ + T1_CLEAR, T1_READ
    yield VIA, T2_READ + T2_CLEAR, T2_READ
    yield VIA, T1_READ + T1_CLEAR, f"{T1_READ}{T1_CLEAR}\n        m.t1_armed = 0"
    yield VIA, T2_READ + T2_CLEAR, f"{T2_READ}{T2_CLEAR}\n        m.t2_armed = 0"
    yield VIA, "        m.t2l = value", f"        m.t2l = value{T2_CLEAR}"
    yield VIA, "        m.t2l = value", "        m.t2l = m.t2_n = value"
    yield VIA, f"        t1_latch(m, m.t1l & 0xFF | value << 8, cycle){T1_CLEAR}", \
        "        t1_latch(m, m.t1l & 0xFF | value << 8, cycle)"
    yield VIA, f"        m.t1_armed = 1{T1_CLEAR}", "        m.t1_armed = 1"
    yield VIA, f"        m.t2_armed = 1{T2_CLEAR}", "        m.t2_armed = 1"
    for after in ("value & 0x7F", "value | 0x80"):
        yield VIA, "        value = value & 0x7F | m.pb7 << 7", f"        value = {after}"
    sticky = ACR_WRITE.replace("= value", "= value | m.acr & 0x80")
    yield VIA, ACR_WRITE, sticky.rpartition("\n    if")[0]
    # --- memory
    for cell in CELLS:
        yield ACCESS, MEMORY_WRITE, f"{MEMORY_WRITE} ^ (addr == {cell:#x})"
        mirror = cell + 0x400
        yield BUS, MIRROR_READ, f"        place = RAM | addr & 0x3FF ^ (addr == {mirror:#x})\n"
        yield BUS, MIRROR_WRITE, f"    place = RAM | addr & 0x3FF ^ (addr == {mirror:#x}) if kind"
    for at in (0, *VECTORS):
        yield ACCESS, MEMORY_READ, MEMORY_READ.replace(", clock", f" ^ (addr == {at:#x}), clock")
    for at in MIRRORS:
        yield BUS, VIA_READ, VIA_READ.replace("addr & 15", f"addr & 15 ^ (addr == {at:#x})")
        yield BUS, VIA_WRITE, VIA_WRITE.replace("addr & 15", f"addr & 15 ^ (addr == {at:#x})")
    for where in ("addr < 0x8000", "addr >= 0xE000"):
        yield BUS, ROM_WRITE, (f"    if kind == READABLE and {where}:\n"
                               f"        board.mem[addr] = value\n{ROM_WRITE}")
    yield BUS, "    if kind == VIA:\n        return", "    if kind != RAM_MIRROR:\n        return"
    yield BUS, "    if kind == VIA or kind == RAM_AND_VIA:\n        if watched", \
        "    if kind == VIA:\n        if watched"
    # --- sound chip
    for register in range(14):
        yield PSG, PSG_READ, f"{PSG_READ} ^ (m.psg_latch == {register})"
    for register in (1, 3, 5, 6, 8, 9, 10, 13):
        without_mask = f"& (0xFF * (m.psg_latch == {register}) | "
        yield PSG, PSG_READ, PSG_READ.replace("& ", without_mask) + ")"
    yield PSG, "        return m.buttons & (0x7F", "        return m.buttons & (0x7E"
    yield PSG, "value if value < 16 else NO_LATCH", "value & 15"
    yield PSG, "    elif lines == BDIR and", "    elif lines != BC1 and"
    yield PSG, "    return m.psg[PORT_A] if m.psg[MIXER] & PORT_A_OUT else 0xFF", "    return 0xFF"
    yield PSG, "    return m.psg[PORT_A] if m.psg[MIXER] & PORT_A_OUT else 0xFF", \
        "    return m.psg[PORT_A]"
    # --- comparator
    for pot in range(4):
        for off in (200, 100, -100, -200):
            yield BUS, POT, f"{POT} + ({off} if via.port_b_pins(m) >> 1 & 3 == {pot} else 0)"
