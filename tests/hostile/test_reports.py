"""Hostile names in files for browsers, CI and code scanning, read back by parsers.
"""

import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.parsers import expat

import html5lib
import pytest

from asm.output.debuginfo import DebugInfoError, Where, from_text
from vecx import Machine
from vecx.cli import run_command
from vecx.measure.budget import Limits
from vecx.measure.budget.outputs import junit, sarif
from vecx.measure.budget.page import html
from vecx.measure.budget.profile import Profile

BROKEN = Path(__file__).parents[1] / "cases" / "broken" / "too_much.asm"
NAMES = ["<!--<script>", "</script><script>alert(1)</script>", "a\x1b[2Jb\0c", "\u202egpj.asm",
         "100% & \"more\" 'or' <less>", "two words#1?x=y.asm", "ö/ü:é.asm", "bad\udcff\ufffe name"]


@pytest.fixture(scope="module")
def run():
    """Return a machine with findings, a profile and frames."""
    machine = Machine(BROKEN, strict=True)
    profile = Profile(machine)
    frames = machine.run_frames(300)
    assert machine.findings
    return machine, profile, frames


def findings_at(machine: Machine, name: str):
    """Return the machine's findings as if they were in a file of this name."""
    where = Where(0, name, 3, name, 0)
    return [replace(one, where=where, what=f"{one.what} {name}") for one in machine.findings]


@pytest.mark.sample(1, slow=3)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_any_name_stays_whole(run, name: str) -> None:
    """With any name, the browser finds the page's scripts and everything after them."""
    machine, profile, frames = run
    page = html(machine, profile, frames, Limits(), name, strict=True)
    plain = html(machine, profile, frames, Limits(), "plain", strict=True)
    found, expected = (html5lib.parse(text, namespaceHTMLElements=False) for text in (page, plain))
    assert [e.tag for e in found.iter()] == [e.tag for e in expected.iter()]
    scripts = [e.text for e in found.iter("script")]
    data = next(text for text in scripts if json.dumps(name)[1:-1].replace("<", "\\u003c") in text)
    assert data.count("<!--") == 0


@pytest.mark.parametrize("name", NAMES)
def test_junit_of_any_name_is_xml(run, name: str) -> None:
    """With any name, the JUnit file is valid XML."""
    machine, _, frames = run
    text = junit(frames, Limits(max_cycles=30_000), findings_at(machine, name), name)
    parser = expat.ParserCreate()
    parser.Parse(text.encode("utf-8"), True)
    assert "failure" in text


@pytest.mark.parametrize("name", NAMES)
def test_sarif_of_any_name_has_an_uri(run, name: str) -> None:
    """Any name becomes a valid URI reference that decodes to the name."""
    machine, _, frames = run
    for folder in ("", "/tmp/a b/"):
        data = json.loads(sarif(frames, Limits(), findings_at(machine, folder + name), None, "1")
                          .encode("utf-8"))
        for result in data["runs"][0]["results"]:
            uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            assert re.fullmatch(r"(?:file://)?(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+", uri)
            assert not urlsplit(uri).query and not urlsplit(uri).fragment
            assert unquote(urlsplit(uri).path, errors="surrogateescape") == folder + name
            assert result["level"] in ("error", "warning", "note")


SYMBOLS = ('{"format": "vecx-symbols/2", "files": ["a.asm"], "calls": [], "symbols": {NAME: '
           '{"value": 57344, "kind": "label", "size": 1, "file": 0, "line": 1, "column": 1}}, '
           '"source_map": [], "routines": [], "limits": [], "contracts": {}, "pages": [], '
           '"image": {"bank": 0, "origin": 0, "size": 0, "sha256": ""}, "inputs": []}')


@pytest.mark.parametrize("name", ["a\n include \"/etc/passwd\"", "a b", "", "x;y", "\x1b[2J",
                                  "n" * 201, "a\n", "\u202ea"])
def test_names_of_a_symbol_file_are_names(name: str, tmp_path: Path, capsys) -> None:
    """Names are validated when read, because `vecx dis` writes them into a source."""
    text = SYMBOLS.replace("NAME", json.dumps(name))
    with pytest.raises(DebugInfoError, match="is not a name"):
        from_text(text)
    (tmp_path / "s.json").write_text(text)
    assert run_command(["dis", "connect4", "--symbols", str(tmp_path / "s.json")]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "is not a name" in said.err and said.err.count("\n") == 1
    assert from_text(SYMBOLS.replace("NAME", '"scope.label@"')).symbols
