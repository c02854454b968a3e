import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeNetwork, FakeRefusal, type FakeServer, startFakeServer } from './fake-server.ts'

let posts: string[]
let server: FakeServer
const network: FakeNetwork = {
  routes: {
    'POST /posts': ({ body }) => {
      posts.push(body.toString())
      return { status: 201, json: { id: '1' } }
    },
    'GET /posts/:id/likes': (_, id) => ({ status: 200, json: { of: id } }),
    'GET /picture': () => {
      const bytes = { bytes: Buffer.from('png'), mimeType: 'image/png' }
      return { status: 200, json: null, bytes, headers: { 'x-kept': 'yes' } }
    },
    'GET /refused': () => {
      throw new FakeRefusal('No.', { status: 403, json: { error: 'No.' } })
    },
  },
  internalError: { error: 'Internal Server Error' },
}
beforeEach(async () => {
  posts = []
  server = await startFakeServer(network)
})
afterEach(() => server.close())

const send = () => fetch(`${server.url}/posts?a=b`, { method: 'POST', body: 'Hello' })

test('a call is answered by its route and stands in the journal', async () => {
  expect(await (await send()).json()).toEqual({ id: '1' })
  expect(server.calls).toMatchObject([{ name: 'POST /posts', body: Buffer.from('Hello') }])
  expect(server.calls[0]?.url.searchParams.get('a')).toBe('b')
  expect(await (await fetch(`${server.url}/posts/a%2Fb/likes`)).json()).toEqual({ of: 'a/b' })
  const picture = await fetch(`${server.url}/picture`)
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'png'])
  expect(picture.headers.get('x-kept')).toBe('yes')
})

test('a refusal that is thrown is an answer, and an unknown call is refused', async () => {
  expect((await fetch(`${server.url}/refused`)).status).toBe(403)
  for (const path of ['/posts/1', '/posts/1/likes/2', '/toString'])
    expect((await fetch(`${server.url}${path}`)).status).toBe(404)
})

test('a network may name its calls otherwise and answer all of them in one place', async () => {
  const other = await startFakeServer({
    routes: { '*': ({ name }) => ({ status: 200, json: name }) },
    nameOf: (_, path) => path.replace('/xrpc/', ''),
    internalError: null,
  })
  expect(await (await fetch(`${other.url}/xrpc/getPost`)).json()).toBe('getPost')
  await other.close()
})

test.each([
  [{ kind: 'drop' }, null, 0],
  [{ kind: 'reset' }, null, 0],
  [{ kind: 'lose_answer' }, null, 1],
  [{ kind: 'hang_up' }, null, 1],
  [{ kind: 'fail_after' }, 500, 1],
  [{ kind: 'slow', ms: 5 }, 201, 1],
  [{ kind: 'answer', status: 429, body: 'Slow down', headers: { 'retry-after': '7' } }, 429, 0],
] as const)('the fault %j is answered %j and makes %i posts', async (fault, status, made) => {
  server.inject('POST /posts', fault)
  const answered = await send().then(
    (answer) => answer.status,
    () => null,
  )
  expect(answered).toBe(status)
  await expect.poll(() => posts.length).toBe(made)
  expect((await send()).status).toBe(201)
})

test('a call that is never answered does nothing, and does not keep the server from closing', async () => {
  server.inject('POST /posts', { kind: 'never' })
  const asked = fetch(`${server.url}/posts`, { method: 'POST', signal: AbortSignal.timeout(100) })
  await expect(asked).rejects.toThrow()
  expect(posts).toEqual([])
})

test('a server that was hung up on works on', async () => {
  server.inject('POST /posts', { kind: 'hang_up', workMs: 50 })
  await expect(send()).rejects.toThrow()
  expect(posts).toEqual([])
  await expect.poll(() => posts.length).toBe(1)
})

test('faults of one call happen one after the other', async () => {
  server.inject('POST /posts', { kind: 'answer', status: 503, body: '' })
  server.inject('POST /posts', { kind: 'answer', status: 502, body: '' })
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([503, 502, 201])
})

test('a network may name its calls by their headers, where all of them go to one path', async () => {
  const named = await startFakeServer({
    nameOf: (method, path, { 'x-step': step }) => `${method} ${path} ${String(step)}`,
    routes: { 'PUT /upload last': () => ({ status: 200, json: { id: '1' } }) },
    internalError: {},
  })
  const put = (step: string) =>
    fetch(`${named.url}/upload`, { method: 'PUT', headers: { 'x-step': step }, body: 'Hello' })
  named.inject('PUT /upload last', { kind: 'fail_after' })
  expect([(await put('first')).status, (await put('last')).status, (await put('last')).status]).toEqual([
    404, 500, 200,
  ])
  await named.close()
})
