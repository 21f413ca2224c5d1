"""Modules under names that the manual once showed: each still works for a version, and warns."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class Moved:
    """Finds modules by their old names, and gives what stands under the new ones.

    The package that has moved them puts one on `sys.meta_path`.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        """Say that a module of an old name can be loaded; with None importing goes on."""
        return ModuleSpec(name, self) if name in self._names else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Let importing make a module, which `exec_module` puts aside."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the new name in its place, with a DeprecationWarning."""
        import importlib
        import warnings

        old = module.__name__
        new = self._names[old]
        warnings.warn(f"{old} is {new} now; the old name goes in the next version",
                      DeprecationWarning, stacklevel=2)
        sys.modules[old] = importlib.import_module(new)
