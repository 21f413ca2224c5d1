"""Hostile files in the page: checks as in the window, and a responsive tab."""

import base64
import json
import random
import zlib

import pytest

from tests.hostile.states import Base, alone, paired
from tests.vecx.web.browser import needs_chromium, opened, written
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.play import movie

pytestmark = needs_chromium
INPUTS = 900_000
RESPONSES = 20          # while a page reads many inputs; 105 with its pauses of 10 ms, 6 without

# Drop a movie; return the message, and how often the page did something else while it
# read the movie.
DROP = """(async () => {
  let responses = 0;
  const watch = setInterval(() => responses++, 5);
  await vecx.controls.dropped(new File([TEXT], "a.movie"));
  clearInterval(watch);
  for (let n = 0; n < 400 && vecx.replay && !vecx.replay.over; n++)
    await new Promise(later => setTimeout(later, 25));
  return [document.getElementById("said").textContent, responses];
})()"""

# Continue from each state; return which of them are accepted.
GO_ON = """(async () => {
  const accepted = [];
  for (const text of STATES) {
    const state = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    accepted.push(await vecx.goOn(state).then(() => true, () => false));
  }
  return accepted;
})()"""


def base(frames=100):
    machine = Machine("connect4")
    machine.run_frames(frames)
    return Base(machine)


def movie_of(state=b"", rows=""):
    """Return the text of a movie that begins with a state."""
    made = movie.Movie(movie.identity(Machine("connect4")), state)
    return made.text() + rows


def dropped(browser, text):
    return browser.run(DROP.replace("TEXT", text if text.startswith("(") else json.dumps(text)))


def packed(head, parts):
    """Return a snapshot with these parts and a correct checksum."""
    body = b"".join(parts)
    head = {**head, "crc": zlib.crc32(body), "sizes": [len(part) for part in parts]}
    return json.dumps(head).encode() + b"\n" + zlib.compress(body, 1)


def parts_of(state):
    line, _, body = state.partition(b"\n")
    head, body = json.loads(line), zlib.decompress(body)
    parts, at = [], 0
    for size in head["sizes"]:
        parts.append(body[at:at + size])
        at += size
    return head, parts


def hostile_states():
    """Yield hostile states: too large, too late, endless, not a number."""
    one = base()
    head, parts = parts_of(one.state)
    rows = 400_000
    yield "segments", packed(head, [*parts[:3], bytes(28 * rows), bytes(16 * rows), b""])
    yield "clock", one.crafted({"clock": (0, (1 << 63) - 1)})
    yield "inflated", json.dumps(head).encode() + b"\n" + zlib.compress(bytes(1 << 26), 9)
    yield "ones", packed(head, [parts[0], b"\xff" * len(parts[1]), *parts[2:]])
    yield "sizes", packed({**head, "later": [[1, 2, 3]]}, parts)
    yield "no object", b"[]\n" + zlib.compress(b"")
    yield "cut", one.state[:-40]


@pytest.mark.sample(0, slow=3)
@pytest.mark.parametrize("what", ["segments", "clock", "inflated", "ones", "sizes", "no object",
                                  "cut"])
def test_a_hostile_state_in_a_movie(what, browser, tmp_path):
    """A hostile state gives a message, and the game continues."""
    opened(browser, written(Machine("connect4"), tmp_path))
    state = dict(hostile_states())[what]
    with pytest.raises(VecxError):
        Machine("connect4").restore(state)
    assert "the state" in dropped(browser, movie_of(state))[0]
    before = browser.run("vecx.machine.frames")
    browser.wait(f"vecx.machine.frames > {before}")
    assert browser.faults == []


@pytest.mark.sample(0, slow=3)
@pytest.mark.parametrize("rows", [
    "in 5 9 0\n", "in 2000000 1 256\nin 1999999 1 256\n", "frame 0 1",
    "frame 3 9 00000000\nframe 2 10 00000000\n", "frame 1 1152921504606846976 00000000\n",
    "hash 1 00\n"])
def test_rows_that_the_window_refuses(rows, browser, tmp_path):
    """Invalid rows are refused with the same limits and line as in the window."""
    path = tmp_path / "a.movie"
    path.write_text(movie_of(rows=rows))
    with pytest.raises(VecxError) as caught:
        movie.load(path)
    line = str(caught.value).split(":")[1]
    opened(browser, written(Machine("connect4"), tmp_path))
    assert f"line {line}: the movie is damaged" in dropped(browser, path.read_text())[0]


