"""The style sheets of an SVG file: which properties they set for which element."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from asm.assembler.conversion import ConversionError

from .element import Element

SVG = "http://www.w3.org/2000/svg"
RULES_MAX = 5_000


def apply(root: Element) -> None:
    """Set the rules of the elements of a tree from its `style` elements.

    Errors: ConversionError for too many rules
    """
    import cssselect2
    import tinycss2

    elements = dict[ElementTree.Element, Element]()
    copy = _copy(root, elements)
    matcher, count = cssselect2.Matcher(), 0
    for sheet in elements.values():
        if sheet.kind != "style" or sheet.attributes.get("type", "text/css") != "text/css":
            continue
        for rule in tinycss2.parse_stylesheet(sheet.text, skip_comments=True,
                                              skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            declared = tinycss2.parse_blocks_contents(rule.content)
            values = [(one.lower_name, tinycss2.serialize(one.value).strip(), one.important)
                      for one in declared if one.type == "declaration"]
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:    # a browser ignores such a rule too
                continue
            count += len(selectors)
            if count > RULES_MAX:
                raise ConversionError(f"{sheet.where()}: more than {RULES_MAX:,} rules")
            for selector in selectors:
                matcher.add_selector(selector, values)
    for wrapper in cssselect2.ElementWrapper.from_xml_root(copy).iter_subtree():
        rules = elements[wrapper.etree_element].rules
        for _, _, pseudo, values in sorted(matcher.match(wrapper), key=lambda match: match[:2]):
            for name, value, important in values if pseudo is None else ():
                if important or not rules.get(name, ("", False))[1]:
                    rules[name] = value, important


def _copy(element: Element, elements: dict[ElementTree.Element, Element]) -> ElementTree.Element:
    """Return a copy of a tree, in which style sheets can find elements."""
    made = ElementTree.Element(f"{{{SVG}}}{element.kind}", element.attributes)
    elements[made] = element
    made.extend(_copies(element, elements))
    return made


def _copies(element: Element, elements: dict[ElementTree.Element, Element]
            ) -> Iterator[ElementTree.Element]:
    for child in element.children:
        yield _copy(child, elements)
