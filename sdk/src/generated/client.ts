// Generated from the OpenAPI document by `npm run generate-sdk`. Do not edit.

import type { Pages } from '../pages.ts'
import { path, publicPath } from '../path.ts'
import { Resource } from '../resource.ts'
import { type StreamedEvent, type StreamOptions, streamEvents } from '../stream-events.ts'
import type { ChangeOptions, GuardedOptions, RequestOptions, Transport } from '../transport.ts'
import type { CrierEvent } from './catalogs.ts'
import type {
  Analytics,
  AnalyticsSummary,
  AnalyticsSync,
  ApprovePostInput,
  Attention,
  AuditEntry,
  BeginConnectInput,
  Calendar,
  ChangedQueue,
  ChangedRecurrence,
  CheckFeedInput,
  ChooseCandidatesInput,
  ConnectAttempt,
  ConnectLink,
  CreateConnectLinkInput,
  CreatedPosts,
  CreateFeedInput,
  CreateManyPostsInput,
  CreatePostInput,
  CreatePostNoteInput,
  CreateQueueSlotInput,
  CreateRecurrenceInput,
  CreateReviewLinkInput,
  CreateSavedTextInput,
  CreateUploadUrlInput,
  CreateWebhookEndpointInput,
  DailyFigures,
  DecideFeedItemsInput,
  Deleted,
  DeletedPost,
  DeletedRecurrence,
  DeletePostQuery,
  DeleteRecurrenceQuery,
  EditPostResultInput,
  ExpandedPost,
  ExportAuditLogQuery,
  Feed,
  FeedCheck,
  FeedDecision,
  FeedItem,
  FreeSlots,
  GetAttentionQuery,
  GetCalendarQuery,
  GetLinkPreviewQuery,
  GetPostQuery,
  GetSandboxFeedQuery,
  GetUsageQuery,
  ImportMediaInput,
  LinkPreview,
  ListAnalyticsQuery,
  ListAuditLogQuery,
  ListChoicesQuery,
  ListChoicesResult,
  ListConnectLinksQuery,
  ListEventsQuery,
  ListFeedItemsQuery,
  ListFeedsQuery,
  ListFitsResult,
  ListFreeSlotsQuery,
  ListMediaQuery,
  ListMediaTagsResult,
  ListPlatformsQuery,
  ListPostNotesQuery,
  ListPostNotesResult,
  ListPostResultsQuery,
  ListPostsQuery,
  ListPostVersionsResult,
  ListQueueSlotsQuery,
  ListRecurrencesQuery,
  ListReviewLinksQuery,
  ListSavedTextsQuery,
  ListSocialAccountsQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  MadeReviewLink,
  Me,
  Media,
  MediaDetail,
  MoveTestClockInput,
  PauseQueueInput,
  Platform,
  Post,
  PostCheck,
  PostNote,
  PostResult,
  PostWithResults,
  PreviewRecurrenceInput,
  Queue,
  QueueSlot,
  ReconnectSocialAccountInput,
  Recurrence,
  RecurrencePreview,
  ResendWebhookDeliveriesInput,
  ResendWebhookDeliveriesResult,
  ResolvePostResultInput,
  RetriedPost,
  ReturnPostInput,
  ReviewLink,
  RotateWebhookSecretInput,
  SandboxFeed,
  SavedText,
  SocialAccount,
  SubmitPostInput,
  SummarizeAnalyticsQuery,
  TestClock,
  UpdateFeedInput,
  UpdateMediaInput,
  UpdatePostInput,
  UpdatePostNoteInput,
  UpdateQueueSlotInput,
  UpdateRecurrenceInput,
  UpdateSavedTextInput,
  UpdateSocialAccountInput,
  UpdateWebhookEndpointInput,
  UploadUrl,
  Usage,
  ValidatePostInput,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WholePostVersion,
  WholeWebhookDelivery,
} from './models.ts'

