"""RetroArch plays the core: it starts, shows the game, saves and loads states, rewinds, and plays
over a network.

RetroArch runs without sound on an X server without a screen, and is asked over its network
commands.
"""

import io
import os
import shutil
import socket
import subprocess
import time
from contextlib import closing

import pytest

from tests.vecx.libretro.host import run_to
from vecx import libretro
from vecx.chips.bus import RAM, RAM_BYTES
from vecx.compiling import native
from vecx.machine import Machine

PLATFORM = native.LIBRARIES.get(native.platform_key(), "").rpartition(".")[0]
SECONDS = 60                # until RetroArch has answered
TITLE = 200                 # frames after which Connect-4 shows its title
FAR = 200                   # frames between the state and where it is loaded
NEAR = 60                   # frames by which host and guest of a network may differ
FRAMES_MAX = 30_000         # of a test
SETTINGS = """\
config_save_on_exit = "false"
video_driver = "sdl2"
video_vsync = "false"
vrr_runloop_enable = "true"
video_gpu_screenshot = "false"
audio_driver = "null"
input_driver = "x"
joypad_driver = "null"
menu_driver = "rgui"
pause_nonactive = "false"
quit_press_twice = "false"
sort_savestates_enable = "false"
sort_screenshots_by_content_enable = "false"
network_cmd_enable = "true"
network_cmd_port = "{port}"
rewind_enable = "true"
rewind_granularity = "1"
rewind_buffer_size = "20971520"
netplay_public_announce = "false"
netplay_nat_traversal = "false"
netplay_check_frames = "30"
savestate_directory = "{folder}/states"
screenshot_directory = "{folder}/shots"
libretro_directory = "{folder}/cores"
libretro_info_path = "{folder}/info"
global_core_options = "true"
core_options_path = "{folder}/options.cfg"
"""


def free_port(kind) -> int:
    with socket.socket(socket.AF_INET, kind) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def wait_for(found, what, every=0.1):
    """Return the first true result of a function.

    Args: every  seconds between two calls

    Errors: TimeoutError
    """
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(every)
    raise TimeoutError(what)


def finished(folder, pattern) -> bytes:
    """Return the contents of a file in a folder; empty while it does not exist or still grows."""
    for path in folder.glob(pattern):
        data = path.read_bytes()
        time.sleep(0.5)
        return data if path.read_bytes() == data else b""
    return b""


class Times:
    """When RAM has which contents, in Connect-4 without input.

    Vec_Loop_Count does not tell: it begins again with the title, and where a frame of the game is
    long, it is the same at the ends of two frames of the core.
    """

    def __init__(self) -> None:
        self._machine = Machine("connect4")
        self._frames = {self._machine.ram: 0}

    def frame(self, ram: bytes) -> int:
        """Return after how many frames RAM is like this.  Errors: AssertionError if it never is"""
        while ram not in self._frames:
            frame = len(self._frames)
            assert frame < FRAMES_MAX, f"RAM is never like this: {ram.hex()}"
            run_to(self._machine, frame)
            assert self._frames.setdefault(self._machine.ram, frame) == frame
        return self._frames[ram]


class RetroArch:
    """A running RetroArch."""

    def __init__(self, folder, display, *words, size="330 x 410") -> None:
        """Start.

        Args: words  further arguments on the command line
              size   of the core's picture
        """
        self.folder = folder
        for name in ("states", "shots", "cores", "info", "home"):
            (folder / name).mkdir()
        (folder / "games").mkdir()
        for name, data in libretro.games().items():
            (folder / "games" / name).write_bytes(data)
        for name, data in libretro.core_files(PLATFORM).items():
            (folder / ("info" if name.endswith(".info") else "cores") / name).write_bytes(data)
        self._address = "127.0.0.1", free_port(socket.SOCK_DGRAM)
        self._times = Times()
        settings = folder / "retroarch.cfg"
        settings.write_text(SETTINGS.format(folder=folder, port=self._address[1]))
        (folder / "options.cfg").write_text(f'vecx_size = "{size}"\n')
        core = next((folder / "cores").iterdir())
        environment = {**os.environ, "DISPLAY": display, "HOME": str(folder / "home")}
        environment.pop("XDG_CONFIG_HOME", None)
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen(
            ["dbus-run-session", "retroarch", "-v", "-L", str(core), "--config", str(settings),
             *words, str(folder / "games" / "connect4.bin")], env=environment, stdout=self._log,
            stderr=self._log)
        wait_for(lambda: b"PLAYING" in self.ask("GET_STATUS"), "RetroArch does not play")

    def tell(self, command: str) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.sendto(command.encode(), self._address)

    def ask(self, command: str) -> bytes:
        """Return the answer to a command, or nothing if none comes within a second.

        Each command has a socket of its own, so that a late answer is not taken for the next one.
        """
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.settimeout(1)
            sock.sendto(command.encode(), self._address)
            try:
                return sock.recv(4096)
            except OSError:
                return b""

    def frame(self) -> int:
        """Return how many frames of the game have passed."""
        answer = wait_for(lambda: self.ask(f"READ_CORE_MEMORY {RAM:x} {RAM_BYTES}"), "no answer")
        return self._times.frame(bytes.fromhex("".join(answer.decode().split()[2:])))

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def state(self) -> bytes:
        """Save a state, and return the file's contents."""
        self.tell("SAVE_STATE")
        return wait_for(lambda: finished(self.folder / "states", "*.state"), "no state")

    def screenshot(self):
        """Return a picture of the screen: uint8[height, width, 3]."""
        import pygame

        self.tell("SCREENSHOT")
        data = wait_for(lambda: finished(self.folder / "shots", "*.png"), "no picture")
        surface = pygame.image.load(io.BytesIO(data), "shot.png")
        return pygame.surfarray.array3d(surface).swapaxes(0, 1)

    def close(self) -> None:
        self.tell("QUIT")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()


