"""`python -m tests.bench PART`: figures for docs/performance.md and other pages."""

import argparse
import json
import sys

from vecx.errors import VecxError

from . import keystrokes, learning, many, output, scenes, start

PARTS = {"scenes": lambda runs: (scenes.scene_figures(), scenes.table),
         "many": lambda runs: (many.many_figures(runs), many.table),
         "output": lambda runs: (output.output_figures(), output.table),
         "start": lambda runs: (start.start_figures(runs), start.table),
         "keystrokes": lambda runs: (keystrokes.keystroke_figures(runs), keystrokes.table),
         "learning": lambda runs: (learning.learning_figures(runs), learning.table)}


def main(words: list[str] | None = None) -> int:
    """Measure one part and print its figures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("part", choices=PARTS, help="scenes: what frames of four kinds cost, and "
                        "what their parts do; many: a thousand machines, and threads; output: the "
                        "gain of machines without output; start: CPU time and memory of a start; "
                        "keystrokes: time to the diagnostics of vecx lsp; learning: steps of "
                        "environments")
    parser.add_argument("--runs", type=int, default=5, metavar="N",
                        help="runs of many, start and learning, lines typed for keystrokes "
                             "(default: 5)")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    args = parser.parse_args(words)
    try:
        figures, table = PARTS[args.part](args.runs)
    except VecxError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(json.dumps(figures) if args.json else table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
