"""Events come as they happen, and after a broken connection behind the last one."""

from __future__ import annotations

import threading
import time
import unittest
from typing import Any, Iterable, List
from unittest import mock

import house

from crier import AuthenticationError
from crier._read_event_stream import read_event_stream

STREAM = {"content-type": "text/event-stream"}


def message(event_id: str, end: str = "\n") -> str:
    data = f'data: {{"id": "{event_id}", "type": "post.posted", "data": {{}}}}'
    return end.join([f"id: {event_id}", "event: post.posted", data, "", ""])


class EventsTest(house.HouseTest):
    def setUp(self) -> None:
        super().setUp()
        patch = mock.patch("crier._retry._FIRST_PAUSE", 0.01)
        patch.start()
        self.addCleanup(patch.stop)

    def created(self) -> List[str]:
        events: Iterable[Any] = self.crier.events.list(type="post.created")
        return [event["data"]["id"] for event in events]

    def place(self) -> str:
        """The end of what has happened, when all of it can be read."""
        post = self.draft(self.crier)["id"]
        while post not in self.created():
            time.sleep(0.02)
        return str(self.crier.events.list(cursor="now").page().meta["cursor"])

    def test_a_program_follows_what_happens_over_connections_that_break(self) -> None:
        place = self.place()
        made: List[str] = []
        seen: List[str] = []
        stream = self.over_line().events.stream(last_event_id=place, type=["post.created"])
        with stream:
            for number in range(4):
                made.append(self.draft(self.crier)["id"])
                event: Any = next(stream)
                seen.append(event["data"]["id"])
                if number == 1:
                    self.line.cut()
                if number == 2:
                    self.line.fail(
                        "GET", "/v1/events", "request lost", (503, {"retry-after": "0"}, b"")
                    )
                    self.line.cut()
        self.assertEqual(seen, made)
        asked = [one.headers["last-event-id"] for one in self.line.sent("GET", "/v1/events")]
        self.assertEqual(asked[0], place)
        self.assertGreaterEqual(len(set(asked)), 3)
        # A program that was started again goes on behind what it has handled.
        made.append(self.draft(self.crier)["id"])
        with self.crier.events.stream(last_event_id=stream.cursor, type="post.created") as again:
            following: Any = next(again)
        self.assertEqual(following["data"]["id"], made[-1])

    def test_a_stream_is_ended_by_another_thread(self) -> None:
        stream = self.crier.events.stream(type="post.deleted")
        threading.Timer(0.3, stream.close).start()
        began = time.monotonic()
        self.assertEqual(list(stream), [])
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(list(stream), [])

    def test_a_connection_on_which_nothing_comes_is_opened_anew(self) -> None:
        ends = (200, STREAM, (message("1") + message("2")[:25]).encode())
        self.line.fail("GET", "/v1/events", ends, "silence", (200, STREAM, message("2").encode()))
        with self.over_line().events.stream(silence=0.3) as stream:
            events = [next(stream), next(stream)]
        self.assertEqual([event["id"] for event in events], ["1", "2"])
        asked = [one.headers.get("last-event-id") for one in self.line.passed]
        self.assertEqual(asked, [None, "1", "1"])

    def test_a_refusal_ends_the_stream_with_its_error(self) -> None:
        began = time.monotonic()
        with self.assertRaises(AuthenticationError):
            next(self.client(api_key="crier_test_wrong").events.stream())
        self.assertLess(time.monotonic() - began, 3)

    def test_a_redirect_does_not_take_the_key_along(self) -> None:
        self.line.fail("GET", "/v1/events", (302, {"location": "http://127.0.0.1:1/"}, b""))
        with self.assertRaisesRegex(Exception, "base_url"):
            next(self.over_line().events.stream())


class ReadEventStreamTest(unittest.TestCase):
    def read(self, text: str, size: int) -> List[Any]:
        data = text.encode()
        pieces = (data[at : at + size] for at in range(0, len(data), size))
        return [tuple(one) for one in read_event_stream(pieces, self.retries.append)]

    def setUp(self) -> None:
        self.retries: List[float] = []

    def test_messages_are_whole_in_whatever_pieces_they_come(self) -> None:
        text = (
            "\ufeffretry: 1500\n\nid: place\n\n: quiet\n"
            "data: one\r\ndata:two\rid: 7\r\r\nnonsense\n\nid: 8\ndata: Grüße 🌊\n\ndata: cut"
        )
        expected = [("place", ""), ("7", "one\ntwo"), ("8", "Grüße 🌊")]
        for size in (1, 2, 3, 1000):
            with self.subTest(size):
                self.assertEqual(self.read(text, size), expected)
        self.assertEqual(self.retries, [1.5] * 4)

    def test_a_line_without_an_end_is_given_up(self) -> None:
        endless = (b"x" * 1_000_000 for _ in range(1000))
        with self.assertRaisesRegex(Exception, "too long"):
            list(read_event_stream(endless, self.retries.append))
        many = (b"data: " + b"x" * 1_000_000 + b"\n" for _ in range(1000))
        with self.assertRaisesRegex(Exception, "too long"):
            list(read_event_stream(many, self.retries.append))


if __name__ == "__main__":
    unittest.main()