export class AnalyticsApi extends Resource {
  /**
   * List the figures of published posts, newest first.
   *
   * The latest figures that the networks told of each post on each account. Crier asks for them after an hour, after six, daily for 30 days and weekly up to the 90th. A figure that the network does not tell is null, never 0.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/analytics` (listAnalytics)
   */
  list(query?: ListAnalyticsQuery, options?: RequestOptions): Pages<Analytics> {
    return this.transport.list(
      { method: 'GET', path: '/v1/analytics', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Summarize what was published, how late, and what it reached.
   *
   * The results of posts in a span of time: by day or hour of a time zone, by account and by platform. A result counts at the time when it was published or failed, and a retried one by its last outcome. Figures are the latest ones of the posts that were published in the span. A figure that the network does not tell is null, never 0. New results are counted within seconds.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/analytics/summary` (summarizeAnalytics)
   */
  async summarize(query?: SummarizeAnalyticsQuery, options?: RequestOptions): Promise<AnalyticsSummary> {
    return this.transport.send({ method: 'GET', path: '/v1/analytics/summary', query }, options)
  }

  /**
   * Get the figures of a post on one account.
   *
   * The id is that of the post result. A figure that the network does not tell is null, never 0.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/analytics/{id}` (getAnalytics)
   */
  async get(id: string, options?: RequestOptions): Promise<Analytics> {
    return this.transport.send({ method: 'GET', path: path`/v1/analytics/${id}` }, options)
  }

  /**
   * List the figures of a post on one account, day by day.
   *
   * The figures at the end of each day on which the network told them, the oldest first. A figure that the network does not tell is null, never 0.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/analytics/{id}/daily` (listDailyFigures)
   */
  async listDailyFigures(id: string, options?: RequestOptions): Promise<DailyFigures> {
    return this.transport.send({ method: 'GET', path: path`/v1/analytics/${id}/daily` }, options)
  }

  /**
   * Read the figures of published posts from the networks anew.
   *
   * Crier asks the networks in the background, as fast as they allow. 429 `synced_recently` within 30 minutes of the last time.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/analytics/sync` (syncAnalytics)
   */
  async sync(options?: ChangeOptions): Promise<AnalyticsSync> {
    return this.transport.send({ method: 'POST', path: '/v1/analytics/sync', repeat: 'keyed' }, options)
  }
}

export class AttentionApi extends Resource {
  /**
   * Get everything that needs a person.
   *
   * Reviews, approvals, accounts to connect again, failed results, corrections that were not made, returned drafts, endpoints that were switched off, feeds that stopped or whose items wait, and limits that are nearly used. It holds only what the caller may settle: a kind whose scope it lacks is empty, and returned drafts, and feeds where it may not publish, are those of its own person.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/attention` (getAttention)
   */
  async get(query?: GetAttentionQuery, options?: RequestOptions): Promise<Attention> {
    return this.transport.send({ method: 'GET', path: '/v1/attention', query }, options)
  }
}

export class AuditLogApi extends Resource {
  /**
   * List the audit log, newest first.
   *
   * Who did what on what, from where and when. Nothing in it is ever changed; `AUDIT_LOG_DAYS` says when it is deleted. Entries that concern live and test data alike, such as sign-ins and members, are listed for the mode live.
   *
   * Needs the scope `admin`.
   *
   * `GET /v1/audit-log` (listAuditLog)
   */
  list(query?: ListAuditLogQuery, options?: RequestOptions): Pages<AuditEntry> {
    return this.transport.list(
      { method: 'GET', path: '/v1/audit-log', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Export the audit log as a file, newest first.
   *
   * A page of the app, which lets the browser download it, names its workspace with `?workspace=&mode=`.
   *
   * Needs the scope `admin`.
   *
   * `GET /v1/audit-log/export` (exportAuditLog)
   */
  async export(query?: ExportAuditLogQuery, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes({ method: 'GET', path: '/v1/audit-log/export', query }, options)
  }
}

export class AvatarsApi extends Resource {
  /**
   * Read the picture of an account at its public URL.
   *
   * A WebP of at most 256 pixels a side and 32 kB. Crier fetches it from the network when it is first asked for, when the profile gets another picture, and once a day. Take the address from `avatar_url`.
   *
   * `GET /avatars/{file}` (readAvatar)
   */
  async read(file: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'GET', path: publicPath`/avatars/${file}`, isPublic: true },
      options,
    )
  }

  /**
   * Read the picture of a profile that a sign-in offers.
   *
   * Like the picture of an account, while there is a choice. Take the address from `avatar_url` of the candidate.
   *
   * `GET /avatars/candidates/{file}` (readCandidateAvatar)
   */
  async readCandidate(file: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'GET', path: publicPath`/avatars/candidates/${file}`, isPublic: true },
      options,
    )
  }
}

export class CalendarApi extends Resource {
  /**
   * Get the posts of up to a year, day by day.
   *
   * For each day by the clock of the zone: how many posts have each status, and the first posts in a short form. A post stands at its `scheduled_at`, or at its creation if it was published at once; a draft stands there once it has a time. An answer shows at most 4,000 posts: where there are more, each day shows fewer, and its `next` lists the rest.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/calendar` (getCalendar)
   */
  async get(query: GetCalendarQuery, options?: RequestOptions): Promise<Calendar> {
    return this.transport.send({ method: 'GET', path: '/v1/calendar', query }, options)
  }
}

export class ConnectAttemptsApi extends Resource {
  /**
   * Get the state of a sign-in.
   *
   * Needs the scope `accounts`.
   *
   * `GET /v1/social-accounts/connect/{id}` (getConnectAttempt)
   */
  async get(id: string, options?: RequestOptions): Promise<ConnectAttempt> {
    return this.transport.send({ method: 'GET', path: path`/v1/social-accounts/connect/${id}` }, options)
  }

  /**
   * Give up a sign-in.
   *
   * Its link and its profiles are forgotten. An account that it has connected stays connected.
   *
   * Needs the scope `accounts`.
   *
   * `DELETE /v1/social-accounts/connect/{id}` (deleteConnectAttempt)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/social-accounts/connect/${id}`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Choose the profiles to connect.
   *
   * All of them are connected, or none.
   *
   * Needs the scope `accounts`.
   *
   * `POST /v1/social-accounts/connect/{id}/choose` (chooseCandidates)
   */
  async choose(id: string, body: ChooseCandidatesInput, options?: ChangeOptions): Promise<ConnectAttempt> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/social-accounts/connect/${id}/choose`, body, repeat: 'keyed' },
      options,
    )
  }
}

export class ConnectLinksApi extends Resource {
  /**
   * Make a link with which somebody else connects an account.
   *
   * The person needs no access to the workspace. The page shows your name and your logo. The link is used up once accounts were connected with it; a sign-in that fails may be repeated until it expires.
   *
   * Needs the scope `accounts`, and of a person who is signed in a fresh proof.
   *
   * `POST /v1/social-accounts/connect-links` (createConnectLink)
   */
  async create(body: CreateConnectLinkInput, options?: ChangeOptions): Promise<ConnectLink> {
    return this.transport.send(
      { method: 'POST', path: '/v1/social-accounts/connect-links', body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List the connect links.
   *
   * Newest first. A link is deleted a day after it has expired.
   *
   * Needs the scope `accounts`.
   *
   * `GET /v1/social-accounts/connect-links` (listConnectLinks)
   */
  list(query?: ListConnectLinksQuery, options?: RequestOptions): Pages<ConnectLink> {
    return this.transport.list(
      { method: 'GET', path: '/v1/social-accounts/connect-links', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Get one connect link.
   *
   * Needs the scope `accounts`.
   *
   * `GET /v1/social-accounts/connect-links/{id}` (getConnectLink)
   */
  async get(id: string, options?: RequestOptions): Promise<ConnectLink> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/social-accounts/connect-links/${id}` },
      options,
    )
  }

  /**
   * Revoke a connect link.
   *
   * Sign-ins that were begun from it end with it. An account that was connected with it stays connected.
   *
   * Needs the scope `accounts`.
   *
   * `DELETE /v1/social-accounts/connect-links/{id}` (deleteConnectLink)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/social-accounts/connect-links/${id}`, repeat: 'keyed' },
      options,
    )
  }
}

export class EventsApi extends Resource {
  /**
   * List what happened, or stream it.
   *
   * Oldest first, in the order in which the events were committed: going on from a cursor, you get each event once and miss
   * none. `meta.cursor` is always there; ask with it again later for what is new. `meta.next` is null when there is no more
   * at this moment. With a filter a page may hold fewer events than `limit`, or none, and still have a next one. Events are
   * kept for 30 days unless the server says otherwise (`EVENTS_KEPT_DAYS`).
   *
   * With `Accept: text/event-stream` the answer is a stream of server-sent events that stays open. The id of each is a
   * cursor, so `Last-Event-ID` goes on where a stream ended. The server ends a stream after half an hour, when it stops and when
   * the key is revoked. A page of the app names its workspace with `?workspace=&mode=`.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/events` (listEvents)
   */
  list(query?: ListEventsQuery, options?: RequestOptions): Pages<CrierEvent> {
    return this.transport.list({ method: 'GET', path: '/v1/events', query, start: { limit: 100 } }, options)
  }

  /**
   * Follow the events as they happen, for as long as the loop runs: `for await (const event of client.events.stream())`. A connection that breaks is opened again behind the last event that came.
   *
   * `GET /v1/events` (listEvents)
   */
  stream(
    options: StreamOptions & Omit<ListEventsQuery, 'cursor' | 'limit' | 'offset'> = {},
  ): AsyncGenerator<StreamedEvent, void, undefined> {
    return streamEvents(this.transport, '/v1/events', options)
  }
}

export class FeedsApi extends Resource {
  /**
   * Add a feed whose new items become posts.
   *
   * The feed is read first. All items that it has then count as seen, but for the newest that are asked for. From then on it is looked at every quarter of an hour, or less often if its server asks for that, and each new item becomes one post, whatever its feed does later. A feed whose items become more than drafts also needs the scope `publish`; the posts of an author’s feed wait for approval instead.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/feeds` (createFeed)
   */
  async create(body: CreateFeedInput, options?: ChangeOptions): Promise<Feed> {
    return this.transport.send({ method: 'POST', path: '/v1/feeds', body, repeat: 'keyed' }, options)
  }

