"""Images of random code, for tests that no program can break a machine."""

import random

SEASONING = (b"\x97", b"\xd7", b"\xdd", b"\x0f", b"\x0c", b"\x96")    # STA STB STD CLR INC LDA <n


def image_of(seed: int) -> bytes:
    """Return 8 KiB of random bytes with accesses to the VIA through the direct page."""
    chance = random.Random(seed)
    code = bytearray(b"\x10\xce\xcb\xea\x86\xd0\x1f\x8b\x1c\xef")    # LDS, DP = D0, I clear
    while len(code) < 8176:
        if chance.random() < 0.5:
            code += b"\x86" + chance.randbytes(1) + chance.choice(SEASONING)
            code.append(chance.randrange(16))
        elif chance.random() < 0.7:
            code.append(chance.choice(b"\x4c\x5a\x12\x8b\xc6\x3a\x1d\x54\x69\x83\x30\xa6"))
        else:
            code += chance.randbytes(2)
    return bytes(code[:8176]) + chance.randbytes(14) + b"\xe0\x00"
