"""The accuracy cartridges pass on our machine, and each of their tests can fail."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from roms import accuracy_tables, build
from tests import accuracy, accuracy_mutants, peers
from vecx import Machine

TESTS_LEAST = 250
SECONDS_MOST = 180
SENTENCE_MOST = 3 * 24      # letters: three lines on the screen
RESULT_TEST = 0xC887
PAGE, AFTER_NOTHING = 0xCA00, 0xCA0A    # where an instruction runs; PC after the clock's own time


def test_every_topic_has_a_cartridge() -> None:
    """There is a cartridge for each topic and each set of cards, and one for all."""
    assert sorted(build.accuracy()) == sorted(
        ["accuracy", *(f"accuracy-{t}" for t in (*accuracy.TOPICS, *accuracy_tables.CARDS))])


def test_there_are_enough_tests() -> None:
    """Each test has a sentence, a source and a grade."""
    tests = [test for topic in accuracy.TOPICS for test in accuracy.topic_tests(topic)]
    assert len(tests) >= TESTS_LEAST
    assert all(t.sentence and t.source and t.grade in accuracy_tables.GRADES for t in tests)
    for topic in accuracy.TOPICS:
        sentences = [test.sentence for test in accuracy.topic_tests(topic)]
        assert max(map(len, sentences)) <= SENTENCE_MOST, topic
        assert len(set(sentences)) == len(sentences), topic


@pytest.mark.parametrize("topic", accuracy.TOPICS)
def test_topic_passes(topic: str) -> None:
    """Every test of the topic passes, within the topic's time."""
    found = accuracy.run(topic)
    count = len(accuracy.topic_tests(topic))
    assert (found.names(topic), found.running) == ([], 0), found.values
    assert found.tests == found.passed == count


@pytest.mark.slow
def test_a_topic_passes_in_plain_python() -> None:
    """The shortest topic passes without compiled code."""
    found = peers.plain("joystick")
    assert (found.tests, found.failing, found.running) == (16, (), 0)


def test_the_web_machine_passes() -> None:
    """A topic passes as WebAssembly."""
    pytest.importorskip("wasmtime")
    found = peers.web("via-timers")
    assert (found.passed, found.failing, found.running) == (47, (), 0)


def test_the_libretro_core_passes() -> None:
    """A topic passes in RetroArch's core."""
    pytest.importorskip("libretro")
    found = peers.core("via-shift")
    assert (found.passed, found.failing, found.running) == (29, (), 0)


def test_the_table_is_of_this_suite() -> None:
    """The table on the page has the topics and the numbers of tests of the cartridges."""
    text = peers.PAGE.read_text(encoding="utf-8")
    for topic in accuracy.TOPICS:
        assert f"| {topic} | {len(accuracy.topic_tests(topic))} |" in text, \
            "run python -m tests.peers"


DIFFERENCE = re.compile(r"\| ([^|:]+): [^|]+ \| [^|]+ \| ([^|]+) \|")


def explained(text: str) -> dict[str, set[tuple[str, int]]]:
    """Return for the beginning of each emulator's name the tests that the differences name."""
    found: dict[str, set[tuple[str, int]]] = {}
    for names, tests in DIFFERENCE.findall(text.partition("## The differences")[2]):
        for part in tests.split(";"):
            topic, *numbers = part.replace(",", " ").split()
            for each in numbers:
                first, _, last = each.partition("-")
                for name in names.split(" and "):
                    found.setdefault(name, set()).update(
                        (topic, number) for number in range(int(first), int(last or first) + 1))
    return found


def test_every_difference_is_explained() -> None:
    """The page names the deciding source for exactly the tests that fail in other emulators."""
    text = peers.PAGE.read_text(encoding="utf-8")
    told = explained(text)
    fail = peers.failing_on_page(text)
    assert {name.rsplit(" ", 1)[0] for name in fail} == set(told)
    for name, tests in fail.items():
        assert set(tests) == told[name.rsplit(" ", 1)[0]], name


