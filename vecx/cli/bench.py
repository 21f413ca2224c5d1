"""`vecx bench`: measure the speed of parts of vecx on this computer, as CPU time of this process or
of programs that it starts."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import UsageError, VecxError, reason
from .arguments import positive, positive_number

PROBE = "connect4"      # the cartridge to measure by default


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "bench", help="measure the speed on this computer",
        description="Measure user CPU time.  With --headless, measure one cartridge on the "
                    "hardware preset, including the beam, the budget and the sound.  Without "
                    "--headless, measure every part of vecx.")
    parser.add_argument("--headless", metavar="CART", help="measure this cartridge")
    parser.add_argument("--seconds", type=positive_number, default=60.0, metavar="S",
                        help="emulated seconds (default: 60)")
    parser.add_argument(
        "--against", metavar="COMMAND",
        help="run COMMAND, which starts another emulator, alternately with vecx, and compare; "
             "{cart}, {bios} and {seconds} in COMMAND are replaced with the image, our executive "
             "ROM and the emulated time")
    parser.add_argument("--runs", type=positive, default=5, metavar="N",
                        help="with --against: number of runs of each emulator (default: 5)")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    parser.set_defaults(execute=execute)


def user_seconds() -> float:
    """Return the CPU time of this process in user mode."""
    try:
        import resource
    except ImportError:     # Windows: user and system time together
        return time.process_time()
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def peak_mib(peak: int | None = None) -> float | None:
    """Return the peak memory of this process in MiB, or None if the system does not report it.

    Args: peak  that of another process, in the system's unit
    """
    try:
        import resource
    except ImportError:
        return None
    peak = peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def check_counted() -> None:
    """Raise UsageError if the system does not report the CPU time of other programs."""
    if not hasattr(os, "wait4"):
        raise UsageError("this system does not report the CPU time of other programs")


def run_program(words: Sequence[str], name: str, folder: Path,
                environment: Mapping[str, str] | None = None) -> tuple[float, float]:
    """Run another program in a folder and wait for its end.

    Args:    words        the command
             name         of the program, for messages
             environment  variables to set in addition to those of this process
    Returns: seconds of user CPU, children included; peak MiB, at least that of this process
    Errors:  VecxError if it cannot be started, or fails; UsageError as `check_counted`
    """
    check_counted()
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=said,
                                       stderr=said, env={**os.environ, **(environment or {})})
        except OSError as error:
            raise VecxError(f"{name}: {reason(error)}") from None
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            lines = said.read().decode(errors="replace").strip().splitlines()
            raise VecxError(f"{name} ended with status {process.returncode}"
                            + (f": {lines[-1]}" if lines else ""))
    return used.ru_utime, peak_mib(used.ru_maxrss) or 0.0


def bench_machine(cart: str, seconds: float) -> dict[str, Any]:
    """Run a cartridge for some emulated seconds after a warm-up; return the figures."""
    from ..console.frame import CYCLES_PER_SECOND
    from ..machine import Machine
    from ..sound.mixer import Mixer

    machine, mixer = Machine(cart), Mixer()
    machine.run_frames(2)
    mixer.samples(machine.take_sound(), machine.cycles)
    begin, first = user_seconds(), machine.cycles
    segments = 0
    while machine.cycles - first < seconds * CYCLES_PER_SECOND:
        segments += sum(len(frame.segments) for frame in machine.run_frames(10))
        mixer.edges(machine.take_sound(), machine.cycles)
    spent = max(1e-6, user_seconds() - begin)
    emulated = (machine.cycles - first) / CYCLES_PER_SECOND
    figures = {"cart": cart, "emulated_seconds": round(emulated, 2),
               "user_cpu_seconds": round(spent, 3), "times_real_time": round(emulated / spent, 1),
               "segments": segments}
    return {**figures, "rss_mib": peak_mib()}


def bench_against(cart: str, seconds: float, command: str, runs: int) -> dict[str, Any]:
    """Run vecx and another emulator alternately; return the figures of both.

    Those of vecx are of a running machine, those of the other include the start of its process.
    """
    import shlex
    import statistics

    from ..console import roms

    cartridge, _ = roms.load_cartridge(cart)
    ours, theirs = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        image, bios = own / "cart.bin", own / "exec.bin"
        image.write_bytes(cartridge.image if cartridge else b"")
        bios.write_bytes(roms.load_bios(None).image)
        try:
            words = [word.format(cart=image, bios=bios, seconds=f"{seconds:g}")
                     for word in shlex.split(command)]
        except (KeyError, IndexError, ValueError) as error:
            raise UsageError(f"--against: invalid command ({error}); use only {{cart}}, "
                             f"{{bios}} and {{seconds}} in braces") from None
        if not words:
            raise UsageError("--against: the command is empty")
        for _ in range(runs):
            theirs.append(run_program(words, words[0], own)[0])
            ours.append(bench_machine(cart, seconds)["user_cpu_seconds"])
    return {"cart": cart, "emulated_seconds": seconds, "runs": runs,
            "vecx_minimum": round(min(ours), 3), "vecx_median": round(statistics.median(ours), 3),
            "other_minimum": round(min(theirs), 3),
            "other_median": round(statistics.median(theirs), 3),
            "times_as_fast": round(min(theirs) / max(1e-6, min(ours)), 2)}


def bench_display(seconds: float, width: int, height: int) -> dict[str, Any]:
    """Draw frames on a screen of this size; return CPU milliseconds per frame.

    Returns: the sum, and the parts: lines, halo, colours, copying the changed areas
    """
    import numpy as np

    from ..display.phosphor import Phosphor
    from ..display.window import changed_areas
    from ..machine import Machine

    machine = Machine(PROBE)
    phosphor = Phosphor(width, height, machine.analog)
    frames = machine.run_frames(max(20, int(seconds * 50)))
    phosphor.draw(frames[:1])
    phosphor.image()
    target = np.zeros_like(phosphor.picture)

    def copy() -> None:
        for x, y, wide, high in changed_areas(phosphor.changed, phosphor.size).tolist():
            target[y:y + high, x:x + wide] = phosphor.picture[y:y + high, x:x + wide]

    spent = dict.fromkeys(("lines", "halo", "colours", "copy"), 0.0)
    for frame in frames:
        parts: tuple[Callable[[], object], ...] = (
            partial(phosphor.draw, [frame]), phosphor.scatter_light, phosphor.develop, copy)
        for name, part in zip(spent, parts, strict=True):
            begin = time.process_time()
            part()
            spent[name] += time.process_time() - begin
    a_frame = {name: round(1000 * total / len(frames), 3) for name, total in spent.items()}
    return {"frames": len(frames), "cpu_ms_a_frame": round(sum(a_frame.values()), 3), **a_frame}


def assembler_source(lines: int) -> str:
    """Return a source of about `lines` lines, with a mixture of statements as in published
    cartridges.

    Of 20 lines, 6 are instructions, 1 calls a macro, 4 are tables, 2 a list of vectors, 1 a string,
    6 are labels, comments or empty.
    """
    head = """ direct $d0
 org 0
