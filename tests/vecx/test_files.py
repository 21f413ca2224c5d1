"""Writing files completely or not at all, and reading with limits."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from vecx import VecxError, files

ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def names(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_users_mode(tmp_path: Path) -> None:
    """A new file has the mode of the umask."""
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "new", "text\u00e9")
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_bytes() == "text\u00e9".encode()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert names(tmp_path) == ["new"]


@pytest.mark.parametrize("mode", [0o640, 0o600, 0o755, 0o666])
def test_mode_and_owner_stay(tmp_path: Path, mode: int) -> None:
    """A replaced file keeps its mode, and its owner if possible."""
    path = tmp_path / "old"
    path.write_bytes(b"old")
    path.chmod(mode)
    if ROOT_USER:
        os.chown(path, 1234, 2345)
    files.write(path, b"new")
    assert path.read_bytes() == b"new" and stat.S_IMODE(path.stat().st_mode) == mode
    if ROOT_USER:
        assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_a_link_is_followed(tmp_path: Path) -> None:
    """A link stays a link, and its target is written."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "loose").symlink_to("later")
    files.write(tmp_path / "link", b"new")
    files.write(tmp_path / "loose", b"made")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "loose").is_symlink() and (tmp_path / "later").read_bytes() == b"made"


def test_a_second_name_stays(tmp_path: Path) -> None:
    """A file with two names is written in place."""
    (tmp_path / "one").write_bytes(b"old text")
    (tmp_path / "two").hardlink_to(tmp_path / "one")
    for data in (b"new", b"longer than the old text"):
        files.write(tmp_path / "one", data)
        assert (tmp_path / "two").read_bytes() == data
    with pytest.raises(ZeroDivisionError), files.writing(tmp_path / "one") as file:
        file.write(b"x" * 100_000)
        _ = 1 // 0
    assert (tmp_path / "two").read_bytes() == b"longer than the old text"


