"""Convert the file of a tune to lines of source, for the ROM or for lib/music.asm."""

from __future__ import annotations

import os

from asm.assembler.conversion import Asset, Conversion, ConversionError

from . import listening, midi, mml, player_tune, rom_tune
from .labels import Labels
from .notes import Tune, cents
from .options import Options
from .result import Result
from .source import size_of

BYTES_MAX = 0x8000


def convert(asset: Asset, others: dict[str, bytes]) -> Result:
    """Convert a tune.  Errors: ConversionError"""
    options = Options(asset.options)
    form = options.word("form", "auto", ("auto", "rom", "player"))
    repeats = options.word("loop", "file", ("file", "yes", "no"))
    options.text("more")
    options.finish()
    labels = Labels()
    label = asset.label or labels.label(os.path.splitext(os.path.basename(asset.path))[0], "tune")
    tune = mml.read(asset.data) if asset.path.lower().endswith(".mml") else midi.read(asset.data)
    if repeats != "file":
        tune.loop = (tune.loop or 0) if repeats == "yes" else None
    fault = rom_tune.fault(tune)
    if form == "rom" and fault:
        raise ConversionError(f"the ROM's format cannot represent this tune: {fault}",
                              option="form",
                              hints=("use form=player, for lib/music.asm",))
    for_rom = form == "rom" or (form == "auto" and not fault)
    rows = list((rom_tune if for_rom else player_tune).lines(tune, label))
    size = size_of(rows)
    if size > BYTES_MAX:
        raise ConversionError(f"the tune needs {size:,} bytes; a bank has {BYTES_MAX:,}")
    player = "the ROM" if for_rom else "lib/music.asm"
    head = f"; {label}, from {os.path.basename(asset.path)}: for {player}, {size} bytes"
    rows.insert(0, (1, head))

    def report() -> str:
        worst = listening.worst_frame(rows, label, tune.length, for_rom=for_rom)
        return (f"{head[2:]}, {tune.length / 50:.1f} s\nworst frame {worst:,} cycles\n"
                f"pitch error at most {pitch_error(tune):.1f} cents"
                + (f"\nfor lib/music.asm, because the ROM's format cannot represent it: {fault}"
                   if fault and form == "auto" else ""))

    return Result(Conversion(tuple(rows), (*labels.notes, *tune.notes)), report, None,
                  lambda: listening.preview(rows, label, tune.length, for_rom=for_rom))


def pitch_error(tune: Tune) -> float:
    """Return the largest difference between the chip's tones and equal temperament, in cents."""
    notes: set[tuple[int, int]] = {(note.pitch, step) for voice in tune.voices for note in voice
                                   if not note.noise for step in note.instrument.arpeggio.values}
    return max((abs(cents(pitch + step)) for pitch, step in notes), default=0.0)
