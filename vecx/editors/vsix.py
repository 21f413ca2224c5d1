"""Write the extension for VS Code as a .vsix file, and install it.

A .vsix is a zip archive with the extension's files, a manifest of its own and a list of MIME types.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from .. import __version__, files
from ..errors import VecxError, reason
from . import manifest

SCRIPTS = Path(__file__).parent / "vscode"
DATA = Path(__file__).parent.parent / "data" / "vscode"     # built by `python -m building editor`
CLIENT, LICENCES = DATA / "languageclient.js", DATA / "languageclient.LICENCES.txt"
ORIGIN = "origin.json"      # the Python that has written the extension
IDENTITY = f"{manifest.PUBLISHER}.vecx"
INSTALL_SECONDS_MAX = 120
MIME_TYPES = {"css": "text/css", "js": "application/javascript", "json": "application/json",
              "md": "text/markdown", "txt": "text/plain", "vsixmanifest": "text/xml"}
ENGINE: str = manifest.manifest()["engines"]["vscode"]
PROPERTIES = {"Code.Engine": ENGINE, "Code.ExtensionKind": "workspace"}
ASSETS = {"Code.Manifest": "extension/package.json",
          "Services.Content.Details": "extension/README.md",
          "Services.Content.License": "extension/LICENSE.txt"}
BRACKETS = {"comments": {"lineComment": ";"}, "brackets": [["(", ")"], ["[", "]"]]}


def contents(python: str | None = None) -> dict[str, str]:
    """Return the text of each file of the extension.

    Args: python  the interpreter with vecx; the extension uses it if it finds no other vecx
    """
    made = {"package.json": manifest.manifest(), "grammar.json": manifest.grammar(),
            "snippets.json": manifest.snippets(), "language-configuration.json": BRACKETS}
    if python:
        made[ORIGIN] = {"python": python}
    texts = {name: json.dumps(data, indent=2) + "\n" for name, data in made.items()}
    for path in sorted(SCRIPTS.rglob("*")):
        if path.suffix.lstrip(".") in MIME_TYPES:
            texts[path.relative_to(SCRIPTS).as_posix()] = path.read_text("utf-8")
    texts["LICENSE.txt"] = files.licence()
    for path in (CLIENT, LICENCES):
        texts[path.name] = path.read_text("utf-8")
    return texts


def package(python: str | None = None) -> bytes:
    """Return the extension as a .vsix file; `python` is as for `contents`.

    >>> package().startswith(b"PK")
    True
    """
    return files.zipped({
        "extension.vsixmanifest": _manifest(), "[Content_Types].xml": _types(),
        **{f"extension/{name}": text for name, text in contents(python).items()}})


def _manifest() -> str:
    facts = manifest.manifest()
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(facts["name"])}
      Version={quoteattr(facts["version"])} Publisher={quoteattr(facts["publisher"])}/>
    <DisplayName>{escape(facts["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(facts["description"])}</Description>
    <Categories>{escape(",".join(facts["categories"]))}</Categories>
    <Properties>
{_rows("Property", "Id", "Value", PROPERTIES)}
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
{_rows("Asset", "Type", "Path", ASSETS)}
  </Assets>
</PackageManifest>
"""


def _rows(tag: str, key: str, name: str, values: dict[str, str]) -> str:
    """Return one element for each of the values."""
    return "\n".join(f"    <{tag} {key}={quoteattr(f'Microsoft.VisualStudio.{kind}')} "
                     f"{name}={quoteattr(value)}/>" for kind, value in values.items())


def _types() -> str:
    rows = "".join(f'<Default Extension=".{suffix}" ContentType="{kind}"/>'
                   for suffix, kind in MIME_TYPES.items())
    return ('<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.'
            f'org/package/2006/content-types">{rows}</Types>\n')


def place() -> Path:
    """Return where `install` writes the extension: a file in the user's folder for data."""
    import platformdirs

    return Path(platformdirs.user_data_dir("vecx", appauthor=False)) / f"vecx-{__version__}.vsix"


def install(program: str) -> str:
    """Write the extension, and let an editor install or update it; return what the editor said.

    Args:   program  the command of the editor: code, codium, code-server
    Errors: VecxError if there is no such command, or it fails; the message says where the extension
            is, and what to do
    """
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, package(sys.executable))
    by_hand = ('in VS Code, run "Extensions: Install from VSIX..." from the command palette and '
               f"choose {path}")
    command = shutil.which(program)
    if command is None:
        raise VecxError(f"there is no command {program} on PATH; {by_hand}")
    try:
        done = subprocess.run([command, "--install-extension", str(path), "--force"],
                              capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=INSTALL_SECONDS_MAX, check=False)
    except subprocess.TimeoutExpired:
        raise VecxError(f"{command} does not end; {by_hand}") from None
    except OSError as fault:
        raise VecxError(f"{command}: {reason(fault)}; {by_hand}") from None
    if done.returncode:
        said = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise VecxError(f"{command} refused the extension: {said[-1] if said else 'no message'}; "
                        f"{by_hand}")
    return done.stdout.strip()
