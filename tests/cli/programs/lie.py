# SPDX-License-Identifier: MIT
"""Programs of the protocol with a planted fault each, without the helper: lie.py KIND. Honest prefix sums but for that."""
import array
import itertools
import json
import os
import subprocess
import sys
import time

KIND = sys.argv[1]
MASK = (1 << 32) - 1
source, sums = array.array("I"), array.array("I")
kept, state, log = {}, {"runs": 0, "fresh": True, "poisoned": False}, sys.stderr


def honest():
    sums[:] = array.array("I", (total & MASK for total in itertools.accumulate(source)))


def recall(key):
    if key not in kept:
        honest()
        kept[key] = sums[:]
    sums[:] = kept[key]


def execute(i, times):
    state["runs"] += 1
    if KIND == "replay":        # the first answer for ever
        recall("answer")
    elif KIND == "keyed":       # an answer for each 16 words of the input
        recall(source[::len(source) // 16 + 1].tobytes())
    elif KIND == "hashed":      # an answer for each input
        recall(hash(source.tobytes()))
    elif KIND == "known":       # the same, and nothing where an input comes behind the poison
        if not state["new"]:
            recall(hash(source.tobytes()))
    elif KIND == "pair":        # the same, of two inputs at most
        recall(hash(source.tobytes()))
        while len(kept) > 2:
            del kept[next(iter(kept))]
    elif KIND == "stale":       # nothing where the output looks right
        if sums[0] != source[0] or sums[-1] == sums[-2]:
            honest()
    elif KIND == "done":        # a flag that is never cleared
        if "done" not in kept:
            honest()
        kept["done"] = True
    elif KIND == "cached":      # nothing unless an input has come since
        if state["fresh"]:
            honest()
        state["fresh"] = False
    elif KIND == "sampled":     # samples leave out the end
        honest()
        if times > 1 or state["runs"] > 5:
            sums[-1] = 0
    elif KIND == "first":       # of many executions the first alone, whose answer goes at the end
        if i == 0 or times == 1:
            honest()
    elif KIND in ("lazy", "pending"):   # the work is done when the answer is given: always, or after an execution
        state["pending"] = True
    elif KIND == "early":       # the work is done when the input comes
        sums[:] = kept["early"]
    elif KIND == "in_place":    # the input is gone
        honest()
        source[:] = sums
    else:
        honest()
        if KIND == "wrong":
            sums[-1] ^= 1
        if KIND == "tail":
            sums[len(sums) - len(sums) // 8:] = array.array("I", bytes(4 * (len(sums) // 8)))
        if KIND == "racy" and state["runs"] % 5 == 0:
            sums[7] ^= 1
        if KIND in ("hang", "deaf") and state["runs"] > 5:
            time.sleep(1000)
        if KIND == "crash" and state["runs"] > 5:
            os.kill(os.getpid(), 11)
        if KIND == "child" and "child" not in kept:
            kept["child"] = subprocess.Popen(["sleep", "1000"], start_new_session=True)
            print(kept["child"].pid, file=open(os.environ["LEFT"], "a", encoding="ascii"))


def run(request):
    times, poison = request["times"], request.get("poison")
    if poison is not None:
        state["pending"] = state["new"] = False
        sums[:] = array.array("I", [poison]) * len(sums)
    state["poisoned"] = times == 0
    begin = time.monotonic_ns()
    for i in range(times):
        if KIND != "once" or i == 0:
            execute(i, times)
    wall = time.monotonic_ns() - begin
    if not times:
        return {"times": 0, "wall_ns": 0}
    return {"one_ns": {"times": times, "wall_ns": 1}, "half": {"times": times, "wall_ns": wall // 2},
            "late": {"times": times, "wall_ns": 3 * wall + 10 ** 9}, "nan": {"times": times, "wall_ns": float("nan")},
            "text": {"times": times, "wall_ns": "fast"}, "below": {"times": times, "wall_ns": -1},
            "fewer": {"times": times - 1, "wall_ns": wall}, "untimed": {"times": times},
            "real": {"times": float(times), "wall_ns": wall},
            "device": {"times": times, "wall_ns": wall, "device_ns": 10 ** 12},
            "tenth": {"times": times, "wall_ns": wall, "device_ns": wall // 10},
            "stamped": {"times": times, "wall_ns": wall, "device_ns": wall - wall // 50},
            "bound": {"times": times, "wall_ns": wall, "device_ns": wall // 10, "enqueue_ns": wall - wall // 50},
            "enqueued": {"times": times, "wall_ns": wall, "enqueue_ns": "late"},
            "sorry": {"unsupported": "not today"} if state["runs"] > 5 else {"times": times, "wall_ns": wall},
            }.get(KIND, {"times": times, "wall_ns": wall})


def answer(request):
    do = request["do"]
    if do == "hello":
        return {"protocol": 2 if KIND == "version" else 1, "name": "" if KIND == "nameless" else "lie " + KIND,
                "api": {"elsewhere": "cuda", "tenth": "opencl", "stamped": "opencl", "bound": "opencl"}.get(KIND, "host")}
    if do == "prepare":
        for one, data in ((request["inputs"][0], source), (request["outputs"][0], sums)):
            data[:] = array.array("I", bytes(one["bytes"]))
    if do == "inputs":
        state["fresh"], state["new"] = True, state["poisoned"]
        offset = request["offset"] // 4
        with open(request["files"]["source"], "rb") as file:
            words = array.array("I", file.read())
        source[offset:offset + len(words)] = words
        if KIND == "early":
            for _ in range(4):  # the engine's slack for sending is 2 ms, about what one takes
                honest()
            kept["early"] = sums[:]
    if do == "run":
        return run(request)
    if do == "give":
        if KIND == "lazy" or (KIND == "pending" and state["pending"]):
            honest()
        if KIND != "no_file":
            data = sums.tobytes()
            with open(request["files"]["sums"], "wb") as file:
                file.write(data[:-4] if KIND == "short" else data + b"more" if KIND == "long" else data)
    return {}


def say(text):
    os.write(1, text.encode("latin1") if isinstance(text, str) else text)


if KIND in ("child", "deaf", "hang"):
    print(os.getpid(), file=open(os.environ["LEFT"], "a", encoding="ascii"))
if KIND == "plants":
    print(file=open(os.path.dirname(os.environ["LEFT"]) + "/cache/claimcheck/answer-planted.bin", "w", encoding="ascii"))
if KIND == "deaf":
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if KIND == "mute":
    sys.exit(3)
if KIND == "gone":
    sys.exit("no such device here") if False else (log.write("no such device here\n"), os._exit(77))
if KIND == "spy":
    log.write(" ".join(sorted(os.environ)) + "\n")
    sys.exit(5)
while KIND == "flood":
    say("x" * 65536)
while KIND == "log_flood":
    log.write("x" * 65535 + "\n")
for line in sys.stdin:
    request = json.loads(line)
    reply = json.dumps({"id": request["id"], **answer(request)}, separators=(",", ":"))
    number = request["id"]
    if KIND == "noise":
        say(b"\xff\x00no newline {\"id\":7,\n{\"id\":%d,\"times\":1,\"wall_ns\":1}\n" % (number - 1))
    if KIND == "array":
        reply = f"[{number}]" if state["runs"] > 5 else reply
    if KIND == "twice":
        reply = '{"id":%d,' % number + reply[1:]
    if KIND == "indented" and state["runs"] > 5:
        reply = " " + reply
    if KIND == "closed" and state["runs"] > 5:
        os.close(1)
        time.sleep(1000)
    if KIND == "broken" and request["do"] == "run":
        reply = reply[:-1]
    say(reply + "\n")
    if KIND == "ahead":   # what it will say to the next request, now, and that is all it ever says to a run
        say('{"id":%d,"times":1,"wall_ns":1}\n' % (number + 1))
        if request["do"] == "prepare":
            continue
    if request["do"] == "end":
        break
if KIND == "lingers":
    time.sleep(1000)
if KIND == "bad_end":
    sys.exit(9)
if KIND == "stays":
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
