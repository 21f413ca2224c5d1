"""The libretro core plays exactly like `Machine`, in a front end of Python.

Each test loads the core of this platform.  Records, RAM and sound are compared with a machine that
gets the same inputs and runs to the same cycle; pictures with the phosphor.
"""

import random

import numpy as np
import pytest
from libretro.api import AvEnableFlags

from asm import assemble
from tests.vecx.libretro.host import HEAD_BYTES, Front, Hands, differences, playing, run_to
from tests.vecx.libretro.painter import Painter, channels, path_of
from tests.vecx.libretro.sums import with_sum
from vecx import libretro
from vecx.chips.beam import SCREEN_UNIT
from vecx.chips.state import FIELDS, FRAME_CYCLES, LIGHT_PEN, RECORD
from vecx.chips.state_range import misfit
from vecx.display.look import COLOURS, Look
from vecx.display.phosphor import Phosphor
from vecx.display.picture import picture_of
from vecx.machine import Machine
from vecx.sound.mixer import Mixer


def check_play(front, machine, frames, seed, check=100):
    """Run core and machine with random inputs; compare them from time to time."""
    chance = random.Random(seed)
    begin = machine.cycles // FRAME_CYCLES
    for frame in range(begin + 1, begin + frames + 1):
        if chance.random() < 0.05:
            buttons = [frozenset(chance.sample((1, 2, 3, 4), chance.randint(0, 2)))
                       for _ in range(2)]
            sticks = [(chance.choice((-1, 0, 1)), chance.choice((-1, 0, 0.5, 1)))
                      for _ in range(2)]
            front.hands = Hands((buttons[0], buttons[1]), (sticks[0], sticks[1]))
            front.hands.hold(machine)
        front.run()
        run_to(machine, frame)
        if frame % check == 0:
            assert differences(front, machine) == [], frame
            assert front.ram() == machine.ram


@pytest.mark.sample(1, slow=3)
@pytest.mark.parametrize("preset", libretro.PRESETS)
@pytest.mark.parametrize("game, frames", [
    ("connect4", 500), ("reversi", 300),
    pytest.param("connect4", 1500, marks=pytest.mark.nightly),
    pytest.param("reversi", 1500, marks=pytest.mark.nightly)])
def test_the_core_is_the_machine(core, game, frames, preset):
    """With the same inputs, all fields of the record, and RAM, are those of `Machine`."""
    path = path_of(game)
    with playing(core, path, {"preset": preset, "size": "330 x 410"}) as front:
        check_play(front, Machine(path, preset=preset), frames, seed=frames)


def test_without_content_the_service_program_runs(core):
    """Without content, the core runs the executive ROM alone."""
    with playing(core) as front:
        check_play(front, Machine(), 200, seed=1)


def banked(folder):
    """Write a cartridge of two banks; the program, in bank 1, calls bank 0 through PB6."""
    assembled = assemble("""
            org     $0000
            fcc     "g GCE 2026"
            fcb     $80
            fdb     $FD0D
            fcb     $F8,$50,$20,-$40
            fcc     "BANKS"
            fcb     $80,0
    loop    jsr     $F192
            inc     $C880
            bra     loop
    """.replace("\n    ", "\n"), name="banks")
    half = assembled.image.ljust(0x8000, b"\xff")
    path = folder / "banks.bin"
    path.write_bytes(bytes(0x8000) + half)
    return path


def test_a_cartridge_of_two_banks(core, tmp_path):
    """Images of more than 48 KiB have two banks; the program starts in the second."""
    path = banked(tmp_path)
    with playing(core, path) as front:
        check_play(front, Machine(path), 200, seed=2)
        assert front.ram()[0x80] > 0


def test_ram_in_the_cartridge(core, tmp_path):
    """An option puts RAM into the cartridge, which is part of states."""
    with playing(core, path_of("connect4"), {"cart_ram": "A000-BFFF"}) as front:
        machine = Machine("connect4", cart_ram=(0xA000, 0xBFFF))
        check_play(front, machine, 100, seed=3)
        saved = front.save()
        assert saved[-0x2000:] == machine.all_ram[1024:]
    with playing(core, path_of("connect4")) as front:
        assert not front.load(saved) and len(front.save()) == len(saved) - 0x2000


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("seed", range(3))
def test_states_continue_at_random_frames(core, seed):
    """After a state is loaded, the core continues as when it was saved: machine and sound."""
    chance = random.Random(seed)
    with playing(core, path_of("connect4")) as front:
        for _ in range(5):
            front.run(chance.randint(1, 120))
            front.hands = Hands(buttons=(frozenset([chance.randint(1, 4)]), frozenset()))
            saved, heard = front.save(), len(front.sound())
            front.run(30)
            expected, sound = front.save(), front.sound()[heard:]
            front.run(chance.randint(1, 50))
            assert front.load(saved) and front.save() == saved
            heard = len(front.sound())
            front.run(30)
            assert front.save() == expected
            assert np.array_equal(front.sound()[heard:], sound)


