import type { TObject } from 'typebox'
import type { JsonObject } from '../lib/json/json.ts'
import type { OutboundAnswer, Talk } from '../lib/safe-fetch/outbound.ts'
import type { AccessHeaders, ProveAccess } from '../lib/safe-fetch/send-with-nonce.ts'
import type { Words } from '../lib/text/sentence.ts'
import type { Account, Connect, ConnectIo } from './connect.ts'
import type { Limits, TextUnit } from './limits.ts'
import type { DraftMedia, MediaFit, MediaSource } from './media.ts'
import type { Power } from './powers.ts'
import type { Preview } from './preview.ts'
import type { PublishedPost } from './published-post.ts'

export type * from './connect.ts'
export type * from './limits.ts'
export { mediaLimitsFor, mostConvertedMs } from './limits.ts'
export type * from './media.ts'
export type * from './powers.ts'
export type * from './preview.ts'
export type { PublishedPost } from './published-post.ts'

/**
 * The contract between the engine and a platform. A connector is a folder with everything about one platform;
 * `docs/connectors.md` says how to write one and `conformance/` holds the promises each must keep.
 * Nothing here is optional: what a platform cannot do, its connector answers plainly.
 */
export interface Connector {
  /** The stable name in the API: lower case, such as `bluesky`. */
  readonly platform: string
  /** The name people read. */
  readonly name: string
  /** Which data its accounts may be in: a network inside Crier both, every other one live data only. */
  readonly modes: readonly ('live' | 'test')[]
  /** The form of the operator's app at the network, such as its client id and secret; null where none is needed. */
  readonly app: TObject | null
  /** The per-post choices; its JSON Schema validates them, draws the form and is part of `GET /v1/platforms`. */
  readonly options: TObject
  /** The ways to connect an account. Accounts from before ways were remembered were connected in the first form. */
  readonly connect: readonly Connect[]
  /** Abilities that only some platforms have, each at most once; empty where it has none of them. */
  readonly powers: readonly Power[]
  /** How a post looks there, for a page that draws it before it is published. */
  readonly preview: Preview
  /** The network refuses a post with words that the account has posted already. */
  readonly refusesRepeats?: true
  /** The limits of this account now; the platform's usual ones when `account` is null. */
  limits(account: Account | null): Limits
  /** How the promise "once" can be kept for this draft on this account. */
  networkClass(account: Account, draft: Draft): NetworkClass
  /** Everything that is certain to be refused, found without the network. Pure. */
  check(draft: Draft, account: Account): Checked
  /**
   * Everything invisible and repeatable: upload media, make a container, wait until it is processed. The result is
   * stored before it is called again; waiting (`pending`) spends no attempt.
   * @throws Failure
   */
  prepare(step: Step, io: Io): Promise<Prepared>
  /** Pure: the one request that makes the draft public, from what is stored. No credentials. */
  compose(step: Step): CommitRequest
  /**
   * The one unrepeatable call, by `io.sendOnce`, and nothing else.
   * @throws Failure; anything but a listed refusal is `unknown_outcome`.
   */
  commit(step: CommitStep, io: Io): Promise<Committed>
  /**
   * Finds out the outcome of a commit that was accepted, or whose outcome is unknown. It reads, and may finish a public
   * post by calls that can be repeated, such as a thumbnail; it makes no post.
   * @throws Failure
   */
  settle(step: CommitStep, io: Io): Promise<Settled>
}

/** The content of one target: the post with the account's own words, media and options laid over it. */
export interface Draft {
  readonly text: string
  readonly media: readonly DraftMedia[]
  /** Valid by the connector's `options` schema. */
  readonly options: JsonObject
  /** The posts of a thread after this one, in order. Empty in each part. */
  readonly thread: readonly { readonly text: string; readonly media: readonly DraftMedia[] }[]
  /** The media that `options` name by their ids, in fields of the format `media-id`, such as a cover. */
  readonly optionMedia: readonly DraftMedia[]
  /** Whether media may be changed to fit the network. False sends them as they are, or not at all. */
  readonly mayFit: boolean
}

/**
 * The network's means against a second post. A server may work on a request for any length of time after we hung up, so
 * the class says what holds however late each request takes effect.
 * - `key`: the same key again is the same post, for ever.
 * - `expiring_key`: the same, for `heldForMs` after the first send. The server must hold the key **from the arrival of the
 *   first request**, by a lock, so that a second request has no effect while the first is still being worked on;
 *   `heldForMs` is the shorter of the lives of lock and key.
 * - `two_phase`: an invisible container is published once.
 * - `list`: nothing, but our own posts can be read back. A key that is stored only once the post is made belongs here, and
 *   so does every program or version of which nobody knows from when its key holds.
 * - `blind`: nothing at all.
 */
