"""The assembler's fuzzer: its checks pass for random inputs, and it stores failures."""

import random
from pathlib import Path

import pytest

from asm.assembler import image as layout
from asm.syntax.dialects import DIALECTS
from tests import fuzz_asm

SEEDS = fuzz_asm.seeds()
WORDS = [word.encode() for word in fuzz_asm.words()]


def changed(draw: random.Random) -> bytes:
    """Return a seed with some bytes replaced by words, bytes, or parts of another seed."""
    data = bytearray(draw.choice(SEEDS))
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(1, len(data) + 1)
        other = draw.choice(SEEDS)
        data[at:at + draw.randrange(4)] = draw.choice(
            (draw.choice(WORDS), bytes((draw.randrange(256),)), other[at:at + 20]))
    return bytes(data)


@pytest.mark.parametrize("seed", range(8))
def test_changed_sources_and_images(seed: int) -> None:
    """Random changes of sources and images raise nothing, and all parts agree."""
    draw = random.Random(seed)
    for _ in range(20):
        data = changed(draw)
        try:
            fuzz_asm.check(data)
        except Exception as error:
            raise AssertionError(f"{error!r} on {data!r}") from error


def test_the_seeds_are_of_every_kind() -> None:
    """The seeds contain sources for all dialects, and images."""
    assert {seed[0] for seed in SEEDS} == {*range(len(DIALECTS)), fuzz_asm.IMAGE}
    assert all(len(seed) <= fuzz_asm.INPUT_BYTES_MAX for seed in SEEDS)


def test_a_failure_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                capsys: pytest.CaptureFixture[str]) -> None:
    """Of two inputs that fail at the same place, the first is stored."""
    findings = fuzz_asm.Findings(tmp_path)
    findings.run(b"\0 nop\n")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(layout, "on_top", lambda chunks: [*chunks, *chunks])
    findings.run(b"\0 nop\n")
    findings.run(b"\0 rts\n")
    kept, = tmp_path.iterdir()
    assert kept.name.startswith("finding-AssertionError-fuzz_asm-")
    assert kept.read_bytes() == b"\0 nop\n" and kept.name in capsys.readouterr().out.replace(
        "finding: ", "finding-")