def test_a_state_brings_its_preset(core):
    """A state of another preset is continued with that preset."""
    with playing(core, path_of("reversi"), {"preset": "worn"}) as front:
        front.run(200)
        saved = front.save()
    with playing(core, path_of("reversi")) as front:
        assert front.load(saved)
        machine = Machine("reversi", preset="worn")
        run_to(machine, 200)
        check_play(front, machine, 100, seed=4)


def test_reset_is_the_reset_button(core):
    """A reset is that of the console: RAM and time stay."""
    with playing(core, path_of("connect4")) as front:
        machine = Machine("connect4")
        front.run(150)
        run_to(machine, 150)
        front.session.reset()
        machine.reset()
        check_play(front, machine, 150, seed=5)


def test_content_can_be_exchanged(core):
    """Nothing of the previous cartridge is left."""
    for game in ("connect4", "reversi", "connect4"):
        with playing(core, path_of(game)) as front:
            check_play(front, Machine(game), 100, seed=6)


@pytest.mark.parametrize("data, words", [
    (b"g GCE 1982", "too short"), (bytes(0x10001), "more than 64 KiB")])
def test_other_content_is_refused(core, tmp_path, data, words):
    """Content that cannot be a cartridge is refused with a message."""
    path = tmp_path / "other.bin"
    path.write_bytes(data)
    front = Front()
    with pytest.raises(RuntimeError), playing(core, path, front=front):
        pytest.fail("the content was accepted")
    (message,) = front.messages
    assert words in message


def test_a_second_instance_is_refused(core):
    """There is one machine: while it is in use, other content is refused with a message."""
    with playing(core, path_of("connect4")) as front:
        machine, other = Machine("connect4"), Front()
        check_play(front, machine, 50, seed=8)
        with pytest.raises(RuntimeError), playing(core, path_of("reversi"), front=other):
            pytest.fail("the content was accepted")
        assert any("in use" in message for message in other.messages)


@pytest.mark.slow
def test_random_content_does_no_harm(core, tmp_path):
    """Random bytes run like on `Machine`, whatever they do."""
    for seed in range(5):
        path = tmp_path / f"{seed}.bin"
        header = path_of("reversi").read_bytes()[:0x30]
        path.write_bytes(header + random.Random(seed).randbytes(4000))
        with playing(core, path) as front:
            check_play(front, Machine(path), 150, seed)


def test_damaged_states_are_refused(core):
    """Random bytes, truncated states and states with a changed byte leave the machine as it was."""
    chance = random.Random(7)
    with playing(core, path_of("connect4")) as front:
        front.run(100)
        saved = front.save()
        for _ in range(300):
            data = bytearray(saved)
            data[chance.randrange(len(data))] ^= chance.randint(1, 255)
            assert not front.load(bytes(data))
            assert not front.load(chance.randbytes(len(saved)))
            assert not front.load(saved[:chance.randrange(len(saved))])
        assert front.save() == saved


def test_impossible_records_are_refused(core):
    """A state with a valid checksum is checked as a state file is: field by field."""
    refused = set()
    with playing(core, path_of("connect4")) as front:
        front.run(100)
        saved = front.save()
        assert with_sum(saved) == saved
        for field in FIELDS:
            row = np.frombuffer(bytearray(saved), RECORD, 1, HEAD_BYTES).copy()
            row[field.name] = np.nan if field.is_float else -12345
            data = with_sum(saved[:HEAD_BYTES] + row.tobytes()
                            + saved[HEAD_BYTES + RECORD.itemsize:])
            assert misfit(row[0]) or field.name.startswith("p_")
            if not front.load(data):
                refused.add(field.name)
        assert refused == {field.name for field in FIELDS}
        assert front.save() == saved


