"""Run the accuracy cartridges in several emulators, and write the table of docs/accuracy.md.

    python -m tests.peers [--vecx FOLDER] [--vecx-version TEXT] [--mame PROGRAM] [--plain]

Each column of the table is an emulator that was run: ours as native code, and as WebAssembly and
as a libretro core if wasmtime and libretro-py are installed; ours as plain Python with --plain,
which takes long; vecx in C with --vecx, the folder of its sources, which are compiled in a
temporary folder; and MAME if it is installed.  All run our executive ROM.  The table replaces the
one between the marks of docs/accuracy.md.

Exit status: 0 if ours passes every test, 1 if not, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests import accuracy
from vecx import __version__

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "accuracy.md"
BEGIN, END = "<!-- table begins -->", "<!-- table ends -->"
LUA = ROOT / "tests" / "reference" / "mame" / "accuracy.lua"
SECONDS_MOST = 60       # of the emulated machine, for a topic
WAIT_MOST = 600         # seconds for a peer
FRAME_CYCLES = 30_000
PLAIN = """
import sys
from tests import accuracy
found = accuracy.run(sys.argv[1])
print(found.tests, found.passed, found.running, *found.failing)
"""
Peer = Callable[[str], accuracy.Result]


def native(topic: str) -> accuracy.Result:
    """Run a topic in ours."""
    return accuracy.run(topic)


def plain(topic: str) -> accuracy.Result:
    """Run a topic in ours without compiled code."""
    done = subprocess.run([sys.executable, "-c", PLAIN, topic], cwd=ROOT, capture_output=True,
                          text=True, env={**os.environ, "VECX_JIT": "0"}, check=True)
    tests, passed, running, *failing = map(int, done.stdout.split())
    return accuracy.Result(tests, passed, tuple(failing), running, {})


def web(topic: str) -> accuracy.Result:
    """Run a topic in ours as WebAssembly, under wasmtime."""
    from tests.vecx.web.hosted import Hosted
    from vecx import Machine

    hosted = Hosted(Machine(f"accuracy-{topic}", preset="ideal"))
    while hosted.m["clock"][0] < accuracy.frames_most(topic) * FRAME_CYCLES:
        hosted.frame()
        ram = hosted.board["mem"][0, accuracy.RESULT:accuracy.RESULT + accuracy.RESULT_BYTES]
        if ram[:4].tobytes() == accuracy.MARK and ram[5] == accuracy.DONE:
            break
    return accuracy.result(ram.tobytes())


def core(topic: str) -> accuracy.Result:
    """Run a topic in ours as a libretro core."""
    from tests.vecx.libretro.host import playing
    from vecx import libretro

    with tempfile.TemporaryDirectory() as folder:
        cart, path = Path(folder, "topic.bin"), Path(folder, "core")
        cart.write_bytes(accuracy.image(topic))
        files = libretro.core_files(libretro.this_platform())
        path.write_bytes(next(data for name, data in files.items() if ".info" not in name))
        with playing(path, cart, {"preset": "ideal"}) as front:
            for _ in range(accuracy.frames_most(topic) // 10):
                front.run(10)
                ram = front.ram()[accuracy.RESULT - 0xC800:][:accuracy.RESULT_BYTES]
                if ram[:4] == accuracy.MARK and ram[5] == accuracy.DONE:
                    break
    return accuracy.result(ram)


def vecx_in_c(folder: Path, room: Path) -> Peer:
    """Return the runner of vecx in C, compiled from the sources in a folder.

    Errors: SystemExit if it cannot be compiled
    """
    program = room / "peer"
    compiler = ["cc"] if shutil.which("cc") else [sys.executable, "-m", "ziglang", "cc"]
    done = subprocess.run([*compiler, "-O2", "-w", "-fwrapv", "-I", str(folder), "-o",
                           str(program), str(ROOT / "tests" / "peers.c"),
                           str(folder / "e6809.c")],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"peers: {folder}: vecx.c and e6809.c do not compile:\n{done.stderr}")

    def run(topic: str) -> accuracy.Result:
        cart = room / f"{topic}.bin"
        cart.write_bytes(accuracy.image(topic))
        told = subprocess.run([str(program), str(ROOT / "vecx" / "data" / "exec.bin"), str(cart),
                               str(SECONDS_MOST)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=True, timeout=WAIT_MOST)
        return accuracy.result(bytes.fromhex(told.stderr.strip()))

    return run


def mame(program: str, room: Path) -> Peer:
    """Return the runner of MAME."""
    rom = room / "vectrex" / "exec_rom.bin"
    rom.parent.mkdir()
    rom.write_bytes((ROOT / "vecx" / "data" / "exec.bin").read_bytes())

    def run(topic: str) -> accuracy.Result:
        cart, out = room / f"{topic}.bin", room / f"{topic}.hex"
        cart.write_bytes(accuracy.image(topic))
        environment = {**os.environ, "VECX_OUT": str(out), "VECX_SECONDS": str(SECONDS_MOST),
                       "SDL_VIDEODRIVER": "dummy"}
        # MAME may crash when it ends; the file is complete then.
        subprocess.run([program, "vectrex", "-bios", "0", "-rompath", str(room), "-cart",
                        str(cart), "-video", "none", "-sound", "none", "-nothrottle",
                        "-skip_gameinfo", "-seconds_to_run", str(SECONDS_MOST + 10),
                        "-autoboot_script", str(LUA), "-autoboot_delay", "0"], cwd=room,
                       capture_output=True, env=environment, check=False, timeout=WAIT_MOST)
        return accuracy.result(bytes.fromhex(out.read_text().strip()))

    return run


def mame_program(name: str) -> str | None:
    """Return the path of MAME, which Debian installs among the games."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


