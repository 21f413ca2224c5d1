"""Names of a drawing's elements as labels of the assembler."""

from __future__ import annotations

import re
import unicodedata

from asm.assembler.mnemonics import is_word

NAME_MAX = 40


class Labels:
    """Turns names into unique labels, and notes the names that had to change."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._used: set[str] = set()

    def label(self, name: str, default: str = "part") -> str:
        """Return a label that resembles a name and was not returned before.

        >>> labels = Labels()
        >>> labels.label("left-wing"), labels.label("left wing"), labels.label("7"), labels.notes[0]
        ('left_wing', 'left_wing_2', '_7', 'the name left-wing becomes the label left_wing')
        """
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        label = re.sub(r"\W+", "_", plain)
        if label != name:
            label = label.strip("_")
        label = label[:NAME_MAX] or default
        why = ""
        if label[0].isdigit():
            label = f"_{label}"
        elif is_word(label.lower()) or label.lower() in _REGISTERS:
            why = f", because {label} is a word of the assembler"
            label = f"_{label}"
        first, count = label, 1
        while label.lower() in self._used:
            count += 1
            label = f"{first}_{count}"
        self._used.add(label.lower())
        if label != name:
            shown = name if len(name) <= NAME_MAX else name[:NAME_MAX] + "..."
            self.notes.append(f"the name {shown} becomes the label {label}{why}")
        return label


_REGISTERS = frozenset("a b d x y u s pc pcr dp cc".split())
