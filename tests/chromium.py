"""Drives a headless Chromium over a pipe, by its own protocol, where one is installed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WHY_NOT = "no Chromium is installed here (Debian: apt-get install chromium)"
_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--hide-scrollbars", "--force-color-profile=srgb", "--disable-background-networking",
    "--no-first-run", "--remote-debugging-pipe", "--disable-extensions", "--mute-audio",
)  # fmt: skip


class Browser:
    """A browser with one page. `requests` are the addresses that the page has asked for, `errors` what went wrong."""

    def __init__(self, process: subprocess.Popen[bytes], out: int, back: int) -> None:
        self._process, self._out, self._back = process, out, back
        self._left, self._count, self._session = b"", 0, ""
        self.requests: list[str] = []
        self.errors: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": arguments}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            data = os.read(self._back, 1 << 20)
            if not data:
                raise RuntimeError("the browser has ended")
            self._left += data
        line, _, self._left = self._left.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        self._note(answer.get("method", ""), answer.get("params", {}))
        return answer

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"][:200])
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.errors.append(told["entry"]["text"])

    def size(self, width: int, height: int, touch: bool = False) -> None:
        """Give the page a window of this size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)

    def open(self, path: Path, fragment: str = "", ready: str = "typeof player === 'object'") -> None:
        """Open a file, and wait until it has loaded and the player is there, or whatever says that it is `ready`."""
        self.requests.clear()
        self.errors.clear()
        self.call("Page.navigate", url=path.resolve().as_uri() + fragment)
        self.wait(f"document.readyState === 'complete' && ({ready} || !$('notice').hidden)", 120.0)

    def wait(self, condition: str, seconds: float = 30.0) -> None:
        """Wait until something in the page is true."""
        ticks = round(seconds * 50)
        self.evaluate(
            "new Promise((done, fail) => { let left = " + str(ticks) + "; (function look() { let is = false;"
            "try { is = " + condition + "; } catch {} if (is) done(); else if (!left--) fail(new Error("
            + json.dumps(f"it has never become true: {condition}") + ")); else setTimeout(look, 20); })(); })"
        )  # fmt: skip

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def picture(self, clip: dict[str, float] | None = None) -> bytes:
        """Return what the page shows, or a part of it, as PNG."""
        more: dict[str, Any] = {"clip": {**clip, "scale": 1}} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **more)["data"])

    def key(self, key: str, code: int = 0, shift: bool = False) -> None:
        """Press a key and let it go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, modifiers=8 if shift else 0
            )


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser, and end it."""
    assert PROGRAM is not None, WHY_NOT
    to_it, out = os.pipe()
    back, from_it = os.pipe()
    with tempfile.TemporaryDirectory(prefix="sandbox-chromium-", ignore_cleanup_errors=True) as folder:
        # The protocol reads from descriptor 3 and writes to 4.
        line = f'exec 3<&{to_it} 4>&{from_it}; exec "$@"'
        process = subprocess.Popen(
            ["bash", "-c", line, "bash", PROGRAM, *_OPTIONS, f"--user-data-dir={folder}"],
            pass_fds=(to_it, from_it), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_it)
        os.close(from_it)
        try:
            yield Browser(process, out, back)
        finally:
            os.close(out)
            os.close(back)
            process.terminate()
            process.wait(20)
