"""The workshop: its files and its templates."""

import base64
import gzip
import io
import json
import shutil
import subprocess
import sys
import zipfile

import pytest

from vecx.cli import run_command
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.web import workshop

FRAMES = 600
TEMPLATES = workshop.templates()


# --- files and templates --------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_clean(name, tmp_path):
    """Each template assembles without a message, and the strict machine finds nothing."""
    source = tmp_path / f"{name}.asm"
    source.write_text(TEMPLATES[name])
    machine = Machine(str(source), strict="all")
    assert machine.messages == ""
    for number in range(FRAMES):
        if number % 100 == 0:
            machine.stick((1, -1, 0)[number // 100 % 3], (1, 0, -1)[number // 100 % 3])
        if number % 150 == 50:
            machine.press(4)
        if number % 150 == 60:
            machine.release(4)
        budget = machine.run_frames(1)[0].budget
    assert machine.findings == [] and budget.vectors > 0


def test_the_archive_is_complete(tmp_path):
    """The archive runs with the standard library alone, and makes what vecx makes."""
    zipfile.ZipFile(io.BytesIO(workshop.assembler())).extractall(tmp_path)
    code = ("import json, sys; sys.path.insert(0, sys.argv[1])\n"
            "from vecx.language.page import begin\n"
            "project = begin()\n"
            "made = json.loads(project.assemble('a.asm', {'a.asm': sys.stdin.read()}))\n"
            "print(made['image'], made['problems'], project.hover('a.asm', 13, 26)[:16])\n"
            "print(len(json.loads(project.complete('a.asm', 13, 17))) > 100)\n")
    ran = subprocess.run([sys.executable, "-S", "-I", "-c", code, str(tmp_path)], text=True,
                         input=TEMPLATES["dot"], capture_output=True, check=False)
    machine = workshop.machine_of(TEMPLATES["dot"], "dot")
    assert ran.stderr == ""
    image, *rest = ran.stdout.split(maxsplit=1)
    assert base64.b64decode(image) == machine.cartridge.image
    assert rest == ["[] ### `Wait_Recal`\nTrue\n"]


def test_the_archive_is_reproducible():
    """The same sources give the same bytes."""
    assert workshop.assembler() == workshop.assembler()


def test_the_page_loads_nothing_from_elsewhere():
    """No file of vecx names another host, except that of --cdn."""
    files = workshop.site({})
    for name in ("index.html", "workshop.json", "assembler.js", "offline.js"):
        assert b"https://" not in files[name], name
    given = workshop.site({}, "https://files.example/pyodide/")
    assert json.loads(given["workshop.json"])["pyodide"] == "https://files.example/pyodide/"


def test_before_the_first_picture_little_is_loaded():
    """The page plays with less than 300 KB, and without Pyodide a visit has less than 700 KB."""
    files = workshop.site({})
    sizes = {name: len(gzip.compress(data)) for name, data in files.items()}
    assert sizes["index.html"] < 300_000
    assert sum(sizes.values()) < 700_000, sizes


def test_the_standard_library_is_trimmed():
    """Modules that a worker cannot use are left out, others stay as they are."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        for name in ("re/__init__.py", "encodings/", "encodings/cp500.py", "encodings/utf_8.py",
                     "xml/dom/pulldom.py", "statistics.py", "html/__init__.py"):
            archive.writestr(name, name)
    with zipfile.ZipFile(io.BytesIO(workshop.trimmed(room.getvalue()))) as archive:
        assert archive.namelist() == ["re/__init__.py", "encodings/utf_8.py", "html/__init__.py"]
        assert archive.read("re/__init__.py") == b"re/__init__.py"


@pytest.mark.parametrize("words, said", [
    (["--cdn", "http://a/"], "must begin with https:// and end with /"),
    (["--cdn", "https://a/", "--pyodide", "x"], "cannot be combined"),
    (["--pyodide", "missing"], f"unpack the npm package pyodide {workshop.PYODIDE}"),
])
def test_wrong_use_is_one_message(words, said, tmp_path, monkeypatch, capsys):
    """Wrong options, and a missing Pyodide, are one message each; nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["workshop", "-o", "out", *words]) in (1, 2)
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error and not (tmp_path / "out").exists()


def test_another_version_of_pyodide_is_refused(tmp_path):
    """A file with another content is named."""
    for name in workshop.PYODIDE_FILES:
        (tmp_path / name).write_bytes(b"other")
    with pytest.raises(VecxError, match=r"pyodide.mjs is not that of pyodide [\d.]+; install npm"):
        workshop.python_files(tmp_path)


def test_without_npm_the_message_says_what_to_do(tmp_path, monkeypatch):
    """Without npm and a copy, the message names both ways out."""
    monkeypatch.setattr(workshop.platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(VecxError, match=r"npm is not installed; install npm, or .*--cdn URL"):
        workshop.python_files()
