"""The web machine without a browser: its module under wasmtime."""

import json

import numpy as np
import wasmtime

from vecx.chips import log
from vecx.chips.state import BOARD, DECODED, EVENT, NEVER, RECORD
from vecx.web.export import LAYOUT, WASM

EDGES = 100_000         # rows for level changes of half a second


class Hosted:
    """A web machine with the interface of a native one."""

    def __init__(self, native) -> None:
        store = wasmtime.Store()
        module = wasmtime.Module(store.engine, WASM.read_bytes())
        assert not module.imports
        made = wasmtime.Instance(store, module, []).exports(store)
        self.store, self.calls, memory = store, made, made["memory"]
        self.layout = json.loads(LAYOUT.read_text())
        at = made["__heap_base"].value(store) + 7 & ~7
        self.places = []
        for kind, count in ((RECORD, 1), (BOARD, 1), (DECODED, native.memory.banks)):
            self.places.append(at)
            at += kind.itemsize * count
        self.places.append(at)
        memory.grow(store, max(0, (at + 16 * EDGES >> 16) + 1 - memory.size(store)))
        raw = memory.get_buffer_ptr(store, memory.data_len(store))
        bytes_ = np.frombuffer(raw, np.uint8)
        record, board, _, edges = self.places
        self.m = bytes_[record:record + RECORD.itemsize].view(RECORD)
        self.board = bytes_[board:board + BOARD.itemsize].view(BOARD)
        self.edges = bytes_[edges:edges + 16 * EDGES].view("f8").reshape(-1, 2)
        self.banks = native.memory.banks
        self.m.view(np.uint8)[:] = np.frombuffer(native.chips.packed(), np.uint8)
        self.board.view(np.uint8)[:] = native.chips.board.array.view(np.uint8)

    def call(self, name, *arguments):
        return self.calls[name](self.store, *arguments)

    def enter(self, what: int, value: int) -> None:
        """Enter an input now."""
        m = self.m[0]
        m["inputs"], m["input_due"] = 1, m["clock"]
        m["input_at"][0], m["input_what"][0], m["input_value"][0] = m["clock"], what, value
        self.run(int(m["clock"]))

    def run(self, until: int, ask: int = 0) -> tuple[int, np.ndarray, np.ndarray]:
        """Run like Console.run; return the reason, sound writes and level changes."""
        m, board = self.m[0], self.board[0]
        record, at_board, words, edges = self.places
        board["until_frame"] = m["frames"] + 1
        writes, heard = [], []
        while True:
            board["ask"] = ask
            end = min(until, int(m["clock"]) + 500_000)
            reason = int(self.call("advance", record, 1, at_board, 1, words, self.banks,
                                   float(end)))
            if m["reset_due"]:
                self.call("reset", record, 1, at_board, 1)
                m["bank"] = 0
            rows = int(board["psg_rows"])
            writes.append(board["psg"][:rows].copy())
            count = int(self.call("psg_render", record, 1, at_board + BOARD.fields["psg"][1], rows,
                                  3, float(rows), float(m["clock"]), edges, EDGES, 2))
            heard.append(self.edges[:count].copy())
            board["psg_rows"] = board["log_rows"] = 0
            if reason & (ask | log.HAPPENED) or m["clock"] >= until:
                return reason, np.concatenate(writes), np.concatenate(heard)

    def frame(self):
        """Run to the end of a frame; return its segments, causes, account, writes and levels."""
        _, writes, heard = self.run(int(NEVER), int(log.FRAME))
        board = self.board[0]
        assert board["frame_rows"] == 1
        count = int(board["frames"][0, 5]) - self.drawn
        out = (board["segments"][:count].copy(), board["causes"][:count].copy(),
               board["frames"][0].copy(), writes, heard)
        rest = int(board["segment_rows"]) - count
        for name in ("segments", "causes"):
            board[name][:rest] = board[name][count:count + rest].copy()
        board["segment_rows"], board["frame_rows"] = rest, 0
        self.drawn += count
        return out

    drawn = 0


__all__ = ["EVENT", "Hosted"]