@pytest.mark.parametrize("topic", [
    pytest.param(topic, marks=pytest.mark.slow if topic == "memory" else pytest.mark.nightly)
    for topic in accuracy.TOPICS])
def test_mame_is_as_the_page_says(topic: str, tmp_path: Path) -> None:
    """MAME, if it is installed, fails in the tests that the page names."""
    program = peers.mame_program("mame")
    if not program:
        pytest.skip("MAME is not installed")
    name = peers.mame_name(program)
    fail = peers.failing_on_page(peers.PAGE.read_text(encoding="utf-8"))
    if name not in fail:
        pytest.skip(f"the page has no column for {name}")
    found = peers.mame(program, tmp_path)(topic)
    assert {*found.failing, *([found.running] if found.running else [])} == \
        {number for each, number in fail[name] if each == topic}


def test_a_cartridge_that_has_not_begun_is_told() -> None:
    """RAM without the signature is no result, and a test that does not return is named."""
    with pytest.raises(ValueError, match="signature"):
        accuracy.result(bytes(accuracy.RESULT_BYTES))
    ram = accuracy.MARK + bytes([1, ord("R"), 1, 0, 7]) + bytes(accuracy.RESULT_BYTES)
    assert accuracy.result(ram).running == 7


def test_the_suite_passes_in_time() -> None:
    """The cartridge with all topics ends in less than three minutes, and every test passes."""
    machine = Machine("accuracy", preset="ideal", picture=False, sound=False)
    while machine.cycles < SECONDS_MOST * 1_500_000:
        machine.run_cycles(1_500_000)
        ram = machine.read(accuracy.RESULT, accuracy.RESULT_BYTES)
        if ram[:4] == accuracy.MARK and ram[5] == accuracy.DONE:
            break
    found = accuracy.result(ram)
    assert found.running == 0
    assert found.passed == found.tests == sum(len(accuracy.topic_tests(t)) for t in accuracy.TOPICS)


# --- Each test was seen to fail ------------------------------------------------------------------

def number(machine: Machine) -> int:
    """Return the number of the test that is running."""
    return int.from_bytes(machine.read(RESULT_TEST, 2), "big")


def failing_with(topic: str, prepare: Callable[[Machine], object]) -> set[int]:
    """Return the tests that fail on a changed machine."""
    found = accuracy.run(topic, prepare, source=True, title=False)
    assert found.running == 0
    return set(found.failing)


def longer_in(chosen: Callable[[int], bool]) -> Callable[[Machine], object]:
    """Return the fault that the instructions of some tests take a cycle more."""
    def longer(machine: Machine, value: int, _: int) -> None:
        pc = machine.registers.pc
        if pc >= PAGE and pc != AFTER_NOTHING and chosen(number(machine)):
            machine.set_registers(a=value - 1 & 0xFF)

    return lambda machine: machine.on_read(0xD008, longer)


def wrong_in(topic: str, chosen: Callable[[int], bool]) -> Callable[[Machine], object]:
    """Return the fault that C is wrong after some tests' instructions, or a branch goes wrong."""
    def wrong(machine: Machine) -> None:
        if chosen(number(machine)):
            machine.set_registers(cc=machine.registers.cc ^ 1)

    def other(machine: Machine) -> None:
        sentence = accuracy.topic_tests(topic)[number(machine) - 1].sentence
        never = sentence.startswith(("BRA", "LBRA"))
        if chosen(number(machine)):
            machine.set_registers(pc=machine.address("branch_not" if never else "branch_taken"))

    def prepare(machine: Machine) -> None:
        for label in ("flags_back_u", "flags_back_s"):
            machine.on_pc(label, wrong)
        for label in ("branch_not", "branch_taken"):
            machine.on_pc(label, other)

    return prepare


