import { sql } from '../server/src/db/database.ts'
import type { BareOrders } from './bare-server.ts'
import { startChild } from './child.ts'
import type { Burst, Figure, Measuring } from './figure.ts'
import { freePort } from './free-port.ts'
import { load } from './load.ts'
import { openPlace, type Place } from './place.ts'
import { createMeter } from './processor-time.ts'
import { describeComparison, judgeAdmissions } from './statistics.ts'

const connections = 32
const pageSize = 100
const stored = 1_000

/** P2: what a key, its limit, the log and a post put together from its rows cost over the bytes alone. */
export const readPosts: Figure = {
  name: 'P2',
  what: `GET /v1/posts/{id} and GET /v1/posts?limit=${pageSize}, ${connections} connections; against bare Fastify and pg answering the same bytes`,
  goal: '≥ 0.7 ×',
  measure,
  prepareBurst,
}

async function measure({ seconds, rounds, say, ...how }: Measuring): Promise<void> {
  const place = await openPlace(how)
  await makePosts(place)
  const documents = await readPage(place)
  const bareUrl = await startBare(place, documents)
  const one = documents.ids.map((id) => `/v1/posts/${id}`)
  for (const [name, paths] of [
    ['one post', one],
    [`a page of ${pageSize}`, [listPath]],
  ] as const) {
    const meter = createMeter(place.pid)
    await refuseOtherBytes(place, bareUrl, paths)
    const ask = (url: string, during: number) => async () => {
      const result = await load({ ...request(place), url, paths, seconds: during })
      return result.perSecond
    }
    await ask(place.url, 2)()
    await ask(bareUrl, 2)()
    const ours = ask(place.url, seconds)
    const found = await judgeAdmissions(rounds, () => meter.run(seconds, ours), ask(bareUrl, seconds))
    say(`${name}: ${describeComparison(found, 'answers/s')}`)
    say(`processor time of one: ${meter.describe()}`)
  }
  await sayDifferentPages(place, seconds, say)
}

/** Single posts only: a list that all ask for at once is looked up once for them. */
async function prepareBurst(place: Place): Promise<Burst> {
  await makePosts(place)
  const paths = (await readPage(place)).ids.map((id) => `/v1/posts/${id}`)
  return async (seconds) => (await load({ ...request(place), url: place.url, paths, seconds })).perSecond
}

/** Equal questions at one moment are answered by one query, so the cost of pages that only one client asks for is printed too. */
async function sayDifferentPages(place: Place, seconds: number, say: Measuring['say']): Promise<void> {
  const paths = Array.from({ length: connections * 4 }, (_, offset) => `${listPath}&offset=${offset}`)
  const meter = createMeter(place.pid)
  const perSecond = await meter.run(seconds, async () => {
    const result = await load({ ...request(place), url: place.url, paths, seconds })
    return result.perSecond
  })
  say(
    `${paths.length} different pages of ${pageSize}: ${perSecond.toFixed(0)} answers/s; processor time of one: ${meter.describe()}`,
  )
}

const listPath = `/v1/posts?limit=${pageSize}`

function request({ key }: Place) {
  return { method: 'GET', headers: { authorization: `Bearer ${key}` }, body: null, connections } as const
}

async function makePosts(place: Place): Promise<void> {
  const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  for (let number = 1; number <= stored; number += 1) {
    const answer = await fetch(`${place.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${place.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        caption: `Post ${number}: the harbour lights come on at six, and the last ferry leaves at ten.`,
        social_accounts: [place.accountId],
        scheduled_at: scheduledAt,
        tags: ['harbour'],
        metadata: { number: String(number) },
      }),
    })
    if (!answer.ok) throw new Error(`A post could not be made: ${await answer.text()}`)
  }
}

interface Documents {
  readonly ids: readonly string[]
  readonly bodies: readonly string[]
  readonly head: string
  readonly tail: string
}

/** The list as ours answers it, taken apart into its documents and what stands around them. */
async function readPage({ url, key }: Place): Promise<Documents> {
  const text = await textAt(url, listPath, key)
  const { data } = JSON.parse(text) as { data: { id: string }[] }
  const bodies = data.map((post) => JSON.stringify(post))
  const all = bodies.join(',')
  const at = text.indexOf(all)
  if (at < 0 || data.length !== pageSize) throw new Error('The list is not made of its documents.')
  return { ids: data.map(({ id }) => id), bodies, head: text.slice(0, at), tail: text.slice(at + all.length) }
}

/** Answers the address of the bare server, whose documents are stored in the same database. */
async function startBare({ db, connection }: Place, { ids, bodies, head, tail }: Documents): Promise<string> {
  await db.run(
    sql`create table bench_documents (id uuid primary key, position int not null, body text not null)`,
  )
  await db.run(sql`
    insert into bench_documents
    select id, position, body from unnest(${ids}::uuid[], ${bodies}::text[]) with ordinality as d(id, body, position)`)
  await db.run(sql`analyze bench_documents`)
  const port = await freePort()
  const orders: BareOrders = { connection, port, head, tail }
  const child = startChild('bench/bare-server.ts', [], { orders })
  await child.line((line) => line === 'listening')
  return `http://127.0.0.1:${port}`
}

async function refuseOtherBytes(
  { url, key }: Place,
  bareUrl: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const [ours, bare] = [await textAt(url, path, key), await textAt(bareUrl, path, key)]
    if (ours !== bare) throw new Error(`The answers to ${path} differ:\n${ours}\n${bare}`)
  }
}

async function textAt(url: string, path: string, key: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
