"""Play converted music on a machine, to measure its longest frame and to record its sound."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence

import numpy as np

from asm import assemble
from asm.assembler.conversion import ConversionError

from ..console.includes import include_folders
from ..machine import Machine
from ..sound.mixer import RATE, Mixer
from .measure import STACK
from .source import Row

TAIL_FRAMES = 10            # heard after the end
_PROGRAM = """\
        include "vectrex.inc"
        bss
        org     $C880
        code
        org     0
        setdp   $D0
        fcc     "g GCE 2026"
        fcb     $80
        fdb     Music_1
        fcb     $F8,$50,$20,-40
        fcc     "LISTEN"
        fcb     $80,0
        jmp     main
{head}main    {begin}
loop    jsr     Wait_Recal
        jsr     frame
        bra     loop
{frame}
"""
# How each player begins and plays a frame.
ROM = ("", "        jsr Clear_Sound\n        lda #1\n        sta Vec_Music_Flag\n",
       "frame   jsr DP_to_C8\n        ldu #{label}\n        jsr Init_Music_chk\n"
       "        jsr DP_to_D0\n        jmp Do_Sound\n")
PLAYER = ('        include "lib/music.asm"\n', "        jsr music_stop\n        ldx #{label}\n"
          "        jsr music_start\n", "frame   equ music_frame\n")
REGISTERS = ('        include "lib/registers.asm"\n', "        ldx #{label}\n"
             "        jsr registers_start\n", "frame   equ registers_frame\n")
EFFECT = ('        include "lib/music.asm"\n', "        jsr music_stop\n        ldx #{label}\n"
          "        jsr effect_start\n", "frame   equ music_frame\n")

Player = tuple[str, str, str]


def machine_with(rows: Sequence[Row], label: str, player: Player) -> tuple[Machine, int]:
    """Return a machine at the first frame of the converted music, and the routine that plays a
    frame.

    Errors: ConversionError if it is too large
    """
    head, begin, frame = (part.format(label=label) for part in player)
    text = _PROGRAM.format(head=head, begin=begin.strip(), frame=frame) + "".join(
        f"{line}\n" for _, line in rows)
    program = assemble(text, name="listen.asm", include_dirs=include_folders(), advise=False)
    if program.image is None or len(program.image) > 0x8000:
        raise ConversionError("the result is too large for a cartridge"
                              + "".join(f": {error.text}" for error in program.errors[:1]))
    machine = Machine(program.image, preset="ideal")
    machine.run_to(program.symbols["loop"].value or 0, max_cycles=30_000_000)
    return machine, program.symbols["frame"].value or 0


def player_of(for_rom: bool) -> Player:
    return ROM if for_rom else PLAYER


def worst_frame(rows: Sequence[Row], label: str, frames: int, *, for_rom: bool = False,
                player: Player | None = None) -> int:
    """Return the largest number of cycles that the player needs for a frame."""
    machine, routine = machine_with(rows, label, player or player_of(for_rom))
    return max(machine.call(routine, s=STACK, dp=0xD0).cycles
               for _ in range(frames + 2))


def preview(rows: Sequence[Row], label: str, frames: int, *, for_rom: bool = False,
            player: Player | None = None) -> bytes:
    """Return a WAV file of the whole sound, played once."""
    machine, _ = machine_with(rows, label, player or player_of(for_rom))
    mixer = Mixer()
    machine.take_sound()
    samples = []
    for _ in range(frames + TAIL_FRAMES):
        machine.run_frames(1)
        samples.append(mixer.samples(machine.take_sound(), machine.cycles))
    data = np.clip(np.concatenate(samples) * 32767, -32768, 32767).astype("<i2")
    room = io.BytesIO()
    with wave.open(room, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())
    return room.getvalue()