@pytest.fixture
def display():
    """An X server without a screen."""
    missing = [name for name in ("retroarch", "Xvfb", "dbus-run-session")
               if shutil.which(name) is None]
    if missing or not PLATFORM:
        pytest.skip(f"not installed: {', '.join(missing)}")
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "900x1100x24"],
                              pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as numbers:
        yield f":{numbers.readline().strip()}"
    server.terminate()
    server.wait()


@pytest.fixture
def retroarch(request, tmp_path, display):
    """RetroArch with the core, playing Connect-4."""
    with closing(RetroArch(tmp_path, display, size=request.param)) as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("retroarch", ["600 x 750"], indirect=True)
def test_retroarch_plays_connect_4(retroarch):
    """The picture has overlay and lines of the game; RAM changes, and a state restores it."""
    wait_for(lambda: retroarch.frame() > TITLE, "the game does not run")
    picture = retroarch.screenshot()
    assert picture.shape == (750, 600, 3)
    assert picture[:20, :20, 2].min() > 30      # the overlay's edge is blue
    lit = picture[100:580, 60:540].max(axis=2) > 120
    assert 1_000 < lit.sum() < 60_000
    begin = retroarch.frame()
    assert len(retroarch.state()) > 1000
    wait_for(lambda: retroarch.frame() > begin + FAR, "the game does not go on")

    def loaded():
        retroarch.tell("LOAD_STATE")
        return begin <= retroarch.frame() < begin + FAR

    wait_for(loaded, "the state was not loaded")
    log = retroarch.log()
    assert "Loading state" in log and "Failed to load state" not in log
    assert "does not support save states" not in log


@pytest.mark.slow
@pytest.mark.parametrize("retroarch", ["330 x 410"], indirect=True)
def test_retroarch_rewinds(retroarch):
    """While the command is held, the game runs backwards; then it goes on."""
    wait_for(lambda: retroarch.frame() > TITLE, "the game does not run")
    begin = retroarch.frame()

    def rewound():
        retroarch.tell("REWIND")
        return retroarch.frame() <= begin - 50

    wait_for(rewound, "the game does not run backwards", every=0)
    assert wait_for(lambda: retroarch.frame() > begin, "the game does not go on")


@pytest.mark.slow
def test_netplay(tmp_path, display):
    """A second RetroArch joins the game over a network, and is from then on where the host is."""
    port = str(free_port(socket.SOCK_STREAM))
    (tmp_path / "host").mkdir()
    (tmp_path / "guest").mkdir()
    with closing(RetroArch(tmp_path / "host", display, "-H", "--port", port)) as host:
        wait_for(lambda: host.frame() > 2 * NEAR, "the game does not run")
        words = "-C", "127.0.0.1", "--port", port
        with closing(RetroArch(tmp_path / "guest", display, *words)) as guest:
            wait_for(lambda: "has joined as player 2" in host.log(), "the guest did not join")
            assert "Connected to" in guest.log()
            wait_for(lambda: abs(host.frame() - guest.frame()) < NEAR, "they do not meet")
            for _ in range(20):
                before, now, after = host.frame(), guest.frame(), host.frame()
                assert before - NEAR < now < after + NEAR
