"""When a request that failed is sent again."""

from __future__ import annotations

import random
import ssl
from typing import Literal, Optional

from ._errors import ApiError, CrierError, NoAnswerError

Repeat = Literal["always", "keyed", "never"]
"""How a request may be repeated: always, under its key, or only if it was surely not done."""

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0


def pause_before_retry(error: CrierError, repeat: Repeat, failures: int) -> Optional[float]:
    """How many seconds to wait before a failed request is sent again; None if it must not be.

    `failures` is how many tries have failed, this one included.
    """
    if not _is_passing(error, repeat):
        return None
    if isinstance(error, ApiError) and error.retry_after is not None:
        return error.retry_after
    backoff = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** (min(failures, 10) - 1))
    return backoff / 2 + random.random() * backoff / 2


def is_in_progress(error: CrierError) -> bool:
    """Whether the first request under this key still runs. Waiting for it is no further failure."""
    return isinstance(error, ApiError) and error.code == "idempotency_in_progress"


def _is_passing(error: CrierError, repeat: Repeat) -> bool:
    """Whether an error may be gone after a while, and trying again does no harm."""
    if isinstance(error, ApiError):
        # A refusal of too many requests is made before anything is done.
        if error.status == 429:
            return True
        if repeat == "never":
            return False
        return error.status in (408, 425, 500, 502, 503, 504) or is_in_progress(error)
    # A certificate that is wrong is still wrong a moment later.
    is_certificate = isinstance(error.__cause__, ssl.SSLCertVerificationError)
    return isinstance(error, NoAnswerError) and repeat != "never" and not is_certificate
