# Generated from the OpenAPI document by `npm run generate-python-sdk`. Do not edit.
"""The events, and the codes of problems."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

__all__ = [
    "Event",
    "FeedActiveEvent",
    "FeedActiveEventData",
    "FeedActiveEventDataProblem",
    "FeedCreatedEvent",
    "FeedCreatedEventData",
    "FeedDeletedEvent",
    "FeedDeletedEventData",
    "FeedFailingEvent",
    "FeedFailingEventData",
    "FeedFailingEventDataProblem",
    "FeedItemFailedEvent",
    "FeedItemFailedEventData",
    "FeedItemFailedEventDataNotesItem",
    "FeedItemsWaitingEvent",
    "FeedItemsWaitingEventData",
    "FeedPausedEvent",
    "FeedPausedEventData",
    "FeedPausedEventDataProblem",
    "FeedStoppedEvent",
    "FeedStoppedEventData",
    "FeedStoppedEventDataProblem",
    "MediaReadyEvent",
    "MediaReadyEventData",
    "MediaReadyEventDataCrop",
    "MediaReadyEventDataFocus",
    "MediaRejectedEvent",
    "MediaRejectedEventData",
    "MediaRejectedEventDataCrop",
    "MediaRejectedEventDataFocus",
    "PostApprovedEvent",
    "PostApprovedEventData",
    "PostApprovedEventDataClient",
    "PostCanceledEvent",
    "PostCanceledEventData",
    "PostCreatedEvent",
    "PostCreatedEventData",
    "PostDeletedEvent",
    "PostDeletedEventData",
    "PostFailedEvent",
    "PostFailedEventData",
    "PostHeldEvent",
    "PostHeldEventData",
    "PostNeedsReviewEvent",
    "PostNeedsReviewEventData",
    "PostNoteCreatedEvent",
    "PostNoteCreatedEventData",
    "PostNoteDeletedEvent",
    "PostNoteDeletedEventData",
    "PostNoteUpdatedEvent",
    "PostNoteUpdatedEventData",
    "PostPartialEvent",
    "PostPartialEventData",
    "PostPostedEvent",
    "PostPostedEventData",
    "PostProcessingEvent",
    "PostProcessingEventData",
    "PostResultEditFailedEvent",
    "PostResultEditFailedEventData",
    "PostResultEditFailedEventDataError",
    "PostResultEditedEvent",
    "PostResultEditedEventData",
    "PostResultEditedEventDataError",
    "PostResultFailedEvent",
    "PostResultFailedEventData",
    "PostResultFailedEventDataError",
    "PostResultNeedsReviewEvent",
    "PostResultNeedsReviewEventData",
    "PostResultNeedsReviewEventDataError",
    "PostResultPublishedEvent",
    "PostResultPublishedEventData",
    "PostResultPublishedEventDataError",
    "PostResultUnpublishFailedEvent",
    "PostResultUnpublishFailedEventData",
    "PostResultUnpublishFailedEventDataError",
    "PostResultUnpublishedEvent",
    "PostResultUnpublishedEventData",
    "PostResultUnpublishedEventDataError",
    "PostReturnedEvent",
    "PostReturnedEventData",
    "PostReturnedEventDataClient",
    "PostSubmittedEvent",
    "PostSubmittedEventData",
    "PostSubmittedEventDataClient",
    "PostUpdatedEvent",
    "PostUpdatedEventData",
    "ProblemCode",
    "RecurrenceActiveEvent",
    "RecurrenceActiveEventData",
    "RecurrenceActiveEventDataProblemsItem",
    "RecurrenceCreatedEvent",
    "RecurrenceCreatedEventData",
    "RecurrenceDeletedEvent",
    "RecurrenceDeletedEventData",
    "RecurrenceEndedEvent",
    "RecurrenceEndedEventData",
    "RecurrenceEndedEventDataProblemsItem",
    "RecurrenceNeedsAttentionEvent",
    "RecurrenceNeedsAttentionEventData",
    "RecurrenceNeedsAttentionEventDataProblemsItem",
    "RecurrencePausedEvent",
    "RecurrencePausedEventData",
    "RecurrencePausedEventDataProblemsItem",
    "SocialAccountBlockedEvent",
    "SocialAccountBlockedEventData",
    "SocialAccountConnectedEvent",
    "SocialAccountConnectedEventData",
    "SocialAccountDisconnectedEvent",
    "SocialAccountDisconnectedEventData",
    "SocialAccountNeedsReconnectEvent",
    "SocialAccountNeedsReconnectEventData",
    "WebhookEndpointDisabledEvent",
    "WebhookEndpointDisabledEventData",
    "WebhookEndpointEnabledEvent",
    "WebhookEndpointEnabledEventData",
    "WebhookEndpointTestEvent",
    "WebhookEndpointTestEventData",
]


class FeedActiveEvent(TypedDict):
    """A feed is read again: a person resumed it or gave it another address, or it could be read
    after it was failing.
    """

    id: str
    type: Literal["feed.active"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedActiveEventData


class FeedActiveEventData(TypedDict):
    id: str
    status: Literal["active"]
    previous_status: Literal["active", "paused", "failing", "stopped"]
    url: str
    """The address of the feed."""
    title: str
    problem: Optional[FeedActiveEventDataProblem]


class _FeedActiveEventDataProblem(TypedDict):
    code: str
    detail: str


class FeedActiveEventDataProblem(_FeedActiveEventDataProblem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class FeedCreatedEvent(TypedDict):
    """A feed was added."""

    id: str
    type: Literal["feed.created"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedCreatedEventData


class FeedCreatedEventData(TypedDict):
    id: str
    status: Literal["active"]
    url: str
    """The address of the feed."""
    title: str


class FeedDeletedEvent(TypedDict):
    """A feed was removed by a person."""

    id: str
    type: Literal["feed.deleted"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedDeletedEventData


class FeedDeletedEventData(TypedDict):
    id: str
    status: Literal["deleted"]
    previous_status: Literal["active", "paused", "failing", "stopped"]
    url: str
    """The address of the feed."""
    title: str


class FeedFailingEvent(TypedDict):
    """A feed could not be read for three days. `problem` says why. Crier still tries."""

    id: str
    type: Literal["feed.failing"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedFailingEventData


class FeedFailingEventData(TypedDict):
    id: str
    status: Literal["failing"]
    previous_status: Literal["active", "paused", "failing", "stopped"]
    url: str
    """The address of the feed."""
    title: str
    problem: Optional[FeedFailingEventDataProblem]


class _FeedFailingEventDataProblem(TypedDict):
    code: str
    detail: str


class FeedFailingEventDataProblem(_FeedFailingEventDataProblem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class FeedItemFailedEvent(TypedDict):
    """An item of a feed became no post. `notes` says what stood in its way."""

    id: str
    type: Literal["feed_item.failed"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedItemFailedEventData


class FeedItemFailedEventData(TypedDict):
    id: str
    feed_id: str
    title: str
    link: Optional[str]
    notes: List[FeedItemFailedEventDataNotesItem]


class _FeedItemFailedEventDataNotesItem(TypedDict):
    code: str
    detail: str


class FeedItemFailedEventDataNotesItem(_FeedItemFailedEventDataNotesItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class FeedItemsWaitingEvent(TypedDict):
    """New items of a feed wait for a person. There is one event for each look that found some,
    however many they are.
    """

    id: str
    type: Literal["feed.items_waiting"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedItemsWaitingEventData


class FeedItemsWaitingEventData(TypedDict):
    id: str
    status: Literal["active", "paused", "failing", "stopped"]
    url: str
    """The address of the feed."""
    title: str
    items: int
    """How many of the new items wait."""


class FeedPausedEvent(TypedDict):
    """A feed was paused by a person."""

    id: str
    type: Literal["feed.paused"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedPausedEventData


class FeedPausedEventData(TypedDict):
    id: str
    status: Literal["paused"]
    previous_status: Literal["active", "paused", "failing", "stopped"]
    url: str
    """The address of the feed."""
    title: str
    problem: Optional[FeedPausedEventDataProblem]


class _FeedPausedEventDataProblem(TypedDict):
    code: str
    detail: str


class FeedPausedEventDataProblem(_FeedPausedEventDataProblem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class FeedStoppedEvent(TypedDict):
    """Crier gave up on a feed, and a person must resume it. `problem` says why."""

    id: str
    type: Literal["feed.stopped"]
    created_at: str
    """ISO 8601, UTC."""
    data: FeedStoppedEventData


class FeedStoppedEventData(TypedDict):
    id: str
    status: Literal["stopped"]
    previous_status: Literal["active", "paused", "failing", "stopped"]
    url: str
    """The address of the feed."""
    title: str
    problem: Optional[FeedStoppedEventDataProblem]


class _FeedStoppedEventDataProblem(TypedDict):
    code: str
    detail: str


class FeedStoppedEventDataProblem(_FeedStoppedEventDataProblem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class MediaReadyEvent(TypedDict):
    """A file was uploaded and accepted."""

    id: str
    type: Literal["media.ready"]
    created_at: str
    """ISO 8601, UTC."""
    data: MediaReadyEventData


class MediaReadyEventData(TypedDict):
    id: str
    media_id: str
    """The storage path."""
    name: str
    mime_type: str
    size_bytes: int
    kind: Literal["image", "gif", "video", "document"]
    status: Literal["ready"]
    url: Optional[str]
    """Public."""
    thumbnail_url: Optional[str]
    """Public: a small picture of it."""
    width: Optional[int]
    height: Optional[int]
    duration_ms: Optional[int]
    alt_text: str
    focus: Optional[MediaReadyEventDataFocus]
    tags: List[str]
    keep: bool
    crop: Optional[MediaReadyEventDataCrop]
    created_at: str


class MediaReadyEventDataCrop(TypedDict):
    x: float
    y: float
    width: float
    height: float


class MediaReadyEventDataFocus(TypedDict):
    x: float
    y: float


class MediaRejectedEvent(TypedDict):
    """The content of a file was refused, or a file could not be fetched from its URL. While
    `status` is `waiting`, the upload may be repeated until its URL expires; `rejected` is final.
    """

    id: str
    type: Literal["media.rejected"]
    created_at: str
    """ISO 8601, UTC."""
    data: MediaRejectedEventData


class MediaRejectedEventData(TypedDict):
    id: str
    media_id: str
    """The storage path."""
    name: str
    mime_type: str
    size_bytes: int
    kind: Literal["image", "gif", "video", "document"]
    status: Literal["waiting", "rejected"]
    url: Optional[str]
    """Public."""
    thumbnail_url: Optional[str]
    """Public: a small picture of it."""
    width: Optional[int]
    height: Optional[int]
    duration_ms: Optional[int]
    alt_text: str
    focus: Optional[MediaRejectedEventDataFocus]
    tags: List[str]
    keep: bool
    crop: Optional[MediaRejectedEventDataCrop]
    created_at: str
    reason: Literal[
        "media_type_mismatch",
        "media_damaged",
        "media_too_large",
        "media_too_complex",
        "media_hash_mismatch",
        "media_quota_exceeded",
        "url_not_allowed",
        "url_unreachable",
        "url_refused",
        "unsupported_media_type",
        "file_too_large",
    ]
    detail: str


class MediaRejectedEventDataCrop(TypedDict):
    x: float
    y: float
    width: float
    height: float


class MediaRejectedEventDataFocus(TypedDict):
    x: float
    y: float


class PostApprovedEvent(TypedDict):
    """A post was approved."""

    id: str
    type: Literal["post.approved"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostApprovedEventData


class _PostApprovedEventData(TypedDict):
    id: str
    status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    previous_status: Optional[
        Literal[
            "draft",
            "scheduled",
            "processing",
            "posted",
            "partial",
            "failed",
            "held",
            "needs_review",
            "canceled",
        ]
    ]
    by: str
    """The person who asked, approved or returned it."""
    comment: Optional[str]
    version: int
    """The version of the content."""


class PostApprovedEventData(_PostApprovedEventData, total=False):
    client: PostApprovedEventDataClient
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """


