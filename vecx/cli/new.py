"""`vecx new`: create a project whose cartridge runs and whose tests pass."""

import argparse
import keyword
import re
import shutil
import time
from pathlib import Path

from .. import files
from ..errors import UsageError, VecxError, reason, shown

TEMPLATE = Path(__file__).parent / "template"
# Target by file of the template; NAME is replaced by the project's name.
PLACES = {"game.asm.txt": "NAME.asm", "test_game.py.txt": "tests/test_NAME.py",
          "pyproject.toml.txt": "pyproject.toml", "ci.yml.txt": ".github/workflows/test.yml",
          "gitignore.txt": ".gitignore", "README.md.txt": "README.md",
          "ship.svg.txt": "ship.svg", "title.mml.txt": "title.mml",
          **{f"{name}.txt": f".vscode/{name}" for name in (
              "launch.json", "tasks.json", "extensions.json", "settings.json")}}
C_PLACES = {"c/main.c.txt": "main.c", "c/test_main.py.txt": "tests/test_main.py",
            "extensions.json.txt": ".vscode/extensions.json",
            "settings.json.txt": ".vscode/settings.json",
            **{f"c/{source}": PLACES[source] for source in (
                "pyproject.toml.txt", "ci.yml.txt", "gitignore.txt", "README.md.txt",
                "launch.json.txt", "tasks.json.txt")}}
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
TITLE_LETTERS_MAX = 14      # letters that fit on the screen
LETTER_HALF = 7             # half the width of a title's letter
TITLE_X_LETTERS = 3         # of the title's place, so that the comment is in its column
# Devices of Windows, and packages that the project's own tests import.
RESERVED = re.compile(r"con|nul|aux|prn|com\d|lpt\d|pytest|vecx|asm|tests?")


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "new", help="create a project: a cartridge, its tests and its CI",
        description="Create a folder with the source of a cartridge, pytest tests that check the "
                    "budget and use the strict machine, and a CI workflow.")
    parser.add_argument("name", metavar="NAME", help="name of the cartridge, in lower case")
    parser.add_argument("--c", action="store_true", dest="in_c",
                        help="a program in C, for the compiler CMOC")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder to create (default: "
                                                                   "NAME)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    folder = args.folder or Path(args.name)
    for path in create(args.name, folder, in_c=args.in_c):
        print(path)
    source = "main.c" if args.in_c else f"{args.name}.asm"
    print(f"next: cd {folder} && vecx run {source}, or python -m pytest")
    return 0


def create(name: str, folder: Path, *, in_c: bool = False) -> list[Path]:
    """Write a new project; return its files.

    Args:   name    of the project and its cartridge: lower case, as `mygame`
            folder  must not exist, or be empty
            in_c    write a program in C, main.c, instead of one in assembly language
    Errors: UsageError for an invalid name; VecxError if the folder is not empty

    >>> [str(path) for path in create("mygame", Path("mygame"))][:2]
    ['mygame/mygame.asm', 'mygame/tests/test_mygame.py']
    """
    if not NAME.fullmatch(name):
        raise UsageError(f"{shown(name)} is not a name for a cartridge; use lower-case letters, "
                         "digits and _, as in `vecx new mygame`")
    if keyword.iskeyword(name) or RESERVED.fullmatch(name):
        raise UsageError(f"{name} cannot be the name of a cartridge, because it is a Python "
                         "keyword, a Windows device name, or the name of a package that the tests "
                         "import; use a different name")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise VecxError(f"{folder}: the folder is not empty; use a different NAME, or --folder")
    title = name.upper().replace("_", " ")[:TITLE_LETTERS_MAX].strip()
    words = {"@NAME@": name, "@TITLE@": title, "@YEAR@": str(time.localtime().tm_year),
             "@TITLE_X@": f"-{LETTER_HALF * len(title)}".ljust(TITLE_X_LETTERS)}
    existed = folder.exists()
    written = []
    try:
        for source, place in (C_PLACES if in_c else PLACES).items():
            text = (TEMPLATE / source).read_text("utf-8")
            for word, value in words.items():
                text = text.replace(word, value)
            path = folder / place.replace("NAME", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, text, source=True)
            written.append(path)
    except BaseException as fault:      # a full disk, or Ctrl-C: leave nothing half done
        for part in list(folder.iterdir()) if existed else [folder]:
            if part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            else:
                part.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise VecxError(f"{fault.filename or folder}: {reason(fault)}") from None
        raise
    return written
