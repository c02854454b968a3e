"""Every operation is asked for as the document of the running server says."""

from __future__ import annotations

import inspect
import json
import re
import unittest
import urllib.request
from typing import Any, Dict, List, Tuple
from urllib.parse import parse_qsl, unquote

import house
from losing_proxy import LosingProxy, Passed

places = json.loads((house.root / "tests/generated_places.json").read_text())
by_hand = {"uploadMedia", "createResumableUpload"}


def described() -> Dict[str, Tuple[str, str, Any]]:
    with urllib.request.urlopen(f"{house.url}/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    return {
        one["operationId"]: (verb.upper(), path, one)
        for path, verbs in paths.items()
        for verb, one in verbs.items()
    }


def find(crier: Any, place: str) -> Any:
    for part in place.split("."):
        crier = getattr(crier, part)
    return crier


class OperationsTest(house.HouseTest):
    def setUp(self) -> None:
        super().setUp()
        self.echo = LosingProxy(house.url)
        self.addCleanup(self.echo.close)

    def test_each_operation_of_the_server_has_a_method(self) -> None:
        operations = described()
        self.assertGreater(len(operations), 90)
        # A server without payments lacks some.
        self.assertEqual(set(operations) - set(places), set())
        for operation in operations:
            with self.subTest(operation):
                self.assertTrue(callable(find(self.crier, places[operation]["method"])))

    def test_each_method_sends_its_method_and_path_and_members(self) -> None:
        crier = self.client(base_url=self.echo.url)
        called = 0
        for operation, (verb, path, one) in described().items():
            if operation in by_hand:
                continue
            with self.subTest(operation):
                self.echo.passed.clear()
                good = (200, {"content-type": "application/json"}, b'{"data":[],"meta":{}}')
                self.echo.fail(verb, "/", good)
                self._call(find(crier, places[operation]["method"]))
                [passed] = self.echo.passed
                names = re.findall(r"\{(\w+)\}", path)
                expected = re.sub(r"\{\w+\}", "a/ü", path)
                self.assertEqual(passed.method, verb)
                self.assertEqual(unquote(passed.path.partition("?")[0]), expected)
                self.assertEqual(unquote(passed.path.partition("?")[0]).count("a/ü"), len(names))
                self.assertEqual("authorization" in passed.headers, one.get("security") != [])
                takes = [parameter["name"] for parameter in one.get("parameters", [])]
                self.assertEqual("idempotency-key" in passed.headers, "Idempotency-Key" in takes)
                self.assertEqual("if-match" in passed.headers, "If-Match" in takes)
                self.assertEqual(self._sent(passed), self._taken(one))
                called += 1
        self.assertGreater(called, 90)

    def _call(self, method: Any) -> None:
        """Call a method with all that it can take."""
        parameters = inspect.signature(method).parameters.values()
        in_path = [one for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
        by_name = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
        given = {name: "x" for name in by_name if name not in ("idempotency_key", "timeout")}
        answer = method(*("a/ü" for _ in in_path), **given)
        if hasattr(answer, "page"):
            answer.page()
        elif hasattr(answer, "close"):
            answer.close()

    def _sent(self, passed: Passed) -> Tuple[List[str], List[str]]:
        query = [name for name, _ in parse_qsl(passed.path.partition("?")[2])]
        body = json.loads(self.echo.bodies[-1] or b"{}")
        return sorted(query), sorted(body)

    def _taken(self, one: Any) -> Tuple[List[str], List[str]]:
        query = [each["name"] for each in one.get("parameters", []) if each["in"] == "query"]
        content = one.get("requestBody", {}).get("content", {})
        body = content.get("application/json", {}).get("schema", {}).get("properties", {})
        return sorted(query), sorted(body)


if __name__ == "__main__":
    unittest.main()
