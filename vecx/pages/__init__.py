"""Scripts, styles and templates of all browser pages.

    player.js play.html     the player of `vecx export` and `vecx serve`; its parts are machine.js
    play.css                light.js passes.js screen.js sound.js samples.js controls.js input.js
                            keys.js menu.js slots.js saves.js history.js states.js movie.js files.js
    worklet.js              its audio thread; offline.js the service worker of an exported app
    serve.js layout.*       the sidebar of `vecx serve`; chart.js its chart
    workshop.* editor.js    the page of `vecx workshop`, and its editor
    assembler.js            its worker, which runs Python
    archive.js projects.js  its zips and links, and what the browser keeps
    examples                the sources with which its projects begin
    filmed.js film.html     a movie as a page
    film.js budget.html     the frames of `vecx budget --html`
    wires.js wires.html     the logic analyser of `vecx trace --html`
    packed.js sums.js       shared: base64 and deflate, check sums

The files are written by hand.  A page is a single file, so its modules become one script:
`python -m building scripts` bundles and minifies them into data/web, from where pages take them.
"""

import base64
import zlib
from functools import cache
from pathlib import Path

from ..errors import VecxError

FOLDER = Path(__file__).parent
BUILT = FOLDER.parent / "data" / "web"


def read(name: str) -> str:
    """Return a file of a page.  Errors: VecxError if the file is missing"""
    return _text(FOLDER / name)


def packed(data: bytes) -> str:
    """Deflate bytes and return them as base64."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


@cache
def built(name: str) -> str:
    """Return a script or a style that esbuild has made, such as player.js.

    A script declares the object `page`, which has what the modules export.

    Errors: VecxError if the file is missing
    """
    return _text(BUILT / name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").rstrip("\n")
    except OSError as fault:
        raise VecxError(f"{path}: {fault.strerror}; install vecx again") from None