def check_instructions(topic: str, chosen: Callable[[int], bool]) -> None:
    """Check that exactly the tests fail whose instructions have a fault."""
    fault = longer_in(chosen) if topic == "cpu-cycles" else wrong_in(topic, chosen)
    count = len(accuracy.topic_tests(topic))
    assert failing_with(topic, fault) == {n for n in range(1, count + 1) if chosen(n)}


@pytest.mark.sample(2)
@pytest.mark.parametrize("topic", accuracy_tables.WRITTEN)
@pytest.mark.parametrize("rest", [0, 1])
def test_instructions_are_seen_to_fail(topic: str, rest: int) -> None:
    """If every second instruction of a topic has a fault, the tests of these fail."""
    check_instructions(topic, lambda n: n % 2 == rest)


@pytest.mark.nightly
@pytest.mark.parametrize("topic", accuracy_tables.WRITTEN)
@pytest.mark.parametrize("bit", range(1, 9))
@pytest.mark.parametrize("value", [0, 1])
def test_each_instruction_is_seen_by_its_own_test_alone(topic: str, bit: int, value: int) -> None:
    """Faults in half of the instructions, so that of any two tests each fails without the other."""
    check_instructions(topic, lambda n: n >> bit & 1 == value)


READING = [topic for topic in accuracy.TOPICS if topic not in (*accuracy_tables.WRITTEN, "frame")]
REGISTERS_OF_VIA = ("port_b", "port_a", "DDR_b", "DDR_a", "t1_cnt_lo", "t1_cnt_hi", "t1_lch_lo",
                    "t1_lch_hi", "t2_lo", "t2_hi", "shift_reg", "aux_cntl", "cntl", "int_flags",
                    "int_enable", "port_a_nohs")


def home(address: int) -> int:
    """Return the first address at which the same register or byte appears."""
    if 0xD000 <= address < 0xD800:
        return address & 0xD00F
    return address & 0xFBFF if 0xCC00 <= address < 0xD000 else address


def reads_of(topic: str) -> dict[int, set[int]]:
    """Return for each test the addresses that it reads into B or D, from the source."""
    found: dict[int, set[int]] = {}
    name, at, pointer = topic.replace("-", "_"), 0, 0
    for line in (accuracy_tables.FOLDER / f"{topic}.asm").read_text().splitlines():
        if label := re.match(rf"{name}_(\d+)", line):
            at = int(label[1])
        if pointer_set := re.search(r"ldx +#(\$?)(\w+)$", line):
            pointer = int(pointer_set[2], 16) if pointer_set[1] else 0
        if line.startswith(("; irq_seen", "; psg_write")):
            break                   # routines of several tests follow
        match = re.search(r"(?:ldb|ldd|subb) +(?:<VIA_(\w+)|>\$(\w+)|(irq_count))"
                          r"|(?:ldb|subb) +(,x)", line)
        if match and at:
            found.setdefault(at, set()).add(home(
                0xD000 + REGISTERS_OF_VIA.index(match[1]) if match[1] else
                int(match[2], 16) if match[2] else 0xC9FF if match[3] else pointer))
        elif "psg_read" in line and line.startswith(" ") and "jsr" in line:
            found[at] = {0xD001}
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("topic", READING)
def test_reads_are_seen_to_matter(topic: str) -> None:
    """If three addresses read inverted, exactly the tests fail whose result comes from there."""
    reads = reads_of(topic)
    assert set(reads) == set(range(1, len(accuracy.topic_tests(topic)) + 1))
    addresses = sorted(set().union(*reads.values()))
    for first in range(0, len(addresses), 3):
        some = addresses[first:first + 3]

        def inverted(machine: Machine, value: int, _: int) -> None:
            if machine.registers.pc < 0x8000:
                machine.set_registers(b=machine.registers.b ^ 0xFF)

        wanted = {test for test, at in reads.items() if at & set(some)}
        found = failing_with(topic, lambda m, some=some, inverted=inverted: [
            m.on_read(at, inverted) for at in some])
        assert found == wanted, some


