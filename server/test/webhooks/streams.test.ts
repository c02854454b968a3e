// @module-tag slow
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createSessionToken, hashSessionToken } from '../../src/people/sessions/session-token.ts'
import { recordEvent } from '../../src/webhooks/record-event.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { startSecondProcess } from '../second-process.ts'
import { until } from '../stories/until.ts'

let house: House
let tenant: Tenant
beforeAll(async () => {
  house = await startHouse({ worker: false })
  tenant = await house.newTenant()
})
afterAll(() => house.stop())

interface Message {
  id: string
  data: { id: string; type: string; data: { id: string } }
}

/** A client of a stream. */
interface Client {
  readonly status: number
  readonly messages: Message[]
  /** The id of the last message, or that the stream began with. */
  lastId: string
  hasEnded: boolean
  readonly request: ClientRequest
  readonly response: IncomingMessage
}

async function open(headers: Record<string, string>, query = '', url = house.url): Promise<Client> {
  const request = get(`${url}/v1/events${query}`, {
    agent: false,
    headers: { accept: 'text/event-stream', ...headers },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const client: Client = {
    status: response.statusCode ?? 0,
    messages: [],
    lastId: '',
    hasEnded: false,
    request,
    response,
  }
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1] ?? ''
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (id) client.lastId = id
      if (data) client.messages.push({ id, data: JSON.parse(data) })
    }
  })
  const end = () => {
    client.hasEnded = true
  }
  request.on('error', end)
  response.on('error', end)
  response.on('close', end)
  return client
}

const byKey = (key: string) => ({ authorization: `Bearer ${key}` })
const begun = (client: Client) =>
  until(
    async () => client.lastId,
    (id) => id !== '',
  )
const subjectsOf = ({ messages }: Client) => messages.map(({ data }) => data.data.id)

async function record(of: Tenant = tenant): Promise<string> {
  const id = newId()
  await recordEvent(house.db, {
    ...{ workspaceId: of.workspaceId, mode: 'live', type: 'social_account.connected', subjectId: id },
    data: { id, platform: 'sandbox', username: 'a', status: 'active' },
  })
  return id
}

it('streams events as they are committed, only those of its workspace, mode and filter', async () => {
  const client = await open(byKey(tenant.liveKey))
  const filtered = await open(byKey(tenant.liveKey), '?type=post.posted')
  const strange = await open(byKey((await house.other()).liveKey))
  const test = await open(byKey(tenant.testKey))
  expect(client.response.headers['content-type']).toMatch(/^text\/event-stream/)
  await Promise.all([client, filtered, strange, test].map(begun))
  const written = [await record(), await record()]
  await until(
    async () => subjectsOf(client),
    (got) => got.length === 2,
    20_000,
  )
  expect(subjectsOf(client)).toEqual(written)
  for (const other of [filtered, strange, test]) expect(other.messages).toEqual([])
  for (const { request } of [client, filtered, strange, test]) request.destroy()
})

it('goes on after the last id it gave, across a restart, without a gap or a double', async () => {
  const own = await house.newTenant()
  const written: string[] = []
  const first = await open(byKey(own.liveKey))
  await begun(first)
  written.push(await record(own), await record(own))
  await until(
    async () => first.messages,
    ({ length }) => length === 2,
    20_000,
  )
  first.request.destroy()
  written.push(await record(own))
  const second = await open({ ...byKey(own.liveKey), 'last-event-id': first.lastId })
  written.push(await record(own))
  await until(
    async () => second.messages,
    ({ length }) => length === 2,
    20_000,
  )
  second.request.destroy()
  written.push(await record(own))
  const third = await open(byKey(own.liveKey), `?cursor=${second.lastId}`)
  await until(
    async () => third.messages,
    ({ length }) => length === 1,
    20_000,
  )
  expect([first, second, third].flatMap(subjectsOf)).toEqual(written)
  third.request.destroy()
})

it('is resumed through a second process after the first was killed, which each of them told of its events at once', async () => {
  const own = await house.newTenant()
  const second = await startSecondProcess(house)
  try {
    const early = await open(byKey(own.liveKey), '', second.url)
    await begun(early)
    // The first look of a stream comes at once, so only a later event shows whether the other process was told.
    await pause(200)
    const written = [await record(own)]
    const askedAt = performance.now()
    await until(
      async () => early.messages,
      ({ length }) => length === 1,
    )
    // A process that is not told looks every five seconds.
    expect(performance.now() - askedAt).toBeLessThan(4_000)
    await second.kill()
    await until(
      async () => early.hasEnded,
      (hasEnded) => hasEnded,
    )
    written.push(await record(own), await record(own))
    const late = await open({ ...byKey(own.liveKey), 'last-event-id': early.lastId })
    written.push(await record(own))
    await until(
      async () => late.messages,
      ({ length }) => length === 3,
      20_000,
    )
    expect([early, late].flatMap(subjectsOf)).toEqual(written)
    late.request.destroy()
  } finally {
    await second.kill()
  }
})

