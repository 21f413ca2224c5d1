"""The strict machine as a whole: no side effects, selection, excuses, counts."""

import ast
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.vecx.strict.headed import cartridge
from vecx import strict
from vecx.errors import UsageError
from vecx.machine import Machine
from vecx.strict.finding import counted
from vecx.strict.rules import NAMES, RULES, Rule, select

CASES = Path(__file__).parents[2] / "cases"
CLEAN_FRAMES = 400


def found(machine: Machine) -> list[str]:
    """Return the rules that were broken."""
    return [finding.rule.name for finding in machine.findings]


@pytest.mark.parametrize("cart", [None, "connect4", "reversi"])
def test_observing_changes_nothing(cart: str | None) -> None:
    """A strict machine behaves exactly like a normal one."""
    strict, plain = Machine(cart, strict=True), Machine(cart)
    assert strict.run_frames(60) == plain.run_frames(60)
    assert strict.snapshot() == plain.snapshot()
    assert strict.take_log().tolist() == plain.take_log().tolist()
    assert strict.take_sound().tolist() == plain.take_sound().tolist()


@pytest.mark.sample(1, slow=2)
@pytest.mark.parametrize("cart", [None, "connect4", "reversi"])
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_what_comes_with_vecx_is_clean(cart: str | None, preset: str) -> None:
    """ROM, service program and games give no findings."""
    machine = Machine(cart, preset=preset, strict=True)
    machine.run_frames(260)
    for step in range(CLEAN_FRAMES // 20):
        machine.stick((-1, 0, 1)[step % 3], (0, 1, 0, -1)[step % 4])
        machine.press(4 if step % 2 else 1)
        machine.run_frames(10)
        machine.release(4 if step % 2 else 1)
        machine.run_frames(10)
    assert [str(finding) for finding in machine.findings] == []


def test_selection() -> None:
    """Names select rules, no-NAME deselects; unknown names are refused with similar ones."""
    assert select("") == select("all") == frozenset(NAMES)
    assert select("dp,burn") == {"dp", "burn"}
    assert select("no-dp") == frozenset(NAMES) - {"dp"}
    with pytest.raises(UsageError, match="did you mean burn"):
        select("brun")
    broken = CASES / "broken" / "forgotten_dp.asm"
    machine = Machine(broken, strict="no-dp,no-no-refresh,no-hangs")
    machine.run_frames(260)
    assert found(machine) == []


@pytest.mark.slow
def test_excuse(tmp_path: Path) -> None:
    """A comment with a reason excuses the named rule at its line."""
    line = "main            jsr     Wait_Recal\n                lda     $C8F0{}\n" \
           "                beq     main\n                jsr     Intensity_5F\n" \
           "                ldd     #$2020\n                jsr     Dot_d\n" \
           "                bra     main\n"
    for comment, rules, doubt in (
            ("  ;@strict no-ram-unset chance is what we want", [], None),
            ("  ;@strict no-dp it is not that", ["ram-unset"], None),
            ("  ;@strict no-ram-unset", ["ram-unset"], "has no reason"),
            ("  ;@strict no-rum because", ["ram-unset"], "unknown rule no-rum")):
        machine = Machine(cartridge(tmp_path, line.format(comment)), strict=True)
        machine.run_frames(250)
        assert found(machine) == rules
        doubts = list(machine.strict.doubts() if machine.strict else ())
        assert (doubt in doubts[0] if doubt else not doubts)


def test_counts_and_place(tmp_path: Path) -> None:
    """A finding has count, first occurrence, frame and place."""
    path = cartridge(tmp_path, "main            jsr     Wait_Recal\n"
                               "                sta     $C000\n                bra     main\n")
    machine = Machine(path, strict="write-nowhere")
    machine.run_frames(266)
    (finding,) = machine.findings
    assert (finding.where.line, finding.count) == (10, 266 - finding.frame)
    assert str(finding).startswith(f"{path}:10: error: writes $")
    assert counted(machine.findings) == "1 error, 0 warnings"


@pytest.mark.slow
def test_after_a_crash_nothing_more_is_told(tmp_path: Path) -> None:
    """After a crash nothing is reported until /RESET."""
    path = cartridge(tmp_path, "main            jmp     $C100\n")
    machine = Machine(path, strict=True)
    machine.run_frames(250)
    assert found(machine) == ["runs-nowhere"]
    machine.reset()
    machine.run_cycles(8_000_000)
    assert found(machine) == ["runs-nowhere"] and machine.findings[0].count == 2


def test_calling_a_routine_is_no_mistake() -> None:
    """`call`, `write` and `restore` cause no findings."""
    machine = Machine("reversi", strict=True)
    machine.run_frames(250)
    kept = machine.keep()
    machine.write(0xC8F0, b"\x01\x02")
    machine.call("Intensity_5F" if "Intensity_5F" in machine.symbols else 0xF2A5, dp=0xD0)
    machine.restore(kept)
    machine.run_frames(20)
    assert found(machine) == []


@pytest.mark.slow
def test_the_plain_twin_finds_the_same(plain: Callable[[str], ModuleType]) -> None:
    """The un-jitted machine gives the same findings."""
    path = CASES / "strict" / "rom_write.asm"
    twin = plain("machine").Machine(path, strict=True)
    for machine in (twin, mine := Machine(path, strict=True)):
        machine.run_cycles(20_000)
        machine.set_registers(pc=0x16, s=0xCBEA, dp=0xD0)
        machine.run_cycles(20_000)
    assert [str(one) for one in twin.findings] == [str(one) for one in mine.findings] != []


AY_SETUP = """\
                lda     #$D0
                tfr     a,dp
                lda     #$98
                sta     $D00B
                lda     #$9F
                sta     $D002
"""
AY_FAULT_SOURCES = {
    "takes a byte": "lda #$FF\n sta $D003\n lda #8\n sta $D001\n ldb #$19\n stb $D000\n inca\n "
                    "sta $D001",
    "without going inactive": "lda #$FF\n sta $D003\n lda #8\n sta $D001\n ldb #$19\n stb $D000\n"
                              " ldb #$11\n stb $D000",
    "writes to the sound chip with no": "lda #$FF\n sta $D003\n ldb #$11\n stb $D000",
    "above 15": "lda #$FF\n sta $D003\n sta $D001\n ldb #$19\n stb $D000",
    "some pins of port A are inputs (DDR A is $00): set DDR A to $FF":
        "clr $D003\n ldb #$19\n stb $D000",
    "DDR A is $FF, so that both drive the bus: set DDR A to $00":
        "lda #$FF\n sta $D003\n ldb #$09\n stb $D000",
    "reads the sound chip with no": "clr $D003\n ldb #$09\n stb $D000",
}


@pytest.mark.parametrize("words", AY_FAULT_SOURCES)
def test_each_fault_on_the_sound_chips_bus(program: Callable[..., Machine], words: str) -> None:
    """Seven mistakes with BDIR and BC1 are distinguished, at their places."""
    source = AY_SETUP + " " + AY_FAULT_SOURCES[words] + "\nstay bra stay"
    machine = program(source, strict="ay-bus")
    machine.run_cycles(200)
    assert words in machine.findings[0].what


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "entry"), [("swi", 0xCBFB), ("swi2", 0xCBF2), ("swi3", 0xCBF2)])
def test_software_interrupts_want_their_own_handler(tmp_path: Path, name: str, entry: int) -> None:
    """A software interrupt without a handler is reported."""
    handler = f"                lda     #$7E\n                sta     ${entry:04X}\n" \
              f"                ldd     #back\n                std     ${entry + 1:04X}\n"
    loop = f"main            jsr     Wait_Recal\n                {name}\n" \
           "                bra     main\nback            rti\n"
    clear = f"                clr     ${entry:04X}\n"
    for before, found_rules in ((clear, ["handler"]), (handler, [])):
        machine = Machine(cartridge(tmp_path, before + loop), strict=True)
        machine.run_frames(250)
        assert [rule for rule in found(machine) if rule in ("handler", "kept", "rts")] \
            == found_rules
        if found_rules:
            first = next(one for one in machine.findings if one.rule.name == "handler")
            assert first.what.startswith(f"{name.upper()} enters ${entry:04X}")
        else:
            assert machine.findings == []