@pytest.mark.slow
def test_the_start_of_a_movie_that_is_not_base64(browser, tmp_path):
    """The message names the line."""
    opened(browser, written(Machine("connect4"), tmp_path))
    text = movie_of(b"x").replace("start eA==", "start =?")
    assert "line 12: the movie is damaged" in dropped(browser, text)[0]


@pytest.mark.slow
def test_older_movies_and_names_of_other_cartridges(browser, tmp_path):
    """`vecx-movie/2` is read; a movie of another cartridge names it, and needs a name."""
    opened(browser, written(Machine("connect4"), tmp_path))
    machine = Machine("connect4")
    recorder = movie.Recorder(machine)
    for _ in range(20):
        recorder.frame(machine.run_frames(1)[0].index)
    text = recorder.stop().text()
    older = text.replace("vecx-movie/3", "vecx-movie/2").replace("device none", "imager no")
    assert older != text and "the movie has ended" in dropped(browser, older)[0]
    other = text.replace("cart ", "cart 0", 1)
    assert "another cartridge (connect4)" in dropped(browser, other)[0]
    nameless = other.replace("name connect4\n", "")
    assert "the movie is damaged" in dropped(browser, nameless)[0]


@pytest.mark.slow
def test_very_many_inputs_in_one_cycle(browser, tmp_path):
    """Page and window process very many inputs in one cycle."""
    opened(browser, written(Machine("connect4"), tmp_path))
    machine = Machine("connect4")
    recorder = movie.Recorder(machine)
    for _ in range(40):
        recorder.frame(machine.run_frames(1)[0].index)
    *head, last, end = recorder.stop().text().split("\n")
    entered = f"in {machine.cycles - 9_000} 1 256\n"
    said, responses = dropped(
        browser, f"({json.dumps(chr(10).join([*head, '']))} + "
                 f"{json.dumps(entered)}.repeat({INPUTS}) + {json.dumps(last)})")
    assert "the movie diverges in frame" in said
    assert responses > RESPONSES
    path = tmp_path / "many.movie"
    path.write_text("\n".join([*head, entered * (INPUTS // 9) + last, end]))
    with pytest.raises(movie.Diverged):
        list(movie.replay(movie.load(path), Machine("connect4")))


@pytest.mark.slow
def test_an_invalid_record_is_the_same_for_both(browser, tmp_path):
    """The page accepts exactly the states that the native loader accepts."""
    opened(browser, written(Machine("connect4"), tmp_path))
    chance, one = random.Random(5), base(250)
    tried = [changes for _, changes in (*alone([one], chance), *paired([one], chance, 300))]
    tried = [changes for changes in chance.sample(tried, 400)
             if not any(name.startswith("p_") for name in changes)]     # the page has one preset
    states, accepted, got = [], [], []
    for changes in tried:
        state = one.crafted(changes)
        try:
            one.machine.restore(state)
            accepted.append(True)
        except VecxError:
            accepted.append(False)
        states.append(base64.b64encode(state).decode())
    assert 40 < sum(accepted) < len(accepted) - 40
    browser.run("vecx.pause(true)")
    for at in range(0, len(states), 100):
        got += browser.run(GO_ON.replace("STATES", json.dumps(states[at:at + 100])))
    differing = [changes for changes, ours, theirs in zip(tried, accepted, got, strict=True)
                 if ours != theirs]
    assert differing == []


@pytest.mark.slow
def test_the_page_recovers_from_a_machine_that_ended(browser, tmp_path):
    """F5 restarts the machine; until then no state is saved."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.wait("vecx.machine.frames > 30")
    browser.key("F2")
    browser.check_said("saved")
    saved = browser.run("localStorage.getItem(vecx.slots.key())")
    browser.run("vecx.machine.bytes.fill(0xFF, vecx.machine.record, vecx.machine.board), 0")
    browser.check_said("F5")
    browser.key("F2")
    browser.check_said("not saved")
    assert browser.run("localStorage.getItem(vecx.slots.key())") == saved
    for _ in range(2):
        browser.key("F5")
        browser.wait("!vecx.paused && vecx.machine.frames > 30 && vecx.machine.frames < 200")
    browser.key("F4")
    browser.check_said("slot 0")
    assert browser.faults == []
