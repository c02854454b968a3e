"""Sends requests, and repeats those that failed where that is safe."""

from __future__ import annotations

import http.client
import logging
import secrets
import socket
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, NamedTuple, Optional, TypeVar
from urllib.parse import urljoin, urlsplit

from ._answers import Answer, AnswerFacts, RawAnswer, read_all, whole
from ._connections import Body, Connections, Exchange
from ._errors import (
    CrierError,
    NoAnswerError,
    NoAnswerInTimeError,
    error_of,
    parse_json,
    unexpected_answer,
)
from ._pages import Pages
from ._retry import Repeat, is_in_progress, pause_before_retry
from ._timed_response import Deadline
from ._values import NOT_GIVEN, encode_json, write_query
from ._version import __version__

T = TypeVar("T")

_log = logging.getLogger("crier")
_MOST_REDIRECTS = 5


class Wait(NamedTuple):
    """The time between a try that failed and the next one."""

    seconds: float
    error: CrierError
    """The reason: such as a `RateLimitError`."""


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    base_url: str
    api_key: str = field(repr=False)
    timeout: float
    total_timeout: float
    max_retries: int
    on_wait: Optional[Callable[[Wait], None]]


@dataclass(frozen=True)
class Call:
    """One call of an operation."""

    method: str
    path: str
    """Below the base URL; a whole URL only where `is_public`."""
    query: Optional[Mapping[str, Any]] = None
    body: Any = NOT_GIVEN
    repeat: Repeat = "always"
    is_public: bool = False
    """Whether it is sent without the key."""
    start: Optional[Mapping[str, Any]] = None
    """How the walk of a list begins, unless its query says otherwise."""
    headers: Mapping[str, str] = field(default_factory=dict)


class _Request(NamedTuple):
    method: str
    url: str
    headers: Mapping[str, str]
    body: Body
    is_public: bool


