"""Settings: the generated file has the defaults, and errors are reported."""

import os
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vecx.cli import settings as config
from vecx.cli.settings import tables
from vecx.display.look import COLOURS, Look
from vecx.errors import VecxError
from vecx.play.commands import COMMANDS
from vecx.play.folders import Folders
from vecx.play.inputs import BUTTONS, STICKS, KeyBindings

TAKEN = {command.key for command in COMMANDS}


def test_the_written_file_is_the_defaults() -> None:
    """The generated file contains each setting once, with its default."""
    assert config.parse(config.default_text(), "c") == config.parse("", "c") == config.Config()
    lines = config.default_text().splitlines()
    for table, settings in tables.SETTINGS.items():
        at = lines.index(f"[{table}]")
        block = lines[at:lines.index("", at)] if "" in lines[at:] else lines[at:]
        assert [line.split(" ")[0] for line in block[1:] if line[0] != "#"] == list(settings)


def test_a_file_sets_what_it_names() -> None:
    """Keys, sticks, mouse, volume and scale can be set."""
    read = config.parse("""
[controller1]
up = ["w", "[8]"]
left = []
button4 = "space"

[controller2]
button1 = "f"
[mouse]
controller = 2
left = 4
[sound]
volume = -12
[window]
scale = 2
[picture]
brightness = 2
glow = 0.5
glass = true
rotation = 270
colour = "amber"
overlay = false
""", "c")
    assert read.bindings.sticks == {
        "w": (1, 0, 1), "[8]": (1, 0, 1), "down": (1, 0, -1), "right": (1, 1, 0),
        "i": (2, 0, 1), "j": (2, -1, 0), "k": (2, 0, -1), "l": (2, 1, 0)}
    assert read.bindings.buttons == {"a": (1, 1), "s": (2, 1), "d": (3, 1), "space": (4, 1),
                                  "f": (1, 2), "x": (2, 2), "c": (3, 2), "v": (4, 2)}
    assert read.bindings.mouse == 2
    assert read.bindings.mouse_buttons == {"left": 4, "right": 2, "middle": 3, "side": 4}
    assert (read.volume, read.scale) == (-12, 2.0)
    assert (read.look, read.overlay) == (
        Look(2.0, 0.5, True, 270, COLOURS["amber"]), False)