def inverted(machine: Machine, _value: int = 0, _cycle: int = 0) -> None:
    """Invert B after the cartridge has read an address."""
    if machine.registers.pc < 0x8000:
        machine.set_registers(b=machine.registers.b ^ 0xFF)


def counted_up(machine: Machine, value: int, _: int) -> None:
    """Make a read return more and more, so that two reads differ."""
    if machine.registers.pc < 0x8000:
        machine.set_registers(b=machine.registers.b + machine.cycles // 1000 & 0xFF)


# Faults of the frame: how they enter, and the tests that fail.
FRAME_FAULTS: tuple[tuple[Callable[[Machine], object], set[int]], ...] = (
    (lambda m: m.on_pc(m.address("frame_1") + FRAME_1_DP, lambda m: m.set_registers(dp=0xC8)), {1}),
    (lambda m: m.on_write(0xC825, lambda m, value, _: m.write(0xC826, bytes([value ^ 0xFF]))), {2}),
    (lambda m: m.on_read(0xD009, inverted), {3, 4, 7, 8}),
    (lambda m: m.on_write(0xC83D, lambda m, *_: m.write(0xC83D, b"\x30\x75"), 2), {4}),
    (lambda m: m.on_read(0xD00D, inverted), {5}),
    (lambda m: m.on_read(0xD008, counted_up), {6, 7}),
    (lambda m: m.on_pc("Wait_Recal", lambda m: m.write(0xC83D, b"\x20\x70")), {3, 4, 8}),
    (lambda m: m.on_read(0xD003, inverted), {9}),
    (lambda m: m.on_read(0xD002, inverted), {10}),
    (lambda m: m.on_read(0xD00B, inverted), {11}),
)
FRAME_1_DP = 9      # bytes from frame_1 to TFR DP,B


@pytest.mark.slow
@pytest.mark.parametrize("fault", range(len(FRAME_FAULTS)))
def test_frames_are_seen_to_fail(fault: int) -> None:
    """Faults of the frame make exactly their tests fail, and every test fails with one."""
    prepare, wanted = FRAME_FAULTS[fault]
    assert failing_with("frame", prepare) == wanted
    assert set().union(*(failing for _, failing in FRAME_FAULTS)) == set(range(1, 12))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> accuracy_mutants.Workshop:
    """Return a copy of the tree in which changes are made."""
    folder = tmp_path_factory.mktemp("shop")
    return accuracy_mutants.Workshop(folder, accuracy_mutants.TIMEOUT)


def test_each_test_has_a_change_that_it_notices() -> None:
    """Each change can be made, and the numbers on the page are those of the table."""
    changes = sorted(accuracy_mutants.read(), key=lambda change: len(change.tests))
    fewest: dict[accuracy_mutants.Test, int] = {}
    for change in changes:
        assert change.apply((accuracy_mutants.ROOT / change.path).read_text("utf-8"))
        for test in change.tests:
            fewest.setdefault(test, len(change.tests))
    assert set(fewest) == {(topic, test.number) for topic in accuracy_mutants.BY_HAND
                           for test in accuracy.topic_tests(topic)}
    alone, five, ten = (sum(count <= most for count in fewest.values()) for most in (1, 5, 10))
    text = " ".join(peers.PAGE.read_text(encoding="utf-8").split())
    assert f"other {len(fewest)} tests: {len(changes)} changes" in text
    assert f"{alone} tests have a change that no other test notices, {five} one that at most " \
           f"five notice, and {ten} one" in text


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(len(accuracy_mutants.read())))
def test_changes_of_the_chips_are_noticed(number: int, shop: accuracy_mutants.Workshop) -> None:
    """A change of a chip's source makes exactly the tests fail that the table names."""
    change = accuracy_mutants.read()[number]
    assert accuracy_mutants.noticed(shop, change) == change.tests
