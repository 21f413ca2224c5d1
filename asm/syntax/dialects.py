"""The differences between the dialects, as a table of settings.

All dialects share nearly the whole grammar: the union of AS09, VIDE's assembler and the Motorola
family.  A dialect changes the meaning of lines that all of them accept, and accepts some mistakes
that are errors elsewhere.  Bugs of the originals are not copied: AS09 turns `leax [n]` into
`ldx #n`, VIDE's assembler encodes the address of `label,pcr` instead of the distance for a label,
and overwrites a byte when it lengthens a forward branch.
"""

from typing import Any, NamedTuple

FROM_LABEL = "address"
RAW = "offset"
ALL_RAW = "always an offset"
ALWAYS, PAGE_0, NEVER = "always", "page 0", "never"
FIRST, LAST = "first", "last"
OLD, NEW, UNSURE = "old", "new", "old, with a warning"
AS_WRITTEN, AS09_REWRITING, VIDE_REWRITING = "as written", "as AS09", "as VIDE"


class Dialect(NamedTuple):
    """One dialect: a field for each point on which assemblers disagree.

    here_at_end            `*` is the address after the line instead of its own, but in ORG and DS
    pc_constant            what a constant before `,pc` means: FROM_LABEL an address, RAW an offset,
                           ALL_RAW an offset, and so does any other expression
    rewriting              how branches and jumps are rewritten: AS_WRITTEN, AS09_REWRITING,
                           VIDE_REWRITING (assembler/branches.py)
    forward_index_is_long  an index offset not known yet takes 16 bits
    forward_direct         when a symbol not known yet may be in the direct page: ALWAYS,
                           PAGE_0 if DP is 0, NEVER
    noopt_literal          NOOPT also keeps `0,R` and stops choosing the direct page
    branch_number_raw      a number after a branch is the offset itself
    colon_ignored          a colon after the operand is ignored, with a warning
    bare_register          a lone `x` that is not a symbol means `,x`
    offset_with_increment  `0,x+` means `,x+`, with a warning
    hash_ignored           a `#` where there is no immediate mode is ignored, with a warning
    inherent_comment       anything after an inherent instruction is a comment
    counted                the instructions without operand that may have a count after them
    flag_letters           ORCC, ANDCC and CWAI take flags by letter
    half_loosest           the words hi and lo apply to the whole expression after them
    pair_in_words          two characters in single quotes are one word in FDB
    byte_range             an 8-bit immediate that does not fit is an error
    duplicates             a symbol defined twice only warns; the definition above a use counts
    set_above              the value of a symbol above its first SET or `=`: that of the FIRST or
                           of the LAST one, or an error ("")
    last_macro             the last of several macros with one name counts for all calls
    predefined             names that have a value from the start
    unique_outside         `\\?` outside a macro is ignored
    data_written           the segment DATA is in the image
    storage_written        space outside BSS is zeros in the image, also at its ends
    align_is_space         ALIGN makes such space, not a gap
    org_backwards          ORG may go back
    end_counts             END ends its file
    later_bytes_count      bytes written over others replace them, with a warning
    fill                   the byte that fills a gap between two ORGs
    page                   the assumed DP before the first SETDP
    zero_offset_kept       `0,R` keeps its offset
    bits_alike             & | ^ bind alike, and so do && and ||
    blank_ends_operand     an operand ends at the first blank outside quotes
    left_to_right          all operators between two operands bind alike
    dot_is_local           a label that begins with a dot is local
    any_section            SECTION takes any name, and PRAGMA has an effect
    data_included          INCLUDE also takes images and hex records
    text_as_it_is          strings of FCC and its family have no escapes
    star_is_direct         `*` before an address chooses the direct page, and nothing else does
    reads_memory           `[x]` and `{x}` read memory, and `prev(x)` is an earlier value
    scope_by_blank_line    local labels belong to the lines between two empty ones
    radix                  the base of numbers without a prefix, which .RADIX changes: expressions
                           and strings are those of as6809 (syntax/linked.py), and values are
                           compared as 16 bits; 0 if not
    label_offset_long      an index offset that is an address takes 16 bits, and so does a distance
                           to another area; all others, also those not known yet, get the shortest
                           form
    near_pcr_most          the longest distance before `,pcr` that gets 8 bits
    colon_labels           labels need a colon, and any column may begin an operation; the lines and
                           directives are those of as6809 (assembler/linked.py)
    org_label              the value of a label on an ORG line: the OLD address, the NEW one, or the
                           old one with a warning (UNSURE)
    settled_when_read      the size of an operand is final when its line is read; a symbol of the
                           same line counts as not known yet
    literal_zero_kept      `0,R` keeps its offset if it is written as a plain 0
    large_offset_is_long   an offset above 32767 takes 16 bits: it is not a negative number
    operand_marks          what also begins an operand: `^` is `~`, `.` the location counter, and
                           `&` begins a decimal number
    local_marks            a label with one of these characters is local; all may be in a name
    plain_characters       a character constant has no escapes; the closing quote may be missing
    quoted_pair            `"AB"` is a number; the closing quote may be missing
    any_delimiter          any character may delimit a string of FCC and its family
    star_or_direct         `*` directly before an address chooses the direct page
    page_low_byte          SETDP keeps the low byte: `setdp $C800` is page 0
    page_negative          a negative page in SETDP makes the page unknown
    end_ends_all           END in an included file ends everything
    align_writes           ALIGN writes zeros
    names_with_bar         IFDEF takes names separated by `|`
    few_escapes            strings have the escapes `\\n` and `\\r` only; the character after a
                           backslash in a character constant is ignored
    text_escapes           strings of FCC and its family have C's escapes after all
    added_instructions     the sets of further instructions, which a PRAGMA may add (operations.py)
    dotted_fields          fields are called `structure.field`, and a structure makes records
    equality_tighter       `==` and `!=` bind tighter than `<` and `>`
    fractions              a division is exact; a value loses its fraction at the end
    zero_is_octal          a number that begins with 0 is octal
    offset_cut             `<` before an offset that does not fit keeps its low byte, with a warning
    slash_quotes           slashes delimit strings as quotes do, also names of files
    pages_below            SETDP takes symbols that are defined below
    sections_follow        each section has a DP and numeric labels of its own, is written, and
                           begins where the section that was in use at its first line ends
    arguments_are_values   an argument of a macro is a value; it is joined to names and strings as
                           text
    half_ignored           `<` and `>` in an expression have no effect; alone, they are a label `!`
    own_words              the dialect's own directives: those with this owner in OWN_DIRECTIVES
    """

    name: str
    here_at_end: bool = False
    pc_constant: str = FROM_LABEL
    rewriting: str = AS_WRITTEN
    forward_index_is_long: bool = False
    forward_direct: str = ALWAYS
    noopt_literal: bool = False
    branch_number_raw: bool = False
    colon_ignored: bool = False
    bare_register: bool = False
    offset_with_increment: bool = False
    hash_ignored: bool = False
    inherent_comment: bool = False
    counted: tuple[str, ...] = ("NOP", "SWI")
    flag_letters: bool = False
    half_loosest: bool = False
    pair_in_words: bool = False
    byte_range: bool = False
    duplicates: bool = False
    set_above: str = ""
    last_macro: bool = False
    predefined: tuple[tuple[str, int], ...] = ()
    unique_outside: bool = False
    data_written: bool = False
    storage_written: bool = False
    align_is_space: bool = False
    org_backwards: bool = True
    end_counts: bool = True
    later_bytes_count: bool = False
    fill: int = 0
    page: int | None = None
    zero_offset_kept: bool = False
    bits_alike: bool = False
    blank_ends_operand: bool = False
    scope_by_blank_line: bool = False
    left_to_right: bool = False
    dot_is_local: bool = True
    any_section: bool = False
    data_included: bool = False
    text_as_it_is: bool = False
    star_is_direct: bool = False
    reads_memory: bool = False
    radix: int = 0
    label_offset_long: bool = False
    near_pcr_most: int = 127
    colon_labels: bool = False
    org_label: str = OLD
    settled_when_read: bool = False
    literal_zero_kept: bool = False
    large_offset_is_long: bool = False
    operand_marks: str = ""
    local_marks: str = ""
    plain_characters: bool = False
    quoted_pair: bool = False
    any_delimiter: bool = False
    star_or_direct: bool = False
    page_low_byte: bool = False
    page_negative: bool = True
    end_ends_all: bool = False
    align_writes: bool = False
    names_with_bar: bool = False
    few_escapes: bool = False
    text_escapes: bool = False
    added_instructions: tuple[str, ...] = ()
    dotted_fields: bool = False
    equality_tighter: bool = False
    fractions: bool = False
    zero_is_octal: bool = False
    offset_cut: bool = False
    slash_quotes: bool = False
    pages_below: bool = False
    sections_follow: bool = False
    arguments_are_values: bool = False
    half_ignored: bool = False
    own_words: str = ""


DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect for dialect in (
        Dialect("vecx", org_label=UNSURE),
        Dialect("as09", rewriting=AS09_REWRITING, forward_index_is_long=True,
                forward_direct=NEVER, noopt_literal=True, flag_letters=True, half_loosest=True,
                pair_in_words=True, byte_range=True, set_above=LAST, last_macro=True,
                data_written=True, storage_written=True, align_is_space=True,
                org_backwards=False, end_counts=False, fill=0xFF, data_included=True),
        Dialect("vide", here_at_end=True, pc_constant=RAW, rewriting=VIDE_REWRITING,
                forward_index_is_long=True, forward_direct=PAGE_0,
                branch_number_raw=True, colon_ignored=True, bare_register=True,
                offset_with_increment=True, hash_ignored=True, inherent_comment=True,
                counted=("NOP",), duplicates=True, set_above=FIRST,
                predefined=(("TRUE", 1), ("FALSE", 0), ("true", 1), ("false", 0)),
                unique_outside=True, data_written=True, storage_written=True,
                later_bytes_count=True, fill=0x12),
        Dialect("lwasm", page=0, literal_zero_kept=True, bits_alike=True, pc_constant=ALL_RAW,
                forward_index_is_long=True, forward_direct=NEVER, blank_ends_operand=True,
                inherent_comment=True, counted=(), scope_by_blank_line=True, dot_is_local=False,
                any_section=True, text_as_it_is=True, org_label=NEW, settled_when_read=True,
                large_offset_is_long=True, operand_marks="^.&", local_marks="@?$",
                plain_characters=True, quoted_pair=True, any_delimiter=True, star_or_direct=True,
                page_low_byte=True, page_negative=False, end_ends_all=True, align_writes=True,
                names_with_bar=True, dotted_fields=True, later_bytes_count=True,
                own_words="lwasm"),
        Dialect("asm6809", hash_ignored=True, any_section=True, pc_constant=ALL_RAW,
                offset_with_increment=True, org_label=NEW, large_offset_is_long=True,
                plain_characters=True, few_escapes=True, page_low_byte=True, equality_tighter=True,
                fractions=True, zero_is_octal=True, offset_cut=True, slash_quotes=True,
                pages_below=True, sections_follow=True, arguments_are_values=True,
                half_ignored=True, own_words="asm6809"),
        Dialect("as9", page=0, forward_index_is_long=True, forward_direct=NEVER,
                left_to_right=True, blank_ends_operand=True, inherent_comment=True, counted=(),
                text_as_it_is=True),
        Dialect("asxxxx", pc_constant=ALL_RAW, forward_direct=NEVER, any_section=True,
                dot_is_local=False, star_is_direct=True,
                zero_offset_kept=True, later_bytes_count=True, end_counts=False, radix=10,
                label_offset_long=True, near_pcr_most=126, colon_labels=True,
                added_instructions=("as6809", "6800compat"), own_words="asxxxx"),
    )
}

