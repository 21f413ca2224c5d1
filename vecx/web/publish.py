"""Packs a game for other sites and for phones: as a zip for itch.io, or as an app that works
offline."""

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType

from .. import files, pages
from ..machine import Machine
from . import export, poster
from .about import COVER, About

PICTURE = 600, 750          # pixels of the picture in previews of links
ICONS = 192, 512
NOTHING: Mapping[str, bytes] = MappingProxyType({})


def itch(machine: Machine, overlay: bytes | None, url: str = "", about: About | None = None
         ) -> bytes:
    """Return a zip that contains `index.html`; itch.io accepts games for the browser in this form.

    >>> import io, zipfile
    >>> from vecx.web.publish import itch
    >>> zipfile.ZipFile(io.BytesIO(itch(Machine("connect4"), None))).namelist()
    ['index.html']
    """
    return files.zipped({"index.html": export.page(machine, overlay, url, about=about)})


def cover(machine: Machine, overlay: bytes | None, about: About) -> bytes:
    """Return the cover image for a game's page on itch.io, as PNG."""
    width, height = COVER
    if about.cover:
        return poster.encoded(poster.Cover(about.cover).picture(width, height), "png")
    title = poster.Title(machine, overlay).picture(height * 4 // 5, height)
    return poster.encoded(poster.banner(title, width), "png")


def app(machine: Machine, overlay: bytes | None, url: str = "", about: About | None = None
        ) -> dict[str, bytes]:
    """Return the files of an app: a page that browsers can install and that works offline.

    >>> from vecx.web.publish import app
    >>> sorted(app(Machine("connect4"), None))      # doctest: +NORMALIZE_WHITESPACE
    ['app.webmanifest', 'icon-192.png', 'icon-512.png', 'index.html', 'offline.js', 'picture.png']
    """
    about = about or About()
    index = export.page(machine, overlay, url, installed=True, about=about)
    return installed(index, export.title(machine, about), poster.of(machine, overlay, about))


def installed(index: str, name: str, title: poster.Title | poster.Cover,
              more: Mapping[str, bytes] = NOTHING) -> dict[str, bytes]:
    """Return the files of an app, keyed by name.

    Args: index  its page;  name  its title;  title  for pictures;  more  other files of the app
    """
    made = {"index.html": index.encode(), **more}
    for side in ICONS:
        picture = title.picture(side * 4 // 5, side)
        made[f"icon-{side}.png"] = poster.encoded(poster.squared(picture, side), "png")
    made["picture.png"] = poster.encoded(title.picture(*PICTURE), "png")
    made["app.webmanifest"] = json.dumps({
        "name": name, "short_name": name, "start_url": "./", "scope": "./",
        "display": "fullscreen", "background_color": "#06080a", "theme_color": "#06080a",
        "icons": [{"src": f"icon-{side}.png", "sizes": f"{side}x{side}", "type": "image/png"}
                  for side in ICONS]}).encode()
    whole = hashlib.sha256(b"".join(made[each] for each in ("index.html", *more)))
    own = json.dumps({"version": whole.hexdigest()[:16], "files": ["./", *made]})
    made["offline.js"] = f"self.app = {own};\n{pages.built('offline.js')}\n".encode()
    return made