it('is opened by a page of ours with its session, and by no page of another site', async () => {
  const own = await house.newTenant()
  const { token } = await signIn(own)
  const cookie = { cookie: `crier_session=${token}` }
  const query = `?workspace=${own.workspaceId}&mode=live`
  const page = await open(cookie, query)
  expect(page.status).toBe(200)
  await begun(page)
  const id = await record(own)
  await until(
    async () => subjectsOf(page),
    (got) => got.includes(id),
    20_000,
  )
  expect((await open({ ...cookie, 'sec-fetch-site': 'cross-site' }, query)).status).toBe(403)
  expect((await open(cookie)).status).toBe(401)
  expect((await open(cookie, `?workspace=${tenant.workspaceId}`)).status).toBe(403)
  await house.db.run(sql`delete from sessions where user_id = ${own.userId}`)
  await until(async () => page.hasEnded, Boolean, 3_000)
})

/** A session of the person of a workspace, as signing in makes it. */
async function signIn({ userId }: Tenant): Promise<{ token: string }> {
  const token = createSessionToken()
  await house.db.run(sql`
    insert into sessions (id, user_id, token_hash, ip, user_agent)
    values (${newId()}, ${userId}, ${hashSessionToken(token)}, '127.0.0.1', 'test')`)
  return { token }
}

it('ends within about a second when its key is revoked', async () => {
  const { id, key } = await house.key({ scopes: ['read'] })
  const client = await open(byKey(key))
  await begun(client)
  await pause(1_000)
  expect(client.hasEnded).toBe(false)
  await house.db.run(sql`update api_keys set revoked_at = clock_timestamp() where id = ${id}`)
  const revokedAt = performance.now()
  await until(async () => client.hasEnded, Boolean, 5_000)
  expect(performance.now() - revokedAt).toBeLessThan(2_500)
})

it('refuses more than fifty streams of a workspace, and gives places back', async () => {
  const own = await house.newTenant()
  const clients = await Promise.all(Array.from({ length: 50 }, () => open(byKey(own.liveKey))))
  expect((await open(byKey(own.liveKey))).status).toBe(429)
  for (const { request } of clients) request.destroy()
  const again = await until(
    async () => {
      const client = await open(byKey(own.liveKey))
      if (client.status !== 200) client.request.destroy()
      return client
    },
    ({ status }) => status === 200,
  )
  again.request.destroy()
}, 30_000)

it('keeps no more than a page for a client that does not read', async () => {
  const own = await house.newTenant()
  await house.db.run(sql`
    insert into events (workspace_id, id, mode, type, subject_id, version, data, txid)
    select ${own.workspaceId}, gen_random_uuid(), 'live', 'post.updated', gen_random_uuid(), n,
      jsonb_build_object('id', repeat('x', 2000)), (n / 1000)::text::xid8 from generate_series(1, 40000) n`)
  // A process of its own: in this one, other tests use memory at the same time.
  const second = await startSecondProcess(house)
  onTestFinished(() => second.kill())
  expect((await fetch(`${second.url}/v1/events`, { headers: byKey(own.liveKey) })).status).toBe(200)
  const before = second.memory()
  const request = get(`${second.url}/v1/events?cursor=`, {
    agent: false,
    headers: { accept: 'text/event-stream', ...byKey(own.liveKey) },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()
  await pause(1_500)
  // 80 MB are waiting in the database.
  expect(second.memory() - before).toBeLessThan(60_000_000)
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  response.resume()
  await until(
    async () => bytes,
    (read) => read > 5_000_000,
    60_000,
  )
  request.destroy()
}, 120_000)

it('refuses what it does not know, and HEAD has no body', async () => {
  expect((await open(byKey(tenant.liveKey), '?colour=red')).status).toBe(422)
  expect((await open(byKey(tenant.liveKey), '?cursor=mine')).status).toBe(422)
  expect((await open({ ...byKey(tenant.liveKey), 'last-event-id': 'mine' })).status).toBe(422)
  expect((await open({})).status).toBe(401)
})

it('ends when the server stops, so that clients go on elsewhere', async () => {
  const second = await startHouse({ worker: false })
  const client = await open(byKey(second.liveKey), '', second.url)
  await begun(client)
  const stopping = second.stop()
  await until(async () => client.hasEnded, Boolean, 5_000)
  await stopping
})
