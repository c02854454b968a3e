"""Deliveries are verified as the client for TypeScript does, by the same vectors."""

from __future__ import annotations

import base64
import json
import os
import time
import unittest
from typing import Any, Dict

import house

from crier import WebhookVerificationError, sign_webhook, verify_webhook

vectors = json.loads((house.root.parent / "sdk/test/webhook-vectors.json").read_text("utf-8"))
now: float = vectors["now"]
secret: str = vectors["secret"]
event: Dict[str, Any] = {"id": "1", "type": "post.posted", "data": {"text": "Grüße 🌊"}}


class WebhooksTest(unittest.TestCase):
    def test_the_vectors(self) -> None:
        self.assertGreater(len(vectors["cases"]), 12)
        for case in vectors["cases"]:
            with self.subTest(case["name"]):
                given = (case["payload"], case["headers"], case["secret"])
                if case["is_good"]:
                    verified = verify_webhook(*given, now=now)
                    self.assertEqual(verified, json.loads(case["payload"]))
                    continue
                with self.assertRaises(WebhookVerificationError):
                    verify_webhook(*given, now=now)

    def test_headers_and_bodies_may_be_those_of_any_framework(self) -> None:
        body, headers = sign_webhook(event, secret, now=now)
        for bag in (
            {name.upper(): value for name, value in headers.items()},
            {name.title(): [value] for name, value in headers.items()},
            [(name.encode(), value.encode()) for name, value in headers.items()],
            {**headers, "Other": None},
        ):
            for payload in (body, bytearray(body), memoryview(body), body.decode()):
                self.assertEqual(verify_webhook(payload, bag, secret, now=now), event)

    def test_the_tolerance_can_be_set_and_its_limits_are_inside(self) -> None:
        body, headers = sign_webhook(event, secret, now=now)
        signed = int(now)
        verify_webhook(body, headers, secret, now=signed + 300)
        verify_webhook(body, headers, secret, now=signed - 300)
        for late in (signed + 301, signed - 301):
            with self.assertRaisesRegex(WebhookVerificationError, "time"):
                verify_webhook(body, headers, secret, now=late)
        verify_webhook(body, headers, secret, now=signed + 301, tolerance=301)
        fresh = sign_webhook(event, secret)
        self.assertAlmostEqual(int(fresh.headers["webhook-timestamp"]), time.time(), delta=3)
        self.assertEqual(verify_webhook(*fresh, secret), event)

    def test_while_a_secret_is_rotated_both_are_good(self) -> None:
        other = f"whsec_{base64.b64encode(os.urandom(24)).decode()}"
        body, headers = sign_webhook(event, other, now=now)
        self.assertEqual(verify_webhook(body, headers, [secret, other], now=now), event)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(body, headers, secret, now=now)

    def test_a_secret_that_is_none_is_a_fault_of_the_program(self) -> None:
        body, headers = sign_webhook(event, secret, now=now)
        for wrong in ("whsec_", "whsec_%%%", "", "whsec_ü"):
            with self.assertRaises(ValueError):
                verify_webhook(body, headers, wrong, now=now)
            with self.assertRaises(ValueError):
                sign_webhook(event, wrong)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(body, {}, secret)


if __name__ == "__main__":
    unittest.main()
