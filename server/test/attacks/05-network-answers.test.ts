import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { type Answering, type HostileNetwork, reply, startHostileNetwork } from './hostile-network.ts'

let network: HostileNetwork
let room: Newsroom
beforeAll(async () => {
  network = await startHostileNetwork()
  // A hundred at once on a busy machine: none may miss its window, or it would not be sent at all.
  const timings = { sendWindowMs: 3_000, requestTimeoutMs: 1_000, leaseMs: 8_000 }
  room = await openNewsroom({ connectors: [network.connector], timings })
})
afterAll(async () => {
  await room.stop()
  network.close()
})

const good = (socket: Socket) => reply(socket, 200, { id: 'p1' })
const head = (status: number, length: number, more = '') =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`

/** The answers after which nobody can know whether the post is public. */
const unknowable: [string, (socket: Socket) => void][] = [
  ['200 without an id', (socket) => reply(socket, 200, { ok: true })],
  ['200 with an empty id', (socket) => reply(socket, 200, { id: '' })],
  ['200 with a page', (socket) => reply(socket, 200, '<html>Welcome</html>')],
  ['200 with half of its JSON', (socket) => reply(socket, 200, '{"id": "p1"')],
  ['200 with nothing', (socket) => reply(socket, 200, '')],
  ['204', (socket) => void socket.end('HTTP/1.1 204 X\r\nconnection: close\r\n\r\n')],
  ['201, which this network does not say', (socket) => reply(socket, 201, { id: 'p1' })],
  [
    '200 and a reset before the body',
    (socket) => void socket.write(head(200, 20), () => socket.resetAndDestroy()),
  ],
  [
    '200 and a reset within the body',
    (socket) => void socket.write(`${head(200, 20)}{"id":`, () => socket.resetAndDestroy()),
  ],
  ['a close in place of an answer', (socket) => void socket.end()],
  ['a reset in place of an answer', (socket) => void socket.resetAndDestroy()],
  ['what is no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a body longer than it says', (socket) => void socket.end(`${head(502, 2)}{"id":"p1"}`)],
  [
    'chunks that break off',
    (socket) => void socket.end('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"id":"p1'),
  ],
  [
    'a length and chunks at once',
    (socket) => void socket.end(`${head(200, 3, 'transfer-encoding: chunked\r\n')}0\r\n\r\n`),
  ],
  [
    'only a promise (100)',
    (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => socket.end()),
  ],
  ['500', (socket) => reply(socket, 500, { error: 'oops' })],
  ['502', (socket) => reply(socket, 502, '<html>Bad Gateway</html>')],
  ['503 with a time to come back', (socket) => reply(socket, 503, {}, ['retry-after: 1'])],
  ['400 that is on no list', (socket) => reply(socket, 400, { error: 'bad' })],
  ['401 that is on no list', (socket) => reply(socket, 401, { error: 'no' })],
  ['403 for a duplicate', (socket) => reply(socket, 403, { error: 'duplicate' })],
  ['404', (socket) => reply(socket, 404, '')],
  ['408', (socket) => reply(socket, 408, '')],
  ['409', (socket) => reply(socket, 409, { error: 'duplicate' })],
  ['a redirect', (socket) => reply(socket, 307, '', ['location: /elsewhere'])],
  ['a redirect to the inside', (socket) => reply(socket, 302, '', ['location: http://169.254.169.254/'])],
  ['a status that does not exist', (socket) => reply(socket, 799, {})],
  ['zip that unfolds to 200 MB', (socket) => sendZipped(socket)],
  ['100 MB', (socket) => sendMuch(socket, 100_000_000)],
  ['headers without end', (socket) => sendMuch(socket, 10_000_000, 'HTTP/1.1 200 X\r\nx-long: ')],
  ['nothing, for ever', () => undefined],
  ['a byte every now and then, for ever', (socket) => drip(socket)],
]

// Made beforehand: it takes a while, in the process that everything else happens in.
const bomb = gzipSync(Buffer.alloc(200_000_000, ' '), { level: 1 })

function sendZipped(socket: Socket): void {
  socket.write(head(200, bomb.length, 'content-encoding: gzip\r\n'))
  socket.end(bomb)
}

function sendMuch(socket: Socket, bytes: number, first = head(200, bytes)): void {
  const chunk = Buffer.alloc(64_000, 'x')
  let left = bytes
  socket.write(first)
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length
      if (!socket.write(chunk)) return void socket.once('drain', more)
    }
    socket.end()
  }
  more()
}

function drip(socket: Socket): void {
  socket.write(head(200, 1_000))
  const timer = setInterval(() => socket.write(' '), 100)
  socket.once('close', () => clearInterval(timer))
}

// Accounts of a workspace are numbered one after the other, and a connection waits for its turn for some seconds only.
const connectInTurn = pLimit(1)

let count = 0
/** Publishes one post on an account of its own; answers the result when nothing goes on any more. */
async function publish(networkClass: string, answering: Answering) {
  count += 1
  const handle = `account${count}`
  network.set(handle, answering)
  const account = await connectInTurn(() => room.connect('hostile', { handle, network_class: networkClass }))
  const post = await room.post({ caption: `Post ${count}`, social_accounts: [account] })
  const status = await room.settled(post.id, ['posted', 'failed', 'needs_review', 'held'])
  const [result] = await room.results(post.id)
  const rows = await room.db.rows<{ outcome: string; sends: number; ambiguous: boolean }>(sql`
    select outcome, sends, ambiguous from commits c join targets t on t.id = c.target_id where t.post_id = ${post.id}`)
  return { status, result, commits: network.commits(handle), posts: network.posts(handle), rows }
}

/** The outcome of a post for each of these answers, all at once, because each waits for its network most of the time. */
async function outcomes(published: (answer: (socket: Socket) => void) => Promise<unknown>) {
  const found = await Promise.all(unknowable.map(async ([name, answer]) => [name, await published(answer)]))
  return Object.fromEntries(found) as Record<string, unknown>
}

const forEach = (outcome: unknown) => Object.fromEntries(unknowable.map(([name]) => [name, outcome]))

describe.concurrent('#5 an answer after which nobody can know', () => {
  it.each([true, false])(
    'asks a person on a blind network, and is never sent again (public: %s)',
    async (publishes) => {
      const found = await outcomes(async (answer) => {
        const { status, result, commits, posts, rows } = await publish('blind', { publishes, answer })
        expect(result).toMatchObject({
          review: { reason: 'answer_lost' },
          success: false,
          platform_data: { id: null, url: null },
        })
        return { status, commits: commits.length, posts: posts.length, rows }
      })
      const rows = [{ outcome: 'unknown', sends: 1, ambiguous: false }]
      expect(found).toEqual(forEach({ status: 'needs_review', commits: 1, posts: publishes ? 1 : 0, rows }))
    },
  )

  const afterwards = { publishes: true, answer: good }

  it('is found on a network that keeps keys', async () => {
    const found = await outcomes(async (answer) => {
      const { status, commits, posts, rows } = await publish('key', { publishes: true, answer, afterwards })
      return { status, commits: commits.length, posts: posts.length, rows }
    })
    const rows = [{ outcome: 'ok', sends: 1, ambiguous: false }]
    expect(found).toEqual(forEach({ status: 'posted', commits: 1, posts: 1, rows }))
  })

  it('is sent once more under the same key on a network that keeps keys, when it was not public', async () => {
    const found = await outcomes(async (answer) => {
      const { status, commits, posts, rows } = await publish('key', { publishes: false, answer, afterwards })
      return { status, commits: commits.length, keys: new Set(commits).size, posts: posts.length, rows }
    })
    const rows = [{ outcome: 'ok', sends: 2, ambiguous: true }]
    expect(found).toEqual(forEach({ status: 'posted', commits: 2, keys: 1, posts: 1, rows }))
  })
})

// This one runs alone, because beside a hundred hostile answers a good one may miss its second.
describe('#5 an answer that is certain', () => {
  const refused = (socket: Socket) => reply(socket, 422, { error: 'not this' })
  const later = (socket: Socket) => reply(socket, 429, {})

  it('is a refusal that is on the list: failed, and sent once', async () => {
    const { status, commits, rows } = await publish('blind', { publishes: false, answer: refused })
    expect([status, commits.length, rows]).toEqual([
      'failed',
      1,
      [{ outcome: 'rejected', sends: 1, ambiguous: false }],
    ])
  })

  it('is a listed 429: it waits and goes', async () => {
    const after = { publishes: true, answer: good }
    const { status, commits, posts } = await publish('blind', {
      publishes: false,
      answer: later,
      afterwards: after,
    })
    expect([status, commits.length, posts.length]).toEqual(['posted', 2, 1])
  })

  it('is none any more once a send was ambiguous: whatever is said of the second proves nothing', async () => {
    const duplicate = (socket: Socket) => reply(socket, 409, { error: 'duplicate' })
    const found = await Promise.all(
      [refused, later, duplicate].map((answer) =>
        publish('key', {
          publishes: false,
          answer: (socket) => socket.resetAndDestroy(),
          afterwards: { publishes: true, answer },
        }),
      ),
    )
    for (const { status, commits, rows } of found) {
      expect([status, commits.length]).toEqual(['posted', 2])
      expect(rows).toEqual([{ outcome: 'ok', sends: 2, ambiguous: true }])
    }
  })
})

describe('#5 an answer that is too large', () => {
  it('never stands in memory', async () => {
    global.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 5)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        publish('blind', {
          publishes: true,
          answer: index % 2 === 0 ? (socket) => sendMuch(socket, 100_000_000) : sendZipped,
        }),
      ),
    )
    clearInterval(watch)
    expect(most - before).toBeLessThan(60_000_000)
  })
})
