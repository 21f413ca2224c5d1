"""What differs between the dialects, as data.

The grammar is one for all: the union of what AS09, VIDE's assembler and the Motorola family write.
A dialect only changes what a line that all of them accept is worth.  The faults of the originals
are not copied: AS09 turns `leax [n]` into `ldx #n`, VIDE's assembler encodes the address of
`label,pcr` instead of the distance for a label, and overwrites a byte when it lengthens a forward
branch.
"""

from dataclasses import dataclass

FROM_LABEL = "address"
RAW = "offset"


@dataclass(frozen=True, slots=True)
class Dialect:
    """The rows in which assemblers disagree.

    here_at_end            `*` is the address after the line instead of its own
    pc_constant            what a constant before `,pc` means: FROM_LABEL an address, RAW an offset
    optimise               rewrite branches until NOOPT: lbra -> bra or jmp, jmp -> bra
    optimise_calls         with it, lbsr -> jsr and a backward jsr -> bsr
    branch_expands         a short branch that does not reach is lengthened
    forward_index_is_long  an index offset not known yet takes 16 bits
    forward_direct         a symbol not known yet may be taken for the direct page
    noopt_literal          NOOPT also keeps `0,R` and stops choosing the direct page
    jump_direct            JSR and JMP may be taken for the direct page
    jump_forced_direct     with OPT, even `>` does not keep JSR and JMP out of the direct page
    bare_register          a lone `x` that is no symbol means `,x`
    duplicate_is_warning   a symbol defined twice only warns, the first one counts
    later_bytes_count      bytes put where others already lie replace them, with a warning
    fill                   what a gap between two ORGs holds
    reserve_fill           what reserved bytes between code hold; None: the same as a gap
    """

    name: str
    here_at_end: bool = False
    pc_constant: str = FROM_LABEL
    optimise: bool = False
    optimise_calls: bool = False
    branch_expands: bool = False
    forward_index_is_long: bool = False
    forward_direct: bool = True
    noopt_literal: bool = False
    jump_direct: bool = True
    jump_forced_direct: bool = False
    bare_register: bool = False
    duplicate_is_warning: bool = False
    later_bytes_count: bool = False
    fill: int = 0
    reserve_fill: int | None = None


DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect for dialect in (
        Dialect("vecx"),
        Dialect("as09", optimise=True, optimise_calls=True, forward_index_is_long=True,
                forward_direct=False, noopt_literal=True, jump_forced_direct=True,
                later_bytes_count=True, fill=0xFF),
        Dialect("vide", here_at_end=True, pc_constant=RAW, optimise=True, branch_expands=True,
                forward_index_is_long=True, jump_direct=False, bare_register=True,
                duplicate_is_warning=True,
                later_bytes_count=True, fill=0x12, reserve_fill=0),
    )
}
