"""`vecx bench`: how fast the parts are on this computer."""

import argparse
from typing import Any

from .arguments import positive_number

PROBE = "connect4"


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser(
        "bench", help="how fast the parts are here",
        description="Measure user CPU time.  With --headless, one cartridge in the hardware "
                    "preset with beam, budget and sound edges on; else every part.")
    parser.add_argument("--headless", metavar="CART", help="run this cartridge")
    parser.add_argument("--seconds", type=positive_number, default=60.0, metavar="S",
                        help="emulated seconds (default: 60)")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    parser.set_defaults(execute=execute)


def user_seconds() -> float:
    """Return the CPU time this process has spent in user mode."""
    try:
        import resource
    except ImportError:     # Windows: user and system time together
        import time

        return time.process_time()
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def bench_machine(cart: str, seconds: float) -> dict[str, Any]:
    """Run a cartridge for so many emulated seconds, warm; return the figures."""
    import os
    import sys

    from ..frame import CYCLES_PER_SECOND
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
    if os.name == "posix":
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        figures["rss_mib"] = round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)
    return figures


def bench_display(seconds: float) -> dict[str, Any]:
    """Draw a cartridge's frames on a 600 x 750 screen; return milliseconds a frame."""
    from ..display.phosphor import Phosphor
    from ..machine import Machine

    machine = Machine(PROBE)
    phosphor = Phosphor(600, 750, machine.analog)
    frames = machine.run_frames(max(20, int(seconds * 50)))
    phosphor.draw(frames[:1])
    phosphor.image()
    begin = user_seconds()
    for frame in frames:
        phosphor.draw([frame])
        phosphor.image()
    return {"frames": len(frames),
            "user_cpu_ms_a_frame": round(1000 * (user_seconds() - begin) / len(frames), 3)}


def assembler_source(lines: int) -> str:
    """Write a source of about so many lines, mixed as published cartridges are.

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
    """Assemble a generated source; return lines a second."""
    from asm import assemble

    source = assembler_source(lines)
    count = source.count("\n")
    begin = user_seconds()
    program = assemble(source)
    spent = user_seconds() - begin
    assert program.image is not None, program.messages()
    return {"lines": count, "lines_a_second": round(count / spent)}


def execute(args: argparse.Namespace) -> int:
    """Measure and print."""
    import json

    if args.headless:
        figures = bench_machine(args.headless, args.seconds)
        if args.json:
            print(json.dumps(figures))
        else:
            print(f"{figures['cart']}: {figures['emulated_seconds']} emulated seconds in "
                  f"{figures['user_cpu_seconds']} s of user CPU, "
                  f"{figures['times_real_time']} x real time, "
                  f"{figures['segments']:,} segments, {figures.get('rss_mib', '?')} MiB")
        return 0
    parts = {"machine": bench_machine(PROBE, args.seconds), "display": bench_display(10),
             "assembler": bench_assembler()}
    if args.json:
        print(json.dumps(parts))
        return 0
    for name, part in parts.items():
        print(f"{name:<10}" + "  ".join(f"{key} {value}" for key, value in part.items()))
    return 0
