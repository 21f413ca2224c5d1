"""The titles of the corrections that an editor offers for a diagnostic."""

from __future__ import annotations

from asm.syntax.diagnostics import Edit


def title(edit: Edit, line: str) -> str:
    """Return the title of an edit of a line."""
    old, new = line[edit.start:edit.end], edit.text.strip()
    if edit.text.endswith("\n"):
        return f"Insert {' '.join(new.split())}"
    if not new:
        return f"Remove {old.strip() or 'blanks'}" if old else "Insert a blank"
    return f"Replace by {new}" if old.strip() else f"Insert {new}"