@pytest.mark.parametrize(("text", "line", "words"), [
    ("[controller1]\nupp = 'w'", 2, "unknown setting of [controller1] 'upp'; did you mean up?"),
    ("[sound]\n\n[joystick]\nx = 1", 3, "unknown table 'joystick'; use controller1, "),
    ("[controller3]", 1, "did you mean controller"),
    ("volume = 3", 1, "unknown table 'volume'"),
    ("sound = 3", 1, "write [sound] on a line of its own"),
    ("[[sound]]\nvolume = 0", 1, "sound is not a table"),
    ("[controller2]\nup = 'w'\nleft = 3", 3, "left must be a key in quotes, such as"),
    ("[controller2]\nup = ['w', 3]", 2, "up must be a key in quotes, such as"),
    ("[controller1]\nbutton1 = 'A'", 2, "unknown key 'A'; did you mean 'a'?"),
    ("[controller1]\nbutton1 = 'Space'", 2, "unknown key 'Space'; did you mean 'space'?"),
    ("[controller1]\nbutton1 = ' '", 2, "did you mean 'space'?"),
    ("[controller1]\nbutton1 = 'left shft'", 2, "did you mean 'left shift'?"),
    ("[controller1]\nbutton1 = ''", 2, "unknown key ''; `vecx config --print` lists the keys"),
    ("[controller1]\nbutton1 = '\\nxyz'", 2, "unknown key"),
    ("[controller1]\nbutton2 = 'p'", 2, "'p' is already the key of a command (pause)"),
    ("[controller1]\nbutton2 = 'f10'", 2, "'f10' is already the key of a command (glass); choose"),
    ("[controller1]\nbutton2 = 'end'", 2, "'end' is already the key of a command (less glow)"),
    ("[controller1]\nbutton2 = 'page down'", 2, "'page down' is already the key of a command"),
    ("[controller1]\nbutton2 = 'f4'", 2, "'f4' is already the key of a command (load state)"),
    ("[controller1]\nbutton2 = 'escape'", 2, "'escape' is already the key of a command (leave)"),
    ("[controller1]\nup = 'w'\n[controller2]\nup = 'i'\nbutton3 = 'w'", 5,
     "the key 'w' is used for button3 in [controller2] and, in line 2, for up in [controller1]"),
    ("[controller1]\nup = 'z'", 2,
     "up in [controller1] and, by default, for button1 in [controller2]"),
    ("[controller2]\nup = 'a'", 2,
     "up in [controller2] and, by default, for button1 in [controller1]"),
    ("[controller2]\nup = ['h', 'h']", 2, "the key 'h' is used for up"),
    ("controller1.up = 'w'\ncontroller1.down = 5", 2, ", not 5"),
    ("controller1 = {up = 'w', down = 5}", 1, ", not 5"),
    ("['controller1']\n'up' = 'w'\n\"down\" = 5", 3, ", not 5"),
    ("[controller1]\nup.down = 5", 2, ", not {'down': 5}"),
    ("[mouse]\ncontroller = 3", 2, 'controller must be "off", "pen", 1 or 2, not 3'),
    ("[mouse]\ncontroller = true", 2, ", not True"),
    ("[mouse]\nleft = 5", 2, "left must be a button's number, 1 to 4, not 5"),
    ("[mouse]\nleft = true", 2, ", not True"),
    ("[controller1]\nleft = 'h'\n[mouse]\nleft = 'a'", 4, ", not 'a'"),
    ("[sound]\nvolume = 1", 2, "volume must be a whole number of dB, -42 to 0, not 1"),
    ("[sound]\nvolume = -43", 2, ", not -43"),
    ("[sound]\nvolume = -3.0", 2, ", not -3.0"),
    ("[sound]\nvolume = 0x" + "f" * 9000, 2, ", not a huge int"),
    ("[window]\nscale = nan", 2, "scale must be a number, 0.1 to 10 or"),
    ("[window]\nscale = 0", 2, ", not 0"),
    ("[window]\nscale = '1'", 2, ", not '1'"),
    ("[picture]\nbrightness = 9", 2, "brightness must be a number, 0.25 to 4, not 9"),
    ("[picture]\nglow = true", 2, "glow must be a number, 0 to 4, not True"),
    ("[picture]\nglow = -0.1", 2, ", not -0.1"),
    ("[picture]\nglass = 1", 2, "glass must be true or false, not 1"),
    ("[picture]\n\noverlay = 'x.png'", 3, "overlay must be true or false, not 'x.png'"),
    ("[picture]\nrotation = 45", 2, "rotation must be 0, 90, 180, 270, not 45"),
    ("[picture]\nrotation = true", 2, ", not True"),
    ("[picture]\ncolour = 'purple'", 2,
     "colour must be bluish, white, green, amber or a colour such as #33FF66, not 'purple'"),
    ("[picture]\ncolour = '#000000'", 2, "colour must be bluish"),
    ("[picture]\ncolour = 3", 2, "colour must be bluish"),
    ("[picture]\nbrightnes = 1", 2, "did you mean brightness?"),
    ("[commands]\npause = 'a'", 2, "the key 'a' is button1 of [controller1]; choose"),
    ("[commands]\npause = 'n'", 2, "the key 'n' is used for pause and step; choose another key"),
    ("[commands]\npaus = 'n'", 2, "did you mean pause?"),
    ("[commands]\npause = 'Pp'", 2, "unknown key 'Pp'"),
    ("[gamepad]\nbutton2 = 0", 2, "button2 must be a gamepad's button, 1 to 16, not 0"),
    ("[gamepad]\nbutton1 = 4", 1, "button 4 is also button1"),
    ("[machine]\npreset = 3", 2, 'preset must be "ideal", "hardware", "worn" or a'),
    ("[folders]\nfilms = 'films'", 2, "films: 'films' is not a folder; give the absolute path"),
    ("[folders]\nstates = 1", 2, "states must be a folder in quotes, not 1"),
    ("[sound]\nvolume = 0\nvolume = 1", 3, "not TOML: Cannot overwrite a value"),
    ("[sound]\nvolume\n", 2, "not TOML: "),
    ("[sound]\nvolume = 0\n[window", 3, "not TOML: "),
    ("a = " + "[" * 5000, 1, "not TOML: "), ("a = " + "9" * 5000, 1, "not TOML: "),
])
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, words: str) -> None:
    """An error is one line with file, line, problem and remedy."""
    with pytest.raises(VecxError) as fault:
        config.parse(text, "my.toml")
    said = str(fault.value)
    assert said.startswith(f"my.toml:{line}: ") and words in said, said
    assert "\n" not in said and len(said) < 300 and fault.value.exit_status == 1