  /**
   * List the feeds.
   *
   * All of them unless a limit is given, newest first.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/feeds` (listFeeds)
   */
  list(query?: ListFeedsQuery, options?: RequestOptions): Pages<Feed> {
    return this.transport.list(
      { method: 'GET', path: '/v1/feeds', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Change, pause or resume a feed.
   *
   * Changes the given fields and keeps the others. From then on its posts are made in the name of who changed it. At another address all items count as seen. Without the scope `publish`, only feeds of your own person can be changed. To pause one and change nothing else, `write` suffices whatever its `action` is, and it stays in the name that it has.
   *
   * Needs the scope `write`.
   *
   * `PATCH /v1/feeds/{id}` (updateFeed)
   */
  async update(id: string, body: UpdateFeedInput, options?: ChangeOptions): Promise<Feed> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/feeds/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a feed.
   *
   * Its posts stay. Without the scope `publish`, only feeds of your own person can be deleted.
   *
   * Needs the scope `write`.
   *
   * `DELETE /v1/feeds/{id}` (deleteFeed)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/feeds/${id}`, repeat: 'keyed' }, options)
  }

  /**
   * Get a feed.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/feeds/{id}` (getFeed)
   */
  async get(id: string, options?: RequestOptions): Promise<Feed> {
    return this.transport.send({ method: 'GET', path: path`/v1/feeds/${id}` }, options)
  }

  /**
   * Look at a feed now.
   *
   * Answers the feed as it is after the look; posts of new items follow within seconds. A feed is asked at most every ten seconds.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/feeds/{id}/look` (lookAtFeed)
   */
  async lookAt(id: string, options?: ChangeOptions): Promise<Feed> {
    return this.transport.send({ method: 'POST', path: path`/v1/feeds/${id}/look`, repeat: 'keyed' }, options)
  }

  /**
   * Decide about items that wait: post them, or skip them.
   *
   * An item that is a post already stays one. Without `items`, all that wait are decided, at most 50 at once.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/feeds/{id}/decide` (decideFeedItems)
   */
  async decideItems(id: string, body: DecideFeedItemsInput, options?: ChangeOptions): Promise<FeedDecision> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/feeds/${id}/decide`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Read a feed before adding it.
   *
   * Answers its newest items, and the newest of them as it would go out on each of the accounts. An address of a page leads to the feed that the page names.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/feeds/check` (checkFeed)
   */
  async check(body: CheckFeedInput, options?: RequestOptions): Promise<FeedCheck> {
    return this.transport.send({ method: 'POST', path: '/v1/feeds/check', body }, options)
  }

  /**
   * List the items of a feed, and what became of each.
   *
   * The item that was found last comes first.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/feeds/{id}/items` (listFeedItems)
   */
  listItems(id: string, query?: ListFeedItemsQuery, options?: RequestOptions): Pages<FeedItem> {
    return this.transport.list(
      { method: 'GET', path: path`/v1/feeds/${id}/items`, query, start: { cursor: '', limit: 100 } },
      options,
    )
  }
}

export class LinkPicturesApi extends Resource {
  /**
   * Read the picture of the page of a link.
   *
   * A WebP of at most 1200 pixels a side and 160 kB. Take the address from `picture_url` of `GET /v1/link-preview`.
   *
   * `GET /link-pictures/{file}` (readLinkPicture)
   */
  async read(file: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'GET', path: publicPath`/link-pictures/${file}`, isPublic: true },
      options,
    )
  }
}

export class LinkPreviewApi extends Resource {
  /**
   * Read what the page of a link says of itself.
   *
   * For a card below the text that somebody writes: its title, its description and its picture, which this server fetches and draws anew. The page is read once an hour for a workspace, and never within the networks of the server. Networks read the page themselves when a post is published, and may show it differently.
   *
   * Needs the scope `write`.
   *
   * `GET /v1/link-preview` (getLinkPreview)
   */
  async get(query: GetLinkPreviewQuery, options?: RequestOptions): Promise<LinkPreview> {
    return this.transport.send({ method: 'GET', path: '/v1/link-preview', query }, options)
  }
}

export class MeApi extends Resource {
  /**
   * Get the calling API key, its user and its workspace.
   *
   * For a person who is signed in `key` is null.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/me` (getMe)
   */
  async get(options?: RequestOptions): Promise<Me> {
    return this.transport.send({ method: 'GET', path: '/v1/me' }, options)
  }
}

export class MediaApi extends Resource {
  /**
   * Request an upload URL for one file.
   *
   * PUT the bytes to `upload_url` within one hour, with the `headers` of this answer and without an API key. The first accepted upload uses the URL up; an upload that was refused or broke off may be repeated. Types: JPEG, PNG, WebP, GIF, AVIF, HEIC, MP4, QuickTime, WebM, PDF. A workspace has a quota of files and bytes: see getUsage.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/media/create-upload-url` (createUploadUrl)
   */
  async createUploadUrl(body: CreateUploadUrlInput, options?: ChangeOptions): Promise<UploadUrl> {
    return this.transport.send(
      { method: 'POST', path: '/v1/media/create-upload-url', body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List media.
   *
   * A medium is listed if all filters hold. A filter with several values holds if one of them does.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/media` (listMedia)
   */
  list(query?: ListMediaQuery, options?: RequestOptions): Pages<Media> {
    return this.transport.list(
      { method: 'GET', path: '/v1/media', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * List the tags of media, the most used first.
   *
   * At most 1,000 tags, each with the number of media that have it.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/media/tags` (listMediaTags)
   */
  async listTags(options?: RequestOptions): Promise<ListMediaTagsResult> {
    return this.transport.send({ method: 'GET', path: '/v1/media/tags' }, options)
  }

  /**
   * Get one medium, the posts that use it, and the files that are made of it for networks.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/media/{id}` (getMedia)
   */
  async get(id: string, options?: RequestOptions): Promise<MediaDetail> {
    return this.transport.send({ method: 'GET', path: path`/v1/media/${id}` }, options)
  }

  /**
   * Change the name, alt text, focus, crop or tags of a medium, or whether it stays.
   *
   * Needs the scope `write`.
   *
   * `PATCH /v1/media/{id}` (updateMedia)
   */
  async update(id: string, body: UpdateMediaInput, options?: ChangeOptions): Promise<Media> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/media/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a medium that no post needs.
   *
   * Its file and its public URL are gone at once. Drafts, and posts that may still be published, need their media: remove the medium from them first. Posts that are public or canceled keep their text and results, and name the medium as before.
   *
   * Needs the scope `write`.
   *
   * `DELETE /v1/media/{id}` (deleteMedia)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/media/${id}`, repeat: 'keyed' }, options)
  }

  /**
   * Say what each connected account would get of a medium.
   *
   * As validatePost does for a post, and before there is one: the file as it is, changed to fit, or refused, with the reasons. Accounts of one network that would get the same stand together.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/media/{id}/fits` (listFits)
   */
  async listFits(id: string, options?: RequestOptions): Promise<ListFitsResult> {
    return this.transport.send({ method: 'GET', path: path`/v1/media/${id}/fits` }, options)
  }

  /**
   * Import a file from a URL.
   *
   * Crier fetches the file, examines it like an upload, and keeps it. The answer comes when the medium is `ready`, and after 20 seconds at the latest. A larger file goes on in the background then: its `status` is `waiting`, and becomes `ready` or `rejected`, with the event `media.ready` or `media.rejected`. The address must be on the public internet and begin with `https://`. Up to three redirects are followed. The type is found in the bytes; the `Content-Type` of the answer does not count.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/media/import` (importMedia)
   */
  async import(body: ImportMediaInput, options?: ChangeOptions): Promise<Media> {
    return this.transport.send({ method: 'POST', path: '/v1/media/import', body, repeat: 'keyed' }, options)
  }

  /**
   * Check whether an upload URL can still be used.
   *
   * `HEAD /v1/media/uploads/{id}` (checkUploadUrl)
   */
  async checkUploadUrl(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'HEAD', path: publicPath`/v1/media/uploads/${id}`, isPublic: true },
      options,
    )
  }

  /**
   * Read a file at its public URL.
   *
   * A request may ask for one range. The bytes at a URL never change.
   *
   * `GET /media/{name}` (readMedia)
   */
  async read(name: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes({ method: 'GET', path: publicPath`/media/${name}`, isPublic: true }, options)
  }

  /**
   * Fetch a file at the address that a network was given.
   *
   * Crier gives such an address to a network that fetches media by itself. It leads to one file for some hours.
   *
   * `GET /media/fetch/{name}` (fetchMedia)
   */
  async fetch(name: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'GET', path: publicPath`/media/fetch/${name}`, isPublic: true },
      options,
    )
  }

