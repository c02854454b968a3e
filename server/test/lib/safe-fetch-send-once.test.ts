// @module-tag slow
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import * as tls from 'node:tls'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import type { OutboundError, OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
import { makeCertificate } from './certificate.ts'
import { failureOf } from './outbound-failure.ts'
import { type RawServer, startRawServer } from './raw-server.ts'

const resolve = (name: string) =>
  name === 'gone.example'
    ? Promise.reject(new Error('ENOTFOUND'))
    : name === 'slow.example'
      ? new Promise<never>(() => undefined)
      : Promise.resolve(['127.0.0.1'])
const outbound = createOutbound({ allow: ['127.0.0.0/8'], internalHosts: new Map(), resolve })
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(...behaviour: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...behaviour)
  closing.push(server.close)
  return server
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"id":"1"}'
const post = (url: string, body: OutboundRequest['body'] = 'hello', headers = {}): OutboundRequest => ({
  method: 'POST',
  url,
  headers,
  body,
})
const limits = (more: { signal?: AbortSignal; beforeWrite?: () => void } = {}) => ({
  signal: AbortSignal.timeout(20_000),
  timeoutMs: 2_000,
  maxBytes: 1_000_000,
  beforeWrite: () => undefined,
  ...more,
})

function streamOf(chunks: readonly string[], endWith?: Error): ReadableStream<Uint8Array> {
  const left = chunks.map((chunk) => Buffer.from(chunk))
  return new ReadableStream(
    {
      pull: (controller) => {
        const next = left.shift()
        if (next) controller.enqueue(next)
        else if (endWith) controller.error(endWith)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

test('nothing was sent when nobody listens', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const request = post(`http://127.0.0.1:${port}/`)
  expect((await failureOf(outbound.sendOnce(request, limits()))).kind).toBe('not_sent')
  expect((await failureOf(outbound.fetch(request, limits()))).kind).toBe('not_sent')
})

test('nothing was sent when the name is not found', async () => {
  expect((await failureOf(outbound.sendOnce(post('http://gone.example/'), limits()))).kind).toBe('not_sent')
})

test('nothing was sent when the other side speaks no TLS', async () => {
  const server = await serve(
    () => undefined,
    (socket) => void socket.end(ok),
  )
  const request = post(`https://host.example:${server.port}/`)
  expect((await failureOf(outbound.sendOnce(request, limits()))).kind).toBe('not_sent')
  expect((await failureOf(outbound.fetch(request, limits()))).kind).toBe('not_sent')
})

test('nothing leaves when the last check fails, on the connection that was opened for it', async () => {
  const server = await serve((socket) => void socket.end(ok))
  const beforeWrite = () => {
    throw new Error('The window to send has passed.')
  }
  const failure = await failureOf(outbound.sendOnce(post(server.url), limits({ beforeWrite })))
  expect(failure.kind).toBe('not_sent')
  expect(failure.cause).toEqual(new Error('The window to send has passed.'))
  await new Promise((later) => setTimeout(later, 50))
  expect(server.seen).toEqual({ connections: 1, requests: 0, bytes: 0 })
})

test('the last check runs once, when the connection is open and before a byte has left', async () => {
  const server = await serve((socket) => void socket.end(ok))
  const states: object[] = []
  const beforeWrite = () => void states.push({ ...server.seen })
  // The server runs in this process: what it has seen when the check runs is what had left.
  const answer = await outbound.sendOnce(post(server.url), limits({ beforeWrite }))
  expect(answer.json).toEqual({ id: '1' })
  expect(states).toEqual([{ connections: expect.any(Number), requests: 0, bytes: 0 }])
})

test('given up before it was sent, nothing was sent; given up afterwards, nobody knows', async () => {
  const server = await serve(() => undefined)
  const early = AbortSignal.abort(new Error('shutting down'))
  expect((await failureOf(outbound.sendOnce(post(server.url), limits({ signal: early })))).kind).toBe(
    'not_sent',
  )
  expect((await failureOf(outbound.fetch(post(server.url), limits({ signal: early })))).kind).toBe('not_sent')
  expect(server.seen.bytes).toBe(0)

  const connecting = new AbortController()
  setTimeout(() => connecting.abort(), 50)
  const slow = outbound.sendOnce(post('http://slow.example/'), limits({ signal: connecting.signal }))
  expect((await failureOf(slow)).kind).toBe('not_sent')

  const controller = new AbortController()
  const sent = outbound.sendOnce(
    post(server.url),
    limits({ signal: controller.signal, beforeWrite: () => void setTimeout(() => controller.abort(), 50) }),
  )
  expect((await failureOf(sent)).kind).toBe('no_answer')
  expect(server.seen.requests).toBe(1)
})

test('a connection that is reset as soon as it is open is one request at most, and is never said to be unsent after a write', async () => {
  for (let round = 0; round < 40; round++) {
    const server = await serve(
      (socket) => void socket.end(ok),
      (socket) => void socket.resetAndDestroy(),
    )
    let isWriting = false
    const beforeWrite = () => {
      isWriting = true
    }
    const failure = await failureOf(outbound.sendOnce(post(server.url), limits({ beforeWrite })))
    expect(failure.kind).toBe(isWriting ? 'no_answer' : 'not_sent')
    expect(server.seen.connections).toBe(1)
  }
})

test('every send has a connection of its own, also to a server that closes kept ones without a word', async () => {
  const server = await serve((socket) => void socket.write(ok, () => setTimeout(() => socket.destroy(), 1)))
  await outbound.fetch(post(server.url), limits())
  for (let round = 0; round < 100; round++) {
    expect((await outbound.sendOnce(post(server.url), limits())).status).toBe(200)
  }
  expect(server.seen).toMatchObject({ connections: 101, requests: 101 })
})

test('fetch keeps connections, and sendOnce takes none of them', async () => {
  const server = await serve((socket) => void socket.write(ok))
  for (let round = 0; round < 20; round++) await outbound.fetch(post(server.url), limits())
  const kept = server.seen.connections
  expect(kept).toBeLessThan(5)
  await outbound.sendOnce(post(server.url), limits())
  expect(server.seen).toMatchObject({ connections: kept + 1, requests: 21 })
})

const get = (url: string): OutboundRequest => ({ method: 'GET', url, headers: {}, body: null })

/** Answers the first request on each connection, and resets it when another comes. */
async function serveOnePerConnection(): Promise<RawServer> {
  const answered = new WeakSet<Socket>()
  return serve((socket) => {
    if (answered.has(socket)) return void socket.resetAndDestroy()
    answered.add(socket)
    socket.write(ok)
  })
}

test('a GET on a kept connection that breaks is made once more, on another connection', async () => {
  const server = await serveOnePerConnection()
  for (let round = 0; round < 10; round++) {
    expect((await outbound.fetch(get(server.url), limits())).status).toBe(200)
  }
  expect(server.seen.requests).toBeLessThan(20)
})

test('a POST on a kept connection that breaks is not made again', async () => {
  const server = await serveOnePerConnection()
  let failed = 0
  for (let round = 0; round < 10; round++) {
    const kind = await outbound.fetch(post(server.url), limits()).then(
      () => null,
      (error: OutboundError) => error.kind,
    )
    if (kind !== null) failed++
  }
  expect(failed).toBeGreaterThan(0)
  expect(server.seen.requests).toBe(10)
})

test('a GET is not made again when it was the first on its connection, or when its answer had begun', async () => {
  const resetting = await serve((socket) => void socket.resetAndDestroy())
  expect((await failureOf(outbound.fetch(get(resetting.url), limits()))).kind).toBe('no_answer')
  expect(resetting.seen.requests).toBe(1)
  const halting = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', () =>
      setTimeout(() => socket.destroy(), 20),
    )
  })
  expect((await failureOf(outbound.fetch(get(halting.url), limits()))).kind).toBe('no_answer')
  expect(halting.seen.requests).toBe(1)
})

