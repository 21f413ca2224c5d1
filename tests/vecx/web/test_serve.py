"""`vecx serve`: allowed requests, reloading with the state, and the report."""

import base64
import http.client
import json
import socket
import sys
import threading
import time

import pytest

from tests.vecx.web.browser import needs_chromium
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.web.serve import CONNECTIONS_MAX, address_of, qr_code, server
from vecx.web.versions import Versions

SOURCE = """        include "vectrex.inc"
        org 0
        fcc "g GCE 2026"
        fcb $80
        fdb Music_1
        fcb $F8,$50,$20,-$40
        fcc "COUNT"
        fcb $80,0
main    jsr Wait_Recal
        inc count
        lda #{bright}
        jsr Intensity_a
        lda #20
        ldb #30
        jsr Draw_Line_d
{more}
        bra main
        org $C880
count   rmb 1
"""


class Served:
    """A program that is served from a folder, and its client."""

    def __init__(self, folder, host="127.0.0.1", allowed=()):
        self.source = folder / "count.asm"
        self.write()
        self.shop = Versions(lambda strict: Machine(self.source, strict=strict), self.source)
        self.server = server(self.shop, None, host, 0, allowed)
        self.port = self.server.server_address[1]
        self.end = threading.Event()
        self.threads = [threading.Thread(target=self.server.serve_forever, args=(0.02,)),
                        threading.Thread(target=self.shop.follow, args=(self.end,))]
        for thread in self.threads:
            thread.start()

    def write(self, bright="$5F", more=""):
        self.source.write_text(SOURCE.format(bright=bright, more=more))

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, names)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def close(self):
        self.end.set()
        self.server.shutdown()
        self.server.server_close()
        for thread in self.threads:
            thread.join()


@pytest.fixture
def served(tmp_path):
    made = Served(tmp_path)
    yield made
    made.close()


@pytest.mark.slow
def test_only_this_computer_and_its_own_page(served):
    """Requests of other hosts and pages are refused."""
    assert served.server.server_address[0] == "127.0.0.1"
    assert served.ask("GET", "/")[0] == 200
    assert served.ask("GET", "/", Host="evil.example")[0] == 403
    assert served.ask("GET", "/news", Origin="http://evil.example")[0] == 403
    assert served.ask("POST", "/carry?program=1", b"x")[0] == 403
    assert served.ask("POST", "/carry?program=1", b"x", Origin="http://evil.example")[0] == 403
    assert served.ask("GET", "/../etc/passwd")[0] == 404
    status, text = served.ask("POST", "/carry?program=1", b"x", Origin=served.origin)
    assert status == 400 and b"not a vecx snapshot" in text
    assert served.ask("POST", "/carry?program=x", b"x", Origin=served.origin)[0] == 400


