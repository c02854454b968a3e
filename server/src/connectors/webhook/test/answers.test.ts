import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhook } from '../connector.ts'
import { calls, secret } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, openHouse, type WebhookHouse } from './world.ts'

let house: WebhookHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  house.fake.world.answer = {}
})

const problem = { type: 'about:blank', title: 'Refused', detail: 'The title is taken.' }
const quoted = 'It said: The title is taken.'

describe('the answer to a message', () => {
  test.each([
    [301, 'unauthorized'],
    [307, 'unauthorized'],
    [308, 'unauthorized'],
    [400, 'invalid'],
    [401, 'unauthorized'],
    [402, 'invalid'],
    [403, 'forbidden'],
    [404, 'unauthorized'],
    [405, 'unauthorized'],
    [406, 'invalid'],
    [410, 'unauthorized'],
    [411, 'invalid'],
    [413, 'invalid'],
    [414, 'invalid'],
    [415, 'invalid'],
    [417, 'invalid'],
    [421, 'invalid'],
    [422, 'invalid'],
    [431, 'invalid'],
    [451, 'invalid'],
  ])('%i is certain to have had no effect: %s', async (status, kind) => {
    const bench = await layOut(house)
    house.fake.inject(calls.publish, answered(status, problem, { location: '/elsewhere' }))
    expect(await failureOf(bench.send())).toMatchObject({ kind, message: expect.stringContaining(quoted) })
    expect(house.fake.world.posts).toEqual([])
  })

  // A proxy gives some of these while the receiver is still at work.
  test.each([302, 303, 304, 408, 409, 418, 423, 424, 500, 501, 502, 503, 504, 520])(
    '%i leaves the outcome unknown, whatever it says',
    async (status) => {
      const bench = await layOut(house)
      house.fake.inject(calls.publish, answered(status, problem, { 'retry-after': '7' }))
      expect(await failureOf(bench.send())).toMatchObject({ kind: 'unknown_outcome', retryAfterMs: null })
    },
  )

  test.each([425, 429])('%i asks to wait', async (status) => {
    for (const [after, retryAfterMs] of [
      ['7', 7_000],
      ['soon', null],
    ] as const) {
      const bench = await layOut(house)
      house.fake.inject(calls.publish, answered(status, problem, { 'retry-after': after }))
      expect(await failureOf(bench.send())).toMatchObject({ kind: 'rate_limited', retryAfterMs })
    }
  })

  test.each([
    ['JSON with a message', answered(400, { message: 'The title is taken.' }), quoted],
    ['JSON with an error', answered(400, { error: 'The title is taken.' }), quoted],
    ['JSON with an error in it', answered(400, { error: { message: 'The title is taken.' } }), quoted],
    ['JSON with a title alone', answered(400, { title: 'The title is taken.', detail: 7 }), quoted],
    ['plain text', answered(400, 'The title is taken.'), quoted],
    ['plain text with control letters', answered(400, 'The\u001b[31m title\r\nis\u202e taken.'), quoted],
  ])('is quoted where it is %s', async (_, answer, words) => {
    const bench = await layOut(house)
    house.fake.inject(calls.publish, answer)
    expect((await failureOf(bench.send())).message).toBe(`The receiver refused it. ${words}`)
  })

  test.each([
    ['HTML', answered(400, '<b>The title is taken.</b>', { 'content-type': 'text/html' })],
    ['a list', answered(400, ['The title is taken.'])],
    ['nothing', answered(400, '')],
  ])('is not quoted where it is %s', async (_, answer) => {
    const bench = await layOut(house)
    house.fake.inject(calls.publish, answer)
    expect((await failureOf(bench.send())).message).toBe('The receiver refused it.')
  })

  test('is quoted to a limit, and without the secret or the address', async () => {
    const bench = await layOut(house)
    const key = secret.replace('whsec_', '')
    const said = `No ${secret} ${key} a-token-of-this-hook-alone /hooks/crier?token=a-token-of-this-hook-alone. ${'x'.repeat(5_000)}`
    house.fake.inject(calls.publish, answered(400, { detail: said }))
    const failure = await failureOf(bench.send())
    expect(failure.message).toContain('No [secret] [secret] [secret] /[secret]. xxx')
    expect(failure.message.length).toBeLessThan(400)
  })
})

describe('a success', () => {
  const remote = { remoteId: 'p7', url: 'https://site.example.org/p7' }
  test.each([
    ['with an id and an address', { id: 'p7', url: remote.url }, remote],
    ['with a number for an id', { id: 7, url: remote.url }, { ...remote, remoteId: '7' }],
    [
      'with an address that is none',
      { id: 'p7', url: 'javascript:alert(1)' },
      { url: 'https://receiver.example.org/' },
    ],
    [
      'with an address that is no text',
      { id: 'p7', url: { href: remote.url } },
      { url: 'https://receiver.example.org/' },
    ],
    [
      'with a long address',
      { id: 'p7', url: `https://site.example.org/${'x'.repeat(2_000)}` },
      { url: 'https://receiver.example.org/' },
    ],
  ])('%s is the post', async (_, answer, expected) => {
    house.fake.world.answer = answer
    expect(await publish(house)).toMatchObject(expected)
  })

  test.each([[null], [''], [1.5], ['\u0000'], ['x'.repeat(501)], [['p7']]])(
    'with the id %j goes by the id of its message',
    async (id) => {
      house.fake.world.answer = { id }
      const bench = await layOut(house)
      expect(await bench.send()).toMatchObject({ outcome: 'published', remoteId: bench.step.key })
    },
  )

  test.each([
    [200, ''],
    [202, 'queued'],
    [204, ''],
    [200, '<html>Thank you</html>'],
  ])('%i with %j is one too', async (status, body) => {
    const bench = await layOut(house)
    house.fake.inject(calls.publish, answered(status, body))
    expect(await bench.send()).toMatchObject({ outcome: 'published', remoteId: bench.step.key })
  })
})

describe('after a lost answer', () => {
  const settle = async (knew: boolean, knows: boolean) => {
    const before = { ...house.account, settings: { ...house.account.settings, knows_repeats: knew } }
    const account = { ...before, settings: { ...before.settings, knows_repeats: knows } }
    const { step, io } = await layOut(house, { account: before })
    const { class: one } = webhook.networkClass(account, step.draft)
    return [one, (await webhook.settle({ ...step, account }, io())).outcome]
  }

  // The engine repeats nothing in the class `blind`.
  test.each([
    [true, true, ['expiring_key', 'repeat']],
    [false, false, ['blind', 'not_found']],
    [false, true, ['expiring_key', 'not_found']],
    [true, false, ['blind', 'repeat']],
  ])('a receiver that knew repeats (%s) and knows them (%s) is %j', async (knew, knows, expected) => {
    expect(await settle(knew, knows)).toEqual(expected)
  })
})
