// @module-tag slow
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { describeApi } from '../../src/http/docs/describe-api.ts'
import { defineStream } from '../../src/http/stream-route.ts'
import { type House, startHouse } from '../house.ts'
import { type Served, serveRoutes } from './serve-routes.ts'

/** Streams that have begun and not ended. */
const open = new Set<string>()
let begun = 0

const events = defineStream({
  id: 'watchEvents',
  method: 'GET',
  path: '/v1/events',
  group: 'api',
  authentication: { scope: 'read' },
  doc: {
    summary: 'Watch what happens',
    responses: { 200: { description: 'Events.', content: { 'text/event-stream': {} } } },
  },
  run: async (_context, { caller, requestId, proceed, signal }) => {
    proceed()
    begun += 1
    if (!signal.aborted) open.add(requestId)
    signal.addEventListener('abort', () => open.delete(requestId))
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: Readable.from(countFor(caller.workspaceId, signal)),
    }
  },
})

const failing = defineStream({
  id: 'failToWatch',
  method: 'GET',
  path: '/v1/failing',
  group: 'api',
  authentication: { scope: 'read' },
  doc: null,
  run: () => Promise.reject(new Error('The route is broken.')),
})

async function* countFor(workspaceId: string, signal: AbortSignal): AsyncGenerator<string> {
  for (let number = 1; !signal.aborted; number += 1) {
    yield `data: ${workspaceId} ${number}\n\n`
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

let house: House
let served: Served
beforeEach(async () => {
  house = await startHouse({ worker: false })
  served = await serveRoutes(house, [events, failing])
})
afterEach(async () => {
  await served.close()
  await house.stop()
})

const ask = (key: string | null, path = '/v1/events') => house.request('GET', served.url + path, { key })

/** Begins to watch and answers once the first event is there. */
async function watch(key: string): Promise<{ request: ClientRequest; first: string }> {
  const request = get(`${served.url}/v1/events`, {
    agent: false,
    headers: { authorization: `Bearer ${key}` },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.on('error', () => undefined)
  const [chunk] = (await once(response, 'data')) as [Buffer]
  return { request, first: chunk.toString() }
}

const until = async (isSo: () => boolean) => {
  for (let tries = 0; !isSo() && tries < 500; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isSo()).toBe(true)
}

test('streams to its caller until the client goes away', async () => {
  const { request, first } = await watch(house.liveKey)
  expect(first).toContain(`data: ${house.workspaceId} 1`)
  expect(open.size).toBe(1)
  request.destroy()
  await until(() => open.size === 0)
}, 60_000)

test('refuses a request without a key, without the scope, without a subscription and over the limit', async () => {
  const { key: writer } = await house.key({ scopes: ['write'] })
  const busy = await house.key()
  await house.db.run(sql`
    insert into rate_limits (workspace_id, key_id, minute, used)
    values (${house.workspaceId}, ${busy.id}, clock_timestamp() + interval '1 hour', 2000000)`)
  const lapsed = await house.other()
  await house.db.run(sql`
    update workspaces set subscription = 'inactive', subscription_ended_at = clock_timestamp()
    where id = ${lapsed.workspaceId}`)
  const answers = [await ask(null), await ask(writer), await ask(busy.key), await ask(lapsed.liveKey)]
  expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
    [401, 'unauthorized'],
    [403, 'scope_missing'],
    [429, 'rate_limited'],
    [402, 'subscription_required'],
  ])
  for (const { headers } of answers)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answers[1]?.headers.get('www-authenticate')).toContain('insufficient_scope')
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers[2]?.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/)
  expect(open.size).toBe(0)
}, 60_000)

const most = 256

test('counts as a request under way while it lasts, and gives its place back when the client hangs up', async () => {
  for (let number = 0; number < 3; number += 1)
    expect((await ask(house.liveKey, '/v1/failing')).status).toBe(500)
  await hangUpWhileLookedUp()
  for (let round = 0; round < 2; round += 1) {
    const watching = await Promise.all(Array.from({ length: most }, () => watch(house.liveKey)))
    expect(await ask(house.liveKey)).toMatchObject({ status: 429, json: { code: 'too_many_at_once' } })
    const stranger = await watch((await house.other()).liveKey)
    for (const { request } of [...watching, stranger]) request.destroy()
    await until(() => open.size === 0)
  }
}, 120_000)

/** A client that is gone before its request is admitted. */
async function hangUpWhileLookedUp(): Promise<void> {
  const { id, key } = await house.key()
  await house.db.run(sql`
    insert into rate_limits (workspace_id, key_id, minute, used)
    values (${house.workspaceId}, ${id}, clock_timestamp() - interval '1 hour', 0)`)
  const before = begun
  await house.db.transaction(async (tx) => {
    await tx.run(sql`select from rate_limits where key_id = ${id} for update`)
    const request = get(`${served.url}/v1/events`, {
      agent: false,
      headers: { authorization: `Bearer ${key}` },
    })
    request.on('error', () => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
    request.destroy()
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  await until(() => begun > before)
  expect(open.size).toBe(0)
}

test('is described with its scope and its refusals', () => {
  const { paths } = describeApi({ operations: [], streams: [events, failing], publicUrl: served.url })
  expect(paths).toEqual({
    '/v1/events': {
      get: expect.objectContaining({
        operationId: 'watchEvents',
        security: [{ apiKey: ['read'] }],
        description: 'Needs the scope `read`.',
        responses: expect.objectContaining({
          200: expect.objectContaining({ description: 'Events.' }),
          401: { $ref: '#/components/responses/Unauthorized' },
          403: { $ref: '#/components/responses/Forbidden' },
          429: { $ref: '#/components/responses/RateLimited' },
        }),
      }),
    },
  })
}, 60_000)

test('a stream of events ends when the server stops, so that stopping waits for no client', async () => {
  const { request } = await watch(house.liveKey)
  const ended = once(request, 'close')
  const startedAt = performance.now()
  await served.close()
  await ended
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(open.size).toBe(0)
})
