"""The errors that the client raises for something that happened, and not for a wrong call."""

from __future__ import annotations

import json
import math
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, Union

Headers = Union[Mapping[str, str], Message]


class CrierError(Exception):
    """The base of every error of the client."""

    idempotency_key: Optional[str] = None
    """The key of a change. Where it is not known whether the change was made, the same call with
    this `idempotency_key` makes it at most once, for 24 hours.
    """


class ApiError(CrierError):
    """The server refused a request."""

    status: int
    code: str
    """The stable code of the problem; `unexpected_answer` if the answer did not come from Crier."""
    detail: str
    """A sentence for people that says what to do."""
    errors: List[Dict[str, Any]]
    """Every fault of the request at once, each with its `pointer`, `code` and `detail`."""
    request_id: Optional[str]
    """To quote in questions to the operator."""
    retry_after: Optional[float]
    """How many seconds the server asks to wait; None where it does not say."""
    problem: Dict[str, Any]
    """All that the server said."""

    def __init__(self, problem: Mapping[str, Any], headers: Optional[Headers] = None) -> None:
        self._headers = {name.lower(): value for name, value in (headers or {}).items()}
        self.problem = dict(problem)
        self.status = int(problem["status"])
        self.code = str(problem["code"])
        self.detail = str(problem.get("detail") or problem.get("title") or self.code)
        self.errors = [one for one in _list(problem.get("errors")) if isinstance(one, dict)]
        self.request_id = problem.get("request_id") or self._headers.get("x-request-id")
        self.retry_after = _read_retry_after(self._headers.get("retry-after"))
        message = problem.get("message")
        # The message also names the field.
        super().__init__(message if isinstance(message, str) else self.detail)

    def __reduce__(self) -> Tuple[Any, ...]:
        # An error that goes to another process keeps all that it knows.
        key = {"idempotency_key": self.idempotency_key}
        return (type(self), (self.problem, self._headers), key)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.status}, {self.code!r}, {str(self)!r})"


class InvalidRequestError(ApiError):
    """400, 405, 413, 415 and 422: the request itself is wrong; `errors` says where."""


class AuthenticationError(ApiError):
    """401: no key, or one that is wrong, expired or revoked."""


class SubscriptionRequiredError(ApiError):
    """402: the workspace has no active subscription."""


class PermissionDeniedError(ApiError):
    """403: this key may not do that."""


class NotFoundError(ApiError):
    """404 and 410: it is not there, or not yours."""


class ConflictError(ApiError):
    """409 and 423: the state of the thing does not allow it; `code` says why."""


class StaleError(ApiError):
    """412: it has changed since it was read."""


class RateLimitError(ApiError):
    """429: too many requests; `retry_after` says when to go on."""


class ServerError(ApiError):
    """5xx: the server could not do it now."""


class NoAnswerError(CrierError):
    """No answer came: the server cannot be reached, or the connection broke.

    A change may have been made.
    """


class NoAnswerInTimeError(NoAnswerError):
    """No answer came in time. A change may have been made."""


class WebhookVerificationError(CrierError):
    """A delivery that is not from Crier, or too old to be believed."""


_classes: Dict[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: SubscriptionRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: InvalidRequestError,
    409: ConflictError,
    410: NotFoundError,
    412: StaleError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    423: ConflictError,
    429: RateLimitError,
}


def error_of(status: int, headers: Headers, body: bytes) -> ApiError:
    """Make the error of an answer that is not a good one."""
    problem = parse_json(body)
    if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
        return unexpected_answer(
            status, headers, f"The server answered {status}, without saying why."
        )
    return _class_of(status)({**problem, "status": status}, headers)


def unexpected_answer(status: int, headers: Headers, detail: str) -> ApiError:
    """Make the error of an answer that Crier does not give, such as a page of a proxy."""
    problem = {
        "status": status,
        "code": "unexpected_answer",
        "title": "Unexpected answer",
        "detail": detail,
    }
    return _class_of(status)(problem, headers)


def _class_of(status: int) -> Type[ApiError]:
    return _classes.get(status, ServerError if status >= 500 else ApiError)


def parse_json(body: bytes) -> Any:
    """The value of a JSON text; None if it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _list(value: Any) -> List[Any]:
    return value if isinstance(value, list) else []


def _read_retry_after(text: Optional[str]) -> Optional[float]:
    """Read `Retry-After`, which is a number of seconds or a date."""
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(text).timestamp() - time.time()
        except (TypeError, ValueError, OverflowError):
            return None
    return None if math.isnan(seconds) else max(0.0, seconds)
