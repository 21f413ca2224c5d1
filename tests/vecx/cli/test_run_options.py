"""`vecx run --set`: settings of the picture for one run; `-o`: files by their suffixes."""

from pathlib import Path

import pytest

from vecx.cli import run_command

RUN = "run", "connect4", "--headless", "--frames", "3"


def test_a_setting_changes_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turned picture has its sides exchanged; without light it is black."""
    monkeypatch.chdir(tmp_path)
    assert run_command([*RUN, "-o", "a.png", "--scale", "0.2"]) == 0
    assert run_command([*RUN, "-o", "b.png", "--scale", "0.2", "--set", "rotation=90"]) == 0
    size = {name: Path(name).read_bytes()[16:24] for name in ("a.png", "b.png")}
    assert size["a.png"][:4] == size["b.png"][4:] and size["a.png"] != size["b.png"]


@pytest.mark.parametrize("suffix", ["png", pytest.param("gif", marks=pytest.mark.slow)])
def test_the_phosphor_has_a_colour(suffix: str, tmp_path: Path,
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """With a green phosphor, a picture and a film have green light, and no red or blue alone."""
    import av

    monkeypatch.chdir(tmp_path)
    command = ["run", "accuracy-beam", "--headless", "--frames", "300", "--scale", "0.2"]
    for colour in ("bluish", "green", "#FF0000"):
        name = f"{colour[-4:]}.{suffix}"
        assert run_command([*command, "-o", name, "--set", f"colour={colour}"]) == 0
        with av.open(name) as opened:
            *_, last = opened.decode(video=0)
        red, green, blue = last.to_ndarray(format="rgb24").reshape(-1, 3).mean(axis=0)
        if colour == "bluish":
            assert blue > green > red > 0
        elif colour == "green":
            assert green > 1.2 * max(red, blue) > 0
        else:
            assert red > 0 == green == blue


@pytest.mark.parametrize(("value", "said"), [
    ("brightness=9", "--set brightness: brightness"), ("glow=-1", "--set glow: glow"),
    ("rotation=45", "--set rotation: rotation"), ("glass=1", "--set glass: glass"),
    ("colour=red", "--set colour: colour must be bluish, white, green, amber or a colour"),
    ("colour=#12345", "--set colour: colour"), ("color=green", "rotation, colour"),
    ("glow=x", "'x' is neither a number nor true or false"),
    ("volume=3", "'volume' is not a setting of the picture; use one of brightness, glow, glass")])
def test_a_wrong_setting_is_refused(value: str, said: str, capsys: pytest.CaptureFixture[str]
                                    ) -> None:
    """The message names the setting, and the status is 2."""
    try:
        status = run_command([*RUN, "--set", value])
    except SystemExit as ended:
        status = int(ended.code or 0)
    printed = capsys.readouterr().err
    assert status == 2 and said in printed, printed


def test_two_files_of_a_kind_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                         capsys: pytest.CaptureFixture[str]) -> None:
    """One picture and one recording can be written, not two."""
    monkeypatch.chdir(tmp_path)
    assert run_command([*RUN, "-o", "a.gif", "-o", "a.wav"]) == 2
    assert "-o a.gif and -o a.wav cannot be given together" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
