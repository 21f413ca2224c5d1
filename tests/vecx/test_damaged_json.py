"""Damaged JSON in any file gives one VecxError with the file's name."""

import json

import pytest

from vecx.errors import VecxError
from vecx.files import parse_json
from vecx.measure.coverage import total
from vecx.measure.profiling import report
from vecx.testing import golden
from vecx.testing.mutation import session

DEEP = "[" * 100_000
LONG = "9" * 5000
BAD = [DEEP, LONG, "1e999", "-1e999", "NaN", "Infinity", "", "{", '{"a": 1}x', "9" * 400]


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:9])
def test_what_cannot_be_handled_is_a_value_error(text):
    """Invalid JSON raises only ValueError."""
    for data in text, text.encode(), f'{{"a": {text}}}':
        with pytest.raises(ValueError):
            parse_json(data)


def test_json_is_read():
    """Numbers up to 64 bits, texts and tables are read."""
    value = {"a": [1, -2.5, None, True, "x"], "b": 2 ** 63 - 1}
    assert parse_json(json.dumps(value)) == value


def reads(path):
    """Return the reader of each kind of file."""
    return {"profile": lambda: report.load(path), "golden": lambda: golden.read(path),
            "coverage": lambda: total.load_all(path)}


FORMATS = {"profile": report.FORMAT, "golden": golden.FORMAT, "coverage": total.FORMAT}
VALUES = [DEEP, LONG, "1e999", "null", "5", '"x"', '{"a": 1}', "9" * 400]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value[:9])
@pytest.mark.parametrize("kind", FORMATS)
def test_a_damaged_file_is_named(tmp_path, kind, value):
    """The error names the file, whatever its fields contain."""
    path = tmp_path / "file.json"
    target = total.listing_file(path) if kind == "coverage" else path
    for text in value, json.dumps({"format": FORMATS[kind]})[:-1] + "".join(
            f', "{field}": {value}' for field in ("nodes", "lines", "frames", "name", "strokes",
                                                  "all")) + "}":
        target.write_text(text)
        with pytest.raises(VecxError, match="file"):
            reads(path)[kind]()


@pytest.mark.parametrize("line", ["5", '"x"', "null", "[]", DEEP, LONG, '{"mutant": 5}',
                                  '{"mutant": {"a": 1}}'], ids=lambda line: line[:9])
def test_a_damaged_line_of_mutants_is_left_out(tmp_path, line):
    """A damaged line of mutants is skipped; a damaged head is an error."""
    path = tmp_path / "record.jsonl"
    session.Record(path, "image")
    path.write_text(path.read_text() + line + "\n")
    assert session.Record(path, "image").known == {}
    path.write_text(line + "\n")
    with pytest.raises(VecxError, match="not a record of `vecx mutate`"):
        session.Record(path, "image")
