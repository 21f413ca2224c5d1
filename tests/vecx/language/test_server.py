"""`vecx lsp` as a process: its end, bad messages, ports.  Sessions are in test_clients.py."""

import json
import socket
import subprocess
import sys

import pytest

from vecx.cli import run_command
from vecx.errors import install


def test_the_end_of_a_session_is_quiet() -> None:
    """After `shutdown` and `exit` the status is 0, and nothing is on standard error."""
    messages = [{"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                {"id": 2, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    done = subprocess.run([sys.executable, "-m", "vecx", "lsp"], capture_output=True, timeout=60,
                          input=b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
                                         for body in bodies))
    assert (done.returncode, done.stderr) == (0, b"") and b'"id": 2' in done.stdout


@pytest.mark.slow
def test_a_broken_message_is_one_line() -> None:
    """A message that is not JSON gives one line."""
    done = subprocess.run([sys.executable, "-m", "vecx", "lsp"], capture_output=True, timeout=60,
                          input=b"Content-Length: 5\r\n\r\n[[[[[")
    assert done.returncode == 0 and b"Traceback" not in done.stdout
    assert done.stderr.startswith(b"vecx lsp: ") and done.stderr.count(b"\n") == 1


def test_a_malformed_request_is_answered_with_its_id() -> None:
    """Each wrong request has an error as its answer, and shows nothing in the editor's window."""
    place = {"textDocument": {"uri": "file:///game.asm"}, "position": {"line": "x"}}
    wrong = ({"nonsense": 1}, place, 5)
    messages = [{"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                *({"id": 10 + number, "method": "textDocument/hover", "params": params}
                  for number, params in enumerate(wrong)),
                {"id": 2, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    done = subprocess.run([sys.executable, "-m", "vecx", "lsp", "--stdio"], capture_output=True,
                          timeout=60, input=b"".join(
                              b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
                              for body in bodies))
    answers = [json.loads(part.partition(b"\r\n\r\n")[2])
               for part in done.stdout.split(b"Content-Length: ")[1:]]
    faults = {answer["id"]: answer["error"]["message"] for answer in answers if "error" in answer}
    assert faults == dict.fromkeys((10, 11, 12), "malformed arguments for textDocument/hover")
    assert not any(answer.get("method") == "window/showMessage" for answer in answers)
    assert b"Traceback" not in done.stderr


def test_stdio_and_a_port_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Both together are wrong usage."""
    with pytest.raises(SystemExit) as ended:
        run_command(["lsp", "--stdio", "--port", "0"])
    assert ended.value.code == 2
    assert "--stdio cannot be combined with --port" in capsys.readouterr().err


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the port and the option."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run_command(["lsp", "--port", str(port)]) == 1
    assert capsys.readouterr().err.startswith(f"vecx: port {port}: ")


def test_without_pygls_the_message_says_what_to_install(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without pygls, one line names the package, with status 1."""
    for name in [name for name in sys.modules if name.startswith("vecx.language.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    assert run_command(["lsp"]) == 1
    assert install("lsp") in capsys.readouterr().err
