import { expect, test } from 'vitest'
import { createJournal, secretsIn } from './journal.ts'
import { compareShapes, shapesOf } from './shapes.ts'

const entry = (answer: object, more: object = {}) => ({
  step: 'text',
  method: 'POST',
  url: 'https://n.example/posts/11402938475610293?x=1',
  sent: '',
  status: 200,
  answer: JSON.parse(JSON.stringify(answer)),
  ...more,
})

test('answers are alike whatever their values and ids are', () => {
  const one = shapesOf([entry({ id: '1', media: [{ url: 'a' }] })])
  const other = shapesOf([
    entry({ id: '2', media: [{ url: 'b' }, { url: 'c' }] }, { url: 'https://m.example/posts/7' }),
  ])
  expect(compareShapes(one, other)).toEqual([])
  expect(one[0]?.call).toBe('text: POST /posts/:id')
})

test.each<[string, object, object, string[]]>([
  ['a status', {}, { status: 201 }, ['text: POST /posts/:id: status 201, not 200.']],
  ['a new member', { more: 1 }, {}, ['text: POST /posts/:id: new members more.']],
  ['a missing member', { url: undefined }, {}, ['text: POST /posts/:id: missing members url.']],
  ['another type', { id: 7 }, {}, ['text: POST /posts/:id: id is number, not string.']],
  [
    'another type of a list',
    { id: ['7'] },
    {},
    ['text: POST /posts/:id: new members id[].', 'text: POST /posts/:id: id is array, not string.'],
  ],
  [
    'another call',
    {},
    { method: 'PUT' },
    [
      'text: PUT /posts/:id: the fake was never asked this.',
      'text: POST /posts/:id: only the fake was asked this.',
    ],
  ],
])('%s is a difference', (_what, answer, more, difference) => {
  const usual = { id: '1', url: 'u' }
  expect(compareShapes(shapesOf([entry({ ...usual, ...answer }, more)]), shapesOf([entry(usual)]))).toEqual(
    difference,
  )
})

test('a journal has no header, and no secret in an address, a request or an answer', async () => {
  const credentials = { token: 'very-secret-token', app: { key: 'another-secret' } }
  const journal = createJournal(secretsIn(credentials))
  const outbound = journal.record({
    fetch: async () => ({
      status: 200,
      headers: {},
      bytes: new Uint8Array(),
      text: '',
      json: { said: 'It was very-secret-token.', refresh_token: 'one that is new', list: ['another-secret'] },
    }),
    sendOnce: () => Promise.reject(new Error('not here')),
    open: () => Promise.reject(new Error('not here')),
    check: async () => undefined,
    close: async () => undefined,
  })
  journal.begin('text')
  const url = 'https://n.example/x?access_token=very-secret-token'
  const headers = { authorization: 'Bearer very-secret-token' }
  const body = JSON.stringify({ token: 'very-secret-token' })
  const limits = { signal: new AbortController().signal, timeoutMs: 1, maxBytes: 1 }
  await outbound.fetch({ method: 'POST', url, headers, body }, limits)
  expect(journal.entries).toEqual([
    {
      step: 'text',
      method: 'POST',
      url: 'https://n.example/x?access_token=[secret]',
      sent: '{"token":"[secret]"}',
      status: 200,
      answer: { said: 'It was [secret].', refresh_token: '[secret]', list: ['[secret]'] },
    },
  ])
})

test('a step that was never tried at the network is no difference', () => {
  const text = entry({ id: '1' })
  const video = entry({ id: '2' }, { step: 'video' })
  expect(compareShapes(shapesOf([text]), shapesOf([text, video]))).toEqual([])
  expect(compareShapes(shapesOf([text, video]), shapesOf([text]))).toEqual([
    'video: POST /posts/:id: the fake was never asked this.',
  ])
})