  /**
   * Read the thumbnail of a medium.
   *
   * A WebP of at most 512 pixels a side and 64 kB, of an animation its first picture, of a video a frame. It is drawn when it is first asked for. Take the address from `thumbnail_url`.
   *
   * `GET /media/{name}/thumbnail` (readThumbnail)
   */
  async readThumbnail(name: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'GET', path: publicPath`/media/${name}/thumbnail`, isPublic: true },
      options,
    )
  }
}

export class PlatformsApi extends Resource {
  /**
   * List the platforms this server supports, with their limits, options and connection forms.
   *
   * Without `limit`, the answer holds all of them.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/platforms` (listPlatforms)
   */
  list(query?: ListPlatformsQuery, options?: RequestOptions): Pages<Platform> {
    return this.transport.list({ method: 'GET', path: '/v1/platforms', query }, options)
  }

  /**
   * Read the icon of a network.
   *
   * Public: its URL is `icon_url` in listPlatforms. A drawing of Crier’s own in one colour, `currentColor`.
   *
   * `GET /v1/platforms/{platform}/icon.svg` (getPlatformIcon)
   */
  async getIcon(platform: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes(
      { method: 'GET', path: publicPath`/v1/platforms/${platform}/icon.svg`, isPublic: true },
      options,
    )
  }
}

