// @module-tag slow
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { until } from '../stories/until.ts'
import { answerWith, type Receiver, startReceiver } from './receiver.ts'

let house: House
let receiver: Receiver
/** Each test has a workspace of its own. */
let tenant: Tenant
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  tenant = await house.newTenant()
})
afterEach(() => receiver.close())

const send = (method: string, path: string, body?: unknown, key = tenant.testKey) =>
  house.request(method, path, { key, ...(body === undefined ? {} : { body }) })

async function endpoint(body: object = {}, key = tenant.testKey) {
  const { status, json } = await send('POST', '/v1/webhook-endpoints', { url: receiver.url, ...body }, key)
  expect(status).toBe(200)
  return json as { id: string; secret: string }
}

/** Makes an event, which is about a draft. */
async function makeEvent(key = tenant.testKey): Promise<string> {
  const account = await house.connectIn(tenant, 'sandbox', { name: `Account ${Math.random()}` }, 'test')
  const { status, json } = await send(
    'POST',
    '/v1/posts',
    { social_accounts: [account], is_draft: true },
    key,
  )
  expect(status).toBe(200)
  return json.id
}

const onlyDrafts = { events: ['post.created'] }

async function deliveries(id: string, query = '') {
  const { status, json } = await send('GET', `/v1/webhook-endpoints/${id}/deliveries${query}`)
  expect(status).toBe(200)
  return json.data
}

const settled = (id: string, isIt: (delivery: Awaited<ReturnType<typeof deliveries>>[0]) => boolean) =>
  until(
    async () => (await deliveries(id))[0],
    (delivery) => delivery !== undefined && isIt(delivery),
    20_000,
  )

const advance = async (seconds: number) => {
  const { status } = await send('POST', '/v1/test-clock', { advance_by_seconds: seconds })
  expect(status).toBe(200)
}

it('sends each event signed, so that a library of Standard Webhooks verifies it', async () => {
  const { id, secret } = await endpoint(onlyDrafts)
  const post = await makeEvent()
  const [got] = await until(
    async () => receiver.received,
    ({ length }) => length > 0,
  )
  const headers = got?.headers as Record<string, string>
  expect(new Webhook(secret).verify(got?.body ?? '', headers)).toEqual({
    id: headers['webhook-id'],
    type: 'post.created',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { id: post, status: 'draft', external_id: null },
  })
  expect(() => new Webhook(secret).verify(`${got?.body} `, headers)).toThrow()
  expect(headers['content-type']).toBe('application/json')
  const delivery = await settled(id, ({ status }) => status === 'delivered')
  expect(delivery).toMatchObject({
    event_id: headers['webhook-id'],
    next_attempt_at: null,
    attempts: [{ number: 1, success: true, status_code: 200, error: null }],
  })
  const { json: whole } = await send('GET', `/v1/webhook-endpoints/${id}/deliveries/${delivery.id}`)
  expect(whole.request_body).toBe(got?.body)
  expect(whole.attempts[0].request_headers).toMatchObject({ 'webhook-signature': 'hidden' })
  expect((await send('GET', `/v1/webhook-endpoints/${id}`)).json.last_24_hours).toEqual({
    succeeded: 1,
    failed: 0,
  })
})

it('signs with both secrets until the overlap ends, and with the new one alone afterwards', async () => {
  const old = await endpoint(onlyDrafts)
  const { json: rotated } = await send('POST', `/v1/webhook-endpoints/${old.id}/rotate-secret`, {
    overlap_seconds: 60,
  })
  await makeEvent()
  const [both] = await until(
    async () => receiver.received,
    ({ length }) => length === 1,
  )
  for (const secret of [old.secret, rotated.secret])
    expect(new Webhook(secret).verify(both?.body ?? '', both?.headers as Record<string, string>)).toBeTruthy()
  await house.db.run(sql`
    update webhook_endpoints set previous_secret_until = clock_timestamp() where id = ${old.id}`)
  await makeEvent()
  const [, one] = await until(
    async () => receiver.received,
    ({ length }) => length === 2,
  )
  const headers = one?.headers as Record<string, string>
  expect(new Webhook(rotated.secret).verify(one?.body ?? '', headers)).toBeTruthy()
  expect(() => new Webhook(old.secret).verify(one?.body ?? '', headers)).toThrow()
})

