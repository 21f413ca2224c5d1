"""Write the table of rules in docs/strict.md: `python docs/build_strict.py`.

The table comes from the definitions in vecx/strict/rules.py; a test checks that it is up to date.
"""

from pathlib import Path

from vecx.strict.rules import RULES

PAGE = Path(__file__).parent / "strict.md"
BEGIN = "<!-- rules: written by docs/build_strict.py -->\n"
END = "<!-- end of rules -->\n"


def table() -> str:
    """Return the table as Markdown."""
    rows = [("rule", "", "what the program does", "on hardware", "to fix it"), ("---",) * 5,
            *((f"`{rule.name}`", rule.level, rule.what, rule.hardware, rule.fix)
              for rule in RULES)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def with_table(page: str) -> str:
    """Return a page with its table replaced by the current one."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