@pytest.mark.parametrize("count", [pytest.param(1_500, marks=pytest.mark.slow),
                                   pytest.param(20_000, marks=pytest.mark.nightly)])
def test_states_of_random_numbers(core, count):
    """A state that is accepted runs, however unlikely its numbers are."""
    chance, accepted = random.Random(8), 0
    with playing(core, path_of("reversi")) as front:
        front.run(200)
        saved = front.save()
        for _ in range(count):
            data = bytearray(saved)
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(HEAD_BYTES, len(data))
                data[at] = chance.randrange(256)
            if front.load(with_sum(bytes(data))):
                accepted += 1
                front.run(2)
            else:
                assert front.load(saved)
    assert accepted > count / 20


@pytest.mark.slow
def test_sound_is_the_mixer(core):
    """The samples are those of the mixer, in both channels: 48,000 a second."""
    with playing(core, path_of("connect4")) as front:
        machine, mixer, expected = Machine("connect4"), Mixer(), []
        mixer.samples(machine.take_sound(), machine.cycles)
        for frame in range(1, 400):
            front.run()
            run_to(machine, frame)
            expected.append(mixer.samples(machine.take_sound(), machine.cycles))
        samples = np.concatenate(expected)
        sound = front.sound()
    assert len(sound) == len(samples) == pytest.approx(399 * 960, abs=2)
    assert np.abs(samples).max() > 0.1
    assert np.array_equal(sound[:, 0], sound[:, 1])
    assert np.abs(sound[:, 0] - samples * 32767).max() <= 1


@pytest.mark.sample(1, slow=3)
@pytest.mark.parametrize("game, preset, options, size, look", [
    ("connect4", "hardware", {}, (600, 750), Look()),
    ("connect4", "hardware", {"glass": "on", "rotation": "270"}, (750, 600),
     Look(glass=True, turn=270)),
    ("reversi", "worn", {"size": "330 x 410", "glow": "off", "colour": "green"}, (330, 410),
     Look(glow=0, colour=COLOURS["green"])),
    ("connect4", "ideal", {"size": "480 x 600", "rotation": "90", "brightness": "200%",
                           "glow": "200%"}, (600, 480), Look(brightness=2, glow=2, turn=90)),
    ("reversi", "hardware", {"size": "960 x 1200", "rotation": "180"}, (960, 1200),
     Look(turn=180))])
def test_pictures_are_those_of_the_phosphor(core, game, preset, options, size, look):
    """Pictures are equal; with the glass, no colour differs by more than 1 of 255."""
    painter = Painter(game, size, preset, look)
    with playing(core, path_of(game), {"preset": preset, **options}) as front:
        for frame in range(1, 161):
            front.run()
            expected = painter.picture(frame)
            if frame % 40 == 0:
                assert front.picture().shape == expected.shape
                assert np.abs(front.picture() - expected).max() <= int(look.glass)
                assert expected.max() > 200


def test_a_still_picture_is_that_of_a_png(core):
    """A picture that stands is that of `vecx run -o FILE.png`, within 1 of 255.

    A PNG shows four whole frames, the first as if it had been shown for a long time.  So a picture
    in which something moves differs more.
    """
    machine = Machine("reversi")
    with playing(core, path_of("reversi")) as front:
        front.run(404)
        run_to(machine, 400)
        machine.output.take_frames()
        expected = channels(picture_of(machine.run_frames(4), machine.analog))
        assert np.abs(front.picture() - expected).max() <= 1


def test_frames_that_are_not_shown_give_no_light(core):
    """A front end that runs ahead shows each frame once, so its pictures are the usual ones."""
    painter = Painter("connect4", (600, 750))
    with playing(core, path_of("connect4")) as front:
        for frame in range(1, 101):
            front.session.environment.av_enable = AvEnableFlags.AUDIO
            front.run()
            saved = front.save()
            front.session.environment.av_enable = AvEnableFlags.ALL
            front.run()
            assert front.load(saved)
            expected = painter.picture(frame + 1)
        assert np.abs(front.picture() - expected).max() <= 1


SLOW = """
            org     $0000
            fcc     "g GCE 2026"
            fcb     $80
            fdb     $FD0D
            fcb     $F8,$50,$20,-$40
            fcc     "SLOW"
            fcb     $80,0
    loop    jsr     $F192           ; Wait_Recal
            jsr     $F2A5           ; Intensity_5F
            inc     $C880
            lda     $C880
            ldb     #$20
            jsr     $F3DF           ; Draw_Line_d
            ldx     #4500
    wait    leax    -1,x
            bne     wait
            ldd     #$C0C0
            jsr     $F3DF
            bra     loop
"""


