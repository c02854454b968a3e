import { randomBytes } from 'node:crypto'
import { createAuthenticateKey } from '../server/src/api-keys/create-authenticate-key.ts'
import { hashKey, makeKey } from '../server/src/api-keys/key-form.ts'
import { type Database, type Sql, sql } from '../server/src/db/database.ts'
import { newId } from '../server/src/lib/id.ts'
import { createSecretKeys, keyIdOf } from '../server/src/lib/secrecy/secret-keys.ts'
import type { Figure, Measuring } from './figure.ts'
import { openPlace, type Place } from './place.ts'
import { describeSpread, median } from './statistics.ts'

const many = 1_000_000
const few = 10_000
const mistyped = 1_000_000
const storedAtOnce = 50_000
const perRound = 2_000
const most = 1.2

/** A customer who makes a key for each customer of their own slows nobody down. */
export const authenticateKeys: Figure = {
  name: 'KEYS',
  what: `finding the caller of a key that no process remembers, with ${many.toLocaleString('en')} keys stored, against ${few.toLocaleString('en')}; and refusing ${mistyped.toLocaleString('en')} mistyped ones`,
  goal: `≤ ${most} × slower, and no query for a mistyped key`,
  measure,
}

/** The servers of the places know none of these keys, for they have other secrets. */
const secretKeys = createSecretKeys(randomBytes(32))

async function measure({ rounds, say, ...how }: Measuring): Promise<void> {
  const [full, spare] = [await openPlace(how), await openPlace(how)]
  const startedAt = performance.now()
  const [ofFull, ofSpare] = [await fill(full, many), await fill(spare, few)]
  say(`stored after ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  const took = { full: [] as number[], spare: [] as number[] }
  // The first turn loads what all need, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const [slow, quick] = [await find(full.db, ofFull, round), await find(spare.db, ofSpare, round)]
    if (round === 0) continue
    took.full.push(slow)
    took.spare.push(quick)
  }
  const ratio = median(took.full) / median(took.spare)
  say(
    `${ratio.toFixed(2)} × slower (full ${describeSpread(took.full)}, spare ${describeSpread(took.spare)} µs a key)`,
  )
  const { queries, us } = await refuse(full.db)
  say(`${mistyped.toLocaleString('en')} mistyped keys: ${queries} queries, ${us.toFixed(1)} µs each`)
  say(ratio <= most && queries === 0 ? 'reached' : 'NOT reached')
}

/** Stores so many keys. Answers the texts of some that lie everywhere among them. */
async function fill({ db, workspaceId }: Place, count: number): Promise<string[]> {
  const owner = await db.row<{ id: string }>(
    sql`select user_id as id from memberships where workspace_id = ${workspaceId} limit 1`,
  )
  const texts: string[] = []
  for (let made = 0; made < count; made += storedAtOnce) {
    const keys = Array.from({ length: Math.min(storedAtOnce, count - made) }, () => makeKey('live'))
    texts.push(...keys.slice(0, (keys.length * few) / count))
    const ids = keys.map(() => newId())
    const hashes = keys.map((key) => hashKey(secretKeys.current, key))
    await db.run(sql`
      insert into api_keys (workspace_id, id, user_id, mode, name, hash, secret_key_id, last4, scopes, last_used_at)
      select ${workspaceId}, given.id, ${owner?.id ?? ''}, 'live', 'Bench', given.hash, ${keyIdOf(secretKeys.current)},
        'last', '{read}', clock_timestamp() + interval '1 hour'
      from unnest(${ids}::uuid[], ${hashes}::bytea[]) as given (id, hash)`)
  }
  await db.run(sql`analyze api_keys`)
  return texts
}

/** The microseconds that finding one of these keys takes a process that remembers none, one after the other. */
async function find(db: Database, texts: readonly string[], round: number): Promise<number> {
  const authenticate = createAuthenticateKey(db, secretKeys)
  const startedAt = performance.now()
  for (let number = 0; number < perRound; number += 1) {
    const text = texts[(round * perRound + number) % texts.length] ?? ''
    if ((await authenticate(text)) === null) throw new Error('A key that is stored was not found.')
  }
  return (1_000 * (performance.now() - startedAt)) / perRound
}

/** Asks for keys with one wrong character. */
async function refuse(db: Database): Promise<{ queries: number; us: number }> {
  let queries = 0
  const row = <Row>(statement: Sql) => {
    queries += 1
    return db.row<Row>(statement)
  }
  const authenticate = createAuthenticateKey({ ...db, row }, secretKeys)
  let ms = 0
  for (let number = 0; number < mistyped; number += 1) {
    const key = makeKey('live')
    const at = 11 + (number % 38)
    const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
    const startedAt = performance.now()
    const found = await authenticate(wrong)
    ms += performance.now() - startedAt
    if (found !== null) throw new Error('A mistyped key was found.')
  }
  return { queries, us: (1_000 * ms) / mistyped }
}
