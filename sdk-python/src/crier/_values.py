"""How values of Python are sent: as JSON, in a query, and in a path."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any, List, Mapping, Optional, Sequence, Tuple
from urllib.parse import quote, urlencode
from uuid import UUID


class NotGiven:
    """The type of `NOT_GIVEN`: a member that is left out of a body, unlike None, which is null."""

    _only: Optional[NotGiven] = None

    def __new__(cls) -> NotGiven:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __reduce__(self) -> Tuple[Any, ...]:
        return (NotGiven, ())


NOT_GIVEN = NotGiven()
_bytes = (bytes, bytearray, memoryview)


def encode_json(value: Any) -> bytes:
    """Write a body. Members that were not given are left out of it."""
    if isinstance(value, Mapping):
        value = {name: one for name, one in value.items() if one is not NOT_GIVEN}
    text = json.dumps(
        value, default=_json_of, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return text.encode()


def _json_of(value: Any) -> Any:
    if isinstance(value, (date, UUID)):
        return _text_of(value)
    if isinstance(value, Mapping):
        return dict(value)
    # Any other sequence. Bytes are one too, but nobody means them as numbers.
    if isinstance(value, Sequence) and not isinstance(value, _bytes):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON.")


def write_query(query: Optional[Mapping[str, Any]]) -> str:
    """Write a query: lists as repeated parameters; what is None or was not given is left out."""
    pairs: List[Tuple[str, str]] = []
    for name, value in (query or {}).items():
        if value is None or value is NOT_GIVEN:
            continue
        is_one = isinstance(value, (str, bytes)) or not hasattr(value, "__iter__")
        pairs.extend((name, _text_of(one)) for one in ([value] if is_one else value))
    return f"?{urlencode(pairs)}" if pairs else ""


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, _bytes):
        raise TypeError("Bytes cannot be sent in a query.")
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise ValueError(
            "A datetime needs its zone, such as datetime.now(timezone.utc): without one it could be"
            " meant by the clock of this machine, or in UTC."
        )
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def path_of(template: str, *values: str) -> str:
    """Write the path of an operation with its values, each percent-encoded.

    Raises ValueError for a value that would lead to another path: an empty one, `.` or `..`.
    """
    return template.format(*(_encode(value) for value in values))


def public_path(template: str, *values: str) -> str:
    """Write the path of a public address. A whole URL may take the place of its last part."""
    first = str(values[0])
    if first.lower().startswith(("http://", "https://")):
        return first
    return path_of(template, *values)


def _encode(value: str) -> str:
    text = str(value)
    if value is None or text in ("", ".", ".."):
        raise ValueError(f"{value!r} cannot be an id.")
    return quote(text, safe="")
