"""The page in headless Chromium: machine, files and policy."""

import io
import json

import numpy as np
import pytest

from tests.vecx.web.browser import needs_chromium, opened, served, written
from vecx.console.inputs import button_input
from vecx.machine import Machine
from vecx.play import movie
from vecx.sound.mixer import Mixer
from vecx.web import export

pytestmark = needs_chromium
BYTES_MAX = 300_000
# Run frames of the page's machine and return the exact bits of what it drew.
RUN = """(() => {
  const player = vecx, out = [];
  player.paused = true;
  player.machine.powerOn();
  for (let n = 0; n < FRAMES; n++) {
    if (n === 300) player.machine.enter(INPUT);
    const heard = [];
    for (const frame of player.machine.runFrame((at, count) => {
        heard.push(...new Float64Array(player.machine.bytes.buffer, at, 2 * count)); }))
      out.push([frame.index, frame.start, frame.cycles,
                [...new Uint32Array(frame.segments.buffer)], [...frame.account], heard]);
  }
  return JSON.stringify(out.slice(-20));
})()"""

# Play a movie as fast as possible.
PLAY = """vecx.take('a.movie', new TextEncoder().encode(TEXT)).then(() => {
  const {replay} = vecx;
  vecx.paused = true;
  let count = 0;
  while (!replay.over) count += replay.frame().length;
  vecx.replay = null;
  return `${count} ${replay.over}`;
})"""


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_the_page_draws_what_the_machine_draws(preset, browser, tmp_path):
    """Strokes, accounts and level changes equal the native machine's exactly."""
    machine = Machine("connect4", preset=preset)
    opened(browser, written(machine, tmp_path))
    what, value = button_input(4, 1, True)
    got = json.loads(browser.run(RUN.replace("FRAMES", "360")
                                 .replace("INPUT", f"[{what}, {value}]")))
    frames = machine.run_frames(300)
    machine.enter(what, value)
    machine.take_sound()
    for _ in range(60):
        frames += machine.run_frames(1)
        sound = machine.take_sound()
    for frame, row in zip(frames[-len(got):], got, strict=True):
        index, start, cycles, segments, account, heard = row
        assert (index, start, cycles) == (frame.index, frame.start_cycle, frame.cycles)
        assert segments == frame.segments.view(np.uint32).ravel().tolist()
        assert account == frame.account.tolist()
    assert heard == sound.edges.ravel().tolist()


@pytest.mark.slow
def test_movies_go_both_ways(browser, tmp_path):
    """Movies of page and window can be replayed by each other."""
    machine = Machine("reversi")
    recorder = movie.Recorder(machine)
    for number in range(120):
        if number == 60:
            machine.press(4)
            machine.stick(1, -0.5)
        recorder.frame(machine.run_frames(1)[0].index)
    text = recorder.stop().text()
    opened(browser, written(Machine("reversi"), tmp_path))
    printed = browser.run(PLAY.replace("TEXT", json.dumps(text)))
    assert printed == "120 the movie has ended; P continues the game from here"
    browser.run("vecx.doing(async () => { await vecx.slots.save(); await vecx.slots.load(); })")
    browser.run("(() => { vecx.replay = null; vecx.paused = true; for (let n = 0; n < 60; n++) {"
                " if (n === 20) vecx.hands.change('a', true); vecx.frame(); } })()")
    made = tmp_path / "page.movie"
    made.write_text(browser.run("vecx.recorder.text()"))
    again = movie.load(made)
    assert again.start and len(again.inputs) >= 1
    frames = list(movie.replay(again, again.machine()))
    assert [frame.index for frame in frames] == list(range(120, 180))


@pytest.mark.slow
def test_the_page_asks_for_nothing(browser, tmp_path):
    """The page is below 300 KB, makes no requests, and violates no policy."""
    from vecx.display import overlay

    path = written(Machine("connect4"), tmp_path, overlay.find("connect4").read_bytes())
    assert path.stat().st_size < BYTES_MAX
    opened(browser, path)
    browser.wait("vecx.machine.frames > 20")
    browser.key("F1")
    browser.wait("document.getElementById('help').open")
    asked = [url for url in browser.requests if not url.startswith(("blob:", "data:"))]
    assert asked == [path.as_uri()] and browser.faults == []


