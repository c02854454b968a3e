import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { copyDatabase, createTestDatabase, type TestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { crier, databaseUrlOf, type Settings, startServer } from '../operator/crier-process.ts'

/** A database with its data directory, for processes of Crier that come and go over it. */
export interface Place {
  settings: Settings
  database: TestDatabase
}

const secretKey = 'ab'.repeat(32)

export async function newPlace(database?: TestDatabase, dataDir?: string): Promise<Place> {
  const own = database ?? (await createTestDatabase())
  onTestFinished(own.drop)
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'crier-guards-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrlOf(own.connection),
    PORT: String(await freePort()),
    SECRET_KEY: secretKey,
    // Waiting asks often.
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  return { settings, database: own }
}

/** A copy of the database as it is now. */
export async function copyOf(place: Place, dataDir?: string): Promise<Place> {
  return newPlace(await copyDatabase(place.database), dataDir)
}

export interface Owner {
  live_key: string
  test_key: string
  test_account_id: string
}

export async function bootstrap(settings: Settings): Promise<Owner> {
  const words = ['bootstrap', '--email', 'ada@example.org', '--password', '-', '--json']
  const { stdout, stderr } = await crier(settings, words, 'a long password')
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Starts a server there and speaks to it with this key. */
export async function open(settings: Settings, key: string) {
  const server = await startServer(settings)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object) => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${server.url}${path}`, { method, headers, ...text })
    return { status: answer.status, json: (await answer.json()) as ReturnType<typeof JSON.parse> }
  }
  return {
    ...server,
    ask,
    post: async (body: object): Promise<string> => {
      const { status, json } = await ask('POST', '/v1/posts', body)
      if (status !== 200) throw new Error(JSON.stringify(json))
      return json.id
    },
    results: async (): Promise<
      { id: string; status: string; held_reason: string | null; review: { reason: string } | null }[]
    > => (await ask('GET', '/v1/post-results?status=any&limit=100')).json.data,
    stop: async () => {
      server.process.kill('SIGTERM')
      await server.ended
    },
  }
}

/** How many commits arrived at the simulated network, which lives in this database. */
export async function arrivals({ database }: Place): Promise<string[]> {
  const rows = await database.db.rows<{ text: string }>(sql`select text from sandbox_arrivals order by id`)
  return rows.map(({ text }) => text)
}

export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString()
}

/** How often each word occurs. */
export function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
