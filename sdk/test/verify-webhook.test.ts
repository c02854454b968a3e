import { createHmac, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { type EventOf, signWebhook, verifyWebhook, WebhookVerificationError } from '../src/index.ts'
import vectors from './webhook-vectors.json' with { type: 'json' }

const now = new Date('2026-03-02T17:20:00.000Z')
const secret = `whsec_${randomBytes(24).toString('base64')}`
const event = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40',
  type: 'post.posted',
  created_at: '2026-03-02T17:19:59.000Z',
  data: { id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b41', status: 'posted', previous_status: 'processing' },
}
const payload = JSON.stringify({ ...event, text: 'Grüße 🌊' })

/** Headers as the library of the standard makes them. */
function headersFor(body: string, { at = now, by = secret } = {}): Record<string, string> {
  return {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(event.id, at, body),
  }
}

test.each([
  ['text', payload],
  ['bytes', new TextEncoder().encode(payload)],
])('a delivery is verified by its %s', async (_form, body) => {
  expect(await verifyWebhook(body, headersFor(payload), secret, { now })).toMatchObject(event)
})

test('headers may be those of fetch or of Node, whatever their capitals', async () => {
  const headers = headersFor(payload)
  expect(await verifyWebhook(payload, new Headers(headers), secret, { now })).toMatchObject(event)
  const capital = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  expect(await verifyWebhook(payload, capital, secret, { now })).toMatchObject(event)
})

test('while a secret is rotated, one of several signatures or secrets is enough', async () => {
  const next = `whsec_${randomBytes(24).toString('base64')}`
  const both = {
    ...headersFor(payload),
    'webhook-signature': `v1a,AAAA ${headersFor(payload, { by: next })['webhook-signature']} ${headersFor(payload)['webhook-signature']}`,
  }
  expect(await verifyWebhook(payload, both, secret, { now })).toMatchObject(event)
  expect(await verifyWebhook(payload, both, next, { now })).toMatchObject(event)
  expect(
    await verifyWebhook(payload, headersFor(payload, { by: next }), [secret, next], { now }),
  ).toMatchObject(event)
})

test('a delivery that a test signs is verified here and by the library of the standard', async () => {
  const failed: EventOf<'post.failed'> = {
    ...event,
    type: 'post.failed',
    data: { id: event.data.id, status: 'failed', previous_status: 'processing' },
  }
  const { body, headers } = await signWebhook(failed, secret, { now })
  expect(await verifyWebhook(body, headers, secret, { now })).toEqual(failed)
  const fresh = await signWebhook(failed, secret)
  expect(new Webhook(secret).verify(fresh.body, fresh.headers)).toEqual(failed)
  await expect(verifyWebhook(fresh.body.replace('failed', 'posted'), fresh.headers, secret)).rejects.toThrow(
    WebhookVerificationError,
  )
  await expect(signWebhook(failed, 'whsec_%%')).rejects.toThrow(TypeError)
})

const seconds = (difference: number) => new Date(now.getTime() + difference * 1000)

test.each([
  ['another body', payload.replace('posted', 'failed'), {}, secret],
  ['another secret', payload, {}, `whsec_${randomBytes(24).toString('base64')}`],
  ['another id', payload, { 'webhook-id': 'other' }, secret],
  ['another time', payload, { 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, secret],
  ['an old time', payload, headersFor(payload, { at: seconds(-301) }), secret],
  ['a time to come', payload, headersFor(payload, { at: seconds(301) }), secret],
  ['a time that is none', payload, { 'webhook-timestamp': 'now' }, secret],
  ['no signature', payload, { 'webhook-signature': '' }, secret],
  ['a signature that is no base64', payload, { 'webhook-signature': 'v1,%%%' }, secret],
  ['an empty signature', payload, { 'webhook-signature': 'v1,' }, secret],
  [
    'a signature of another version',
    payload,
    { 'webhook-signature': headersFor(payload)['webhook-signature']?.replace('v1', 'v2') },
    secret,
  ],
])('%s is refused', async (_what, body, changed, by) => {
  const verified = verifyWebhook(body, { ...headersFor(payload), ...changed }, by, { now })
  await expect(verified).rejects.toThrow(WebhookVerificationError)
})

test('the tolerance can be set, and its limits are inside', async () => {
  const late = headersFor(payload, { at: seconds(-300) })
  expect(await verifyWebhook(payload, late, secret, { now })).toMatchObject(event)
  await expect(verifyWebhook(payload, late, secret, { now, toleranceSeconds: 299 })).rejects.toThrow(/time/)
  const present = headersFor(payload, { at: new Date() })
  expect(await verifyWebhook(payload, present, secret)).toMatchObject(event)
})

test('a secret that is none is a fault of the program', async () => {
  for (const wrong of ['whsec_', 'whsec_%%%', ''])
    await expect(verifyWebhook(payload, headersFor(payload), wrong, { now })).rejects.toThrow(TypeError)
})

test('the signature is that of the standard, byte for byte', async () => {
  const time = String(now.getTime() / 1000)
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${event.id}.${time}.${payload}`)
    .digest('base64')
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${signature}`,
  }
  expect(await verifyWebhook(payload, headers, secret, { now })).toMatchObject(event)
})

// The client for Python is held to the same file.
test.each(vectors.cases)('the vector "$name"', async ({ payload, headers, secret: by, is_good: isGood }) => {
  const verified = verifyWebhook(payload, headers, by, { now: new Date(vectors.now * 1000) })
  if (isGood) expect(await verified).toEqual(JSON.parse(payload))
  else await expect(verified).rejects.toThrow(WebhookVerificationError)
})