def test_commands_gamepads_preset_and_folders(tmp_path: Path) -> None:
    """Keys of commands and gamepad buttons can be changed."""
    read = config.parse(f"""
[controller1]
button1 = "p"
[commands]
pause = ["pause", "left ctrl"]
louder = []
[gamepad]
button1 = 2
button2 = 1
button4 = 9
[machine]
preset = "worn"
[folders]
pictures = "{tmp_path}"
""".replace('"pause"', '"break"'), "c")
    assert read.bindings.commands == {"pause": ("break", "left ctrl"), "louder": ()}
    assert read.bindings.buttons["p"] == (1, 1)
    assert read.bindings.pad_buttons == {2: 1, 1: 2, 3: 3, 9: 4}
    assert read.bindings.all_buttons()["pad2 9"] == (4, 2)
    assert read.bindings.label("pause") == "Break/Left Ctrl"
    assert ("Break/Left Ctrl", "pause") in read.bindings.rows()
    assert (read.preset, read.folders) == ("worn", Folders(pictures=tmp_path))


def test_all_that_is_wrong_is_told_at_once() -> None:
    """All errors are reported, one line each."""
    with pytest.raises(VecxError) as fault:
        config.parse("[controller1]\nupp = 'w'\nleft = 3\n[sound]\nvolume = 9\n[picture]\n"
                     "glow = 9\nglass = 1\n[nonsense]\n", "my.toml")
    assert [line.split(" ")[0] for line in str(fault.value).splitlines()] == [
        "my.toml:2:", "my.toml:9:", "my.toml:3:", "my.toml:5:", "my.toml:7:", "my.toml:8:"]


KEYS = st.sampled_from([*string.ascii_lowercase, *"0123456789;'", "space", "[4]", "f9"])


@given(st.dictionaries(st.tuples(st.sampled_from((1, 2)), st.sampled_from(config.CONTROLS)), KEYS))
def test_any_choice_is_read_or_refused_for_a_reason(expected: dict[tuple[int, str], str]) -> None:
    """Any file is accepted, or refused because of a duplicate or reserved key."""
    text = "".join(f'controller{player}.{name} = "{key}"\n'
                   for (player, name), key in expected.items())
    usual: dict[tuple[int, str], str] = {}
    for player in (1, 2):
        stick, buttons = KeyBindings().keys_of(player)
        usual |= {(player, name): key
                  for name, (key,) in zip(config.CONTROLS, stick + buttons, strict=True)}
    keys = list((usual | expected).values())
    try:
        hands = config.parse(text, "c").bindings
    except VecxError:
        assert len(set(keys)) < len(keys) or set(keys) & TAKEN
        return
    assert len(set(keys)) == len(keys) and not set(keys) & TAKEN
    for (player, name), key in (usual | expected).items():
        if name.startswith("button"):
            assert hands.buttons[key] == (int(name[-1]), player)
        else:
            assert hands.sticks[key][0] == player
    assert len(hands.buttons) == len(BUTTONS) and len(hands.sticks) == len(STICKS)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """Missing, invalid and too large files give one message each."""
    path = tmp_path / "c.toml"
    with pytest.raises(VecxError, match=r"c\.toml: no such file; `vecx config --print`"):
        config.read(path)
    path.write_bytes(b"[sound]\n# \xff\n")
    with pytest.raises(VecxError, match=r"c\.toml:2: not UTF-8"):
        config.read(path)
    path.write_bytes(b"#" * (config.BYTES_MAX + 1))
    with pytest.raises(VecxError, match=r"c\.toml: larger than"):
        config.read(path)
    with pytest.raises(VecxError, match="a directory; give settings"):
        config.read(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf[sound]\r\nvolume = -3\r\n")     # as a Windows editor saves it
    assert config.read(path).volume == -3


def test_the_users_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's file is read, and never overwritten."""
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path / "a" / "b"))
    assert config.read() == config.Config()
    path = config.default_path()
    config.write_default(path)
    assert path.read_text() == config.default_text()
    path.write_text("[sound]\nvolume = -9\n")
    assert config.read().volume == -9
    with pytest.raises(VecxError, match="not overwritten"):
        config.write_default(path)
    assert path.read_text() == "[sound]\nvolume = -9\n"
    path.unlink()
    os.symlink(tmp_path / "nowhere", path)
    with pytest.raises(VecxError, match="no such file"):
        config.read()
    with pytest.raises(VecxError, match="not overwritten"):
        config.write_default(path)
