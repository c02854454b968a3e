import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { layBench, publishFully } from '../../conformance/bench.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { nostr } from '../connector.ts'
import type { RelayFault } from './fake.ts'
import { commitAndSettle, failureOf, notesOf } from './steps.ts'
import { type NostrHouse, openHouse } from './world.ts'

let house: NostrHouse
beforeEach(async () => {
  house = await openHouse(2)
})
afterEach(() => house.close())

const refuse = (words: string): RelayFault => ({ kind: 'refuse', words })
const inject = (...faults: (RelayFault | null)[]) => {
  for (const [index, fault] of faults.entries()) if (fault) house.relays[index]?.inject(fault)
}

// An answer of every kind that a relay may give where no other relay has the event, and its meaning.
test.each([
  ['invalid: too many tags', 'invalid', 'invalid: too many tags'],
  ['pow: difficulty 26 is less than 30', 'invalid', 'pow: difficulty 26'],
  ['blocked: you are banned from posting here', 'forbidden', 'blocked: you are banned'],
  ['mute: nobody listens', 'forbidden', 'mute: nobody'],
  ['a word of its own', 'forbidden', 'a word of its own'],
  ['', 'forbidden', ''],
  ['constructor: odd', 'forbidden', 'constructor: odd'],
  ['restricted: pay for it', 'unauthorized', 'restricted: pay for it'],
  ['error: could not connect to the database', 'unknown_outcome', 'error: could not connect'],
])('relays that say "%s" mean %s', async (words, kind, quoted) => {
  inject(refuse(words), refuse(words))
  const bench = layBench(house)
  const failure = await failureOf(bench.send(await bench.readyToSend()))
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(quoted) })
  expect(failure.message).toContain(house.relays[1]?.url)
  expect(notesOf(house)).toEqual([])
})

test.each([
  ['are silent', { kind: 'silence' }],
  ['ask who it is, and never for a proof', refuse('auth-required: say who you are')],
] satisfies [string, RelayFault][])('nobody knows what became of it where relays %s', async (_how, fault) => {
  inject(fault, fault)
  const bench = layBench({ ...house, io: handIo(house.outbound, house.credentials, 300) })
  const step = await bench.readyToSend()
  expect(await failureOf(bench.send(step))).toMatchObject({ kind: 'unknown_outcome' })
  expect(await bench.settle(step)).toEqual({ outcome: 'repeat' })
})

test.each([
  ['rate-limited: slow down there chief', 'rate-limited: wait 90 seconds', 90_000],
  ['rate-limited: try again in 5 s', 'rate-limited: wait 90 sec', 5_000],
  ['rate-limited: slow down', 'blocked: spam', 60_000],
])('relays that say "%s" and "%s" are waited for', async (one, other, retryAfterMs) => {
  inject(refuse(one), refuse(other))
  const bench = layBench(house)
  const failure = await failureOf(bench.send(await bench.readyToSend()))
  expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs })
})

test('a relay that cannot be reached is tried later where no other one takes the post', async () => {
  await house.relays[1]?.close()
  inject(refuse('blocked: spam'))
  const bench = layBench(house)
  const step = await bench.readyToSend()
  expect(await failureOf(bench.send(step))).toMatchObject({ kind: 'not_sent' })
  await house.relays[0]?.close()
  expect(await failureOf(bench.send(step))).toMatchObject({ kind: 'not_sent' })
})

describe('one relay is enough', () => {
  test.each([
    ['refuses it', refuse('blocked: not you'), 'blocked: not you'],
    ['asks to wait', refuse('rate-limited: slow down'), null],
    ['fails', refuse('error: no database'), null],
    ['hangs up', { kind: 'lose_answer' }, null],
    [
      'says no JSON',
      {
        kind: 'instead',
        say: (socket) => {
          socket.send('<html>')
          socket.close()
        },
      },
      null,
    ],
    [
      'says a huge message',
      { kind: 'instead', say: (socket) => socket.send(`["NOTICE","${'x'.repeat(2_000_000)}"]`) },
      null,
    ],
    [
      'ends halfway',
      {
        kind: 'instead',
        say: (socket) => {
          socket.sendFrame(0, Buffer.from('["OK"'))
          socket.destroy()
        },
      },
      null,
    ],
  ] satisfies [string, RelayFault, string | null][])('where another one %s', async (_what, fault, words) => {
    // A second refusal shows that the relay is asked once more.
    inject(null, fault)
    if (words !== null) inject(null, fault)
    const settled = await commitAndSettle(layBench(house))
    const detail =
      words === null ? null : expect.objectContaining({ params: { relay: house.relays[1]?.url, words } })
    expect(settled).toMatchObject({
      outcome: 'published',
      omitted: detail === null ? [] : [{ code: 'relay_without_post', detail }],
    })
    expect(notesOf(house, 0)).toHaveLength(1)
    expect(notesOf(house, 1)).toHaveLength(words === null ? 1 : 0)
  })

  test('where another one is gone', async () => {
    await house.relays[0]?.close()
    const settled = await commitAndSettle(layBench(house))
    expect(settled).toMatchObject({ outcome: 'published', omitted: [{ code: 'relay_without_post' }] })
    expect(notesOf(house, 1)).toHaveLength(1)
  })
})

