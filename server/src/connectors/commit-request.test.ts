import { expect, test } from 'vitest'
import { requestOf } from './commit-request.ts'
import type { CommitRequest, Failure, MediaSource } from './connector.ts'

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256))

/** A medium that comes in pieces of so many bytes. */
function mediaIn(size: number): Parameters<typeof requestOf>[1] {
  const open: MediaSource['open'] = async (_id, range) => {
    const asked = bytes.subarray(range?.start ?? 0, range?.end)
    const count = Math.ceil(asked.length / size)
    return ReadableStream.from(
      Array.from({ length: count }, (_, at) => asked.subarray(at * size, (at + 1) * size)),
    )
  }
  return { credentials: {}, media: { open } as MediaSource, secrets: async () => ({}) }
}

function commitOf(end: number): CommitRequest {
  const pieces = ['{"text":"Grüße","data":"', { base64: { mediaId: 'a', start: 1, end } }, '"}']
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', url: 'https://network.example/posts', headers, body: { pieces } }
}

test.each([
  [1, 1_000],
  [2, 999],
  [3, 998],
  [64, 1_000],
  [5_000, 999],
  [10, 1],
])(
  'a text with a medium in it is whole where the medium comes %d bytes at a time, up to %d',
  async (size, end) => {
    const { body, headers } = await requestOf(commitOf(end), mediaIn(size), { authorization: 'Bearer ours' })
    const sent = Buffer.from(await new Response(body).arrayBuffer())
    expect(JSON.parse(sent.toString())).toEqual({
      text: 'Grüße',
      data: bytes.subarray(1, end).toString('base64'),
    })
    expect(headers).toEqual({
      'content-type': 'application/json',
      'content-length': String(sent.length),
      authorization: 'Bearer ours',
    })
  },
)

test('a medium that cannot be read is not sent', async () => {
  const media = { open: () => Promise.reject(new Error('It is gone.')) } as unknown as MediaSource
  const sent = requestOf(commitOf(10), { ...mediaIn(1), media }, {})
  await expect(sent).rejects.toMatchObject({ kind: 'not_sent' } satisfies Partial<Failure>)
})

const inAddress: CommitRequest = {
  method: 'POST',
  url: 'https://network.example/bot{access}/posts',
  urlCredential: 'bot_token',
  headers: {},
  body: '{}',
}

test('a credential takes its place in the address when it is sent', async () => {
  const world = { ...mediaIn(1), credentials: { bot_token: '123:A-b_c' } }
  const { url } = await requestOf(inAddress, world, {})
  expect(url).toBe('https://network.example/bot123:A-b_c/posts')
})

test.each(['', '..', '../other', 'a/b', 'a?b', 'a#b', 'a b', 'ä', null])(
  'the credential %j leads nowhere else',
  async (token) => {
    const world = { ...mediaIn(1), credentials: { bot_token: token } }
    const sent = requestOf(inAddress, world, {})
    await expect(sent).rejects.toMatchObject({ kind: 'not_sent' } satisfies Partial<Failure>)
  },
)

const inText: CommitRequest = {
  method: 'POST',
  url: 'https://network.example/posts',
  headers: { 'content-type': 'application/json' },
  body: { pieces: ['{"signer":"', { credential: 'signer' }, '","text":"{access} [signer]"}'] },
}

test('a credential takes its place in a text when it is sent, and no words of the text are taken for it', async () => {
  const world = { ...mediaIn(1), credentials: { signer: '19d0c5fd-9b33' } }
  const { body, headers } = await requestOf(inText, world, {})
  const sent = Buffer.from(await new Response(body).arrayBuffer())
  expect(JSON.parse(sent.toString())).toEqual({ signer: '19d0c5fd-9b33', text: '{access} [signer]' })
  expect(headers['content-length']).toBe(String(sent.length))
})

test.each(['', 'a"b', 'a\\', 'a\n', 'ä', null])('the credential %j cannot change a text', async (signer) => {
  const sent = requestOf(inText, { ...mediaIn(1), credentials: { signer } }, {})
  await expect(sent).rejects.toMatchObject({ kind: 'not_sent' } satisfies Partial<Failure>)
})