def test_an_unknown_rule_is_one_sentence_after_the_other() -> None:
    """The message about an unknown rule suggests a similar one, if any."""
    with pytest.raises(UsageError, match=r"unknown rule 'nosuch'\. Use one of"):
        Machine(preset="ideal", strict="nosuch")
    with pytest.raises(UsageError, match=r"unknown rule 'drfit'; did you mean drift\? Use one of"):
        Machine(preset="ideal", strict="drfit")


def test_an_impossible_frame_length_is_named(tmp_path: Path) -> None:
    """An impossible frame length is reported with Vec_Rfrsh, and so is a frame that is too long."""
    machine = Machine(CASES / "strict" / "overrun.asm", strict="overrun")
    machine.run_frames(300)
    text = machine.findings[0].what
    assert text.startswith("exceeds the 30,002 cycles of a frame in ")
    path = cartridge(tmp_path, "                ldd     #$6000\n                std     $C83D\n"
                               "main            jsr     Wait_Recal\n                bra     main\n")
    machine = Machine(path, strict="overrun")
    machine.run_frames(300)
    text = machine.findings[0].what
    assert text.startswith("sets T2 for a frame of only 9") and "Vec_Rfrsh" in text


@pytest.mark.slow
def test_a_routine_that_ends_with_rti_is_told_to_use_rts(tmp_path: Path) -> None:
    """`runs-nowhere` names an RTI that caused it."""
    source = "main            jsr     Wait_Recal\n                {}\n" \
             "                bra     main\nwrong           rti\n"
    texts = []
    for line in ("ldd #$C100\n std $CBE6\n std $CBE8\n lds #$CBDE\n jmp wrong",
                 "jmp     $C100"):
        machine = Machine(cartridge(tmp_path, source.format(line)), strict="runs-nowhere")
        machine.run_frames(250)
        texts.append(machine.findings[0].what)
    assert texts[0].startswith("returns with RTI to ") and "must end with RTS" in texts[0]
    assert texts[1] == "goes to $C100, where there is no program"


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_a_rule_names_its_detector(rule: Rule) -> None:
    """Each rule is raised by the function in its definition."""
    module, _, function = rule.detector.partition(".")
    tree = ast.parse((Path(strict.__file__).parent / f"{module}.py").read_text(encoding="utf-8"))
    bodies = [node for node in ast.walk(tree)
              if isinstance(node, ast.FunctionDef) and node.name == function]
    raised = {node.attr for body in bodies for node in ast.walk(body)
              if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
              and node.value.id == "numbers"}
    assert rule.name.replace("-", "_").upper() in raised


