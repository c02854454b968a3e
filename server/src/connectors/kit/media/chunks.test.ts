import { afterEach, beforeEach, expect, test } from 'vitest'
import { asObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { Failure } from '../../connector.ts'
import { FakeRefusal, type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { makeRequest } from '../json-api.ts'
import { type ChunkedUpload, type KeptChunks, sendNextChunk } from './chunks.ts'

const append = 'PUT /uploads/1'
const film = Buffer.from('0123456789')
const medium = { id: 'm', bytes: film.length, mimeType: 'video/mp4' }

let outbound: Outbound
let server: FakeServer
let received: Buffer | null
let started: number
let finished: string | null
beforeEach(async () => {
  received = null
  started = 0
  finished = null
  outbound = localOutbound()
  server = await startFakeServer({
    routes: {
      'POST /uploads': () => {
        received = Buffer.alloc(0)
        started += 1
        return { status: 200, json: { id: '1' } }
      },
      'GET /uploads/1': () =>
        received ? { status: 200, json: { size: received.length } } : { status: 404, json: null },
      [append]: ({ headers, body }) => {
        const refuse = (error: string) => new FakeRefusal(error, { status: 409, json: { error } })
        if (!received || headers['x-start'] !== String(received.length)) throw refuse('Not the next part.')
        if (body.length > 4) throw refuse('Too large a part.')
        received = Buffer.concat([received, body])
        return { status: 200, json: null }
      },
      'POST /uploads/1/finish': () => {
        finished = received?.toString() ?? ''
        return { status: 200, json: { media: '7' } }
      },
    },
    internalError: null,
  })
})
afterEach(async () => {
  await outbound.close()
  await server.close()
})

function openUpload() {
  const io = handIo(outbound, {})({ commit: null, media: new Map([['m', film]]) })
  const ask = async (call: Parameters<typeof makeRequest>[1]) => {
    const answer = await io.fetch(makeRequest(server.url, call))
    if (answer.status === 200 || answer.status === 404) return asObject(answer.json)
    throw new Failure('unavailable', `It was answered ${answer.status}.`)
  }
  const network: ChunkedUpload = {
    chunkBytes: 4,
    start: async () => String((await ask({ path: '/uploads', method: 'POST' }))?.id),
    received: async ({ uploadId }) => {
      const size = (await ask({ path: `/uploads/${uploadId}` }))?.size
      return typeof size === 'number' ? size : null
    },
    append: async (uploadId, { start, ...file }) => {
      const headers = { 'x-start': String(start), 'x-index': String(file.index) }
      await ask({ path: `/uploads/${uploadId}`, method: 'PUT', headers, file })
    },
    finish: async (uploadId) =>
      String((await ask({ path: `/uploads/${uploadId}/finish`, method: 'POST' }))?.media),
  }
  return (kept: KeptChunks | null) => sendNextChunk(medium, kept, network, io)
}

/** Goes on until it is done, and repeats a step that failed, as the engine does; `between` runs after each step. */
async function uploadWhole(between: (kept: KeptChunks | null) => void = () => undefined): Promise<string> {
  const next = openUpload()
  let kept: KeptChunks | null = null
  for (let steps = 0; steps < 20; steps++) {
    try {
      const progress = await next(kept)
      if (progress.outcome === 'done') return progress.remoteId
      kept = progress.kept
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    between(kept)
  }
  throw new Error('It was never done.')
}

test('a file goes in parts, each of them kept before the next is sent', async () => {
  const steps: (number | undefined)[] = []
  expect(await uploadWhole((kept) => steps.push(kept?.sentBytes))).toBe('7')
  expect(finished).toBe('0123456789')
  expect(steps).toEqual([0, 4, 8, 10])
  const parts = server.calls.filter(({ name }) => name === append)
  expect(parts.map(({ headers }) => [headers['x-index'], headers['content-length']])).toEqual([
    ['0', '4'],
    ['1', '4'],
    ['2', '2'],
  ])
})

test.each([
  [{ kind: 'lose_answer' }, 3],
  [{ kind: 'reset' }, 4],
  [{ kind: 'answer', status: 503, body: '' }, 4],
] as const)('after %j of a part it goes on where the network stands', async (fault, parts) => {
  server.inject(append, fault)
  expect(await uploadWhole()).toBe('7')
  expect(finished).toBe('0123456789')
  expect(server.calls.filter(({ name }) => name === append)).toHaveLength(parts)
})

test('an upload that the network has forgotten begins again', async () => {
  let isForgotten = false
  const forget = (kept: KeptChunks | null) => {
    if (kept?.sentBytes !== 8 || isForgotten) return
    isForgotten = true
    received = null
  }
  expect(await uploadWhole(forget)).toBe('7')
  expect({ finished, started }).toEqual({ finished: '0123456789', started: 2 })
})