def mame_name(program: str) -> str:
    """Return MAME's name with its version."""
    told = subprocess.run([program, "-version"], capture_output=True, text=True, check=False)
    return f"MAME {told.stdout.split()[0]}"


def peers(args: argparse.Namespace, room: Path) -> dict[str, Peer]:
    """Return the name and the runner of each emulator that is there."""
    found: dict[str, Peer] = {f"vecx {__version__}, native": native}
    if args.plain:
        found[f"vecx {__version__}, plain Python {platform.python_version()}"] = plain
    if importlib.util.find_spec("wasmtime"):
        found[f"vecx {__version__}, WebAssembly"] = web
    if importlib.util.find_spec("libretro"):
        found[f"vecx {__version__}, libretro core"] = core
    if args.vecx:
        found[f"vecx in C {args.vecx_version}".strip()] = vecx_in_c(args.vecx, room)
    if program := mame_program(args.mame):
        found[mame_name(program)] = mame(program, room)
    return found


def table(results: dict[str, dict[str, accuracy.Result]]) -> str:
    """Return the table, and the failing tests of each emulator, as Markdown."""
    names = list(results)
    lines = [f"Run on {datetime.now(UTC):%d %B %Y}.", "",
             f"| topic | tests | {' | '.join(names)} |",
             "|---|---|" + "---|" * len(names)]
    for topic in accuracy.TOPICS:
        count = len(accuracy.topic_tests(topic))
        cells = [f"{results[name][topic].passed}" for name in names]
        lines.append(f"| {topic} | {count} | {' | '.join(cells)} |")
    sums = [str(sum(found.passed for found in results[name].values())) for name in names]
    total = sum(len(accuracy.topic_tests(topic)) for topic in accuracy.TOPICS)
    lines.append(f"| all | {total} | {' | '.join(sums)} |")
    for name in names:
        lines += failing(name, results[name])
    return "\n".join(lines) + "\n"


def failing(name: str, results: dict[str, accuracy.Result]) -> list[str]:
    """Return lines that name the failing tests of an emulator."""
    if all(not found.failing and not found.running for found in results.values()):
        return []
    lines = ["", f"### Failing in {name}", ""]
    for topic, found in results.items():
        if found.running:
            lines.append(f"- {topic}: did not return from test {found.running}, "
                         f"`{accuracy.topic_tests(topic)[found.running - 1].sentence}`")
        for number in found.failing:
            test = accuracy.topic_tests(topic)[number - 1]
            values = found.values.get(number)
            told = f": expected ${values[0]:04X}, measured ${values[1]:04X}" if values else ""
            lines.append(f"- {topic} {number} ({test.grade}), `{test.sentence}`{told}")
    return lines


def failing_on_page(text: str) -> dict[str, dict[tuple[str, int], str]]:
    """Return for each emulator of the page the tests that fail or do not return, with their line.

    >>> failing_on_page("### Failing in X 1\\n\\n- psg: did not return from test 3, `A`\\n\\n#")
    {'X 1': {('psg', 3): '- psg: did not return from test 3, `A`'}}
    """
    found: dict[str, dict[tuple[str, int], str]] = {}
    for part in text.split("### Failing in ")[1:]:
        name, *lines = part.splitlines()
        found[name] = {}
        for line in lines:
            if match := re.match(r"- ([\w-]+)(?:: did not return from test)? (\d+)", line):
                found[name][match[1], int(match[2])] = line
            elif line.startswith("<!--"):
                break
    return found


def main() -> int:
    """Run everything, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--vecx", type=Path, help="folder of the sources of vecx in C")
    parser.add_argument("--vecx-version", default="", help="its version or commit, for the table")
    parser.add_argument("--mame", default="mame", help="MAME's program")
    parser.add_argument("--plain", action="store_true", help="ours as plain Python too")
    args = parser.parse_args()
    results: dict[str, dict[str, accuracy.Result]] = {}
    with tempfile.TemporaryDirectory() as room:
        for name, run in peers(args, Path(room)).items():
            results[name] = {topic: run(topic) for topic in accuracy.TOPICS}
            passed = sum(found.passed for found in results[name].values())
            print(f"{name}: {passed} passed")
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(results)}\n{END}{rest.partition(END)[2]}",
                    encoding="utf-8")
    ours = [found for name in results if re.match(r"vecx \d", name)
            for found in results[name].values()]
    return int(any(found.failing or found.running for found in ours))


if __name__ == "__main__":
    sys.exit(main())