it('sends only the events that an endpoint wants, of its mode and workspace', async () => {
  await endpoint({ events: ['post.deleted'], url: `${receiver.url}/deleted` })
  await endpoint({ url: `${receiver.url}/live` }, tenant.liveKey)
  await endpoint({ ...onlyDrafts, url: `${receiver.url}/created` })
  const post = await makeEvent()
  await send('DELETE', `/v1/posts/${post}`)
  await until(
    async () => receiver.at('/deleted'),
    ({ length }) => length === 1,
  )
  expect(receiver.at('/created')).toHaveLength(1)
  expect(receiver.at('/live')).toHaveLength(0)
})

it('tries ten times over three days by the test clock, under one id, and resends on demand', async () => {
  receiver.behave = answerWith(500, { 'set-cookie': 'a=b' }, `crier_live_${'x'.repeat(38)} broke`)
  const { id } = await endpoint(onlyDrafts)
  await makeEvent()
  const pauses: number[] = []
  for (let attempt = 1; attempt < 10; attempt += 1) {
    const tried = await settled(id, ({ attempts }) => attempts.length === attempt)
    const { json: clock } = await send('GET', '/v1/test-clock')
    const pauseMs = Date.parse(tried.next_attempt_at) - Date.parse(clock.now)
    pauses.push(pauseMs)
    expect(tried).toMatchObject({ status: 'pending', tries: { failed: attempt, most: 10 } })
    await advance(Math.max(1, Math.ceil(pauseMs / 1_000)))
  }
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]
  pauses.forEach((pauseMs, index) => {
    const share = pauseMs / 60_000 / (minutes[index] ?? 0)
    // The first pause is looked at late.
    expect(share).toBeGreaterThan(index === 0 ? 0 : 0.89)
    expect(share).toBeLessThan(1.11)
  })
  const failed = await settled(id, ({ attempts }) => attempts.length === 10)
  expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null, tries: { failed: 10 } })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const { json: whole } = await send('GET', `/v1/webhook-endpoints/${id}/deliveries/${failed.id}`)
  expect(whole.attempts[9]).toMatchObject({
    response_headers: { 'set-cookie': 'hidden' },
    response_body: '[redacted] broke',
    error: { code: 'not_accepted' },
  })
  receiver.behave = answerWith(204)
  const { status } = await send('POST', `/v1/webhook-endpoints/${id}/deliveries/${failed.id}/resend`)
  expect(status).toBe(200)
  await settled(id, ({ status }) => status === 'delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
}, 60_000)

it('switches an endpoint off after five days of failures, keeps what happens, and sends it when asked', async () => {
  receiver.behave = answerWith(500)
  const { id } = await endpoint(onlyDrafts)
  await endpoint({ events: ['webhook_endpoint.disabled'], url: `${receiver.url}/about` })
  await makeEvent()
  await settled(id, ({ attempts }) => attempts.length === 1)
  await advance(5 * 86_400 + 60)
  const off = await until(
    async () => (await send('GET', `/v1/webhook-endpoints/${id}`)).json,
    ({ status }) => status === 'disabled',
  )
  expect(off).toMatchObject({ disabled_reason: 'failing', kept_deliveries: 1 })
  const [about] = await until(
    async () => receiver.at('/about'),
    ({ length }) => length > 0,
  )
  expect(JSON.parse(about?.body ?? '')).toMatchObject({
    type: 'webhook_endpoint.disabled',
    data: { id, status: 'disabled', reason: 'failing', host: new URL(receiver.url).host },
  })
  const before = receiver.at('/').length
  await makeEvent()
  await until(
    async () => (await send('GET', `/v1/webhook-endpoints/${id}`)).json.kept_deliveries,
    (count) => count === 2,
  )
  const since = { since: '2020-01-01T00:00:00Z' }
  expect((await send('POST', `/v1/webhook-endpoints/${id}/resend`, since)).json).toMatchObject({
    status: 409,
    code: 'endpoint_disabled',
  })
  receiver.behave = answerWith(200)
  const test = await send('POST', `/v1/webhook-endpoints/${id}/test`)
  expect(test.json).toMatchObject({ event_type: 'webhook_endpoint.test', tries: { most: 1 } })
  await until(
    async () => receiver.at('/'),
    ({ length }) => length === before + 1,
  )
  expect((await send('POST', `/v1/webhook-endpoints/${id}/enable`)).json).toMatchObject({
    status: 'enabled',
    failing_since: null,
  })
  expect((await send('POST', `/v1/webhook-endpoints/${id}/resend`, since)).json).toEqual({
    resent: 2,
    more: false,
  })
  await until(
    async () => receiver.at('/'),
    ({ length }) => length === before + 3,
  )
  expect(
    await until(
      () => deliveries(id, '?status=delivered'),
      ({ length }) => length === 3,
    ),
  ).toHaveLength(3)
}, 60_000)

