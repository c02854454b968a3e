"""A change is made once, whatever goes wrong on the way, and hostile answers do no harm."""

from __future__ import annotations

import socket
import ssl
import threading
import time
import unittest
from typing import Any, List
from unittest import mock

import house
from losing_proxy import LosingProxy

from crier import (
    ApiError,
    ConflictError,
    NoAnswerError,
    NoAnswerInTimeError,
    RateLimitError,
    ServerError,
    Wait,
)

JSON = {"content-type": "application/json"}


class OnceTest(house.HouseTest):
    def setUp(self) -> None:
        super().setUp()
        # A pause between two tries need not be waited for.
        patch = mock.patch("crier._retry._FIRST_PAUSE", 0.01)
        patch.start()
        self.addCleanup(patch.stop)

    def ids(self, tag: str) -> List[str]:
        return [post["id"] for post in self.crier.posts.list(tag=tag)]

    def keys(self) -> List[str]:
        return [one.headers["idempotency-key"] for one in self.line.sent("POST")]

    def test_a_post_whose_sending_went_wrong_is_made_once(self) -> None:
        html = (502, {"content-type": "text/html"}, b"<h1>Bad Gateway</h1>")
        ways = [
            ["answer lost"],
            ["answer cut"],
            ["request lost"],
            ["request cut"],
            [html, (503, {}, b"")],
            ["answer lost", "answer cut", "request lost", html],
        ]
        for number, faults in enumerate(ways):
            with self.subTest(faults=faults):
                self.line.passed.clear()
                self.line.fail("POST", "/v1/posts", *faults)
                post = self.draft(self.over_line(), tags=[f"lost {number} {house.run}"])
                self.assertEqual(self.ids(f"lost {number} {house.run}"), [post["id"]])
                # Each try named the same change.
                self.assertEqual((len(self.keys()), len(set(self.keys()))), (len(faults) + 1, 1))

    def test_an_error_names_the_key_with_which_the_change_can_be_asked_for_later(self) -> None:
        later = f"later {house.run}"
        self.line.fail("POST", "/v1/posts", "answer lost")
        with self.assertRaises(NoAnswerError) as caught:
            self.draft(self.over_line(max_retries=0), tags=[later])
        key = caught.exception.idempotency_key
        self.assertEqual([key], self.keys())
        again = self.draft(self.crier, tags=[later], idempotency_key=key)
        self.assertEqual(self.ids(later), [again["id"]])

    def test_two_calls_have_two_keys_and_a_question_has_none(self) -> None:
        crier = self.over_line()
        self.draft(crier)
        self.draft(crier)
        self.assertEqual(len(set(self.keys())), 2)
        self.line.passed.clear()
        crier.posts.validate(social_accounts=[house.account], caption="Fine?")
        self.assertNotIn("idempotency-key", self.line.passed[0].headers)

    def test_retry_after_is_obeyed_and_told_of_before(self) -> None:
        busy = (429, {"retry-after": "1"}, house.problem(429, "rate_limited"))
        late = (429, {"retry-after": "3600"}, house.problem(429, "rate_limited"))
        self.line.fail("GET", "/v1/me", busy)
        waits: List[Wait] = []
        crier = self.over_line(on_wait=waits.append)
        began = time.monotonic()
        crier.me.get()
        self.assertGreaterEqual(time.monotonic() - began, 1)
        [wait] = waits
        self.assertEqual((wait.seconds, type(wait.error)), (1.0, RateLimitError))
        # A wait that would be longer than the call may take is not begun.
        self.line.fail("GET", "/v1/me", late)
        with self.assertRaises(RateLimitError) as caught:
            crier.me.get()
        self.assertEqual((caught.exception.retry_after, len(waits)), (3600.0, 1))
        self.line.fail(
            "GET", "/v1/me", (503, {"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, b"")
        )
        crier.me.get()
        self.assertEqual(waits[-1].seconds, 0.0)

    def test_tries_end_after_their_number(self) -> None:
        self.line.fail("GET", "/v1/me", *[(503, {"retry-after": "0"}, b"")] * 9)
        with self.assertRaises(ServerError) as caught:
            self.over_line(max_retries=3).me.get()
        self.assertEqual(caught.exception.code, "unexpected_answer")
        self.assertEqual(len(self.line.passed), 4)

    def test_a_first_request_that_still_runs_is_waited_for_and_another_conflict_is_not(
        self,
    ) -> None:
        running = (409, {"retry-after": "0"}, house.problem(409, "idempotency_in_progress"))
        self.line.fail("POST", "/v1/posts", *[running] * 9)
        self.draft(self.over_line(max_retries=1))
        self.assertEqual((len(self.keys()), len(set(self.keys()))), (10, 1))
        other = (409, {"retry-after": "0"}, house.problem(409, "already_processing"))
        self.line.fail("POST", "/v1/posts", other)
        with self.assertRaises(ConflictError):
            self.draft(self.over_line())
        self.assertEqual(len(self.keys()), 11)

    def test_silence_ends_in_time_and_all_tries_together(self) -> None:
        self.line.fail("GET", "/v1/me", *["silence"] * 9)
        began = time.monotonic()
        with self.assertRaises(NoAnswerInTimeError):
            self.over_line(timeout=0.2, total_timeout=0.7, max_retries=9).me.get()
        self.assertLess(time.monotonic() - began, 3)
        self.assertGreater(len(self.line.passed), 2)
        with self.assertRaises(NoAnswerInTimeError):
            self.over_line(max_retries=0).me.get(timeout=0.1)

    def test_a_redirect_is_refused_so_that_the_key_goes_nowhere_else(self) -> None:
        with LosingProxy(house.url) as elsewhere:
            place = {"location": f"{elsewhere.url}/v1/posts"}
            for status in (301, 302, 303, 307, 308):
                self.line.fail("POST", "/v1/posts", (status, place, b""))
                with self.assertRaises(ApiError) as caught:
                    self.draft(self.over_line())
                self.assertEqual(caught.exception.code, "unexpected_answer")
                self.assertEqual(caught.exception.status, status)
                self.assertIn(elsewhere.url, str(caught.exception))
            self.assertEqual(elsewhere.passed, [])

    def test_a_public_file_is_followed_without_the_key_and_never_out_of_tls(self) -> None:
        with LosingProxy(house.url) as elsewhere:
            self.line.fail("GET", "/media/", (302, {"location": f"{elsewhere.url}/file"}, b""))
            elsewhere.fail("GET", "/file", (200, {}, b"bytes"))
            self.assertEqual(self.over_line().media.read("x.png").read(), b"bytes")
            self.assertNotIn("authorization", self.line.passed[0].headers)
            self.assertNotIn("authorization", elsewhere.passed[0].headers)
        for place in ("file:///etc/passwd", "gopher://x/"):
            self.line.fail("GET", "/media/", *[(302, {"location": place}, b"")] * 2)
            with self.assertRaises(NoAnswerError):
                self.over_line(max_retries=0).media.read("x.png")

    def test_answers_that_are_not_of_crier_are_told_so(self) -> None:
        deep = b"[" * 100_000
        for body in (
            b"<h1>Welcome</h1>",
            b"",
            b"[]",
            b'"x"',
            b"\xff\xfe",
            b'{"a":',
            deep,
            b"1" * 9999,
        ):
            with self.subTest(body[:10]):
                self.line.fail("GET", "/v1/me", (200, JSON, body))
                with self.assertRaises(ApiError) as caught:
                    self.over_line().me.get()
                self.assertEqual(caught.exception.code, "unexpected_answer")
                self.assertIn("base_url", str(caught.exception))
        for body in (b"null", b'{"code": 7}', b'{"code":"x","errors":7,"status":"many"}', deep):
            self.line.fail("GET", "/v1/me", (418, JSON, body))
            with self.assertRaises(ApiError) as caught:
                self.over_line().me.get()
            self.assertEqual((caught.exception.status, caught.exception.errors), (418, []))

    def test_unknown_members_and_values_are_kept(self) -> None:
        body = b'{"id":"1","status":"sublime","new":{"deep":[1,null]}}'
        self.line.fail("GET", "/v1/posts/1", (200, JSON, body))
        post: Any = self.over_line().posts.get("1")
        self.assertEqual(post, {"id": "1", "status": "sublime", "new": {"deep": [1, None]}})

    def test_what_is_wrong_by_certificate_or_without_a_server_is_told(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with self.assertRaisesRegex(NoAnswerError, "did not answer") as caught:
            self.client(base_url=f"http://127.0.0.1:{port}", max_retries=2).me.get()
        self.assertIsInstance(caught.exception.__cause__, OSError)
        waits: List[Wait] = []
        wrong = ssl.SSLCertVerificationError("wrong host")
        with mock.patch("http.client.HTTPSConnection.connect", side_effect=wrong):
            crier = self.client(base_url="https://127.0.0.1", on_wait=waits.append)
            with self.assertRaises(NoAnswerError):
                crier.me.get()
        self.assertEqual(waits, [])


class HostileTest(house.HouseTest):
    """Servers that speak no good HTTP."""

    def answer(self, *pieces: bytes, pause: float = 0, hold: bool = False) -> str:
        """A server that answers each connection with these bytes. Answers its address."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        over = threading.Event()
        self.addCleanup(over.set)

        def serve() -> None:
            while True:
                try:
                    sock, _ = server.accept()
                except OSError:
                    return
                with sock:
                    sock.recv(65_536)
                    try:
                        for piece in pieces:
                            sock.sendall(piece)
                            if over.wait(pause):
                                return
                    except OSError:
                        continue
                    if hold:
                        over.wait(20)

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}"

    def fails(self, kind: Any, address: str, **settings: Any) -> None:
        began = time.monotonic()
        with self.assertRaises(kind):
            self.client(base_url=address, max_retries=0, **settings).me.get()
        self.assertLess(time.monotonic() - began, 5)

    def test_no_http_and_half_of_it(self) -> None:
        head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
        for said in (
            b"SSH-2.0-OpenSSH_9.2\r\n",
            b"HTTP/1.1 999999 Odd\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nconte",
            head + b"content-length: 100\r\n\r\n{}",
            head + b'transfer-encoding: chunked\r\n\r\n5\r\n{"a',
            head + b"transfer-encoding: chunked\r\n\r\nnonsense\r\n",
            b"HTTP/1.1 200 OK\r\n" + b"x: " + b"y" * 70_000 + b"\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 200 + b"\r\n",
        ):
            with self.subTest(said[:40]):
                self.fails(NoAnswerError, self.answer(said))

    def test_an_answer_that_comes_too_slowly_ends_in_time(self) -> None:
        slow = [b"HTTP/1.1 200 OK\r\n", *[b"x: y\r\n"] * 90]
        self.fails(NoAnswerInTimeError, self.answer(*slow, pause=0.05), timeout=0.5)
        body = [b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n", *[b" "] * 90]
        self.fails(NoAnswerInTimeError, self.answer(*body, pause=0.05), timeout=0.5)
        self.fails(NoAnswerInTimeError, self.answer(hold=True), timeout=0.3)

    def test_an_answer_without_an_end_is_not_kept_in_memory(self) -> None:
        endless = [b"HTTP/1.1 200 OK\r\n\r\n", *[b" " * 65_536] * 64]
        with (
            mock.patch("crier._answers.LONGEST_JSON", 1_000_000),
            mock.patch("crier._answers.read_all.__defaults__", (1_000_000,)),
        ):
            self.fails(ApiError, self.answer(*endless, hold=True))

    def test_a_connection_that_the_server_closed_while_it_was_kept_is_not_used(self) -> None:
        good = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
        crier = self.client(base_url=self.answer(good), max_retries=0)
        for _ in range(5):
            crier.me.get()
            time.sleep(0.02)


if __name__ == "__main__":
    unittest.main()
