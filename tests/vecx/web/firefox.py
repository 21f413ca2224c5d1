"""A headless Firefox, driven by Mozilla's client for Marionette, with the methods of `Browser`."""

import importlib
import json
import shutil
import time
import warnings

import pytest

from tests.vecx.web.browser import ELSEWHERE, PATIENCE

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
# Keys that are no characters, as WebDriver names them.
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Backspace": "\ue003",
        "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
        "Home": "\ue011", "End": "\ue010", "Shift": "\ue008", "Control": "\ue009",
        **{f"F{number}": chr(0xE030 + number) for number in range(1, 13)}}
PREFS = {"media.autoplay.default": 0, "browser.download.folderList": 2,
         "browser.cache.disk.enable": False, "datareporting.policy.dataSubmissionEnabled": False,
         "network.dns.localDomains": ELSEWHERE}
SECONDS = 120.0         # for one answer


def _client():
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")     # of what the client imports
            return importlib.import_module("marionette_driver.marionette").Marionette
    except ImportError:
        return None


MARIONETTE = _client() if FIREFOX else None
needs_firefox = pytest.mark.skipif(
    MARIONETTE is None, reason="firefox or marionette-driver is not installed")


class Firefox:
    """A browser process, which the tests of a worker share."""

    def __init__(self, folder) -> None:
        with warnings.catch_warnings(), pytest.MonkeyPatch.context() as environment:
            warnings.simplefilter("ignore")
            # Firefox 153 does not start if this is not a folder.
            environment.setenv("XDG_CONFIG_HOME", str(folder))
            self.client = MARIONETTE(
                bin=FIREFOX, headless=True, host="127.0.0.1", port=0, prefs=PREFS,
                gecko_log=str(folder / "gecko.log"), workspace=str(folder))
            self.client.start_session()
        self.client.timeout.script = SECONDS
        self.client.timeout.page_load = SECONDS

    def chrome(self, script, *given):
        """Run a script with the rights of the browser."""
        with self.client.using_context("chrome"):
            return self.client.execute_script(script, script_args=list(given), sandbox="system")

    def forget(self):
        """Delete what pages have stored, and the messages of the console."""
        with self.client.using_context("chrome"):
            self.client.execute_async_script(
                "const done = arguments[0]; Services.console.reset(); Services.clearData"
                ".deleteData(Ci.nsIClearDataService.CLEAR_ALL, () => done());", sandbox="system")

    def close(self):
        """Close the browser."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.client.quit()
            self.client.cleanup()


class Page:
    """A page in a tab, or in a private window."""

    def __init__(self, firefox, kind="tab", private=False) -> None:
        self._firefox, self._client = firefox, firefox.client
        self._first = firefox.client.current_window_handle
        self._handle = firefox.client.open(type=kind, private=private)["handle"]
        self._switch()

    def _switch(self):
        if self._client.current_window_handle != self._handle:
            self._client.switch_to_window(self._handle)

    def open(self, address):
        """Open an address, and wait until the page has loaded."""
        self._switch()
        self._client.navigate(address)

    def run(self, text):
        """Return the value of an expression or a promise."""
        self._switch()
        got = self._client.execute_async_script(
            f"""const [done] = arguments;
            (async () => ({text}\n))().then(
                value => done([true, JSON.stringify(value) ?? null]),
                fault => done([false, `${{fault}} ${{fault?.stack}}`]));""", sandbox=None)
        assert got[0], got[1]
        return got[1] if got[1] is None else json.loads(got[1])

    def wait(self, text):
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(text):
            assert time.monotonic() < end, text
            time.sleep(0.05)

    def press(self, key, *held):
        """Press and release a key, while others are held."""
        self._switch()
        keys = self._client.actions.sequence("key", "keyboard")
        for other in held:
            keys.key_down(KEYS[other])
        keys.send_keys(KEYS.get(key, key))
        for other in held:
            keys.key_up(KEYS[other])
        keys.perform()

    def type(self, text):
        """Type a text, key by key."""
        self._switch()
        self._client.actions.sequence("key", "keyboard").send_keys(
            [KEYS["Enter"] if key == "\n" else key for key in text]).perform()

    def resize(self, width, height):
        """Give the page a size in pixels."""
        self._switch()
        self._firefox.chrome("""const {style} = window.gBrowser.selectedBrowser;
            [style.maxWidth, style.maxHeight] = arguments.length
                ? [`${arguments[0]}px`, `${arguments[1]}px`] : ["", ""];""", width, height)

    def another(self):
        """Open another page of the same user."""
        return Page(self._firefox)

    @property
    def faults(self):
        """Return the errors that pages have reported, those of the content policy included.

        A file whose loading ends because the page is left is none.
        """
        return self._firefox.chrome("""return Services.console.getMessageArray()
            .filter(one => one instanceof Ci.nsIScriptError && !(one.flags & 1)
                && /^(?:https?|file):/.test(one.sourceName || "")
                && !/Failed to load .*A ServiceWorker/.test(one.message)
                || /Content-Security-Policy: The page.s settings blocked/.test(one.message))
            .map(one => one.message);""")

    def close(self):
        """Close the page."""
        self._switch()
        self._client.close()
        self._client.switch_to_window(self._first)
