import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { newId } from '../../src/lib/id.ts'
import type { AccessHeaders, ProveAccess } from '../../src/lib/safe-fetch/send-with-nonce.ts'
import { createMediaSource } from '../../src/media/media-source.ts'
import { createIo } from '../../src/publishing/worker/calling/connector-io.ts'
import { createExchangeLog } from '../../src/publishing/worker/calling/exchange.ts'
import { reply } from '../attacks/hostile-network.ts'
import { type House, startHouse } from '../house.ts'
import { type RawServer, startRawServer } from '../lib/raw-server.ts'
import { workerOf } from './worker-of.ts'

type Reply = (socket: Socket) => void

let house: House
let server: RawServer
let replies: Reply[] = []
let nonces: string[] = []

beforeAll(async () => {
  house = await startHouse({ worker: false })
  server = await startRawServer((socket, head) => {
    nonces.push(/^x-nonce: (.*)$/im.exec(head)?.[1] ?? '')
    const next = replies.shift() ?? good
    next(socket)
  })
})
afterAll(async () => {
  server.close()
  await house.stop()
})

const good: Reply = (socket) => reply(socket, 200, { id: 'p1' })
const asking: Reply = (socket) => reply(socket, 401, { error: 'use_dpop_nonce' }, ['dpop-nonce: n1'])
const challenging: Reply = (socket) =>
  reply(socket, 401, {}, ['dpop-nonce: n1', 'www-authenticate: DPoP algs="ES256", error="use_dpop_nonce"'])

const prove: ProveAccess = async (nonce) => ({ 'x-nonce': nonce ?? 'none' })

/** Sends one commit as the engine does; answers its status, or the failure, and the nonces that arrived. */
async function sendTo(
  given: readonly Reply[],
  { access = prove, windowMs = 10_000 }: { access?: AccessHeaders | ProveAccess; windowMs?: number } = {},
) {
  replies = [...given]
  nonces = []
  const opened = server.seen.connections
  const commit = { method: 'POST', url: server.url, headers: {}, body: 'words' } as const
  const worker = workerOf(house.context)
  const io = createIo(worker, {
    work: {
      connector: sandbox,
      now: () => new Date(),
      seen: { workspaceId: house.workspaceId, id: newId() },
    },
    credentials: {},
    media: createMediaSource(worker, house.workspaceId),
    window: {
      commit,
      monotonicStart: performance.now(),
      wallStart: Date.now(),
      windowMs,
      timeoutMs: 5_000,
    },
    sending: { called: false },
    exchanges: createExchangeLog(),
  })
  const outcome = await io.sendOnce(access).then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof Failure) return error.kind
      throw error
    },
  )
  return { outcome, nonces, connections: server.seen.connections - opened }
}

test.each([
  ['in its body', asking],
  ['in its challenge', challenging],
])(
  'a refusal that asks for a nonce %s is followed by one more request, on a connection of its own',
  async (_, first) => {
    expect(await sendTo([first, good])).toEqual({ outcome: 200, nonces: ['none', 'n1'], connections: 2 })
  },
)

test('two refusals in a row are not followed by a third request', async () => {
  const sent = await sendTo([asking, asking, good])
  expect(sent).toMatchObject({ outcome: 401, nonces: ['none', 'n1'] })
})

const nonce = 'dpop-nonce: n1'
test.each<[string, Reply, number | string]>([
  ['an acceptance', good, 200],
  ['an acceptance that names the error', (to) => reply(to, 200, { error: 'use_dpop_nonce' }, [nonce]), 200],
  ['a refusal without the nonce', (to) => reply(to, 401, { error: 'use_dpop_nonce' }), 401],
  [
    'a refusal with an empty nonce',
    (to) => reply(to, 401, { error: 'use_dpop_nonce' }, ['dpop-nonce: ']),
    401,
  ],
  ['a refusal for another reason', (to) => reply(to, 401, { error: 'invalid_token' }, [nonce]), 401],
  [
    'a challenge for another reason',
    (to) => reply(to, 401, {}, [nonce, 'www-authenticate: DPoP error="invalid_token"']),
    401,
  ],
  [
    'a challenge of another kind',
    (to) => reply(to, 401, {}, [nonce, 'www-authenticate: Bearer error="use_dpop_nonce"']),
    401,
  ],
  ['status 400', (to) => reply(to, 400, { error: 'use_dpop_nonce' }, [nonce]), 400],
  ['status 403', (to) => reply(to, 403, { error: 'use_dpop_nonce' }, [nonce]), 403],
  ['status 500', (to) => reply(to, 500, { error: 'use_dpop_nonce' }, [nonce]), 500],
  ['a redirect', (to) => reply(to, 307, { error: 'use_dpop_nonce' }, [nonce, 'location: /elsewhere']), 307],
  [
    'a refusal that breaks off',
    (to) => void to.end(`HTTP/1.1 401 X\r\n${nonce}\r\ncontent-length: 99\r\n\r\n{"error"`),
    'unknown_outcome',
  ],
  ['nothing', (to) => to.destroy(), 'unknown_outcome'],
])('%s is not followed by a second request', async (_, first, outcome) => {
  expect(await sendTo([first])).toEqual({ outcome, nonces: ['none'], connections: 1 })
})

test('access without proofs is sent once, whatever the answer asks for', async () => {
  const sent = await sendTo([asking], { access: { 'x-nonce': 'plain' } })
  expect(sent).toMatchObject({ outcome: 401, nonces: ['plain'] })
})

test('the second request keeps the window of the first', async () => {
  const late: Reply = (socket) => void pause(500).then(() => asking(socket))
  expect(await sendTo([late, good], { windowMs: 500 })).toMatchObject({
    outcome: 'not_sent',
    nonces: ['none'],
  })
})

test('a second request whose answer is lost leaves the outcome unknown', async () => {
  const sent = await sendTo([asking, (socket) => socket.destroy()])
  expect(sent).toMatchObject({ outcome: 'unknown_outcome', nonces: ['none', 'n1'] })
})