# Try every way to run a foreign script in the page; return the names of those that ran.
INTRUDE = """(async () => {
  const ran = globalThis.ran = [];
  addEventListener("message", ({data}) => ran.push(data));
  const code = name => `data:text/javascript,(globalThis.ran ?? parent.ran)?.push('${name}')`;
  const tries = [
    () => { new Worker("data:text/javascript,postMessage('')").onmessage = () => ran.push("1"); },
    () => document.body.insertAdjacentHTML("beforeend", `<p onclick="ran.push('handler')">`),
    () => { const p = document.createElement("p"); p.setAttribute("onclick", "ran.push('click')");
            p.click(); },
    () => document.body.append(document.createRange().createContextualFragment(
      `<script src="${code("fragment")}"></script>`)),
    () => { const frame = document.createElement("iframe");
            frame.srcdoc = `<script src="${code("frame")}"></script>`;
            document.body.append(frame); },
    () => { const frame = document.createElement("iframe");
            frame.src = "data:text/html,<script>parent.postMessage('page','*')</script>";
            document.body.append(frame); },
    () => setTimeout("ran.push('timeout')")];
  for (const one of tries) try { await one(); } catch { /* refused */ }
  await new Promise(later => setTimeout(later, 1000));
  return ran;
})()"""


def test_no_other_script_runs(browser, tmp_path):
    """The policy blocks all other scripts, and sound still works."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.key("s")
    browser.wait("vecx.output.playing")
    assert browser.run(INTRUDE) == []


def test_the_page_s_own_script_loads_no_other(browser, tmp_path):
    """The page's script cannot load other scripts."""
    path = tmp_path / "page.html"
    path.write_text(export.assembled(Machine("connect4"), """
        globalThis.said = await import("data:text/javascript,export default 1")
          .then(() => "imported", () => "refused");
        try { said += eval("' evaluated'"); } catch { said += " refused"; }"""))
    browser.open(path.as_uri())
    browser.wait("globalThis.said?.includes(' ')")
    assert browser.run("said") == "refused refused"


def test_keys_states_and_rewind(browser, tmp_path):
    """Keys act as in the window, on a paused game."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.wait("vecx.machine.frames > 30")
    browser.key("p")
    browser.wait("vecx.paused")
    kept = browser.run("vecx.machine.frames")
    browser.key("F2")
    browser.check_said("saved")
    browser.key("n")
    browser.key("n")
    assert browser.run("vecx.machine.frames") == kept + 2
    browser.key("F4")
    browser.wait(f"vecx.machine.frames === {kept}")
    browser.run("(() => { for (let n = 0; n < 9; n++) vecx.frame(); vecx.rewinding = true;"
                " for (let n = 0; n < 5; n++) vecx.frame(); vecx.rewinding = false; })()")
    assert browser.run("vecx.machine.frames") == kept + 4
    browser.run("vecx.hands.change('arrowleft', true)")
    for key, field, value in (("a", "buttons", 0xFE), ("x", "buttons", 0xDF)):
        browser.run(f"vecx.hands.change('{key}', true), vecx.hands.work(vecx.machine)")
        assert browser.run(f"vecx.machine.get('{field}')") == value
        browser.run("vecx.hands.release(), vecx.hands.work(vecx.machine)")


@pytest.mark.sample(1, slow=3)
@pytest.mark.parametrize(("name", "contents", "printed"), [
    ("a.bin", "[1, 2, 3]", "a.bin: 3 bytes cannot be a cartridge"),
    ("a.bin", "new Array(70000).fill(1)", "a.bin: 70,000 bytes; a cartridge has at most 65,536"),
    ("a.gz", "[0x1F, 0x8B, 8, 0, 0, 0]", "a.gz: a damaged archive"),
    ("a.zip", "[0x50, 0x4B, 3, 4]", "a.zip: a damaged archive"),
    ("a.png", "[1, 2, 3]", "PNG"),
    ("a.movie", "[...'vecx-movie/3\\nnonsense'].map(c => c.charCodeAt(0))",
     "line 2: the movie is damaged"),
    ("a.movie", "[...'vecx-movie/9\\n'].map(c => c.charCodeAt(0))", "the movie has format"),
])
def test_what_is_no_cartridge(name, contents, printed, browser, tmp_path):
    """An invalid cartridge gives a message, and the game continues."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run(f"vecx.controls.dropped(new File([new Uint8Array({contents})], '{name}'))")
    browser.check_said(printed)
    before = browser.run("vecx.machine.frames")
    browser.wait(f"vecx.machine.frames > {before}")
    assert browser.faults == []


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "said"), [
    ("QuotaExceededError", "storage for this page is full"),
    ("SecurityError", "denies this page its storage")])
