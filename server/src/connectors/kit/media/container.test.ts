import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { Failure } from '../../connector.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { makeRequest } from '../json-api.ts'
import {
  type ContainerNetwork,
  type ContainerState,
  type KeptContainer,
  readyContainer,
  readyContainers,
  settleContainer,
} from './container.ts'

const post = { remoteId: '1', url: 'https://network.example/1', reference: null }
const hour = 3_600_000
const start = new Date('2026-05-06T09:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

let outbound: Outbound
let server: FakeServer
/** The status of each container, by its place; the network answers 404 for others. */
let statuses: string[]
beforeEach(async () => {
  statuses = []
  outbound = localOutbound()
  server = await startFakeServer({
    routes: {
      'POST /containers': () => {
        statuses.push('IN_PROGRESS')
        return { status: 200, json: { id: String(statuses.length - 1) } }
      },
      'GET /containers/:id': (_call, id) => {
        const status = statuses[Number(id)]
        return status ? { status: 200, json: { status } } : { status: 404, json: null }
      },
    },
    internalError: null,
  })
})
afterEach(async () => {
  await outbound.close()
  await server.close()
})

/** A network in the manner of Instagram and Threads. */
function openNetwork(): ContainerNetwork {
  const io = handIo(outbound, {})({ commit: null, media: new Map() })
  const ask = async (call: Parameters<typeof makeRequest>[1]) => {
    const answer = await io.fetch(makeRequest(server.url, call))
    if (answer.status === 200 || answer.status === 404) return asObject(answer.json)
    throw new Failure('unavailable', `It was answered ${answer.status}.`)
  }
  return {
    create: async () => String((await ask({ path: '/containers', json: {} }))?.id),
    read: async (id) => stateOf((await ask({ path: `/containers/${id}` }))?.status),
    freshForMs: 23 * hour,
    patienceMs: hour / 4,
    mostFailed: 2,
  }
}

function stateOf(status: unknown): ContainerState {
  switch (status) {
    case 'IN_PROGRESS':
      return { state: 'in_progress', againInMs: null }
    case 'FINISHED':
      return { state: 'finished' }
    case 'PUBLISHED':
      return { state: 'published', post }
    case 'EXPIRED':
      return { state: 'expired' }
    case 'ERROR':
      return { state: 'error', failure: new Failure('unavailable', 'A server error.'), isLasting: false }
    case 'BAD_CONTENT':
      return { state: 'error', failure: new Failure('invalid', 'A wrong ratio.'), isLasting: true }
    default:
      return { state: 'gone' }
  }
}

async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error = await doing.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Failure) return error
  throw new Error('No Failure was thrown.', { cause: error })
}

async function createdContainer(network: ContainerNetwork): Promise<KeptContainer> {
  return (await readyContainer(null, network, start)).kept
}

describe('a container', () => {
  test('is created first, stored, and read until it is finished, with growing pauses', async () => {
    const network = openNetwork()
    const first = await readyContainer(null, network, start)
    expect(first).toMatchObject({ outcome: 'pending', kept: { id: '0', looks: 0 }, againInMs: 0 })
    expect(server.calls).toHaveLength(1)
    let { kept } = first
    const pauses: number[] = []
    for (let look = 0; look < 8; look++) {
      const next = await readyContainer(kept, network, after(1_000))
      kept = next.kept
      if (next.outcome === 'pending') pauses.push(next.againInMs)
    }
    expect(pauses[0]).toBe(3_000)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBe(30_000)
    statuses[0] = 'FINISHED'
    expect(await readyContainer(kept, network, after(2_000))).toEqual({ outcome: 'ready', kept })
    expect(statuses).toHaveLength(1)
  })

  test.each(['EXPIRED', 'ERROR', ''])('that is %j is replaced', async (status) => {
    const network = openNetwork()
    const kept = await createdContainer(network)
    statuses[0] = status
    expect(await readyContainer(kept, network, after(60_000))).toMatchObject({
      outcome: 'pending',
      kept: { id: '1', looks: 0, failed: 1 },
    })
  })

  test('that was just created and is not known everywhere yet is asked for again', async () => {
    const network = openNetwork()
    const kept = await createdContainer(network)
    statuses[0] = ''
    expect(await readyContainer(kept, network, after(1_000))).toMatchObject({
      outcome: 'pending',
      kept: { id: '0' },
      againInMs: 30_000,
    })
  })

  test('that may be too old is replaced unread', async () => {
    const network = openNetwork()
    const kept = await createdContainer(network)
    expect((await readyContainer(kept, network, after(23 * hour))).kept.id).toBe('1')
    expect(server.calls.map(({ name }) => name)).toEqual(['POST /containers', 'POST /containers'])
  })

  test('is given up when another one would fail too, and after the last that failed or was never finished', async () => {
    const network = openNetwork()
    const first = await createdContainer(network)
    statuses[0] = 'BAD_CONTENT'
    expect((await failureOf(readyContainer(first, network, start))).kind).toBe('invalid')
    statuses[0] = 'ERROR'
    const { kept: second } = await readyContainer(first, network, start)
    const late = after(hour / 4)
    expect((await failureOf(readyContainer(second, network, late))).message).toContain('did not finish')
    statuses[1] = 'ERROR'
    expect((await failureOf(readyContainer(second, network, start))).message).toBe('A server error.')
    expect(statuses).toHaveLength(2)
  })

  test('whose creation is lost is created again, and the lost one stays invisible', async () => {
    const network = openNetwork()
    server.inject('POST /containers', { kind: 'lose_answer' })
    expect((await failureOf(readyContainer(null, network, start))).kind).toBe('unavailable')
    const { kept } = await readyContainer(null, network, start)
    expect([kept.id, statuses.length]).toEqual(['1', 2])
  })
})

test('a carousel creates one container in a step, waits for all, and replaces the one that failed', async () => {
  const network = openNetwork()
  const networks = [network, network]
  const one = await readyContainers([], networks, start)
  expect([one.kept.length, one.againInMs]).toEqual([1, 0])
  const two = await readyContainers(one.kept, networks, start)
  expect(two.kept.map(({ id }) => id)).toEqual(['0', '1'])
  statuses = ['FINISHED', 'ERROR']
  const three = await readyContainers(two.kept, networks, start)
  expect([three.kept.map(({ id }) => id), three.againInMs]).toEqual([['0', '2'], 0])
  statuses[2] = 'FINISHED'
  expect((await readyContainers(three.kept, networks, start)).againInMs).toBeNull()
})

test.each([
  ['PUBLISHED', { outcome: 'published', ...post }],
  ['FINISHED', { outcome: 'repeat' }],
  ['IN_PROGRESS', { outcome: 'pending', againInMs: 4_500 }],
  ['EXPIRED', { outcome: 'absent' }],
  ['ERROR', { outcome: 'absent' }],
  ['BAD_CONTENT', { outcome: 'rejected', failure: { kind: 'invalid' } }],
  ['', { outcome: 'not_found' }],
])('a commit whose container is %j settles by it', async (status, expected) => {
  const network = openNetwork()
  const kept = await createdContainer(network)
  statuses[0] = status
  expect(await settleContainer(kept, 1, network)).toMatchObject(expected)
  expect(statuses).toHaveLength(1)
})

test('a published container whose post cannot be found proves nothing', async () => {
  const read = async () => ({ state: 'published', post: null }) as const
  expect(await settleContainer({ id: '0' }, 0, { read })).toEqual({ outcome: 'not_found' })
})
