import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Connection, Database } from '../../src/db/database.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { defaultTimings, type Timings } from '../../src/timings.ts'
import { freePort } from '../free-port.ts'
import { placeWitness } from '../soak/witness.ts'

/** A Crier for one sequence after the other: an API, and a worker that comes and goes, over one database. */
export interface Place {
  readonly db: Database
  readonly api: App
  readonly url: string
  startWorker(): Promise<void>
  /** Lets it finish what it is doing. */
  stopWorker(): Promise<void>
  close(): Promise<void>
}

/** Short, so that a thousand sequences can wait for them; their order stays: lease > window + answer. */
const timings: Partial<Timings> = {
  sendWindowMs: 700,
  requestTimeoutMs: 1_200,
  settleMs: 50,
  leaseMs: 3_000,
  leaseRenewMs: 700,
  prepareLeadMs: 300,
  backoffMs: 20,
  reconcilePausesMs: [20, 30, 40],
  wakeFallbackMs: 1_000,
}

/** `db` is a migrated database of its own, to look into from outside. */
export async function openPlace(connection: Connection, db: Database): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-properties-'))
  const options = {
    config: await configOf(dataDir),
    connection,
    secretKeys: createSecretKeys(randomBytes(32)),
  }
  await placeWitness(db)
  const api = await createApp(options)
  await api.listen()
  let working: App | null = null
  const stopWorker = async () => {
    const stopping = working
    working = null
    await stopping?.close()
  }
  return {
    db,
    api,
    url: options.config.publicUrl,
    startWorker: async () => {
      if (working) return
      working = await createApp(options)
      working.worker.start()
    },
    stopWorker,
    close: async () => {
      await stopWorker()
      await api.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function configOf(dataDir: string): Promise<Config> {
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  })
  return { ...config, timings: { ...defaultTimings, ...timings } }
}
