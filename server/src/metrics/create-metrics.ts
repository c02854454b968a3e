import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Connector } from '../connectors/connector.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import { measureConnector, type Publishing } from './measure-connector.ts'
import { addPublishingState } from './publishing-state.ts'
import { addStoredFigures, type StoredFigures } from './stored-figures.ts'

/**
 * Numbers of this process and its database for a monitor. No label names a workspace, an account or a post: a reader
 * learns how much is going on, and nothing about whom.
 */
export interface Metrics {
  /** The exposition format of Prometheus. */
  text(): Promise<string>
  /** As a Content-Type. */
  readonly type: string
  /** Counts and times the calls of connectors to their networks. */
  measure(connectors: readonly Connector[]): Connector[]
  /** One HTTP request was answered. `operation` is one of a fixed set of names. */
  answered(operation: string, status: number, ms: number): void
  /** Registers the parts of this process whose state is read at each request. */
  watch(parts: WatchedParts): void
}

export interface WatchedParts {
  readonly pools: Readonly<Record<string, Pick<Database, 'inUse' | 'waiting'>>>
  /** Milliseconds since the claim loop last went round; null while it was not started here. */
  claimLoopIdleMs(): number | null
  /** How many targets this process took from workers that are gone. */
  takenOver(): number
}

/** Each app has its own numbers, so that two in one process do not add up. `db` is asked at most every few seconds. */
export function createMetrics(db: Database, log: Logger, figures: readonly StoredFigures[] = []): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const lookAgain = addPublishingState(registry, db, log)
  const lookFurther = figures.map((each) => addStoredFigures(registry, db, log, each))
  const publishing = createPublishing(registry)
  const requests = new Histogram({
    name: 'crier_http_request_seconds',
    help: 'Time from the first byte of a request until its answer was sent, by operation and class of status.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  return {
    text: async () => {
      await Promise.all([lookAgain(), ...lookFurther.map((look) => look())])
      return registry.metrics()
    },
    type: registry.contentType,
    measure: (connectors) => connectors.map((connector) => measureConnector(connector, publishing)),
    answered: (operation, status, ms) =>
      requests.observe({ operation, status: `${Math.floor(status / 100)}xx` }, ms / 1_000),
    watch: (parts) => watchParts(registry, parts),
  }
}

function createPublishing(registry: Registry): Publishing {
  const registers = [registry]
  return {
    commits: new Counter({
      name: 'crier_commits_total',
      help: 'Publish calls sent by this process, by platform and outcome.',
      labelNames: ['platform', 'outcome'] as const,
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'crier_commit_seconds',
      help: 'Time from sending a publish call until its answer, by platform.',
      labelNames: ['platform'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
    lateSeconds: new Histogram({
      name: 'crier_lateness_seconds',
      help: 'How late each post was first sent, by platform and by the clock of the database.',
      labelNames: ['platform'] as const,
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600],
      registers,
    }),
    looks: new Counter({
      name: 'crier_looks_total',
      help: 'Checks on a network whether a post was published, by platform and outcome.',
      labelNames: ['platform', 'outcome'] as const,
      registers,
    }),
  }
}

function watchParts(registry: Registry, { pools, claimLoopIdleMs, takenOver }: WatchedParts): void {
  const perPool = (name: string, help: string, read: (pool: Pick<Database, 'inUse' | 'waiting'>) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'] as const,
      registers: [registry],
      collect() {
        for (const [name, pool] of Object.entries(pools)) this.set({ pool: name }, read(pool))
      },
    })
  perPool('crier_database_connections_in_use', 'Connections of a pool that are in use.', (pool) => pool.inUse)
  perPool(
    'crier_database_waiting',
    'Requests that wait for a connection from a pool.',
    (pool) => pool.waiting,
  )
  new Gauge({
    name: 'crier_claim_loop_idle_seconds',
    help: 'Time since the claim loop of this process last ran; absent in a process without one. Above 30 it is stuck.',
    registers: [registry],
    collect() {
      const idleMs = claimLoopIdleMs()
      if (idleMs === null) this.remove()
      else this.set(idleMs / 1_000)
    },
  })
  new Counter({
    name: 'crier_leases_lost_total',
    help: 'Post results that this process took from a worker that was gone while it worked on them.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(takenOver())
    },
  })
}
