"""Verifies the deliveries of webhooks, and signs some for tests."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import (
    Any,
    Dict,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    cast,
)

from ._errors import WebhookVerificationError
from ._generated.events import Event

HeaderBag = Union[Mapping[str, Any], Iterable[Tuple[Any, Any]]]
"""The headers of a request, as any framework has them: a mapping, or pairs."""


class SignedWebhook(NamedTuple):
    """A delivery as a receiver gets it."""

    body: bytes
    headers: Dict[str, str]


def verify_webhook(
    payload: Union[bytes, bytearray, memoryview, str],
    headers: HeaderBag,
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Event:
    """Verify a delivery and answer its event.

    Compare `event["id"]` with those you have seen: a delivery may come twice.

    Args:
        payload: The body exactly as it came: bytes or text, never JSON that was parsed and written
            again.
        headers: The headers of the request, whatever the capitals of their names.
        secret: The secret of the endpoint, `whsec_…`; while it is rotated, both.
        tolerance: How many seconds the time of the delivery may be from now.
        now: The present moment in seconds since 1970, for tests.

    Raises:
        WebhookVerificationError: The delivery is not from Crier, or too old to be believed.
        ValueError: The secret is none.
    """
    event_id, moment, signatures = (
        _header(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if not event_id or not moment or not signatures:
        raise WebhookVerificationError(
            "The headers webhook-id, webhook-timestamp and webhook-signature are needed."
        )
    is_number = moment.isascii() and moment.isdigit() and len(moment) < 16
    present = time.time() if now is None else now
    if not is_number or abs(present - int(moment)) > tolerance:
        raise WebhookVerificationError("The time of the delivery is too far from now.")
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    signed = f"{event_id}.{moment}.".encode("utf-8", "surrogateescape") + body
    given = [_decode(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    secrets = [secret] if isinstance(secret, str) else secret
    # All are compared, so that the time tells nothing of which one fits.
    fits = [
        hmac.compare_digest(_sign(key, signed), one)
        for key in [_key_of(one) for one in secrets]
        for one in given
        if one is not None
    ]
    if not any(fits):
        raise WebhookVerificationError("No signature of the delivery fits the secret.")
    return cast(Event, json.loads(body))


def sign_webhook(
    event: Mapping[str, Any], secret: str, *, now: Optional[float] = None
) -> SignedWebhook:
    """Sign an event as Crier does, so that the tests of a receiver can send it one.

    The body is to be sent as it is.
    """
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    moment = str(int(time.time() if now is None else now))
    signature = _sign(_key_of(secret), f"{event['id']}.{moment}.".encode() + body)
    headers = {
        "content-type": "application/json",
        "webhook-id": str(event["id"]),
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    return SignedWebhook(body, headers)


def _sign(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _key_of(secret: str) -> bytes:
    """The key that the secret of an endpoint is."""
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    key = _decode(text)
    if not key:
        raise ValueError("The secret of an endpoint is whsec_ and base64. This is not.")
    return key


def _decode(text: str) -> Optional[bytes]:
    """The bytes of a base64 text, with or without its padding; None if it is none."""
    try:
        return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _header(headers: HeaderBag, name: str) -> Optional[str]:
    pairs = (
        headers.items() if isinstance(headers, Mapping) or hasattr(headers, "items") else headers
    )
    for key, value in cast(Iterable[Tuple[Any, Any]], pairs):
        if _text(key).lower() == name:
            values: List[Any] = list(value) if isinstance(value, (list, tuple)) else [value]
            return _text(values[0]) if values else None
    return None


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
