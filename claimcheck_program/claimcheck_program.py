# SPDX-License-Identifier: MIT
"""claimcheck_program: a variant of a technique as a program in Python.

    import numpy
    import claimcheck_program as cc

    def execute(c):                          # once, from inputs to outputs, no waiting
        numpy.cumsum(c.source, out=c.sums)

    cc.main("numpy " + numpy.__version__, execute)

Inputs and outputs are arrays of the case, by their names in technique.json, and c.point has the axes and "let" by
name. set_up(c) is called once for each point, before any input is there. back="torch" (Triton, too) and back="cupy"
have them on the device. What is printed goes to stderr, for stdout is claimcheck's.
"""
import importlib
import json
import os
import sys
import time


def need(name):
    """The module; where it is not installed the program ends, and its cases are unsupported."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        sys.stderr.write(f"{error}: install it for Python {sys.version.split()[0]}\n")
        sys.exit(77)


numpy = need("numpy")
PROTOCOL = 1
TYPES = {"uint": "uint32", "int": "int32", "float": "float32", "double": "float64", "uint64_t": "uint64",
         "int64_t": "int64", "uint16_t": "uint16", "int16_t": "int16", "uint8_t": "uint8", "int8_t": "int8",
         "float16_t": "float16"}


class Unsupported(Exception):
    """Raised by set_up(): this point cannot be had, and why."""


class Host:
    api, has_clock = "host", False

    def take(self, count, kind):
        return numpy.empty(count, kind)

    def write(self, array, first, words):
        array[first:first + len(words)] = words

    def read(self, array):
        return array

    def fill(self, array, words):
        self.write(array, 0, words)

    def wait(self):
        pass


class Torch(Host):
    """Unsigned words are held as signed ones where torch adds no others: their bits are the same."""

    api, has_clock = "cuda", True
    KINDS = {"uint32": "int32", "uint64": "int64", "uint16": "int16"}

    def __init__(self):
        self.torch = torch = need("torch")
        if not torch.cuda.is_available():
            raise Unsupported("torch finds no device")
        self.events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]

    def take(self, count, kind):
        return self.torch.empty(count, dtype=getattr(self.torch, self.KINDS.get(kind, kind)), device="cuda")

    def write(self, array, first, words):
        kind = self.KINDS.get(str(words.dtype), str(words.dtype))
        array[first:first + len(words)].copy_(self.torch.from_numpy(words.view(kind).copy()))

    def read(self, array):
        return array.cpu().numpy()

    def wait(self):
        self.torch.cuda.synchronize()

    def stamp(self, last):
        self.events[last].record()

    def device_ns(self):
        return 1e6 * self.events[0].elapsed_time(self.events[1])


class Cupy(Host):
    api, has_clock = "cuda", True

    def __init__(self):
        self.cupy = cupy = need("cupy")
        self.events = [cupy.cuda.Event() for _ in range(2)]

    def take(self, count, kind):
        return self.cupy.empty(count, kind)

    def write(self, array, first, words):
        array[first:first + len(words)] = self.cupy.asarray(words)

    def read(self, array):
        return self.cupy.asnumpy(array)

    def wait(self):
        self.cupy.cuda.get_current_stream().synchronize()

    def stamp(self, last):
        self.events[last].record()

    def device_ns(self):
        return 1e6 * self.cupy.cuda.get_elapsed_time(*self.events)


class Case:
    """What set_up() and execute() see; a program may put things of its own there, too."""


def _number(text):
    return int(text) if isinstance(text, str) and text.isdigit() else text


class Program:
    def __init__(self, name, execute, set_up, back):
        self.name, self.execute, self.set_up = name, execute, set_up
        self.kind, self.back, self.case, self.arrays, self.outputs = back, None, None, {}, []

    def hello(self, _request):
        self.back = {"host": Host, "torch": Torch, "cupy": Cupy}[self.kind]()
        return {"protocol": PROTOCOL, "name": self.name, "api": self.back.api}

    def prepare(self, request):
        self.case = Case()
        self.case.point = {name: _number(value) for name, value in request["point"].items()}
        self.kinds = {one["name"]: TYPES[one["type"]] for one in request["inputs"] + request["outputs"]}
        self.arrays = {one["name"]: self.back.take(one["bytes"] // numpy.dtype(self.kinds[one["name"]]).itemsize,
                                                   self.kinds[one["name"]])
                       for one in request["inputs"] + request["outputs"]}
        self.outputs = [one["name"] for one in request["outputs"]]
        vars(self.case).update(self.arrays)
        if self.set_up:
            self.set_up(self.case)
        return {}

    def inputs(self, request):
        for name, path in request["files"].items():
            kind = self.kinds[name]
            first, itemsize = request.get("offset", 0), numpy.dtype(kind).itemsize
            data = numpy.fromfile(path, numpy.uint8)
            if first % itemsize or len(data) % itemsize:  # words of 32 bits of longer numbers
                whole = numpy.array(self.back.read(self.arrays[name])).view(numpy.uint8)
                whole[first:first + len(data)] = data
                first, data = 0, whole
            self.back.write(self.arrays[name], first // itemsize, data.view(kind))
        self.back.wait()
        return {}

    def run(self, request):
        back, times, execute, case = self.back, request["times"], self.execute, self.case
        if "poison" in request:
            for name in self.outputs:
                array = self.arrays[name]
                count = len(array) * numpy.dtype(self.kinds[name]).itemsize // 4
                back.fill(array, numpy.full(count, request["poison"], numpy.uint32).view(self.kinds[name]))
        back.wait()
        outputs = {name: getattr(case, name) for name in self.outputs}
        begin = time.monotonic_ns()
        if back.has_clock:
            back.stamp(0)
        for _ in range(times):
            execute(case)
        enqueue = time.monotonic_ns() - begin
        if back.has_clock:
            back.stamp(1)
        back.wait()
        reply = {"times": times, "wall_ns": time.monotonic_ns() - begin}
        if back.has_clock:
            reply.update(device_ns=back.device_ns(), enqueue_ns=enqueue)
        for name, array in outputs.items():
            now = getattr(case, name)
            if now is not array and isinstance(now, numpy.ndarray) and not numpy.may_share_memory(now, array):
                raise TypeError(f"execute() puts another array into c.{name}: write c.{name}[:] = ...")
        return reply

    def give(self, request):
        for name, path in request["files"].items():
            self.back.read(self.arrays[name]).tofile(path)
        return {}

    def end(self, _request):
        return {}


def main(name, execute, set_up=None, back="host"):
    requests, replies = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    program = Program(name, execute, set_up, back)
    for line in requests:
        request = json.loads(line)
        try:
            reply = getattr(program, request["do"])(request)
        except Unsupported as why:
            reply = {"unsupported": str(why)}
        replies.write(json.dumps({"id": request["id"], **reply}, separators=(",", ":")) + "\n")
        replies.flush()
        if request["do"] == "end":
            break
