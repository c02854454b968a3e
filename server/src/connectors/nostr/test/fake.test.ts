import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/json/json.ts'
import { type FakeRelay, startFakeRelay } from './fake.ts'
import { type FakeBlossom, startFakeBlossom, uploading } from './fake-blossom.ts'
import { makePerson } from './fake-event.ts'

let relay: FakeRelay
let blossom: FakeBlossom
let socket: WebSocket
const person = makePerson()
const now = Math.floor(Date.now() / 1_000)
beforeAll(async () => {
  relay = await startFakeRelay()
  blossom = await startFakeBlossom(() => ({}))
  socket = new WebSocket(relay.url)
  await once(socket, 'open')
})
afterAll(async () => {
  socket.close()
  await relay.close()
  await blossom.close()
})

async function say(message: Json): Promise<Json[]> {
  const heard = once(socket, 'message') as Promise<[MessageEvent]>
  socket.send(JSON.stringify(message))
  return JSON.parse(String((await heard)[0].data)) as Json[]
}

const offer = (event: object) => say(['EVENT', event as Json])
const right = person.sign({ kind: 1, content: 'A "day"\nat \\ sea', tags: [['t', 'sea']] })

describe('the fake refuses an event', () => {
  test.each<[string, object, string]>([
    ['with another id', { ...right, id: '0'.repeat(64) }, 'its id is not its hash'],
    ['with other words', { ...right, content: 'B' }, 'its id is not its hash'],
    ['of another key', { ...right, sig: makePerson().sign({ kind: 1 }).sig }, 'its signature'],
    ['with capital letters', { ...right, id: right.id.toUpperCase() }, 'its id is not lower-case'],
    ['with a member too many', { ...right, extra: 1 }, 'it has the members'],
    ['with a tag that is a number', { ...right, tags: [[1]] }, 'a tag'],
    ['with an empty tag', { ...right, tags: [[]] }, 'a tag'],
    ['with a broken number', { ...right, created_at: 1.5 }, 'a number'],
    ['of tomorrow', person.sign({ kind: 1, created_at: now + 86_400 }), 'created_at is too late'],
  ])('%s', async (_what, event, words) => {
    const [verb, , isTaken, said] = await offer(event)
    expect({ verb, isTaken, said }).toMatchObject({
      verb: 'OK',
      isTaken: false,
      said: expect.stringContaining(words),
    })
    expect(relay.events.size).toBe(0)
  })
})

test('the fake refuses what is no message, and a filter that it does not know', async () => {
  for (const message of [['HELLO'], ['EVENT'], ['REQ', 1, {}], ['REQ', 'a']])
    expect((await say(message))[0]).toBe('NOTICE')
  expect((await offer({ ...right, content: 'x'.repeat(70_000) }))[0]).toBe('NOTICE')
})

test('the fake knows an event again, and deletes it for its author alone', async () => {
  expect(await offer(right)).toEqual(['OK', right.id, true, ''])
  expect(await offer(right)).toEqual(['OK', right.id, true, 'duplicate: already have this event'])
  const tags = [['e', right.id]]
  expect((await offer(makePerson().sign({ kind: 5, tags })))[2]).toBe(true)
  expect(relay.events.has(right.id)).toBe(true)
  await offer(person.sign({ kind: 5, tags }))
  expect(relay.events.has(right.id)).toBe(false)
  expect((await offer(right))[2]).toBe(false)
})

test('the fake believes no proof but one of now, for this connection', async () => {
  relay.needsSignIn = true
  const tags = [
    ['relay', relay.url],
    ['challenge', 'another'],
  ]
  const [, , isTaken] = await say(['AUTH', person.sign({ kind: 22_242, tags })])
  expect(isTaken).toBe(false)
  expect((await offer(person.sign({ kind: 1 })))[3]).toContain('auth-required:')
  relay.needsSignIn = false
})

test.each<[string, object, Record<string, string>, number]>([
  ['without a permission', {}, { authorization: 'Nostr e30=' }, 401],
  ['with words for one', {}, { authorization: 'Bearer x' }, 401],
  [
    'for another file',
    {
      tags: [
        ['t', 'upload'],
        ['x', '00'],
        ['expiration', String(now + 60)],
      ],
    },
    {},
    401,
  ],
  [
    'by a permission that has ended',
    {
      created_at: now - 60,
      tags: [
        ['t', 'upload'],
        ['expiration', String(now - 1)],
      ],
    },
    {},
    401,
  ],
  ['of an unknown type', {}, { 'content-type': 'text/html' }, 415],
])('the fake takes no file %s', async (_what, change, headers, status) => {
  const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
  const tags = [
    ['t', 'upload'],
    ['x', sha256],
    ['expiration', String(now + 60)],
  ]
  const permission = person.sign({ kind: 24_242, tags, ...change })
  const authorization = `Nostr ${Buffer.from(JSON.stringify(permission)).toString('base64')}`
  const [method = '', path] = uploading.split(' ')
  const answer = await fetch(`${blossom.url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'image/png', ...headers },
    body: 'x',
  })
  expect(answer.status).toBe(status)
})
