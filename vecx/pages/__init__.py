"""Scripts, styles and templates of all browser pages, and a function that combines modules into one
script.

    player.js play.html     the player of `vecx export` and `vecx serve`; its parts are machine.js
    play.css                light.js passes.js screen.js sound.js samples.js controls.js input.js
                            keys.js menu.js slots.js saves.js history.js states.js movie.js files.js
    worklet.js              its audio thread; offline.js the service worker of an exported app
    serve.js layout.*       the sidebar of `vecx serve`
    filmed.js film.html     a movie as a page
    film.js budget.html     the frames of `vecx budget --html`
    wires.js wires.html     the logic analyser of `vecx trace --html`
    packed.js sums.js       shared: base64 and deflate, check sums

The files are written by hand.  A page is a single file, so its modules become one script.
"""

import base64
import re
import zlib
from functools import cache
from pathlib import Path

from ..errors import VecxError

FOLDER = Path(__file__).parent
IMPORT = re.compile(r"^import \{[^}]*\} from \"\./(\w+)\.js\";\n", re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function) (\w+)", re.MULTILINE)
EXPORTED = re.compile(r"^export (?=async |const |let |class |function )", re.MULTILINE)


def read(name: str) -> str:
    """Return a file of a page.  Errors: VecxError if the file is missing"""
    try:
        return (FOLDER / name).read_text(encoding="utf-8")
    except OSError as fault:
        raise VecxError(f"{FOLDER / name}: {fault.strerror}; install vecx again") from None


def packed(data: bytes) -> str:
    """Deflate bytes and return them as base64."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


@cache
def bundle(*modules: str) -> str:
    """Return one script of modules and all modules that they import, in the order of evaluation.

    Comments and indentation are removed.  The modules share one scope, so each top-level name must
    be declared once, and imports must not rename.

    Args:   modules  names of files in this folder, without .js
    Errors: VecxError if a file is missing, or two modules declare the same name
    """
    texts: dict[str, str] = {}

    def add(name: str, importing: tuple[str, ...] = ()) -> None:
        if name in importing:
            raise VecxError(f"{name}.js imports itself through {', '.join(importing)}")
        if name not in texts:
            text = read(f"{name}.js")
            for imported in IMPORT.findall(text):
                add(imported, (*importing, name))
            texts[name] = text

    for name in modules:
        add(name)
    declared: dict[str, str] = {}
    for name, text in texts.items():
        for symbol in DECLARED.findall(text):
            if declared.setdefault(symbol, name) != name:
                raise VecxError(f"{name}.js and {declared[symbol]}.js both declare {symbol}")
    script = EXPORTED.sub("", IMPORT.sub("", "\n".join(texts.values())))
    script = re.sub(r"^[ \t]+|[ \t]{2,}// .*$", "", script, flags=re.MULTILINE)
    return re.sub(r"^\s*(?://.*)?\n", "", script, flags=re.MULTILINE)
