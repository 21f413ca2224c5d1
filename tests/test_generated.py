"""All files that programs write into the tree are up to date."""

import pytest

from building import generated
from building.generated import GENERATED, Generated


@pytest.mark.parametrize("each", GENERATED, ids=lambda each: each.what)
def test_files_are_up_to_date(each: Generated) -> None:
    """The files are what their program makes of the sources."""
    assert each.stale() == [], "run `python -m building all`, and commit what it writes"


def test_a_changed_file_is_noticed(tmp_path, monkeypatch) -> None:
    """A file with other contents, and a missing one, are named."""
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    for name in ("same", "other"):
        (tmp_path / name).write_bytes(b"text\n")
    assert generated.differing({tmp_path / "same": "text\n", tmp_path / "other": b"text",
                                tmp_path / "missing": ""}) == ["other", "missing"]


def test_only_what_is_out_of_date_is_written(tmp_path, monkeypatch, capfd) -> None:
    """Programs run in order, and none that has nothing to do; one that fails ends it."""
    done = tmp_path / "done"
    write = "-c", f"open({str(done)!r}, 'w').close()"
    monkeypatch.setattr(generated, "GENERATED", (
        Generated("first", write, lambda: [] if done.exists() else ["done"]),
        Generated("second", ("-c", "raise SystemExit(1)"), list)))
    assert [each.what for each in generated.stale()] == ["first"]
    generated.make_all()
    assert done.exists() and generated.stale() == {}
    printed = capfd.readouterr().out
    assert printed.startswith("first: python -c") and "second" not in printed
    monkeypatch.setattr(generated, "GENERATED", (
        Generated("second", ("-c", "raise SystemExit(1)"), lambda: ["x"]),))
    with pytest.raises(generated.VecxError, match=r"second: python -c .* failed"):
        generated.make_all()