def test_storage_that_is_full_or_denied(fault, said, browser, tmp_path):
    """Without storage, states are kept in the page, with a message."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("Storage.prototype.setItem = () => { throw new DOMException('no', "
                f"'{fault}'); }}")
    browser.run("vecx.doing(() => vecx.slots.save())")
    browser.check_said(said)
    kept = browser.run("vecx.saves.lost.has(vecx.slots.key())")
    browser.run("vecx.doing(() => vecx.slots.load())")
    browser.check_said("slot 0")
    assert kept


@pytest.mark.slow
def test_after_an_hour_asleep_no_hour_is_run(browser, tmp_path):
    """After a long sleep, the game continues where it was."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.wait("vecx.machine.frames > 10")
    ran = browser.run("""(() => {
      const now = performance.now(), before = vecx.machine.frames;
      vecx.last = now - 3_600_000;
      vecx.step(now);
      return vecx.machine.frames - before; })()""")
    assert 0 < ran < 10


@pytest.mark.slow
def test_without_webgl_there_is_a_picture(browser_without_gl, tmp_path):
    """Without WebGL, the compiled passes draw the picture."""
    page = browser_without_gl
    opened(page, written(Machine("connect4"), tmp_path))
    page.wait("vecx.machine.frames > 60")
    assert page.run("vecx.screen.kind") == "canvas"
    assert page.run("vecx.canvas.getContext('2d').getImageData(0, 0, vecx.canvas.width,"
                    " vecx.canvas.height).data.some((v, i) => i % 4 === 2 && v > 120)")


@pytest.mark.slow
def test_without_webassembly_there_is_a_sentence(browser, tmp_path):
    """Without WebAssembly, the page shows a message."""
    browser.ask("Page.addScriptToEvaluateOnNewDocument", source="delete globalThis.WebAssembly")
    path = written(Machine("connect4"), tmp_path)
    browser.open(path.as_uri())
    browser.check_said("no WebAssembly")


# Run frames, and return the samples that would be played.
HEAR = """(() => {
  const got = [];
  vecx.paused = true;
  vecx.machine.powerOn();
  vecx.forget();
  Object.defineProperty(vecx.output, "playing", {get: () => true});
  vecx.output.play = samples => got.push(...samples);
  for (let n = 0; n < 120; n++) vecx.frame();
  return got;
})()"""


@pytest.mark.slow
def test_the_samples_are_the_mixer_s(browser, tmp_path):
    """The samples equal the mixer's, except for the last bits."""
    machine = Machine("connect4")
    opened(browser, written(machine, tmp_path))
    got = np.array(browser.run(HEAR))
    mixer, samples = Mixer(), []
    for _ in range(120):
        machine.run_frames(1)
        samples.append(mixer.samples(machine.take_sound(), machine.cycles))
    want = np.concatenate(samples)
    assert len(got) == len(want) and np.abs(want).max() > 0.05
    assert np.abs(got - want).max() < 1e-6


@pytest.mark.slow
def test_sound_begins_with_a_key(browser, tmp_path):
    """Sound begins with the first key; before that, the page shows a message."""
    opened(browser, written(Machine("connect4"), tmp_path))
    assert not browser.run("document.getElementById('quiet').hidden || vecx.output.playing")
    browser.key("s")
    browser.wait("document.getElementById('quiet').hidden")
    browser.wait("vecx.output.playing")
    browser.wait("vecx.output.waits > 0")
    assert browser.run("vecx.output.fault") == "" and browser.faults == []


