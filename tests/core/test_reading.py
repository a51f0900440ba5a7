"""Data is read as types of ours by many threads at once."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from ludex.core.kernel.reading import read, read_json

SCRIPT = """
import sys, threading
import msgspec
from ludex.core.kernel.reading import read

sys.setswitchinterval(1e-6)
for number in range(150):
    fields = [(f"f{each}", dict[str, list[int]], {}) for each in range(6)]
    parts = [msgspec.defstruct(f"Part{each}", fields) for each in range(4)]
    whole = msgspec.defstruct("Whole", [(f"a{each}", part | None) for each, part in enumerate(parts)])
    together = threading.Barrier(4)

    def reads():
        together.wait()
        read({f"a{each}": {"f1": {"x": [1]}} for each in range(4)}, whole)

    threads = [threading.Thread(target=reads) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("fine")
"""


class Told(msgspec.Struct, frozen=True):
    words: str


def test_many_threads_read_a_type_for_the_first_time() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


def test_what_is_read_is_of_its_type_or_told_to_be_none() -> None:
    assert read({"words": "Hello"}, Told) == read_json('{"words": "Hello"}', Told) == Told("Hello")
    for wrong in ({"words": 3}, {}):
        with pytest.raises(msgspec.ValidationError):
            read(wrong, Told)
        with pytest.raises(msgspec.ValidationError):
            read_json(msgspec.json.encode(wrong), Told)
    with pytest.raises(msgspec.DecodeError):
        read_json("{", Told)
