"""Name the tests and pages that mention a message: `python -m tests.messages "WORDS"`.

    python -m tests.messages "no such file"         # where it is, and what mentions it
    python -m tests.messages --changed [COMMIT]     # the same for all texts changed since COMMIT

A text is a string in the code of vecx or asm, docstrings included, because some are messages (of
the strict rules, of commands); of an f-string, each piece between two expressions.  A test or page
mentions it if one of its own texts is part of it, or the other way round; texts of fewer than two
words or eight letters do not count.  What it misses: a mention shorter than that, and one that a
test puts together.  What it reports wrongly: texts that only contain the same words.

Exit status: 0 if something is found, 1 if not, 2 for wrong usage.
"""

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = "vecx", "asm"
PAGES = ("docs/*.md", "*.md", "tests/cases/**/*.*")
LETTERS_LEAST = 8


@dataclass(frozen=True, order=True)
class Text:
    """A text: words separated by single blanks."""

    path: str
    line: int
    words: str


def normal(text: str) -> str:
    """Return the text with single blanks, without a full stop."""
    return " ".join(text.split()).rstrip(".")


def counts(text: str) -> bool:
    """Return whether a text is long enough to be recognised."""
    return len(text) >= LETTERS_LEAST and " " in text


def texts(source: str, path: str) -> Iterator[Text]:
    """Yield the texts of Python source; those of tests without docstrings."""
    tree = ast.parse(source)
    left_out = {id(node.body[0].value) for node in ast.walk(tree)
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                and node.body and isinstance(node.body[0], ast.Expr)} \
        if path.startswith("tests/") else set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) \
                and id(node) not in left_out and counts(normal(node.value)):
            yield Text(path, node.lineno, normal(node.value))


@cache
def messages() -> tuple[Text, ...]:
    """Return the texts of vecx and asm."""
    return tuple(text for folder in SOURCES for path in sorted((ROOT / folder).rglob("*.py"))
                 for text in texts(path.read_text("utf-8"), str(path.relative_to(ROOT))))


@cache
def mentions() -> tuple[Text, ...]:
    """Return the texts of tests, and the lines of pages and cases."""
    found = [text for path in sorted((ROOT / "tests").rglob("*.py"))
             if "node_modules" not in path.parts
             for text in texts(path.read_text("utf-8"), str(path.relative_to(ROOT)))]
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            try:
                lines = path.read_text("utf-8").splitlines()
            except (UnicodeDecodeError, IsADirectoryError):
                continue
            found += [Text(str(path.relative_to(ROOT)), number, normal(line))
                      for number, line in enumerate(lines, 1) if counts(normal(line))]
    return tuple(found)


def mentioning(words: str) -> list[Text]:
    """Return the texts of tests and pages that contain these words, or are part of them."""
    words = normal(words)
    return sorted({text for text in mentions() if words in text.words or text.words in words})


def changed(commit: str) -> list[str]:
    """Return the texts of vecx and asm that a commit has and the tree has not.

    Errors: subprocess.CalledProcessError if there is no such commit
    """
    names = subprocess.run(["git", "diff", "--name-only", commit, "--", *SOURCES], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.split()
    found: set[str] = set()
    for name in (name for name in names if name.endswith(".py")):
        shown = subprocess.run(["git", "show", f"{commit}:{name}"], cwd=ROOT, capture_output=True,
                               text=True, check=False)
        if shown.returncode == 0:       # otherwise the file is new
            found |= {text.words for text in texts(shown.stdout, name)}
    return sorted(found - {text.words for text in messages()})


def lines_of(found: Iterable[Text], indent: str = "") -> list[str]:
    """Return a line for each text."""
    return [f"{indent}{text.path}:{text.line}: {text.words[:100]}" for text in found]


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.messages",
        description="Name the tests and pages that mention a message.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("words", metavar="WORDS", nargs="?", help="a part of a message")
    which.add_argument("--changed", metavar="COMMIT", nargs="?", const="HEAD",
                       help="texts that changed since this commit (default: HEAD)")
    args = parser.parse_args(words)
    if args.words is not None and not counts(normal(args.words)):
        parser.error("give two words or more: shorter texts are found everywhere")
    if args.words is not None:
        asked = normal(args.words)
        sources = [text for text in messages() if asked in text.words]
        wanted = [asked, *(text.words for text in sources)]
        lines = lines_of(sources)
    else:
        try:
            wanted, lines = changed(args.changed), []
        except subprocess.CalledProcessError as fault:
            parser.error(f"git: {fault.stderr.strip()}")
    found: set[Text] = set()
    for text in wanted:
        by = mentioning(text)
        found.update(by)
        if by and args.words is None:
            lines += [f'"{text[:100]}"', *lines_of(by, "    ")]
    if args.words is not None:
        lines += ["", *lines_of(sorted(found))]
    print("\n".join(lines).strip() or "no such text")
    tests = sorted({text.path for text in found if re.search(r"/test_\w+\.py$", text.path)})
    if tests:
        print(f"\npython -m pytest {' '.join(tests)}")
    return 0 if lines and any(lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