@pytest.fixture
def slow_cart(tmp_path):
    """A cartridge whose frames take longer than 1/50 s."""
    path = tmp_path / "slow.bin"
    path.write_bytes(assemble(SLOW.replace("\n    ", "\n"), name="slow").image)
    return path


@pytest.mark.slow
def test_long_frames_shown_whole(core, slow_cart):
    """An option shows a picture when a frame has ended, with all of its strokes."""
    machine, kept = Machine(slow_cart), 0
    phosphor = Phosphor(330, 410, machine.analog)
    with playing(core, slow_cart, {"frames": "shown whole", "size": "330 x 410"}) as front:
        for frame in range(1, 400):
            front.run()
            run_to(machine, frame)
            ended = machine.output.take_frames()
            if ended:
                phosphor.draw(ended)
                expected = phosphor.image()
            kept += not ended
            if frame > 360:
                assert np.array_equal(front.picture(), channels(expected))
        assert kept > 20 and front.picture().max() > 200


@pytest.mark.slow
def test_running_ahead_with_frames_shown_whole(core, slow_cart):
    """A front end that loads a state before each picture shows the frames in parts."""
    pictures = []
    for choice in "shown in parts", "shown whole":
        with playing(core, slow_cart, {"frames": choice, "size": "330 x 410"}) as front:
            for _ in range(250):
                front.session.environment.av_enable = AvEnableFlags.AUDIO
                front.run()
                saved = front.save()
                front.session.environment.av_enable = AvEnableFlags.ALL
                front.run()
                assert front.load(saved)
            pictures.append(front.picture())
    assert np.array_equal(*pictures) and pictures[0].max() > 200


def test_options_change_while_it_runs(core):
    """Size and rotation change at once, without an effect on the machine."""
    with playing(core, path_of("reversi")) as front:
        front.run(50)
        front.session.options.set_variable("vecx_size", "330 x 410")
        front.session.options.set_variable("vecx_rotation", "90")
        front.run(50)
        machine = Machine("reversi")
        run_to(machine, 100)
        assert front.picture().shape == (330, 410, 3)
        assert differences(front, machine) == []


def test_the_light_pen_is_the_pointer(core):
    """A pressed pointer is the pen on the glass, in every rotation."""
    for turn, place in (("0", (0.5, -0.25)), ("90", (0.25, 0.5))):
        with playing(core, path_of("reversi"),
                     {"port_2": "light pen", "rotation": turn}) as front:
            front.run(50)
            front.hands = Hands(pen=place)
            front.run(1)
            m = front.record()
            screen = Phosphor(600, 750, Machine().analog)
            x, y = screen.unit_at(450, 375 - 375 / 4)
            assert m["device"] == LIGHT_PEN
            assert (m["pen_x"] / SCREEN_UNIT, m["pen_y"] / SCREEN_UNIT) == pytest.approx(
                (x, y), abs=0.02)
            front.hands = Hands()
            front.run(1)
            assert front.record()["device"] == 0


def test_the_imager_is_in_port_2(core):
    """An option puts the 3D imager into port 2."""
    with playing(core, path_of("connect4"), {"port_2": "3D imager"}) as front:
        check_play(front, Machine("connect4", device="imager"), 100, seed=9, check=20)


def test_the_front_end_sees_the_memory(core):
    """Cheats and achievements find RAM at its address."""
    with playing(core, path_of("connect4")) as front:
        front.run(100)
        assert front.system_ram() == front.ram()
        parts = front.session.memory_maps
        assert [(part.start, part.len) for part in
                (parts.descriptors[i] for i in range(parts.num_descriptors))] == [
                    (0xC800, 0x400), (0, 0xC000), (0xE000, 0x2000)]


def test_it_says_what_it_is(core):
    """The front end is told 50 pictures and 48,000 samples a second."""
    with playing(core) as front:
        info, av = front.core.get_system_info(), front.core.get_system_av_info()
        assert bytes(info.valid_extensions).decode().split("|") == list(libretro.SUFFIXES)
        assert (av.timing.fps, av.timing.sample_rate) == (50, 48000)
        assert front.session.support_no_game
        labels = [part.description for part in front.session.input_descriptors if part.description]
        assert len(labels) == 20
