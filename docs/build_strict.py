"""Write docs/generated/strict-rules.md, the table of the strict machine's rules.

Run as `python docs/build_strict.py`.  The table comes from the definitions in
vecx/strict/rules.py; a test checks that it is up to date.
"""

from pathlib import Path

from vecx.strict.rules import RULES

PAGE = Path(__file__).parent / "generated" / "strict-rules.md"
HEAD = """# The rules of the strict machine

What each rule of [`--strict`](../strict.md) reports, with its level, the effect on hardware, and
the fix. `python docs/build_strict.py` generates this page from `vecx/strict/rules.py`.

"""


def page() -> str:
    """Return the page."""
    rows = [("rule", "level", "what the program does", "on hardware", "to fix it"), ("---",) * 5,
            *((f"`{rule.name}`", rule.level, rule.what, rule.hardware, rule.fix)
              for rule in RULES)]
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def made() -> dict[Path, str]:
    """Return the contents of the file."""
    return {PAGE: page()}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
