"""Films as GIF, or as MP4 with sound, made with PyAV, whose wheel contains the encoders.

The same pictures and samples give the same bytes: fixed numbers of threads, no dates.

A GIF has one palette for all its pictures: the phosphor's own colours in LEVELS steps, which cover
most pixels, and a cube of others for overlays and glass; one entry is transparent, so that
unchanged pixels are not written again.  It has no sound.
"""

import functools
from pathlib import Path
from typing import Any, BinaryIO

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.codec.context import Flags
from av.video.frame import VideoFrame
from av.video.reformatter import ColorRange, Colorspace

from ..display.look import Colour
from ..display.phosphor import make_palette
from ..errors import VecxError
from ..sound.mixer import RATE
from .recording import RATE_PICTURES, Recording

LEVELS = 128            # of the phosphor in a GIF
CUBE = 5                # steps of red, green and blue in addition
LOOK_BITS = 6           # of red, green and blue each, to look up a GIF's colour
LOOK_CHUNK = 1 << 14    # colours looked up at a time
QUALITY = "18"          # x264's rate factor: visually lossless
SPEED = "veryfast"
SIDE_MIN = 16           # pixels: x264 needs a block
THREADS = 2             # x264's choices depend on their number, which is therefore fixed
SOUND_BITS = 160_000    # a second
BT709 = 1               # how red, green and blue become luma and chroma


class Film(Recording):
    """A recording that PyAV encodes."""

    format = ""

    def begin(self, path: Path, file: BinaryIO) -> None:
        """Open the container.  Errors: VecxError if the file is not seekable."""
        if not file.seekable():
            raise VecxError(f"{path}: {self.format.upper()} cannot be written to a pipe or a "
                            "device; use the name of a file")
        # An MP4 needs an even number of pixels.
        width, height = (max(SIDE_MIN, side - side % 2) for side in self.size)
        self.size = width, height
        self._out: Any = av.open(file, "w", format=self.format, options={"fflags": "+bitexact"})
        self._pictures = self.picture_stream()
        self._pictures.width, self._pictures.height = self.size

    def picture_stream(self) -> Any:
        raise NotImplementedError

    def show(self, frame: VideoFrame, number: int) -> None:
        """Encode a picture that is shown from `number` on; numbers count fiftieths of a second."""
        frame.pts = number
        self._out.mux(self._pictures.encode(frame))

    def end(self) -> None:
        self._out.mux(self._pictures.encode(None))
        self._out.close()


class Gif(Film):
    """A silent film for a web page."""

    format = "gif"

    def picture_stream(self) -> Any:
        stream = self._out.add_stream("gif", rate=RATE_PICTURES, options={"loop": "0"})
        stream.pix_fmt = "pal8"
        self._colours, self._nearest = palette(self.colour)
        return stream

    def take_picture(self, picture: np.ndarray, number: int, count: int) -> None:
        """Write a picture only for the first and the last fiftieth of a second during which it is
        shown."""
        kept = (1 << LOOK_BITS) - 1
        down = 8 - LOOK_BITS
        look = (picture >> 16 + down & kept) << 2 * LOOK_BITS | \
            (picture >> 8 + down & kept) << LOOK_BITS | picture >> down & kept
        indices = self._nearest[look]
        for at in sorted({number, number + count - 1}):     # the second one ends the film
            both: Any = indices, self._colours
            self.show(VideoFrame.from_ndarray(both, format="pal8"), at)


class Mp4(Film):
    """A film in H.264 and AAC, which all common players support."""

    format = "mp4"

    def picture_stream(self) -> Any:
        stream = self._out.add_stream("libx264", rate=RATE_PICTURES,
                                      options={"crf": QUALITY, "preset": SPEED})
        stream.pix_fmt = "yuv420p"
        context = stream.codec_context
        context.thread_count = THREADS
        context.flags |= Flags.bitexact
        context.colorspace = context.color_primaries = context.color_trc = BT709
        context.color_range = ColorRange.MPEG
        self._sound = self._out.add_stream("aac", rate=RATE, layout="mono")
        self._sound.bit_rate = SOUND_BITS
        self._sound.codec_context.flags |= Flags.bitexact
        self._heard = 0
        return stream

    def take_sound(self, samples: np.ndarray) -> None:
        if not len(samples):
            return
        frame = AudioFrame.from_ndarray(samples.astype(np.float32)[None], format="fltp",
                                        layout="mono")
        frame.sample_rate, frame.pts = RATE, self._heard
        self._heard += len(samples)
        self._out.mux(self._sound.encode(frame))

    def take_picture(self, picture: np.ndarray, number: int, count: int) -> None:
        """Encode a picture again for each fiftieth of a second that it lasts, so that players can
        seek."""
        width, height = self.size
        pixels = picture.astype("<u4").view(np.uint8).reshape(height, width, 4)
        frame = VideoFrame.from_ndarray(pixels, format="bgra").reformat(
            format="yuv420p", dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG)
        for i in range(count):
            self.show(frame, number + i)

    def end(self) -> None:
        self._out.mux(self._sound.encode(None))
        super().end()


@functools.cache
def palette(colour: Colour) -> tuple[np.ndarray, np.ndarray]:
    """Return the palette of a GIF for a phosphor, and a table of the nearest entries for colours
    with LOOK_BITS bits per channel.

    Returns: uint8[256, 4]: opacity, red, green, blue; uint8[1 << 3 * LOOK_BITS]
    """
    shades = channels(make_palette(colour))
    way = np.cumsum(np.sqrt((np.diff(shades, axis=0, prepend=shades[:1]) ** 2).sum(axis=1)))
    shades = shades[np.searchsorted(way, np.linspace(0, way[-1], LEVELS))]
    steps = np.linspace(0, 255, CUBE)
    cube = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    colours = np.zeros((256, 4), np.uint8)
    known = np.rint(np.concatenate([shades, cube])).astype(np.float32)
    colours[:len(known), 0] = 255
    colours[:len(known), 1:] = known
    codes = np.arange(1 << 3 * LOOK_BITS)
    parts = [codes >> shift & (1 << LOOK_BITS) - 1 for shift in (2 * LOOK_BITS, LOOK_BITS, 0)]
    sought = np.stack(parts, axis=1) * np.float32(255 / ((1 << LOOK_BITS) - 1))
    nearest = np.empty(len(codes), np.uint8)
    for first in range(0, len(codes), LOOK_CHUNK):
        some = sought[first:first + LOOK_CHUNK].astype(np.float32)
        nearest[first:first + LOOK_CHUNK] = \
            ((known ** 2).sum(axis=1) - 2 * some @ known.T).argmin(axis=1)
    return colours, nearest


def channels(colours: np.ndarray) -> np.ndarray:
    return np.stack([colours >> shift & 0xFF for shift in (16, 8, 0)], axis=-1).astype(float)
