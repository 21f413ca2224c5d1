"""Parsers with short errors, and with help that leaves out what many commands share.

Groups of options whose titles are in SHARED are the same for many commands.  The help of a command
only says that they exist; `vecx help` describes them.
"""

import argparse
import sys
from functools import partial
from typing import Any, NoReturn

# Titles of groups, and the words with which `vecx help` shows them.
SHARED = {"the machine and its source": "machine", "inputs, first and last frame": "inputs"}
MACHINE, INPUTS = SHARED


class Parser(argparse.ArgumentParser):
    """A parser whose errors are two lines: the message, and where to find help.

    argparse creates a formatter for each added argument, and each asks for the terminal's width.
    Here only the formatters that print something do.

    examples  command lines at the end of the help
    """

    examples: tuple[str, ...] = ()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=partial(argparse.HelpFormatter, width=80))

    def format_usage(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        return super().format_usage()

    def format_help(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        shared = [group for group in self._action_groups if group.title in SHARED]
        hidden = {id(action) for group in shared for action in group._group_actions}
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, [action for action in self._actions
                                         if id(action) not in hidden],
                            self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            if group not in shared:
                formatter.start_section(group.title)
                formatter.add_text(group.description)
                formatter.add_arguments(group._group_actions)
                formatter.end_section()
        formatter.add_text(self.epilog)
        rows = [("more options", [f"{title}: see `vecx help {SHARED[title]}`" for title in SHARED
                                  if any(group.title == title for group in shared)]),
                ("examples", self.examples)]
        return "\n".join([formatter.format_help(), *(
            "\n".join([f"{title}:", *(f"  {line}" for line in lines), ""])
            for title, lines in rows if lines)])

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)     # argparse ignores a full disk

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\nrun `{self.prog} --help` for details\n")