class Transport:
    """The way to the server. Any number of threads may use it at once."""

    def __init__(self, settings: Settings, connections: Connections) -> None:
        self.settings = settings
        self.connections = connections

    def send(
        self,
        call: Call,
        *,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Call an operation and read its JSON."""
        return self._repeat(call, _read_json, idempotency_key, if_match, timeout)

    def raw(self, call: Call, *, timeout: Optional[float] = None) -> RawAnswer:
        """Call an operation that answers bytes. They are not read yet."""
        silence = self.settings.timeout if timeout is None else timeout

        def read(exchange: Exchange, url: str) -> RawAnswer:
            if exchange.response.length == 0:
                # An answer without bytes need not be closed.
                return whole(exchange, url)
            # A file may take long; it must only go on.
            exchange.response.set_deadline(Deadline(None, silence))
            return RawAnswer(exchange, url)

        return self._repeat(call, read, timeout=timeout)

    def whole(
        self,
        call: Call,
        *,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> RawAnswer:
        """Call an operation whose answer may be of any type. All of it has come."""
        return self._repeat(call, whole, idempotency_key, if_match, timeout)

    def pages(self, call: Call, *, timeout: Optional[float] = None) -> Pages[Any]:
        """Begin a list; nothing is sent until it is read."""

        def read(query: Mapping[str, Any]) -> Any:
            merged = {**(call.query or {}), **query}
            part = Call(call.method, call.path, merged, call.body, call.repeat)
            return self.send(part, timeout=timeout)

        return Pages(read, call.query or {}, call.start or {})

    def open(self, call: Call, silence: float) -> RawAnswer:
        """Begin an answer that never ends, once. It may be silent for so many seconds."""
        return self._try(self._request(call, None, None), Deadline(None, silence), RawAnswer)

    def once(
        self, method: str, url: str, headers: Mapping[str, str], body: Body, deadline: Deadline
    ) -> RawAnswer:
        """Send one request to a public address, without the key, and read all that is answered."""
        request = _Request(method, url, {**_agent, **headers}, body, True)
        return self._try(request, deadline, whole)

    def _repeat(
        self,
        call: Call,
        read: Callable[[Exchange, str], T],
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> T:
        settings = self.settings
        until = time.monotonic() + settings.total_timeout
        # The key is made before the first try, so every try asks for one and the same change.
        key = (idempotency_key or secrets.token_hex(16)) if call.repeat == "keyed" else None
        request = self._request(call, key, if_match)
        failures = 0
        while True:
            left = until - time.monotonic()
            seconds = max(0.0, min(settings.timeout if timeout is None else timeout, left))
            try:
                return self._try(request, Deadline(seconds), read)
            except CrierError as error:
                error.idempotency_key = key
                failures += 0 if is_in_progress(error) else 1
                pause = pause_before_retry(error, call.repeat, max(1, failures))
                is_over = pause is None or failures > settings.max_retries
                if pause is None or is_over or time.monotonic() + pause > until:
                    raise
                # The path may end in a signature, but the query is not for a log.
                _log.info(
                    "%s %s is tried again in %.1f s: %s", call.method, call.path, pause, error
                )
                if settings.on_wait is not None:
                    settings.on_wait(Wait(pause, error))
            time.sleep(pause)

    def _request(self, call: Call, key: Optional[str], if_match: Optional[str]) -> _Request:
        is_whole = call.path.lower().startswith(("http://", "https://"))
        url = (call.path if is_whole else self.settings.base_url + call.path) + write_query(
            call.query
        )
        headers = {**_agent, "Accept": "application/json, */*;q=0.5", **call.headers}
        if not call.is_public:
            headers["Authorization"] = f"Bearer {self.settings.api_key}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if if_match is not None:
            headers["If-Match"] = if_match
        body = None
        if call.body is not NOT_GIVEN:
            headers["Content-Type"] = "application/json"
            body = encode_json(call.body)
        return _Request(call.method, url, headers, body, call.is_public)

    def _try(self, request: _Request, deadline: Deadline, read: Callable[[Exchange, str], T]) -> T:
        url = request.url
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                exchange = self.connections.exchange(
                    request.method, url, request.headers, request.body, deadline
                )
                try:
                    place = exchange.headers.get("location")
                    if not 300 <= exchange.status < 400:
                        if not 200 <= exchange.status < 300:
                            raise error_of(exchange.status, exchange.headers, read_all(exchange))
                        return read(exchange, url)
                except BaseException:
                    exchange.close()
                    raise
                exchange.close()
                # A redirect would turn a POST into a GET, and may lead where the key must not go.
                if not request.is_public or request.method != "GET" or not place:
                    break
                url = _next_place(url, place)
            raise _redirected(exchange, url)
        except CrierError:
            raise
        except http.client.InvalidURL as error:
            raise ValueError(str(error)) from None
        except (socket.timeout, TimeoutError) as error:
            raise NoAnswerInTimeError(f"{_origin(url)} did not answer in time.") from error
        except (OSError, http.client.HTTPException) as error:
            reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise NoAnswerError(f"{_origin(url)} did not answer. ({reason})") from error


_agent = {"User-Agent": f"crier-python/{__version__}"}


def _read_json(exchange: Exchange, url: str) -> Answer:
    body = read_all(exchange)
    value = parse_json(body)
    headers = exchange.headers
    if not isinstance(value, dict):
        detail = (
            f"The server answered {exchange.status} without JSON. Is base_url the address of Crier?"
        )
        raise unexpected_answer(exchange.status, headers, detail)
    answer = Answer(value)
    answer.facts = AnswerFacts(
        exchange.status, headers, headers.get("x-request-id"), headers.get("etag")
    )
    return answer


def _next_place(url: str, place: str) -> str:
    """The address that a redirect leads to, unless it would leave the safety of TLS."""
    target = urljoin(url, place)
    scheme = urlsplit(target).scheme
    if scheme == "https" or (scheme == "http" and urlsplit(url).scheme == "http"):
        return target
    raise NoAnswerError(f"{_origin(url)} leads to an address that is not followed.")


def _redirected(exchange: Exchange, url: str) -> CrierError:
    place = exchange.headers.get("location")
    to = "elsewhere" if place is None else f"to {place}"
    detail = f"{url.partition('?')[0]} leads {to}. Give the client the address itself as base_url."
    return unexpected_answer(exchange.status, exchange.headers, detail)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
