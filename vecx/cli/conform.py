"""`vecx conform`: replay reference data and count the cases that agree."""

import argparse
import importlib
from pathlib import Path

from ..conform import Result, missing_rows
from ..errors import VecxError

PARTS = {"cpu": "cpu", "via": "via", "asm": "asm", "bios": "bios", "trace": "traces"}
FILES = {"cpu": "*.jsonl.gz", "via": "via_cases.jsonl.gz",
         "asm": "encodings.jsonl, encodings_n_pc_dialect.jsonl, errors.jsonl",
         "bios": "bios_cases.jsonl and base_ram.json",
         "trace": "exer_bios.bin, exerN.bin.gz and exerN_trace.npz"}
SHOWN = 20


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "conform", help="replay reference data",
        description="Replay reference data, and print the first differences and the number of "
                    "cases that agree.")
    parser.add_argument("part", choices=tuple(PARTS))
    parser.add_argument("--reference", metavar="DIR", type=Path, default=Path("tests/reference"),
                        help="folder that contains cpu/, via/, asm/, bios/ and traces/ (default: "
                             "tests/reference)")
    parser.add_argument("--bios", metavar="FILE", help="for bios: the image of the executive ROM "
                                                       "to test")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    folder: Path = args.reference / PARTS[args.part]
    if not folder.is_dir():
        raise VecxError(f"{folder}: no such folder; use --reference to name the folder that "
                        f"contains {folder.name}/ with {FILES[args.part]}")
    module = importlib.import_module(f"..conform.{args.part}", __package__)
    arguments: list[object] = [folder]
    if args.part == "bios":
        from ..console.roms import load_bios

        arguments.append(load_bios(args.bios).image)
    try:
        passed, failures, aside = Result(*module.replay(*arguments))
        failures = [*failures, *missing_rows(folder)]
    except FileNotFoundError as error:
        raise VecxError(f"{error.filename or folder}: no such file; `conform {args.part}` needs "
                        f"{FILES[args.part]} in {folder}") from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, EOFError) as error:
        raise VecxError(f"{folder}: damaged reference data ({error})") from None
    for failure in failures[:SHOWN]:
        print(failure)
    if len(failures) > SHOWN:
        print(f"... and {len(failures) - SHOWN} more")
    for line in aside:
        print(line)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0
