import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeMastodon, startFakeMastodon } from './fake.ts'
import type { VariantName } from './fake-variants.ts'

let fake: FakeMastodon
afterEach(() => fake?.close())

async function send(
  key: string,
  fields: object = { status: 'Hello' },
): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${fake.url}/api/v1/statuses`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fake.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(fields),
  })
  return { status: answer.status, body: await answer.text() }
}

async function uploadPicture(): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([Buffer.alloc(100)], { type: 'image/webp' }), 'a.webp')
  const request = new Request(`${fake.url}/api/v2/media`, { method: 'POST', body: form })
  const boundary = request.headers.get('content-type') ?? ''
  const body = Buffer.from(await request.arrayBuffer())
  const text = body.toString('latin1').replaceAll('Content-Type:', 'content-type:')
  const answer = await fetch(`${fake.url}/api/v2/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fake.token}`, 'content-type': boundary },
    body: Buffer.from(text, 'latin1'),
  })
  return (JSON.parse(await answer.text()) as { id: string }).id
}

// Each row: the server, the answer to a repetition, the posts it leaves, and the posts that two requests at once leave.
const facts: readonly [VariantName, number, number, number][] = [
  ['mastodon-old', 200, 1, 2],
  ['mastodon-2026', 500, 1, 1],
  ['mastodon-fixed', 200, 1, 1],
  ['pixelfed', 400, 1, 1],
  ['gotosocial', 200, 2, 2],
  ['hollo', 200, 1, 2],
  ['snac', 200, 2, 2],
]

describe('the simulated server treats a key it has seen as its kind does', () => {
  test.each(facts)('%s: a repetition is answered %i and leaves %i', async (variant, status, standing) => {
    fake = await startFakeMastodon({ variant })
    const fields = {
      status: 'Hello',
      ...(fake.variant.isGallery ? { media_ids: [await uploadPicture()] } : {}),
    }
    const key = randomUUID()
    const first = await send(key, fields)
    const second = await send(key, fields)
    expect([first.status, second.status]).toEqual([200, status])
    expect(fake.posts).toHaveLength(standing)
    if (status === 200 && standing === 1) expect(second.body).toBe(first.body)
  })

  test.each(facts)('%s: two at once (a repetition: %i, %i) leave %i', async (variant, _, __, standing) => {
    fake = await startFakeMastodon({ variant })
    const media = fake.variant.isGallery ? { media_ids: [await uploadPicture()] } : {}
    fake.workSlowly(100)
    const key = randomUUID()
    await Promise.all([send(key, { status: 'Hello', ...media }), send(key, { status: 'Hello', ...media })])
    expect(fake.posts).toHaveLength(standing)
  })

  test('pixelfed uses a key up even for a request that fails', async () => {
    fake = await startFakeMastodon({ variant: 'pixelfed' })
    const key = randomUUID()
    expect((await send(key)).status).toBe(403)
    expect(await send(key)).toMatchObject({ status: 400, body: '{"error":"Duplicate idempotency key."}' })
  })

  test.each([
    ['mastodon-fixed', 422, 'already attached'],
    ['gotosocial', 400, 'media already attached to status'],
    ['hollo', 422, 'Media not found'],
    ['snac', 200, 'media_attachments'],
  ] as const)('%s answers media of another post with %i', async (variant, status, words) => {
    fake = await startFakeMastodon({ variant })
    const media_ids = [await uploadPicture()]
    await send(randomUUID(), { status: 'One', media_ids })
    const second = await send(randomUUID(), { status: 'Two', media_ids })
    expect(second.status).toBe(status)
    expect(second.body).toContain(words)
  })

  test.each([
    [
      'gotosocial',
      { status: 'Q', poll: { options: ['👨‍👩‍👧‍👦'.repeat(20), 'B'], expires_in: 600 } },
      400,
      'poll option 0 exceed max chars (50)',
    ],
    [
      'mastodon-fixed',
      { status: 'Q', poll: { options: ['👨‍👩‍👧‍👦'.repeat(50), 'B'], expires_in: 600 } },
      200,
      '',
    ],
    [
      'mastodon-fixed',
      { status: 'Q', poll: { options: ['👨‍👩‍👧‍👦'.repeat(51), 'B'], expires_in: 600 } },
      422,
      'option',
    ],
    ['gotosocial', { status: 'Q', language: 'zz' }, 400, 'well-formed but unknown'],
    ['hollo', { status: '' }, 422, 'invalid_request'],
  ] as const)('%s answers %j with %i', async (variant, fields, status, words) => {
    fake = await startFakeMastodon({ variant })
    const found = await send(randomUUID(), fields)
    expect(found.status).toBe(status)
    expect(found.body).toContain(words)
  })

  test('hollo refuses an empty text beside media, and takes media without one', async () => {
    fake = await startFakeMastodon({ variant: 'hollo' })
    const media_ids = [await uploadPicture()]
    expect((await send(randomUUID(), { status: '', media_ids })).status).toBe(422)
    expect((await send(randomUUID(), { media_ids })).status).toBe(200)
  })

  test.each([
    [{ status: '  ' }, 422],
    [{ status: 'x'.repeat(501) }, 422],
    [{ status: 'x'.repeat(499), spoiler_text: 'CW' }, 422],
    [{ status: 'Hello', visibility: 'everyone' }, 422],
    [{ status: 'Hello', in_reply_to_id: '1' }, 404],
    [{ status: 'Hello', media_ids: ['1'] }, 422],
    [{ status: 'Hello', poll: { options: ['A'], expires_in: 600 } }, 422],
    [{ status: 'Hello', poll: { options: ['A', 'B'], expires_in: 60 } }, 422],
    [{ status: 'Hello', poll: { options: ['A', 'A'], expires_in: 600 } }, 422],
    [{ status: `${'x'.repeat(476)} https://example.com/${'y'.repeat(100)}` }, 200],
    [{ status: `${'x'.repeat(477)} https://example.com/${'y'.repeat(100)}` }, 422],
    [{ status: `${'x'.repeat(495)} @bob@example.com` }, 200],
  ])('it answers %j with %i', async (fields, status) => {
    fake = await startFakeMastodon({ variant: 'mastodon-fixed' })
    expect((await send(randomUUID(), fields)).status).toBe(status)
    expect(fake.posts).toHaveLength(status === 200 ? 1 : 0)
  })
})
