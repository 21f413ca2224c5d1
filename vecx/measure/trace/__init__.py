"""What a program executed: instruction by instruction, or as a tree of calls."""

from .banks import Banks, places_of
from .calls import CallTree, Node, tree_text
from .instructions import COLUMNS, INTERRUPTS, Tracer

__all__ = ["COLUMNS", "INTERRUPTS", "Banks", "CallTree", "Node", "Tracer", "places_of",
           "tree_text"]
