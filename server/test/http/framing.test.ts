// @module-tag slow
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { defineStream } from '../../src/http/stream-route.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { uploadFile } from '../uploads.ts'
import { serveRoutes } from './serve-routes.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const open = () => connect({ host: '127.0.0.1', port: house.context.config.port })

/** Sends bytes as they are; answers all that comes back until the server closes or, after a first word, is silent for a moment. */
async function sendRaw(text: string, momentMs = 500): Promise<string> {
  const socket = open()
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part
    socket.setTimeout(momentMs)
  })
  socket.write(text)
  socket.setTimeout(20_000, () => socket.destroy())
  await endOf(socket)
  return answer
}

/** Resolves when a connection is over, also when the server broke it off, which `once` would take for a failure. */
function endOf(socket: Socket): Promise<void> {
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

describe('a frame that two servers may read differently', () => {
  it.each([
    ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'invalid_host'],
    ['the same Host twice', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400, 'invalid_host'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'invalid_host'],
    ['an address of another host', 'GET http://b/healthz HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_host'],
    ['the target *', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_target'],
    [
      'another transfer coding',
      'POST /v1/posts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      501,
      'transfer_coding_unknown',
    ],
    [
      'another expectation',
      'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n',
      417,
      'expectation_failed',
    ],
  ])('is refused with a problem: %s', async (_what, text, status, code) => {
    const answer = await sendRaw(text)
    expect(statusesIn(answer)).toEqual([status])
    expect(answer).toContain('application/problem+json')
    expect(answer).toContain(`"code":"${code}"`)
    expect(answer.toLowerCase()).toContain('x-request-id: ')
  })

  it('is served where it is plain: HTTP/1.0 without Host, the own address in full, OPTIONS *', async () => {
    expect(statusesIn(await sendRaw('GET /healthz HTTP/1.0\r\n\r\n'))).toEqual([200])
    expect(statusesIn(await sendRaw('GET http://A/healthz HTTP/1.1\r\nHost: a\r\n\r\n'))).toEqual([200])
    const key = `Authorization: Bearer ${house.liveKey}\r\n`
    const list = await sendRaw(`GET http://a/v1/posts?limit=1 HTTP/1.1\r\nHost: a\r\n${key}\r\n`)
    expect(statusesIn(list)).toEqual([200])
    const options = await sendRaw('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(statusesIn(options)).toEqual([204])
    expect(options.toLowerCase()).toContain('allow: get, head, post, put, patch, delete, options')
  })
})

test('a range behind the end of a file is answered with the size of the file', async () => {
  const picture = await image('png')
  const { url } = await uploadFile(house, picture, 'image/png')
  const { status, headers } = await house.request('GET', url, { headers: { range: 'bytes=99999999-' } })
  expect([status, headers.get('content-range')]).toEqual([416, `bytes */${picture.length}`])
})

describe('bytes that are no request', () => {
  it('are never answered in the middle of another answer', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const served = await serveRoutes(house, [
      defineStream({
        id: 'readLarge',
        method: 'GET',
        path: '/large',
        group: 'pages',
        authentication: 'none',
        doc: null,
        run: async () => ({ status: 200, headers: {}, body: Readable.from(Array(40).fill(piece)) }),
      }),
    ])
    // More than fits on the way, so the answer waits for its reader when the garbage comes.
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(served.url).port) })
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.write('no HTTP at all\r\n\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    socket.setTimeout(2_000, () => socket.destroy())
    socket.resume()
    await endOf(socket)
    await served.close()
    expect(answer.length).toBeGreaterThan(40 * piece.length)
    expect(statusesIn(answer)).toEqual([200])
  })

  it('behind a request do not become its answer', async () => {
    const answer = await sendRaw(
      `GET /v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.liveKey}\r\n\r\nno HTTP at all\r\n\r\n`,
    )
    expect(statusesIn(answer)).toEqual([200])
  })

  it('in the body of a request are its answer', async () => {
    const head = `POST /v1/posts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.liveKey}\r\n`
    const answer = await sendRaw(
      `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n`,
    )
    expect(statusesIn(answer)).toEqual([400])
  })
})

describe('requests that one connection sends at once', () => {
  it('are answered in their order, all of them, bodies and refusals included', async () => {
    const head = `Host: a\r\nAuthorization: Bearer ${house.liveKey}\r\n`
    const body = '{"caption":5}'
    const round = [
      `GET /v1/me HTTP/1.1\r\n${head}\r\n`,
      `POST /v1/posts HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      `GET /nothing HTTP/1.1\r\n${head}\r\n`,
      `HEAD /healthz HTTP/1.1\r\n${head}\r\n`,
    ].join('')
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const answer = await sendRaw(round.repeat(60) + last, 20_000)
    const expected = Array.from({ length: 60 }, () => [200, 422, 404, 200]).flat()
    expect(statusesIn(answer)).toEqual([...expected, 200])
  })

  it('do nothing behind one that ends the connection', async () => {
    const head = `Host: a\r\nAuthorization: Bearer ${house.liveKey}\r\n`
    const answer = await sendRaw(
      `GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\nGET /healthz HTTP/1.1\r\n${head}\r\n`,
    )
    expect(statusesIn(answer)).toEqual([200])
  })

  it('are worked on one at a time, and others come between them', async () => {
    const order: string[] = []
    let underWay = 0
    let most = 0
    const served = await serveRoutes(house, [
      defineStream({
        id: 'readTurn',
        method: 'GET',
        path: '/turns/{name}',
        group: 'pages',
        authentication: 'none',
        doc: null,
        run: async (_context, { params }) => {
          const name = params.name ?? ''
          order.push(name)
          underWay += name === 'many' ? 1 : 0
          most = Math.max(most, underWay)
          await new Promise((resolve) => setTimeout(resolve, 2))
          underWay -= name === 'many' ? 1 : 0
          return { status: 200, headers: {}, body: name }
        },
      }),
    ])
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(served.url).port) })
    socket.on('error', () => socket.destroy()).resume()
    socket.write('GET /turns/many HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500))
    await expect.poll(() => order.length, { interval: 1 }).toBeGreaterThan(0)
    expect(await (await fetch(`${served.url}/turns/one`)).text()).toBe('one')
    expect(most).toBe(1)
    expect(order.indexOf('one')).toBeLessThan(400)
    await expect.poll(() => order.length).toBe(501)
    socket.destroy()
    await served.close()
  })
})

test('a client that reads only after it has sent all of its ten megabytes is told why they are refused', async () => {
  const head = `POST /v1/posts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.liveKey}\r\n`
  const body = Buffer.alloc(10_000_000, 'x')
  const pieces = Buffer.concat([Buffer.from('989680\r\n'), body, Buffer.from('\r\n0\r\n\r\n')])
  for (const [length, bytes] of [
    [`Content-Length: ${body.length}`, body],
    ['Transfer-Encoding: chunked', pieces],
  ] as const) {
    const socket = open().pause()
    socket.write(`${head}Content-Type: application/json\r\n${length}\r\n\r\n`)
    const sent = await new Promise((resolve) => {
      socket.on('error', resolve)
      socket.write(bytes, () => resolve('all of it'))
    })
    expect(sent).toBe('all of it')
    const [answer] = await once(socket.resume(), 'data')
    expect(statusesIn(String(answer))).toEqual([413])
    // The connection is good for another request.
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    const [next] = await once(socket, 'data')
    expect(statusesIn(String(next))).toEqual([200])
    socket.destroy()
  }
})
