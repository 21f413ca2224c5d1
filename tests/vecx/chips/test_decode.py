"""The decode arrays: complete, and consistent with the programming card."""

from asm.cpu import isa
from vecx.chips import decode

PAGES = {0: 0, 0x10: 1, 0x11: 2}


def test_every_documented_opcode_is_decoded():
    """Each of the 268 opcodes has the operand mode of the card."""
    for op in isa.OPS:
        index = PAGES[op.page] << 8 | op.code
        assert decode.WORD[index] >> decode.MODE & 15 == decode._MODE[op.mode], op


def test_undefined_prefixed_codes_run_the_plain_instruction():
    """An undefined code on page 2 or 3 acts as without its prefix [CPU 29]."""
    known = {(PAGES[op.page], op.code) for op in isa.OPS}
    named = {int(code, 16) for code in decode.UNDOCUMENTED[::3]}
    for page, prefix in ((1, 0x10), (2, 0x11)):
        for code in range(256):
            if (page, code) not in known and prefix << 8 | code not in named:
                assert decode.WORD[page << 8 | code] == decode.WORD[code]


def test_postbyte_cycles_are_the_cards():
    """Dead cycles and extra bytes of each documented post-byte add up to the card's figure."""
    bytes_of = {decode.OFFSET8: 1, decode.OFFSET16: 2}
    for byte in range(256):
        found = isa.postbyte(byte)
        if found is None:
            continue
        form, _ = found
        how = int(decode.POSTBYTES[byte])
        extra = bytes_of.get(how >> decode.PB_KIND & 15, 0)
        cycles = extra + (how >> decode.PB_DEAD) - 1 + 3 * (how >> decode.PB_INDIRECT & 1)
        assert (extra, cycles) == (form.size, form.cycles), f"{byte:02X}"


def test_fields_of_a_word_keep_apart():
    """Packing an opcode's columns into a word and unpacking them changes nothing."""
    names = (decode.MODE, decode.ACTION, decode.REG, decode.ACCESS, decode.RESULT)
    ends = (decode.ACTION, decode.REG, decode.ACCESS, decode.RESULT, decode.DEAD)
    for index, (*columns, dead, result) in enumerate(decode._build().tolist()):
        word = int(decode.WORD[index])
        if columns[1] in (decode.BRANCH, decode.LBRANCH):
            columns[2] = index & 15
        assert [word >> name & (1 << end - name) - 1
                for name, end in zip(names, ends, strict=True)] == [*columns, result]
        waits = decode._WAITS.get(columns[0], 0)
        assert (word >> decode.LEAD & 31) + (word >> decode.DEAD & 31) == waits + dead
        forms = [None, *decode.FORMS]
        usual = (columns[1], columns[0])
        assert forms[word >> decode.FORM] == (usual if usual in forms else None)
        assert word & 0x7FFFFFF == 0
