# Generated from the OpenAPI document by `npm run generate-python-sdk`. Do not edit.
"""The types of what the API answers and takes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

__all__ = [
    "Analytics",
    "AnalyticsSummary",
    "AnalyticsSync",
    "Approval",
    "ApprovalClient",
    "Attention",
    "AttentionCounts",
    "AttentionItem",
    "AttentionStopsItem",
    "AuditEntry",
    "AuditEntryActor",
    "AuditEntrySubject",
    "Behavior",
    "Calendar",
    "CalendarDaysItem",
    "CalendarPost",
    "ChangedQueue",
    "ChangedRecurrence",
    "ChangedRecurrenceMediaItem",
    "ChangedRecurrenceMediaItemCrop",
    "ChangedRecurrenceMediaItemFocus",
    "ChangedRecurrenceNextTimesItem",
    "ChangedRecurrenceProblemsItem",
    "ChangedRecurrenceVariationsItem",
    "ChangedRecurrenceVariationsItemMediaItem",
    "ChangedRecurrenceVariationsItemMediaItemCrop",
    "ChangedRecurrenceVariationsItemMediaItemFocus",
    "ChangedRecurrenceWarningsItem",
    "Choice",
    "ConnectAttempt",
    "ConnectAttemptError",
    "ConnectCandidate",
    "ConnectLink",
    "Counting",
    "CountingAlsoItem",
    "CountingFieldsItem",
    "CountingLinks",
    "CountingLinksOnly",
    "CountingMentions",
    "CountingWeights",
    "CountingWeightsLightItem",
    "CreateManyPostsPostsItem",
    "CreateManyPostsPostsItemMediaItem",
    "CreateManyPostsPostsItemMediaItemCrop",
    "CreateManyPostsPostsItemMediaItemFocus",
    "CreateManyPostsPostsItemUseQueue",
    "CreatePostMediaItem",
    "CreatePostMediaItemCrop",
    "CreatePostMediaItemFocus",
    "CreatePostUseQueue",
    "CreateRecurrenceMediaItem",
    "CreateRecurrenceMediaItemCrop",
    "CreateRecurrenceMediaItemFocus",
    "CreateRecurrenceVariationsItem",
    "CreateRecurrenceVariationsItemMediaItem",
    "CreateRecurrenceVariationsItemMediaItemCrop",
    "CreateRecurrenceVariationsItemMediaItemFocus",
    "CreatedPosts",
    "DailyFigures",
    "DayOfFigures",
    "Deleted",
    "DeletedPost",
    "DeletedRecurrence",
    "ExpandedPost",
    "ExpandedPostQueue",
    "ExpandedPostWarningsItem",
    "Feed",
    "FeedCheck",
    "FeedCheckAlternativesItem",
    "FeedCheckItemsItem",
    "FeedCheckPreviewsItem",
    "FeedCheckPreviewsItemLength",
    "FeedDecision",
    "FeedItem",
    "FeedNote",
    "Fit",
    "FitProblemsItem",
    "FitWarningsItem",
    "FreeSlots",
    "FreeSlotsDataItem",
    "Limits",
    "LimitsRatesItem",
    "LinkPreview",
    "ListChoicesResult",
    "ListFitsResult",
    "ListMediaTagsResult",
    "ListMediaTagsResultDataItem",
    "ListPostNotesResult",
    "ListPostNotesResultMeta",
    "ListPostVersionsResult",
    "MadeReviewLink",
    "Me",
    "MeKey",
    "MeUser",
    "MeWorkspace",
    "Media",
    "MediaChange",
    "MediaChangeResult",
    "MediaChangeStepsItem",
    "MediaCrop",
    "MediaDetail",
    "MediaDetailCrop",
    "MediaDetailFocus",
    "MediaDetailObject",
    "MediaDetailPicture",
    "MediaDetailRenditionsItem",
    "MediaDetailUsedIn",
    "MediaDetailUsedInPostsItem",
    "MediaDetailVideo",
    "MediaDetailVideoAudio",
    "MediaFocus",
    "MediaLimit",
    "MediaLimits",
    "MediaObject",
    "MediaPicture",
    "MediaSet",
    "MediaVideo",
    "MediaVideoAudio",
    "Placements",
    "Platform",
    "PlatformConnect",
    "PlatformEdits",
    "PlatformWaysItem",
    "PlatformWaysItemMissingItem",
    "Post",
    "PostCheck",
    "PostCheckAccountsItem",
    "PostCheckAccountsItemLength",
    "PostCheckAccountsItemProblemsItem",
    "PostCheckAccountsItemRangesItem",
    "PostCheckAccountsItemWarningsItem",
    "PostCheckProblemsItem",
    "PostCheckWarningsItem",
    "PostNote",
    "PostNoteAuthor",
    "PostNoteMentionsItem",
    "PostNoteResolvedBy",
    "PostQueue",
    "PostResult",
    "PostResultAttemptsItem",
    "PostResultAttemptsItemError",
    "PostResultAttemptsItemExchange",
    "PostResultAttemptsItemNotesItem",
    "PostResultCanceledBy",
    "PostResultEdit",
    "PostResultEditError",
    "PostResultError",
    "PostResultPartsItem",
    "PostResultPartsItemEdit",
    "PostResultPartsItemEditError",
    "PostResultPartsItemError",
    "PostResultPartsItemPlatformData",
    "PostResultPartsItemReview",
    "PostResultPartsItemReviewFoundItem",
    "PostResultPlatformData",
    "PostResultReview",
    "PostResultReviewFoundItem",
    "PostResultUnpublish",
    "PostResultUnpublishError",
    "PostResultWaitsFor",
    "PostVersion",
    "PostVersionBy",
    "PostWarningsItem",
    "PostWithResults",
    "PostWithResultsQueue",
    "PostWithResultsWarningsItem",
    "Preview",
    "PreviewClamp",
    "PreviewColours",
    "Problem",
    "ProblemErrorsItem",
    "Queue",
    "QueueSlot",
    "Recurrence",
    "RecurrenceMediaItem",
    "RecurrenceMediaItemCrop",
    "RecurrenceMediaItemFocus",
    "RecurrenceNextTimesItem",
    "RecurrencePreview",
    "RecurrencePreviewTimesItem",
    "RecurrenceProblemsItem",
    "RecurrenceRule",
    "RecurrenceRuleNth",
    "RecurrenceVariationsItem",
    "RecurrenceVariationsItemMediaItem",
    "RecurrenceVariationsItemMediaItemCrop",
    "RecurrenceVariationsItemMediaItemFocus",
    "RecurrenceWarningsItem",
    "ReplannedPosts",
    "ResendWebhookDeliveriesResult",
    "RetriedPost",
    "RetriedPostResultsItem",
    "ReviewDecision",
    "ReviewFilter",
    "ReviewLink",
    "SandboxArrival",
    "SandboxFeed",
    "SandboxFeedMeta",
    "SandboxFeedProfile",
    "SandboxPost",
    "SandboxPostMediaItem",
    "SandboxPostPoll",
    "SandboxThread",
    "SavedText",
    "Shape",
    "SocialAccount",
    "SummaryAccount",
    "SummaryAccountLateMs",
    "SummaryPeriod",
    "SummaryPeriodLateMs",
    "SummaryPlatform",
    "SummaryPlatformLateMs",
    "SummaryTotal",
    "SummaryTotalLateMs",
    "TestClock",
    "UpdateMediaCrop",
    "UpdateMediaFocus",
    "UpdatePostMediaItem",
    "UpdatePostMediaItemCrop",
    "UpdatePostMediaItemFocus",
    "UpdatePostUseQueue",
    "UpdateRecurrenceMediaItem",
    "UpdateRecurrenceMediaItemCrop",
    "UpdateRecurrenceMediaItemFocus",
    "UpdateRecurrenceVariationsItem",
    "UpdateRecurrenceVariationsItemMediaItem",
    "UpdateRecurrenceVariationsItemMediaItemCrop",
    "UpdateRecurrenceVariationsItemMediaItemFocus",
    "UploadUrl",
    "UploadUrlHeaders",
    "Usage",
    "UsageMedia",
    "UsagePlatformsItem",
    "ValidatePostMediaItem",
    "ValidatePostMediaItemCrop",
    "ValidatePostMediaItemFocus",
    "ValidatePostUseQueue",
    "VideoLimit",
    "WebhookDelivery",
    "WebhookDeliveryAttemptsItem",
    "WebhookDeliveryAttemptsItemError",
    "WebhookDeliveryTries",
    "WebhookEndpoint",
    "WebhookEndpointLast24Hours",
    "WebhookEndpointWithSecret",
    "WebhookEndpointWithSecretLast24Hours",
    "WholePostVersion",
    "WholePostVersionBy",
    "WholeWebhookDelivery",
    "WholeWebhookDeliveryAttemptsItem",
    "WholeWebhookDeliveryAttemptsItemError",
    "WholeWebhookDeliveryTries",
]


class Analytics(TypedDict):
    id: str
    """Equal to `post_result_id`."""
    post_result_id: str
    post_id: str
    social_account_id: str
    platform: str
    platform_post_id: str
    view_count: Optional[int]
    reach_count: Optional[int]
    like_count: Optional[int]
    comment_count: Optional[int]
    share_count: Optional[int]
    save_count: Optional[int]
    click_count: Optional[int]
    unavailable_reason: Optional[str]
    """Why there are no figures, or no newer ones, in a sentence."""
    share_url: Optional[str]
    cover_image_url: Optional[str]
    """The first picture of the post."""
    video_description: Optional[str]
    """The text of the post on this account."""
    duration: Optional[int]
    """The length of its first video, in seconds."""
    platform_created_at: Optional[str]
    last_synced_at: Optional[str]
    """When the network told them; null: not yet."""
    match_confidence: Optional[str]
    """`exact`: the network itself gave Crier the id of the post."""


class AnalyticsSync(TypedDict):
    triggered: List[str]
    """The platforms that are being read."""


class _Approval(TypedDict):
    state: Literal["waiting", "approved", "returned"]
    """`waiting`: nothing of the post goes out before somebody approves it, even if its time passes.
    `approved`: this content goes out at its time. `returned`: it is a draft again; `comment`
    says what should change.
    """
    by: str
    """The person who asked, approved or returned it. For an API key, the person who made the key.
    """
    at: str
    comment: Optional[str]
    version: int
    """The version of the content. Say it when you approve, so that you approve what you saw."""


class Approval(_Approval, total=False):
    client: ApprovalClient


class ApprovalClient(TypedDict):
    """The client who approved or returned it by a review link; `by` is then the member who made the
    link. Left out where a member decided.
    """

    review_link_id: str
    recipient: str
    """The name that the team gave to the recipient of the link."""
    typed_name: str
    """The name that the client typed. Nothing proves that it is theirs."""


class Attention(TypedDict):
    total: int
    counts: AttentionCounts
    """How many there are of each kind, shown or not."""
    data: List[AttentionItem]
    """The soonest deadline first; then what began last."""
    stops: List[AttentionStopsItem]
    """Guards and pauses that keep posts from going out. Only the operator lifts guards and pauses.
    """


class AttentionCounts(TypedDict):
    """How many there are of each kind, shown or not."""

    review: int
    approval: int
    account: int
    failed: int
    edit: int
    returned: int
    recurrence: int
    endpoint: int
    feed: int
    limit: int


class AttentionItem(TypedDict):
    kind: Literal[
        "review",
        "approval",
        "account",
        "failed",
        "edit",
        "returned",
        "recurrence",
        "endpoint",
        "feed",
        "limit",
    ]
    """`review`: a result may be public already. `approval`: a post waits for it. `account`: it must
    be connected again, or settled with its network. `failed`: a result of the last 14 days.
    `edit`: a correction of a public text that was not made, of the last 14 days. `returned`: a
    draft that came back to its author. `recurrence`: it can make no posts. `endpoint`: its
    webhooks are switched off. `feed`: it stopped or cannot be read, or items of it wait.
    `limit`: a tenth or less of a network’s limit is left.
    """
    deadline: Optional[str]
    """The time of the post, or of the next post that waits for the account. It may have passed."""
    since: Optional[str]
    reason: Optional[str]
    """The reason of a review, the code of an error, the status of an account, the code of what
    stands in the way of a recurrence, why an endpoint is off, why a feed needs somebody
    (`stopped`, `failing` or `items_wait`), or the scope of a limit.
    """
    message: Optional[str]
    """The words of the network, or of the person who returned or submitted it, or what is wrong
    with a feed.
    """
    by: Optional[str]
    """The person who returned or submitted it; null where a client returned it."""
    post_id: Optional[str]
    text: Optional[str]
    """The beginning of the post, at most 80 characters, with `…` where it goes on."""
    post_result_id: Optional[str]
    social_account_id: Optional[str]
    platform: Optional[str]
    username: Optional[str]
    recurrence_id: Optional[str]
    webhook_endpoint_id: Optional[str]
    feed_id: Optional[str]
    url: Optional[str]
    """The address of an endpoint or a feed."""
    retryable: Optional[bool]
    """Whether a failed result may work when it is tried again."""
    waiting: Optional[int]
    """How many posts wait for the account, or how many items of a feed wait or failed."""
    remaining: Optional[int]
    """How many posts a limit still allows now."""
    of: Optional[int]
    """How many posts a limit allows in its span."""
    every_seconds: Optional[float]
    """The span of a limit."""


class AttentionStopsItem(TypedDict):
    kind: Literal["guard", "pause", "queue_pause"]
    reason: Optional[str]
    """The reason of a guard: `restored` or `cloned`."""
    platform: Optional[str]
    """The platform that a pause stops; null: all."""
    social_account_id: Optional[str]
    """The account whose queue is paused; null: all accounts."""
    since: str


class AuditEntry(TypedDict):
    id: str
    action: str
    """The kind of thing and what was done to it, such as `post.update`."""
    actor: AuditEntryActor
    subject: AuditEntrySubject
    mode: Optional[Literal["live", "test"]]
    """Null where it concerns live and test data alike."""
    ip: Optional[str]
    user_agent: Optional[str]
    """The program, as it called itself."""
    details: Dict[str, Any]
    """The members that were sent. Values that may be secret, or say nothing here, read `hidden`."""
    created_at: str


class AuditEntryActor(TypedDict):
    kind: Literal["key", "user", "operator", "system", "nobody"]
    """`nobody` failed to sign in."""
    id: Optional[str]
    name: Optional[str]
    """The address of the person, or the name of the key."""
    key: Optional[str]
    """The beginning and the end of the key."""


class AuditEntrySubject(TypedDict):
    kind: str
    id: Optional[str]


class Calendar(TypedDict):
    timezone: str
    total: int
    statuses: Dict[str, int]
    """How many posts have each status."""
    days: List[CalendarDaysItem]


class CalendarPost(TypedDict):
    id: str
    status: str
    at: str
    """Its `scheduled_at`; for a post without one, which was published at once, its `created_at`."""
    text: str
    """The first 80 characters of the caption, as people count characters."""
    is_draft: bool
    platforms: List[str]
    social_accounts: List[str]
    """The first 20, in the order of the request."""
    social_account_count: int
    thumbnail_url: Optional[str]
    """A picture of its first medium."""
    approval: Optional[Literal["waiting", "approved", "returned"]]
    movable: bool
    """Whether it may still get another time: nothing of it is out, on its way or settled."""
    tags: List[str]
    author: str
    """The person who created it, also by an API key of theirs; otherwise the API key."""
    recurrence_id: Optional[str]
    """The recurrence that made it; null for every other."""
    open_notes: int
    """How many of its notes are not marked as done."""
    etag: str
    """For the `If-Match` of a change."""


class ChangedQueue(TypedDict):
    timezone: str
    """The zone of the workspace, for slots that have none of their own."""
    paused: bool
    """Whether new posts get no slots."""
    paused_accounts: List[str]
    """Accounts whose new posts get no slots."""
    message: str
    """A sentence for people."""


class ChangedRecurrence(TypedDict):
    id: str
    status: Literal["active", "paused", "ended", "needs_attention"]
    """`ended`: its rule has no further time and no post is to come. `needs_attention`: `problems`
    says why no post can be made, or why those that are made will be held.
    """
    caption: str
    media: List[ChangedRecurrenceMediaItem]
    social_accounts: List[str]
    platform_configurations: Any
    """As in the request; null if there was none."""
    account_configurations: Any
    """As in the request; null if there was none."""
    external_id: Optional[str]
    metadata: Dict[str, str]
    tags: List[str]
    late_policy: Literal["publish_24h", "publish_1h", "publish_always", "ask"]
    """How late a post may still be published if its time was missed. After that, the result needs
    review.
    """
    processing_enabled: bool
    variations: List[ChangedRecurrenceVariationsItem]
    rule: RecurrenceRule
    timezone: str
    starts_on: str
    ends_on: Optional[str]
    ends_after: Optional[int]
    next_times: List[ChangedRecurrenceNextTimesItem]
    """Up to five posts to come."""
    planned: int
    """How many posts to come are in the calendar already."""
    turns: int
    """How many of its times had their turn: posts that went out, and those in the calendar."""
    missed: int
    """How many times passed without a post, because the server did not run or a problem stood in
    the way. They are not made up for.
    """
    last_missed_at: Optional[str]
    problems: List[ChangedRecurrenceProblemsItem]
    """Why it needs attention."""
    warnings: List[ChangedRecurrenceWarningsItem]
    author: str
    """The person in whose name its posts are made: who created it, or last changed it."""
    created_at: str
    updated_at: str
    posts: ReplannedPosts


class _ChangedRecurrenceMediaItem(TypedDict):
    media_id: str
    alt_text: Optional[str]
    focus: Optional[ChangedRecurrenceMediaItemFocus]


class ChangedRecurrenceMediaItem(_ChangedRecurrenceMediaItem, total=False):
    crop: ChangedRecurrenceMediaItemCrop


class ChangedRecurrenceMediaItemCrop(TypedDict):
    x: float
    y: float
    width: float
    height: float


class ChangedRecurrenceMediaItemFocus(TypedDict):
    x: float
    y: float


class ChangedRecurrenceNextTimesItem(TypedDict):
    at: str
    local_time: str
    """By the clock of the recurrence."""
    post_id: Optional[str]
    """Null: the post is not made yet."""


class _ChangedRecurrenceProblemsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class ChangedRecurrenceProblemsItem(_ChangedRecurrenceProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class ChangedRecurrenceVariationsItem(TypedDict, total=False):
    caption: str
    media: List[ChangedRecurrenceVariationsItemMediaItem]


class _ChangedRecurrenceVariationsItemMediaItem(TypedDict):
    media_id: str
    alt_text: Optional[str]
    focus: Optional[ChangedRecurrenceVariationsItemMediaItemFocus]


class ChangedRecurrenceVariationsItemMediaItem(
    _ChangedRecurrenceVariationsItemMediaItem, total=False
):
    crop: ChangedRecurrenceVariationsItemMediaItemCrop


class ChangedRecurrenceVariationsItemMediaItemCrop(TypedDict):
    x: float
    y: float
    width: float
    height: float


class ChangedRecurrenceVariationsItemMediaItemFocus(TypedDict):
    x: float
    y: float


class _ChangedRecurrenceWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class ChangedRecurrenceWarningsItem(_ChangedRecurrenceWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class Choice(TypedDict):
    value: str
    """The value for the option."""
    label: str
    detail: Optional[str]
    """A line that tells alike names apart."""


class ConnectAttempt(TypedDict):
    id: str
    platform: str
    way: str
    status: Literal["waiting", "finishing", "choosing", "connected", "failed", "expired"]
    """waiting: its person has not come back from the network. finishing: the network is being
    asked. choosing: profiles wait to be chosen.
    """
    url: Optional[str]
    """The page to open in the browser of the person who signs in."""
    social_account_id: Optional[str]
    """The account that is connected again."""
    candidates: List[ConnectCandidate]
    """The profiles to choose from."""
    social_accounts: List[str]
    """The accounts that were connected."""
    error: Optional[ConnectAttemptError]
    expires_at: str
    created_at: str


class _ConnectAttemptError(TypedDict):
    code: str
    detail: str


class ConnectAttemptError(_ConnectAttemptError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class ConnectCandidate(TypedDict):
    external_id: str
    """The id of the profile on the network."""
    username: str
    display_name: str
    avatar_url: Optional[str]
    """A public URL of this server for its picture, while there is a choice; null where its network
    has none.
    """
    profile_url: str
    suggested: bool
    reason: Optional[str]
    """Says why it cannot be chosen; null where it can."""


class ConnectLink(TypedDict):
    id: str
    url: Optional[str]
    """The page to give to the person; null once it cannot be used any more."""
    status: Literal["open", "used", "expired"]
    platforms: List[str]
    social_account_id: Optional[str]
    """The account that is connected again."""
    name: Optional[str]
    """Shown to the person in place of the name of the workspace."""
    logo_url: Optional[str]
    """A picture shown on the page, at an https address."""
    return_url: Optional[str]
    """Where the person is led back to, over https. `connect_link` and `status` are added to its
    query, and `social_account` with the ids of the accounts.
    """
    external_id: Optional[str]
    """Your own id for the link."""
    social_accounts: List[str]
    """The accounts that were connected."""
    expires_at: str
    used_at: Optional[str]
    created_at: str


class Counting(TypedDict):
    max: int
    unit: Literal["grapheme", "codepoint", "utf16", "utf8", "weighted", "emoji_utf8"]
    """`weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its
    bytes in UTF-8, everything else as its code points.
    """
    also: List[CountingAlsoItem]
    """Further limits on the same text."""
    link_cost: Optional[int]
    """How much each link counts; null if it counts with its length."""
    weights: Optional[CountingWeights]
    """For the unit `weighted`; null for every other."""
    links: Optional[CountingLinks]
    """How the links are found that cost `link_cost`; null where links cost their letters."""
    mentions: Optional[CountingMentions]
    """Mentions of which only the first group of the match counts; null where they cost their
    letters.
    """
    fields: List[CountingFieldsItem]
    """Options that hold words with a limit, such as a title or a content warning."""


class CountingAlsoItem(TypedDict):
    max: int
    unit: Literal["grapheme", "codepoint", "utf16", "utf8", "weighted", "emoji_utf8"]
    """`weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its
    bytes in UTF-8, everything else as its code points.
    """


class CountingFieldsItem(TypedDict):
    option: str
    """The name of the option."""
    label: str
    max: int
    unit: Literal["grapheme", "codepoint", "utf16", "utf8", "weighted", "emoji_utf8"]
    """`weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its
    bytes in UTF-8, everything else as its code points.
    """
    counts_with_text: bool
    """Whether its words count with the text, too."""


class CountingLinks(TypedDict):
    """How the links are found that cost `link_cost`; null where links cost their letters."""

    form: Literal["address", "domain"]
    """An `address` begins with http or https; a `domain` may also be bare, such as `example.com`.
    """
    only: Optional[CountingLinksOnly]
    """Only links that match it cost `link_cost`."""


class CountingLinksOnly(TypedDict):
    """Only links that match it cost `link_cost`."""

    pattern: str
    """A regular expression of JavaScript."""
    flags: str


class CountingMentions(TypedDict):
    """Mentions of which only the first group of the match counts; null where they cost their
    letters.
    """

    pattern: str
    """A regular expression of JavaScript."""
    flags: str
    in_links: bool
    """Whether one that begins within an address counts too."""


class CountingWeights(TypedDict):
    """For the unit `weighted`; null for every other."""

    form: Literal["NFC"]
    """The form of Unicode in which the text is counted."""
    usual: int
    emoji: int
    """The cost of an emoji, however many code points it has."""
    light: List[CountingWeightsLightItem]
    """Ranges of code points that cost 1, ends included. All others cost `usual`."""


class CountingWeightsLightItem(TypedDict):
    first: int
    last: int


class _CreateManyPostsPostsItem(TypedDict):
    social_accounts: Sequence[Union[str, int]]
    """Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a
    string.
    """


class CreateManyPostsPostsItem(_CreateManyPostsPostsItem, total=False):
    id: str
    """Your own UUIDv7 for the post. If a post with this id exists, it is returned and no other is
    created.
    """
    caption: str
    """The text of the post."""
    body: str
    """Another name for `caption`. If both are given, they must be equal."""
    media: Sequence[Union[str, CreateManyPostsPostsItemMediaItem]]
    """The media in the order in which they are published."""
    scheduled_at: Union[str, datetime, None]
    """An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an offset. A part of a
    millisecond is rounded up. Null or absent publishes now.
    """
    is_draft: bool
    """If true, the post is saved and not published."""
    platform_configurations: Optional[Mapping[str, Mapping[str, Any]]]
    """An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The
    other members are options of the platform, listed by `GET /v1/platforms`.
    """
    account_configurations: Union[Sequence[Any], Mapping[str, Any], None]
    """Configuration of up to 500 single accounts, with the same members. It overrides that of the
    platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that
    list in an object under the name `account_configurations`, or an object by account id.
    """
    external_id: Optional[str]
    """Your own id for the post."""
    metadata: Mapping[str, str]
    """Your own notes, up to 50 members."""
    tags: Sequence[str]
    late_policy: Literal["publish_24h", "publish_1h", "publish_always", "ask"]
    """How late a post may still be published if its time was missed. After that, the result needs
    review.
    """
    processing_enabled: bool
    """Whether media may be fitted to the limits of a network; true by default. If false, media are
    sent as they are, and a result fails where its network needs them changed.
    """
    use_queue: Union[bool, CreateManyPostsPostsItemUseQueue, None]
    """Puts the post into the next slot of the queue that is free for all its accounts. `timezone`
    is the zone of the slots that have none of their own, in place of the workspace’s. A
    `scheduled_at` wins, with a warning; a draft takes no slot.
    """


class _CreateManyPostsPostsItemMediaItem(TypedDict):
    media_id: str


class CreateManyPostsPostsItemMediaItem(_CreateManyPostsPostsItemMediaItem, total=False):
    alt_text: Optional[str]
    focus: Optional[CreateManyPostsPostsItemMediaItemFocus]
    crop: Optional[CreateManyPostsPostsItemMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class CreateManyPostsPostsItemMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class CreateManyPostsPostsItemMediaItemFocus(TypedDict):
    x: float
    y: float


class CreateManyPostsPostsItemUseQueue(TypedDict, total=False):
    timezone: str


class _CreatePostMediaItem(TypedDict):
    media_id: str


class CreatePostMediaItem(_CreatePostMediaItem, total=False):
    alt_text: Optional[str]
    focus: Optional[CreatePostMediaItemFocus]
    crop: Optional[CreatePostMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class CreatePostMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class CreatePostMediaItemFocus(TypedDict):
    x: float
    y: float


class CreatePostUseQueue(TypedDict, total=False):
    timezone: str


class _CreateRecurrenceMediaItem(TypedDict):
    media_id: str


class CreateRecurrenceMediaItem(_CreateRecurrenceMediaItem, total=False):
    alt_text: Optional[str]
    focus: Optional[CreateRecurrenceMediaItemFocus]
    crop: Optional[CreateRecurrenceMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class CreateRecurrenceMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class CreateRecurrenceMediaItemFocus(TypedDict):
    x: float
    y: float


class CreateRecurrenceVariationsItem(TypedDict, total=False):
    caption: str
    """In place of the `caption` of the recurrence."""
    media: Sequence[Union[str, CreateRecurrenceVariationsItemMediaItem]]
    """In place of the `media` of the recurrence."""


class _CreateRecurrenceVariationsItemMediaItem(TypedDict):
    media_id: str


class CreateRecurrenceVariationsItemMediaItem(
    _CreateRecurrenceVariationsItemMediaItem, total=False
):
    alt_text: Optional[str]
    focus: Optional[CreateRecurrenceVariationsItemMediaItemFocus]
    crop: Optional[CreateRecurrenceVariationsItemMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class CreateRecurrenceVariationsItemMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class CreateRecurrenceVariationsItemMediaItemFocus(TypedDict):
    x: float
    y: float


class CreatedPosts(TypedDict):
    data: List[Post]
    """In the order sent."""


class DailyFigures(TypedDict):
    data: List[DayOfFigures]


class DayOfFigures(TypedDict):
    date: str
    """A day in UTC."""
    view_count: Optional[int]
    reach_count: Optional[int]
    like_count: Optional[int]
    comment_count: Optional[int]
    share_count: Optional[int]
    save_count: Optional[int]
    click_count: Optional[int]


class Deleted(TypedDict):
    id: str
    deleted: Literal[True]
    success: Literal[True]


class DeletedPost(TypedDict):
    id: str
    deleted: bool
    """False while the post is being deleted at its networks."""
    success: Literal[True]


class DeletedRecurrence(TypedDict):
    id: str
    deleted: Literal[True]
    success: Literal[True]
    posts: ReplannedPosts


class _ExpandedPost(TypedDict):
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
    caption: str
    media: List[str]
    """Public URLs, in the order of the request."""
    social_accounts: List[str]
    """In the order of the request."""
    scheduled_at: Optional[str]
    is_draft: bool
    created_at: str
    updated_at: str
    media_ids: List[str]
    """Storage paths, in the order of the request."""
    platform_configurations: Any
    """As in the request; null if there was none."""
    account_configurations: Any
    """As in the request; null if there was none."""
    external_id: Optional[str]
    metadata: Dict[str, str]
    tags: List[str]
    late_policy: Literal["publish_24h", "publish_1h", "publish_always", "ask"]
    """How late a post may still be published if its time was missed. After that, the result needs
    review.
    """
    processing_enabled: bool
    """Whether media may be fitted to the limits of a network."""
    queue: Optional[ExpandedPostQueue]
    """The slot of the queue that gave the post its time; null once the time was changed."""
    recurrence_id: Optional[str]
    """The recurrence that made the post, which may be deleted meanwhile; null for every other."""
    warnings: List[ExpandedPostWarningsItem]
    """Problems that did not prevent saving the post. On a draft they include everything that
    prevents its promotion. On a published post they also name what a network left out, such as a
    thumbnail that it refused.
    """
    approval: Optional[Approval]


class ExpandedPost(_ExpandedPost, total=False):
    results: List[PostResult]
    author: str
    """The person who created it, also by an API key of theirs; otherwise the API key."""
    request: Dict[str, Any]
    """The request that would make the post as it is, with the alt text, focus and crop of each
    medium.
    """


class ExpandedPostQueue(TypedDict):
    """The slot of the queue that gave the post its time; null once the time was changed."""

    slot_id: str
    """The slot, which may be deleted meanwhile."""
    slot_at: str
    """The time of the slot, without its jitter."""


class _ExpandedPostWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class ExpandedPostWarningsItem(_ExpandedPostWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class Feed(TypedDict):
    id: str
    url: str
    title: str
    """The name that the feed gives itself, or its host."""
    site_url: Optional[str]
    status: Literal["active", "paused", "failing", "stopped"]
    """`failing`: it could not be read for three days, and is still tried. `stopped`: Crier gave up
    on it; `problem` says why, and resuming it makes whoever does that the one in whose name its
    posts are.
    """
    problem: Optional[FeedNote]
    social_accounts: List[str]
    action: Literal["draft", "queue", "publish"]
    """A new item becomes a `draft`, a post at the next free time of the `queue`, or one that goes
    out at once (`publish`).
    """
    caption: str
    """The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`, `{author}`,
    `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default `{title}\\n\\n{link}`. Text that
    is longer than a network takes is shortened after a word; the link stays.
    """
    platform_configurations: Any
    """As in the request; null if there was none."""
    with_picture: bool
    """Whether the picture of an item goes with its post; true by default. A picture that cannot be
    had is left out, with a note.
    """
    tags: List[str]
    """Tags of the posts."""
    max_per_day: int
    """How many items become posts by themselves within 24 hours; 10 by default. The others wait for
    a person.
    """
    waiting: int
    """How many items wait for a person, or failed."""
    last_item: Optional[FeedItem]
    last_look_at: Optional[str]
    next_look_at: Optional[str]
    created_by: str
    """The person in whose name its posts are made."""
    created_at: str
    updated_at: str


class FeedCheck(TypedDict):
    url: str
    """The address of the feed itself."""
    title: str
    site_url: Optional[str]
    format: Literal["rss", "rss1", "atom", "json"]
    alternatives: List[FeedCheckAlternativesItem]
    """All feeds that the page names, if the address was that of a page. The first of them was read.
    """
    total: int
    """How many items it has."""
    items: List[FeedCheckItemsItem]
    """The newest, at most 10."""
    previews: List[FeedCheckPreviewsItem]
    """The newest item as a post on each account that was named."""


class FeedCheckAlternativesItem(TypedDict):
    url: str
    title: str


class FeedCheckItemsItem(TypedDict):
    title: str
    link: Optional[str]
    published_at: Optional[str]
    summary: str
    author: str
    categories: List[str]
    has_picture: bool


class FeedCheckPreviewsItem(TypedDict):
    social_account_id: str
    platform: str
    caption: str
    """The text as it would go out, shortened where it is too long."""
    is_shortened: bool
    length: FeedCheckPreviewsItemLength
    problems: List[FeedNote]


class FeedCheckPreviewsItemLength(TypedDict):
    count: int
    max: int
    unit: str


class FeedDecision(TypedDict):
    decided: int
    feed: Feed


class FeedItem(TypedDict):
    id: str
    feed_id: str
    title: str
    link: Optional[str]
    published_at: Optional[str]
    outcome: Literal["seen", "old", "waiting", "due", "posted", "skipped", "failed"]
    """`seen`: it was there before the feed was added. `old`: it was published long before it
    appeared, or had appeared under another id. `waiting`: a person decides. `due`: it is about
    to become a post. `posted`, `skipped` by a person, or `failed`.
    """
    post_id: Optional[str]
    """The post that was made of it, which may be deleted."""
    notes: List[FeedNote]
    """The reasons why it became no post, or why something was left out of it."""
    found_at: str


class _FeedNote(TypedDict):
    code: str
    detail: str


class FeedNote(_FeedNote, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class Fit(TypedDict):
    platform: str
    name: str
    """The network for people."""
    placement: Optional[str]
    """The value of the option that chooses another kind of post, such as `story`; null for the
    usual one. `placements` in the limits names the option.
    """
    social_account_ids: List[str]
    """The accounts of which all this holds."""
    outcome: Literal["as_it_is", "changed", "refused"]
    summary: str
    """The outcome in words."""
    change: Optional[MediaChange]
    problems: List[FitProblemsItem]
    warnings: List[FitWarningsItem]


class _FitProblemsItem(TypedDict):
    code: str
    detail: str


class FitProblemsItem(_FitProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class _FitWarningsItem(TypedDict):
    code: str
    detail: str


class FitWarningsItem(_FitWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class FreeSlots(TypedDict):
    data: List[FreeSlotsDataItem]
    paused: bool
    """Whether the queue is paused, so that no slot is free."""


class FreeSlotsDataItem(TypedDict):
    slot_id: str
    social_account_id: Optional[str]
    scheduled_at: str
    """When a post with this slot goes out, with the jitter of the day."""
    slot_at: str
    """The slot itself, without jitter."""
    local_time: str
    """The first of the two times, by the clock of the zone."""
    timezone: str


class Limits(TypedDict, total=False):
    text: Counting
    media: MediaLimits
    placements: Optional[Placements]
    thread_max: int
    """The most posts in a thread, including the first."""
    rates: List[LimitsRatesItem]
    """How many posts may be published within a span of time. Posts over the limit wait and are
    published as soon as the limit allows.
    """


class LimitsRatesItem(TypedDict):
    per: Literal["account", "server", "app"]
    """The scope in which the network counts."""
    posts: int
    every_seconds: float
    remaining: Optional[int]
    """How many posts may be published now; null if no account is given."""


class LinkPreview(TypedDict):
    url: str
    """As it was asked for."""
    title: Optional[str]
    """Null where the page could not be read, or says nothing of itself."""
    description: str
    picture_url: Optional[str]
    """A public URL of this server for the picture of the page, for about a day; null where the page
    shows none.
    """


class ListChoicesResult(TypedDict):
    data: List[Choice]


class ListFitsResult(TypedDict):
    data: List[Fit]


class ListMediaTagsResult(TypedDict):
    data: List[ListMediaTagsResultDataItem]


class ListMediaTagsResultDataItem(TypedDict):
    tag: str
    media: int


class ListPostNotesResult(TypedDict):
    data: List[PostNote]
    meta: ListPostNotesResultMeta
    open: int
    """How many notes of the post are open, of all pages."""


class _ListPostNotesResultMeta(TypedDict):
    offset: int
    limit: int
    next: Optional[str]
    """The URL of the next page; null on the last page."""


class ListPostNotesResultMeta(_ListPostNotesResultMeta, total=False):
    total: int
    """How many rows match. Absent with a cursor where counting would take long."""


class ListPostVersionsResult(TypedDict):
    data: List[PostVersion]
    """The latest first, at most 100."""


class MadeReviewLink(TypedDict):
    id: str
    recipient: str
    """Who gets the link, as your team calls them. The recipient sees it too."""
    status: Literal["open", "expired", "revoked", "ended"]
    """`ended`: its maker has left, or the key with which it was made may not be used any more. Only
    an open link shows anything.
    """
    may_decide: bool
    """Whether it was made to decide."""
    decides: bool
    """Whether it decides now: it is open, and its maker may publish."""
    posts: Optional[List[str]]
    """The posts that it shows; null for those of its filter."""
    filter: Optional[ReviewFilter]
    created_by: str
    """The member who made it, also by an API key."""
    last_opened_at: Optional[str]
    expires_at: str
    revoked_at: Optional[str]
    decisions: List[ReviewDecision]
    """The latest 20 decisions, newest first."""
    created_at: str
    url: str
    """The page for the client, with the secret. It is shown this once."""


class Me(TypedDict):
    mode: Literal["live", "test"]
    key: Optional[MeKey]
    user: MeUser
    workspace: MeWorkspace


class MeKey(TypedDict):
    id: str
    name: str
    last4: str
    scopes: List[Literal["read", "write", "publish", "accounts", "admin"]]
    expires_at: Optional[str]
    created_at: str


class MeUser(TypedDict):
    id: str
    email: str


class MeWorkspace(TypedDict):
    id: str
    name: str
    timezone: str
    subscription: Literal["active", "inactive"]


class Media(TypedDict):
    id: str
    media_id: str
    """The storage path. Posts name it in `media`."""
    name: str
    mime_type: str
    size_bytes: int
    """While an import waits whose server did not say its size, this is what came so far."""
    received_bytes: int
    """The bytes that have come in, noted each second while it is `waiting`; all of them once it is
    `ready`.
    """
    kind: Literal["image", "gif", "video", "document"]
    """`gif` is an animated GIF."""
    status: Literal["waiting", "ready", "rejected"]
    url: Optional[str]
    """The public URL; null until the file is uploaded."""
    thumbnail_url: Optional[str]
    """A public URL for a small WebP of it, of an animation its first picture, of a video a frame;
    null until the file is uploaded, and for PDF. It answers 404 while the server lacks the
    program that videos or HEIC need.
    """
    width: Optional[int]
    height: Optional[int]
    duration_ms: Optional[int]
    alt_text: str
    focus: Optional[MediaFocus]
    """The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top."""
    tags: List[str]
    keep: bool
    """Whether it stays although no post ever used it."""
    video: Optional[MediaVideo]
    """Null for everything that is no video, and for a video from before these were read."""
    picture: Optional[MediaPicture]
    """Null for everything that is no picture, and for a picture from before these were read."""
    pages: Optional[int]
    """The pages of a document, where they can be counted."""
    crop: Optional[MediaCrop]
    """The part to show, as shares of the width and height from the top left. It is cut out when the
    medium is published; the file stays whole.
    """
    created_at: str
    object: MediaObject
    """Facts of the file again, for programs that look for them here."""


class _MediaChange(TypedDict):
    pointer: str
    """A JSON pointer to the medium in the request; empty where the request names a single one."""
    reason: Optional[str]
    """The limit of the network that asks for it; null where it is only cropped, turned or stripped.
    """
    steps: List[MediaChangeStepsItem]
    """In the order in which they are made. `change` is `strip` (of the place where it was taken),
    `rotate`, `crop`, `resize`, `pad`, `convert`, `transcode`, `frame_rate`, `bit_rate`, `sound`,
    `repack` or `compress`.
    """
    result: MediaChangeResult


class MediaChange(_MediaChange, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class MediaChangeResult(TypedDict):
    kind: Literal["image", "gif", "video", "document"]
    mime_type: str
    width: Optional[int]
    height: Optional[int]
    duration_ms: Optional[int]
    max_bytes: int
    """The most bytes that it may have."""


class _MediaChangeStepsItem(TypedDict):
    change: str
    detail: str


class MediaChangeStepsItem(_MediaChangeStepsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class MediaCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. It is cut out when the
    medium is published; the file stays whole.
    """

    x: float
    y: float
    width: float
    height: float


class MediaDetail(TypedDict):
    id: str
    media_id: str
    """The storage path. Posts name it in `media`."""
    name: str
    mime_type: str
    size_bytes: int
    """While an import waits whose server did not say its size, this is what came so far."""
    received_bytes: int
    """The bytes that have come in, noted each second while it is `waiting`; all of them once it is
    `ready`.
    """
    kind: Literal["image", "gif", "video", "document"]
    """`gif` is an animated GIF."""
    status: Literal["waiting", "ready", "rejected"]
    url: Optional[str]
    """The public URL; null until the file is uploaded."""
    thumbnail_url: Optional[str]
    """A public URL for a small WebP of it, of an animation its first picture, of a video a frame;
    null until the file is uploaded, and for PDF. It answers 404 while the server lacks the
    program that videos or HEIC need.
    """
    width: Optional[int]
    height: Optional[int]
    duration_ms: Optional[int]
    alt_text: str
    focus: Optional[MediaDetailFocus]
    """The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top."""
    tags: List[str]
    keep: bool
    """Whether it stays although no post ever used it."""
    video: Optional[MediaDetailVideo]
    """Null for everything that is no video, and for a video from before these were read."""
    picture: Optional[MediaDetailPicture]
    """Null for everything that is no picture, and for a picture from before these were read."""
    pages: Optional[int]
    """The pages of a document, where they can be counted."""
    crop: Optional[MediaDetailCrop]
    """The part to show, as shares of the width and height from the top left. It is cut out when the
    medium is published; the file stays whole.
    """
    created_at: str
    object: MediaDetailObject
    """Facts of the file again, for programs that look for them here."""
    used_in: MediaDetailUsedIn
    renditions: List[MediaDetailRenditionsItem]
    """The files that are made of it so that networks take it, the newest 20 first."""


class MediaDetailCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. It is cut out when the
    medium is published; the file stays whole.
    """

    x: float
    y: float
    width: float
    height: float


class MediaDetailFocus(TypedDict):
    """The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top."""

    x: float
    y: float


class MediaDetailObject(TypedDict):
    """Facts of the file again, for programs that look for them here."""

    isDeleted: bool
    """Always false: a deleted medium is not shown."""
    url: Optional[str]
    """The public URL; null until the file is uploaded."""
    size_bytes: int
    name: str


class MediaDetailPicture(TypedDict):
    """Null for everything that is no picture, and for a picture from before these were read."""

    frames: int
    """More than 1 for an animation."""
    has_alpha: bool
    """Whether parts of it can be transparent."""
    color_space: Optional[str]
    """Such as `srgb`, `cmyk`, `b-w` and `rgb16`."""
    bit_depth: Optional[int]
    """Bits of a channel."""
    orientation: int
    """By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright."""


class MediaDetailRenditionsItem(TypedDict):
    status: Literal["waiting", "making", "ready", "failed"]
    progress: Optional[float]
    """The share that is done while a video is being made; null where it is not known."""
    mime_type: str
    size_bytes: Optional[int]
    """Null until it is ready."""
    width: Optional[int]
    height: Optional[int]
    duration_ms: Optional[int]
    detail: Optional[str]
    """Why it could not be made."""
    created_at: str


class MediaDetailUsedIn(TypedDict):
    total: int
    """How many posts use it, drafts too."""
    posts: List[MediaDetailUsedInPostsItem]
    """The newest 20 of them. `listMedia` and `listPosts` find the others."""


class MediaDetailUsedInPostsItem(TypedDict):
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


class MediaDetailVideo(TypedDict):
    """Null for everything that is no video, and for a video from before these were read."""

    container: Literal["mp4", "quicktime", "webm"]
    codec: Optional[str]
    """Such as `h264`, `vp9`, `aac`; null for one nobody could name."""
    profile: Optional[str]
    """Such as `high`; null where none is written down."""
    frame_rate: Optional[float]
    """Frames in a second."""
    bit_rate: Optional[int]
    """Bits in a second."""
    rotation: Literal[0, 90, 180, 270]
    """Degrees clockwise by which players turn the stored picture."""
    is_fast_start: bool
    """Whether playing can begin before all has come."""
    is_hdr: bool
    """Whether it has a high dynamic range."""
    audio: Optional[MediaDetailVideoAudio]
    """Null for a video without sound."""


class MediaDetailVideoAudio(TypedDict):
    """Null for a video without sound."""

    codec: Optional[str]
    """Such as `h264`, `vp9`, `aac`; null for one nobody could name."""
    channels: int
    sample_rate: float
    bit_rate: Optional[int]
    """Bits in a second."""


class MediaFocus(TypedDict):
    """The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top."""

    x: float
    y: float


class MediaLimit(TypedDict):
    kind: Literal["image", "gif", "video", "document"]
    types: List[str]
    max_bytes: Optional[int]
    min_duration_ms: Optional[int]
    max_duration_ms: Optional[int]
    shape: Optional[Shape]
    """Null if any size and ratio is accepted."""
    video: Optional[VideoLimit]
    """Null if every video of these types is accepted."""


class MediaLimits(TypedDict):
    required: bool
    """Whether a post must have media."""
    alt_text_max: int
    sets: List[MediaSet]
    """The media of a post must fit one of these sets, such as one to four pictures, or one video.
    """
    kinds: List[MediaLimit]
    """The limits of one file of each kind."""


class MediaObject(TypedDict):
    """Facts of the file again, for programs that look for them here."""

    isDeleted: bool
    """Always false: a deleted medium is not shown."""
    url: Optional[str]
    """The public URL; null until the file is uploaded."""
    size_bytes: int
    name: str


class MediaPicture(TypedDict):
    """Null for everything that is no picture, and for a picture from before these were read."""

    frames: int
    """More than 1 for an animation."""
    has_alpha: bool
    """Whether parts of it can be transparent."""
    color_space: Optional[str]
    """Such as `srgb`, `cmyk`, `b-w` and `rgb16`."""
    bit_depth: Optional[int]
    """Bits of a channel."""
    orientation: int
    """By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright."""


class MediaSet(TypedDict):
    kinds: List[Literal["image", "gif", "video", "document"]]
    min: int
    max: int
    most: Dict[str, int]
    """The most media of single kinds; the others may fill the set."""


class MediaVideo(TypedDict):
    """Null for everything that is no video, and for a video from before these were read."""

    container: Literal["mp4", "quicktime", "webm"]
    codec: Optional[str]
    """Such as `h264`, `vp9`, `aac`; null for one nobody could name."""
    profile: Optional[str]
    """Such as `high`; null where none is written down."""
    frame_rate: Optional[float]
    """Frames in a second."""
    bit_rate: Optional[int]
    """Bits in a second."""
    rotation: Literal[0, 90, 180, 270]
    """Degrees clockwise by which players turn the stored picture."""
    is_fast_start: bool
    """Whether playing can begin before all has come."""
    is_hdr: bool
    """Whether it has a high dynamic range."""
    audio: Optional[MediaVideoAudio]
    """Null for a video without sound."""


class MediaVideoAudio(TypedDict):
    """Null for a video without sound."""

    codec: Optional[str]
    """Such as `h264`, `vp9`, `aac`; null for one nobody could name."""
    channels: int
    sample_rate: float
    bit_rate: Optional[int]
    """Bits in a second."""


class Placements(TypedDict):
    option: str
    """The option whose value chooses."""
    media: Dict[str, MediaLimits]
    """The limits by the value of the option. `media` holds for a value that is not named here."""


class Platform(TypedDict):
    platform: str
    """The name in this API."""
    name: str
    """The name to show to people."""
    modes: List[Literal["live", "test"]]
    """Whether accounts on it may be live, test or both."""
    limits: Limits
    options: Dict[str, Any]
    """A JSON Schema."""
    connect: PlatformConnect
    """The first of `ways`, for clients that know only one."""
    ways: List[PlatformWaysItem]
    """The ways to connect an account, each with the form that is filled in first."""
    app_configured: Optional[bool]
    """Whether the operator’s app at the network is set; null where the network needs none."""
    counting: Counting
    icon_url: str
    """A public URL of this server for an SVG in one colour, `currentColor`, to be used as a mask.
    """
    guide_url: str
    """A page of this server for its operator: how to register an app there, what is reviewed, the
    limits, and what cannot be done.
    """
    preview: Preview
    edits: Optional[PlatformEdits]
    """Says that the text of a public post can be changed there, with `POST
    /v1/post-results/{id}/edit`; null where the network has no edits.
    """
    behavior: Optional[Dict[str, Any]]
    """A JSON Schema."""


class PlatformConnect(TypedDict):
    """The first of `ways`, for clients that know only one."""

    kind: Literal["form", "redirect"]
    """Whether a form is all it takes, or the person signs in on a page of the network."""
    fields: Dict[str, Any]
    """A JSON Schema."""


class PlatformEdits(TypedDict):
    options: List[str]
    """The options that can be changed with the text, by their names."""


class PlatformWaysItem(TypedDict):
    way: str
    """The name to send as `way`."""
    kind: Literal["form", "redirect"]
    """Whether a form is all it takes, or the person signs in on a page of the network."""
    fields: Dict[str, Any]
    """A JSON Schema."""
    missing: List[PlatformWaysItemMissingItem]
    """The things that this server lacks for this way, for its operator; empty where people can
    connect.
    """


class PlatformWaysItemMissingItem(TypedDict):
    code: Literal["app", "https", "public_media"]
    detail: str
    """The remedy."""


class Post(TypedDict):
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
    caption: str
    media: List[str]
    """Public URLs, in the order of the request."""
    social_accounts: List[str]
    """In the order of the request."""
    scheduled_at: Optional[str]
    is_draft: bool
    created_at: str
    updated_at: str
    media_ids: List[str]
    """Storage paths, in the order of the request."""
    platform_configurations: Any
    """As in the request; null if there was none."""
    account_configurations: Any
    """As in the request; null if there was none."""
    external_id: Optional[str]
    metadata: Dict[str, str]
    tags: List[str]
    late_policy: Literal["publish_24h", "publish_1h", "publish_always", "ask"]
    """How late a post may still be published if its time was missed. After that, the result needs
    review.
    """
    processing_enabled: bool
    """Whether media may be fitted to the limits of a network."""
    queue: Optional[PostQueue]
    """The slot of the queue that gave the post its time; null once the time was changed."""
    recurrence_id: Optional[str]
    """The recurrence that made the post, which may be deleted meanwhile; null for every other."""
    warnings: List[PostWarningsItem]
    """Problems that did not prevent saving the post. On a draft they include everything that
    prevents its promotion. On a published post they also name what a network left out, such as a
    thumbnail that it refused.
    """
    approval: Optional[Approval]


class PostCheck(TypedDict):
    valid: bool
    """Whether it could be published as it is."""
    problems: List[PostCheckProblemsItem]
    """Everything that stands in the way."""
    warnings: List[PostCheckWarningsItem]
    accounts: List[PostCheckAccountsItem]
    """In the order of the request."""


class PostCheckAccountsItem(TypedDict):
    social_account_id: str
    platform: str
    valid: bool
    problems: List[PostCheckAccountsItemProblemsItem]
    warnings: List[PostCheckAccountsItemWarningsItem]
    length: PostCheckAccountsItemLength
    media_changes: List[MediaChange]
    """Media that are changed to fit the network, or whose file had a part that nobody is sent. The
    others go as they were uploaded.
    """
    ranges: List[PostCheckAccountsItemRangesItem]
    """Places in the text that this account publishes: its own `caption`, or else the one of its
    platform, or else the one of the post. They are offsets in UTF-16 units of it as sent, end
    exclusive. `over` is what does not fit any more.
    """


class PostCheckAccountsItemLength(TypedDict):
    count: int
    max: int
    unit: str


class _PostCheckAccountsItemProblemsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class PostCheckAccountsItemProblemsItem(_PostCheckAccountsItemProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class PostCheckAccountsItemRangesItem(TypedDict):
    kind: Literal["link", "mention", "hashtag", "over"]
    start: int
    end: int


class _PostCheckAccountsItemWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class PostCheckAccountsItemWarningsItem(_PostCheckAccountsItemWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class _PostCheckProblemsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class PostCheckProblemsItem(_PostCheckProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class _PostCheckWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class PostCheckWarningsItem(_PostCheckWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class PostNote(TypedDict):
    id: str
    post_id: str
    text: str
    author: PostNoteAuthor
    mentions: List[PostNoteMentionsItem]
    created_at: str
    edited_at: Optional[str]
    """When its words were changed; null: never."""
    resolved_at: Optional[str]
    """When it was marked as done; null: it is open."""
    resolved_by: Optional[PostNoteResolvedBy]


class PostNoteAuthor(TypedDict):
    kind: Literal["key", "user", "operator", "system"]
    id: str
    """The person, or the key of a program."""
    name: Optional[str]
    """The name of the key, or the name or address of the person."""
    user_id: str
    """The person, or who made the key."""


class PostNoteMentionsItem(TypedDict):
    user_id: str
    name: str
    """Their name, or their address."""


class PostNoteResolvedBy(TypedDict):
    kind: Literal["key", "user", "operator", "system"]
    id: str
    name: Optional[str]
    """The name of the key, or the name or address of the person."""


class PostQueue(TypedDict):
    """The slot of the queue that gave the post its time; null once the time was changed."""

    slot_id: str
    """The slot, which may be deleted meanwhile."""
    slot_at: str
    """The time of the slot, without its jitter."""


class PostResult(TypedDict):
    id: str
    post_id: str
    social_account_id: str
    platform: str
    status: Literal[
        "pending",
        "publishing",
        "confirming",
        "published",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    success: bool
    platform_data: PostResultPlatformData
    published_at: Optional[str]
    error: Optional[PostResultError]
    held_reason: Optional[str]
    """`approval`, `reconnect`, `blocked`, `disconnected`, `subscription`, `paused` or `guard`."""
    review: Optional[PostResultReview]
    maybe_at_work_since: Optional[str]
    """When a request was sent that was never answered. The network may still be processing it,
    however long ago that was, so the post may still appear.
    """
    caption: str
    """The text of the post on this account: once it is published, the one that is public, with
    every edit that was made there through Crier.
    """
    edited_at: Optional[str]
    """When the text was changed at the network last; null if it never was."""
    edit: Optional[PostResultEdit]
    """The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending,
    `error` says why the last try failed.
    """
    waits_for: Optional[PostResultWaitsFor]
    unpublish: Optional[PostResultUnpublish]
    """The deletion at the network that was asked for with `?unpublish=true`. While it is pending,
    `error` says why the last try failed.
    """
    canceled_by: Optional[PostResultCanceledBy]
    """Who canceled it. Null for a result that is not canceled, or was before Crier kept this."""
    scheduled_at: str
    created_at: str
    updated_at: str
    attempts: List[PostResultAttemptsItem]
    """The attempts in the order in which they began."""
    parts: List[PostResultPartsItem]
    """The further parts of a thread, then the first comment."""


class PostResultAttemptsItem(TypedDict):
    stage: Literal["prepare", "send", "edit"]
    part: int
    """0 is the post itself; its further parts follow."""
    started_at: str
    ended_at: Optional[str]
    outcome: str
    """`failed` for the stage `prepare`. For `send`: `pending`, `unknown`, `accepted`, `published`,
    `rejected`, `not_sent` or `absent`. For `edit`: `pending`, `done` or `failed`.
    """
    sends: int
    """How often the same request was sent with the same key, or the same edit was asked for; 0 for
    `prepare`.
    """
    error: Optional[PostResultAttemptsItemError]
    exchange: Optional[PostResultAttemptsItemExchange]
    """The request to the network and its answer: the last send, or the request on which a
    preparation failed. Tokens, keys and the queries of addresses are left out, and bodies are
    cut at 4 kB. Null where there was none, and for attempts from before it was kept.
    """
    notes: List[PostResultAttemptsItemNotesItem]
    """Notes on what Crier found out about the attempt later."""


class _PostResultAttemptsItemError(TypedDict):
    code: str
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]


class PostResultAttemptsItemError(_PostResultAttemptsItemError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultAttemptsItemExchange(TypedDict):
    """The request to the network and its answer: the last send, or the request on which a
    preparation failed. Tokens, keys and the queries of addresses are left out, and bodies are
    cut at 4 kB. Null where there was none, and for attempts from before it was kept.
    """

    method: str
    url: str
    """Where it went, without the query."""
    request_body: Optional[str]
    """The beginning of what was sent. Null in lists."""
    status_code: Optional[int]
    """The HTTP status; null when no answer came."""
    request_id: Optional[str]
    """The name that the network gave the request, for its support."""
    response_body: Optional[str]
    """The beginning of the answer, with the network’s own words. Null in lists."""


class PostResultAttemptsItemNotesItem(TypedDict):
    at: str
    what: str
    found: Optional[List[str]]
    """The ids of the posts that may be this one, if it was a look."""


class PostResultCanceledBy(TypedDict):
    """Who canceled it. Null for a result that is not canceled, or was before Crier kept this."""

    kind: Literal["key", "user", "operator", "system"]
    id: str
    name: Optional[str]
    """The name of the key, or the name or address of the person; null once it is gone."""


class PostResultEdit(TypedDict):
    """The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending,
    `error` says why the last try failed.
    """

    status: Literal["pending", "done", "failed"]
    caption: str
    """The text that was asked for."""
    asked_at: str
    error: Optional[PostResultEditError]


class _PostResultEditError(TypedDict):
    code: str
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]


class PostResultEditError(_PostResultEditError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class _PostResultError(TypedDict):
    code: str
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]


class PostResultError(_PostResultError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultPartsItem(TypedDict):
    part: Literal["thread", "first_comment"]
    position: int
    text: str
    """Its text: once it is published, the one that is public."""
    status: Literal[
        "pending",
        "publishing",
        "confirming",
        "published",
        "failed",
        "held",
        "needs_review",
        "canceled",
    ]
    success: bool
    platform_data: PostResultPartsItemPlatformData
    published_at: Optional[str]
    error: Optional[PostResultPartsItemError]
    held_reason: Optional[str]
    """`approval`, `reconnect`, `blocked`, `disconnected`, `subscription`, `paused` or `guard`."""
    review: Optional[PostResultPartsItemReview]
    maybe_at_work_since: Optional[str]
    """When a request was sent that was never answered. The network may still be processing it,
    however long ago that was, so the post may still appear.
    """
    edited_at: Optional[str]
    """When the text was changed at the network last; null if it never was."""
    edit: Optional[PostResultPartsItemEdit]
    """The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending,
    `error` says why the last try failed.
    """


class PostResultPartsItemEdit(TypedDict):
    """The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending,
    `error` says why the last try failed.
    """

    status: Literal["pending", "done", "failed"]
    caption: str
    """The text that was asked for."""
    asked_at: str
    error: Optional[PostResultPartsItemEditError]


class _PostResultPartsItemEditError(TypedDict):
    code: str
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]


class PostResultPartsItemEditError(_PostResultPartsItemEditError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class _PostResultPartsItemError(TypedDict):
    code: str
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]


class PostResultPartsItemError(_PostResultPartsItemError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultPartsItemPlatformData(TypedDict):
    id: Optional[str]
    url: Optional[str]
    username: str


class PostResultPartsItemReview(TypedDict):
    reason: str
    """`answer_lost`, `missed_window`, `duplicate_seen` or `restored`."""
    sent_at: Optional[str]
    """When it was sent; null if it never was."""
    look_at: Optional[str]
    """Where to look: the address of the profile."""
    look_for: Optional[str]
    """What to look for: how its text begins."""
    look_from: Optional[str]
    """The earliest time under which the network may show it."""
    look_to: Optional[str]
    """The latest such time."""
    looks: int
    """How often Crier has looked for it."""
    looked_at: Optional[str]
    """When it looked last."""
    found: List[PostResultPartsItemReviewFoundItem]
    """Posts on the network that may be this one."""


class PostResultPartsItemReviewFoundItem(TypedDict):
    id: str
    url: Optional[str]


class PostResultPlatformData(TypedDict):
    id: Optional[str]
    url: Optional[str]
    username: str


class PostResultReview(TypedDict):
    reason: str
    """`answer_lost`, `missed_window`, `duplicate_seen` or `restored`."""
    sent_at: Optional[str]
    """When it was sent; null if it never was."""
    look_at: Optional[str]
    """Where to look: the address of the profile."""
    look_for: Optional[str]
    """What to look for: how its text begins."""
    look_from: Optional[str]
    """The earliest time under which the network may show it."""
    look_to: Optional[str]
    """The latest such time."""
    looks: int
    """How often Crier has looked for it."""
    looked_at: Optional[str]
    """When it looked last."""
    found: List[PostResultReviewFoundItem]
    """Posts on the network that may be this one."""


class PostResultReviewFoundItem(TypedDict):
    id: str
    url: Optional[str]


class PostResultUnpublish(TypedDict):
    """The deletion at the network that was asked for with `?unpublish=true`. While it is pending,
    `error` says why the last try failed.
    """

    status: Literal["pending", "done", "failed"]
    error: Optional[PostResultUnpublishError]


class _PostResultUnpublishError(TypedDict):
    code: str
    category: str
    message: str
    retryable: bool
    platform_code: Optional[str]


class PostResultUnpublishError(_PostResultUnpublishError, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """


class PostResultWaitsFor(TypedDict):
    reason: str
    """`answer_lost`: the outcome of an earlier post on the same account is not known yet. Posts of
    one account are published one at a time.
    """
    post_result_id: str
    until: Optional[str]
    """When Crier looks for the earlier post next. After several looks without a result, the earlier
    post needs review and this one continues.
    """


class PostVersion(TypedDict):
    version: int
    text: str
    """The first 80 characters of its caption."""
    changed: List[str]
    """The members that are different in the next version."""
    changed_at: str
    """When the next version took its place."""
    began_at: str
    by: PostVersionBy
    """Who made the change."""


class PostVersionBy(TypedDict):
    """Who made the change."""

    kind: Literal["key", "user", "operator", "system"]
    id: str
    name: Optional[str]
    """The name of the key, or the name or address of the person."""


class _PostWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class PostWarningsItem(_PostWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class _PostWithResults(TypedDict):
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
    caption: str
    media: List[str]
    """Public URLs, in the order of the request."""
    social_accounts: List[str]
    """In the order of the request."""
    scheduled_at: Optional[str]
    is_draft: bool
    created_at: str
    updated_at: str
    media_ids: List[str]
    """Storage paths, in the order of the request."""
    platform_configurations: Any
    """As in the request; null if there was none."""
    account_configurations: Any
    """As in the request; null if there was none."""
    external_id: Optional[str]
    metadata: Dict[str, str]
    tags: List[str]
    late_policy: Literal["publish_24h", "publish_1h", "publish_always", "ask"]
    """How late a post may still be published if its time was missed. After that, the result needs
    review.
    """
    processing_enabled: bool
    """Whether media may be fitted to the limits of a network."""
    queue: Optional[PostWithResultsQueue]
    """The slot of the queue that gave the post its time; null once the time was changed."""
    recurrence_id: Optional[str]
    """The recurrence that made the post, which may be deleted meanwhile; null for every other."""
    warnings: List[PostWithResultsWarningsItem]
    """Problems that did not prevent saving the post. On a draft they include everything that
    prevents its promotion. On a published post they also name what a network left out, such as a
    thumbnail that it refused.
    """
    approval: Optional[Approval]


class PostWithResults(_PostWithResults, total=False):
    results: List[PostResult]
    author: str
    """The person who created it, also by an API key of theirs; otherwise the API key."""
    open_notes: int
    """How many of its notes are not marked as done."""


class PostWithResultsQueue(TypedDict):
    """The slot of the queue that gave the post its time; null once the time was changed."""

    slot_id: str
    """The slot, which may be deleted meanwhile."""
    slot_at: str
    """The time of the slot, without its jitter."""


class _PostWithResultsWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class PostWithResultsWarningsItem(_PostWithResultsWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class Preview(TypedDict):
    """How a post looks there, so that a page that knows no network can draw it."""

    family: Literal[
        "microblog",
        "photo",
        "short_video",
        "long_video",
        "page_card",
        "pin",
        "chat",
        "article",
    ]
    avatar: Literal["circle", "rounded", "square"]
    font: str
    """A stack of fonts for CSS, of the system only."""
    light: PreviewColours
    dark: PreviewColours
    clamp: PreviewClamp
    """Where a text is cut before somebody asks for all of it."""
    media: Literal["grid", "carousel", "stack", "single"]
    """How several media stand together."""
    link_card: Literal["large", "small", "none"]
    actions: List[Literal["reply", "repost", "like", "dislike", "share", "save", "views"]]
    """The marks below a post, in order."""


class PreviewClamp(TypedDict):
    """Where a text is cut before somebody asks for all of it."""

    lines: Optional[int]
    characters: Optional[int]


class PreviewColours(TypedDict):
    background: str
    """As `#rrggbb`."""
    text: str
    """As `#rrggbb`."""
    muted: str
    """As `#rrggbb`."""
    accent: str
    """As `#rrggbb`."""
    edge: str
    """As `#rrggbb`."""


