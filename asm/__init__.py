"""The 6809 assembler and disassembler. This package imports only the standard library, and nothing
from vecx.

    from asm import assemble, assemble_file

    program = assemble(" lda #1\\n rts\\n")
    program.image     b"\\x86\\x01\\x39", or None if the source has errors
    program.messages()

`asm.cpu.isa`, the instruction set, can be imported on its own at little cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asm.assembly import Memory, Program, assemble, assemble_file

__all__ = ["Memory", "Program", "assemble", "assemble_file"]


def __getattr__(name: str) -> Any:
    """Load the assembler when one of its names is first used."""
    if name in __all__:
        from asm import assembly

        return getattr(assembly, name)
    raise AttributeError(f"module 'asm' has no attribute {name!r}")