export type NetworkClass =
  | { readonly class: 'key' | 'two_phase' | 'list' | 'blind'; readonly heldForMs: null }
  | { readonly class: 'expiring_key'; readonly heldForMs: number }

const longestTrustMs = 20 * 60_000
const trustedShare = 3 / 4

/**
 * How long after its first send a commit may be sent again, in milliseconds: for ever under a key that never expires or
 * for a container, never where nothing holds, and else a good deal shorter than the key is held, for clocks differ.
 */
export function repeatableForMs(network: NetworkClass): number {
  switch (network.class) {
    case 'key':
    case 'two_phase':
      return Number.POSITIVE_INFINITY
    case 'expiring_key':
      return Math.min(longestTrustMs, network.heldForMs * trustedShare)
    case 'list':
    case 'blind':
      return 0
  }
}

export interface Checked {
  readonly problems: readonly DraftProblem[]
  /** Things that the person may not expect, though the network takes the post, such as a link without its preview. */
  readonly warnings: readonly DraftProblem[]
  /** The media that will be changed to fit. */
  readonly fits: readonly MediaFit[]
  /** The text as this network counts it. */
  readonly length: { readonly count: number; readonly max: number; readonly unit: TextUnit }
  /** Places in `text`, in UTF-16 units, end exclusive. */
  readonly ranges: readonly TextRange[]
}

export interface DraftProblem {
  /** Into the draft: `/text`, `/media/2`, `/options/langs/0`, `/thread/1/text`. */
  readonly pointer: string
  readonly code: string
  readonly detail: Words
}

export interface TextRange {
  readonly kind: 'link' | 'mention' | 'hashtag' | 'over'
  readonly start: number
  readonly end: number
}

/** The input of every step of publishing, as plain data. */
export interface Step {
  /** Stays the same for this target for ever, and differs for every other: 32 hex digits. */
  readonly key: string
  /** The id under which the API shows what became of it, for networks that let a sender leave a note. Parts share it. */
  readonly resultId: string
  readonly account: Account
  /** The post itself, a later post of its thread, or the comment below it. Networks may have an endpoint for each. */
  readonly part: 'post' | 'thread' | 'first_comment'
  readonly draft: Draft
  /** When it may be public at the earliest, by the real clock; ahead of now while it is prepared before its time. */
  readonly dueAt: Date
  /** The last artefacts that `prepare` returned; `{}` at first. */
  readonly artefacts: JsonObject
  /** The posts that a part of a thread or a first comment answers to. */
  readonly replyTo: { readonly root: PublishedPost; readonly parent: PublishedPost } | null
}

export interface CommitStep extends Step {
  readonly commit: CommitRequest
  readonly firstSentAt: Date
  /** How often it was sent, this time included. */
  readonly sends: number
  /** The ref of an `accepted` commit, or null. */
  readonly ref: string | null
  /** How many times `settle` was called before, since the last send. */
  readonly looks: number
}

export type Prepared = (
  | { readonly outcome: 'ready' }
  | { readonly outcome: 'pending'; readonly againInMs: number }
) & {
  /** Stored as it is and shown to operators: never a secret. */
  readonly artefacts: JsonObject
  /** Things that give access, such as the address of an upload. They are sealed; left out, the last ones stay. */
  readonly secrets?: JsonObject
}

export interface CommitRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  /** By `wss` where the network is spoken to by WebSocket: `body` is then the first message, and no header is sent. */
  readonly url: string
  /**
   * Further servers that get the same at the same time, where a network is many servers and the first of them is `url`. The
   * answer then tells of each, and `readSentTo` reads it.
   */
  readonly alsoTo?: readonly string[]
  /**
   * The name of the prepared secret that is the real address, where the address itself gives access. `url` is then the part
   * of it that people may see, and the origins of both must be the same.
   */
  readonly secretUrl?: string
  /**
   * The name of the credential that takes the place of `{access}` in `url` when it is sent, for networks that take access in
   * the path of an address. It consists of letters, digits and `_.:~-`.
   */
  readonly urlCredential?: string
  /** Lower-case names; never a credential. The type of a form is added when it is sent. */
  readonly headers: Readonly<Record<string, string>>
  /** A text, a range of a medium, a form (`multipart/form-data`) that media may be part of, or a text with media in it. */
  readonly body:
    | string
    | MediaRange
    | { readonly parts: readonly CommitPart[] }
    | { readonly pieces: readonly CommitPiece[] }
  /** How long the network may take to answer, where the usual 30 s are too short for it: at most two minutes. */
  readonly timeoutMs?: number
}

