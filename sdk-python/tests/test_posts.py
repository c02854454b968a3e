"""Programs make posts, learn their outcomes, walk lists, and are refused with a reason."""

from __future__ import annotations

import json
import os
import pickle
import threading
import unittest
import warnings
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any, List
from uuid import UUID

import house

from crier import (
    ApiError,
    AuthenticationError,
    ConflictError,
    Crier,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    StaleError,
    SubscriptionRequiredError,
    answer_of,
)


class PostsTest(house.HouseTest):
    def test_a_post_is_published_and_its_outcome_is_waited_for(self) -> None:
        post = self.crier.posts.create(caption="Hello", social_accounts=[house.account])
        self.assertEqual(post["status"], "processing")
        looks: List[str] = []
        done = self.crier.posts.wait(
            post["id"], on_progress=lambda one: looks.append(one["status"])
        )
        self.assertEqual(done["status"], "posted")
        [result] = done["results"]
        self.assertTrue(result["success"])
        self.assertRegex(str(result["platform_data"]["url"]), "^http")
        with self.assertRaises(ConflictError) as caught:
            self.crier.posts.delete(post["id"])
        self.assertEqual(caught.exception.code, "already_posted")

    def test_a_wait_ends_with_its_patience(self) -> None:
        at = datetime.now(timezone.utc) + timedelta(days=2)
        post = self.crier.posts.create(
            caption="Later", social_accounts=[house.account], scheduled_at=at
        )
        self.assertEqual(self.crier.posts.wait(post["id"], patience=0.3)["status"], "scheduled")
        self.assertAlmostEqual(
            datetime.fromisoformat(str(post["scheduled_at"]).replace("Z", "+00:00")).timestamp(),
            at.timestamp(),
            delta=0.002,
        )
        # None is null, which publishes now; a member that is not given stays as it is.
        changed = self.crier.posts.update(post["id"], is_draft=True, scheduled_at=None)
        self.assertEqual((changed["scheduled_at"], changed["caption"]), (None, "Later"))

    def test_a_list_is_walked_over_three_pages_each_row_once(self) -> None:
        walk = f"walk {house.run}"
        made = {self.draft(self.crier, tags=[walk])["id"] for _ in range(25)}
        crier = self.over_line()
        seen = []
        for post in crier.posts.list(tag=walk, status=["draft", "scheduled"], limit=10):
            seen.append(post["id"])
            if len(seen) == 5:
                # A row that comes meanwhile shifts no other.
                self.draft(self.crier, tags=[walk])
        self.assertEqual((len(seen), set(seen)), (25, made))
        self.assertEqual(len(self.line.sent("GET")), 3)
        self.assertIn("status=draft&status=scheduled", self.line.passed[0].path)
        listed = self.crier.posts.list(tag=walk)
        self.assertEqual(len(listed.to_list(limit=7)), 7)
        self.assertEqual(listed.to_list(limit=0), [])
        page = self.crier.posts.list(tag=walk, limit=20, offset=20).page()
        self.assertEqual((len(page.data), page.meta["total"], page.meta["next"]), (6, 26, None))
        self.assertEqual(len(self.crier.posts.list(tag=walk, offset=20, limit=5).to_list()), 6)
        self.assertEqual(
            [len(one.data) for one in self.crier.posts.list(tag=walk, limit=13).pages()], [13, 13]
        )
        first = listed.first()
        self.assertEqual(first and first["tags"], [walk])
        self.assertIsNone(self.crier.posts.list(tag="nobody").first())

    def test_a_change_is_refused_where_the_post_is_not_the_one_that_was_read(self) -> None:
        post = self.crier.posts.get(self.draft(self.crier)["id"])
        facts = answer_of(post)
        assert facts is not None
        self.assertTrue(facts.request_id)
        self.assertEqual(facts.headers["ETAG"], facts.etag)
        self.crier.posts.update(post["id"], caption="Mine", if_match=facts.etag)
        with self.assertRaises(StaleError):
            self.crier.posts.update(post["id"], caption="Yours", if_match=facts.etag)
        self.assertIsNone(answer_of(dict(post)))

    def test_a_refusal_says_every_fault_and_goes_to_another_process_whole(self) -> None:
        with self.assertRaises(InvalidRequestError) as caught:
            self.crier.request("POST", "/v1/posts", body={"social_accounts": [], "colour": "green"})
        error = caught.exception
        self.assertEqual((error.status, error.errors[0]["pointer"]), (422, "/colour"))
        self.assertRegex(str(error.request_id), "^[\\w-]{20,}$")
        self.assertTrue(error.detail and error.idempotency_key)
        copy = pickle.loads(pickle.dumps(error))
        self.assertIs(type(copy), InvalidRequestError)
        for name in ("status", "code", "detail", "errors", "request_id", "idempotency_key"):
            self.assertEqual(getattr(copy, name), getattr(error, name))
        self.assertEqual(str(copy), str(error))

    def test_no_key_no_right_nothing_there_no_subscription_each_is_an_error_of_its_own(
        self,
    ) -> None:
        def refused(kind: Any, api_key: str, call: Any) -> ApiError:
            with self.assertRaises(kind) as caught:
                call(self.client(api_key=api_key, max_retries=0))
            self.assertIs(type(caught.exception), kind)
            error: ApiError = caught.exception
            return error

        refused(AuthenticationError, "crier_test_wrong", lambda crier: crier.me.get())
        error = refused(
            PermissionDeniedError, house.read_only_key, lambda crier: crier.test_clock.move()
        )
        self.assertEqual(error.code, "scope_missing")
        absent = "0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30"
        refused(NotFoundError, house.key, lambda crier: crier.posts.get(absent))
        refused(SubscriptionRequiredError, house.unpaid_key, lambda crier: crier.me.get())

    def test_one_client_serves_many_threads_over_connections_that_are_kept(self) -> None:
        crier = self.over_line()
        for _ in range(10):
            crier.me.get()
        self.assertEqual(self.line.connections, 1)
        ready = threading.Barrier(8)

        def work(number: int) -> str:
            ready.wait()
            return str(self.draft(crier, caption=f"Thread {number}")["caption"])

        with ThreadPoolExecutor(8) as pool:
            captions = list(pool.map(work, range(8)))
        self.assertEqual(captions, [f"Thread {number}" for number in range(8)])
        self.assertLessEqual(self.line.connections, 9)

    def test_a_process_that_was_forked_has_a_connection_of_its_own(self) -> None:
        crier = self.over_line()
        crier.me.get()
        with warnings.catch_warnings():
            # The other thread is that of the bad line, which the child leaves alone.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                os._exit(0 if crier.me.get()["mode"] == "test" else 1)
            finally:
                os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(self.line.connections, 2)
        crier.me.get()
        self.assertEqual(self.line.connections, 2)

    def test_a_client_reads_its_settings_from_the_environment_and_hides_its_key(self) -> None:
        with Crier() as usual:
            self.assertEqual(usual.me.get()["mode"], "test")
            self.assertNotIn(house.key, repr(usual))
            self.assertNotIn(house.key, repr(usual._transport.settings))
        with self.assertRaisesRegex(RuntimeError, "closed"):
            usual.me.get()
        for wrong in (
            "crier.example.org",
            "ftp://x",
            "http://user:word@x",
            "http://x?y",
            "http://",
        ):
            with self.assertRaises(ValueError):
                Crier("key", wrong)
        for wrong in (" ", "a\r\nb", "schlüssel"):
            with self.assertRaises(ValueError):
                Crier(wrong, house.url)

    def test_values_of_python_are_sent_as_what_they_mean(self) -> None:
        name = UUID(int=7)
        post = self.draft(
            self.crier,
            external_id=name,
            tags=deque(["a", "b"]),
            metadata=MappingProxyType({"k": "v"}),
        )
        self.assertEqual(post["external_id"], str(name))
        self.assertEqual((post["tags"], post["metadata"]), (["a", "b"], {"k": "v"}))
        listed = self.crier.posts.list(external_id=[str(name)], in_calendar=True).to_list()
        self.assertLessEqual(len(listed), 1)
        for wrong in (b"bytes", object(), float("nan"), {"x": b"y"}):
            with self.assertRaises((TypeError, ValueError)):
                self.draft(self.crier, caption=wrong)
        with self.assertRaises(TypeError):
            self.crier.posts.list(text=b"bytes").page()  # type: ignore[arg-type]

    def test_an_answer_without_bytes_needs_no_end(self) -> None:
        crier = self.over_line()
        to = crier.media.create_upload_url(name="a.png", mime_type="image/png", size_bytes=70)
        place = to["upload_url"].replace(house.url, self.line.url)
        self.assertEqual(crier.media.check_upload_url(place).status, 200)
        crier.me.get()
        self.assertEqual(self.line.connections, 1)

    def test_times_without_a_zone_and_ids_that_lead_elsewhere_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "zone"):
            self.draft(self.crier, scheduled_at=datetime(2030, 1, 1))
        with self.assertRaisesRegex(ValueError, "zone"):
            self.crier.posts.list(scheduled_from=datetime(2030, 1, 1)).page()
        crier = self.over_line()
        for wrong in ("", ".", ".."):
            with self.assertRaises(ValueError):
                crier.posts.delete(wrong)
        with self.assertRaises(NotFoundError):
            crier.posts.get("../me?x#y")
        self.assertEqual([one.path for one in self.line.passed], ["/v1/posts/..%2Fme%3Fx%23y"])

    def test_any_operation_can_be_called_by_its_path(self) -> None:
        answer = self.crier.request("GET", "/v1/me", query={"ignored": None})
        self.assertEqual((answer.status, answer.json()["mode"]), (200, "test"))
        for wrong in (
            "v1/me",
            "/v1/m e",
            "/v1/me\r\nX: y",
            "/v1/mü",
            "@elsewhere.example/v1/me",
            "https://elsewhere.example/",
        ):
            with self.assertRaises(ValueError):
                self.crier.request("GET", wrong)


if __name__ == "__main__":
    unittest.main()
