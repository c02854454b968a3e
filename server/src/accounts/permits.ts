import type { PostRate } from '../connectors/connector.ts'
import { type Queryable, sql } from '../db/database.ts'

/** One post to be sent, and the rates of its network. */
export interface PermitRequest {
  readonly platform: string
  readonly rates: readonly PostRate[]
}

/**
 * Takes a permit to send one post for each request, in their order, out of the rates that all workers over this database
 * share. Answers null for each that was granted, and else after how many milliseconds to ask again. Never more than `posts`
 * permits are granted in any span of `everyMs` plus `marginMs`, the time a post may take from here to the network.
 *
 * Its locks are the last of a transaction: scopes in the order of their names, after every account, post and target.
 */
export async function takePermits(
  tx: Queryable,
  requests: readonly PermitRequest[],
  marginMs: number,
): Promise<(number | null)[]> {
  const scopes = [...new Set(requests.flatMap(scopesOf))].sort()
  if (scopes.length === 0) return requests.map(() => null)
  const counters = await lockScopes(tx, scopes, requests)
  const ages = await readAges(tx, counters, requests)
  const answers = requests.map((request) => {
    const waits = request.rates.map((rate) =>
      waitFor(counters, ages, scopeOf(request.platform, rate), rate, marginMs),
    )
    const longest = Math.max(0, ...waits)
    if (longest > 0) return longest
    for (const scope of new Set(scopesOf(request))) {
      const counter = counters.get(scope)
      if (counter) counter.granted += 1
    }
    return null
  })
  await writePermits(tx, counters)
  return answers
}

/** How many more posts each request could send now, for each of its rates. */
export async function countPermits(db: Queryable, requests: readonly PermitRequest[]): Promise<number[][]> {
  const asked = requests.flatMap(({ platform, rates }) =>
    rates.map((rate) => ({ scope: scopeOf(platform, rate), every_ms: rate.everyMs })),
  )
  if (asked.length === 0) return requests.map(() => [])
  const rows = await db.rows<{ taken: number }>(sql`
    select (select count(*) from permits p where p.scope = r.scope
      and p.taken_at > clock_timestamp() - r.every_ms * interval '1 millisecond') as taken
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as (scope text, every_ms float8))
      with ordinality as r(scope, every_ms, position) order by r.position`)
  let index = 0
  return requests.map(({ rates }) =>
    rates.map(({ posts }) => {
      const left = posts - (rows[index]?.taken ?? 0)
      index += 1
      return Math.max(0, left)
    }),
  )
}

interface Counter {
  readonly taken: number
  /** The most that any rate of this scope allows at once: older permits are never asked for again. */
  readonly most: number
  granted: number
}

function scopeOf(platform: string, { per, of }: PostRate): string {
  return `${platform}|${per}|${of}`
}

function scopesOf({ platform, rates }: PermitRequest): string[] {
  return rates.map((rate) => scopeOf(platform, rate))
}

async function lockScopes(
  tx: Queryable,
  scopes: readonly string[],
  requests: readonly PermitRequest[],
): Promise<Map<string, Counter>> {
  // Missing rows are inserted first and all are locked second, both in the order of names, so that no two callers deadlock.
  await tx.run(sql`
    insert into permit_scopes (scope) select scope from unnest(${scopes}::text[]) scope
    where not exists (select from permit_scopes s where s.scope = scope.scope)
    order by scope collate "C" on conflict (scope) do nothing`)
  const rows = await tx.rows<{ scope: string; taken: number }>(sql`
    select scope, taken from permit_scopes where scope = any(${scopes}::text[])
    order by scope collate "C" for no key update`)
  const most = (scope: string) =>
    Math.max(
      ...requests.flatMap(({ platform, rates }) =>
        rates.filter((rate) => scopeOf(platform, rate) === scope).map(({ posts }) => posts),
      ),
    )
  return new Map(rows.map(({ scope, taken }) => [scope, { taken, most: most(scope), granted: 0 }]))
}

/** For each permit that may block these requests, the milliseconds since it was taken, by scope and number. */
async function readAges(
  tx: Queryable,
  counters: ReadonlyMap<string, Counter>,
  requests: readonly PermitRequest[],
): Promise<Map<string, number>> {
  const asked = requests.flatMap(({ platform, rates }) =>
    rates.map((rate) => {
      const scope = scopeOf(platform, rate)
      return { scope, first: (counters.get(scope)?.taken ?? 0) + 1 - rate.posts, count: requests.length }
    }),
  )
  const rows = await tx.rows<{ scope: string; number: number; age_ms: number }>(sql`
    select p.scope, p.number, (extract(epoch from clock_timestamp() - p.taken_at) * 1000)::float8 as age_ms
    from (select distinct scope, first, count
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(scope text, first bigint, count bigint)) r
      join permits p on p.scope = r.scope and p.number >= r.first and p.number < r.first + r.count`)
  return new Map(rows.map(({ scope, number, age_ms: ageMs }) => [`${scope} ${number}`, ageMs]))
}

/** A permit is granted when the one taken `posts` before it is old enough. */
function waitFor(
  counters: ReadonlyMap<string, Counter>,
  ages: ReadonlyMap<string, number>,
  scope: string,
  { posts, everyMs }: PostRate,
  marginMs: number,
): number {
  const counter = counters.get(scope)
  if (!counter) throw new Error('A scope was locked and is gone.')
  const before = counter.taken + counter.granted + 1 - posts
  const age = before > counter.taken ? 0 : ages.get(`${scope} ${before}`)
  return age === undefined ? 0 : Math.max(0, Math.ceil(everyMs + marginMs - age))
}

async function writePermits(tx: Queryable, counters: ReadonlyMap<string, Counter>): Promise<void> {
  const granted = [...counters]
    .filter(([, counter]) => counter.granted > 0)
    .map(([scope, counter]) => ({ scope, granted: counter.granted, most: counter.most }))
  if (granted.length === 0) return
  await tx.run(sql`
    with counted as (
      update permit_scopes s set taken = s.taken + r.granted
      from jsonb_to_recordset(${JSON.stringify(granted)}::jsonb) as r(scope text, granted bigint, most bigint)
      where s.scope = r.scope
      returning s.scope, s.taken, r.granted, r.most
    ), forgotten as (
      delete from permits p using counted c where p.scope = c.scope and p.number <= c.taken - c.most
    )
    insert into permits (scope, number)
    select c.scope, number from counted c cross join generate_series(c.taken - c.granted + 1, c.taken) number`)
}