def test_head_and_frames(served):
    """HEAD has the headers of GET without its body; other pages cannot frame the game."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    connection.request("HEAD", "/none")
    answer = connection.getresponse()
    assert answer.status == 404 and answer.read() == b""
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    connection.close()


def test_too_many_connections_are_refused(served):
    """Beyond the limit a connection is answered with 503; afterwards the server works."""
    open_ones = []
    for _ in range(CONNECTIONS_MAX):        # a thread has taken each before the next one comes
        one = socket.create_connection(("127.0.0.1", served.port))
        open_ones.append(one)
        one.sendall(b"HEAD /none HTTP/1.1\r\n\r\n")
        assert one.recv(12) == b"HTTP/1.1 403"
    assert served.ask("GET", "/none")[0] == 503
    for one in open_ones:
        one.close()
    end = time.monotonic() + 60
    while served.ask("GET", "/none")[0] == 503:
        assert time.monotonic() < end


def test_known_names_and_addresses_on_all_interfaces(tmp_path):
    """With --host, addresses and known names are accepted, other names not."""
    made = Served(tmp_path, "0.0.0.0", ["games.example"])
    try:
        own = socket.gethostname()
        for host, status in (("192.168.7.7", 200), ("[fe80::1]", 200), ("localhost", 200),
                             (own, 200), (f"{own.upper()}.local", 200), ("Games.example", 200),
                             ("evil.example", 403), ("", 403)):
            assert made.ask("GET", "/news", Host=f"{host}:{made.port}")[0] == status, host
        assert b"--allow-host" in made.ask("GET", "/news", Host="evil.example")[1]
    finally:
        made.close()


def test_an_address_that_a_phone_can_open(monkeypatch):
    """The printed address and its QR code can be opened from a phone."""
    assert address_of("127.0.0.1", 8064) == "http://localhost:8064/"
    assert address_of("fe80::1", 80) == "http://[fe80::1]:80/"
    everywhere = address_of("0.0.0.0", 8064)
    assert everywhere.endswith(":8064/") and "0.0.0.0" not in everywhere
    code = qr_code(everywhere)
    assert len(code.splitlines()) > 14 and set(code) <= set("\n █▄▀")
    monkeypatch.setitem(sys.modules, "segno", None)
    assert qr_code(everywhere) == ""


@pytest.mark.sample(3)
@pytest.mark.parametrize("method, path, headers, status", [
    ("GET", "/", {"Host": "["}, 403), ("GET", f"/news?have={'9' * 5000}", {}, 200),
    ("GET", "/news?have=\N{SUPERSCRIPT TWO}".encode().decode("latin-1"), {}, 200),
    ("POST", f"/carry?program={'9' * 5000}", {"Origin": ""}, 400),
    ("POST", "/carry?program=1", {"Origin": "", "Content-Length": "9" * 5000}, 400)])
def test_absurd_requests_are_answered(served, capfd, method, path, headers, status):
    """Absurd requests get a status without a traceback."""
    if "Origin" in headers:
        headers = {**headers, "Origin": served.origin}
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    connection.putrequest(method, "/", skip_host="Host" in headers)
    connection._buffer[0] = f"{method} {path} HTTP/1.1".encode("latin-1")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == status
    connection.close()
    assert "Traceback" not in capfd.readouterr().err


def test_a_host_that_is_no_address(served):
    """An invalid host gives one message without control characters."""
    with pytest.raises(VecxError) as caught:
        server(served.shop, None, "\x1b[2J\0", 0)
    assert "\x1b" not in str(caught.value) and "--host" in str(caught.value)


@pytest.mark.slow
def test_a_state_goes_on_in_the_program_saved_anew(served):
    """A saved source continues with its state; an error keeps the old program."""
    machine = Machine(served.source)
    machine.run_frames(300)
    count = machine.read("count")[0]
    assert count > 20
    served.write(bright="$3F", more="        nop")
    news = json.loads(served.ask("GET", "/news?have=0")[1])
    while news["program"] == 1:
        news = json.loads(served.ask("GET", f"/news?have={news['version']}")[1])
    status, text = served.ask("POST", "/carry?program=1", machine.snapshot(), Origin=served.origin)
    answer = json.loads(text)
    assert status == 200 and answer["program"] == 2 and "continues" in answer["message"]
    again = Machine(served.source)
    again.restore(base64.b64decode(answer["state"]))
    assert again.read("count")[0] == count
    served.write(more="        bogus")
    while "bogus" not in news["fault"]:
        news = json.loads(served.ask("GET", f"/news?have={news['version']}")[1])
    assert news["program"] == 2 and "count.asm:16" in news["fault"]


def test_findings_are_the_strict_machine_s(served):
    """A write to ROM is reported at its line."""
    served.write(more="        sta main")
    news = {"version": 0, "findings": []}
    while not any(one["rule"] == "rom-write" for one in news["findings"]):
        news = json.loads(served.ask("GET", f"/news?have={news['version']}")[1])
    assert [one["line"] for one in news["findings"] if one["rule"] == "rom-write"] == [16]


def test_a_port_that_is_taken(served):
    """A port in use gives one message with the option."""
    with pytest.raises(VecxError, match=r"port .*; use another --host or --port"):
        server(served.shop, None, "127.0.0.1", served.port)


@pytest.mark.slow
@needs_chromium
def test_the_page_goes_on_where_it_was(served, browser):
    """The browser's state is kept, and the new finding is shown."""
    browser.open(f"{served.origin}/")
    browser.wait("globalThis.vecx?.machine.frames > 200")
    served.write(bright="$7F", more="        sta main")
    browser.check_said("continues")
    assert browser.run("vecx.machine.frames") > 200
    browser.wait("document.getElementById('findings').textContent.includes('count.asm:16')")
    browser.wait("document.getElementById('figures').rows.length > 5")
    assert browser.faults == []


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_the_page_on_a_phone(size, served, browser):
    """The picture has most of the screen, with all controls; figures have their units."""
    browser.be_phone(width=size[0], height=size[1])
    browser.open(f"{served.origin}/")
    browser.wait("globalThis.vecx?.machine.frames > 20")
    assert browser.run("document.documentElement.scrollWidth") == size[0]
    assert browser.run("document.getElementById('screen').clientHeight") > 250
    outside = browser.run("""[...document.querySelectorAll('#bar button, #stick, #buttons button')]
      .filter(one => { const box = one.getBoundingClientRect(); return box.width < 44
        || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight; })
      .map(one => one.id)""")
    assert outside == []
    browser.wait("document.getElementById('figures').rows.length > 5")
    assert browser.run("document.getElementById('figures').rows[0].textContent").endswith(" cycles")
    assert "30,000 cycles" in browser.run("document.querySelector('.axis').textContent")
