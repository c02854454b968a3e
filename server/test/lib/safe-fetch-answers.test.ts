// @module-tag slow
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import type { OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
import { failureOf } from './outbound-failure.ts'
import { type RawServer, startRawServer } from './raw-server.ts'

const outbound = createOutbound({ allow: ['127.0.0.0/8'], internalHosts: new Map() })
const servers: RawServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(...behaviour: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...behaviour)
  servers.push(server)
  return server
}

const post = (url: string, body: OutboundRequest['body'] = '{"text":"hello"}'): OutboundRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body,
})
const limits = (timeoutMs = 2_000) => ({
  signal: AbortSignal.timeout(20_000),
  timeoutMs,
  maxBytes: 1_000_000,
  beforeWrite: () => undefined,
})

const reset = (socket: Socket) => void socket.resetAndDestroy()
const answerWith = (encoding: string, body: Buffer) => (socket: Socket) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`)
  socket.end(body)
}
const bigHeaders = Array.from({ length: 400 }, (_, index) => `x-${index}: ${'a'.repeat(100)}`).join('\r\n')

const brokenAnswers: [string, (socket: Socket) => void][] = [
  ['the connection is reset when the request was read', reset],
  ['the connection is closed when the request was read', (socket) => void socket.end()],
  [
    'it is reset in the middle of the headers',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-le', () => setTimeout(reset, 20, socket)),
  ],
  [
    'it is reset in the middle of the body',
    (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":', () =>
        setTimeout(reset, 20, socket),
      ),
  ],
  [
    'it is closed in the middle of the body',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":"1"}'),
  ],
  [
    'it is closed in the middle of a chunk',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"id":"1"}'),
  ],
  ['the answer is no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
  ['the headers are 40 kB', (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${bigHeaders}\r\n\r\n`)],
  ['the gzip is none', answerWith('gzip', Buffer.from('{"id":"1"}'))],
  ['the gzip is cut off', answerWith('gzip', gzipSync('{"id":"1"}').subarray(0, 15))],
  ['the encoding is unknown', answerWith('compress', Buffer.from('??'))],
  ['the encoding is twofold', answerWith('gzip, gzip', gzipSync(gzipSync('{"id":"1"}')))],
  ['a gzip bomb unfolds to 100 MB', answerWith('gzip', gzipSync(Buffer.alloc(100_000_000)))],
  ['a brotli bomb unfolds to 20 MB', answerWith('br', brotliCompressSync(Buffer.alloc(20_000_000)))],
  [
    'the connection is switched to another protocol',
    (socket) => void socket.end('HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
  ],
]

test.each(brokenAnswers)('there is no answer, and one request, when %s', async (_what, behave) => {
  const server = await serve(behave)
  expect((await failureOf(outbound.sendOnce(post(server.url), limits()))).kind).toBe('no_answer')
  expect(server.seen).toMatchObject({ connections: 1, requests: 1 })
  expect((await failureOf(outbound.fetch(post(server.url), limits()))).kind).toBe('no_answer')
  expect(server.seen).toMatchObject({ connections: 2, requests: 2 })
})

test('#5 an answer of 100 MB is left after its first megabyte', async () => {
  const chunk = Buffer.alloc(65_536, 'a')
  let written = 0
  const server = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n`)
    const more = () => {
      while (written < 100_000_000 && !socket.destroyed && socket.write(chunk)) written += chunk.length
    }
    socket.on('drain', more)
    more()
  })
  const failure = await failureOf(outbound.sendOnce(post(server.url), limits()))
  expect(failure).toMatchObject({ kind: 'no_answer', message: 'The answer is larger than 1000000 bytes.' })
  expect(written).toBeLessThan(20_000_000)
  expect(server.seen.requests).toBe(1)
})

test.each<[string, (socket: Socket) => void]>([
  ['never answers', () => undefined],
  ['stops after the headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n')],
  [
    'drips a byte at a time',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const drip = setInterval(() => socket.write('a'), 10)
      socket.on('close', () => clearInterval(drip))
    },
  ],
  [
    'drips early hints',
    (socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    },
  ],
])('a server that %s is left when the time is over', async (_what, behave) => {
  const server = await serve(behave)
  const startedAt = performance.now()
  const failure = await failureOf(outbound.sendOnce(post(server.url), limits(400)))
  expect(failure.kind).toBe('no_answer')
  expect(performance.now() - startedAt).toBeGreaterThan(390)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(server.seen).toMatchObject({ connections: 1, requests: 1 })
})

test.each([301, 302, 303, 307, 308])(
  '#7 a redirect with %i is an answer and is not followed',
  async (status) => {
    const other = await serve((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    const server = await serve(
      (socket) =>
        void socket.end(
          `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${other.url}\r\ncontent-length: 0\r\n\r\n`,
        ),
    )
    const answer = await outbound.sendOnce(post(server.url), limits())
    expect(answer).toMatchObject({ status, headers: { location: other.url } })
    expect((await outbound.fetch(post(server.url), limits())).status).toBe(status)
    expect(server.seen.requests).toBe(2)
    expect(other.seen.connections).toBe(0)
  },
)

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['identity', (text: string) => Buffer.from(text)],
])('an answer in %s is read', async (encoding, compress) => {
  const server = await serve(answerWith(encoding, compress('{"id":"ä"}')))
  const answer = await outbound.sendOnce(post(server.url), limits())
  expect(answer).toMatchObject({ status: 200, text: '{"id":"ä"}', json: { id: 'ä' } })
})

test('what is no JSON is null, headers are lower case, repeated ones are joined', async () => {
  const server = await serve(
    (socket) =>
      void socket.end('HTTP/1.1 502 Bad\r\nX-Which: a\r\nX-WHICH: b\r\nContent-Length: 6\r\n\r\n<html>'),
  )
  const answer = await outbound.fetch(post(server.url), limits())
  expect(answer).toMatchObject({ status: 502, text: '<html>', json: null, headers: { 'x-which': 'a, b' } })
})

test('an answer without a body is read whatever its headers promise', async () => {
  const server = await serve((socket, head) => {
    const status = head.startsWith('HEAD') ? '200 OK\r\ncontent-length: 500' : '204 No Content'
    socket.end(`HTTP/1.1 ${status}\r\ncontent-encoding: gzip\r\n\r\n`)
  })
  expect(await outbound.sendOnce(post(server.url), limits())).toMatchObject({
    status: 204,
    text: '',
    json: null,
  })
  const head: OutboundRequest = { ...post(server.url, null), method: 'HEAD' }
  expect(await outbound.sendOnce(head, limits())).toMatchObject({ status: 200, text: '' })
})

test('an answer that is large and unfolds to nothing is left as well', async () => {
  const head = gzipSync('').subarray(0, 10)
  const emptyBlocks = Buffer.from('000000ffff'.repeat(600_000), 'hex')
  const server = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 100000000\r\n\r\n')
    socket.write(head)
    socket.write(emptyBlocks)
  })
  expect(await failureOf(outbound.sendOnce(post(server.url), limits()))).toMatchObject({
    kind: 'no_answer',
    message: 'The answer is larger than 1000000 bytes.',
  })
})