@pytest.mark.sample(1)
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_a_clock_that_is_set_back_gives_no_findings(preset: str) -> None:
    """Reset and restore cause no findings."""
    machine = Machine("connect4", preset=preset, strict=True)
    machine.run_frames(400)
    taken = machine.snapshot()
    for frames in (300, 10):
        machine.reset()
        machine.run_frames(frames)
        machine.restore(taken)
        machine.run_frames(100)
    assert [str(finding) for finding in machine.findings] == []


@pytest.mark.slow
def test_rti_at_the_end_of_a_routine(tmp_path: Path) -> None:
    """An RTI at the end of a routine is reported at its line."""
    body = "main            bsr     sub\n                bra     main\nsub             rti\n"
    machine = Machine(cartridge(tmp_path, body), strict=True)
    machine.run_frames(260)
    finding = machine.findings[0]
    assert (finding.rule.name, finding.where.line) == ("rts", 11)
    assert "a routine that was called must end with RTS" in finding.what


@pytest.mark.sample(4)
@pytest.mark.parametrize(("loop", "hangs"), [
    ("stay bra stay\n", True),
    ("stay lda $C880\n beq other\n bra stay\nother bra stay\n", True),
    ("stay inc $C880\n bra stay\n", False),            # it counts
    ("stay lda $D000\n bra stay\n", False),            # it reads the comparator
    ("stay lda $D00D\n anda #2\n beq stay\n", False),  # it waits for the light pen
    ("stay lda $D00D\n anda #$24\n beq stay\n bra stay\n", True),
    ("stay leax 1,x\n bne stay\n leay 1,y\n bra stay\n", False)])     # it computes