export class PostResultsApi extends Resource {
  /**
   * List the outcomes of posts, newest first.
   *
   * A result is listed once it is final: `published`, `failed` or `canceled`. A result that waits, is being published or needs review is no failure, so publishing its text again may publish it twice. Ask for it with `status`, such as `status=pending,publishing` or `status=any`. A result that a person discarded while it may be public (`outcome_unknown`) is also listed only on request. A single result, and `expand=results` of posts, show every status.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/post-results` (listPostResults)
   */
  list(query?: ListPostResultsQuery, options?: RequestOptions): Pages<PostResult> {
    return this.transport.list(
      { method: 'GET', path: '/v1/post-results', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Get the result of a post on one account.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/post-results/{id}` (getPostResult)
   */
  async get(id: string, options?: RequestOptions): Promise<PostResult> {
    return this.transport.send({ method: 'GET', path: path`/v1/post-results/${id}` }, options)
  }

  /**
   * Resolve a post result that needs review.
   *
   * After `not_published`, Crier looks on the network once more and sends nothing if the post is there. `maybe_at_work_since` of the answer says since when the network may still be processing an earlier request. If it is set, the earlier post may still appear beside the new one.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/post-results/{id}/resolve` (resolvePostResult)
   */
  async resolve(id: string, body: ResolvePostResultInput, options?: ChangeOptions): Promise<PostResult> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/post-results/${id}/resolve`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Retry a failed post result.
   *
   * Only a result of which nothing is public can be retried.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/post-results/{id}/retry` (retryPostResult)
   */
  async retry(id: string, options?: ChangeOptions): Promise<PostResult> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/post-results/${id}/retry`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Correct the text of a public post on one account.
   *
   * Changes the text at the network, where the network lets it be changed: `edits` of `GET /v1/platforms` says where. It is done in the background. `edit` of the answer is pending then, and ends with `post_result.edited` or `post_result.edit_failed`. The text is set to the given one, so a try whose answer was lost is repeated. The post itself keeps the words with which it was published; `caption` of the result is what is public.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/post-results/{id}/edit` (editPostResult)
   */
  async edit(id: string, body: EditPostResultInput, options?: ChangeOptions): Promise<PostResult> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/post-results/${id}/edit`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Cancel a post on one account.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/post-results/{id}/cancel` (cancelPostResult)
   */
  async cancel(id: string, options?: ChangeOptions): Promise<PostResult> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/post-results/${id}/cancel`, repeat: 'keyed' },
      options,
    )
  }
}

export class PostsApi extends Resource {
  /**
   * Create a draft, schedule a post, or publish now.
   *
   * Only `social_accounts` is required. Without `scheduled_at` the post is published immediately. With `is_draft` it is saved and not published. A post that is not a draft also needs the scope `publish`; the post of an author waits for approval instead. With an `id` of its own the same request makes one post, however often it is sent: it answers the post as it is now. Another request with that id is refused.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/posts` (createPost)
   */
  async create(body: CreatePostInput, options?: ChangeOptions): Promise<Post> {
    return this.transport.send({ method: 'POST', path: '/v1/posts', body, repeat: 'keyed' }, options)
  }

  /**
   * List posts, newest first unless `order` says otherwise.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/posts` (listPosts)
   */
  list(query?: ListPostsQuery, options?: RequestOptions): Pages<PostWithResults> {
    return this.transport.list(
      { method: 'GET', path: '/v1/posts', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Create up to 100 posts at once, or none of them.
   *
   * Each post is created as in createPost, in the order sent. If one of them is refused, none is stored, and the pointers of `errors` name the faults of every post, such as `/posts/3/caption`. An `Idempotency-Key` makes all of them once.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/posts/bulk` (createManyPosts)
   */
  async createMany(body: CreateManyPostsInput, options?: ChangeOptions): Promise<CreatedPosts> {
    return this.transport.send({ method: 'POST', path: '/v1/posts/bulk', body, repeat: 'keyed' }, options)
  }

  /**
   * Check a post without storing it.
   *
   * Takes the same body as create. The answer holds, for each account, every problem, the length of the text as its network counts it, and the positions of links, mentions and excess text. An `id` whose post was deleted, or that another request has taken, is a problem at `/id`; one whose post this request has made already is a warning, `post_exists`.
   *
   * Needs the scope `read`.
   *
   * `POST /v1/posts/validate` (validatePost)
   */
  async validate(body: ValidatePostInput, options?: RequestOptions): Promise<PostCheck> {
    return this.transport.send({ method: 'POST', path: '/v1/posts/validate', body }, options)
  }

  /**
   * Get a post.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/posts/{id}` (getPost)
   */
  async get(id: string, query?: GetPostQuery, options?: RequestOptions): Promise<ExpandedPost> {
    return this.transport.send({ method: 'GET', path: path`/v1/posts/${id}`, query }, options)
  }

  /**
   * Change a post that is not being published yet.
   *
   * Changes the given fields and keeps the others. `is_draft: false` promotes a draft; `scheduled_at: null` publishes now. Send the post’s ETag as `If-Match` to avoid overwriting somebody else’s change. A post that is not a draft also needs the scope `publish`. Changes of an author wait for approval instead, and so does new content of a post that was approved; another time alone keeps the approval.
   *
   * Needs the scope `write`.
   *
   * `PATCH /v1/posts/{id}` (updatePost)
   */
  async update(id: string, body: UpdatePostInput, options?: GuardedOptions): Promise<Post> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/posts/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a post, also at its networks.
   *
   * A post that is public is only deleted with `unpublish=true`. It is then deleted at its networks in the background: the answer says `deleted: false`, each result shows `unpublish`, and the post is gone once all of them are done. Ask again to repeat those that failed. This needs the scope `publish` too. Without this scope, only posts of your own person can be deleted.
   *
   * Needs the scope `write`.
   *
   * `DELETE /v1/posts/{id}` (deletePost)
   */
  async delete(id: string, query?: DeletePostQuery, options?: GuardedOptions): Promise<DeletedPost> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/posts/${id}`, query, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Make a draft with everything that a post says.
   *
   * The draft has no times, no results and no `external_id`. Media that were deleted since are left out, with a warning.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/posts/{id}/duplicate` (duplicatePost)
   */
  async duplicate(id: string, options?: ChangeOptions): Promise<Post> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/duplicate`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Try all failed results of a post again.
   *
   * Results that may be public already are left as they are. The answer says of each failed result whether it is tried again.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/posts/{id}/retry` (retryPost)
   */
  async retry(id: string, options?: ChangeOptions): Promise<RetriedPost> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/retry`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Cancel a post on all its accounts.
   *
   * A canceled post is never published. If publishing has begun on any account, nothing is changed. Without the scope `publish`, only posts of your own person can be canceled.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/posts/{id}/cancel` (cancelPost)
   */
  async cancel(id: string, options?: GuardedOptions): Promise<Post> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/cancel`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Ask for the approval of a draft.
   *
   * The post keeps its time and is `held` until it is approved, even if its time passes. A post that waits already stays as it is.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/posts/{id}/submit` (submitPost)
   */
  async submit(id: string, body: SubmitPostInput, options?: GuardedOptions): Promise<Post> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/submit`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Approve a post that waits for it.
   *
   * The post goes out at its time. If that has passed, say `publish_now` or a new `scheduled_at`. Name the content that you looked at: by `version`, or by the post’s ETag as `If-Match`. If it has changed since, the approval is refused.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/posts/{id}/approve` (approvePost)
   */
  async approve(id: string, body: ApprovePostInput, options?: GuardedOptions): Promise<Post> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/approve`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Return a post that waits for approval to its author.
   *
   * The post is a draft again, with your comment. Its author may change it and submit it again.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/posts/{id}/return` (returnPost)
   */
  async return(id: string, body: ReturnPostInput, options?: GuardedOptions): Promise<Post> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/return`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List the former versions of a post.
   *
   * One for each change of its content: who made it, when, and which members it changed. The changes that one person makes to a draft within five minutes count as one. The last 100 are kept.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/posts/{id}/versions` (listPostVersions)
   */
  async listVersions(id: string, options?: RequestOptions): Promise<ListPostVersionsResult> {
    return this.transport.send({ method: 'GET', path: path`/v1/posts/${id}/versions` }, options)
  }

  /**
   * Get a former version of a post.
   *
   * With its whole content, in the form of a request. Send it to `PATCH /v1/posts/{id}` to bring it back.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/posts/{id}/versions/{version}` (getPostVersion)
   */
  async getVersion(id: string, version: string, options?: RequestOptions): Promise<WholePostVersion> {
    return this.transport.send({ method: 'GET', path: path`/v1/posts/${id}/versions/${version}` }, options)
  }

  /**
   * List the notes of a post, newest first.
   *
   * Notes are what people say to each other about a post. They never go to a network.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/posts/{id}/notes` (listPostNotes)
   */
  async listNotes(
    id: string,
    query?: ListPostNotesQuery,
    options?: RequestOptions,
  ): Promise<ListPostNotesResult> {
    return this.transport.send({ method: 'GET', path: path`/v1/posts/${id}/notes`, query }, options)
  }

  /**
   * Write a note about a post.
   *
   * Nothing of it is published, and the post stays as it is. Its author, those who wrote notes on it before and the members whom it mentions are told, but for the one who writes.
   *
   * Needs the scope `write`, and of a person who is signed in `read` alone.
   *
   * `POST /v1/posts/{id}/notes` (createPostNote)
   */
  async createNote(id: string, body: CreatePostNoteInput, options?: ChangeOptions): Promise<PostNote> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/posts/${id}/notes`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Change a note, or mark it as done.
   *
   * Only the person who wrote a note, or made the key that did, may change its words. Everybody who may write notes may mark one as done.
   *
   * Needs the scope `write`, and of a person who is signed in `read` alone.
   *
   * `PATCH /v1/posts/{id}/notes/{note_id}` (updatePostNote)
   */
  async updateNote(
    id: string,
    noteId: string,
    body: UpdatePostNoteInput,
    options?: ChangeOptions,
  ): Promise<PostNote> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/posts/${id}/notes/${noteId}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a note for good.
   *
   * Notes of others need the scope `admin`.
   *
   * Needs the scope `write`, and of a person who is signed in `read` alone.
   *
   * `DELETE /v1/posts/{id}/notes/{note_id}` (deletePostNote)
   */
  async deleteNote(id: string, noteId: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/posts/${id}/notes/${noteId}`, repeat: 'keyed' },
      options,
    )
  }
}

export class QueueApi extends Resource {
  /**
   * Get whether the queue is paused.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/queue` (getQueue)
   */
  async get(options?: RequestOptions): Promise<Queue> {
    return this.transport.send({ method: 'GET', path: '/v1/queue' }, options)
  }

  /**
   * Pause the queue, or resume it.
   *
   * For all accounts, or for one. Posts keep their times. While the queue is paused, a post with `use_queue` is refused.
   *
   * Needs the scope `publish`.
   *
   * `PATCH /v1/queue` (pauseQueue)
   */
  async pause(body: PauseQueueInput, options?: ChangeOptions): Promise<ChangedQueue> {
    return this.transport.send({ method: 'PATCH', path: '/v1/queue', body, repeat: 'keyed' }, options)
  }
}

export class QueueSlotsApi extends Resource {
  /**
   * Add a slot to the queue.
   *
   * A slot is a time of the week. A post with `use_queue` gets the next slot that no other post has on one of its accounts.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/queue-slots` (createQueueSlot)
   */
  async create(body: CreateQueueSlotInput, options?: ChangeOptions): Promise<QueueSlot> {
    return this.transport.send({ method: 'POST', path: '/v1/queue-slots', body, repeat: 'keyed' }, options)
  }

  /**
   * List the slots of the queue.
   *
   * All of them unless a limit is given, newest first.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/queue-slots` (listQueueSlots)
   */
  list(query?: ListQueueSlotsQuery, options?: RequestOptions): Pages<QueueSlot> {
    return this.transport.list(
      { method: 'GET', path: '/v1/queue-slots', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Change a slot of the queue.
   *
   * Changes the given fields and keeps the others. Posts keep the times that they have.
   *
   * Needs the scope `publish`.
   *
   * `PATCH /v1/queue-slots/{id}` (updateQueueSlot)
   */
  async update(id: string, body: UpdateQueueSlotInput, options?: ChangeOptions): Promise<QueueSlot> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/queue-slots/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a slot of the queue.
   *
   * Posts keep the times that it gave them.
   *
   * Needs the scope `publish`.
   *
   * `DELETE /v1/queue-slots/{id}` (deleteQueueSlot)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/queue-slots/${id}`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List the next free slots of the queue.
   *
   * In the order of their times: the first is the one that a post with `use_queue` would get. Without accounts, a slot is free while no post has it.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/queue-slots/next` (listFreeSlots)
   */
  async listFreeSlots(query?: ListFreeSlotsQuery, options?: RequestOptions): Promise<FreeSlots> {
    return this.transport.send({ method: 'GET', path: '/v1/queue-slots/next', query }, options)
  }
}

export class RecurrencesApi extends Resource {
  /**
   * Post something again and again.
   *
   * Takes the content of a post and a rule for its times. The posts of the next 30 days are made at once, up to 40 of them, and the others in good time. Each is an ordinary post, which may be changed, moved, canceled or deleted by itself. It needs the scope `publish` as well; the posts of an author wait for approval instead.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/recurrences` (createRecurrence)
   */
  async create(body: CreateRecurrenceInput, options?: ChangeOptions): Promise<Recurrence> {
    return this.transport.send({ method: 'POST', path: '/v1/recurrences', body, repeat: 'keyed' }, options)
  }

  /**
   * List recurrences, newest first.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/recurrences` (listRecurrences)
   */
  list(query?: ListRecurrencesQuery, options?: RequestOptions): Pages<Recurrence> {
    return this.transport.list(
      { method: 'GET', path: '/v1/recurrences', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * List the next times of a rule without storing it.
   *
   * Needs the scope `read`.
   *
   * `POST /v1/recurrences/preview` (previewRecurrence)
   */
  async preview(body: PreviewRecurrenceInput, options?: RequestOptions): Promise<RecurrencePreview> {
    return this.transport.send({ method: 'POST', path: '/v1/recurrences/preview', body }, options)
  }

  /**
   * Get a recurrence.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/recurrences/{id}` (getRecurrence)
   */
  async get(id: string, options?: RequestOptions): Promise<Recurrence> {
    return this.transport.send({ method: 'GET', path: path`/v1/recurrences/${id}` }, options)
  }

  /**
   * Change, pause or resume a recurrence.
   *
   * Changes the given fields and keeps the others. The posts to come follow, but for those that somebody has changed by hand; `posts` says how many of each there are. The posts are then made in the name of who changed it.
   *
   * Needs the scope `write`.
   *
   * `PATCH /v1/recurrences/{id}` (updateRecurrence)
   */
  async update(id: string, body: UpdateRecurrenceInput, options?: ChangeOptions): Promise<ChangedRecurrence> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/recurrences/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a recurrence and its posts to come.
   *
   * Posts that somebody has changed by hand stay, and so do those that have gone out.
   *
   * Needs the scope `write`.
   *
   * `DELETE /v1/recurrences/{id}` (deleteRecurrence)
   */
  async delete(
    id: string,
    query?: DeleteRecurrenceQuery,
    options?: ChangeOptions,
  ): Promise<DeletedRecurrence> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/recurrences/${id}`, query, repeat: 'keyed' },
      options,
    )
  }
}

export class ReviewLinksApi extends Resource {
  /**
   * Make a link by which a client reviews posts.
   *
   * The client needs no account. Everybody who has the link sees the posts as their networks will show them, and with `may_decide` approves or returns those that wait for approval, in your name and with your rights at that moment. Say `posts`, `waiting` or `filter`.
   *
   * Needs the scope `write`, and of a person who is signed in a fresh proof.
   *
   * `POST /v1/review-links` (createReviewLink)
   */
  async create(body: CreateReviewLinkInput, options?: ChangeOptions): Promise<MadeReviewLink> {
    return this.transport.send({ method: 'POST', path: '/v1/review-links', body, repeat: 'keyed' }, options)
  }

  /**
   * List the review links.
   *
   * Newest first, with what was decided by them. The secret is never shown again.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/review-links` (listReviewLinks)
   */
  list(query?: ListReviewLinksQuery, options?: RequestOptions): Pages<ReviewLink> {
    return this.transport.list(
      { method: 'GET', path: '/v1/review-links', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Get one review link.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/review-links/{id}` (getReviewLink)
   */
  async get(id: string, options?: RequestOptions): Promise<ReviewLink> {
    return this.transport.send({ method: 'GET', path: path`/v1/review-links/${id}` }, options)
  }

  /**
   * Revoke a review link.
   *
   * At once and for good. It stays in the list with what was decided by it, and decisions stay as they are. A caller that may not publish revokes only the links of its own person.
   *
   * Needs the scope `write`.
   *
   * `DELETE /v1/review-links/{id}` (deleteReviewLink)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/review-links/${id}`, repeat: 'keyed' },
      options,
    )
  }
}

export class SavedTextsApi extends Resource {
  /**
   * Save a text for further posts.
   *
   * Such as a group of hashtags, a signature or the frame of a post. Nothing is published with it: people and programs put it into the text of a post.
   *
   * Needs the scope `write`.
   *
   * `POST /v1/saved-texts` (createSavedText)
   */
  async create(body: CreateSavedTextInput, options?: ChangeOptions): Promise<SavedText> {
    return this.transport.send({ method: 'POST', path: '/v1/saved-texts', body, repeat: 'keyed' }, options)
  }

  /**
   * List saved texts by name.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/saved-texts` (listSavedTexts)
   */
  list(query?: ListSavedTextsQuery, options?: RequestOptions): Pages<SavedText> {
    return this.transport.list(
      { method: 'GET', path: '/v1/saved-texts', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Get a saved text.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/saved-texts/{id}` (getSavedText)
   */
  async get(id: string, options?: RequestOptions): Promise<SavedText> {
    return this.transport.send({ method: 'GET', path: path`/v1/saved-texts/${id}` }, options)
  }

  /**
   * Change a saved text.
   *
   * Changes the given fields and keeps the others; of two changes to one field the later counts. Posts keep what was put into them.
   *
   * Needs the scope `write`.
   *
   * `PATCH /v1/saved-texts/{id}` (updateSavedText)
   */
  async update(id: string, body: UpdateSavedTextInput, options?: ChangeOptions): Promise<SavedText> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/saved-texts/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a saved text.
   *
   * Posts keep what was put into them.
   *
   * Needs the scope `write`.
   *
   * `DELETE /v1/saved-texts/{id}` (deleteSavedText)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/saved-texts/${id}`, repeat: 'keyed' },
      options,
    )
  }
}

export class SocialAccountsApi extends Resource {
  /**
   * List the connected social accounts.
   *
   * Without `limit`, the answer holds all of them.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/social-accounts` (listSocialAccounts)
   */
  list(query?: ListSocialAccountsQuery, options?: RequestOptions): Pages<SocialAccount> {
    return this.transport.list(
      { method: 'GET', path: '/v1/social-accounts', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Get one connected social account.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/social-accounts/{id}` (getSocialAccount)
   */
  async get(id: string, options?: RequestOptions): Promise<SocialAccount> {
    return this.transport.send({ method: 'GET', path: path`/v1/social-accounts/${id}` }, options)
  }

  /**
   * Change a connected social account.
   *
   * `behavior` sets how a simulated network treats the posts of the account, so that every outcome can be tried. It is replaced as a whole: members that are left out get their defaults, except class and lifetime, which keep their values.
   *
   * Needs the scope `accounts`.
   *
   * `PATCH /v1/social-accounts/{id}` (updateSocialAccount)
   */
  async update(id: string, body: UpdateSocialAccountInput, options?: ChangeOptions): Promise<SocialAccount> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/social-accounts/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Disconnect a social account.
   *
   * Crier’s access to the account is revoked at the network, and scheduled posts are held. Connecting the same profile again restores its id and releases the held posts.
   *
   * Needs the scope `accounts`.
   *
   * `DELETE /v1/social-accounts/{id}` (disconnectSocialAccount)
   */
  async disconnect(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/social-accounts/${id}`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List the values that the network of an account offers for an option.
   *
   * For options with `x-choices` in `GET /v1/platforms`, such as boards or channels. The network is asked each time.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/social-accounts/{id}/choices/{option}` (listChoices)
   */
  async listChoices(
    id: string,
    option: string,
    query?: ListChoicesQuery,
    options?: RequestOptions,
  ): Promise<ListChoicesResult> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/social-accounts/${id}/choices/${option}`, query },
      options,
    )
  }

  /**
   * Read what an account on the sandbox has published.
   *
   * The posts in their threads, what arrived, and how the network treats the next post.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/social-accounts/{id}/sandbox-feed` (getSandboxFeed)
   */
  async getSandboxFeed(
    id: string,
    query?: GetSandboxFeedQuery,
    options?: RequestOptions,
  ): Promise<SandboxFeed> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/social-accounts/${id}/sandbox-feed`, query },
      options,
    )
  }

  /**
   * Connect a social account.
   *
   * Where a form is enough, the account is connected at once; a form that gives access to several profiles leaves them to be chosen (`choosing`). Otherwise `url` names a page for its person, who signs in at the network within ten minutes.
   *
   * Needs the scope `accounts`, and of a person who is signed in a fresh proof.
   *
   * `POST /v1/social-accounts/connect` (beginConnect)
   */
  async connect(body: BeginConnectInput, options?: ChangeOptions): Promise<ConnectAttempt> {
    return this.transport.send(
      { method: 'POST', path: '/v1/social-accounts/connect', body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Connect a social account again.
   *
   * The sign-in must be of the same profile; another one is refused. Without `way`, the way of the account is taken. The held posts of the account are then published.
   *
   * Needs the scope `accounts`, and of a person who is signed in a fresh proof.
   *
   * `POST /v1/social-accounts/{id}/reconnect` (reconnectSocialAccount)
   */
  async reconnect(
    id: string,
    body: ReconnectSocialAccountInput,
    options?: ChangeOptions,
  ): Promise<ConnectAttempt> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/social-accounts/${id}/reconnect`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Read the picture of a connected social account.
   *
   * The answer is the WebP that its `avatar_url` leads to.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/social-accounts/{id}/avatar` (getSocialAccountAvatar)
   */
  async getAvatar(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.bytes({ method: 'GET', path: path`/v1/social-accounts/${id}/avatar` }, options)
  }
}

export class TestClockApi extends Resource {
  /**
   * Get the test clock of the workspace.
   *
   * Needs a test key. Live data uses the real time.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/test-clock` (getTestClock)
   */
  async get(options?: RequestOptions): Promise<TestClock> {
    return this.transport.send({ method: 'GET', path: '/v1/test-clock' }, options)
  }

  /**
   * Advance the test clock, or set it back to the real time.
   *
   * Needs a test key. One clock rules all test data of the workspace. It may be at most 366 days ahead of the real
   * time.
   *
   * The clock jumps. Posts that came due on the way are published at once, in the order of each account. A post that is then
   * later than its `late_policy` allows needs review, as if the server had been off. To see a post published, advance to
   * `next_due_at`. To see one that needs review, advance far beyond it.
   *
   * Pauses before another try, rate limits of the simulated network, the daily look at unused credentials, connect attempts,
   * connect links, slots of the queue and the grace of a subscription go by this clock too. Posts that a network is already
   * processing, uploads, API keys and past events keep the real time.
   *
   * `{"reset": true}` undoes nothing. Public posts stay public, and posts that were due stay due and are as late as they
   * were. Posts that were not due wait for their time again.
   *
   * Needs the scope `publish`.
   *
   * `POST /v1/test-clock` (moveTestClock)
   */
  async move(body: MoveTestClockInput, options?: ChangeOptions): Promise<TestClock> {
    return this.transport.send({ method: 'POST', path: '/v1/test-clock', body, repeat: 'keyed' }, options)
  }
}

export class UsageApi extends Resource {
  /**
   * Count what was published, and what is stored.
   *
   * Each post on each account counts as one, and so does each further part of a thread and each first comment. They are counted in the transaction that marks them as published. Later changes to the account do not change the count.
   *
   * Needs the scope `read`.
   *
   * `GET /v1/usage` (getUsage)
   */
  async get(query?: GetUsageQuery, options?: RequestOptions): Promise<Usage> {
    return this.transport.send({ method: 'GET', path: '/v1/usage', query }, options)
  }
}

export class WebhookEndpointsApi extends Resource {
  /**
   * Have events sent to a URL.
   *
   * Each event is sent as a signed POST, as Standard Webhooks describe; webhooks.md tells how to verify it. The secret is shown only now.
   *
   * Needs the scope `admin`, and of a person who is signed in a fresh proof.
   *
   * `POST /v1/webhook-endpoints` (createWebhookEndpoint)
   */
  async create(
    body: CreateWebhookEndpointInput,
    options?: ChangeOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.transport.send(
      { method: 'POST', path: '/v1/webhook-endpoints', body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List the webhook endpoints.
   *
   * Newest first, without their secrets.
   *
   * Needs the scope `admin`.
   *
   * `GET /v1/webhook-endpoints` (listWebhookEndpoints)
   */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): Pages<WebhookEndpoint> {
    return this.transport.list(
      { method: 'GET', path: '/v1/webhook-endpoints', query, start: { cursor: '', limit: 100 } },
      options,
    )
  }

  /**
   * Get one webhook endpoint.
   *
   * Needs the scope `admin`.
   *
   * `GET /v1/webhook-endpoints/{id}` (getWebhookEndpoint)
   */
  async get(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.send({ method: 'GET', path: path`/v1/webhook-endpoints/${id}` }, options)
  }

  /**
   * Change a webhook endpoint.
   *
   * Changes what it names. An endpoint that is switched off keeps its deliveries; resend them when it is on again. A person who is signed in needs a fresh proof for another `url`.
   *
   * Needs the scope `admin`.
   *
   * `PATCH /v1/webhook-endpoints/{id}` (updateWebhookEndpoint)
   */
  async update(
    id: string,
    body: UpdateWebhookEndpointInput,
    options?: ChangeOptions,
  ): Promise<WebhookEndpoint> {
    return this.transport.send(
      { method: 'PATCH', path: path`/v1/webhook-endpoints/${id}`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Delete a webhook endpoint.
   *
   * Its deliveries and their log go with it. A request that is under way at this moment still arrives.
   *
   * Needs the scope `admin`.
   *
   * `DELETE /v1/webhook-endpoints/{id}` (deleteWebhookEndpoint)
   */
  async delete(id: string, options?: ChangeOptions): Promise<Deleted> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/webhook-endpoints/${id}`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Give a webhook endpoint a new secret.
   *
   * Until the overlap ends each delivery is signed with both secrets, so a receiver may change at any moment between. A secret that leaked is ended at once with an overlap of 0.
   *
   * Needs the scope `admin`, and of a person who is signed in a fresh proof.
   *
   * `POST /v1/webhook-endpoints/{id}/rotate-secret` (rotateWebhookSecret)
   */
  async rotateSecret(
    id: string,
    body: RotateWebhookSecretInput,
    options?: ChangeOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook-endpoints/${id}/rotate-secret`, body, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Send a test event to a webhook endpoint.
   *
   * Sends an event of the type `webhook_endpoint.test`, once, also to an endpoint that is off. Get the delivery to see how it went.
   *
   * Needs the scope `admin`.
   *
   * `POST /v1/webhook-endpoints/{id}/test` (sendTestWebhook)
   */
  async sendTest(id: string, options?: ChangeOptions): Promise<WebhookDelivery> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook-endpoints/${id}/test`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * Switch a webhook endpoint on.
   *
   * Its failures are forgotten, and new events are sent. Events from the time when it was off stay kept until you resend them.
   *
   * Needs the scope `admin`.
   *
   * `POST /v1/webhook-endpoints/{id}/enable` (enableWebhookEndpoint)
   */
  async enable(id: string, options?: ChangeOptions): Promise<WebhookEndpoint> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook-endpoints/${id}/enable`, repeat: 'keyed' },
      options,
    )
  }

  /**
   * List the deliveries of a webhook endpoint.
   *
   * Newest first. Deliveries are kept as long as events.
   *
   * Needs the scope `admin`.
   *
   * `GET /v1/webhook-endpoints/{id}/deliveries` (listWebhookDeliveries)
   */
  listDeliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: RequestOptions,
  ): Pages<WebhookDelivery> {
    return this.transport.list(
      {
        method: 'GET',
        path: path`/v1/webhook-endpoints/${id}/deliveries`,
        query,
        start: { cursor: '', limit: 100 },
      },
      options,
    )
  }

  /**
   * Get one delivery with what was sent and answered.
   *
   * Bodies and headers are cut at 8 kB, and secrets in them are hidden.
   *
   * Needs the scope `admin`.
   *
   * `GET /v1/webhook-endpoints/{id}/deliveries/{delivery_id}` (getWebhookDelivery)
   */
  async getDelivery(id: string, deliveryId: string, options?: RequestOptions): Promise<WholeWebhookDelivery> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/webhook-endpoints/${id}/deliveries/${deliveryId}` },
      options,
    )
  }

  /**
   * Send a delivery again.
   *
   * It keeps its `webhook-id`, and its attempts begin anew.
   *
   * Needs the scope `admin`.
   *
   * `POST /v1/webhook-endpoints/{id}/deliveries/{delivery_id}/resend` (resendWebhookDelivery)
   */
  async resendDelivery(id: string, deliveryId: string, options?: ChangeOptions): Promise<WebhookDelivery> {
    return this.transport.send(
      {
        method: 'POST',
        path: path`/v1/webhook-endpoints/${id}/deliveries/${deliveryId}/resend`,
        repeat: 'keyed',
      },
      options,
    )
  }

  /**
   * Send all failed and kept deliveries again since a time.
   *
   * The oldest first, up to 10,000. `more` says that there are others; ask again.
   *
   * Needs the scope `admin`.
   *
   * `POST /v1/webhook-endpoints/{id}/resend` (resendWebhookDeliveries)
   */
  async resendDeliveries(
    id: string,
    body: ResendWebhookDeliveriesInput,
    options?: ChangeOptions,
  ): Promise<ResendWebhookDeliveriesResult> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook-endpoints/${id}/resend`, body, repeat: 'keyed' },
      options,
    )
  }
}

/** Every operation of the API below `/v1`. */
export class ApiClient extends Resource {
  readonly analytics: AnalyticsApi
  readonly attention: AttentionApi
  readonly auditLog: AuditLogApi
  readonly avatars: AvatarsApi
  readonly calendar: CalendarApi
  readonly connectAttempts: ConnectAttemptsApi
  readonly connectLinks: ConnectLinksApi
  readonly events: EventsApi
  readonly feeds: FeedsApi
  readonly linkPictures: LinkPicturesApi
  readonly linkPreview: LinkPreviewApi
  readonly me: MeApi
  readonly media: MediaApi
  readonly platforms: PlatformsApi
  readonly postResults: PostResultsApi
  readonly posts: PostsApi
  readonly queue: QueueApi
  readonly queueSlots: QueueSlotsApi
  readonly recurrences: RecurrencesApi
  readonly reviewLinks: ReviewLinksApi
  readonly savedTexts: SavedTextsApi
  readonly socialAccounts: SocialAccountsApi
  readonly testClock: TestClockApi
  readonly usage: UsageApi
  readonly webhookEndpoints: WebhookEndpointsApi

  constructor(transport: Transport) {
    super(transport)
    this.analytics = new AnalyticsApi(transport)
    this.attention = new AttentionApi(transport)
    this.auditLog = new AuditLogApi(transport)
    this.avatars = new AvatarsApi(transport)
    this.calendar = new CalendarApi(transport)
    this.connectAttempts = new ConnectAttemptsApi(transport)
    this.connectLinks = new ConnectLinksApi(transport)
    this.events = new EventsApi(transport)
    this.feeds = new FeedsApi(transport)
    this.linkPictures = new LinkPicturesApi(transport)
    this.linkPreview = new LinkPreviewApi(transport)
    this.me = new MeApi(transport)
    this.media = new MediaApi(transport)
    this.platforms = new PlatformsApi(transport)
    this.postResults = new PostResultsApi(transport)
    this.posts = new PostsApi(transport)
    this.queue = new QueueApi(transport)
    this.queueSlots = new QueueSlotsApi(transport)
    this.recurrences = new RecurrencesApi(transport)
    this.reviewLinks = new ReviewLinksApi(transport)
    this.savedTexts = new SavedTextsApi(transport)
    this.socialAccounts = new SocialAccountsApi(transport)
    this.testClock = new TestClockApi(transport)
    this.usage = new UsageApi(transport)
    this.webhookEndpoints = new WebhookEndpointsApi(transport)
  }
}
