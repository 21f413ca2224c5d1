"""The core of this platform, for tests."""

import pytest

from vecx import libretro
from vecx.compiling import native


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """The path of this platform's core."""
    platform = native.LIBRARIES.get(native.platform_key(), "").rpartition(".")[0]
    if not platform:
        pytest.skip("this platform has no core")
    folder = tmp_path_factory.mktemp("core")
    for name, data in libretro.core_files(platform).items():
        (folder / name).write_bytes(data)
    return next(path for path in folder.iterdir() if path.suffix != ".info")
