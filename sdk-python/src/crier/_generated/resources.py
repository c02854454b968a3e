# Generated from the OpenAPI document by `npm run generate-python-sdk`. Do not edit.
"""A method for each operation."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from .._answers import RawAnswer
from .._event_stream import EventStream
from .._pages import Pages
from .._resource import Resource
from .._transport import Call, Transport
from .._values import NOT_GIVEN, NotGiven, path_of, public_path
from .events import Event
from .models import (
    Analytics,
    AnalyticsSummary,
    AnalyticsSync,
    Attention,
    AuditEntry,
    Calendar,
    ChangedQueue,
    ChangedRecurrence,
    ConnectAttempt,
    ConnectLink,
    CreatedPosts,
    CreateManyPostsPostsItem,
    CreatePostMediaItem,
    CreatePostUseQueue,
    CreateRecurrenceMediaItem,
    CreateRecurrenceVariationsItem,
    DailyFigures,
    Deleted,
    DeletedPost,
    DeletedRecurrence,
    ExpandedPost,
    Feed,
    FeedCheck,
    FeedDecision,
    FeedItem,
    FreeSlots,
    LinkPreview,
    ListChoicesResult,
    ListFitsResult,
    ListMediaTagsResult,
    ListPostNotesResult,
    ListPostVersionsResult,
    MadeReviewLink,
    Me,
    Media,
    MediaDetail,
    Platform,
    Post,
    PostCheck,
    PostNote,
    PostResult,
    PostWithResults,
    Queue,
    QueueSlot,
    Recurrence,
    RecurrencePreview,
    RecurrenceRule,
    ResendWebhookDeliveriesResult,
    RetriedPost,
    ReviewFilter,
    ReviewLink,
    SandboxFeed,
    SavedText,
    SocialAccount,
    TestClock,
    UpdateMediaCrop,
    UpdateMediaFocus,
    UpdatePostMediaItem,
    UpdatePostUseQueue,
    UpdateRecurrenceMediaItem,
    UpdateRecurrenceVariationsItem,
    UploadUrl,
    Usage,
    ValidatePostMediaItem,
    ValidatePostUseQueue,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEndpointWithSecret,
    WholePostVersion,
    WholeWebhookDelivery,
)

__all__ = [
    "AnalyticsApi",
    "ApiClient",
    "AttentionApi",
    "AuditLogApi",
    "AvatarsApi",
    "CalendarApi",
    "ConnectAttemptsApi",
    "ConnectLinksApi",
    "EventsApi",
    "FeedsApi",
    "LinkPicturesApi",
    "LinkPreviewApi",
    "MeApi",
    "MediaApi",
    "PlatformsApi",
    "PostResultsApi",
    "PostsApi",
    "QueueApi",
    "QueueSlotsApi",
    "RecurrencesApi",
    "ReviewLinksApi",
    "SavedTextsApi",
    "SocialAccountsApi",
    "TestClockApi",
    "UsageApi",
    "WebhookEndpointsApi",
]


class AnalyticsApi(Resource):
    """The operations of `analytics`."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        platform: Union[str, Sequence[str], None] = None,
        post_result_id: Union[str, Sequence[str], None] = None,
        timeframe: Optional[Literal["7d", "30d", "90d", "all"]] = None,
        timeout: Optional[float] = None,
    ) -> Pages[Analytics]:
        """List the figures of published posts, newest first.

        The latest figures that the networks told of each post on each account. Crier asks for them
        after an hour, after six, daily for 30 days and weekly up to the 90th. A figure that the
        network does not tell is null, never 0.

        Needs the scope `read`.

        `GET /v1/analytics` (listAnalytics)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            platform: On one of these platforms.
            post_result_id: Only figures of these post results.
            timeframe: Published within this time. The default is `all`.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/analytics",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "platform": platform,
                    "post_result_id": post_result_id,
                    "timeframe": timeframe,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def summarize(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timezone: Optional[str] = None,
        interval: Optional[Literal["day", "hour"]] = None,
        timeout: Optional[float] = None,
    ) -> AnalyticsSummary:
        """Summarize what was published, how late, and what it reached.

        The results of posts in a span of time: by day or hour of a time zone, by account and by
        platform. A result counts at the time when it was published or failed, and a retried one by
        its last outcome. Figures are the latest ones of the posts that were published in the span.
        A figure that the network does not tell is null, never 0. New results are counted within
        seconds.

        Needs the scope `read`.

        `GET /v1/analytics/summary` (summarizeAnalytics)

        Args:
            from_: The start: a date in the time zone, or a date and time. The default is 30 days
                before the end; 2 with hours.
            to: The end: a date, with the whole of its day, or a date and time, up to it. The
                default is the end of today.
            timezone: An IANA time zone, such as Europe/Berlin. The default is that of the
                workspace.
            interval: The length of the periods: `day` for spans up to 366 days, `hour` up to 31.
        """
        answer: AnalyticsSummary = self._transport.send(
            Call(
                "GET",
                "/v1/analytics/summary",
                query={
                    "from": from_,
                    "to": to,
                    "timezone": timezone,
                    "interval": interval,
                },
            ),
            timeout=timeout,
        )
        return answer

    def get(self, id: str, *, timeout: Optional[float] = None) -> Analytics:
        """Get the figures of a post on one account.

        The id is that of the post result. A figure that the network does not tell is null, never 0.

        Needs the scope `read`.

        `GET /v1/analytics/{id}` (getAnalytics)
        """
        answer: Analytics = self._transport.send(
            Call("GET", path_of("/v1/analytics/{}", id)),
            timeout=timeout,
        )
        return answer

    def list_daily_figures(self, id: str, *, timeout: Optional[float] = None) -> DailyFigures:
        """List the figures of a post on one account, day by day.

        The figures at the end of each day on which the network told them, the oldest first. A
        figure that the network does not tell is null, never 0.

        Needs the scope `read`.

        `GET /v1/analytics/{id}/daily` (listDailyFigures)
        """
        answer: DailyFigures = self._transport.send(
            Call("GET", path_of("/v1/analytics/{}/daily", id)),
            timeout=timeout,
        )
        return answer

    def sync(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AnalyticsSync:
        """Read the figures of published posts from the networks anew.

        Crier asks the networks in the background, as fast as they allow. 429 `synced_recently`
        within 30 minutes of the last time.

        Needs the scope `write`.

        `POST /v1/analytics/sync` (syncAnalytics)
        """
        answer: AnalyticsSync = self._transport.send(
            Call("POST", "/v1/analytics/sync", repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AttentionApi(Resource):
    """The operations of `attention`."""

    def get(
        self,
        *,
        kind: Union[
            Literal[
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
            ],
            Sequence[
                Literal[
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
            ],
            None,
        ] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Attention:
        """Get everything that needs a person.

        Reviews, approvals, accounts to connect again, failed results, corrections that were not
        made, returned drafts, endpoints that were switched off, feeds that stopped or whose items
        wait, and limits that are nearly used. It holds only what the caller may settle: a kind
        whose scope it lacks is empty, and returned drafts, and feeds where it may not publish, are
        those of its own person.

        Needs the scope `read`.

        `GET /v1/attention` (getAttention)

        Args:
            kind: The kinds to list; all by default. `counts` and `total` tell of all kinds either
                way.
            limit: The most items of each kind; 50 by default.
        """
        answer: Attention = self._transport.send(
            Call(
                "GET",
                "/v1/attention",
                query={
                    "kind": kind,
                    "limit": limit,
                },
            ),
            timeout=timeout,
        )
        return answer


class AuditLogApi(Resource):
    """The operations of `audit_log`."""

    def list(
        self,
        *,
        actor: Optional[str] = None,
        action: Optional[str] = None,
        subject: Optional[str] = None,
        from_: Union[str, datetime, None] = None,
        to: Union[str, datetime, None] = None,
        ip: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[AuditEntry]:
        """List the audit log, newest first.

        Who did what on what, from where and when. Nothing in it is ever changed; `AUDIT_LOG_DAYS`
        says when it is deleted. Entries that concern live and test data alike, such as sign-ins and
        members, are listed for the mode live.

        Needs the scope `admin`.

        `GET /v1/audit-log` (listAuditLog)

        Args:
            actor: The id of a key or of a person, or `key`, `user`, `operator`, `system` or
                `nobody`.
            action: An action such as `post.update`, or all on one kind of thing, such as `post`.
            subject: The id of what it was done to.
            from_: Only entries from this time on.
            to: Only entries before this time.
            ip: The address that it was done from.
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/audit-log",
                query={
                    "actor": actor,
                    "action": action,
                    "subject": subject,
                    "from": from_,
                    "to": to,
                    "ip": ip,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def export(
        self,
        *,
        actor: Optional[str] = None,
        action: Optional[str] = None,
        subject: Optional[str] = None,
        from_: Union[str, datetime, None] = None,
        to: Union[str, datetime, None] = None,
        ip: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson"]] = None,
        timeout: Optional[float] = None,
    ) -> RawAnswer:
        """Export the audit log as a file, newest first.

        A page of the app, which lets the browser download it, names its workspace with
        `?workspace=&mode=`.

        Needs the scope `admin`.

        `GET /v1/audit-log/export` (exportAuditLog)

        Args:
            actor: The id of a key or of a person, or `key`, `user`, `operator`, `system` or
                `nobody`.
            action: An action such as `post.update`, or all on one kind of thing, such as `post`.
            subject: The id of what it was done to.
            from_: Only entries from this time on.
            to: Only entries before this time.
            ip: The address that it was done from.
            format: `csv` unless given. Cells that a spreadsheet would take for a formula begin with
                an apostrophe.
        """
        return self._transport.raw(
            Call(
                "GET",
                "/v1/audit-log/export",
                query={
                    "actor": actor,
                    "action": action,
                    "subject": subject,
                    "from": from_,
                    "to": to,
                    "ip": ip,
                    "format": format,
                },
            ),
            timeout=timeout,
        )


class AvatarsApi(Resource):
    """The operations of `avatars`."""

    def read(self, file: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read the picture of an account at its public URL.

        A WebP of at most 256 pixels a side and 32 kB. Crier fetches it from the network when it is
        first asked for, when the profile gets another picture, and once a day. Take the address
        from `avatar_url`.

        `GET /avatars/{file}` (readAvatar)
        """
        return self._transport.raw(
            Call("GET", public_path("/avatars/{}", file), is_public=True),
            timeout=timeout,
        )

    def read_candidate(self, file: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read the picture of a profile that a sign-in offers.

        Like the picture of an account, while there is a choice. Take the address from `avatar_url`
        of the candidate.

        `GET /avatars/candidates/{file}` (readCandidateAvatar)
        """
        return self._transport.raw(
            Call("GET", public_path("/avatars/candidates/{}", file), is_public=True),
            timeout=timeout,
        )


class CalendarApi(Resource):
    """The operations of `calendar`."""

    def get(
        self,
        *,
        from_: str,
        to: str,
        timezone: Optional[str] = None,
        per_day: Optional[int] = None,
        status: Union[
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
                "published",
            ],
            Sequence[
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
                    "published",
                ]
            ],
            None,
        ] = None,
        approval: Union[
            Literal["waiting", "approved", "returned"],
            Sequence[Literal["waiting", "approved", "returned"]],
            None,
        ] = None,
        platform: Union[str, Sequence[str], None] = None,
        social_account_id: Union[str, Sequence[str], None] = None,
        tag: Union[str, Sequence[str], None] = None,
        author: Union[str, Sequence[str], None] = None,
        recurrence_id: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> Calendar:
        """Get the posts of up to a year, day by day.

        For each day by the clock of the zone: how many posts have each status, and the first posts
        in a short form. A post stands at its `scheduled_at`, or at its creation if it was published
        at once; a draft stands there once it has a time. An answer shows at most 4,000 posts: where
        there are more, each day shows fewer, and its `next` lists the rest.

        Needs the scope `read`.

        `GET /v1/calendar` (getCalendar)

        Args:
            from_: The first day: a date, or a date and time.
            to: The last day, which is in the span: a date, or a date and time. At most 366 days.
            timezone: The zone of the days, of the IANA database, such as `Europe/Berlin`. That of
                the workspace by default.
            per_day: How many posts of each day to show; 4 by default.
            status: Posts with one of these statuses. `published` is another name for `posted`.
            approval: Posts whose approval is in one of these states.
            platform: Posts with an account on one of these platforms.
            social_account_id: Posts on one of these accounts.
            tag: Posts with one of these tags.
            author: Posts created by one of these API keys, or by any key of one of these users.
            recurrence_id: Posts that one of these recurrences made.
        """
        answer: Calendar = self._transport.send(
            Call(
                "GET",
                "/v1/calendar",
                query={
                    "from": from_,
                    "to": to,
                    "timezone": timezone,
                    "per_day": per_day,
                    "status": status,
                    "approval": approval,
                    "platform": platform,
                    "social_account_id": social_account_id,
                    "tag": tag,
                    "author": author,
                    "recurrence_id": recurrence_id,
                },
            ),
            timeout=timeout,
        )
        return answer


class ConnectAttemptsApi(Resource):
    """The operations of `connect_attempts`."""

    def get(self, id: str, *, timeout: Optional[float] = None) -> ConnectAttempt:
        """Get the state of a sign-in.

        Needs the scope `accounts`.

        `GET /v1/social-accounts/connect/{id}` (getConnectAttempt)
        """
        answer: ConnectAttempt = self._transport.send(
            Call("GET", path_of("/v1/social-accounts/connect/{}", id)),
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Give up a sign-in.

        Its link and its profiles are forgotten. An account that it has connected stays connected.

        Needs the scope `accounts`.

        `DELETE /v1/social-accounts/connect/{id}` (deleteConnectAttempt)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/social-accounts/connect/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def choose(
        self,
        id: str,
        *,
        external_ids: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConnectAttempt:
        """Choose the profiles to connect.

        All of them are connected, or none.

        Needs the scope `accounts`.

        `POST /v1/social-accounts/connect/{id}/choose` (chooseCandidates)
        """
        answer: ConnectAttempt = self._transport.send(
            Call(
                "POST",
                path_of("/v1/social-accounts/connect/{}/choose", id),
                body={
                    "external_ids": external_ids,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class ConnectLinksApi(Resource):
    """The operations of `connect_links`."""

    def create(
        self,
        *,
        platforms: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        social_account_id: Union[str, NotGiven, None] = NOT_GIVEN,
        name: Union[str, NotGiven, None] = NOT_GIVEN,
        logo_url: Union[str, NotGiven, None] = NOT_GIVEN,
        return_url: Union[str, NotGiven, None] = NOT_GIVEN,
        external_id: Union[str, NotGiven, None] = NOT_GIVEN,
        expires_in_seconds: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConnectLink:
        """Make a link with which somebody else connects an account.

        The person needs no access to the workspace. The page shows your name and your logo. The
        link is used up once accounts were connected with it; a sign-in that fails may be repeated
        until it expires.

        Needs the scope `accounts`, and of a person who is signed in a fresh proof.

        `POST /v1/social-accounts/connect-links` (createConnectLink)

        Args:
            platforms: The platforms to choose from. Unless given, all that people use in the mode
                and that can be connected here.
            social_account_id: An account to connect again. A sign-in as another profile is refused.
            name: Shown to the person in place of the name of the workspace.
            logo_url: A picture shown on the page, at an https address.
            return_url: Where the person is led back to, over https. `connect_link` and `status` are
                added to its query, and `social_account` with the ids of the accounts.
            external_id: Your own id for the link.
            expires_in_seconds: From five minutes to thirty days; a week unless given.
        """
        answer: ConnectLink = self._transport.send(
            Call(
                "POST",
                "/v1/social-accounts/connect-links",
                body={
                    "platforms": platforms,
                    "social_account_id": social_account_id,
                    "name": name,
                    "logo_url": logo_url,
                    "return_url": return_url,
                    "external_id": external_id,
                    "expires_in_seconds": expires_in_seconds,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[ConnectLink]:
        """List the connect links.

        Newest first. A link is deleted a day after it has expired.

        Needs the scope `accounts`.

        `GET /v1/social-accounts/connect-links` (listConnectLinks)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/social-accounts/connect-links",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> ConnectLink:
        """Get one connect link.

        Needs the scope `accounts`.

        `GET /v1/social-accounts/connect-links/{id}` (getConnectLink)
        """
        answer: ConnectLink = self._transport.send(
            Call("GET", path_of("/v1/social-accounts/connect-links/{}", id)),
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Revoke a connect link.

        Sign-ins that were begun from it end with it. An account that was connected with it stays
        connected.

        Needs the scope `accounts`.

        `DELETE /v1/social-accounts/connect-links/{id}` (deleteConnectLink)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/social-accounts/connect-links/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class EventsApi(Resource):
    """The operations of `events`."""

    def list(
        self,
        *,
        type: Union[
            Literal[
                "post.created",
                "post.updated",
                "post.processing",
                "post.posted",
                "post.partial",
                "post.failed",
                "post.needs_review",
                "post.held",
                "post.canceled",
                "post.submitted",
                "post.approved",
                "post.returned",
                "post.deleted",
                "post_result.published",
                "post_result.failed",
                "post_result.needs_review",
                "post_result.unpublished",
                "post_result.unpublish_failed",
                "post_result.edited",
                "post_result.edit_failed",
                "recurrence.created",
                "recurrence.active",
                "recurrence.paused",
                "recurrence.needs_attention",
                "recurrence.ended",
                "recurrence.deleted",
                "feed.created",
                "feed.active",
                "feed.paused",
                "feed.failing",
                "feed.stopped",
                "feed.deleted",
                "feed.items_waiting",
                "feed_item.failed",
                "post_note.created",
                "post_note.updated",
                "post_note.deleted",
                "social_account.connected",
                "social_account.needs_reconnect",
                "social_account.blocked",
                "social_account.disconnected",
                "media.ready",
                "media.rejected",
                "webhook_endpoint.disabled",
                "webhook_endpoint.enabled",
                "webhook_endpoint.test",
            ],
            Sequence[
                Literal[
                    "post.created",
                    "post.updated",
                    "post.processing",
                    "post.posted",
                    "post.partial",
                    "post.failed",
                    "post.needs_review",
                    "post.held",
                    "post.canceled",
                    "post.submitted",
                    "post.approved",
                    "post.returned",
                    "post.deleted",
                    "post_result.published",
                    "post_result.failed",
                    "post_result.needs_review",
                    "post_result.unpublished",
                    "post_result.unpublish_failed",
                    "post_result.edited",
                    "post_result.edit_failed",
                    "recurrence.created",
                    "recurrence.active",
                    "recurrence.paused",
                    "recurrence.needs_attention",
                    "recurrence.ended",
                    "recurrence.deleted",
                    "feed.created",
                    "feed.active",
                    "feed.paused",
                    "feed.failing",
                    "feed.stopped",
                    "feed.deleted",
                    "feed.items_waiting",
                    "feed_item.failed",
                    "post_note.created",
                    "post_note.updated",
                    "post_note.deleted",
                    "social_account.connected",
                    "social_account.needs_reconnect",
                    "social_account.blocked",
                    "social_account.disconnected",
                    "media.ready",
                    "media.rejected",
                    "webhook_endpoint.disabled",
                    "webhook_endpoint.enabled",
                    "webhook_endpoint.test",
                ]
            ],
            None,
        ] = None,
        subject: Optional[str] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Pages[Event]:
        """List what happened, or stream it.

        Oldest first, in the order in which the events were committed: going on from a cursor, you
        get each event once and miss
        none. `meta.cursor` is always there; ask with it again later for what is new. `meta.next` is
        null when there is no more
        at this moment. With a filter a page may hold fewer events than `limit`, or none, and still
        have a next one. Events are
        kept for 30 days unless the server says otherwise (`EVENTS_KEPT_DAYS`).

        With `Accept: text/event-stream` the answer is a stream of server-sent events that stays
        open. The id of each is a
        cursor, so `Last-Event-ID` goes on where a stream ended. The server ends a stream after half
        an hour, when it stops and when
        the key is revoked. A page of the app names its workspace with `?workspace=&mode=`.

        Needs the scope `read`.

        `GET /v1/events` (listEvents)

        Args:
            type: Only events of these types.
            subject: Only events about this post, post result, account, medium or webhook endpoint.
            cursor: Where to go on: `meta.cursor` of an earlier answer, or the id of an event of the
                stream. `now` for the end. The list begins with the oldest event unless given, the
                stream at the end.
            limit: Events per page; 10 by default.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/events",
                query={
                    "type": type,
                    "subject": subject,
                    "cursor": cursor,
                    "limit": limit,
                },
                start={"limit": 100},
            ),
            timeout=timeout,
        )

    def stream(
        self,
        *,
        type: Union[
            Literal[
                "post.created",
                "post.updated",
                "post.processing",
                "post.posted",
                "post.partial",
                "post.failed",
                "post.needs_review",
                "post.held",
                "post.canceled",
                "post.submitted",
                "post.approved",
                "post.returned",
                "post.deleted",
                "post_result.published",
                "post_result.failed",
                "post_result.needs_review",
                "post_result.unpublished",
                "post_result.unpublish_failed",
                "post_result.edited",
                "post_result.edit_failed",
                "recurrence.created",
                "recurrence.active",
                "recurrence.paused",
                "recurrence.needs_attention",
                "recurrence.ended",
                "recurrence.deleted",
                "feed.created",
                "feed.active",
                "feed.paused",
                "feed.failing",
                "feed.stopped",
                "feed.deleted",
                "feed.items_waiting",
                "feed_item.failed",
                "post_note.created",
                "post_note.updated",
                "post_note.deleted",
                "social_account.connected",
                "social_account.needs_reconnect",
                "social_account.blocked",
                "social_account.disconnected",
                "media.ready",
                "media.rejected",
                "webhook_endpoint.disabled",
                "webhook_endpoint.enabled",
                "webhook_endpoint.test",
            ],
            Sequence[
                Literal[
                    "post.created",
                    "post.updated",
                    "post.processing",
                    "post.posted",
                    "post.partial",
                    "post.failed",
                    "post.needs_review",
                    "post.held",
                    "post.canceled",
                    "post.submitted",
                    "post.approved",
                    "post.returned",
                    "post.deleted",
                    "post_result.published",
                    "post_result.failed",
                    "post_result.needs_review",
                    "post_result.unpublished",
                    "post_result.unpublish_failed",
                    "post_result.edited",
                    "post_result.edit_failed",
                    "recurrence.created",
                    "recurrence.active",
                    "recurrence.paused",
                    "recurrence.needs_attention",
                    "recurrence.ended",
                    "recurrence.deleted",
                    "feed.created",
                    "feed.active",
                    "feed.paused",
                    "feed.failing",
                    "feed.stopped",
                    "feed.deleted",
                    "feed.items_waiting",
                    "feed_item.failed",
                    "post_note.created",
                    "post_note.updated",
                    "post_note.deleted",
                    "social_account.connected",
                    "social_account.needs_reconnect",
                    "social_account.blocked",
                    "social_account.disconnected",
                    "media.ready",
                    "media.rejected",
                    "webhook_endpoint.disabled",
                    "webhook_endpoint.enabled",
                    "webhook_endpoint.test",
                ]
            ],
            None,
        ] = None,
        subject: Optional[str] = None,
        last_event_id: Optional[str] = None,
        silence: float = 60.0,
    ) -> EventStream:
        """Follow the events as they happen: `for event in crier.events.stream()`.

        A connection that breaks is opened again behind the last event that came. `GET /v1/events`
        (listEvents)

        Args:
            type: Only events of these types.
            subject: Only events about this post, post result, account, medium or webhook endpoint.
            last_event_id: The `cursor` behind which to go on; without it, only new events come.
            silence: How many seconds nothing may come before the connection is opened again.
        """
        return self._follow(
            Call(
                "GET",
                "/v1/events",
                query={
                    "type": type,
                    "subject": subject,
                },
                start={"limit": 100},
            ),
            last_event_id,
            silence,
        )


class FeedsApi(Resource):
    """The operations of `feeds`."""

    def create(
        self,
        *,
        url: str,
        social_accounts: Sequence[Union[str, int]],
        action: Literal["draft", "queue", "publish"],
        caption: Union[str, NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        with_picture: Union[bool, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_per_day: Union[int, NotGiven] = NOT_GIVEN,
        newest: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Feed:
        """Add a feed whose new items become posts.

        The feed is read first. All items that it has then count as seen, but for the newest that
        are asked for. From then on it is looked at every quarter of an hour, or less often if its
        server asks for that, and each new item becomes one post, whatever its feed does later. A
        feed whose items become more than drafts also needs the scope `publish`; the posts of an
        author’s feed wait for approval instead.

        Needs the scope `write`.

        `POST /v1/feeds` (createFeed)

        Args:
            url: The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed.
                Test data read only the sample feed of this server.
            social_accounts: Accounts on which the posts go out: their ids, or their numbers.
            action: A new item becomes a `draft`, a post at the next free time of the `queue`, or
                one that goes out at once (`publish`).
            caption: The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`,
                `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default
                `{title}\\n\\n{link}`. Text that is longer than a network takes is shortened after a
                word; the link stays.
            platform_configurations: As in a post: an object by platform, with its options. A
                `caption` in it replaces that of the feed, with the same fields.
            with_picture: Whether the picture of an item goes with its post; true by default. A
                picture that cannot be had is left out, with a note.
            tags: Tags of the posts.
            max_per_day: How many items become posts by themselves within 24 hours; 10 by default.
                The others wait for a person.
            newest: How many of the items that are there already become posts, the newest ones; 0 by
                default. All others count as seen.
        """
        answer: Feed = self._transport.send(
            Call(
                "POST",
                "/v1/feeds",
                body={
                    "url": url,
                    "social_accounts": social_accounts,
                    "action": action,
                    "caption": caption,
                    "platform_configurations": platform_configurations,
                    "with_picture": with_picture,
                    "tags": tags,
                    "max_per_day": max_per_day,
                    "newest": newest,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[Feed]:
        """List the feeds.

        All of them unless a limit is given, newest first.

        Needs the scope `read`.

        `GET /v1/feeds` (listFeeds)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/feeds",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        url: Union[str, NotGiven] = NOT_GIVEN,
        social_accounts: Union[Sequence[Union[str, int]], NotGiven] = NOT_GIVEN,
        action: Union[Literal["draft", "queue", "publish"], NotGiven] = NOT_GIVEN,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        with_picture: Union[bool, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_per_day: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Literal["active", "paused"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Feed:
        """Change, pause or resume a feed.

        Changes the given fields and keeps the others. From then on its posts are made in the name
        of who changed it. At another address all items count as seen. Without the scope `publish`,
        only feeds of your own person can be changed. To pause one and change nothing else, `write`
        suffices whatever its `action` is, and it stays in the name that it has.

        Needs the scope `write`.

        `PATCH /v1/feeds/{id}` (updateFeed)

        Args:
            url: The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed.
                Test data read only the sample feed of this server.
            social_accounts: Accounts on which the posts go out: their ids, or their numbers.
            action: A new item becomes a `draft`, a post at the next free time of the `queue`, or
                one that goes out at once (`publish`).
            caption: The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`,
                `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default
                `{title}\\n\\n{link}`. Text that is longer than a network takes is shortened after a
                word; the link stays.
            platform_configurations: As in a post: an object by platform, with its options. A
                `caption` in it replaces that of the feed, with the same fields.
            with_picture: Whether the picture of an item goes with its post; true by default. A
                picture that cannot be had is left out, with a note.
            tags: Tags of the posts.
            max_per_day: How many items become posts by themselves within 24 hours; 10 by default.
                The others wait for a person.
            status: Pauses the feed, or resumes one that is paused or stopped.
        """
        answer: Feed = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/feeds/{}", id),
                body={
                    "url": url,
                    "social_accounts": social_accounts,
                    "action": action,
                    "caption": caption,
                    "platform_configurations": platform_configurations,
                    "with_picture": with_picture,
                    "tags": tags,
                    "max_per_day": max_per_day,
                    "status": status,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Delete a feed.

        Its posts stay. Without the scope `publish`, only feeds of your own person can be deleted.

        Needs the scope `write`.

        `DELETE /v1/feeds/{id}` (deleteFeed)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/feeds/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def get(self, id: str, *, timeout: Optional[float] = None) -> Feed:
        """Get a feed.

        Needs the scope `read`.

        `GET /v1/feeds/{id}` (getFeed)
        """
        answer: Feed = self._transport.send(
            Call("GET", path_of("/v1/feeds/{}", id)),
            timeout=timeout,
        )
        return answer

    def look_at(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Feed:
        """Look at a feed now.

        Answers the feed as it is after the look; posts of new items follow within seconds. A feed
        is asked at most every ten seconds.

        Needs the scope `write`.

        `POST /v1/feeds/{id}/look` (lookAtFeed)
        """
        answer: Feed = self._transport.send(
            Call("POST", path_of("/v1/feeds/{}/look", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def decide_items(
        self,
        id: str,
        *,
        decision: Literal["post", "skip"],
        items: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> FeedDecision:
        """Decide about items that wait: post them, or skip them.

        An item that is a post already stays one. Without `items`, all that wait are decided, at
        most 50 at once.

        Needs the scope `write`.

        `POST /v1/feeds/{id}/decide` (decideFeedItems)

        Args:
            items: Ids of items. One that is `seen` or `old` can be posted too. Left out: all that
                wait, at most 50.
        """
        answer: FeedDecision = self._transport.send(
            Call(
                "POST",
                path_of("/v1/feeds/{}/decide", id),
                body={
                    "decision": decision,
                    "items": items,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def check(
        self,
        *,
        url: str,
        social_accounts: Union[Sequence[Union[str, int]], NotGiven] = NOT_GIVEN,
        action: Union[Literal["draft", "queue", "publish"], NotGiven] = NOT_GIVEN,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        with_picture: Union[bool, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_per_day: Union[int, NotGiven] = NOT_GIVEN,
        newest: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
    ) -> FeedCheck:
        """Read a feed before adding it.

        Answers its newest items, and the newest of them as it would go out on each of the accounts.
        An address of a page leads to the feed that the page names.

        Needs the scope `write`.

        `POST /v1/feeds/check` (checkFeed)

        Args:
            url: The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed.
                Test data read only the sample feed of this server.
            action: A new item becomes a `draft`, a post at the next free time of the `queue`, or
                one that goes out at once (`publish`).
            caption: The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`,
                `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default
                `{title}\\n\\n{link}`. Text that is longer than a network takes is shortened after a
                word; the link stays.
            platform_configurations: As in a post: an object by platform, with its options. A
                `caption` in it replaces that of the feed, with the same fields.
            with_picture: Whether the picture of an item goes with its post; true by default. A
                picture that cannot be had is left out, with a note.
            tags: Tags of the posts.
            max_per_day: How many items become posts by themselves within 24 hours; 10 by default.
                The others wait for a person.
            newest: How many of the items that are there already become posts, the newest ones; 0 by
                default. All others count as seen.
        """
        answer: FeedCheck = self._transport.send(
            Call(
                "POST",
                "/v1/feeds/check",
                body={
                    "url": url,
                    "social_accounts": social_accounts,
                    "action": action,
                    "caption": caption,
                    "platform_configurations": platform_configurations,
                    "with_picture": with_picture,
                    "tags": tags,
                    "max_per_day": max_per_day,
                    "newest": newest,
                },
            ),
            timeout=timeout,
        )
        return answer

    def list_items(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        outcome: Union[
            Literal["seen", "old", "waiting", "due", "posted", "skipped", "failed"],
            Sequence[Literal["seen", "old", "waiting", "due", "posted", "skipped", "failed"]],
            None,
        ] = None,
        timeout: Optional[float] = None,
    ) -> Pages[FeedItem]:
        """List the items of a feed, and what became of each.

        The item that was found last comes first.

        Needs the scope `read`.

        `GET /v1/feeds/{id}/items` (listFeedItems)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            outcome: Items with one of these outcomes alone.
        """
        return self._transport.pages(
            Call(
                "GET",
                path_of("/v1/feeds/{}/items", id),
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "outcome": outcome,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )


class LinkPicturesApi(Resource):
    """The operations of `link_pictures`."""

    def read(self, file: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read the picture of the page of a link.

        A WebP of at most 1200 pixels a side and 160 kB. Take the address from `picture_url` of `GET
        /v1/link-preview`.

        `GET /link-pictures/{file}` (readLinkPicture)
        """
        return self._transport.raw(
            Call("GET", public_path("/link-pictures/{}", file), is_public=True),
            timeout=timeout,
        )


class LinkPreviewApi(Resource):
    """The operations of `link_preview`."""

    def get(self, *, url: str, timeout: Optional[float] = None) -> LinkPreview:
        """Read what the page of a link says of itself.

        For a card below the text that somebody writes: its title, its description and its picture,
        which this server fetches and draws anew. The page is read once an hour for a workspace, and
        never within the networks of the server. Networks read the page themselves when a post is
        published, and may show it differently.

        Needs the scope `write`.

        `GET /v1/link-preview` (getLinkPreview)

        Args:
            url: The whole address of a page, percent-encoded.
        """
        answer: LinkPreview = self._transport.send(
            Call(
                "GET",
                "/v1/link-preview",
                query={
                    "url": url,
                },
            ),
            timeout=timeout,
        )
        return answer


class MeApi(Resource):
    """The operations of `me`."""

    def get(self, *, timeout: Optional[float] = None) -> Me:
        """Get the calling API key, its user and its workspace.

        For a person who is signed in `key` is null.

        Needs the scope `read`.

        `GET /v1/me` (getMe)
        """
        answer: Me = self._transport.send(Call("GET", "/v1/me"), timeout=timeout)
        return answer


class MediaApi(Resource):
    """The operations of `media`."""

    def create_upload_url(
        self,
        *,
        name: str,
        mime_type: str,
        size_bytes: int,
        sha256: Union[str, NotGiven] = NOT_GIVEN,
        keep: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> UploadUrl:
        """Request an upload URL for one file.

        PUT the bytes to `upload_url` within one hour, with the `headers` of this answer and without
        an API key. The first accepted upload uses the URL up; an upload that was refused or broke
        off may be repeated. Types: JPEG, PNG, WebP, GIF, AVIF, HEIC, MP4, QuickTime, WebM, PDF. A
        workspace has a quota of files and bytes: see getUsage.

        Needs the scope `write`.

        `POST /v1/media/create-upload-url` (createUploadUrl)

        Args:
            name: The name you give the file.
            mime_type: Such as `image/jpeg`. Other names in use are taken too, such as `image/jpg`,
                `image/heif` and `video/x-m4v`; `headers` has the usual one.
            size_bytes: The exact number of bytes that will be sent.
            sha256: The SHA-256 of the file in hexadecimal digits. Bytes that have another are
                refused with `media_hash_mismatch`, and can be sent again.
            keep: Whether it stays although no post ever used it. Otherwise it is deleted 24 hours
                after its upload or last change; the operator may set another time.
        """
        answer: UploadUrl = self._transport.send(
            Call(
                "POST",
                "/v1/media/create-upload-url",
                body={
                    "name": name,
                    "mime_type": mime_type,
                    "size_bytes": size_bytes,
                    "sha256": sha256,
                    "keep": keep,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["newest", "oldest", "name", "largest", "smallest"]] = None,
        type: Union[str, Sequence[str], None] = None,
        status: Union[
            Literal["waiting", "ready", "rejected"],
            Sequence[Literal["waiting", "ready", "rejected"]],
            None,
        ] = None,
        name: Optional[str] = None,
        tag: Union[str, Sequence[str], None] = None,
        post_id: Union[str, Sequence[str], None] = None,
        unused: Optional[bool] = None,
        keep: Optional[bool] = None,
        has_alt_text: Optional[bool] = None,
        min_size_bytes: Optional[int] = None,
        max_size_bytes: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[Media]:
        """List media.

        A medium is listed if all filters hold. A filter with several values holds if one of them
        does.

        Needs the scope `read`.

        `GET /v1/media` (listMedia)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            sort: The order; `newest` first by default.
            type: Kinds (`image`, `gif`, `video`, `document`) or media types.
            name: Media whose name contains this text, ignoring case.
            tag: Media with one of these tags.
            post_id: Media that these posts use.
            unused: Media that no post uses; with `false`, media that a post uses.
            keep: Media that are marked `keep`, or are not.
            has_alt_text: Media with an alt text, or without.
            min_size_bytes: Media of this size or larger.
            max_size_bytes: Media of this size or smaller.
            from_: Created at this time or later.
            to: Created at this time or earlier. A date includes the whole day, in UTC.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/media",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "sort": sort,
                    "type": type,
                    "status": status,
                    "name": name,
                    "tag": tag,
                    "post_id": post_id,
                    "unused": unused,
                    "keep": keep,
                    "has_alt_text": has_alt_text,
                    "min_size_bytes": min_size_bytes,
                    "max_size_bytes": max_size_bytes,
                    "from": from_,
                    "to": to,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def list_tags(self, *, timeout: Optional[float] = None) -> ListMediaTagsResult:
        """List the tags of media, the most used first.

        At most 1,000 tags, each with the number of media that have it.

        Needs the scope `read`.

        `GET /v1/media/tags` (listMediaTags)
        """
        answer: ListMediaTagsResult = self._transport.send(
            Call("GET", "/v1/media/tags"),
            timeout=timeout,
        )
        return answer

    def get(self, id: str, *, timeout: Optional[float] = None) -> MediaDetail:
        """Get one medium, the posts that use it, and the files that are made of it for networks.

        Needs the scope `read`.

        `GET /v1/media/{id}` (getMedia)

        Args:
            id: The id, the storage path or the public URL, percent-encoded or not.
        """
        answer: MediaDetail = self._transport.send(
            Call("GET", path_of("/v1/media/{}", id)),
            timeout=timeout,
        )
        return answer

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, NotGiven] = NOT_GIVEN,
        focus: Union[UpdateMediaFocus, NotGiven, None] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        keep: Union[bool, NotGiven] = NOT_GIVEN,
        crop: Union[UpdateMediaCrop, NotGiven, None] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Media:
        """Change the name, alt text, focus, crop or tags of a medium, or whether it stays.

        Needs the scope `write`.

        `PATCH /v1/media/{id}` (updateMedia)

        Args:
            id: The id, the storage path or the public URL, percent-encoded or not.
            name: The name you give the file.
            alt_text: A description for people who cannot see the medium. Networks allow fewer
                characters.
            focus: The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right
                or top.
            tags: All of its tags.
            keep: Whether it stays although no post ever used it. Otherwise it is deleted 24 hours
                after its upload or last change; the operator may set another time.
            crop: The part to show, as shares of the width and height from the top left. It is cut
                out when the medium is published; the file stays whole.
        """
        answer: Media = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/media/{}", id),
                body={
                    "name": name,
                    "alt_text": alt_text,
                    "focus": focus,
                    "tags": tags,
                    "keep": keep,
                    "crop": crop,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Delete a medium that no post needs.

        Its file and its public URL are gone at once. Drafts, and posts that may still be published,
        need their media: remove the medium from them first. Posts that are public or canceled keep
        their text and results, and name the medium as before.

        Needs the scope `write`.

        `DELETE /v1/media/{id}` (deleteMedia)

        Args:
            id: The id, the storage path or the public URL, percent-encoded or not.
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/media/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list_fits(self, id: str, *, timeout: Optional[float] = None) -> ListFitsResult:
        """Say what each connected account would get of a medium.

        As validatePost does for a post, and before there is one: the file as it is, changed to fit,
        or refused, with the reasons. Accounts of one network that would get the same stand
        together.

        Needs the scope `read`.

        `GET /v1/media/{id}/fits` (listFits)

        Args:
            id: The id, the storage path or the public URL, percent-encoded or not.
        """
        answer: ListFitsResult = self._transport.send(
            Call("GET", path_of("/v1/media/{}/fits", id)),
            timeout=timeout,
        )
        return answer

    def import_(
        self,
        *,
        url: str,
        name: Union[str, NotGiven] = NOT_GIVEN,
        keep: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Media:
        """Import a file from a URL.

        Crier fetches the file, examines it like an upload, and keeps it. The answer comes when the
        medium is `ready`, and after 20 seconds at the latest. A larger file goes on in the
        background then: its `status` is `waiting`, and becomes `ready` or `rejected`, with the
        event `media.ready` or `media.rejected`. The address must be on the public internet and
        begin with `https://`. Up to three redirects are followed. The type is found in the bytes;
        the `Content-Type` of the answer does not count.

        Needs the scope `write`.

        `POST /v1/media/import` (importMedia)

        Args:
            url: The address of the file itself, not of a page around it.
            name: The name you give the file.
            keep: Whether it stays although no post ever used it. Otherwise it is deleted 24 hours
                after its upload or last change; the operator may set another time.
        """
        answer: Media = self._transport.send(
            Call(
                "POST",
                "/v1/media/import",
                body={
                    "url": url,
                    "name": name,
                    "keep": keep,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def check_upload_url(self, id: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Check whether an upload URL can still be used.

        `HEAD /v1/media/uploads/{id}` (checkUploadUrl)
        """
        return self._transport.raw(
            Call("HEAD", public_path("/v1/media/uploads/{}", id), is_public=True),
            timeout=timeout,
        )

    def read(self, name: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read a file at its public URL.

        A request may ask for one range. The bytes at a URL never change.

        `GET /media/{name}` (readMedia)
        """
        return self._transport.raw(
            Call("GET", public_path("/media/{}", name), is_public=True),
            timeout=timeout,
        )

    def fetch(self, name: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Fetch a file at the address that a network was given.

        Crier gives such an address to a network that fetches media by itself. It leads to one file
        for some hours.

        `GET /media/fetch/{name}` (fetchMedia)
        """
        return self._transport.raw(
            Call("GET", public_path("/media/fetch/{}", name), is_public=True),
            timeout=timeout,
        )

    def read_thumbnail(self, name: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read the thumbnail of a medium.

        A WebP of at most 512 pixels a side and 64 kB, of an animation its first picture, of a video
        a frame. It is drawn when it is first asked for. Take the address from `thumbnail_url`.

        `GET /media/{name}/thumbnail` (readThumbnail)
        """
        return self._transport.raw(
            Call("GET", public_path("/media/{}/thumbnail", name), is_public=True),
            timeout=timeout,
        )


class PlatformsApi(Resource):
    """The operations of `platforms`."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        platform: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> Pages[Platform]:
        """List the platforms this server supports, with their limits, options and connection forms.

        Without `limit`, the answer holds all of them.

        Needs the scope `read`.

        `GET /v1/platforms` (listPlatforms)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            platform: Platforms with one of these names.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/platforms",
                query={
                    "limit": limit,
                    "offset": offset,
                    "platform": platform,
                },
            ),
            timeout=timeout,
        )

    def get_icon(self, platform: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read the icon of a network.

        Public: its URL is `icon_url` in listPlatforms. A drawing of Crier’s own in one colour,
        `currentColor`.

        `GET /v1/platforms/{platform}/icon.svg` (getPlatformIcon)
        """
        return self._transport.raw(
            Call("GET", public_path("/v1/platforms/{}/icon.svg", platform), is_public=True),
            timeout=timeout,
        )


class PostResultsApi(Resource):
    """The operations of `post_results`."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        post_id: Union[str, Sequence[str], None] = None,
        platform: Union[str, Sequence[str], None] = None,
        status: Union[
            Literal[
                "pending",
                "publishing",
                "confirming",
                "published",
                "failed",
                "held",
                "needs_review",
                "canceled",
                "any",
            ],
            Sequence[
                Literal[
                    "pending",
                    "publishing",
                    "confirming",
                    "published",
                    "failed",
                    "held",
                    "needs_review",
                    "canceled",
                    "any",
                ]
            ],
            None,
        ] = None,
        social_account_id: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> Pages[PostResult]:
        """List the outcomes of posts, newest first.

        A result is listed once it is final: `published`, `failed` or `canceled`. A result that
        waits, is being published or needs review is no failure, so publishing its text again may
        publish it twice. Ask for it with `status`, such as `status=pending,publishing` or
        `status=any`. A result that a person discarded while it may be public (`outcome_unknown`) is
        also listed only on request. A single result, and `expand=results` of posts, show every
        status.

        Needs the scope `read`.

        `GET /v1/post-results` (listPostResults)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            post_id: Results of one of these posts.
            platform: On one of these platforms.
            status: Results with one of these statuses; `any` is all of them. Without this filter
                only outcomes are listed: `published`, `failed` and `canceled`, except results with
                the error code `outcome_unknown`.
            social_account_id: On one of these accounts.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/post-results",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "post_id": post_id,
                    "platform": platform,
                    "status": status,
                    "social_account_id": social_account_id,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> PostResult:
        """Get the result of a post on one account.

        Needs the scope `read`.

        `GET /v1/post-results/{id}` (getPostResult)
        """
        answer: PostResult = self._transport.send(
            Call("GET", path_of("/v1/post-results/{}", id)),
            timeout=timeout,
        )
        return answer

    def resolve(
        self,
        id: str,
        *,
        outcome: Literal["published", "not_published", "discard"],
        url: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostResult:
        """Resolve a post result that needs review.

        After `not_published`, Crier looks on the network once more and sends nothing if the post is
        there. `maybe_at_work_since` of the answer says since when the network may still be
        processing an earlier request. If it is set, the earlier post may still appear beside the
        new one.

        Needs the scope `publish`.

        `POST /v1/post-results/{id}/resolve` (resolvePostResult)

        Args:
            outcome: `not_published` sends the post now. `discard` gives it up, although it may be
                public.
            url: The URL of the published post, if you know it.
        """
        answer: PostResult = self._transport.send(
            Call(
                "POST",
                path_of("/v1/post-results/{}/resolve", id),
                body={
                    "outcome": outcome,
                    "url": url,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def retry(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostResult:
        """Retry a failed post result.

        Only a result of which nothing is public can be retried.

        Needs the scope `publish`.

        `POST /v1/post-results/{id}/retry` (retryPostResult)
        """
        answer: PostResult = self._transport.send(
            Call("POST", path_of("/v1/post-results/{}/retry", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def edit(
        self,
        id: str,
        *,
        caption: str,
        part: Union[int, NotGiven] = NOT_GIVEN,
        options: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostResult:
        """Correct the text of a public post on one account.

        Changes the text at the network, where the network lets it be changed: `edits` of `GET
        /v1/platforms` says where. It is done in the background. `edit` of the answer is pending
        then, and ends with `post_result.edited` or `post_result.edit_failed`. The text is set to
        the given one, so a try whose answer was lost is repeated. The post itself keeps the words
        with which it was published; `caption` of the result is what is public.

        Needs the scope `publish`.

        `POST /v1/post-results/{id}/edit` (editPostResult)

        Args:
            caption: The whole text that is to be public from now on.
            part: The part of a thread, or its first comment, by its `position`. 0, the usual one,
                is the post itself.
            options: Options that are changed with the text, such as the title of a video. `edits`
                of the platform names those that can be.
        """
        answer: PostResult = self._transport.send(
            Call(
                "POST",
                path_of("/v1/post-results/{}/edit", id),
                body={
                    "caption": caption,
                    "part": part,
                    "options": options,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostResult:
        """Cancel a post on one account.

        Needs the scope `write`.

        `POST /v1/post-results/{id}/cancel` (cancelPostResult)
        """
        answer: PostResult = self._transport.send(
            Call("POST", path_of("/v1/post-results/{}/cancel", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class PostsApi(Resource):
    """The operations of `posts`."""

    def create(
        self,
        *,
        social_accounts: Sequence[Union[str, int]],
        id: Union[str, NotGiven] = NOT_GIVEN,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        body: Union[str, NotGiven] = NOT_GIVEN,
        media: Union[Sequence[Union[str, CreatePostMediaItem]], NotGiven] = NOT_GIVEN,
        scheduled_at: Union[str, datetime, NotGiven, None] = NOT_GIVEN,
        is_draft: Union[bool, NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        account_configurations: Union[Sequence[Any], Mapping[str, Any], NotGiven, None] = NOT_GIVEN,
        external_id: Union[str, NotGiven, None] = NOT_GIVEN,
        metadata: Union[Mapping[str, str], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        late_policy: Union[
            Literal["publish_24h", "publish_1h", "publish_always", "ask"],
            NotGiven,
        ] = NOT_GIVEN,
        processing_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        use_queue: Union[bool, CreatePostUseQueue, NotGiven, None] = NOT_GIVEN,
        media_urls: Union[Sequence[str], NotGiven, None] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Create a draft, schedule a post, or publish now.

        Only `social_accounts` is required. Without `scheduled_at` the post is published
        immediately. With `is_draft` it is saved and not published. A post that is not a draft also
        needs the scope `publish`; the post of an author waits for approval instead. With an `id` of
        its own the same request makes one post, however often it is sent: it answers the post as it
        is now. Another request with that id is refused.

        Needs the scope `write`.

        `POST /v1/posts` (createPost)

        Args:
            id: Your own UUIDv7 for the post. If a post with this id exists, it is returned and no
                other is created.
            caption: The text of the post.
            body: Another name for `caption`. If both are given, they must be equal.
            media: The media in the order in which they are published.
            scheduled_at: An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an
                offset. A part of a millisecond is rounded up. Null or absent publishes now.
            is_draft: If true, the post is saved and not published.
            platform_configurations: An object by platform. `caption`, `media` and `scheduled_at`
                replace those of the post. The other members are options of the platform, listed by
                `GET /v1/platforms`.
            account_configurations: Configuration of up to 500 single accounts, with the same
                members. It overrides that of the platform. `account_id` is an id or a number. The
                form is a list of `{account_id, …}`, that list in an object under the name
                `account_configurations`, or an object by account id.
            external_id: Your own id for the post.
            metadata: Your own notes, up to 50 members.
            late_policy: How late a post may still be published if its time was missed. After that,
                the result needs review.
            processing_enabled: Whether media may be fitted to the limits of a network; true by
                default. If false, media are sent as they are, and a result fails where its network
                needs them changed.
            use_queue: Puts the post into the next slot of the queue that is free for all its
                accounts. `timezone` is the zone of the slots that have none of their own, in place
                of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot.
            media_urls: Addresses of files, which become media of the post behind those in `media`.
                They are fetched before the post is stored, within 20 seconds. Import larger files
                with importMedia, and name them in `media`.
            social_accounts: Ids from `GET /v1/social-accounts`, or the `number` of an account, also
                as digits in a string.
        """
        answer: Post = self._transport.send(
            Call(
                "POST",
                "/v1/posts",
                body={
                    "id": id,
                    "caption": caption,
                    "body": body,
                    "media": media,
                    "scheduled_at": scheduled_at,
                    "is_draft": is_draft,
                    "platform_configurations": platform_configurations,
                    "account_configurations": account_configurations,
                    "external_id": external_id,
                    "metadata": metadata,
                    "tags": tags,
                    "late_policy": late_policy,
                    "processing_enabled": processing_enabled,
                    "use_queue": use_queue,
                    "media_urls": media_urls,
                    "social_accounts": social_accounts,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        expand: Union[
            Literal["results", "author", "open_notes"],
            Sequence[Literal["results", "author", "open_notes"]],
            None,
        ] = None,
        status: Union[
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
                "published",
            ],
            Sequence[
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
                    "published",
                ]
            ],
            None,
        ] = None,
        approval: Union[
            Literal["waiting", "approved", "returned"],
            Sequence[Literal["waiting", "approved", "returned"]],
            None,
        ] = None,
        platform: Union[str, Sequence[str], None] = None,
        social_account_id: Union[str, Sequence[str], None] = None,
        tag: Union[str, Sequence[str], None] = None,
        author: Union[str, Sequence[str], None] = None,
        recurrence_id: Union[str, Sequence[str], None] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        scheduled_from: Optional[str] = None,
        scheduled_to: Optional[str] = None,
        order: Optional[
            Literal["-created_at", "created_at", "-scheduled_at", "scheduled_at"]
        ] = None,
        external_id: Union[str, Sequence[str], None] = None,
        text: Optional[str] = None,
        in_calendar: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Pages[PostWithResults]:
        """List posts, newest first unless `order` says otherwise.

        Needs the scope `read`.

        `GET /v1/posts` (listPosts)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            expand: `results` adds the result on each account, `author` the person who created the
                post, `open_notes` how many of its notes are not marked as done.
            status: Posts with one of these statuses. `published` is another name for `posted`.
            approval: Posts whose approval is in one of these states.
            platform: Posts with an account on one of these platforms.
            social_account_id: Posts on one of these accounts.
            tag: Posts with one of these tags.
            author: Posts created by one of these API keys, or by any key of one of these users.
            recurrence_id: Posts that one of these recurrences made.
            from_: Posts scheduled or published at this time or later. A draft without a time counts
                by its creation.
            to: Posts scheduled or published at this time or earlier. A date includes the whole day,
                in UTC.
            scheduled_from: Posts whose `scheduled_at` is this time or later.
            scheduled_to: Posts whose `scheduled_at` is this time or earlier. A date includes the
                whole day, in UTC.
            order: By creation or by time; with `-` the latest first, which is the default:
                `-created_at`. A post without `scheduled_at` stands at its creation.
            external_id: Posts with one of these values of `external_id`.
            text: Posts whose caption contains this text, ignoring case.
            in_calendar: True: only posts that stand in the calendar, which drafts without a time do
                not.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/posts",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "expand": expand,
                    "status": status,
                    "approval": approval,
                    "platform": platform,
                    "social_account_id": social_account_id,
                    "tag": tag,
                    "author": author,
                    "recurrence_id": recurrence_id,
                    "from": from_,
                    "to": to,
                    "scheduled_from": scheduled_from,
                    "scheduled_to": scheduled_to,
                    "order": order,
                    "external_id": external_id,
                    "text": text,
                    "in_calendar": in_calendar,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def create_many(
        self,
        *,
        posts: Sequence[CreateManyPostsPostsItem],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedPosts:
        """Create up to 100 posts at once, or none of them.

        Each post is created as in createPost, in the order sent. If one of them is refused, none is
        stored, and the pointers of `errors` name the faults of every post, such as
        `/posts/3/caption`. An `Idempotency-Key` makes all of them once.

        Needs the scope `write`.

        `POST /v1/posts/bulk` (createManyPosts)

        Args:
            posts: Each like the body of createPost, without `media_urls`: import such files first.
                They name up to 1,000 accounts in all.
        """
        answer: CreatedPosts = self._transport.send(
            Call(
                "POST",
                "/v1/posts/bulk",
                body={
                    "posts": posts,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def validate(
        self,
        *,
        social_accounts: Sequence[Union[str, int]],
        id: Union[str, NotGiven] = NOT_GIVEN,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        body: Union[str, NotGiven] = NOT_GIVEN,
        media: Union[Sequence[Union[str, ValidatePostMediaItem]], NotGiven] = NOT_GIVEN,
        scheduled_at: Union[str, datetime, NotGiven, None] = NOT_GIVEN,
        is_draft: Union[bool, NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        account_configurations: Union[Sequence[Any], Mapping[str, Any], NotGiven, None] = NOT_GIVEN,
        external_id: Union[str, NotGiven, None] = NOT_GIVEN,
        metadata: Union[Mapping[str, str], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        late_policy: Union[
            Literal["publish_24h", "publish_1h", "publish_always", "ask"],
            NotGiven,
        ] = NOT_GIVEN,
        processing_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        use_queue: Union[bool, ValidatePostUseQueue, NotGiven, None] = NOT_GIVEN,
        media_urls: Union[Sequence[str], NotGiven, None] = NOT_GIVEN,
        timeout: Optional[float] = None,
    ) -> PostCheck:
        """Check a post without storing it.

        Takes the same body as create. The answer holds, for each account, every problem, the length
        of the text as its network counts it, and the positions of links, mentions and excess text.
        An `id` whose post was deleted, or that another request has taken, is a problem at `/id`;
        one whose post this request has made already is a warning, `post_exists`.

        Needs the scope `read`.

        `POST /v1/posts/validate` (validatePost)

        Args:
            id: Your own UUIDv7 for the post. If a post with this id exists, it is returned and no
                other is created.
            caption: The text of the post.
            body: Another name for `caption`. If both are given, they must be equal.
            media: The media in the order in which they are published.
            scheduled_at: An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an
                offset. A part of a millisecond is rounded up. Null or absent publishes now.
            is_draft: If true, the post is saved and not published.
            platform_configurations: An object by platform. `caption`, `media` and `scheduled_at`
                replace those of the post. The other members are options of the platform, listed by
                `GET /v1/platforms`.
            account_configurations: Configuration of up to 500 single accounts, with the same
                members. It overrides that of the platform. `account_id` is an id or a number. The
                form is a list of `{account_id, …}`, that list in an object under the name
                `account_configurations`, or an object by account id.
            external_id: Your own id for the post.
            metadata: Your own notes, up to 50 members.
            late_policy: How late a post may still be published if its time was missed. After that,
                the result needs review.
            processing_enabled: Whether media may be fitted to the limits of a network; true by
                default. If false, media are sent as they are, and a result fails where its network
                needs them changed.
            use_queue: Puts the post into the next slot of the queue that is free for all its
                accounts. `timezone` is the zone of the slots that have none of their own, in place
                of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot.
            media_urls: Addresses of files, which become media of the post behind those in `media`.
                They are fetched before the post is stored, within 20 seconds. Import larger files
                with importMedia, and name them in `media`.
            social_accounts: Ids from `GET /v1/social-accounts`, or the `number` of an account, also
                as digits in a string.
        """
        answer: PostCheck = self._transport.send(
            Call(
                "POST",
                "/v1/posts/validate",
                body={
                    "id": id,
                    "caption": caption,
                    "body": body,
                    "media": media,
                    "scheduled_at": scheduled_at,
                    "is_draft": is_draft,
                    "platform_configurations": platform_configurations,
                    "account_configurations": account_configurations,
                    "external_id": external_id,
                    "metadata": metadata,
                    "tags": tags,
                    "late_policy": late_policy,
                    "processing_enabled": processing_enabled,
                    "use_queue": use_queue,
                    "media_urls": media_urls,
                    "social_accounts": social_accounts,
                },
            ),
            timeout=timeout,
        )
        return answer

    def get(
        self,
        id: str,
        *,
        expand: Union[
            Literal["results", "author", "request"],
            Sequence[Literal["results", "author", "request"]],
            None,
        ] = None,
        timeout: Optional[float] = None,
    ) -> ExpandedPost:
        """Get a post.

        Needs the scope `read`.

        `GET /v1/posts/{id}` (getPost)

        Args:
            expand: `results` adds the result on each account, `author` the person who created the
                post, `request` the request that would make the post as it is.
        """
        answer: ExpandedPost = self._transport.send(
            Call(
                "GET",
                path_of("/v1/posts/{}", id),
                query={
                    "expand": expand,
                },
            ),
            timeout=timeout,
        )
        return answer

    def update(
        self,
        id: str,
        *,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        body: Union[str, NotGiven] = NOT_GIVEN,
        media: Union[Sequence[Union[str, UpdatePostMediaItem]], NotGiven] = NOT_GIVEN,
        scheduled_at: Union[str, datetime, NotGiven, None] = NOT_GIVEN,
        is_draft: Union[bool, NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        account_configurations: Union[Sequence[Any], Mapping[str, Any], NotGiven, None] = NOT_GIVEN,
        external_id: Union[str, NotGiven, None] = NOT_GIVEN,
        metadata: Union[Mapping[str, str], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        late_policy: Union[
            Literal["publish_24h", "publish_1h", "publish_always", "ask"],
            NotGiven,
        ] = NOT_GIVEN,
        processing_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        use_queue: Union[bool, UpdatePostUseQueue, NotGiven, None] = NOT_GIVEN,
        media_urls: Union[Sequence[str], NotGiven, None] = NOT_GIVEN,
        social_accounts: Union[Sequence[Union[str, int]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Change a post that is not being published yet.

        Changes the given fields and keeps the others. `is_draft: false` promotes a draft;
        `scheduled_at: null` publishes now. Send the post’s ETag as `If-Match` to avoid overwriting
        somebody else’s change. A post that is not a draft also needs the scope `publish`. Changes
        of an author wait for approval instead, and so does new content of a post that was approved;
        another time alone keeps the approval.

        Needs the scope `write`.

        `PATCH /v1/posts/{id}` (updatePost)

        Args:
            caption: The text of the post.
            body: Another name for `caption`. If both are given, they must be equal.
            media: The media in the order in which they are published.
            scheduled_at: An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an
                offset. A part of a millisecond is rounded up. Null or absent publishes now.
            is_draft: If true, the post is saved and not published.
            platform_configurations: An object by platform. `caption`, `media` and `scheduled_at`
                replace those of the post. The other members are options of the platform, listed by
                `GET /v1/platforms`.
            account_configurations: Configuration of up to 500 single accounts, with the same
                members. It overrides that of the platform. `account_id` is an id or a number. The
                form is a list of `{account_id, …}`, that list in an object under the name
                `account_configurations`, or an object by account id.
            external_id: Your own id for the post.
            metadata: Your own notes, up to 50 members.
            late_policy: How late a post may still be published if its time was missed. After that,
                the result needs review.
            processing_enabled: Whether media may be fitted to the limits of a network; true by
                default. If false, media are sent as they are, and a result fails where its network
                needs them changed.
            use_queue: Puts the post into the next slot of the queue that is free for all its
                accounts. `timezone` is the zone of the slots that have none of their own, in place
                of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot.
            media_urls: Addresses of files, which become media of the post behind those in `media`.
                They are fetched before the post is stored, within 20 seconds. Import larger files
                with importMedia, and name them in `media`.
            social_accounts: Ids from `GET /v1/social-accounts`, or the `number` of an account, also
                as digits in a string.
        """
        answer: Post = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/posts/{}", id),
                body={
                    "caption": caption,
                    "body": body,
                    "media": media,
                    "scheduled_at": scheduled_at,
                    "is_draft": is_draft,
                    "platform_configurations": platform_configurations,
                    "account_configurations": account_configurations,
                    "external_id": external_id,
                    "metadata": metadata,
                    "tags": tags,
                    "late_policy": late_policy,
                    "processing_enabled": processing_enabled,
                    "use_queue": use_queue,
                    "media_urls": media_urls,
                    "social_accounts": social_accounts,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        unpublish: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> DeletedPost:
        """Delete a post, also at its networks.

        A post that is public is only deleted with `unpublish=true`. It is then deleted at its
        networks in the background: the answer says `deleted: false`, each result shows `unpublish`,
        and the post is gone once all of them are done. Ask again to repeat those that failed. This
        needs the scope `publish` too. Without this scope, only posts of your own person can be
        deleted.

        Needs the scope `write`.

        `DELETE /v1/posts/{id}` (deletePost)

        Args:
            unpublish: Also delete the post at its networks.
        """
        answer: DeletedPost = self._transport.send(
            Call(
                "DELETE",
                path_of("/v1/posts/{}", id),
                query={
                    "unpublish": unpublish,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )
        return answer

    def duplicate(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Make a draft with everything that a post says.

        The draft has no times, no results and no `external_id`. Media that were deleted since are
        left out, with a warning.

        Needs the scope `write`.

        `POST /v1/posts/{id}/duplicate` (duplicatePost)
        """
        answer: Post = self._transport.send(
            Call("POST", path_of("/v1/posts/{}/duplicate", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def retry(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> RetriedPost:
        """Try all failed results of a post again.

        Results that may be public already are left as they are. The answer says of each failed
        result whether it is tried again.

        Needs the scope `publish`.

        `POST /v1/posts/{id}/retry` (retryPost)
        """
        answer: RetriedPost = self._transport.send(
            Call("POST", path_of("/v1/posts/{}/retry", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Cancel a post on all its accounts.

        A canceled post is never published. If publishing has begun on any account, nothing is
        changed. Without the scope `publish`, only posts of your own person can be canceled.

        Needs the scope `write`.

        `POST /v1/posts/{id}/cancel` (cancelPost)
        """
        answer: Post = self._transport.send(
            Call("POST", path_of("/v1/posts/{}/cancel", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )
        return answer

    def submit(
        self,
        id: str,
        *,
        comment: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Ask for the approval of a draft.

        The post keeps its time and is `held` until it is approved, even if its time passes. A post
        that waits already stays as it is.

        Needs the scope `write`.

        `POST /v1/posts/{id}/submit` (submitPost)
        """
        answer: Post = self._transport.send(
            Call(
                "POST",
                path_of("/v1/posts/{}/submit", id),
                body={
                    "comment": comment,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )
        return answer

    def approve(
        self,
        id: str,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        comment: Union[str, NotGiven] = NOT_GIVEN,
        publish_now: Union[bool, NotGiven] = NOT_GIVEN,
        scheduled_at: Union[str, datetime, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Approve a post that waits for it.

        The post goes out at its time. If that has passed, say `publish_now` or a new
        `scheduled_at`. Name the content that you looked at: by `version`, or by the post’s ETag as
        `If-Match`. If it has changed since, the approval is refused.

        Needs the scope `publish`.

        `POST /v1/posts/{id}/approve` (approvePost)

        Args:
            version: The version of the content that you looked at: `approval.version` of the post.
            publish_now: Publishes now. An account with a time of its own that is still to come
                keeps it.
            scheduled_at: A new time for the post.
        """
        answer: Post = self._transport.send(
            Call(
                "POST",
                path_of("/v1/posts/{}/approve", id),
                body={
                    "version": version,
                    "comment": comment,
                    "publish_now": publish_now,
                    "scheduled_at": scheduled_at,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )
        return answer

    def return_(
        self,
        id: str,
        *,
        comment: str,
        version: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Post:
        """Return a post that waits for approval to its author.

        The post is a draft again, with your comment. Its author may change it and submit it again.

        Needs the scope `publish`.

        `POST /v1/posts/{id}/return` (returnPost)

        Args:
            version: The version of the content that you looked at: `approval.version` of the post.
        """
        answer: Post = self._transport.send(
            Call(
                "POST",
                path_of("/v1/posts/{}/return", id),
                body={
                    "comment": comment,
                    "version": version,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )
        return answer

    def list_versions(self, id: str, *, timeout: Optional[float] = None) -> ListPostVersionsResult:
        """List the former versions of a post.

        One for each change of its content: who made it, when, and which members it changed. The
        changes that one person makes to a draft within five minutes count as one. The last 100 are
        kept.

        Needs the scope `read`.

        `GET /v1/posts/{id}/versions` (listPostVersions)
        """
        answer: ListPostVersionsResult = self._transport.send(
            Call("GET", path_of("/v1/posts/{}/versions", id)),
            timeout=timeout,
        )
        return answer

    def get_version(
        self,
        id: str,
        version: str,
        *,
        timeout: Optional[float] = None,
    ) -> WholePostVersion:
        """Get a former version of a post.

        With its whole content, in the form of a request. Send it to `PATCH /v1/posts/{id}` to bring
        it back.

        Needs the scope `read`.

        `GET /v1/posts/{id}/versions/{version}` (getPostVersion)

        Args:
            version: Its number.
        """
        answer: WholePostVersion = self._transport.send(
            Call("GET", path_of("/v1/posts/{}/versions/{}", id, version)),
            timeout=timeout,
        )
        return answer

    def list_notes(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        resolved: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> ListPostNotesResult:
        """List the notes of a post, newest first.

        Notes are what people say to each other about a post. They never go to a network.

        Needs the scope `read`.

        `GET /v1/posts/{id}/notes` (listPostNotes)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            resolved: True: only notes that are done. False: only open ones.
        """
        answer: ListPostNotesResult = self._transport.send(
            Call(
                "GET",
                path_of("/v1/posts/{}/notes", id),
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "resolved": resolved,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )
        return answer

    def create_note(
        self,
        id: str,
        *,
        text: str,
        mentions: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostNote:
        """Write a note about a post.

        Nothing of it is published, and the post stays as it is. Its author, those who wrote notes
        on it before and the members whom it mentions are told, but for the one who writes.

        Needs the scope `write`, and of a person who is signed in `read` alone.

        `POST /v1/posts/{id}/notes` (createPostNote)

        Args:
            text: Plain text; line breaks are kept. Other control characters and white space at its
                end are left out.
            mentions: The members whom it mentions, by their ids; they are told of it.
        """
        answer: PostNote = self._transport.send(
            Call(
                "POST",
                path_of("/v1/posts/{}/notes", id),
                body={
                    "text": text,
                    "mentions": mentions,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def update_note(
        self,
        id: str,
        note_id: str,
        *,
        text: Union[str, NotGiven] = NOT_GIVEN,
        mentions: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        resolved: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostNote:
        """Change a note, or mark it as done.

        Only the person who wrote a note, or made the key that did, may change its words. Everybody
        who may write notes may mark one as done.

        Needs the scope `write`, and of a person who is signed in `read` alone.

        `PATCH /v1/posts/{id}/notes/{note_id}` (updatePostNote)

        Args:
            text: Plain text; line breaks are kept. Other control characters and white space at its
                end are left out.
            mentions: The members whom it mentions, by their ids; they are told of it.
            resolved: True marks the note as done, false opens it again.
        """
        answer: PostNote = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/posts/{}/notes/{}", id, note_id),
                body={
                    "text": text,
                    "mentions": mentions,
                    "resolved": resolved,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete_note(
        self,
        id: str,
        note_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Delete a note for good.

        Notes of others need the scope `admin`.

        Needs the scope `write`, and of a person who is signed in `read` alone.

        `DELETE /v1/posts/{id}/notes/{note_id}` (deletePostNote)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/posts/{}/notes/{}", id, note_id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class QueueApi(Resource):
    """The operations of `queue`."""

    def get(self, *, timeout: Optional[float] = None) -> Queue:
        """Get whether the queue is paused.

        Needs the scope `read`.

        `GET /v1/queue` (getQueue)
        """
        answer: Queue = self._transport.send(Call("GET", "/v1/queue"), timeout=timeout)
        return answer

    def pause(
        self,
        *,
        paused: bool,
        social_account_id: Union[str, NotGiven, None] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ChangedQueue:
        """Pause the queue, or resume it.

        For all accounts, or for one. Posts keep their times. While the queue is paused, a post with
        `use_queue` is refused.

        Needs the scope `publish`.

        `PATCH /v1/queue` (pauseQueue)
        """
        answer: ChangedQueue = self._transport.send(
            Call(
                "PATCH",
                "/v1/queue",
                body={
                    "paused": paused,
                    "social_account_id": social_account_id,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class QueueSlotsApi(Resource):
    """The operations of `queue_slots`."""

    def create(
        self,
        *,
        weekdays: Sequence[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]],
        time: str,
        timezone: Union[str, NotGiven, None] = NOT_GIVEN,
        social_account_id: Union[str, NotGiven, None] = NOT_GIVEN,
        jitter_minutes: Union[int, NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueueSlot:
        """Add a slot to the queue.

        A slot is a time of the week. A post with `use_queue` gets the next slot that no other post
        has on one of its accounts.

        Needs the scope `publish`.

        `POST /v1/queue-slots` (createQueueSlot)

        Args:
            time: By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out,
                because clocks are put forward, the slot is at the first moment after the gap. On a
                day that has it twice, it is at the first of the two.
            timezone: A time zone of the IANA database, such as `Europe/Berlin`.
            social_account_id: The account whose posts it is for; null: all.
            jitter_minutes: A post goes out up to so many minutes later, by a number that is fixed
                for each day.
            enabled: Whether it is given to new posts.
        """
        answer: QueueSlot = self._transport.send(
            Call(
                "POST",
                "/v1/queue-slots",
                body={
                    "weekdays": weekdays,
                    "time": time,
                    "timezone": timezone,
                    "social_account_id": social_account_id,
                    "jitter_minutes": jitter_minutes,
                    "enabled": enabled,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        social_account_id: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> Pages[QueueSlot]:
        """List the slots of the queue.

        All of them unless a limit is given, newest first.

        Needs the scope `read`.

        `GET /v1/queue-slots` (listQueueSlots)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            social_account_id: Slots that are for one of these accounts alone.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/queue-slots",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "social_account_id": social_account_id,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        weekdays: Union[
            Sequence[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]],
            NotGiven,
        ] = NOT_GIVEN,
        time: Union[str, NotGiven] = NOT_GIVEN,
        timezone: Union[str, NotGiven, None] = NOT_GIVEN,
        social_account_id: Union[str, NotGiven, None] = NOT_GIVEN,
        jitter_minutes: Union[int, NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueueSlot:
        """Change a slot of the queue.

        Changes the given fields and keeps the others. Posts keep the times that they have.

        Needs the scope `publish`.

        `PATCH /v1/queue-slots/{id}` (updateQueueSlot)

        Args:
            time: By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out,
                because clocks are put forward, the slot is at the first moment after the gap. On a
                day that has it twice, it is at the first of the two.
            timezone: A time zone of the IANA database, such as `Europe/Berlin`.
            social_account_id: The account whose posts it is for; null: all.
            jitter_minutes: A post goes out up to so many minutes later, by a number that is fixed
                for each day.
            enabled: Whether it is given to new posts.
        """
        answer: QueueSlot = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/queue-slots/{}", id),
                body={
                    "weekdays": weekdays,
                    "time": time,
                    "timezone": timezone,
                    "social_account_id": social_account_id,
                    "jitter_minutes": jitter_minutes,
                    "enabled": enabled,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Delete a slot of the queue.

        Posts keep the times that it gave them.

        Needs the scope `publish`.

        `DELETE /v1/queue-slots/{id}` (deleteQueueSlot)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/queue-slots/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list_free_slots(
        self,
        *,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        social_account_id: Union[str, Sequence[str], None] = None,
        timezone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> FreeSlots:
        """List the next free slots of the queue.

        In the order of their times: the first is the one that a post with `use_queue` would get.
        Without accounts, a slot is free while no post has it.

        Needs the scope `read`.

        `GET /v1/queue-slots/next` (listFreeSlots)

        Args:
            limit: How many; 10 by default.
            from_: Slots at this time or later; now by default.
            to: Slots at this time or earlier, at most 366 days from now; 90 days after `from` by
                default.
            social_account_id: Accounts of a post: slots that are free for all of them, and slots of
                their own.
            timezone: A time zone of the IANA database, such as `Europe/Berlin`.
        """
        answer: FreeSlots = self._transport.send(
            Call(
                "GET",
                "/v1/queue-slots/next",
                query={
                    "limit": limit,
                    "from": from_,
                    "to": to,
                    "social_account_id": social_account_id,
                    "timezone": timezone,
                },
            ),
            timeout=timeout,
        )
        return answer


class RecurrencesApi(Resource):
    """The operations of `recurrences`."""

    def create(
        self,
        *,
        social_accounts: Sequence[Union[str, int]],
        rule: RecurrenceRule,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        body: Union[str, NotGiven] = NOT_GIVEN,
        media: Union[Sequence[Union[str, CreateRecurrenceMediaItem]], NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        account_configurations: Union[Sequence[Any], Mapping[str, Any], NotGiven, None] = NOT_GIVEN,
        external_id: Union[str, NotGiven, None] = NOT_GIVEN,
        metadata: Union[Mapping[str, str], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        late_policy: Union[Literal["publish_24h", "publish_1h", "ask"], NotGiven] = NOT_GIVEN,
        processing_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        variations: Union[Sequence[CreateRecurrenceVariationsItem], NotGiven] = NOT_GIVEN,
        timezone: Union[str, NotGiven, None] = NOT_GIVEN,
        starts_on: Union[str, NotGiven, None] = NOT_GIVEN,
        ends_on: Union[str, NotGiven, None] = NOT_GIVEN,
        ends_after: Union[int, NotGiven, None] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Recurrence:
        """Post something again and again.

        Takes the content of a post and a rule for its times. The posts of the next 30 days are made
        at once, up to 40 of them, and the others in good time. Each is an ordinary post, which may
        be changed, moved, canceled or deleted by itself. It needs the scope `publish` as well; the
        posts of an author wait for approval instead.

        Needs the scope `write`.

        `POST /v1/recurrences` (createRecurrence)

        Args:
            caption: The text of the post.
            body: Another name for `caption`. If both are given, they must be equal.
            media: The media in the order in which they are published.
            platform_configurations: An object by platform. `caption`, `media` and `scheduled_at`
                replace those of the post. The other members are options of the platform, listed by
                `GET /v1/platforms`.
            account_configurations: Configuration of up to 500 single accounts, with the same
                members. It overrides that of the platform. `account_id` is an id or a number. The
                form is a list of `{account_id, …}`, that list in an object under the name
                `account_configurations`, or an object by account id.
            external_id: Your own id for the post.
            metadata: Your own notes, up to 50 members.
            late_policy: How late a post may still be published if its time was missed;
                `publish_24h` by default. After that, the result needs review.
            processing_enabled: Whether media may be fitted to the limits of a network; true by
                default. If false, media are sent as they are, and a result fails where its network
                needs them changed.
            social_accounts: Ids from `GET /v1/social-accounts`, or the `number` of an account, also
                as digits in a string.
            variations: Words and media that take turns: the first post has those of the first, and
                after the last comes the first again. Some networks refuse words that an account has
                posted already.
            timezone: A time zone of the IANA database, such as `Europe/Berlin`. Null or absent:
                that of the workspace now. The recurrence keeps it when the workspace gets another.
            starts_on: The first day on which it may post; today by default.
            ends_on: The last day on which it may post; null: it goes on.
            ends_after: Ends after so many posts; null: it goes on.
        """
        answer: Recurrence = self._transport.send(
            Call(
                "POST",
                "/v1/recurrences",
                body={
                    "caption": caption,
                    "body": body,
                    "media": media,
                    "platform_configurations": platform_configurations,
                    "account_configurations": account_configurations,
                    "external_id": external_id,
                    "metadata": metadata,
                    "tags": tags,
                    "late_policy": late_policy,
                    "processing_enabled": processing_enabled,
                    "social_accounts": social_accounts,
                    "variations": variations,
                    "rule": rule,
                    "timezone": timezone,
                    "starts_on": starts_on,
                    "ends_on": ends_on,
                    "ends_after": ends_after,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        social_account_id: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> Pages[Recurrence]:
        """List recurrences, newest first.

        Needs the scope `read`.

        `GET /v1/recurrences` (listRecurrences)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            social_account_id: Recurrences on one of these accounts.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/recurrences",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "social_account_id": social_account_id,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def preview(
        self,
        *,
        rule: RecurrenceRule,
        timezone: Union[str, NotGiven, None] = NOT_GIVEN,
        starts_on: Union[str, NotGiven, None] = NOT_GIVEN,
        ends_on: Union[str, NotGiven, None] = NOT_GIVEN,
        ends_after: Union[int, NotGiven, None] = NOT_GIVEN,
        count: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
    ) -> RecurrencePreview:
        """List the next times of a rule without storing it.

        Needs the scope `read`.

        `POST /v1/recurrences/preview` (previewRecurrence)

        Args:
            timezone: A time zone of the IANA database, such as `Europe/Berlin`. Null or absent:
                that of the workspace now. The recurrence keeps it when the workspace gets another.
            starts_on: The first day on which it may post; today by default.
            ends_on: The last day on which it may post; null: it goes on.
            ends_after: Ends after so many posts; null: it goes on.
            count: How many times; 5 by default.
        """
        answer: RecurrencePreview = self._transport.send(
            Call(
                "POST",
                "/v1/recurrences/preview",
                body={
                    "rule": rule,
                    "timezone": timezone,
                    "starts_on": starts_on,
                    "ends_on": ends_on,
                    "ends_after": ends_after,
                    "count": count,
                },
            ),
            timeout=timeout,
        )
        return answer

    def get(self, id: str, *, timeout: Optional[float] = None) -> Recurrence:
        """Get a recurrence.

        Needs the scope `read`.

        `GET /v1/recurrences/{id}` (getRecurrence)
        """
        answer: Recurrence = self._transport.send(
            Call("GET", path_of("/v1/recurrences/{}", id)),
            timeout=timeout,
        )
        return answer

    def update(
        self,
        id: str,
        *,
        caption: Union[str, NotGiven] = NOT_GIVEN,
        body: Union[str, NotGiven] = NOT_GIVEN,
        media: Union[Sequence[Union[str, UpdateRecurrenceMediaItem]], NotGiven] = NOT_GIVEN,
        platform_configurations: Union[Mapping[str, Mapping[str, Any]], NotGiven, None] = NOT_GIVEN,
        account_configurations: Union[Sequence[Any], Mapping[str, Any], NotGiven, None] = NOT_GIVEN,
        external_id: Union[str, NotGiven, None] = NOT_GIVEN,
        metadata: Union[Mapping[str, str], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        late_policy: Union[Literal["publish_24h", "publish_1h", "ask"], NotGiven] = NOT_GIVEN,
        processing_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        social_accounts: Union[Sequence[Union[str, int]], NotGiven] = NOT_GIVEN,
        variations: Union[Sequence[UpdateRecurrenceVariationsItem], NotGiven] = NOT_GIVEN,
        rule: Union[RecurrenceRule, NotGiven] = NOT_GIVEN,
        timezone: Union[str, NotGiven, None] = NOT_GIVEN,
        starts_on: Union[str, NotGiven, None] = NOT_GIVEN,
        ends_on: Union[str, NotGiven, None] = NOT_GIVEN,
        ends_after: Union[int, NotGiven, None] = NOT_GIVEN,
        status: Union[Literal["active", "paused"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ChangedRecurrence:
        """Change, pause or resume a recurrence.

        Changes the given fields and keeps the others. The posts to come follow, but for those that
        somebody has changed by hand; `posts` says how many of each there are. The posts are then
        made in the name of who changed it.

        Needs the scope `write`.

        `PATCH /v1/recurrences/{id}` (updateRecurrence)

        Args:
            caption: The text of the post.
            body: Another name for `caption`. If both are given, they must be equal.
            media: The media in the order in which they are published.
            platform_configurations: An object by platform. `caption`, `media` and `scheduled_at`
                replace those of the post. The other members are options of the platform, listed by
                `GET /v1/platforms`.
            account_configurations: Configuration of up to 500 single accounts, with the same
                members. It overrides that of the platform. `account_id` is an id or a number. The
                form is a list of `{account_id, …}`, that list in an object under the name
                `account_configurations`, or an object by account id.
            external_id: Your own id for the post.
            metadata: Your own notes, up to 50 members.
            late_policy: How late a post may still be published if its time was missed;
                `publish_24h` by default. After that, the result needs review.
            processing_enabled: Whether media may be fitted to the limits of a network; true by
                default. If false, media are sent as they are, and a result fails where its network
                needs them changed.
            social_accounts: Ids from `GET /v1/social-accounts`, or the `number` of an account, also
                as digits in a string.
            variations: Words and media that take turns: the first post has those of the first, and
                after the last comes the first again. Some networks refuse words that an account has
                posted already.
            timezone: A time zone of the IANA database, such as `Europe/Berlin`. Null or absent:
                that of the workspace now. The recurrence keeps it when the workspace gets another.
            starts_on: The first day on which it may post; today by default.
            ends_on: The last day on which it may post; null: it goes on.
            ends_after: Ends after so many posts; null: it goes on.
            status: `paused` takes the posts to come away that nobody has changed. `active` plans
                them again, from now on.
        """
        answer: ChangedRecurrence = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/recurrences/{}", id),
                body={
                    "caption": caption,
                    "body": body,
                    "media": media,
                    "platform_configurations": platform_configurations,
                    "account_configurations": account_configurations,
                    "external_id": external_id,
                    "metadata": metadata,
                    "tags": tags,
                    "late_policy": late_policy,
                    "processing_enabled": processing_enabled,
                    "social_accounts": social_accounts,
                    "variations": variations,
                    "rule": rule,
                    "timezone": timezone,
                    "starts_on": starts_on,
                    "ends_on": ends_on,
                    "ends_after": ends_after,
                    "status": status,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        keep_posts: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> DeletedRecurrence:
        """Delete a recurrence and its posts to come.

        Posts that somebody has changed by hand stay, and so do those that have gone out.

        Needs the scope `write`.

        `DELETE /v1/recurrences/{id}` (deleteRecurrence)

        Args:
            keep_posts: Leaves all posts that are planned already.
        """
        answer: DeletedRecurrence = self._transport.send(
            Call(
                "DELETE",
                path_of("/v1/recurrences/{}", id),
                query={
                    "keep_posts": keep_posts,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class ReviewLinksApi(Resource):
    """The operations of `review_links`."""

    def create(
        self,
        *,
        recipient: str,
        posts: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        waiting: Union[Literal[True], NotGiven] = NOT_GIVEN,
        filter: Union[ReviewFilter, NotGiven] = NOT_GIVEN,
        may_decide: Union[bool, NotGiven] = NOT_GIVEN,
        expires_in_seconds: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MadeReviewLink:
        """Make a link by which a client reviews posts.

        The client needs no account. Everybody who has the link sees the posts as their networks
        will show them, and with `may_decide` approves or returns those that wait for approval, in
        your name and with your rights at that moment. Say `posts`, `waiting` or `filter`.

        Needs the scope `write`, and of a person who is signed in a fresh proof.

        `POST /v1/review-links` (createReviewLink)

        Args:
            recipient: Who gets the link, as your team calls them. The recipient sees it too.
            posts: These posts, drafts too.
            waiting: The posts that wait for approval now, the soonest 100.
            may_decide: Whether the recipient may approve and return posts, or only look; true
                unless given. It needs the scope `publish`.
            expires_in_seconds: From five minutes to 365 days; 30 days unless given.
        """
        answer: MadeReviewLink = self._transport.send(
            Call(
                "POST",
                "/v1/review-links",
                body={
                    "recipient": recipient,
                    "posts": posts,
                    "waiting": waiting,
                    "filter": filter,
                    "may_decide": may_decide,
                    "expires_in_seconds": expires_in_seconds,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[ReviewLink]:
        """List the review links.

        Newest first, with what was decided by them. The secret is never shown again.

        Needs the scope `read`.

        `GET /v1/review-links` (listReviewLinks)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/review-links",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> ReviewLink:
        """Get one review link.

        Needs the scope `read`.

        `GET /v1/review-links/{id}` (getReviewLink)
        """
        answer: ReviewLink = self._transport.send(
            Call("GET", path_of("/v1/review-links/{}", id)),
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Revoke a review link.

        At once and for good. It stays in the list with what was decided by it, and decisions stay
        as they are. A caller that may not publish revokes only the links of its own person.

        Needs the scope `write`.

        `DELETE /v1/review-links/{id}` (deleteReviewLink)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/review-links/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class SavedTextsApi(Resource):
    """The operations of `saved_texts`."""

    def create(
        self,
        *,
        name: str,
        text: str,
        platforms: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SavedText:
        """Save a text for further posts.

        Such as a group of hashtags, a signature or the frame of a post. Nothing is published with
        it: people and programs put it into the text of a post.

        Needs the scope `write`.

        `POST /v1/saved-texts` (createSavedText)

        Args:
            name: A line by which people find it. No two saved texts of a workspace and mode have
                names that differ in case alone.
            text: The text as it is put into a post, with its line breaks.
            platforms: The networks that it is meant for; none means every network. The app offers
                it first where the post goes to one of them, and everywhere else below the others.
        """
        answer: SavedText = self._transport.send(
            Call(
                "POST",
                "/v1/saved-texts",
                body={
                    "name": name,
                    "text": text,
                    "platforms": platforms,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        text: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[SavedText]:
        """List saved texts by name.

        Needs the scope `read`.

        `GET /v1/saved-texts` (listSavedTexts)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            text: Words of their names or texts, in whatever case.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/saved-texts",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "text": text,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> SavedText:
        """Get a saved text.

        Needs the scope `read`.

        `GET /v1/saved-texts/{id}` (getSavedText)
        """
        answer: SavedText = self._transport.send(
            Call("GET", path_of("/v1/saved-texts/{}", id)),
            timeout=timeout,
        )
        return answer

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        platforms: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SavedText:
        """Change a saved text.

        Changes the given fields and keeps the others; of two changes to one field the later counts.
        Posts keep what was put into them.

        Needs the scope `write`.

        `PATCH /v1/saved-texts/{id}` (updateSavedText)

        Args:
            name: A line by which people find it. No two saved texts of a workspace and mode have
                names that differ in case alone.
            text: The text as it is put into a post, with its line breaks.
            platforms: The networks that it is meant for; none means every network. The app offers
                it first where the post goes to one of them, and everywhere else below the others.
        """
        answer: SavedText = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/saved-texts/{}", id),
                body={
                    "name": name,
                    "text": text,
                    "platforms": platforms,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Delete a saved text.

        Posts keep what was put into them.

        Needs the scope `write`.

        `DELETE /v1/saved-texts/{id}` (deleteSavedText)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/saved-texts/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class SocialAccountsApi(Resource):
    """The operations of `social_accounts`."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        platform: Union[str, Sequence[str], None] = None,
        status: Union[
            Literal["active", "needs_reconnect", "blocked", "disabled"],
            Sequence[Literal["active", "needs_reconnect", "blocked", "disabled"]],
            None,
        ] = None,
        username: Union[str, Sequence[str], None] = None,
        tag: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> Pages[SocialAccount]:
        """List the connected social accounts.

        Without `limit`, the answer holds all of them.

        Needs the scope `read`.

        `GET /v1/social-accounts` (listSocialAccounts)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            username: Accounts with one of these usernames, with or without `@`, ignoring case.
            tag: Accounts with one of these tags.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/social-accounts",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "platform": platform,
                    "status": status,
                    "username": username,
                    "tag": tag,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> SocialAccount:
        """Get one connected social account.

        Needs the scope `read`.

        `GET /v1/social-accounts/{id}` (getSocialAccount)
        """
        answer: SocialAccount = self._transport.send(
            Call("GET", path_of("/v1/social-accounts/{}", id)),
            timeout=timeout,
        )
        return answer

    def update(
        self,
        id: str,
        *,
        behavior: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SocialAccount:
        """Change a connected social account.

        `behavior` sets how a simulated network treats the posts of the account, so that every
        outcome can be tried. It is replaced as a whole: members that are left out get their
        defaults, except class and lifetime, which keep their values.

        Needs the scope `accounts`.

        `PATCH /v1/social-accounts/{id}` (updateSocialAccount)

        Args:
            tags: All of its tags, which sort accounts into groups.
        """
        answer: SocialAccount = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/social-accounts/{}", id),
                body={
                    "behavior": behavior,
                    "tags": tags,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def disconnect(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Disconnect a social account.

        Crier’s access to the account is revoked at the network, and scheduled posts are held.
        Connecting the same profile again restores its id and releases the held posts.

        Needs the scope `accounts`.

        `DELETE /v1/social-accounts/{id}` (disconnectSocialAccount)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/social-accounts/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list_choices(
        self,
        id: str,
        option: str,
        *,
        query: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ListChoicesResult:
        """List the values that the network of an account offers for an option.

        For options with `x-choices` in `GET /v1/platforms`, such as boards or channels. The network
        is asked each time.

        Needs the scope `read`.

        `GET /v1/social-accounts/{id}/choices/{option}` (listChoices)

        Args:
            query: Words to search by.
        """
        answer: ListChoicesResult = self._transport.send(
            Call(
                "GET",
                path_of("/v1/social-accounts/{}/choices/{}", id, option),
                query={
                    "query": query,
                },
            ),
            timeout=timeout,
        )
        return answer

    def get_sandbox_feed(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        post: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SandboxFeed:
        """Read what an account on the sandbox has published.

        The posts in their threads, what arrived, and how the network treats the next post.

        Needs the scope `read`.

        `GET /v1/social-accounts/{id}/sandbox-feed` (getSandboxFeed)

        Args:
            cursor: The end of the last page, from its `meta.next`.
            post: Only the thread of the post with this id on the sandbox.
        """
        answer: SandboxFeed = self._transport.send(
            Call(
                "GET",
                path_of("/v1/social-accounts/{}/sandbox-feed", id),
                query={
                    "cursor": cursor,
                    "post": post,
                },
            ),
            timeout=timeout,
        )
        return answer

    def connect(
        self,
        *,
        platform: str,
        way: Union[str, NotGiven] = NOT_GIVEN,
        fields: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConnectAttempt:
        """Connect a social account.

        Where a form is enough, the account is connected at once; a form that gives access to
        several profiles leaves them to be chosen (`choosing`). Otherwise `url` names a page for its
        person, who signs in at the network within ten minutes.

        Needs the scope `accounts`, and of a person who is signed in a fresh proof.

        `POST /v1/social-accounts/connect` (beginConnect)

        Args:
            way: One of the `ways` of the platform; the first unless given.
            fields: The form of the way, by its schema in `GET /v1/platforms`. Empty unless given.
        """
        answer: ConnectAttempt = self._transport.send(
            Call(
                "POST",
                "/v1/social-accounts/connect",
                body={
                    "platform": platform,
                    "way": way,
                    "fields": fields,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def reconnect(
        self,
        id: str,
        *,
        way: Union[str, NotGiven] = NOT_GIVEN,
        fields: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConnectAttempt:
        """Connect a social account again.

        The sign-in must be of the same profile; another one is refused. Without `way`, the way of
        the account is taken. The held posts of the account are then published.

        Needs the scope `accounts`, and of a person who is signed in a fresh proof.

        `POST /v1/social-accounts/{id}/reconnect` (reconnectSocialAccount)

        Args:
            way: One of the `ways` of the platform; the first unless given.
            fields: The form of the way, by its schema in `GET /v1/platforms`. Empty unless given.
        """
        answer: ConnectAttempt = self._transport.send(
            Call(
                "POST",
                path_of("/v1/social-accounts/{}/reconnect", id),
                body={
                    "way": way,
                    "fields": fields,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def get_avatar(self, id: str, *, timeout: Optional[float] = None) -> RawAnswer:
        """Read the picture of a connected social account.

        The answer is the WebP that its `avatar_url` leads to.

        Needs the scope `read`.

        `GET /v1/social-accounts/{id}/avatar` (getSocialAccountAvatar)
        """
        return self._transport.raw(
            Call("GET", path_of("/v1/social-accounts/{}/avatar", id)),
            timeout=timeout,
        )


class TestClockApi(Resource):
    """The operations of `test_clock`."""

    def get(self, *, timeout: Optional[float] = None) -> TestClock:
        """Get the test clock of the workspace.

        Needs a test key. Live data uses the real time.

        Needs the scope `read`.

        `GET /v1/test-clock` (getTestClock)
        """
        answer: TestClock = self._transport.send(Call("GET", "/v1/test-clock"), timeout=timeout)
        return answer

    def move(
        self,
        *,
        advance_by_seconds: Union[int, NotGiven] = NOT_GIVEN,
        now: Union[str, datetime, NotGiven] = NOT_GIVEN,
        reset: Union[Literal[True], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> TestClock:
        """Advance the test clock, or set it back to the real time.

        Needs a test key. One clock rules all test data of the workspace. It may be at most 366 days
        ahead of the real
        time.

        The clock jumps. Posts that came due on the way are published at once, in the order of each
        account. A post that is then
        later than its `late_policy` allows needs review, as if the server had been off. To see a
        post published, advance to
        `next_due_at`. To see one that needs review, advance far beyond it.

        Pauses before another try, rate limits of the simulated network, the daily look at unused
        credentials, connect attempts,
        connect links, slots of the queue and the grace of a subscription go by this clock too.
        Posts that a network is already
        processing, uploads, API keys and past events keep the real time.

        `{"reset": true}` undoes nothing. Public posts stay public, and posts that were due stay due
        and are as late as they
        were. Posts that were not due wait for their time again.

        Needs the scope `publish`.

        `POST /v1/test-clock` (moveTestClock)

        Args:
            advance_by_seconds: How many seconds to advance the clock.
            now: The time the clock is to show, later than its present time.
            reset: Sets the clock back to the real time.
        """
        answer: TestClock = self._transport.send(
            Call(
                "POST",
                "/v1/test-clock",
                body={
                    "advance_by_seconds": advance_by_seconds,
                    "now": now,
                    "reset": reset,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class UsageApi(Resource):
    """The operations of `usage`."""

    def get(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Usage:
        """Count what was published, and what is stored.

        Each post on each account counts as one, and so does each further part of a thread and each
        first comment. They are counted in the transaction that marks them as published. Later
        changes to the account do not change the count.

        Needs the scope `read`.

        `GET /v1/usage` (getUsage)

        Args:
            from_: The start: a date, or a date and time. The default is the start of the month of
                `to`, in UTC.
            to: The end. A date includes the whole day, in UTC. The default is now.
        """
        answer: Usage = self._transport.send(
            Call(
                "GET",
                "/v1/usage",
                query={
                    "from": from_,
                    "to": to,
                },
            ),
            timeout=timeout,
        )
        return answer


class WebhookEndpointsApi(Resource):
    """The operations of `webhook_endpoints`."""

    def create(
        self,
        *,
        url: str,
        events: Union[
            Sequence[
                Literal[
                    "post.created",
                    "post.updated",
                    "post.processing",
                    "post.posted",
                    "post.partial",
                    "post.failed",
                    "post.needs_review",
                    "post.held",
                    "post.canceled",
                    "post.submitted",
                    "post.approved",
                    "post.returned",
                    "post.deleted",
                    "post_result.published",
                    "post_result.failed",
                    "post_result.needs_review",
                    "post_result.unpublished",
                    "post_result.unpublish_failed",
                    "post_result.edited",
                    "post_result.edit_failed",
                    "recurrence.created",
                    "recurrence.active",
                    "recurrence.paused",
                    "recurrence.needs_attention",
                    "recurrence.ended",
                    "recurrence.deleted",
                    "feed.created",
                    "feed.active",
                    "feed.paused",
                    "feed.failing",
                    "feed.stopped",
                    "feed.deleted",
                    "feed.items_waiting",
                    "feed_item.failed",
                    "post_note.created",
                    "post_note.updated",
                    "post_note.deleted",
                    "social_account.connected",
                    "social_account.needs_reconnect",
                    "social_account.blocked",
                    "social_account.disconnected",
                    "media.ready",
                    "media.rejected",
                    "webhook_endpoint.disabled",
                    "webhook_endpoint.enabled",
                    "webhook_endpoint.test",
                ]
            ],
            NotGiven,
        ] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpointWithSecret:
        """Have events sent to a URL.

        Each event is sent as a signed POST, as Standard Webhooks describe; webhooks.md tells how to
        verify it. The secret is shown only now.

        Needs the scope `admin`, and of a person who is signed in a fresh proof.

        `POST /v1/webhook-endpoints` (createWebhookEndpoint)

        Args:
            url: Where events are sent: an https address on the public internet. Redirects are not
                followed.
            events: The types of events to send; empty for all, those of later versions too.
        """
        answer: WebhookEndpointWithSecret = self._transport.send(
            Call(
                "POST",
                "/v1/webhook-endpoints",
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[WebhookEndpoint]:
        """List the webhook endpoints.

        Newest first, without their secrets.

        Needs the scope `admin`.

        `GET /v1/webhook-endpoints` (listWebhookEndpoints)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
        """
        return self._transport.pages(
            Call(
                "GET",
                "/v1/webhook-endpoints",
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> WebhookEndpoint:
        """Get one webhook endpoint.

        Needs the scope `admin`.

        `GET /v1/webhook-endpoints/{id}` (getWebhookEndpoint)
        """
        answer: WebhookEndpoint = self._transport.send(
            Call("GET", path_of("/v1/webhook-endpoints/{}", id)),
            timeout=timeout,
        )
        return answer

    def update(
        self,
        id: str,
        *,
        url: Union[str, NotGiven] = NOT_GIVEN,
        events: Union[
            Sequence[
                Literal[
                    "post.created",
                    "post.updated",
                    "post.processing",
                    "post.posted",
                    "post.partial",
                    "post.failed",
                    "post.needs_review",
                    "post.held",
                    "post.canceled",
                    "post.submitted",
                    "post.approved",
                    "post.returned",
                    "post.deleted",
                    "post_result.published",
                    "post_result.failed",
                    "post_result.needs_review",
                    "post_result.unpublished",
                    "post_result.unpublish_failed",
                    "post_result.edited",
                    "post_result.edit_failed",
                    "recurrence.created",
                    "recurrence.active",
                    "recurrence.paused",
                    "recurrence.needs_attention",
                    "recurrence.ended",
                    "recurrence.deleted",
                    "feed.created",
                    "feed.active",
                    "feed.paused",
                    "feed.failing",
                    "feed.stopped",
                    "feed.deleted",
                    "feed.items_waiting",
                    "feed_item.failed",
                    "post_note.created",
                    "post_note.updated",
                    "post_note.deleted",
                    "social_account.connected",
                    "social_account.needs_reconnect",
                    "social_account.blocked",
                    "social_account.disconnected",
                    "media.ready",
                    "media.rejected",
                    "webhook_endpoint.disabled",
                    "webhook_endpoint.enabled",
                    "webhook_endpoint.test",
                ]
            ],
            NotGiven,
        ] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["enabled", "disabled"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
        """Change a webhook endpoint.

        Changes what it names. An endpoint that is switched off keeps its deliveries; resend them
        when it is on again. A person who is signed in needs a fresh proof for another `url`.

        Needs the scope `admin`.

        `PATCH /v1/webhook-endpoints/{id}` (updateWebhookEndpoint)

        Args:
            url: Where events are sent: an https address on the public internet. Redirects are not
                followed.
            events: The types of events to send; empty for all, those of later versions too.
        """
        answer: WebhookEndpoint = self._transport.send(
            Call(
                "PATCH",
                path_of("/v1/webhook-endpoints/{}", id),
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "status": status,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deleted:
        """Delete a webhook endpoint.

        Its deliveries and their log go with it. A request that is under way at this moment still
        arrives.

        Needs the scope `admin`.

        `DELETE /v1/webhook-endpoints/{id}` (deleteWebhookEndpoint)
        """
        answer: Deleted = self._transport.send(
            Call("DELETE", path_of("/v1/webhook-endpoints/{}", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def rotate_secret(
        self,
        id: str,
        *,
        overlap_seconds: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpointWithSecret:
        """Give a webhook endpoint a new secret.

        Until the overlap ends each delivery is signed with both secrets, so a receiver may change
        at any moment between. A secret that leaked is ended at once with an overlap of 0.

        Needs the scope `admin`, and of a person who is signed in a fresh proof.

        `POST /v1/webhook-endpoints/{id}/rotate-secret` (rotateWebhookSecret)

        Args:
            overlap_seconds: 24 hours unless given.
        """
        answer: WebhookEndpointWithSecret = self._transport.send(
            Call(
                "POST",
                path_of("/v1/webhook-endpoints/{}/rotate-secret", id),
                body={
                    "overlap_seconds": overlap_seconds,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def send_test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookDelivery:
        """Send a test event to a webhook endpoint.

        Sends an event of the type `webhook_endpoint.test`, once, also to an endpoint that is off.
        Get the delivery to see how it went.

        Needs the scope `admin`.

        `POST /v1/webhook-endpoints/{id}/test` (sendTestWebhook)
        """
        answer: WebhookDelivery = self._transport.send(
            Call("POST", path_of("/v1/webhook-endpoints/{}/test", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def enable(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
        """Switch a webhook endpoint on.

        Its failures are forgotten, and new events are sent. Events from the time when it was off
        stay kept until you resend them.

        Needs the scope `admin`.

        `POST /v1/webhook-endpoints/{id}/enable` (enableWebhookEndpoint)
        """
        answer: WebhookEndpoint = self._transport.send(
            Call("POST", path_of("/v1/webhook-endpoints/{}/enable", id), repeat="keyed"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Union[
            Literal["pending", "delivered", "failed", "kept"],
            Sequence[Literal["pending", "delivered", "failed", "kept"]],
            None,
        ] = None,
        event_type: Union[
            Literal[
                "post.created",
                "post.updated",
                "post.processing",
                "post.posted",
                "post.partial",
                "post.failed",
                "post.needs_review",
                "post.held",
                "post.canceled",
                "post.submitted",
                "post.approved",
                "post.returned",
                "post.deleted",
                "post_result.published",
                "post_result.failed",
                "post_result.needs_review",
                "post_result.unpublished",
                "post_result.unpublish_failed",
                "post_result.edited",
                "post_result.edit_failed",
                "recurrence.created",
                "recurrence.active",
                "recurrence.paused",
                "recurrence.needs_attention",
                "recurrence.ended",
                "recurrence.deleted",
                "feed.created",
                "feed.active",
                "feed.paused",
                "feed.failing",
                "feed.stopped",
                "feed.deleted",
                "feed.items_waiting",
                "feed_item.failed",
                "post_note.created",
                "post_note.updated",
                "post_note.deleted",
                "social_account.connected",
                "social_account.needs_reconnect",
                "social_account.blocked",
                "social_account.disconnected",
                "media.ready",
                "media.rejected",
                "webhook_endpoint.disabled",
                "webhook_endpoint.enabled",
                "webhook_endpoint.test",
            ],
            Sequence[
                Literal[
                    "post.created",
                    "post.updated",
                    "post.processing",
                    "post.posted",
                    "post.partial",
                    "post.failed",
                    "post.needs_review",
                    "post.held",
                    "post.canceled",
                    "post.submitted",
                    "post.approved",
                    "post.returned",
                    "post.deleted",
                    "post_result.published",
                    "post_result.failed",
                    "post_result.needs_review",
                    "post_result.unpublished",
                    "post_result.unpublish_failed",
                    "post_result.edited",
                    "post_result.edit_failed",
                    "recurrence.created",
                    "recurrence.active",
                    "recurrence.paused",
                    "recurrence.needs_attention",
                    "recurrence.ended",
                    "recurrence.deleted",
                    "feed.created",
                    "feed.active",
                    "feed.paused",
                    "feed.failing",
                    "feed.stopped",
                    "feed.deleted",
                    "feed.items_waiting",
                    "feed_item.failed",
                    "post_note.created",
                    "post_note.updated",
                    "post_note.deleted",
                    "social_account.connected",
                    "social_account.needs_reconnect",
                    "social_account.blocked",
                    "social_account.disconnected",
                    "media.ready",
                    "media.rejected",
                    "webhook_endpoint.disabled",
                    "webhook_endpoint.enabled",
                    "webhook_endpoint.test",
                ]
            ],
            None,
        ] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Pages[WebhookDelivery]:
        """List the deliveries of a webhook endpoint.

        Newest first. Deliveries are kept as long as events.

        Needs the scope `admin`.

        `GET /v1/webhook-endpoints/{id}/deliveries` (listWebhookDeliveries)

        Args:
            limit: Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next`
                goes on.
            offset: How many rows to skip.
            cursor: An alternative to `offset`: the end of the last page, from its `meta.next`.
                Empty for the first page.
            from_: Only deliveries made at this time or later: a date or a date and time.
            to: Only deliveries made until this time: a date, whose whole day counts, or a date and
                time.
        """
        return self._transport.pages(
            Call(
                "GET",
                path_of("/v1/webhook-endpoints/{}/deliveries", id),
                query={
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "status": status,
                    "event_type": event_type,
                    "from": from_,
                    "to": to,
                },
                start={"cursor": "", "limit": 100},
            ),
            timeout=timeout,
        )

    def get_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> WholeWebhookDelivery:
        """Get one delivery with what was sent and answered.

        Bodies and headers are cut at 8 kB, and secrets in them are hidden.

        Needs the scope `admin`.

        `GET /v1/webhook-endpoints/{id}/deliveries/{delivery_id}` (getWebhookDelivery)
        """
        answer: WholeWebhookDelivery = self._transport.send(
            Call("GET", path_of("/v1/webhook-endpoints/{}/deliveries/{}", id, delivery_id)),
            timeout=timeout,
        )
        return answer

    def resend_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookDelivery:
        """Send a delivery again.

        It keeps its `webhook-id`, and its attempts begin anew.

        Needs the scope `admin`.

        `POST /v1/webhook-endpoints/{id}/deliveries/{delivery_id}/resend` (resendWebhookDelivery)
        """
        answer: WebhookDelivery = self._transport.send(
            Call(
                "POST",
                path_of("/v1/webhook-endpoints/{}/deliveries/{}/resend", id, delivery_id),
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def resend_deliveries(
        self,
        id: str,
        *,
        since: Union[str, datetime],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ResendWebhookDeliveriesResult:
        """Send all failed and kept deliveries again since a time.

        The oldest first, up to 10,000. `more` says that there are others; ask again.

        Needs the scope `admin`.

        `POST /v1/webhook-endpoints/{id}/resend` (resendWebhookDeliveries)

        Args:
            since: Deliveries that were made at this time or later.
        """
        answer: ResendWebhookDeliveriesResult = self._transport.send(
            Call(
                "POST",
                path_of("/v1/webhook-endpoints/{}/resend", id),
                body={
                    "since": since,
                },
                repeat="keyed",
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class ApiClient:
    """Every operation of the API below `/v1`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.analytics = AnalyticsApi(transport)
        self.attention = AttentionApi(transport)
        self.audit_log = AuditLogApi(transport)
        self.avatars = AvatarsApi(transport)
        self.calendar = CalendarApi(transport)
        self.connect_attempts = ConnectAttemptsApi(transport)
        self.connect_links = ConnectLinksApi(transport)
        self.events = EventsApi(transport)
        self.feeds = FeedsApi(transport)
        self.link_pictures = LinkPicturesApi(transport)
        self.link_preview = LinkPreviewApi(transport)
        self.me = MeApi(transport)
        self.media = MediaApi(transport)
        self.platforms = PlatformsApi(transport)
        self.post_results = PostResultsApi(transport)
        self.posts = PostsApi(transport)
        self.queue = QueueApi(transport)
        self.queue_slots = QueueSlotsApi(transport)
        self.recurrences = RecurrencesApi(transport)
        self.review_links = ReviewLinksApi(transport)
        self.saved_texts = SavedTextsApi(transport)
        self.social_accounts = SocialAccountsApi(transport)
        self.test_clock = TestClockApi(transport)
        self.usage = UsageApi(transport)
        self.webhook_endpoints = WebhookEndpointsApi(transport)