class _Problem(TypedDict):
    type: str
    """The page that explains the code."""
    title: str
    status: int
    detail: str
    """A text for people that says what to do."""
    code: str
    """A stable code for programs."""
    message: str
    """The text for programs that show one: as `detail`, or the first three of `error` where there
    are `errors`.
    """
    error: List[str]
    """The `detail` of each entry of `errors`, after the name of its field where the sentence lacks
    it (`scheduled_at: This must be …`), or that of the problem.
    """
    request_id: str


class Problem(_Problem, total=False):
    """A problem document as defined by RFC 9457."""

    template: str
    """The English `detail` with names in braces where it varies, such as `You have {mostPasskeys}
    passkeys.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    errors: List[ProblemErrorsItem]


class _ProblemErrorsItem(TypedDict):
    pointer: str
    """A JSON pointer into the body, or `?name` for a query parameter."""
    code: str
    detail: str


class ProblemErrorsItem(_ProblemErrorsItem, total=False):
    template: str
    """The English `detail` with names in braces where it varies, such as `You have {mostPasskeys}
    passkeys.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class Queue(TypedDict):
    timezone: str
    """The zone of the workspace, for slots that have none of their own."""
    paused: bool
    """Whether new posts get no slots."""
    paused_accounts: List[str]
    """Accounts whose new posts get no slots."""


class QueueSlot(TypedDict):
    id: str
    weekdays: List[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]
    time: str
    """By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out, because
    clocks are put forward, the slot is at the first moment after the gap. On a day that has it
    twice, it is at the first of the two.
    """
    timezone: Optional[str]
    """A time zone of the IANA database, such as `Europe/Berlin`."""
    social_account_id: Optional[str]
    """The account whose posts it is for; null: all."""
    jitter_minutes: int
    """A post goes out up to so many minutes later, by a number that is fixed for each day."""
    enabled: bool
    """Whether it is given to new posts."""
    created_at: str
    updated_at: str


class Recurrence(TypedDict):
    id: str
    status: Literal["active", "paused", "ended", "needs_attention"]
    """`ended`: its rule has no further time and no post is to come. `needs_attention`: `problems`
    says why no post can be made, or why those that are made will be held.
    """
    caption: str
    media: List[RecurrenceMediaItem]
    social_accounts: List[str]
    platform_configurations: Any
    """As in the request; null if there was none."""
    account_configurations: Any
    """As in the request; null if there was none."""
    external_id: Optional[str]
    metadata: Dict[str, str]
    tags: List[str]
    late_policy: Literal["publish_24h", "publish_1h", "publish_always", "ask"]
    """How late a post may still be published if its time was missed. After that, the result needs
    review.
    """
    processing_enabled: bool
    variations: List[RecurrenceVariationsItem]
    rule: RecurrenceRule
    timezone: str
    starts_on: str
    ends_on: Optional[str]
    ends_after: Optional[int]
    next_times: List[RecurrenceNextTimesItem]
    """Up to five posts to come."""
    planned: int
    """How many posts to come are in the calendar already."""
    turns: int
    """How many of its times had their turn: posts that went out, and those in the calendar."""
    missed: int
    """How many times passed without a post, because the server did not run or a problem stood in
    the way. They are not made up for.
    """
    last_missed_at: Optional[str]
    problems: List[RecurrenceProblemsItem]
    """Why it needs attention."""
    warnings: List[RecurrenceWarningsItem]
    author: str
    """The person in whose name its posts are made: who created it, or last changed it."""
    created_at: str
    updated_at: str


class _RecurrenceMediaItem(TypedDict):
    media_id: str
    alt_text: Optional[str]
    focus: Optional[RecurrenceMediaItemFocus]


class RecurrenceMediaItem(_RecurrenceMediaItem, total=False):
    crop: RecurrenceMediaItemCrop


class RecurrenceMediaItemCrop(TypedDict):
    x: float
    y: float
    width: float
    height: float


class RecurrenceMediaItemFocus(TypedDict):
    x: float
    y: float


class RecurrenceNextTimesItem(TypedDict):
    at: str
    local_time: str
    """By the clock of the recurrence."""
    post_id: Optional[str]
    """Null: the post is not made yet."""


class RecurrencePreview(TypedDict):
    timezone: str
    times: List[RecurrencePreviewTimesItem]


class RecurrencePreviewTimesItem(TypedDict):
    at: str
    local_time: str
    """By the clock of the recurrence."""


class _RecurrenceProblemsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class RecurrenceProblemsItem(_RecurrenceProblemsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class _RecurrenceRule(TypedDict):
    unit: Literal["day", "week", "month"]
    """Whether the rule counts days, weeks or months."""
    times: List[str]
    """By the clock on the wall, at least 60 minutes apart. On a day that leaves a time out, because
    clocks are put forward, the post goes out at the first moment after the gap. On a day that
    has it twice, it goes out at the first of the two.
    """


class RecurrenceRule(_RecurrenceRule, total=False):
    every: int
    """Every so many of them, counted from `starts_on`; 1 by default."""
    weekdays: List[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]
    """For `week`."""
    days: List[int]
    """For `month`: days of the month. A month that is too short for a day has its post on its last
    day.
    """
    nth: RecurrenceRuleNth
    """For `month`, in place of `days`: a weekday, such as the first Monday or the last Friday."""


class RecurrenceRuleNth(TypedDict):
    """For `month`, in place of `days`: a weekday, such as the first Monday or the last Friday."""

    place: Literal["first", "second", "third", "fourth", "last"]
    weekday: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class RecurrenceVariationsItem(TypedDict, total=False):
    caption: str
    media: List[RecurrenceVariationsItemMediaItem]


class _RecurrenceVariationsItemMediaItem(TypedDict):
    media_id: str
    alt_text: Optional[str]
    focus: Optional[RecurrenceVariationsItemMediaItemFocus]


class RecurrenceVariationsItemMediaItem(_RecurrenceVariationsItemMediaItem, total=False):
    crop: RecurrenceVariationsItemMediaItemCrop


class RecurrenceVariationsItemMediaItemCrop(TypedDict):
    x: float
    y: float
    width: float
    height: float


class RecurrenceVariationsItemMediaItemFocus(TypedDict):
    x: float
    y: float


class _RecurrenceWarningsItem(TypedDict):
    pointer: str
    """A JSON pointer into the request."""
    code: str
    detail: str


class RecurrenceWarningsItem(_RecurrenceWarningsItem, total=False):
    template: str
    """The English sentence with names in braces where it varies, such as `{network} takes {max}
    characters; this text has {count}.` Left out where nothing varies.
    """
    params: Dict[str, Any]
    """The parts by their names: a text, a number, a sentence of its own with `template` and
    `params`, or a list of which one applies.
    """
    social_account_id: str


class ReplannedPosts(TypedDict):
    added: int
    """Posts that were made."""
    updated: int
    """Posts that were given other content or another time."""
    removed: int
    """Posts that were deleted."""
    left: int
    """Posts that stay as they are, because somebody has changed them or they are going out."""


class ResendWebhookDeliveriesResult(TypedDict):
    resent: int
    more: bool


class RetriedPost(TypedDict):
    id: str
    results: List[RetriedPostResultsItem]
    """The results that had failed."""


class RetriedPostResultsItem(TypedDict):
    id: str
    social_account_id: str
    retried: bool
    code: Optional[str]
    """Why it was not."""
    detail: Optional[str]


class ReviewDecision(TypedDict):
    post_id: str
    decision: Literal["approved", "returned"]
    version: int
    """The version of the content that it was about."""
    typed_name: str
    """The name that the client typed. Nothing proves that it is theirs."""
    comment: Optional[str]
    decided_at: str


class ReviewLink(TypedDict):
    id: str
    recipient: str
    """Who gets the link, as your team calls them. The recipient sees it too."""
    status: Literal["open", "expired", "revoked", "ended"]
    """`ended`: its maker has left, or the key with which it was made may not be used any more. Only
    an open link shows anything.
    """
    may_decide: bool
    """Whether it was made to decide."""
    decides: bool
    """Whether it decides now: it is open, and its maker may publish."""
    posts: Optional[List[str]]
    """The posts that it shows; null for those of its filter."""
    filter: Optional[ReviewFilter]
    created_by: str
    """The member who made it, also by an API key."""
    last_opened_at: Optional[str]
    expires_at: str
    revoked_at: Optional[str]
    decisions: List[ReviewDecision]
    """The latest 20 decisions, newest first."""
    created_at: str


class SandboxArrival(TypedDict):
    text: str
    answer: str
    """The status of the answer, or how it was withheld: `201`, `422 refused`, `dropped`, `hung`."""
    outcome: Literal["heard", "lost", "refused"]
    """Whether Crier heard a good answer, none or a bad one, or a refusal."""
    detail: str
    """The outcome in words."""
    post_id: Optional[str]
    post_result_id: Optional[str]
    """The post result that was published by it."""
    is_repeat: bool
    """Whether it only found a post that was there before."""
    arrived_at: str


class SandboxFeed(TypedDict):
    profile: SandboxFeedProfile
    data: List[SandboxThread]
    """The newest thread first, 30 on a page."""
    arrivals: List[SandboxArrival]
    """The newest 20 requests to publish that reached it, on the first page alone."""
    meta: SandboxFeedMeta


class SandboxFeedMeta(TypedDict):
    next: Optional[str]


class SandboxFeedProfile(TypedDict):
    name: str
    url: str
    """Its page for a browser."""
    behavior: str
    """Its behaviour now: `succeed` once another one has been spent."""
    ways: str
    """How it treats posts, in words."""


class SandboxPost(TypedDict):
    id: str
    url: str
    text: str
    media: List[SandboxPostMediaItem]
    poll: Optional[SandboxPostPoll]
    is_sensitive: bool
    language: Optional[str]
    channel: Optional[str]
    cover_url: Optional[str]
    post_result_id: Optional[str]
    """The post result that was published by it."""
    created_at: str
    edited_at: Optional[str]


class SandboxPostMediaItem(TypedDict):
    id: str
    kind: Literal["image", "gif", "video"]
    alt_text: str
    url: str


class SandboxPostPoll(TypedDict):
    options: List[str]
    duration_minutes: float
    multiple: bool


class SandboxThread(TypedDict):
    posts: List[SandboxPost]
    """The first post of a thread, then its replies."""


class SavedText(TypedDict):
    id: str
    name: str
    """A line by which people find it. No two saved texts of a workspace and mode have names that
    differ in case alone.
    """
    text: str
    """The text as it is put into a post, with its line breaks."""
    platforms: List[str]
    """The networks that it is meant for; none means every network. The app offers it first where
    the post goes to one of them, and everywhere else below the others.
    """
    created_at: str
    updated_at: str


class Shape(TypedDict):
    """Pixels of a medium as it is seen upright."""

    min_width: Optional[int]
    min_height: Optional[int]
    max_width: Optional[int]
    max_height: Optional[int]
    max_pixels: Optional[int]
    """The most pixels, width times height."""
    min_aspect: Optional[float]
    """Width divided by height."""
    max_aspect: Optional[float]


class SocialAccount(TypedDict):
    id: str
    number: int
    """A short name of the account within its workspace, for programs that take ids for numbers.
    Posts accept it in place of the id. It is never given to another account.
    """
    platform: str
    username: str
    display_name: str
    avatar_url: Optional[str]
    """A public URL of this server for its picture; null where its network has none."""
    profile_url: str
    status: Literal["active", "needs_reconnect", "blocked", "disabled"]
    needs_reconnect: bool
    """Whether `status` is `needs_reconnect`."""
    expires_at: Optional[str]
    sign_in_ends_at: Optional[str]
    """When a person has to sign in again, such as after 60 days on LinkedIn. Null where Crier
    renews the access by itself, as it does with access for hours, and where the network does not
    say.
    """
    way: Optional[str]
    """The way in which it was connected, as in `ways` of its platform."""
    tags: List[str]
    """The groups that people sorted it into."""
    limits: Limits
    behavior: Optional[Behavior]
    cannot_delete: Optional[str]
    """Why its public posts cannot be deleted with `unpublish=true` of `DELETE /v1/posts/{id}`, in a
    sentence, such as a permission that it lacks; null where they can.
    """
    external_id: str
    """The id of the profile on the network."""
    waiting_posts: int
    """The posts that it is still to publish, also held ones; 1000 where there are more."""
    next_post_at: Optional[str]
    """When the first of them is planned; null where there is none. Past where it is held."""
    created_at: str


class SummaryAccount(TypedDict):
    social_account_id: str
    platform: str
    username: str
    published: int
    failed: int
    late_ms: Optional[SummaryAccountLateMs]
    """How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`,
    in milliseconds, to within a fifth. Null where nothing was published.
    """
    view_count: Optional[int]
    reach_count: Optional[int]
    like_count: Optional[int]
    comment_count: Optional[int]
    share_count: Optional[int]
    save_count: Optional[int]
    click_count: Optional[int]


class SummaryAccountLateMs(TypedDict):
    p50: int
    p95: int


class SummaryPeriod(TypedDict):
    date: str
    """The day in the time zone."""
    starts_at: str
    published: int
    failed: int
    late_ms: Optional[SummaryPeriodLateMs]
    """How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`,
    in milliseconds, to within a fifth. Null where nothing was published.
    """
    view_count: Optional[int]
    reach_count: Optional[int]
    like_count: Optional[int]
    comment_count: Optional[int]
    share_count: Optional[int]
    save_count: Optional[int]
    click_count: Optional[int]


class SummaryPeriodLateMs(TypedDict):
    p50: int
    p95: int


class SummaryPlatform(TypedDict):
    platform: str
    figures: List[str]
    """The figures that this platform may tell; empty: not told by it."""
    published: int
    failed: int
    late_ms: Optional[SummaryPlatformLateMs]
    """How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`,
    in milliseconds, to within a fifth. Null where nothing was published.
    """
    view_count: Optional[int]
    reach_count: Optional[int]
    like_count: Optional[int]
    comment_count: Optional[int]
    share_count: Optional[int]
    save_count: Optional[int]
    click_count: Optional[int]


class SummaryPlatformLateMs(TypedDict):
    p50: int
    p95: int


class SummaryTotal(TypedDict):
    published: int
    failed: int
    late_ms: Optional[SummaryTotalLateMs]
    """How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`,
    in milliseconds, to within a fifth. Null where nothing was published.
    """
    view_count: Optional[int]
    reach_count: Optional[int]
    like_count: Optional[int]
    comment_count: Optional[int]
    share_count: Optional[int]
    save_count: Optional[int]
    click_count: Optional[int]


class SummaryTotalLateMs(TypedDict):
    p50: int
    p95: int


class TestClock(TypedDict):
    now: str
    real_time: str
    advanced_by_seconds: float
    """How far the clock is ahead of the real time; 0 if it shows the real time."""
    next_due_at: Optional[str]
    """When the next waiting post is due, by this clock; null if none is waiting."""


class UpdateMediaCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. It is cut out when the
    medium is published; the file stays whole.
    """

    x: float
    y: float
    width: float
    height: float


class UpdateMediaFocus(TypedDict):
    """The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top."""

    x: float
    y: float


class _UpdatePostMediaItem(TypedDict):
    media_id: str


class UpdatePostMediaItem(_UpdatePostMediaItem, total=False):
    alt_text: Optional[str]
    focus: Optional[UpdatePostMediaItemFocus]
    crop: Optional[UpdatePostMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class UpdatePostMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class UpdatePostMediaItemFocus(TypedDict):
    x: float
    y: float


class UpdatePostUseQueue(TypedDict, total=False):
    timezone: str


class _UpdateRecurrenceMediaItem(TypedDict):
    media_id: str


class UpdateRecurrenceMediaItem(_UpdateRecurrenceMediaItem, total=False):
    alt_text: Optional[str]
    focus: Optional[UpdateRecurrenceMediaItemFocus]
    crop: Optional[UpdateRecurrenceMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class UpdateRecurrenceMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class UpdateRecurrenceMediaItemFocus(TypedDict):
    x: float
    y: float


class UpdateRecurrenceVariationsItem(TypedDict, total=False):
    caption: str
    """In place of the `caption` of the recurrence."""
    media: Sequence[Union[str, UpdateRecurrenceVariationsItemMediaItem]]
    """In place of the `media` of the recurrence."""


class _UpdateRecurrenceVariationsItemMediaItem(TypedDict):
    media_id: str


class UpdateRecurrenceVariationsItemMediaItem(
    _UpdateRecurrenceVariationsItemMediaItem, total=False
):
    alt_text: Optional[str]
    focus: Optional[UpdateRecurrenceVariationsItemMediaItemFocus]
    crop: Optional[UpdateRecurrenceVariationsItemMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class UpdateRecurrenceVariationsItemMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class UpdateRecurrenceVariationsItemMediaItemFocus(TypedDict):
    x: float
    y: float


class UploadUrl(TypedDict):
    upload_url: str
    media_id: str
    """The storage path. Posts name it in `media`."""
    id: str
    name: str
    expires_at: str
    method: Literal["PUT"]
    headers: UploadUrlHeaders


class UsageMedia(TypedDict):
    """The media of the workspace as they are now, live and test together, and its quota. A file
    that was announced counts before it is sent.
    """

    files: int
    bytes: int
    files_limit: int
    bytes_limit: Optional[int]
    """Null where there is no limit."""


class UsagePlatformsItem(TypedDict):
    platform: str
    published: int


class _ValidatePostMediaItem(TypedDict):
    media_id: str


class ValidatePostMediaItem(_ValidatePostMediaItem, total=False):
    alt_text: Optional[str]
    focus: Optional[ValidatePostMediaItemFocus]
    crop: Optional[ValidatePostMediaItemCrop]
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """


class ValidatePostMediaItemCrop(TypedDict):
    """The part to show, as shares of the width and height from the top left. A crop of everything
    undoes that of the medium.
    """

    x: float
    y: float
    width: float
    height: float


class ValidatePostMediaItemFocus(TypedDict):
    x: float
    y: float


class ValidatePostUseQueue(TypedDict, total=False):
    timezone: str


class VideoLimit(TypedDict):
    """The videos that the network plays."""

    codecs: List[str]
    """Such as `h264`."""
    audio_codecs: List[str]
    """Such as `aac`."""
    max_frame_rate: Optional[float]
    max_bit_rate: Optional[int]
    """Bits in a second, of picture and sound together."""
    max_audio_channels: Optional[int]
    max_sample_rate: Optional[int]
    needs_fast_start: bool
    """Whether the index must stand before the data."""


class WebhookDelivery(TypedDict):
    id: str
    webhook_endpoint_id: str
    event_id: str
    """Sent as `webhook-id`, the same in every attempt."""
    event_type: str
    status: Literal["pending", "delivered", "failed", "kept"]
    created_at: str
    next_attempt_at: Optional[str]
    """Null while it is being sent, and when it is not sent any more."""
    tries: WebhookDeliveryTries
    """Failed attempts since it was last told to begin, and how many there may be."""
    attempts: List[WebhookDeliveryAttemptsItem]


class WebhookDeliveryAttemptsItem(TypedDict):
    number: int
    at: str
    duration_ms: int
    success: bool
    status_code: Optional[int]
    """The status code of the answer; null if none came."""
    error: Optional[WebhookDeliveryAttemptsItemError]


class WebhookDeliveryAttemptsItemError(TypedDict):
    code: Literal[
        "not_accepted",
        "gone",
        "redirected",
        "timeout",
        "no_answer",
        "not_reached",
        "address_not_allowed",
    ]
    message: str


class WebhookDeliveryTries(TypedDict):
    """Failed attempts since it was last told to begin, and how many there may be."""

    failed: int
    most: int


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    """Where events are sent: an https address on the public internet. Redirects are not followed.
    """
    description: str
    events: List[str]
    status: Literal["enabled", "disabled"]
    disabled_reason: Optional[Literal["person", "failing", "gone", "inherited"]]
    """A person switched it off, every delivery of five days failed, it answered 410, or its URL was
    set in an account that somebody else may have made, before the owner of its address took it
    over.
    """
    disabled_at: Optional[str]
    failing_since: Optional[str]
    """When an attempt failed first since one succeeded."""
    last_24_hours: WebhookEndpointLast24Hours
    """Attempts, by whole hours."""
    kept_deliveries: int
    """Deliveries that wait because the endpoint is off. They are counted up to 10,000."""
    previous_secret_expires_at: Optional[str]
    """Until then the secret before the present one signs too."""
    created_at: str


class WebhookEndpointLast24Hours(TypedDict):
    """Attempts, by whole hours."""

    succeeded: int
    failed: int


class WebhookEndpointWithSecret(TypedDict):
    id: str
    url: str
    """Where events are sent: an https address on the public internet. Redirects are not followed.
    """
    description: str
    events: List[str]
    status: Literal["enabled", "disabled"]
    disabled_reason: Optional[Literal["person", "failing", "gone", "inherited"]]
    """A person switched it off, every delivery of five days failed, it answered 410, or its URL was
    set in an account that somebody else may have made, before the owner of its address took it
    over.
    """
    disabled_at: Optional[str]
    failing_since: Optional[str]
    """When an attempt failed first since one succeeded."""
    last_24_hours: WebhookEndpointWithSecretLast24Hours
    """Attempts, by whole hours."""
    kept_deliveries: int
    """Deliveries that wait because the endpoint is off. They are counted up to 10,000."""
    previous_secret_expires_at: Optional[str]
    """Until then the secret before the present one signs too."""
    created_at: str
    secret: str
    """Verifies signatures. It is shown only in this answer."""


class WebhookEndpointWithSecretLast24Hours(TypedDict):
    """Attempts, by whole hours."""

    succeeded: int
    failed: int


class WholePostVersion(TypedDict):
    version: int
    text: str
    """The first 80 characters of its caption."""
    changed: List[str]
    """The members that are different in the next version."""
    changed_at: str
    """When the next version took its place."""
    began_at: str
    by: WholePostVersionBy
    """Who made the change."""
    content: Any
    """The request that would make this version."""


class WholePostVersionBy(TypedDict):
    """Who made the change."""

    kind: Literal["key", "user", "operator", "system"]
    id: str
    name: Optional[str]
    """The name of the key, or the name or address of the person."""


class WholeWebhookDelivery(TypedDict):
    id: str
    webhook_endpoint_id: str
    event_id: str
    """Sent as `webhook-id`, the same in every attempt."""
    event_type: str
    status: Literal["pending", "delivered", "failed", "kept"]
    created_at: str
    next_attempt_at: Optional[str]
    """Null while it is being sent, and when it is not sent any more."""
    tries: WholeWebhookDeliveryTries
    """Failed attempts since it was last told to begin, and how many there may be."""
    request_body: str
    """The beginning of it, up to 8 kB."""
    attempts: List[WholeWebhookDeliveryAttemptsItem]


class WholeWebhookDeliveryAttemptsItem(TypedDict):
    number: int
    at: str
    duration_ms: int
    success: bool
    status_code: Optional[int]
    """The status code of the answer; null if none came."""
    error: Optional[WholeWebhookDeliveryAttemptsItemError]
    request_headers: Dict[str, str]
    response_headers: Optional[Dict[str, str]]
    response_body: Optional[str]
    """The beginning of it, up to 8 kB."""


class WholeWebhookDeliveryAttemptsItemError(TypedDict):
    code: Literal[
        "not_accepted",
        "gone",
        "redirected",
        "timeout",
        "no_answer",
        "not_reached",
        "address_not_allowed",
    ]
    message: str


class WholeWebhookDeliveryTries(TypedDict):
    """Failed attempts since it was last told to begin, and how many there may be."""

    failed: int
    most: int


AnalyticsSummary = TypedDict(
    "AnalyticsSummary",
    {
        "from": "str",
        # The end, which does not belong to the span.
        "to": "str",
        "timezone": "str",
        "interval": 'Literal["day", "hour"]',
        "total": "SummaryTotal",
        # Every day or hour of the span, also those in which nothing happened.
        "periods": "List[SummaryPeriod]",
        # The accounts with results in the span, those with most of them first.
        "accounts": "List[SummaryAccount]",
        "platforms": "List[SummaryPlatform]",
    },
)


# The behaviour that was last set on a simulated network; null on a real one. Its schema is
# `behavior` of the platform.
Behavior = Dict[str, Any]


CalendarDaysItem = TypedDict(
    "CalendarDaysItem",
    {
        "date": "str",
        "from": "str",
        # The first moment after the day, which may be 23 or 25 hours long.
        "to": "str",
        "total": "int",
        "statuses": "Dict[str, int]",
        # The first posts of the day, by time.
        "posts": "List[CalendarPost]",
        # The rest of the day as `GET /v1/posts`; null where there is none.
        "next": "Optional[str]",
    },
)


# Posts that match it at the time when the link is opened, without drafts: a draft that the
# recipient has returned stays.
ReviewFilter = TypedDict(
    "ReviewFilter",
    {
        # Posts that go to these accounts and to no other.
        "social_account_ids": "List[str]",
        # Posts with one of these tags.
        "tags": "List[str]",
        # Posts from then.
        "from": "str",
        # Posts before then.
        "to": "str",
    },
    total=False,
)


UploadUrlHeaders = TypedDict(
    "UploadUrlHeaders",
    {
        "Content-Type": "str",
    },
)


Usage = TypedDict(
    "Usage",
    {
        "from": "str",
        "to": "str",
        "published": "int",
        "platforms": "List[UsagePlatformsItem]",
        # The media of the workspace as they are now, live and test together, and its quota. A file
        # that was announced counts before it is sent.
        "media": "UsageMedia",
    },
)