test('a stream is sent with its length', async () => {
  const heads: string[] = []
  const server = await serve((socket, head) => {
    heads.push(head)
    socket.end(ok)
  })
  const request = post(server.url, streamOf(['abc', 'def', 'ghi']), { 'content-length': '9' })
  expect((await outbound.sendOnce(request, limits())).status).toBe(200)
  expect((await outbound.fetch({ ...request, body: streamOf(['abcdefghi']) }, limits())).status).toBe(200)
  expect(heads).toHaveLength(2)
  for (const head of heads) expect(head).toContain('content-length: 9')
})

test('a stream that cannot be read at all was not sent; one that breaks later may have been', async () => {
  const server = await serve((socket) => void socket.end(ok))
  const headers = { 'content-length': '9' }
  const unreadable = post(server.url, streamOf([], new Error('disk')), headers)
  expect((await failureOf(outbound.sendOnce(unreadable, limits()))).kind).toBe('not_sent')
  expect(server.seen.connections).toBe(0)
  const broken = post(server.url, streamOf(['abc'], new Error('disk')), headers)
  expect((await failureOf(outbound.sendOnce(broken, limits()))).kind).toBe('no_answer')
  const short = post(server.url, streamOf(['abc']), headers)
  expect((await failureOf(outbound.sendOnce(short, limits()))).kind).toBe('no_answer')
  expect(server.seen.requests).toBe(0)
})

