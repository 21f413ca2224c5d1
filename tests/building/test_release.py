"""`python -m building release`, in a copy of the tree with a history of its own."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
    pytest.mark.skipif(importlib.util.find_spec("hatchling") is None
                       or importlib.util.find_spec("ziglang") is None,
                       reason='needs pip install -e ".[build]"')]


def git(tree: Path, *words: str) -> str:
    return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=tree,
                          capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a copy of the tree, committed."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in git(ROOT, "ls-files").splitlines():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    git(tree, "init", "-q")
    git(tree, "config", "user.name", "A")
    git(tree, "config", "user.email", "a@b")
    git(tree, "add", "-Af")
    git(tree, "commit", "-qm", "all")
    return tree


def release(tree: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "building", "release", *words], cwd=tree,
                          capture_output=True, text=True, check=False,
                          env={"PATH": os.environ["PATH"], "PYTHONPATH": str(tree)})


@pytest.mark.nightly
def test_a_release(tree: Path, tmp_path: Path):
    """Version, changelog, wheel, sdist, commit and tag agree; a second release is refused."""
    done = release(tree, "0.1.0", "--into", str(tmp_path / "dist"))
    assert done.returncode == 0, done.stderr
    assert f"## 0.1.0, {date.today():%Y-%m-%d}\n" in (tree / "docs/changelog.md").read_text()
    assert git(tree, "status", "--porcelain") == ""
    assert git(tree, "describe", "--exact-match") == "v0.1.0"
    (wheel,) = (tmp_path / "dist").glob("vecx_toolchain-0.1.0-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "vecx/data/web/player.js" in names and "vecx/pages/player.js" not in names
    assert not any("node_modules" in name for name in names)
    (source,) = (tmp_path / "dist").glob("vecx_toolchain-0.1.0.tar.gz")
    with tarfile.open(source) as archive:
        assert "vecx_toolchain-0.1.0/vecx/pages/player.js" in archive.getnames()
    cores = sorted((tmp_path / "dist").glob("vecx-libretro-0.1.0-*.zip"))
    assert len(cores) == 5
    with zipfile.ZipFile(cores[0]) as archive:
        assert {"connect4.bin", "reversi.bin", "vecx_exact_libretro.info"} < set(archive.namelist())
    again = release(tree, "0.1.0")
    assert again.returncode == 1 and "the tag v0.1.0 exists already" in again.stderr


@pytest.mark.nightly
def test_what_is_not_ready_is_refused(tree: Path):
    """A tree with changes, without a section in the changelog, or with old scripts is refused and
    not changed; so is a version that is none."""
    done = release(tree, "one")
    assert done.returncode == 2 and "'one' is not a version" in done.stderr
    done = release(tree, "9.0.0")
    assert done.returncode == 1 and 'no section "9.0.0, not released yet"' in done.stderr
    (tree / "README.md").write_text("changed\n")
    done = release(tree, "0.1.0")
    assert done.returncode == 1 and "commit them first" in done.stderr
    git(tree, "checkout", "README.md")
    with (tree / "vecx/pages/player.js").open("a") as file:
        file.write("// other\n")
    git(tree, "commit", "-qam", "another script")
    head = git(tree, "rev-parse", "HEAD")
    done = release(tree, "0.1.0")
    assert done.returncode == 1 and "run `python -m building all`" in done.stderr
    assert git(tree, "rev-parse", "HEAD") == head and git(tree, "tag") == ""


@pytest.mark.nightly
def test_a_failed_build_changes_nothing(tree: Path):
    """If the wheel cannot be built, version and changelog are as before."""
    with (tree / "pyproject.toml").open("a") as file:
        file.write('\n[tool.hatch.build.hooks.none]\n')
    git(tree, "commit", "-qam", "a project that cannot be built")
    done = release(tree, "0.1.0")
    assert done.returncode == 1 and "hatchling build` failed" in done.stderr
    assert git(tree, "status", "--porcelain") == "" and git(tree, "tag") == ""
