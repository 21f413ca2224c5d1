"""An element of an SVG file."""

from __future__ import annotations

from collections.abc import Iterator


class Element:
    """An element of the file: its name without namespace, attributes, line, and children.

    text         what it contains between its children
    rules        properties that style sheets set, with whether they are important
    """

    __slots__ = ("attributes", "children", "kind", "line", "parent", "rules", "text")

    def __init__(self, kind: str, attributes: dict[str, str], line: int,
                 parent: Element | None) -> None:
        self.kind, self.attributes, self.line, self.parent = kind, attributes, line, parent
        self.children: list[Element] = []
        self.text = ""
        self.rules: dict[str, tuple[str, bool]] = {}

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def style(self, name: str) -> str:
        """Return a property: an important one of a style sheet, or else from the style, a style
        sheet, or the attribute of this name."""
        rule, is_important = self.rules.get(name, ("", False))
        if is_important:
            return rule
        for part in reversed(self.attributes.get("style", "").split(";")):
            key, _, value = part.partition(":")
            if key.strip().lower() == name:
                return value.partition("!")[0].strip()
        return rule or self.attributes.get(name, "").strip()

    def has_text(self) -> bool:
        return any(element.text.strip() for element in all_of(self))

    def where(self) -> str:
        return f"line {self.line}: {self.kind}" + (f" `{self.id[:40]}`" if self.id else "")


def all_of(element: Element) -> Iterator[Element]:
    """Yield an element and all elements in it, in the order of the file."""
    yield element
    for child in element.children:
        yield from all_of(child)