test('a source is released when its request fails', async () => {
  const server = await serve(() => undefined)
  let canceled = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
      cancel: () => void canceled++,
    })
  const headers = { 'content-length': '1000000000000' }
  const hanging = { ...limits(), timeoutMs: 100 }
  expect((await failureOf(outbound.sendOnce(post(server.url, endless(), headers), hanging))).kind).toBe(
    'no_answer',
  )
  expect((await failureOf(outbound.fetch(post(server.url, endless(), headers), hanging))).kind).toBe(
    'no_answer',
  )
  expect(
    (await failureOf(outbound.sendOnce(post('http://gone.example/', endless(), headers), hanging))).kind,
  ).toBe('not_sent')
  expect(canceled).toBe(3)
})

test('an early refusal of a large upload is its answer, or nobody knows; never unsent', async () => {
  const early = 'HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
  const server = await serve(
    () => undefined,
    (socket) => void socket.once('data', () => socket.end(early)),
  )
  const body = Buffer.alloc(20_000_000)
  const outcome = await outbound.sendOnce(post(server.url, body), limits()).then(
    (answer) => answer.status,
    (error: OutboundError) => error.kind,
  )
  expect([413, 'no_answer']).toContain(outcome)
  expect(server.seen.connections).toBe(1)
})

test.each([
  ['a line break in a header', { 'x-name': 'a\r\nx-injected: 1' }],
  ['a line break in the name of a header', { 'x-name\r\nx-injected': '1' }],
  ['another host', { host: 'other.example' }],
  ['a length that is not the body’s', { 'content-length': '3' }],
])('%s is not sent', async (_what, headers) => {
  const server = await serve((socket) => void socket.end(ok))
  expect((await failureOf(outbound.sendOnce(post(server.url, 'hello', headers), limits()))).kind).toBe(
    'not_sent',
  )
  expect((await failureOf(outbound.fetch(post(server.url, 'hello', headers), limits()))).kind).toBe(
    'not_sent',
  )
  expect(server.seen.bytes).toBe(0)
})

const certificate = makeCertificate('host.example')

beforeAll(() => {
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate.cert])
})

test('TLS is spoken with the name of the address, and another name’s certificate is not accepted', async () => {
  const names: (string | false | null)[] = []
  const server = createTlsServer(certificate, (socket) => {
    names.push(socket.servername)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.end(ok))
  }).listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect((await outbound.sendOnce(post(`https://host.example:${port}/`), limits())).json).toEqual({ id: '1' })
  expect((await outbound.fetch(post(`https://host.example:${port}/`), limits())).json).toEqual({ id: '1' })
  expect(names).toEqual(['host.example', 'host.example'])
  for (const url of [`https://other.example:${port}/`, `https://127.0.0.1:${port}/`]) {
    expect((await failureOf(outbound.sendOnce(post(url), limits()))).kind).toBe('not_sent')
    expect((await failureOf(outbound.fetch(post(url), limits()))).kind).toBe('not_sent')
  }
})

test('a server that wants a certificate of ours breaks off after the write: nobody knows', async () => {
  const server = createTlsServer({ ...certificate, requestCert: true, rejectUnauthorized: true }).listen(
    0,
    '127.0.0.1',
  )
  server.on('tlsClientError', () => undefined)
  closing.push(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const failure = await failureOf(outbound.sendOnce(post(`https://host.example:${port}/`), limits()))
  expect(failure.kind).toBe('no_answer')
})
