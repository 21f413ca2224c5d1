"""axe-core: what is wrong with a page for people who use it with assistive technology."""

from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parents[2] / "javascript" / "node_modules" / "axe-core" / "axe.min.js"

needs_axe = pytest.mark.skipif(not _SCRIPT.exists(), reason="axe-core is not installed")


def violations(page) -> list[list[str]]:
    """Return the violations that axe-core finds in a page: its rule, and the elements."""
    page.run(f"(() => {{ if (!globalThis.axe) {{ {_SCRIPT.read_text('utf-8')} }} }})()")
    return page.run("""axe.run(document, {resultTypes: ['violations']}).then(found =>
      found.violations.map(one => [one.id, ...one.nodes.map(node => node.target.join(' '))]))""")