_BY_NAME = dict(DIALECTS)

# The settings that a PRAGMA changes: when it is on, and with `no` before its name.
PRAGMAS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "forwardrefmax": ({"forward_direct": NEVER, "forward_index_is_long": True},
                      {"forward_direct": ALWAYS, "forward_index_is_long": False}),
    "pcaspcr": ({"pc_constant": FROM_LABEL}, {"pc_constant": ALL_RAW}),
    "cescapes": ({"text_escapes": True}, {"text_escapes": False}),
    "dollarlocal": ({"local_marks": "@?$"}, {"local_marks": "@?"}),
    "6809conv": ({"added_instructions": ("6809conv",)}, {"added_instructions": ()}),
    "6800compat": ({"added_instructions": ("6800compat",)}, {"added_instructions": ()}),
}


def named(name: str) -> Dialect:
    """Return a dialect, or one that `changed` has made of it."""
    return _BY_NAME[name]


def changed(dialect: Dialect, settings: dict[str, Any]) -> Dialect:
    """Return the dialect with some settings changed, under a name of its own."""
    original = DIALECTS[dialect.name.partition(" ")[0]]
    made = dialect._replace(name=original.name, **settings)
    name = " ".join([original.name, *(
        f"{field}={now}" for field, now, before in zip(Dialect._fields, made, original, strict=True)
        if now != before)])
    return _BY_NAME.setdefault(name, made._replace(name=name))


# Expressions on a machine: breakpoints, `--until` and similar.  Not a dialect of the assembler.
MACHINE = Dialect("machine", reads_memory=True)