describe('a relay that asks who it is', () => {
  test.each([false, true])('is told, whether its challenge comes late: %s', async (challengesLate) => {
    for (const relay of house.relays) Object.assign(relay, { needsSignIn: true, challengesLate })
    const bench = layBench(house)
    const sent = await bench.readyToSend()
    expect(await bench.send(sent)).toMatchObject({ outcome: 'published' })
    // Reading needs it too.
    expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', omitted: [] })
    expect(notesOf(house)).toHaveLength(1)
  })

  test('and does not believe it refuses the account', async () => {
    for (const relay of house.relays) relay.needsSignIn = true
    const bench = layBench(house)
    const step = await bench.readyToSend()
    const io = { ...bench.io(step), now: () => new Date(0) }
    expect(await failureOf(nostr.commit(step, io))).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('auth-required: invalid: this does not show who you are'),
    })
  })
})

describe('settling', () => {
  test('finds the post at one relay, and gives it to the other', async () => {
    inject({ kind: 'lose_answer' }, { kind: 'instead', say: (socket) => socket.destroy() })
    const bench = layBench(house)
    const step = await bench.readyToSend()
    expect(await failureOf(bench.send(step))).toMatchObject({ kind: 'unknown_outcome' })
    expect(notesOf(house, 1)).toEqual([])
    expect(await bench.settle(step)).toMatchObject({ outcome: 'published', omitted: [] })
    expect(notesOf(house, 1)).toEqual(notesOf(house, 0))
  })

  test('sends the same again where no relay has it, and asks later where none answers', async () => {
    const bench = layBench(house)
    const step = await bench.readyToSend()
    expect(await bench.settle(step)).toEqual({ outcome: 'repeat' })
    await house.relays[0]?.close()
    expect(await bench.settle(step)).toEqual({ outcome: 'repeat' })
    await house.relays[1]?.close()
    expect(await failureOf(bench.settle(step))).toMatchObject({ kind: 'unavailable' })
  })

  test('keeps to the relays of the commit, whatever the account has now', async () => {
    const bench = layBench(house)
    const step = await bench.readyToSend()
    await bench.send(step)
    const moved = { ...house.account, settings: { ...house.account.settings, relays: ['ws://127.0.0.1:1'] } }
    expect(await bench.settle({ ...step, account: moved })).toMatchObject({
      outcome: 'published',
      omitted: [],
    })
  })
})

describe('deleting', () => {
  const remove = (remoteId: string) =>
    nostr.powers[0]?.power === 'delete'
      ? nostr.powers[0].delete(
          { remoteId, url: '', reference: null },
          house.account,
          house.credentials,
          house.connectIo,
        )
      : Promise.reject(new Error('Nothing can be deleted.'))

  test('asks the relays that have the post, and no other', async () => {
    const { remoteId } = await publishFully(layBench(house))
    house.relays[1]?.remove(remoteId)
    await remove(remoteId)
    const requests = house.relays.map(({ events }) => [...events.values()].filter(({ kind }) => kind === 5))
    expect(requests).toMatchObject([
      [
        {
          tags: [
            ['e', remoteId],
            ['k', '1'],
          ],
        },
      ],
      [],
    ])
    expect(notesOf(house)).toEqual([])
  })

  test('says which relay kept it', async () => {
    const { remoteId } = await publishFully(layBench(house))
    const [first, second] = house.relays
    if (!first || !second) throw new Error('There are no relays.')
    second.members = new Set()
    expect(await failureOf(remove(remoteId))).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining(
        `The relay ${second.url} did not delete the post. It said: restricted`,
      ),
    })
    second.members = null
    second.ignoresDeletions = true
    expect(await failureOf(remove(remoteId))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('It keeps the post all the same.'),
    })
    await second.close()
    expect(await failureOf(remove(remoteId))).toMatchObject({ kind: 'unavailable' })
  })
})