SCALE equ 2
limit macro least,most
        cmpa    #least
        blo     done\\?
        cmpa    #most
done\\?
        endm
"""
    blocks = (f"""
;------------------------------------------------------------
; routine {i}: comes every frame
;------------------------------------------------------------
routine{i}:
        lda     #{i % 256}             ; a comment
        ldx     #table{i}+{i % 8}
        limit   {i % 50},{i % 50 + 20}
loop{i}: ldb     a,x
        stb     <$d001          ; into the port
        deca
        bne     loop{i}
table{i}:
        fcb     $0{i % 10},$7F,$80,$FF,$01,$20,$33,{i % 256}
        db      {i % 100},-1,25,$10,0,0,0,$FF
        fcb     {", ".join(f"${(i * k) % 256:02X}" for k in range(1, 17))}
        dw      routine{i},table{i}+2
        db      $FF, +$1{i % 10}*SCALE, -$20*SCALE  ; move to y, x
        db      $00, -$10*SCALE, +${i % 90 + 10}      ; draw to y, x
        db      "L{i % 10}",$80
""" for i in range(lines // 20))
    return head + "".join(blocks)


def bench_assembler(lines: int = 20_000) -> dict[str, Any]:
    """Assemble a generated source; return lines per second."""
    from asm import assemble

    source = assembler_source(lines)
    count = source.count("\n")
    begin = user_seconds()
    program = assemble(source)
    spent = user_seconds() - begin
    assert program.image is not None, program.messages()
    return {"lines": count, "lines_a_second": round(count / spent)}


def execute(args: argparse.Namespace) -> int:
    import json

    if args.against is not None:
        figures = bench_against(args.headless or PROBE, args.seconds, args.against, args.runs)
        print(json.dumps(figures) if args.json else
              f"{figures['cart']}: {figures['emulated_seconds']:g} emulated seconds, user CPU of "
              f"{args.runs} runs each, alternately\n"
              f"  vecx   minimum {figures['vecx_minimum']:.3f} s, "
              f"median {figures['vecx_median']:.3f} s\n"
              f"  other  minimum {figures['other_minimum']:.3f} s, "
              f"median {figures['other_median']:.3f} s\n"
              f"  {figures['times_as_fast']:.2f} times as fast (minima)")
        return 0
    if args.headless:
        figures = bench_machine(args.headless, args.seconds)
        if args.json:
            print(json.dumps(figures))
        else:
            print(f"{figures['cart']}: {figures['emulated_seconds']} emulated seconds in "
                  f"{figures['user_cpu_seconds']} s of user CPU, "
                  f"{figures['times_real_time']} x real time, "
                  f"{figures['segments']:,} segments, {figures['rss_mib'] or '?'} MiB")
        return 0
    parts = {"machine": bench_machine(PROBE, args.seconds),
             "display 600 x 750": bench_display(10, 600, 750),
             "display 900 x 1125": bench_display(10, 900, 1125),
             "assembler": bench_assembler()}
    if args.json:
        print(json.dumps(parts))
        return 0
    for name, part in parts.items():
        print(f"{name:<20}" + "  ".join(f"{key} {value}" for key, value in part.items()))
    return 0