it.each([
  [410, {}, 'gone', 'gone'],
  [302, { location: 'http://127.0.0.1:1/inside' }, 'redirected', null],
  [404, {}, 'not_accepted', null],
])('takes %i for a failure', async (code, headers, error, reason) => {
  receiver.behave = answerWith(code, headers as Record<string, string>)
  const { id } = await endpoint(onlyDrafts)
  await makeEvent()
  const { attempts } = await settled(id, (delivery) => delivery.attempts.length === 1)
  expect(attempts[0]).toMatchObject({ success: false, status_code: code, error: { code: error } })
  expect((await send('GET', `/v1/webhook-endpoints/${id}`)).json.disabled_reason).toBe(reason)
})

it('leaves a receiver alone for as long as it asks to', async () => {
  receiver.behave = answerWith(429, { 'retry-after': '3600' })
  const { id } = await endpoint(onlyDrafts)
  await makeEvent()
  const { next_attempt_at: next } = await settled(id, ({ attempts }) => attempts.length === 1)
  expect(Date.parse(next) - Date.now()).toBeGreaterThan(3_500_000)
})

it('reads the beginning of a large answer, and counts one that breaks off as a failure', async () => {
  receiver.behave = answerWith(200, {}, 'x'.repeat(10_000_000))
  const { id } = await endpoint(onlyDrafts)
  await makeEvent()
  const large = await settled(id, ({ status }) => status === 'delivered')
  const { json: whole } = await send('GET', `/v1/webhook-endpoints/${id}/deliveries/${large.id}`)
  expect(whole.attempts[0].response_body).toHaveLength(8_000)
  receiver.behave = (answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => answer.destroy(), 20)
  }
  await makeEvent()
  const broken = await settled(id, ({ attempts, status }) => attempts.length === 1 && status === 'pending')
  expect(broken.attempts[0]).toMatchObject({ success: false, error: { code: 'no_answer' } })
  expect(receiver.received).toHaveLength(2)
})

it('sends a delivery again that took too long, while others are delivered on time', async () => {
  receiver.behave = (answer, { path }) => {
    if (path !== '/slow') answer.end()
  }
  const { id } = await endpoint({ ...onlyDrafts, url: `${receiver.url}/slow` })
  const { id: quick } = await endpoint({ ...onlyDrafts, url: `${receiver.url}/quick` })
  for (let turn = 0; turn < 8; turn += 1) await makeEvent()
  await until(
    () => deliveries(quick, '?status=delivered'),
    ({ length }) => length === 8,
  )
  expect(receiver.at('/slow').length).toBeLessThanOrEqual(5)
  const hanging = await until(
    async () =>
      (await deliveries(id, '?limit=20')).filter(
        ({ attempts }: { attempts: object[] }) => attempts.length > 0,
      ),
    ({ length }) => length > 0,
    30_000,
  )
  expect(hanging[0].attempts[0]).toMatchObject({
    success: false,
    status_code: null,
    error: { code: 'timeout' },
  })
  expect(hanging[0].attempts[0].duration_ms).toBeLessThan(16_500)
}, 60_000)

it('sends nothing to an address that became private after it was accepted', async () => {
  const { id } = await endpoint(onlyDrafts)
  await house.db.run(sql`update webhook_endpoints set url = 'https://169.254.169.254/' where id = ${id}`)
  await makeEvent()
  const { attempts } = await settled(id, (delivery) => delivery.attempts.length === 1)
  expect(attempts[0].error.code).toBe('address_not_allowed')
})

it('sends nothing while a guard is up, because a copy must not speak for its original', async () => {
  const { id } = await endpoint(onlyDrafts)
  await house.db.run(sql`insert into guards (kind) values ('restored')`)
  try {
    await makeEvent()
    await settled(id, ({ status }) => status === 'pending')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(receiver.received).toHaveLength(0)
  } finally {
    await house.db.run(sql`delete from guards`)
  }
  await settled(id, ({ status }) => status === 'delivered')
})