@pytest.mark.slow
def test_sound_that_the_browser_stopped_resumes(browser, tmp_path):
    """Stopped sound resumes with the next key of any kind."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.key("s")
    browser.wait("vecx.output.playing && vecx.output.waits > 0")
    browser.run("vecx.output.context.suspend()")
    browser.wait("!vecx.output.playing && !document.getElementById('quiet').hidden")
    browser.key("q")
    browser.wait("vecx.output.playing && document.getElementById('quiet').hidden")
    assert browser.run("vecx.output.fault") == ""


@pytest.mark.slow
def test_sound_without_an_audio_worklet(browser, tmp_path):
    """Without an audio thread, the page plays the samples itself."""
    browser.ask("Page.addScriptToEvaluateOnNewDocument",
                source="delete BaseAudioContext.prototype.audioWorklet")
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.key("s")
    browser.wait("vecx.output.playing && vecx.output.waits > 0 && vecx.output.node !== undefined")
    assert browser.run("vecx.output.fault") == "" and browser.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("light", ["webgl", "canvas"])
def test_a_saved_picture_is_opaque(light, browser, tmp_path):
    """A saved picture is opaque everywhere."""
    path = written(Machine("connect4", preset="ideal"), tmp_path)
    browser.be_small()
    browser.open(f"{path.as_uri()}?light={light}")
    browser.wait("globalThis.vecx?.machine.frames > 20")
    browser.run("globalThis.saved = new Promise(got => { const make = URL.createObjectURL; "
                "URL.createObjectURL = blob => { got(blob); return make.call(URL, blob); }; }), 0")
    browser.key("F12")
    least, most = browser.run("""saved.then(createImageBitmap).then(picture => {
      const copy = new OffscreenCanvas(picture.width, picture.height), pen = copy.getContext("2d");
      pen.drawImage(picture, 0, 0);
      const {data} = pen.getImageData(0, 0, copy.width, copy.height);
      return [data.reduce((least, value, i) => i % 4 === 3 ? Math.min(least, value) : least, 255),
              data.reduce((most, value, i) => i % 4 === 1 ? Math.max(most, value) : most, 0)];
    })""")
    assert least == 255 and most > 150
    # Firefox's list of downloads takes the keyboard focus.
    browser.run("vecx.saved('picture'), window.dispatchEvent(new Event('blur'))")
    assert browser.run("vecx.paused") and "press Esc" in browser.said
    browser.run("window.dispatchEvent(new Event('focus'))")
    assert not browser.run("vecx.paused")


@pytest.mark.slow
def test_four_pages_at_once(browser, tmp_path):
    """Four pages work at once in small frames, also without the permission to use gamepads."""
    path = written(Machine("connect4", preset="ideal"), tmp_path)
    four = tmp_path / "four.html"
    four.write_text("".join(
        f'<iframe src="{path.name}?light=canvas" width="{width}" height="200" '
        """allow="gamepad 'none'"></iframe>""" for width in (150, 230, 300, 600)))
    browser.open(four.as_uri())
    browser.wait("frames.length === 4")
    # Pages from disk cannot access each other's contents, so compare their pictures.
    import pygame

    for _ in range(40):
        picture = pygame.image.load(io.BytesIO(browser.picture()))
        lit = [picture.subsurface((left + 20, 20, width - 40, 140)) for left, width in
               ((8, 150), (166, 230), (402, 300))]
        if all(max(max(part.get_at((x, y))[:3]) for x in range(0, part.get_width(), 2)
                   for y in range(0, 140, 2)) > 100 for part in lit):
            break
    else:
        pytest.fail("a frame stays dark")
    assert browser.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("sandbox, said", [
    ("", "movie saved"), ("sandbox='allow-scripts allow-same-origin'", "not saved: the frame"),
    ("sandbox='allow-scripts allow-same-origin allow-downloads'", "movie saved"),
    (None, "if it is not among the downloads")])
def test_a_frame_may_forbid_downloads(sandbox, said, browser, tmp_path):
    """In a frame, F8 claims a saved movie only if downloads are known to be allowed."""
    written(Machine("connect4"), tmp_path)
    (tmp_path / "frame.html").write_text(
        f"<iframe {sandbox or ''} src='game.html' width='400' height='500'></iframe>")
    with served(tmp_path) as address:
        browser.open(f"{address}frame.html")
        browser.wait("frames[0]?.vecx?.machine.frames > 5")
        if sandbox is None:             # what a page of another origin sees
            browser.run("Object.defineProperty(frames[0], 'frameElement', {value: null}), 0")
        browser.run("frames[0].vecx.actions['save-movie'](true)")
        browser.wait("frames[0].document.getElementById('said').textContent !== ''")
        assert said in browser.run("frames[0].document.getElementById('said').textContent")