def test_files_beside_it_are_left_alone(tmp_path: Path) -> None:
    """The temporary file never takes an existing name."""
    for name in ("pic.png.part", "pic.png.new", ".pic.png.new", "pic.png~", "pic.png.tmp"):
        (tmp_path / name).write_bytes(b"mine")
    before = names(tmp_path)
    files.write(tmp_path / "pic.png", b"new")
    assert names(tmp_path) == sorted([*before, "pic.png"])
    assert all((tmp_path / name).read_bytes() == b"mine" for name in before)


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """If writing fails, the old file stays, without leftovers."""
    path = tmp_path / "f"
    path.write_bytes(b"old")
    with pytest.raises(VecxError, match=r"/f: No space left on device$"), \
            files.writing(path) as file:
        file.write(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(KeyboardInterrupt), files.writing(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old" and names(tmp_path) == ["f"]


def test_an_interrupt_keeps_what_is_wanted_in_part(tmp_path: Path) -> None:
    """After an interrupt, the lines written so far are kept."""
    with pytest.raises(KeyboardInterrupt), files.writing(tmp_path / "f", partial=True) as file:
        file.write(b"a line\n")
        raise KeyboardInterrupt
    assert (tmp_path / "f").read_bytes() == b"a line\n" and names(tmp_path) == ["f"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_devices_are_written_through(tmp_path: Path) -> None:
    """/dev/null and /dev/full stay devices; a full one gives one message."""
    files.write("/dev/null", b"x")
    (tmp_path / "full").symlink_to("/dev/full")
    for path in ("/dev/full", str(tmp_path / "full")):
        with pytest.raises(VecxError, match=f"^{path}: No space left on device$"):
            files.write(path, b"x" * 100_000)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_a_fifo_is_written_through(tmp_path: Path) -> None:
    """A FIFO receives the bytes, and stays a FIFO."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()))
    reader.start()
    files.write(fifo, b"x" * 200_000)
    reader.join()
    assert got == [b"x" * 200_000] and stat.S_ISFIFO(fifo.stat().st_mode)


def test_what_cannot_be_written_is_said_before(tmp_path: Path) -> None:
    """An invalid target is reported with the reason, before writing."""
    for path, words in ((tmp_path, "a directory"), (tmp_path / "no" / "f", "there is no folder"),
                        ("", "empty")):
        with pytest.raises(VecxError, match=words) as fault:
            files.check_writable(path)
        assert str(path) in str(fault.value)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(VecxError, match=r"file/f: "):
        files.check_writable(tmp_path / "file" / "f")


@pytest.mark.skipif(ROOT_USER or os.name != "posix", reason="permissions bind only others")
def test_permissions_are_respected(tmp_path: Path) -> None:
    """A protected file stays; in a read-only folder, a file is written in place."""
    (tmp_path / "f").write_bytes(b"old")
    (tmp_path / "f").chmod(0o444)
    with pytest.raises(VecxError, match="Permission denied"):
        files.write(tmp_path / "f", b"new")
    (tmp_path / "f").chmod(0o644)
    tmp_path.chmod(0o555)
    try:
        files.write(tmp_path / "f", b"new")
        with pytest.raises(VecxError, match="cannot be written"):
            files.check_writable(tmp_path / "g")
    finally:
        tmp_path.chmod(0o755)
    assert (tmp_path / "f").read_bytes() == b"new"


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    """A file at the limit is read; a larger or growing one is refused."""
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert files.read(path, 5, "a thing") == b"12345"
    with pytest.raises(VecxError, match=r"a: larger than 4 bytes, the maximum for a thing$"):
        files.read(path, 4, "a thing")
    if os.path.exists("/proc/self/stat"):           # whose size is reported as 0
        with pytest.raises(VecxError, match="larger than 4 bytes"):
            files.read("/proc/self/stat", 4, "a thing")
        assert len(files.read("/proc/self/stat", 4096, "a thing")) > 4


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge file is refused by its size."""
    monkeypatch.setattr(files, "PIECE", None)       # so that reading would fail
    with (tmp_path / "a").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(VecxError, match="larger than 65,536 bytes"):
        files.read(tmp_path / "a", 65_536, "a thing")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """FIFOs, devices and folders are refused without blocking."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("/dev/zero")
    before = len(os.listdir("/dev/fd"))
    for name, words in (("fifo", "a FIFO"), ("link", "a device"), (".", "a directory"),
                        ("fifo/x", "Not a directory"), ("x" * 5000, "File name too long"),
                        ("none", "no such file")):
        with pytest.raises(VecxError, match=words) as fault:
            files.read(tmp_path / name, 9, "a thing")
        assert "\n" not in str(fault.value)
    with pytest.raises(VecxError, match=r"a FIFO, not a regular file; give a thing$"):
        files.read(tmp_path / "fifo", 9, "a thing")
    with pytest.raises(VecxError, match=r"none: no such file; make one$"):
        files.read(tmp_path / "none", 9, "a thing", "make one")
    assert len(os.listdir("/dev/fd")) == before


KILLED = """
import os, signal, sys
from vecx import files
with files.writing(sys.argv[1]) as file:
    file.write(bytes(100))
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="processes end otherwise there")
def test_what_a_killed_writer_left_goes_with_the_next_write(tmp_path: Path) -> None:
    """Only old temporary files of the same target are removed."""
    path = tmp_path / "a.mp4"
    for target in (path, tmp_path / "other"):
        subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False,
                       env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])})
    left = names(tmp_path)
    assert len(left) == 2 and left[0].startswith(".a.mp4.") and left[0].endswith(".new")
    files.write(path, b"at once")
    assert names(tmp_path) == [*left, "a.mp4"]
    for name in left:
        os.utime(tmp_path / name, (1, 1))
    with files.writing(path) as slow:
        draft = next(tmp_path / name for name in names(tmp_path)
                     if name.startswith(".a.mp4.") and name not in left)
        assert names(tmp_path) == sorted([left[1], draft.name, "a.mp4"])
        os.utime(draft, (1, 1))
        files.write(path, b"meanwhile")
        assert draft.exists()
        slow.write(b"slow")
    assert path.read_bytes() == b"slow" and names(tmp_path) == [left[1], "a.mp4"]


def test_the_wheel_contains_the_sources_of_the_rom():
    """The wheel contains the sources of the ROM."""
    import tomllib

    root = Path(__file__).parents[2]
    wheel = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"]["wheel"]["force-include"]
    listed = {file for file, place in wheel.items() if place == f"vecx/data/sources/{file}"}
    assert listed == {f"roms/{path.name}" for path in (root / "roms").glob("*.asm")} != set()
