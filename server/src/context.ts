import type { Config } from './config.ts'
import type { BehaviorPower, Connector } from './connectors/connector.ts'
import type { Database, Queryable } from './db/database.ts'
import type { RequestName } from './idempotency/kept-answers.ts'
import type { Logger } from './lib/log.ts'
import type { Outbound } from './lib/safe-fetch/outbound.ts'
import type { Sealer } from './lib/seal.ts'
import type { Storage } from './storage/storage.ts'

/** Every part of a running Crier, built once by app.ts. Types only: nothing is imported from here at run time. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  /** The pool of the API. */
  readonly db: Database
  readonly storage: Storage
  readonly connectors: readonly Connector[]
  /** The platforms whose accounts can be told how to behave. */
  readonly behaviorPowers: readonly BehaviorPower[]
  readonly outbound: Outbound
  readonly sealer: Sealer
  /** SECRET_KEY, given or generated; take keys for a purpose from it with `deriveKey`. */
  readonly secretKey: Buffer
  /** Tells the dispatcher, of this process and of all others, that something is due in so many milliseconds. */
  readonly wake: (inMs: number) => void
}

export type Mode = 'live' | 'test'
export type KeyScope = 'read' | 'write' | 'publish' | 'accounts' | 'admin'

/** Who acts. */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'system'
  readonly id: string
  /** The person behind it: a key's maker. */
  readonly userId: string
  /** What a key may do. Left out: everything. */
  readonly scopes?: readonly KeyScope[]
}

/**
 * What a verb is given: whose data it may touch, who asks, and the transaction it runs in. A verb uses `db` only, so
 * that everything it does commits or fails together with the stored answer.
 */
export interface CallContext {
  readonly context: Context
  readonly db: Queryable
  readonly workspaceId: string
  readonly mode: Mode
  readonly actor: Actor
  /** The name under which the verb's own statement keeps the answer; null where there is none, or a transaction does it. */
  readonly request: RequestName | null
  /** Runs once the transaction is committed; never when it failed. Only for what may be lost in a crash. */
  readonly afterCommit: (work: () => void) => void
}
