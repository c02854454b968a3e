import type { Config } from './config.ts'
import type { Connector } from './connectors/connector.ts'
import type { Database, InsertListener, Queryable } from './db/database.ts'
import type { FeedReader } from './feeds/reader/feed-reader.ts'
import type { RequestName } from './idempotency/kept-answers.ts'
import type { Logger } from './lib/log.ts'
import type { Outbound } from './lib/safe-fetch/outbound.ts'
import type { Sealer } from './lib/secrecy/seal.ts'
import type { SecretKeys } from './lib/secrecy/secret-keys.ts'
import type { Converter } from './media/convert/converter.ts'
import type { BackgroundImports } from './media/import/background-imports.ts'
import type { UploadPace } from './media/intake/upload-pace.ts'
import type { MediaReader } from './media/reader/media-reader.ts'
import type { Payments } from './payments/payments.ts'
import type { Bucket } from './storage/s3/bucket.ts'
import type { Storage } from './storage/storage.ts'

/** Every part of a running Crier, built once by app.ts. Types only: nothing is imported from here at run time. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  /** The pool of the API. */
  readonly db: Database
  readonly storage: Storage
  /** Remembers the epoch beside DATA_DIR; null where there is none. */
  readonly bucket: Bucket | null
  /** Lets files come in without holding the API up. */
  readonly uploadPace: UploadPace
  /** Opens the files of strangers, in processes of its own. */
  readonly mediaReader: MediaReader
  /** Converts videos and HEIC, with programs of the machine. */
  readonly converter: Converter
  /** Finishes imports after their requests were answered. */
  readonly imports: BackgroundImports
  /** Reads the feeds of strangers, in processes of its own. */
  readonly feedReader: FeedReader
  readonly connectors: readonly Connector[]
  /** The way out for addresses that a user gives. */
  readonly outbound: Outbound
  /** The way out for the connector of a platform. */
  readonly outboundOf: (platform: string) => Outbound
  /** The feeds of test data: the way to the sample of the sandbox alone, and its address. */
  readonly testFeeds: { readonly outbound: Outbound; readonly sampleUrl: string }
  readonly sealer: Sealer
  /** SECRET_KEY, given or generated, and the one before it; take keys for a purpose from them with `deriveKey`. */
  readonly secretKeys: SecretKeys
  /** Null where nobody pays for a workspace. */
  readonly payments: Payments | null
  /** Tells the dispatcher, of this process and of all others, that something is due in so many milliseconds. */
  readonly wake: (inMs: number) => void
  /** Hears of events that this process or another has committed. */
  readonly news: EventNews
}

/** Tells that events were committed, so that their readers need not ask all the time. */
export interface EventNews {
  /** Told after each COMMIT that may have written events. */
  readonly onInsert: InsertListener
  /** Calls `onEvents` whenever there may be new events; rarely, one goes untold. Returns a function that stops that. */
  listen(onEvents: () => void): () => void
}

export type Mode = 'live' | 'test'
export type KeyScope = 'read' | 'write' | 'publish' | 'accounts' | 'admin'

/** The rights of a caller: everything, or a list. They are always given, never left out. */
export type Scopes = 'all' | readonly KeyScope[]

/** The place from which a call came. */
export interface Origin {
  /** The network address; null for a call from within. */
  readonly ip: string | null
  /** The program, as it calls itself. */
  readonly userAgent: string | null
}

interface CommonCaller {
  /** The person behind it: a key's maker, the person who signed in, the owner of the workspace. */
  readonly userId: string
  readonly scopes: Scopes
}

/** A caller from outside, found by what its request carries: its workspace is its own, and its requests are counted. */
interface CommonRemoteCaller extends CommonCaller {
  readonly workspaceId: string
  readonly mode: Mode
  readonly subscription: 'active' | 'inactive'
  /** Its posts wait until another person approves them: its person may write and not publish, or everyone's posts do. */
  readonly needsApproval: boolean
  /** Requests under the same key count against the same limit. */
  readonly limitKey: string
}

/** A program with an API key. */
export interface KeyCaller extends CommonRemoteCaller {
  readonly kind: 'key'
  readonly keyId: string
}

/** A person who is signed in. */
interface SessionCaller extends CommonRemoteCaller {
  readonly kind: 'session'
  readonly sessionId: string
  /** Whether the person has shown lately who they are. */
  readonly hasFreshProof: boolean
}

/** The person who runs this server, with one of its commands. */
interface OperatorCaller extends CommonCaller {
  readonly kind: 'operator'
}

/** Crier itself, on behalf of a person. */
export interface SystemCaller extends CommonCaller {
  readonly kind: 'system'
  /** Its posts wait until a person approves them, as those of the person would. */
  readonly needsApproval: boolean
}

export type RemoteCaller = KeyCaller | SessionCaller

/** The caller of a verb. */
export type Caller = RemoteCaller | OperatorCaller | SystemCaller

/**
 * The context of one call of a verb: whose data it may touch, who calls, and the transaction it runs in. A verb uses `db`
 * only, so that everything it does commits or fails together with the stored answer.
 */
export interface CallContext {
  readonly context: Context
  readonly db: Queryable
  readonly workspaceId: string
  readonly mode: Mode
  readonly caller: Caller
  readonly from: Origin
  /** The name under which the verb's own statement keeps the answer; null where there is none, or a transaction does it. */
  readonly request: RequestName | null
  /** Runs once the transaction is committed; never when it failed. Only for what may be lost in a crash. */
  readonly afterCommit: (work: () => void) => void
}
