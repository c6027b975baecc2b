# SPDX-License-Identifier: MIT
"""browser.py: Chromium, as a test uses it, and axe-core, where scripts/test has put it."""
import json
import os
import subprocess

AXE = """axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations
  .filter(v => v.impact !== 'minor')
  .map(v => 'axe: ' + v.id + ', ' + v.nodes.length + ' times: ' + v.nodes[0].html.slice(0, 100)))"""
AXE_FILE = os.path.join(os.path.dirname(__file__), "../../build/node/node_modules/axe-core/axe.min.js")


class Browser:
    """Chromium, by its protocol for debuggers, through pipes."""

    def __init__(self, program, folder):
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()

        def pipes():
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir=" + folder]
        self.process = subprocess.Popen([program, *arguments], preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.count, self.events, self.session = b"", 0, [], None

    def message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise EOFError("Chromium has gone")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.events.append(answer)

    def wait(self, event):
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self.message())

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value", ["no value: %s" % answer.get("exceptionDetails", "")])

    def open(self, path):
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.events = []
        self.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def show(self, width, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key, code):
        for what in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=what, key=key, code=key, windowsVirtualKeyCode=code,
                      **({"text": "\r"} if what == "keyDown" else {}))

    def faults(self):
        bad = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        asked = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return (["the console: " + json.dumps(e["params"])[:300] for e in self.events if e.get("method") in bad]
                + ["asked for " + url[:100] for url in asked if not url.startswith("data:") and not url.endswith(".html")])


def axe_faults(browser):
    if not os.path.exists(AXE_FILE):
        return []
    with open(AXE_FILE, encoding="utf-8") as file:
        browser.call("Runtime.evaluate", expression=file.read())
    return browser.value(AXE)