def test_a_program_that_hangs_on_a_dark_screen(tmp_path: Path, loop: str, hangs: bool) -> None:
    """Only programs that cannot continue are reported."""
    machine = Machine(cartridge(tmp_path, " jsr Wait_Recal\n clr $C880\n ldd $D008\n" + loop),
                      strict="hangs")
    machine.run_frames(270)
    assert found(machine) == ["hangs"] * hangs


def test_overrun_reports_the_worst_frame(tmp_path: Path) -> None:
    """`overrun` reports count, mean, maximum and the most expensive routine."""
    machine = Machine(cartridge(tmp_path, """\
                clr     $C880
main            jsr     Wait_Recal
                bsr     short
                bsr     long
                bra     main
short           ldx     #1000
                bra     wait
long            inc     $C880
                lda     $C880
                anda    #3
                clrb
                addd    #3000
                tfr     d,x
wait            leax    -1,x
                bne     wait
                rts
"""), strict=True)
    machine.run_frames(270)
    (finding,) = machine.findings
    assert finding.what.startswith("exceeds the 30,002 cycles of a frame in ")
    mean, worst = (int(text.split()[0].replace(",", "")) for text in
                   (finding.what.split("frames: ")[1], finding.what.split("average, ")[1]))
    assert 33_000 < mean < worst == 39_084
    assert "in the longest, long takes 30," in finding.what


def test_a_stack_in_a_picture_is_reported(tmp_path: Path) -> None:
    """Data read through a pointer after a push overwrote it is reported."""
    source = """\
                ldx     #$C900
                lda     #$10
fill            sta     ,x+
                cmpx    #$C940
                bne     fill
{}
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldx     #$C93C
                ldd     ,x
                jsr     Dot_d
                bra     main
"""
    for line, expected in (("                lds     #$C940", ["stack-data"]), ("", [])):
        machine = Machine(cartridge(tmp_path, source.format(line)), preset="worn", strict=True)
        machine.run_frames(270)
        assert found(machine) == expected


OWN_STACK = """\
main            ldd     #$7E00+(handler/256)
                std     $CBF8
                ldb     #(handler&255)
                stb     $CBFA
                jsr     Wait_Recal
                jsr     DP_to_C8
                lda     #$A0
                sta     >VIA_int_enable
idle            {waits}
                bra     idle
handler         {enter}
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                jsr     Reset0Ref
                jsr     DP_to_C8
                {leave}
                rti
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("waits", ["cwai    #$EF", "andcc   #$EF"])
@pytest.mark.parametrize("stack", ["sts $C880; lds #$CB80", "sts $C880; lds #$C900", "nop"])
def test_a_handler_may_have_its_own_stack(tmp_path: Path, waits: str, stack: str) -> None:
    """An interrupt handler returns with RTI, on the stack of the program or on its own."""
    text = OWN_STACK.format(waits=waits, enter=stack.replace("; ", "\n                "),
                            leave="lds $C880" if "lds" in stack else "nop")
    machine = Machine(cartridge(tmp_path, text), preset="worn", strict=True)
    machine.run_frames(300)
    assert machine.strict and machine.strict.started
    assert not [str(found) for found in machine.findings if found.rule.level == "error"]