class PostApprovedEventDataClient(TypedDict):
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """

    review_link_id: str
    recipient: str
    """The name that the team gave to the recipient of the link."""
    typed_name: str
    """The name that the client typed. Nothing proves that it is theirs."""


class PostCanceledEvent(TypedDict):
    """A post was canceled on all of its accounts."""

    id: str
    type: Literal["post.canceled"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostCanceledEventData


class PostCanceledEventData(TypedDict):
    id: str
    status: Literal["canceled"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostCreatedEvent(TypedDict):
    """A post was created."""

    id: str
    type: Literal["post.created"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostCreatedEventData


class PostCreatedEventData(TypedDict):
    id: str
    status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    external_id: Optional[str]
    """Your own name for the post."""


class PostDeletedEvent(TypedDict):
    """A post was deleted."""

    id: str
    type: Literal["post.deleted"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostDeletedEventData


class PostDeletedEventData(TypedDict):
    id: str
    status: Literal["deleted"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    external_id: Optional[str]
    """Your own name for the post."""


class PostFailedEvent(TypedDict):
    """A post failed on all of its accounts."""

    id: str
    type: Literal["post.failed"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostFailedEventData


class PostFailedEventData(TypedDict):
    id: str
    status: Literal["failed"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostHeldEvent(TypedDict):
    """A post is held until a person does something, such as connecting an account again."""

    id: str
    type: Literal["post.held"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostHeldEventData


class PostHeldEventData(TypedDict):
    id: str
    status: Literal["held"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostNeedsReviewEvent(TypedDict):
    """A post needs a review: it may or may not be public on an account, or its time was missed."""

    id: str
    type: Literal["post.needs_review"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostNeedsReviewEventData


class PostNeedsReviewEventData(TypedDict):
    id: str
    status: Literal["needs_review"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostNoteCreatedEvent(TypedDict):
    """Somebody wrote a note about a post. The event leaves out the words, which `listPostNotes`
    has.
    """

    id: str
    type: Literal["post_note.created"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostNoteCreatedEventData


class PostNoteCreatedEventData(TypedDict):
    id: str
    post_id: str
    by: str
    """The person, or who made the key."""
    mentions: List[str]
    """The members whom it mentions."""


class PostNoteDeletedEvent(TypedDict):
    """A note was deleted, alone or with its post."""

    id: str
    type: Literal["post_note.deleted"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostNoteDeletedEventData


class PostNoteDeletedEventData(TypedDict):
    id: str
    post_id: str


class PostNoteUpdatedEvent(TypedDict):
    """The words of a note were changed, or it was marked as done or opened again."""

    id: str
    type: Literal["post_note.updated"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostNoteUpdatedEventData


class PostNoteUpdatedEventData(TypedDict):
    id: str
    post_id: str
    by: str
    """The person, or who made the key."""
    changed: List[str]
    """`text`, `mentions` or `resolved`."""
    resolved: bool
    """Whether it is done now."""
    new_mentions: List[str]
    """The members whom it mentions only since."""


class PostPartialEvent(TypedDict):
    """A post is public on some of its accounts, and failed on the others."""

    id: str
    type: Literal["post.partial"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostPartialEventData


class PostPartialEventData(TypedDict):
    id: str
    status: Literal["partial"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostPostedEvent(TypedDict):
    """A post is public on all of its accounts."""

    id: str
    type: Literal["post.posted"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostPostedEventData


class PostPostedEventData(TypedDict):
    id: str
    status: Literal["posted"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostProcessingEvent(TypedDict):
    """Crier began to publish a post."""

    id: str
    type: Literal["post.processing"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostProcessingEventData


class PostProcessingEventData(TypedDict):
    id: str
    status: Literal["processing"]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]


class PostResultEditFailedEvent(TypedDict):
    """The text of a post could not be changed at the network of one account, and Crier does not try
    again by itself.
    """

    id: str
    type: Literal["post_result.edit_failed"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultEditFailedEventData


class PostResultEditFailedEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    part: int
    """0 is the post itself; its further parts follow."""
    caption: str
    """The text that was asked for."""
    error: Optional[PostResultEditFailedEventDataError]


class _PostResultEditFailedEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultEditFailedEventDataError(_PostResultEditFailedEventDataError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultEditedEvent(TypedDict):
    """The text of a post was changed at the network of one account. `caption` is public from now
    on.
    """

    id: str
    type: Literal["post_result.edited"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultEditedEventData


class PostResultEditedEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    part: int
    """0 is the post itself; its further parts follow."""
    caption: str
    """The text that was asked for."""
    error: Optional[PostResultEditedEventDataError]


class _PostResultEditedEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultEditedEventDataError(_PostResultEditedEventDataError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultFailedEvent(TypedDict):
    """A post failed on one account."""

    id: str
    type: Literal["post_result.failed"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultFailedEventData


class PostResultFailedEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    status: Literal["failed"]
    success: bool
    url: Optional[str]
    """Where the post is on the network."""
    error: Optional[PostResultFailedEventDataError]


class _PostResultFailedEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultFailedEventDataError(_PostResultFailedEventDataError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultNeedsReviewEvent(TypedDict):
    """A post needs a review for one account: it may or may not be public there, or its time was
    missed.
    """

    id: str
    type: Literal["post_result.needs_review"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultNeedsReviewEventData


class PostResultNeedsReviewEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    status: Literal["needs_review"]
    success: bool
    url: Optional[str]
    """Where the post is on the network."""
    error: Optional[PostResultNeedsReviewEventDataError]


class _PostResultNeedsReviewEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultNeedsReviewEventDataError(_PostResultNeedsReviewEventDataError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultPublishedEvent(TypedDict):
    """A post is public on one account, with all its parts."""

    id: str
    type: Literal["post_result.published"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultPublishedEventData


class PostResultPublishedEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    status: Literal["published"]
    success: bool
    url: Optional[str]
    """Where the post is on the network."""
    error: Optional[PostResultPublishedEventDataError]


class _PostResultPublishedEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultPublishedEventDataError(_PostResultPublishedEventDataError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultUnpublishFailedEvent(TypedDict):
    """A post could not be deleted at the network of one account, and Crier does not try again by
    itself.
    """

    id: str
    type: Literal["post_result.unpublish_failed"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultUnpublishFailedEventData


class PostResultUnpublishFailedEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    error: Optional[PostResultUnpublishFailedEventDataError]


class _PostResultUnpublishFailedEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultUnpublishFailedEventDataError(
    _PostResultUnpublishFailedEventDataError, total=False
):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultUnpublishedEvent(TypedDict):
    """A post was deleted at the network of one account, with all its parts."""

    id: str
    type: Literal["post_result.unpublished"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostResultUnpublishedEventData


class PostResultUnpublishedEventData(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    error: Optional[PostResultUnpublishedEventDataError]


class _PostResultUnpublishedEventDataError(TypedDict):
    code: str
    """Explained in errors.md."""
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]
    """The code that the network gave."""


class PostResultUnpublishedEventDataError(_PostResultUnpublishedEventDataError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostReturnedEvent(TypedDict):
    """A post that waited for approval is a draft again. `comment` says what should change."""

    id: str
    type: Literal["post.returned"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostReturnedEventData


class _PostReturnedEventData(TypedDict):
    id: str
    status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    previous_status: Optional[
        Literal[
            "draft",
            "scheduled",
            "processing",
            "posted",
            "partial",
            "failed",
            "held",
            "needs_review",
            "canceled",
        ]
    ]
    by: str
    """The person who asked, approved or returned it."""
    comment: Optional[str]
    version: int
    """The version of the content."""


class PostReturnedEventData(_PostReturnedEventData, total=False):
    client: PostReturnedEventDataClient
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """


