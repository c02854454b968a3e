import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { type Answer, type House, type Send, startHouse } from '../house.ts'
import { createUpload, put } from '../uploads.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

/** A program that shows `message`, or joins the texts of `error`. */
function expectReadable(problem: Answer['json']): void {
  if (problem.errors === undefined) expect(problem.message).toBe(problem.detail)
  expect(problem.message).toMatch(/^.{10,}\.$/s)
  const texts: unknown = problem.error
  if (!Array.isArray(texts)) throw new Error('error must be a list.')
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(text).toMatch(/^.{10,}\.$/s)
}

it.each<[number, string, string, Send]>([
  [401, 'GET', '/v1/posts', { key: null }],
  [404, 'GET', `/v1/posts/${newId()}`, {}],
  [404, 'GET', '/nowhere', {}],
  [404, 'GET', '/v1/posts/%', {}],
  [405, 'PUT', '/v1/posts', {}],
  [400, 'POST', '/v1/posts', { body: '{', headers: { 'content-type': 'application/json' } }],
  [413, 'POST', '/v1/posts', { body: { caption: 'x'.repeat(300_000) } }],
  [415, 'POST', '/v1/posts', { body: 'words', headers: { 'content-type': 'text/plain' } }],
  [422, 'POST', '/v1/posts', { body: {} }],
  [422, 'GET', '/v1/posts?status=gone', {}],
  [422, 'GET', '/v1/posts?colour=red&limit=0', {}],
  [404, 'GET', '/media/nothing.jpg', { key: null }],
  [403, 'PUT', '/v1/media/uploads/x', { key: null, body: 'x' }],
])('%d: %s %s says what is wrong where programs look for it', async (status, method, path, send) => {
  const answer = await house.request(method, path, send)
  expect(answer.status).toBe(status)
  expectReadable(answer.json)
})

it('lists the text of each thing that is wrong, with its field', async () => {
  const { json } = await house.request('POST', '/v1/posts', {
    body: { social_accounts: [], caption: 7, colour: 'red', media: [{ alt_text: 3 }] },
  })
  const details = new Map<string, string>(
    json.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]),
  )
  expect(json.error.toSorted()).toEqual(
    [
      `caption: ${details.get('/caption')}`,
      `social_accounts: ${details.get('/social_accounts')}`,
      `media[0].alt_text: ${details.get('/media/0/alt_text')}`,
      // These name it themselves.
      details.get('/colour'),
      details.get('/media/0/media_id'),
    ].toSorted(),
  )
  expect(json.message).toBe(`${json.error.slice(0, 3).join(' ')} And 2 more.`)
  const one = await house.request('GET', '/v1/posts?limit=none')
  expect(one.json.message).toBe(`limit: ${one.json.detail}`)
})

it('says so of a refused upload too', async () => {
  const { upload_url } = await createUpload(house, Buffer.alloc(5), 'image/png')
  const answer = await put(house, upload_url, Buffer.alloc(6), 'image/png')
  expect(answer.status).toBe(422)
  expectReadable(answer.json)
})

it.each([
  ['no HTTP', 'hello there\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(64_000)}\r\n\r\n`, 431],
])('says so of %s', async (_what, bytes, status) => {
  const answer = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(house.context.config.port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (part) => {
      received += part
    })
    socket.on('error', () => socket.destroy()).on('close', () => resolve(received))
  })
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const problem = JSON.parse(body)
  expectReadable(problem)
  expect(problem).toMatchObject({ status, request_id: expect.stringMatching(/./) })
})
