import { randomBytes } from 'node:crypto'
import { type Database, sql } from '../server/src/db/database.ts'
import { newId } from '../server/src/lib/id.ts'
import { createSealer } from '../server/src/lib/secrecy/seal.ts'
import { createSecretKeys } from '../server/src/lib/secrecy/secret-keys.ts'
import { resealAll } from '../server/src/secrets/reseal-all.ts'
import { sealedIn } from '../server/src/secrets/sealed-columns.ts'
import type { Figure, Measuring } from './figure.ts'
import { openPlace, type Place } from './place.ts'
import { median } from './statistics.ts'

const howMany = 20_000
const atOnce = 1_000
const least = 1_000

/** A stolen SECRET_KEY is replaced within minutes, however many accounts there are, and nobody waits for it. */
export const reseal: Figure = {
  name: 'RESEAL',
  what: `the credentials of ${howMany.toLocaleString('en')} accounts, sealed anew under another SECRET_KEY while posts are read`,
  goal: `≥ ${least.toLocaleString('en')} a second, each of them once`,
  measure,
}

async function measure({ rounds, say, ...how }: Measuring): Promise<void> {
  const place = await openPlace(how)
  let key = randomBytes(32)
  await fill(place, key)
  const speeds: number[] = []
  const reads: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const next = randomBytes(32)
    const keys = createSecretKeys(next, key)
    const reader = readOn(place, reads)
    const startedAt = performance.now()
    const { resealed, skipped } = await resealAll(
      { db: place.db, secretKeys: keys, sealer: createSealer(keys) },
      () => undefined,
    )
    speeds.push((1_000 * resealed) / (performance.now() - startedAt))
    await reader.stop()
    if (resealed !== howMany || skipped > 0)
      throw new Error(`${resealed} values were sealed anew, and ${skipped} left out.`)
    key = next
  }
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)].map(Math.round)
  const longest = Math.round(Math.max(...reads))
  say(`${Math.round(median(speeds))} a second [${slowest}–${fastest}], ${rounds} times all of them`)
  say(
    `meanwhile a post list took ${median(reads).toFixed(1)} ms, the longest of ${reads.length} ${longest} ms`,
  )
  say(median(speeds) >= least ? 'reached' : 'NOT reached')
}

/** Connects accounts that nothing is published to. */
async function fill({ db, workspaceId }: Place, key: Buffer): Promise<void> {
  const sealer = createSealer(createSecretKeys(key))
  for (let made = 0; made < howMany; made += atOnce) {
    const rows = Array.from({ length: atOnce }, () => {
      const id = newId()
      const credentials = JSON.stringify({ token: randomBytes(60).toString('base64url') })
      return { id, sealed: sealer.seal(credentials, sealedIn('connections.credentials', workspaceId, id)) }
    })
    await insert(db, workspaceId, JSON.stringify(rows))
  }
}

async function insert(db: Database, workspaceId: string, rows: string): Promise<void> {
  await db.run(sql`
    with given as (select * from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, sealed text)),
    accounts as (
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url)
      select ${workspaceId}, id, 'live', 'sandbox', id::text, id::text, 'Bench', 'https://example.org/' from given)
    insert into connections (workspace_id, account_id, credentials, refresh_after)
    select ${workspaceId}, id, sealed, clock_timestamp() + interval '1 day' from given`)
}

/** Reads lists of posts one after the other, as a person would, and notes how long each takes. */
function readOn({ url, key }: Place, took: number[]): { stop(): Promise<void> } {
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const answer = await fetch(`${url}/v1/posts`, { headers: { authorization: `Bearer ${key}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A list was answered ${answer.status}.`)
      took.push(performance.now() - startedAt)
    }
  })()
  return {
    stop: () => {
      isOver = true
      return reading
    },
  }
}
