"""A window that plays in its own thread, for a debugger to attach to."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.vecx.debugger.frontends.dap.client import Client
from tests.vecx.debugger.programs import HEADER
from tests.vecx.display.blind import Blind
from vecx import Machine
from vecx.debugger.frontends.dap.window import Port
from vecx.display.player import Player, PlayerServices, PlayOptions
from vecx.display.timing import Pace

SOURCE = """ include "vectrex.inc"
 org $C880
count rmb 1
""" + HEADER + """\
main jsr Wait_Recal
 jsr tick
 bra main
tick inc count
 rts
"""
LINE = {text.strip(): number for number, text in enumerate(SOURCE.splitlines(), 1)}
WAIT = 90.0


class Window:
    """The play loop of display/player.py in its own thread."""

    def __init__(self, folder: Path) -> None:
        (folder / "game.asm").write_text(SOURCE)
        self.path = str(folder / "game.asm")
        self.machine = Machine(self.path, preset="ideal")
        self.machine.run_frames(400)
        self.port, self.screen = Port(0), Blind()
        self.player = Player(self.machine, self.screen, PlayOptions(mute=True),
                             PlayerServices(make=lambda name: Machine(name, preset="ideal"),
                                            debugger=self.port))
        self.thread = threading.Thread(target=self._play)
        self.thread.start()

    def _play(self) -> None:
        pace, player = Pace(1000.0), self.player
        while player.open:
            player.events()
            player.look()
            if player.standing:
                player.rest(pace)
                time.sleep(0.001)
            else:
                player.frame()
        player.close()

    @contextmanager
    def connected(self) -> Iterator[Client]:
        """Return a client whose connection is dropped at the end."""
        with socket.create_connection(("127.0.0.1", self.port.number)) as link, \
                link.makefile("rb") as reads, link.makefile("wb") as writes:
            client = Client(reads, writes)
            try:
                yield client
            finally:
                with suppress(OSError):
                    link.shutdown(socket.SHUT_RDWR)
                client.thread.join(WAIT)

    @contextmanager
    def attached(self) -> Iterator[Client]:
        """Return an attached client with a breakpoint in tick."""
        with self.connected() as client:
            self._attach(client)
            yield client

    def _attach(self, client: Client) -> None:
        assert client.ask("initialize", adapterID="vecx")["supportsStepBack"]
        assert client.ask("attach") == {}
        client.event("initialized")
        found = client.ask("setBreakpoints", source={"path": self.path},
                           breakpoints=[{"line": LINE["tick inc count"]}])
        assert found["breakpoints"][0]["verified"]
        client.ask("configurationDone")
        assert client.event("stopped")["reason"] == "breakpoint"


def until(holds) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)
