"""Replays reference calls to an executive ROM's routines: registers, RAM, sound, beam, time.

Data: DIR/bios/bios_cases.jsonl, base_ram.json and stack_depth.csv; their README defines the format.
A case runs on the whole machine in the `ideal` preset; a call case passes when its outcome and its
timing do.  A case with `returns: false` passes when the routine has not returned after
`out.cycles`.  Each entry has one more case: how many bytes below its return address it overwrites.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..chips import bus
from ..console.calls import RETURN_ADDRESS, Call
from ..console.cartridge import SPACE
from ..errors import VecxError
from ..machine import Machine
from . import Result
from . import effects as fx

RAM, RAM_BYTES = int(bus.RAM), int(bus.RAM_BYTES)
RETURN = 0x7FF0             # return address of a called routine
SETUP = 0x7E00              # the program that sets the VIA's state at entry
STACK = 0xCBE8              # S at entry, the return address on it
PSG_AT_ENTRY = 14 * "00" + "ff00"
STACK_AREA = range(0xCBA0, 0xCBEA)
FILLS = 0x55, 0xAA
SCRATCH = frozenset((0xC82C, 0xC82D, 0xC834, 0xC835, 0xC83C))
LOOP_COUNT = 0xC825         # Wait_Recal counts its calls here
CALL_CYCLES_MAX = 100_000
SLICE = 800                 # cycles; less than Wait_Recal takes after it has counted
NOT_COUNTED = 25_000      # cycles after a count in which none follows: a frame has 30,000
REFUSED_CYCLES = 6 * 1_500_000
COLD_CYCLES = 10 * 1_500_000
ENTERED_CYCLES = 60 * 1_500_000
CARTRIDGE_END = 0x8000

# used by few or no cartridges: counted separately
OPTIONAL = frozenset((
    "Draw_Grid_VL", "Rot_VL_M_dft", "Rot_VL_dft", "Print_MRast", "Set_Amp", "Init_Music_a",
    "Clear_C8_RAM", "Dec_6_Counters", "Delay_2", "Do_Sound_x", "Dot_ix_b"))
EXACT = frozenset(("Delay_0", "Delay_1", "Delay_2", "Delay_3", "Delay_b", "Delay_RTS"))
STEADY = ("Wait_Recal", "Recalibrate", "Moveto", "Draw_", "Mov_Draw", "Dot")
LIT_TOLERANCE = 3
TEXT_TOLERANCE, TEXT_CYCLES = 0.02, 12
SELECT_TOLERANCE = 0.02


@dataclass
class Outcome:
    """The state after a routine was called."""

    regs: dict[str, int]
    ram: bytes
    psg: list[int]
    cycles: int
    writes: list[fx.Write]


class Bench:
    """A machine with the ROM under test, reset for each case."""

    def __init__(self, bios: bytes, base_ram: bytes) -> None:
        self.machine = Machine(bytes(SPACE), bios, preset="ideal", ram="zero")
        self.base_ram = base_ram
        self.power_on = self.machine.keep()

    def reset(self) -> None:
        self.machine.restore(self.power_on)

    def lay_out(self, case_in: dict[str, Any]) -> None:
        """Set memory, sound chip and controllers for a case; the cartridge contains zeros."""
        m, write = self.machine.chips.state, self.machine.write
        write(RAM, self.base_ram)
        for addr, data in (case_in.get("mem") or {}).items():
            write(int(addr, 16), bytes.fromhex(data))
        for register, value in enumerate(bytes.fromhex(case_in.get("psg") or PSG_AT_ENTRY)):
            m.psg[register] = value
        env = case_in.get("env") or {}
        m.buttons = env.get("btn", 0xFF)
        for pot, value in enumerate(env.get("pots", [128] * 4)):
            m.stick[pot] = value

    def prepare_via(self, given: dict[str, Any]) -> None:
        """Put the VIA into the required state by running a program that writes to its registers."""
        m, write = self.machine.chips.state, self.machine.write
        code = _via_program(fx.VIA_AT_ENTRY | {"t2": 20000} | (given.get("via") or {}))
        kept = self.machine.read(SETUP, len(code))
        write(SETUP, code)
        self.machine.set_registers(pc=SETUP, s=STACK, cc=0x50)
        self.machine.run_to(SETUP + len(code))
        write(SETUP, kept)
        m.t2l = 0x30


def _via_program(via: dict[str, int]) -> bytes:
    """Return code that sets the VIA's registers.  The code writes T2 last, and T1 has expired when
    the code ends."""
    code = bytearray()

    def store(register: int, value: int) -> None:
        """Add code that writes a register."""
        code.extend((0x86, value & 0xFF, 0xB7, 0xD0, register))     # lda #value, sta $D000+register

    def wait() -> None:
        """Add code that takes 100 cycles."""
        code.extend((0xC6, 20, 0x5A, 0x26, 0xFD))                   # ldb #20, decb, bne

    store(14, 0x7F)
    store(2, 0x9F)
    store(3, 0xFF)
    store(11, 0x98)
    store(12, 0xCC)
    store(4, 1)
    store(5, 0)
    wait()                      # T1 is over, its flag set
    store(4, via["t1ll"])
    store(10, via["sr"])
    wait()                      # the bits are out
    store(1, via["ora"])
    store(0, via["orb"])
    store(12, via["pcr"])
    store(11, via["acr"])
    left = via["t2"]
    store(8, left if left >= 0 else 1)
    store(9, left >> 8 if left >= 0 else 0)
    if left < 0:
        wait()
    return bytes(code)


def call_case(bench: Bench, case: dict[str, Any]) -> Call:
    """Call the routine of a case in the state that the case describes.

    Errors: VecxError if it does not return
    """
    given = case["in"]
    bench.reset()
    bench.lay_out(given)
    bench.prepare_via(given)
    pushed = bytes(reversed(bytes.fromhex(given.get("stack") or "")))
    return bench.machine.call(int(case["entry"], 16), CALL_CYCLES_MAX, pushed,
                              **given["regs"] | {"s": STACK + 2})


def depth(bench: Bench, case: dict[str, Any]) -> int:
    """Return how many bytes a routine overwrites below its return address when it runs a case.

    The stack is filled with $55 and then with $AA, so that a byte that is written with the fill
    is seen in the other run.

    Errors: VecxError if the routine does not return
    """
    given = case["in"]
    pushed = bytes(reversed(bytes.fromhex(given.get("stack") or "")))
    room = STACK - len(pushed) - STACK_AREA.start
    deepest = 0
    for fill in FILLS:
        bench.reset()
        bench.lay_out(given)
        bench.prepare_via(given)
        bench.machine.write(STACK_AREA.start, bytes([fill]) * room)
        bench.machine.call(int(case["entry"], 16), CALL_CYCLES_MAX, pushed,
                           **given["regs"] | {"s": STACK + 2})
        left = bench.machine.read(STACK_AREA.start, room)
        deepest = max(deepest, len(left.lstrip(bytes([fill]))))
    return deepest


def run_call(bench: Bench, case: dict[str, Any]) -> Outcome | str:
    machine = bench.machine
    try:
        call = call_case(bench, case)
    except VecxError as fault:
        return str(fault)
    return Outcome(call.registers._asdict(), machine.read(RAM, RAM_BYTES),
                   [int(value) for value in machine.chips.state.psg], call.cycles,
                   [(cycle + 1, register, value) for cycle, register, value in call.writes])


def compare(case: dict[str, Any], got: Outcome, base_ram: bytes) -> list[str]:
    """Return the differences between a result and its case: registers, RAM, sound registers,
    effects."""
    out, wrong = case["out"], []
    for name in case["check"]:
        have, want = (got.regs["cc"] & 1, out["regs"]["cc"] & 1) if name == "cc.c" \
            else (got.regs[name], out["regs"][name])
        if have != want:
            wrong.append(f"{name} is ${have:X}, not ${want:X}")
    wrong += _compare_ram(case, got.ram, base_ram)
    for register, want in out["psg"].items():
        if got.psg[int(register)] != want:
            wrong.append(f"sound register {register} is ${got.psg[int(register)]:02X}, "
                         f"not ${want:02X}")
    have_fx = fx.essential(fx.effects(got.writes, case["in"].get("via")))
    want_fx = fx.essential(out["fx"])
    if have_fx != want_fx:
        at = next((i for i, (h, w) in enumerate(zip(have_fx, want_fx, strict=False)) if h != w),
                  min(len(have_fx), len(want_fx)))
        wrong.append(f"effect {at} is {have_fx[at:at + 3]}, not {want_fx[at:at + 3]}")
    return wrong


def _compare_ram(case: dict[str, Any], got: bytes, base_ram: bytes) -> list[str]:
    want = bytearray(base_ram)
    for addr, data in (case["in"].get("mem") or {}).items():
        for i, byte in enumerate(bytes.fromhex(data)):
            at = int(addr, 16) + i - RAM
            if 0 <= at < RAM_BYTES:
                want[at] = byte
    for addr, byte in case["out"]["ram"].items():
        want[int(addr, 16) - RAM] = byte
    return [f"RAM ${RAM + i:04X} is ${got[i]:02X}, not ${want[i]:02X}" for i in range(RAM_BYTES)
            if got[i] != want[i] and RAM + i not in SCRATCH and RAM + i not in STACK_AREA]


def timing(case: dict[str, Any], got: Outcome) -> list[str]:
    """Return the times that deviate by more than the tolerances.

    Delays are exact; routines that draw or wait for the frame must be within 5 % (or 10 cycles for
    each ramp), and routines that print within 2 % (or 12 cycles); others may be a quarter slower,
    or any amount faster.  Text takes 18 cycles per character, and each of its ramps must be exact
    to a cycle; a line must be lit to within 3 cycles.
    """
    name, have, want = case["routine"], got.cycles, case["out"]["cycles"]
    rows, expected = fx.effects(got.writes, case["in"].get("via")), case["out"]["fx"]
    wrong = []
    if name in EXACT:
        if have != want:
            wrong.append(f"takes {have} cycles, not {want}")
    elif name.startswith(STEADY):
        ramps = max(1, sum(row[1] == "RAMP" for row in expected))
        if abs(have - want) > max(10 * ramps, 0.05 * want):
            wrong.append(f"takes {have} cycles, which is not within 5 % of {want}")
    elif name.startswith("Print_") and any(row[1] == "RUN" for row in expected):
        if abs(have - want) > max(TEXT_CYCLES, TEXT_TOLERANCE * want):
            wrong.append(f"takes {have} cycles, which is not within 2 % of {want}")
    elif have > 1.25 * want + 12:
        wrong.append(f"takes {have} cycles, over a quarter more than {want}")
    have_text, want_text = fx.text_spacing(rows), fx.text_spacing(expected)
    if len(have_text) == len(want_text) and have_text != want_text:
        wrong.append(f"characters {sorted(set(have_text))} cycles apart")
    pairs = list(zip(fx.lit_windows(rows), fx.lit_windows(expected), strict=False))
    if any(abs(h - w) > LIT_TOLERANCE for h, w in pairs) \
            and len(fx.lit_windows(rows)) == len(fx.lit_windows(expected)):
        wrong.append(f"lit for {[h for h, _ in pairs]}, not {[w for _, w in pairs]}")
    have_runs, want_runs = fx.text_ramps(rows), fx.text_ramps(expected)
    if len(have_runs) != len(want_runs) \
            or any(abs(h - w) > 1 for (_, h), (_, w) in zip(have_runs, want_runs, strict=True)):
        wrong.append(f"rows of text last {[h for _, h in have_runs][:6]}, "
                     f"not {[w for _, w in want_runs][:6]} cycles")
    return wrong


def returns(case: dict[str, Any]) -> bool:
    """Return whether the routine returns; if not, the case contains nothing else to compare."""
    return case["out"].get("returns", True) is not False


def replay_call(bench: Bench, case: dict[str, Any]) -> list[str]:
    got = run_call(bench, case)
    if not returns(case):
        back = bench.machine.chips.state.pc == RETURN_ADDRESS
        return ["has returned, but must not return"] if back else []
    if isinstance(got, str):
        return [got]
    return compare(case, got, bench.base_ram) + timing(case, got)


def replay_select(bench: Bench, case: dict[str, Any]) -> list[str]:
    """Run Select_Game with scripted buttons; return the differences.

    Buttons change at a call to Wait_Recal, which counts its calls in Vec_Loop_Count.
    """
    given, out = case["in"], case["out"]
    script = dict(given["script"])
    bench.reset()
    bench.lay_out(given)
    bench.prepare_via(given)
    m, read = bench.machine.chips.state, bench.machine.read
    bench.machine.set_registers(**given["regs"] | {"pc": int(case["entry"], 16)})
    bench.machine.write(RETURN, b"\x20\xfe")
    bench.machine.write(STACK, RETURN.to_bytes(2, "big"))
    start, frames = int(m.clock), 0
    counted = read(LOOP_COUNT, 2)
    while m.pc != RETURN:
        if m.clock - start > 2 * out["cycles"]:
            return [f"has not returned after {frames} frames, PC ${int(m.pc):04X}"]
        bench.machine.run_cycles(SLICE)
        if read(LOOP_COUNT, 2) != counted:
            counted = read(LOOP_COUNT, 2)
            frames += 1
            m.buttons = ~script.get(frames, ~int(m.buttons)) & 0xFF
            bench.machine.run_to(RETURN, max_cycles=NOT_COUNTED)
    wrong = [f"RAM ${addr} is ${read(int(addr, 16))[0]:02X}, not ${want:02X}"
             for addr, want in out["ram"].items() if read(int(addr, 16))[0] != want]
    wrong += [f"{name} is ${int(getattr(m, name)):X}, not ${out[name]:X}"
              for name in ("dp", "s") if getattr(m, name) != out[name]]
    if frames != out["frames"]:
        wrong.append(f"takes {frames} frames, not {out['frames']}")
    elif abs(int(m.clock) - start - out["cycles"]) > SELECT_TOLERANCE * out["cycles"]:
        wrong.append(f"takes {int(m.clock) - start:,} cycles, not {out['cycles']:,}")
    return wrong


def replay_boot(bench: Bench, case: dict[str, Any]) -> list[str]:
    given, out = case["in"], case["out"]
    bench.reset()
    m, write = bench.machine.chips.state, bench.machine.write
    write(0, b"\xff" * SPACE)
    for addr, data in given["cart"].items():
        write(int(addr, 16), bytes.fromhex(data))
    write(RAM, bytes(i & 0xFF for i in range(RAM_BYTES)))
    if not given["cold"]:
        write(0xCBFE, b"\x73\x21")
        write(0xCBEB, given["high"].encode() + b"\x80")
    bench.machine.reset()
    limit = ENTERED_CYCLES if out["cart_entered"] else \
        REFUSED_CYCLES + (COLD_CYCLES if given["cold"] else 0)
    bench.machine.run_to(0, CARTRIDGE_END, limit)
    entered = m.pc < CARTRIDGE_END
    if entered != out["cart_entered"]:
        return [f"the cartridge was {'' if entered else 'not '}entered"]
    return _compare_entry(bench.machine, out) if entered else []


def _compare_entry(machine: Machine, out: dict[str, Any]) -> list[str]:
    m = machine.chips.state
    have = {"s": int(m.s), "dp": int(m.dp), "u": int(m.u), "cc_if": int(m.cc) & 0x50}
    wrong = [f"{name} is ${have[name]:X}, not ${want:X}"
             for name, want in out["regs"].items() if have[name] != want]
    if m.pc != out["pc"]:
        wrong.append(f"PC is ${int(m.pc):04X}, not ${out['pc']:04X}")
    frames = int.from_bytes(machine.read(LOOP_COUNT, 2), "big")
    if frames != out["frames_title"]:
        wrong.append(f"the title took {frames} frames, not {out['frames_title']}")
    wrong += [f"RAM ${addr} is ${machine.read(int(addr, 16))[0]:02X}, not ${want:02X}"
              for addr, want in out["ram"].items() if machine.read(int(addr, 16))[0] != want]
    return wrong


REPLAY = {"call": replay_call, "select": replay_select, "boot": replay_boot}


def cases(folder: Path) -> Iterator[dict[str, Any]]:
    with (folder / "bios_cases.jsonl").open() as lines:
        for line in lines:
            yield json.loads(line)


def base_ram(folder: Path) -> bytes:
    data = json.loads((folder / "base_ram.json").read_text())
    return bytes.fromhex(data["bytes"])


def allowed_depths(folder: Path) -> dict[str, int]:
    """Return, by routine name, how many bytes each routine may overwrite below its return
    address."""
    with (folder / "stack_depth.csv").open(newline="") as rows:
        return {row["entry"]: int(row["bytes_below_return_address"])
                for row in csv.DictReader(rows)}


def replay(folder: Path, bios: bytes) -> Result:
    """Run all cases with a ROM image of 8 KiB; optional routines are counted separately."""
    bench = Bench(bios, base_ram(folder))
    passed, failures = 0, []
    optional: list[bool] = []
    deepest: dict[str, int] = {}
    for case in cases(folder):
        wrong = REPLAY[case["kind"]](bench, case)
        if case["kind"] == "call" and not wrong and returns(case):
            name = case["routine"]
            deepest[name] = max(deepest.get(name, 0), depth(bench, case))
        if case["routine"] in OPTIONAL:
            optional.append(not wrong)
        elif wrong:
            failures.append(f"{case['id']}: {'; '.join(wrong[:4])}")
        else:
            passed += 1
    for name, allowed in allowed_depths(folder).items():
        if deepest.get(name, 0) > allowed:
            failures.append(f"{name}: overwrites {deepest[name]} bytes of stack below its return "
                            f"address; the maximum is {allowed}")
        elif name in deepest:
            passed += 1
    aside = f"optional routines: {sum(optional)} agree, {len(optional) - sum(optional)} differ"
    return Result(passed, failures, (aside,))
