"""What a program executed: instruction by instruction, or as a tree of calls."""

from .calls import CallTree, Node, tree_text
from .instructions import COLUMNS, INTERRUPTS, Tracer

__all__ = ["COLUMNS", "INTERRUPTS", "CallTree", "Node", "Tracer", "tree_text"]