class PostReturnedEventDataClient(TypedDict):
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """

    review_link_id: str
    recipient: str
    """The name that the team gave to the recipient of the link."""
    typed_name: str
    """The name that the client typed. Nothing proves that it is theirs."""


class PostSubmittedEvent(TypedDict):
    """A post waits for approval. `previous_status` is null if it was created so, and `held` if it
    waited before with other content.
    """

    id: str
    type: Literal["post.submitted"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostSubmittedEventData


class _PostSubmittedEventData(TypedDict):
    id: str
    status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    previous_status: Optional[
        Literal[
            "draft",
            "scheduled",
            "processing",
            "posted",
            "partial",
            "failed",
            "held",
            "needs_review",
            "canceled",
        ]
    ]
    by: str
    """The person who asked, approved or returned it."""
    comment: Optional[str]
    version: int
    """The version of the content."""


class PostSubmittedEventData(_PostSubmittedEventData, total=False):
    client: PostSubmittedEventDataClient
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """


class PostSubmittedEventDataClient(TypedDict):
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """

    review_link_id: str
    recipient: str
    """The name that the team gave to the recipient of the link."""
    typed_name: str
    """The name that the client typed. Nothing proves that it is theirs."""


class PostUpdatedEvent(TypedDict):
    """A post was changed by a person."""

    id: str
    type: Literal["post.updated"]
    created_at: str
    """ISO 8601, UTC."""
    data: PostUpdatedEventData


class PostUpdatedEventData(TypedDict):
    id: str
    status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    previous_status: Literal[
        "draft",
        "scheduled",
        "processing",
        "posted",
        "partial",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    changed: List[str]
    """The fields that the request named."""


class RecurrenceActiveEvent(TypedDict):
    """A recurrence makes posts again: a person resumed it, or nothing is in its way any more."""

    id: str
    type: Literal["recurrence.active"]
    created_at: str
    """ISO 8601, UTC."""
    data: RecurrenceActiveEventData


class RecurrenceActiveEventData(TypedDict):
    id: str
    status: Literal["active"]
    previous_status: Literal["active", "paused", "ended", "needs_attention"]
    external_id: Optional[str]
    """Your own name for it."""
    next_at: Optional[str]
    """The next time to come."""
    problems: List[RecurrenceActiveEventDataProblemsItem]
    """Why it needs attention."""


class _RecurrenceActiveEventDataProblemsItem(TypedDict):
    code: str
    detail: str


class RecurrenceActiveEventDataProblemsItem(_RecurrenceActiveEventDataProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class RecurrenceCreatedEvent(TypedDict):
    """A recurrence was created, and its first posts with it."""

    id: str
    type: Literal["recurrence.created"]
    created_at: str
    """ISO 8601, UTC."""
    data: RecurrenceCreatedEventData


class RecurrenceCreatedEventData(TypedDict):
    id: str
    status: Literal["active", "paused", "ended", "needs_attention"]
    external_id: Optional[str]
    """Your own name for it."""
    next_at: Optional[str]


class RecurrenceDeletedEvent(TypedDict):
    """A recurrence was deleted by a person. Its posts to come have their own events, such as
    `post.deleted`.
    """

    id: str
    type: Literal["recurrence.deleted"]
    created_at: str
    """ISO 8601, UTC."""
    data: RecurrenceDeletedEventData


class RecurrenceDeletedEventData(TypedDict):
    id: str
    status: Literal["deleted"]
    previous_status: Literal["active", "paused", "ended", "needs_attention"]
    external_id: Optional[str]
    """Your own name for it."""


class RecurrenceEndedEvent(TypedDict):
    """The last time of a recurrence has passed, which is told within two minutes."""

    id: str
    type: Literal["recurrence.ended"]
    created_at: str
    """ISO 8601, UTC."""
    data: RecurrenceEndedEventData


class RecurrenceEndedEventData(TypedDict):
    id: str
    status: Literal["ended"]
    previous_status: Literal["active", "paused", "ended", "needs_attention"]
    external_id: Optional[str]
    """Your own name for it."""
    next_at: Optional[str]
    """The next time to come."""
    problems: List[RecurrenceEndedEventDataProblemsItem]
    """Why it needs attention."""


class _RecurrenceEndedEventDataProblemsItem(TypedDict):
    code: str
    detail: str


class RecurrenceEndedEventDataProblemsItem(_RecurrenceEndedEventDataProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class RecurrenceNeedsAttentionEvent(TypedDict):
    """The next post of a recurrence cannot be made, or will be held. `problems` says why. It is
    told within two minutes where the reason is an account, a medium or the author.
    """

    id: str
    type: Literal["recurrence.needs_attention"]
    created_at: str
    """ISO 8601, UTC."""
    data: RecurrenceNeedsAttentionEventData


class RecurrenceNeedsAttentionEventData(TypedDict):
    id: str
    status: Literal["needs_attention"]
    previous_status: Literal["active", "paused", "ended", "needs_attention"]
    external_id: Optional[str]
    """Your own name for it."""
    next_at: Optional[str]
    """The next time to come."""
    problems: List[RecurrenceNeedsAttentionEventDataProblemsItem]
    """Why it needs attention."""


class _RecurrenceNeedsAttentionEventDataProblemsItem(TypedDict):
    code: str
    detail: str


class RecurrenceNeedsAttentionEventDataProblemsItem(
    _RecurrenceNeedsAttentionEventDataProblemsItem, total=False
):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class RecurrencePausedEvent(TypedDict):
    """A recurrence was paused by a person."""

    id: str
    type: Literal["recurrence.paused"]
    created_at: str
    """ISO 8601, UTC."""
    data: RecurrencePausedEventData


class RecurrencePausedEventData(TypedDict):
    id: str
    status: Literal["paused"]
    previous_status: Literal["active", "paused", "ended", "needs_attention"]
    external_id: Optional[str]
    """Your own name for it."""
    next_at: Optional[str]
    """The next time to come."""
    problems: List[RecurrencePausedEventDataProblemsItem]
    """Why it needs attention."""


class _RecurrencePausedEventDataProblemsItem(TypedDict):
    code: str
    detail: str


class RecurrencePausedEventDataProblemsItem(_RecurrencePausedEventDataProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    pointer: str
    """A JSON pointer into it."""
    social_account_id: str


class SocialAccountBlockedEvent(TypedDict):
    """The network has blocked or suspended an account. A person must settle it with the network,
    then connect the account again.
    """

    id: str
    type: Literal["social_account.blocked"]
    created_at: str
    """ISO 8601, UTC."""
    data: SocialAccountBlockedEventData


class SocialAccountBlockedEventData(TypedDict):
    id: str
    platform: str
    username: str
    status: Literal["blocked"]


class SocialAccountConnectedEvent(TypedDict):
    """An account was connected, or connected again."""

    id: str
    type: Literal["social_account.connected"]
    created_at: str
    """ISO 8601, UTC."""
    data: SocialAccountConnectedEventData


class SocialAccountConnectedEventData(TypedDict):
    id: str
    platform: str
    username: str
    status: Literal["active"]


class SocialAccountDisconnectedEvent(TypedDict):
    """An account was disconnected by a person."""

    id: str
    type: Literal["social_account.disconnected"]
    created_at: str
    """ISO 8601, UTC."""
    data: SocialAccountDisconnectedEventData


class SocialAccountDisconnectedEventData(TypedDict):
    id: str
    platform: str
    username: str
    status: Literal["disconnected"]


class SocialAccountNeedsReconnectEvent(TypedDict):
    """The network no longer accepts Crier’s access to an account. A person must connect it again.
    """

    id: str
    type: Literal["social_account.needs_reconnect"]
    created_at: str
    """ISO 8601, UTC."""
    data: SocialAccountNeedsReconnectEventData


class SocialAccountNeedsReconnectEventData(TypedDict):
    id: str
    platform: str
    username: str
    status: Literal["needs_reconnect"]


class WebhookEndpointDisabledEvent(TypedDict):
    """A webhook endpoint was switched off, because every delivery of five days failed, because it
    answered 410, or because somebody else may have set its URL in an account that the owner of
    the address has taken over (`inherited`). Other endpoints receive this.
    """

    id: str
    type: Literal["webhook_endpoint.disabled"]
    created_at: str
    """ISO 8601, UTC."""
    data: WebhookEndpointDisabledEventData


class WebhookEndpointDisabledEventData(TypedDict):
    id: str
    status: Literal["disabled"]
    reason: Literal["failing", "gone", "inherited"]
    host: str
    """The host of its URL."""
    failing_since: Optional[str]
    disabled_at: str


class WebhookEndpointEnabledEvent(TypedDict):
    """A webhook endpoint that was off was switched on by a person. Other endpoints receive this
    too.
    """

    id: str
    type: Literal["webhook_endpoint.enabled"]
    created_at: str
    """ISO 8601, UTC."""
    data: WebhookEndpointEnabledEventData


class WebhookEndpointEnabledEventData(TypedDict):
    id: str
    status: Literal["enabled"]
    host: str
    """The host of its URL."""


class WebhookEndpointTestEvent(TypedDict):
    """A person asked for a test. It goes to that endpoint only, whichever events it wants."""

    id: str
    type: Literal["webhook_endpoint.test"]
    created_at: str
    """ISO 8601, UTC."""
    data: WebhookEndpointTestEventData


class WebhookEndpointTestEventData(TypedDict):
    id: str
    message: str


# A change that Crier tells of, by webhook or stream. Its `type` tells which; a newer server may
# have others.
Event = Union[
    PostCreatedEvent,
    PostUpdatedEvent,
    PostProcessingEvent,
    PostPostedEvent,
    PostPartialEvent,
    PostFailedEvent,
    PostNeedsReviewEvent,
    PostHeldEvent,
    PostCanceledEvent,
    PostSubmittedEvent,
    PostApprovedEvent,
    PostReturnedEvent,
    PostDeletedEvent,
    PostResultPublishedEvent,
    PostResultFailedEvent,
    PostResultNeedsReviewEvent,
    PostResultUnpublishedEvent,
    PostResultUnpublishFailedEvent,
    PostResultEditedEvent,
    PostResultEditFailedEvent,
    RecurrenceCreatedEvent,
    RecurrenceActiveEvent,
    RecurrencePausedEvent,
    RecurrenceNeedsAttentionEvent,
    RecurrenceEndedEvent,
    RecurrenceDeletedEvent,
    FeedCreatedEvent,
    FeedActiveEvent,
    FeedPausedEvent,
    FeedFailingEvent,
    FeedStoppedEvent,
    FeedDeletedEvent,
    FeedItemsWaitingEvent,
    FeedItemFailedEvent,
    PostNoteCreatedEvent,
    PostNoteUpdatedEvent,
    PostNoteDeletedEvent,
    SocialAccountConnectedEvent,
    SocialAccountNeedsReconnectEvent,
    SocialAccountBlockedEvent,
    SocialAccountDisconnectedEvent,
    MediaReadyEvent,
    MediaRejectedEvent,
    WebhookEndpointDisabledEvent,
    WebhookEndpointEnabledEvent,
    WebhookEndpointTestEvent,
]


# The stable codes of problems. A newer server may answer others.
ProblemCode = Literal[
    "account_needs_reconnect",
    "address_not_allowed",
    "address_not_verified",
    "already_member",
    "already_posted",
    "already_processing",
    "already_settled",
    "another_browser",
    "another_person",
    "another_profile",
    "another_session",
    "app_from_environment",
    "approval_required",
    "authorization_refused",
    "being_unpublished",
    "body_too_large",
    "busy",
    "calendar_read_too_often",
    "callback_unsigned",
    "cannot_edit",
    "cannot_undo",
    "cannot_unpublish",
    "code_needed",
    "connected_elsewhere",
    "content_type_mismatch",
    "database_full",
    "database_unavailable",
    "edit_needs_approval",
    "edit_under_way",
    "endpoint_disabled",
    "event_unsigned",
    "expectation_failed",
    "export_not_ready",
    "export_under_way",
    "feed_not_active",
    "feeds_busy",
    "foreign_host",
    "headers_too_large",
    "https_required",
    "id_taken",
    "idempotency_in_progress",
    "idempotency_key_invalid",
    "idempotency_key_reused",
    "identity_taken",
    "internal_error",
    "invalid_body",
    "invalid_host",
    "invalid_json",
    "invalid_request",
    "invalid_target",
    "is_draft",
    "last_owner",
    "last_way_in",
    "link_expired",
    "link_first",
    "link_used",
    "looked_just_now",
    "may_be_public",
    "may_not_connect",
    "media_busy",
    "media_in_use",
    "media_quota_exceeded",
    "method_not_allowed",
    "needs_review",
    "network_unavailable",
    "never_paid",
    "no_avatar",
    "not_a_draft",
    "not_a_member",
    "not_deleted",
    "not_failed",
    "not_first_owner",
    "not_found",
    "not_from_own_page",
    "not_in_review",
    "not_published",
    "not_signed_in",
    "not_simulated",
    "not_waiting",
    "not_your_note",
    "nothing_to_choose",
    "nothing_to_connect",
    "nothing_to_retry",
    "oidc_refused",
    "oidc_unavailable",
    "overloaded",
    "own_post",
    "owner_already",
    "owner_exists",
    "passkey_known",
    "passkey_refused",
    "passkeys_need_a_name",
    "platform_not_ready",
    "post_deleted",
    "program_unreadable",
    "proof_required",
    "range_not_satisfiable",
    "rate_limited",
    "redirect_refused",
    "refused_by_network",
    "request_timeout",
    "review_looks_only",
    "review_too_often",
    "role_missing",
    "saved_text_name_taken",
    "scheduled_at_in_past",
    "scope_missing",
    "second_factor_needed",
    "setup_token_wrong",
    "shutting_down",
    "sign_in_failed",
    "sign_in_first",
    "sign_in_over",
    "sign_in_refused",
    "sign_in_unknown",
    "sign_up_closed",
    "size_mismatch",
    "stale",
    "storage_full",
    "storage_unavailable",
    "stripe_refused",
    "stripe_unavailable",
    "subscription_exists",
    "subscription_given",
    "subscription_required",
    "subscription_runs",
    "synced_recently",
    "test_key_required",
    "thread_cannot_continue",
    "too_many_at_once",
    "too_many_calendar_addresses",
    "too_many_endpoints",
    "too_many_exports",
    "too_many_feeds",
    "too_many_invitations",
    "too_many_parts",
    "too_many_passkeys",
    "too_many_planned",
    "too_many_recurrences",
    "too_many_registrations",
    "too_many_resets",
    "too_many_review_links",
    "too_many_saved_texts",
    "too_many_sign_ins",
    "too_many_slots",
    "too_many_streams",
    "too_many_unknown_keys",
    "too_many_workspaces",
    "too_much_unread",
    "transfer_coding_unknown",
    "tus_protocol",
    "tus_version",
    "two_factor_not_begun",
    "two_factor_off",
    "two_factor_on",
    "unauthorized",
    "unknown_field",
    "unknown_program",
    "unsupported_media_type",
    "upload_already_used",
    "upload_expired",
    "upload_in_progress",
    "upload_incomplete",
    "upload_locked",
    "upload_offset_mismatch",
    "upload_too_slow",
    "upload_url_invalid",
    "url_too_long",
    "validation_failed",
    "version_changed",
    "wrong_code",
    "wrong_password",
]
