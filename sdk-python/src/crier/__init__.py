"""The client of Crier, which publishes to social accounts: on time, once, and tells the truth.

>>> crier = Crier(api_key="crier_live_…", base_url="https://crier.example.org")
>>> post = crier.posts.create(caption="Good morning", social_accounts=[account_id])
"""

from ._answers import Answer, AnswerFacts, RawAnswer, answer_of
from ._client import Crier
from ._errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    CrierError,
    InvalidRequestError,
    NoAnswerError,
    NoAnswerInTimeError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    StaleError,
    SubscriptionRequiredError,
    WebhookVerificationError,
)
from ._event_stream import EventStream
from ._pages import Page, PageMeta, Pages
from ._transport import Wait
from ._values import NOT_GIVEN, NotGiven
from ._version import __version__
from ._webhooks import SignedWebhook, sign_webhook, verify_webhook

__all__ = [
    "NOT_GIVEN",
    "Answer",
    "AnswerFacts",
    "ApiError",
    "AuthenticationError",
    "ConflictError",
    "Crier",
    "CrierError",
    "EventStream",
    "InvalidRequestError",
    "NoAnswerError",
    "NoAnswerInTimeError",
    "NotFoundError",
    "NotGiven",
    "Page",
    "PageMeta",
    "Pages",
    "PermissionDeniedError",
    "RateLimitError",
    "RawAnswer",
    "ServerError",
    "SignedWebhook",
    "StaleError",
    "SubscriptionRequiredError",
    "Wait",
    "WebhookVerificationError",
    "__version__",
    "answer_of",
    "sign_webhook",
    "verify_webhook",
]
