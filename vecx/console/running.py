"""Running a machine: frames, cycles, instructions, up to an address."""

from ..chips import log
from ..chips.state import NEVER
from ..errors import check_int
from .core import Core
from .frame import Frame

FRAMES_AT_ONCE = 16         # are taken from the logs: what waits longer is copied once more
FRAME_WAIT_MAX = 45_000     # cycles a window waits for a frame before it shows what there is


class Running(Core):
    """A machine that can be run."""

    def run_frames(self, n: int) -> list[Frame]:
        """Run until n more frames have ended; return them.

        The machine stands at the first instruction after the write of T2's high byte that ended the
        last one, unless more frames than n had been pending.

        >>> m = Machine("connect4", preset="ideal")
        >>> frames = m.run_frames(100)
        >>> len(frames), frames[-1].index
        (100, 99)
        """
        n = check_int("the number of frames", n, 0)
        frames = self.pending.take_frames(n)
        while len(frames) < n:
            self._run(NEVER, log.FRAME, min(FRAMES_AT_ONCE, n - len(frames)))
            frames += self.pending.take_frames(n - len(frames))
        return frames

    def run_cycles(self, n: int) -> list[Frame]:
        """Run to the first instruction that begins n cycles or more from now; return the frames.

        >>> m = Machine("connect4", preset="ideal")
        >>> ended = m.run_cycles(200_000)
        >>> m.cycles >= 200_000, [frame.index for frame in ended]
        (True, [0, 1, 2, 3, 4, 5, 6])
        """
        self._run(self.m.clock + check_int("the number of cycles", n, 0, NEVER >> 1))
        return self.pending.take_frames()

    def run_to_frame(self, limit: int = FRAME_WAIT_MAX) -> list[Frame]:
        """Run until a frame has ended, or `limit` cycles; return what frames have ended.

        >>> m = Machine("connect4", preset="ideal")
        >>> [frame.index for frame in m.run_to_frame()]
        [0]
        """
        self._run(self.m.clock + check_int("the number of cycles", limit, 0, NEVER >> 1), log.FRAME)
        return self.pending.take_frames()

    def run_to_stop(self, limit: int) -> bool:
        """Run until an observer's mark ends the run, the CPU has halted, or `limit` cycles.

        Returns: True where it was not the limit

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.on_write("Vec_Loop_Count", lambda m, value, cycle: None)
        >>> m.run_to_stop(3_000_000), m.run_to_stop(1)
        (True, False)
        """
        end = self.m.clock + check_int("the number of cycles", limit, 0, NEVER >> 1)
        ended = self._run(end, log.AT_MARK | log.ACCESS | log.HALTED)
        return bool(ended & (log.AT_MARK | log.ACCESS)) or self.halted

    def step(self) -> int:
        """Run one instruction, or enter one interrupt; return the cycles it took.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.step() == m.cycles - 2        # /RESET takes two
        True
        """
        before = self.m.clock
        self._run(before + 1)
        return self.m.clock - before

    def run_to(self, where: int | str, count: int = 1, max_cycles: int = 3_000_000) -> bool:
        """Run until an instruction at one of `count` addresses is about to run.

        Returns: False where none has come after max_cycles, or the CPU has halted

        >>> m = Machine("connect4", preset="ideal")
        >>> m.run_to("Wait_Recal"), m.registers.pc == m.address("Wait_Recal")
        (True, True)
        >>> m.run_to(0xCBFF, max_cycles=1000)
        False
        """
        m, there = self.m, list[int]()
        begin = m.clock
        end = begin + check_int("max_cycles", max_cycles, 1, NEVER >> 1)

        def arrive(_: object) -> None:
            if m.clock > begin:
                there.append(m.pc)

        first = self.address(where)
        count = check_int("the number of addresses", count, 1, 0x10000 - first)
        handle = self.observer.add(first, count, int(log.MARK_BREAK), arrive)
        try:
            while not there and m.clock < end and not self.halted:
                self._run(end, log.HALTED | log.AT_MARK)
        finally:
            handle.remove()
        return bool(there)
