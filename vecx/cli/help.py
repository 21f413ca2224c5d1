"""`vecx help TOPIC`: options that many commands share, and the pages of the manual.

The package contains the pages.  In a terminal they are shown page by page, with headings and tables
if the package rich is installed; elsewhere they are printed as they are, in Markdown.
"""

import os
import shutil
import sys
from difflib import get_close_matches

from ..console import manual
from ..errors import UsageError, shown
from . import COMMANDS, arguments, driving
from .parser import MACHINE, SHARED, Parser


def show(topic: str) -> None:
    """Show a topic: shared options, or a page by its name, with `.md` or without.

    Errors: UsageError if there is no such topic
    """
    titles = {word: title for title, word in SHARED.items()}
    known = manual.pages()
    if topic in titles:
        sys.stdout.write(options(titles[topic]))
    elif topic.removesuffix(".md") in known:
        _show_page(known[topic.removesuffix(".md")].read_text("utf-8"))
    else:
        near = get_close_matches(topic, [*known, *titles, *COMMANDS], 1)
        raise UsageError(f"there is no help about {shown(topic)}"
                         + (f"; did you mean `vecx help {near[0]}`?" if near else "")
                         + f"; shared options: {', '.join(titles)}; pages: {', '.join(known)}")


def options(title: str) -> str:
    """Return the description of the shared options with a title."""
    parser = Parser(prog="vecx help", add_help=False)
    if title == MACHINE:
        arguments.add_machine(parser)
    else:
        driving.add_driving(parser)
    group = next(group for group in parser._action_groups if group.title == title)
    formatter = parser._get_formatter()
    formatter.start_section(f"options for {title}")
    formatter.add_arguments(group._group_actions)
    formatter.end_section()
    return formatter.format_help()


def _show_page(text: str) -> None:
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    try:
        from rich.console import Console
        from rich.markdown import Markdown
    except ImportError:
        import pydoc

        pydoc.pager(text)
        return
    os.environ.setdefault("LESS", "-R")         # shows colours
    console = Console(width=min(100, shutil.get_terminal_size().columns))
    with console.pager(styles=True):
        console.print(Markdown(text))
