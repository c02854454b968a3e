import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import type { OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
import { failureOf } from './outbound-failure.ts'
import { type RawServer, startRawServer } from './raw-server.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(...behaviour: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...behaviour)
  closing.push(server.close)
  return server
}

const open = (resolve = async () => ['127.0.0.1']) =>
  createOutbound({ allow: ['127.0.0.0/8'], internalHosts: new Map(), resolve })

const get = (url: string): OutboundRequest => ({ method: 'GET', url, headers: {}, body: null })
const post = (url: string, body: OutboundRequest['body']): OutboundRequest => ({
  ...get(url),
  method: 'POST',
  body,
})
const limits = (more: { signal?: AbortSignal; maxBytes?: number; isRepeatable?: boolean } = {}) => ({
  signal: AbortSignal.timeout(20_000),
  timeoutMs: 5_000,
  maxBytes: 1_000_000,
  beforeWrite: () => undefined,
  ...more,
})
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'

describe('a request that is given up', () => {
  test('while its connection is opened was not sent, and is not sent when the connection is there', async () => {
    const server = await serve((socket) => void socket.write(ok))
    const { promise: found, resolve: find } = Promise.withResolvers<string[]>()
    const outbound = open(() => found)
    const url = server.url.replace('127.0.0.1', 'slow.example')
    const giving = new AbortController()
    const failing = failureOf(outbound.fetch(get(url), limits({ signal: giving.signal })))
    giving.abort(new Error('Nobody waits any longer.'))
    expect(await failing).toMatchObject({ kind: 'not_sent', message: 'The request was given up.' })
    find(['127.0.0.1'])
    // The connection that was opened for it is the one on which the next one goes.
    expect((await outbound.fetch(get(url), limits())).text).toBe('hello')
    expect(server.seen).toMatchObject({ requests: 1 })
    await outbound.close()
  })

  test('after it was written ends at once, and nobody knows what became of it', async () => {
    const outbound = open()
    for (const way of ['fetch', 'sendOnce'] as const) {
      const giving = new AbortController()
      const server = await serve(() => giving.abort())
      const startedAt = performance.now()
      const failure = await failureOf(outbound[way](get(server.url), limits({ signal: giving.signal })))
      expect(failure).toMatchObject({ kind: 'no_answer', message: 'The request was given up.' })
      expect(performance.now() - startedAt).toBeLessThan(3_000)
    }
    await outbound.close()
  })

  test('because the process ends is over at once, also where it has a connection of its own', async () => {
    const outbound = open()
    const server = await serve(() => void outbound.close())
    const startedAt = performance.now()
    expect((await failureOf(outbound.sendOnce(post(server.url, 'x'), limits()))).kind).toBe('no_answer')
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})

describe('a kept connection', () => {
  /** Answers the first request on each connection, and leaves the next one by closing as servers do. */
  const serveOnePerConnection = (heads: string[] = []) => {
    const answered = new WeakSet<Socket>()
    return serve((socket, head) => {
      heads.push(head)
      if (answered.has(socket)) return void socket.end()
      answered.add(socket)
      socket.write(ok)
    })
  }

  test('that is closed in place of an answer has its GET made again, once', async () => {
    const outbound = open()
    const server = await serveOnePerConnection()
    for (let round = 0; round < 3; round += 1)
      expect((await outbound.fetch(get(server.url), limits())).text).toBe('hello')
    // The second one was left, and made again on a connection of its own.
    expect(server.seen.requests).toBe(4)
    await outbound.close()
  })

  test('that is closed before its first answer has nothing made again', async () => {
    const outbound = open()
    const server = await serve((socket) => void socket.end())
    for (let round = 1; round <= 3; round += 1) {
      expect((await failureOf(outbound.fetch(get(server.url), limits()))).kind).toBe('no_answer')
      expect(server.seen.requests).toBe(round)
    }
    await outbound.close()
  })

  test('has a POST made again with the body that it had', async () => {
    const outbound = open()
    const heads: string[] = []
    const server = await serveOnePerConnection(heads)
    for (let round = 0; round < 3; round += 1)
      await outbound.fetch(post(server.url, 'ten bytes!'), limits({ isRepeatable: true }))
    expect(heads).toHaveLength(4)
    for (const head of heads) expect(head).toMatch(/^POST .*content-length: 10/is)
    await outbound.close()
  })
})

describe('an answer', () => {
  test('that comes after early hints is the one that is read', async () => {
    const outbound = open()
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\nx-early: yes\r\n\r\n'
    const server = await serve((socket) => void socket.write(`${hint}${hint}${ok}`))
    const answer = await outbound.sendOnce(get(server.url), limits())
    expect([answer.status, answer.text, answer.headers['x-early']]).toEqual([200, 'hello', undefined])
    await outbound.close()
  })

  test.each([
    ['as it is', (text: string) => ({ encoding: 'identity', body: Buffer.from(text) })],
    ['compressed', (text: string) => ({ encoding: 'gzip', body: gzipSync(text) })],
  ])('may be exactly as long as its limit, and not a byte longer: %s', async (_how, write) => {
    const outbound = open()
    const answerWith = (text: string) =>
      serve((socket) => {
        const { encoding, body } = write(text)
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
        )
        socket.write(body)
      })
    // Long enough that its compressed form is the shorter one.
    const text = 'a'.repeat(1_000)
    const [whole, longer] = [await answerWith(text), await answerWith(`${text}a`)]
    expect((await outbound.fetch(get(whole.url), limits({ maxBytes: 1_000 }))).text).toBe(text)
    expect(await failureOf(outbound.fetch(get(longer.url), limits({ maxBytes: 1_000 })))).toMatchObject({
      kind: 'no_answer',
      message: 'The answer is larger than 1000 bytes.',
    })
    await outbound.close()
  })
})
