// @module-tag slow
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'

const drafts = 24
let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const account = await house.connect('sandbox', { name: 'Harbour' })
  for (let number = 0; number < drafts; number += 1) {
    const body = { caption: `${number} ${'x'.repeat(250_000)}`, social_accounts: [account], is_draft: true }
    expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  }
})
afterAll(() => house.stop())

it.each(['', '&expand=results'])(
  'ends a page before it grows too large, and goes on with the next: %s',
  async (more) => {
    const found: number[] = []
    let pages = 0
    for (let next: string | null = `/v1/posts?limit=100${more}`; next !== null; pages += 1) {
      const { status, json, text } = await house.request('GET', next)
      expect([status, text.length < 5 * 1024 * 1024]).toEqual([200, true])
      for (const post of json.data) {
        found.push(Number(post.caption.split(' ')[0]))
        expect('results' in post).toBe(more !== '')
      }
      next = json.meta.next
    }
    expect(pages).toBe(2)
    expect(found).toEqual(Array.from({ length: drafts }, (_, index) => drafts - 1 - index))
  },
)

it('tells a client that counts by itself that its page would be too large', async () => {
  const { status, json } = await house.request('GET', '/v1/posts?limit=100&offset=0')
  expect([status, json.errors]).toMatchObject([422, [{ pointer: '?limit', code: 'page_too_large' }]])
  expect((await house.request('GET', '/v1/posts?limit=10&offset=14')).json.data).toHaveLength(10)
})

it.each([
  ['answers', (limit: number) => `GET /v1/posts?limit=${limit}`, () => ''],
  ['answers to agents', () => 'POST /mcp', callOfTool],
])(
  'lets a workspace that does not read its %s wait, and no other, until it has read or hung up',
  async (...made) => {
    const [, line, body] = made
    const sockets = Array.from({ length: 30 }, (_, index) => openUnread(line(100 - index), body(100 - index)))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const ask = () => house.request('GET', '/v1/posts?limit=1')
    await expect.poll(async () => (await ask()).json.code).toBe('too_much_unread')
    const { liveKey } = await house.other()
    expect((await house.request('GET', '/v1/posts?limit=1', { key: liveKey })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await ask()).status).toBe(200)
  },
)

function callOfTool(limit: number): string {
  const params = { name: 'list_posts', arguments: { limit } }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}

function openUnread(line: string, body: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: house.context.config.port })
  socket.on('error', () => socket.destroy()).pause()
  const ofBody =
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  const head = `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.liveKey}\r\n${ofBody}`
  socket.write(`${head}\r\n${body}`)
  return socket
}
