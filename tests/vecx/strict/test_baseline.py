"""Known findings are distinguished from new ones, even if lines move."""

from pathlib import Path

import pytest

from vecx import VecxError
from vecx.cli import run_command
from vecx.strict import baseline

SOURCE = """ include "vectrex.inc"
 fcb "g GCE 1982",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$56,"TEST",$80,0
main jsr Wait_Recal
 lda #1
 sta >main     ; a mistake
 sta >$C880
 bra main
"""
OTHER = " clr >main+1\n"


def judged(folder: Path, *options: str) -> int:
    """Run the source on the strict machine; return the exit status."""
    return run_command(["run", str(folder / "a.asm"), "--headless", "--from", "title",
                        "--frames", "3", "--strict", *options])


@pytest.mark.slow
def test_only_new_findings_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Moved findings stay known, new ones are reported, fixed ones disappear."""
    source, known = tmp_path / "a.asm", str(tmp_path / "known.txt")
    source.write_text(SOURCE)
    assert judged(tmp_path) == 1
    assert judged(tmp_path, "--write-baseline", known) == 0
    assert Path(known).read_text().splitlines()[1:] == ["rom-write\ta.asm\tmain\tsta >main"]
    capsys.readouterr()
    assert judged(tmp_path, "--baseline", known) == 0
    assert "strict: clean in 250 frames with preset hardware, 1 known" in capsys.readouterr().out
    source.write_text(SOURCE.replace("main jsr", "* moved\n\nmain jsr"))
    assert judged(tmp_path, "--baseline", known) == 0
    source.write_text(SOURCE.replace(" bra main", OTHER + " bra main"))
    capsys.readouterr()
    assert judged(tmp_path, "--baseline", known) == 1
    said = capsys.readouterr()
    assert "strict: 1 error, 0 warnings, 1 known" in said.out
    assert "a.asm:9: error" in said.err and "a.asm:7: error" not in said.err
    source.write_text(SOURCE.replace(" sta >main     ; a mistake\n", ""))
    assert judged(tmp_path, "--baseline", known) == 0
    assert ", 0 known, 1 gone" in capsys.readouterr().out


@pytest.mark.slow
def test_reports_have_the_new_ones_alone(tmp_path: Path) -> None:
    """JUnit and SARIF contain only the new findings."""
    (tmp_path / "a.asm").write_text(SOURCE)
    known, report = str(tmp_path / "known.txt"), tmp_path / "r.sarif"
    assert judged(tmp_path, "--write-baseline", known) == 0
    words = ["budget", str(tmp_path / "a.asm"), "--frames", "3", "--strict", "--sarif", str(report)]
    assert run_command(words) == 1 and "rom-write" in report.read_text().split('"results"')[1]
    assert run_command([*words, "--baseline", known]) == 0
    assert "rom-write" not in report.read_text().split('"results"')[1]


@pytest.mark.parametrize("content, said", [
    (None, "--write-baseline creates it"), ("what\n", ":1: not a line of known findings"),
    ("# a\n\nnosuch\ta.asm\tmain\tnop\n", ":3: not a line of known findings")])
def test_what_is_no_baseline(content: str | None, said: str, tmp_path: Path,
                             capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid baseline gives one message before the run."""
    (tmp_path / "a.asm").write_text(SOURCE)
    path = tmp_path / "known.txt"
    if content is not None:
        path.write_text(content)
    assert judged(tmp_path, "--baseline", str(path)) == 1
    assert said in capsys.readouterr().err
    with pytest.raises(VecxError):
        baseline.load(path)


def test_it_needs_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A baseline without --strict is refused."""
    assert run_command(["run", "connect4", "--headless", "--frames", "1", "--baseline", "x"]) == 2
    assert "needs --strict" in capsys.readouterr().err
