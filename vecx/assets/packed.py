"""Unpack files that gzip has packed: .svgz, .vgz."""

from __future__ import annotations

import zlib

from asm.assembler.conversion import ConversionError

UNPACKED_MAX = 8 << 20      # bytes
MAGIC = b"\x1f\x8b"


def unpacked(data: bytes) -> bytes:
    """Return the content of a file, whether gzip has packed it or not.

    Errors: ConversionError if it is damaged, incomplete or too large

    >>> import gzip
    >>> unpacked(gzip.compress(b"<svg/>")), unpacked(b"<svg/>")
    (b'<svg/>', b'<svg/>')
    """
    if not data.startswith(MAGIC):
        return data
    unpacker = zlib.decompressobj(31)
    try:
        found = unpacker.decompress(data, UNPACKED_MAX)
    except zlib.error:
        raise ConversionError("the file is damaged: it cannot be unpacked") from None
    if unpacker.unconsumed_tail:
        raise ConversionError(f"the unpacked file has more than {UNPACKED_MAX:,} bytes")
    if not unpacker.eof:
        raise ConversionError("the file is incomplete: it cannot be unpacked to its end")
    return found
