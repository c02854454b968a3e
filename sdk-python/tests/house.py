"""The Crier that these tests run against, as `python.test.ts` started it."""

from __future__ import annotations

import json
import os
import secrets
import struct
import sys
import unittest
import zlib
from pathlib import Path
from typing import Any

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "src"))

from crier import Crier  # noqa: E402

from losing_proxy import LosingProxy  # noqa: E402

url = os.environ["CRIER_URL"]
key = os.environ["CRIER_API_KEY"]
account = os.environ["CRIER_ACCOUNT"]
read_only_key = os.environ["CRIER_READ_KEY"]
unpaid_key = os.environ["CRIER_UNPAID_KEY"]
# The names of this run, so that it finds nothing of an earlier one.
run = secrets.token_hex(4)


class HouseTest(unittest.TestCase):
    """A test with a client, and with one over a bad line."""

    def setUp(self) -> None:
        self.crier = self.client()
        self.line = LosingProxy(url)
        self.addCleanup(self.line.close)

    def client(self, **settings: Any) -> Crier:
        crier = Crier(**{"api_key": key, "base_url": url, **settings})
        self.addCleanup(crier.close)
        return crier

    def over_line(self, **settings: Any) -> Crier:
        """A client for which the bad line is the server."""
        return self.client(**{"base_url": self.line.url, **settings})

    def through_line(self, **settings: Any) -> Crier:
        """A client for which it is the proxy, so that uploads go over it too."""
        return self.client(**{"proxy": self.line.url, **settings})

    def draft(self, crier: Crier, **members: Any) -> Any:
        return crier.posts.create(**{"social_accounts": [account], "is_draft": True, **members})


def problem(status: int, code: str, **more: Any) -> bytes:
    return json.dumps({"status": status, "code": code, "detail": "Said so.", **more}).encode()


def picture(side: int = 16, seed: int = 1) -> bytes:
    """A PNG of this many pixels a side, whose bytes do not compress."""
    noise = bytearray()
    state = seed
    while len(noise) < 4096:
        state = (state * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
        noise.append(state >> 24)
    row_length = side * 3
    rows = b"".join(
        b"\0" + (bytes(noise[y % 64 :]) * (row_length // 2048 + 2))[:row_length]
        for y in range(side)
    )
    # Without compression each pixel takes three bytes.
    packed = zlib.compress(rows, 0)
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", packed), (b"IEND", b"")]
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
