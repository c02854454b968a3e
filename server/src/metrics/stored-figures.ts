import { Gauge, type Registry } from 'prom-client'
import type { Database, Queryable } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'

/** Numbers that a room reads from the database, with the meaning of each by its name. */
export interface StoredFigures {
  readonly names: Readonly<Record<string, string>>
  read(db: Queryable): Promise<Readonly<Record<string, number>>>
}

const believedForMs = 5_000

/** Answers a function that reads the numbers, from the database at most once in five seconds. */
export function addStoredFigures(
  registry: Registry,
  db: Database,
  log: Logger,
  { names, read }: StoredFigures,
): () => Promise<void> {
  const gauges = Object.entries(names).map(
    ([name, help]) => [name, new Gauge({ name, help, registers: [registry] })] as const,
  )

  async function readAll(): Promise<void> {
    try {
      const found = await read(db)
      for (const [name, gauge] of gauges) gauge.set(found[name] ?? 0)
    } catch (error) {
      log.warn({ err: error }, 'numbers for /metrics could not be read')
      // An old number may be wrong by now, so none is shown.
      for (const [, gauge] of gauges) gauge.remove()
    }
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  return () => {
    if (performance.now() - readAt >= believedForMs) {
      readAt = performance.now()
      reading = readAll()
    }
    return reading
  }
}