/** Bytes of a medium, from `start` up to `end`, which is not included. */
export interface MediaRange {
  readonly mediaId: string
  readonly start: number
  readonly end: number
}

/** One field of a form: a text, which has a type of its own only where a network asks for that, or a file. */
export type CommitPart =
  | { readonly name: string; readonly value: string; readonly mimeType?: string }
  | {
      readonly name: string
      readonly fileName: string
      readonly mimeType: string
      readonly file: MediaRange
    }

/**
 * A stretch of a text, such as of JSON: as it is, or something that is read when it is sent: a medium in base64 (RFC 4648,
 * section 4), or the credential of this name, which consists of letters, digits and `_.:~-`.
 */
export type CommitPiece = string | { readonly base64: MediaRange } | { readonly credential: string }

/** The longest time that a network may take to answer a commit. */
export const longestCommitMs = 120_000

/** How long the network may take to answer a commit; `usualMs` is the least. */
export function commitTimeoutOf({ timeoutMs = 0 }: CommitRequest, usualMs: number): number {
  return Math.max(usualMs, Math.min(timeoutMs, longestCommitMs))
}

export type Committed =
  | ({ readonly outcome: 'published' } & PublishedPost)
  | { readonly outcome: 'accepted'; readonly ref: string; readonly againInMs: number }

export type Settled =
  | ({
      readonly outcome: 'published'
      /** Wishes that the network did not fulfil for a post that is public all the same, such as a thumbnail that it refused. */
      readonly omitted?: readonly Omission[]
    } & PublishedPost)
  | { readonly outcome: 'rejected'; readonly failure: Failure }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'pending'; readonly againInMs: number }
  | { readonly outcome: 'repeat' }
  | { readonly outcome: 'several'; readonly posts: readonly PublishedPost[] }
  | { readonly outcome: 'not_found' }

/** Something that the person wanted and that a public post does not have. It is added to the warnings of the post. */
export interface Omission {
  readonly code: string
  /** A sentence for the person. */
  readonly detail: Words
}

export type FailureKind =
  /** The network refused the content for good. */
  | 'invalid'
  /** The network no longer accepts our credentials. */
  | 'unauthorized'
  /** The account may not do this. */
  | 'forbidden'
  /** The network refuses the operator's app, whatever the account: it is not set, suspended, or without credit. */
  | 'app_unusable'
  /** The network has blocked or suspended the account itself. No other post of it would be taken, nor newer credentials. */
  | 'account_blocked'
  /** Later, at `retryAfterMs` if it said so. */
  | 'rate_limited'
  /** Not a byte of the request left. */
  | 'not_sent'
  /** A call that may be repeated did not work this time. */
  | 'unavailable'
  /** The network may or may not have done it. */
  | 'unknown_outcome'

/** The reason why a call to a network failed: the one error that a connector throws. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  /** The message with its varying parts kept apart. */
  readonly words: Words
  /** The network's own code, if it gave one. */
  readonly platformCode: string | null
  readonly retryAfterMs: number | null

  constructor(
    kind: FailureKind,
    words: Words,
    more: { platformCode?: string | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(String(words), more.cause === undefined ? {} : { cause: more.cause })
    this.kind = kind
    this.words = words
    this.platformCode = more.platformCode ?? null
    this.retryAfterMs = more.retryAfterMs ?? null
  }
}

/** Begins to talk with the server of an address, by WebSocket. */
export interface Conversation {
  readonly talkTo: (url: string) => Talk
}

/** The only world a connector touches while publishing. */
export interface Io extends ConnectIo {
  readonly credentials: JsonObject
  readonly media: MediaSource
  /** The secrets that `prepare` returned last for this target; `{}` where there are none. */
  secrets(): Promise<JsonObject>
  /**
   * Sends the stored commit: one request on a fresh connection, no redirect, no retry, refused when the window to send
   * has passed. `access` is laid over the composed headers. Where it is a function, one refusal that only asks for a
   * nonce is followed by one more request, on a connection of its own and within the same window. By WebSocket it is the
   * other half of the conversation with the server of an address.
   * @throws Failure `not_sent` when nothing left, `unknown_outcome` when nobody knows.
   */
  sendOnce(access: AccessHeaders | ProveAccess | Conversation): Promise<OutboundAnswer>
}
