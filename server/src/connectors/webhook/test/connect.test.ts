import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { connectByAddress } from '../connect.ts'
import { address, calls, secret } from './fake.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, type WebhookHouse } from './world.ts'

let house: WebhookHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const identify = (more: JsonObject = {}, io = house.connectIo) =>
  connectByAddress.identify({ address, secret, ...more }, io)

test('a receiver that answers the test message is connected, by what may be seen of its address', async () => {
  const before = house.fake.calls.length
  const found = await identify()
  const [ping, ...more] = house.fake.calls.slice(before)
  expect(more).toEqual([])
  expect(ping?.name).toBe(calls.ping)
  expect(JSON.parse(String(ping?.body))).toEqual({
    type: 'ping',
    version: '1',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { account: { name: 'receiver.example.org' } },
  })
  expect(found).toEqual({
    externalId: createHash('sha256').update(`a-workspace\n${address}`).digest('hex').slice(0, 32),
    username: 'receiver.example.org',
    displayName: 'receiver.example.org',
    avatarUrl: null,
    profileUrl: 'https://receiver.example.org/',
    settings: {
      origin: 'https://receiver.example.org',
      knows_repeats: false,
      deletes: false,
      serves_media: true,
    },
    credentials: { path: 'hooks/crier?token=a-token-of-this-hook-alone', secret },
    expiresAt: null,
  })
})

test('what its form says is kept, and an address is another receiver for another workspace', async () => {
  const [one, other] = [await identify(), await identify({}, { ...house.connectIo, space: 'another' })]
  expect(other.externalId).not.toBe(one.externalId)
  const named = await identify({ name: ' Harbour site ', knows_repeats: true, deletes: true })
  expect(named).toMatchObject({
    externalId: one.externalId,
    username: 'Harbour site',
    settings: { knows_repeats: true, deletes: true },
  })
})

test('media can be fetched from a public address, and from any address by a receiver that is not on the internet either', async () => {
  const hidden = { ...house.connectIo, publicUrl: 'http://localhost:4747' }
  expect((await identify({}, hidden)).settings).toMatchObject({ serves_media: false })
  const inside = address.replace('https://receiver.example.org', house.fake.url)
  expect((await identify({ address: inside }, hidden)).settings).toMatchObject({ serves_media: true })
})

test('a secret is taken without its beginning, and with spaces around it', async () => {
  const key = secret.replace('whsec_', '')
  for (const given of [key, key.replace('=', ''), ` ${secret}\n`])
    expect((await identify({ secret: given })).credentials).toMatchObject({ secret })
})

describe('refused before anything is sent is', () => {
  test.each([
    ['hello'],
    ['receiver.example.org/hooks'],
    ['ftp://receiver.example.org/'],
    ['https://me:secret@receiver.example.org/'],
    ['https://receiver.example.org/#part'],
    [`https://receiver.example.org/${'x'.repeat(2_000)}`],
  ])('the address %s', async (given) => {
    const before = house.fake.calls.length
    const failure = await failureOf(identify({ address: given }))
    expect(failure).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/^Give the whole address/),
    })
    expect(house.fake.calls).toHaveLength(before)
  })

  const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64')
  test.each([
    ['a password'],
    ['whsec_'],
    [`whsec_${bytes(23)}`],
    [bytes(65)],
    [`${secret}!`],
    [`whsec_${secret}`],
  ])('the secret %s', async (given) => {
    const before = house.fake.calls.length
    const failure = await failureOf(identify({ secret: given }))
    expect(failure).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/^The secret is whsec_/),
    })
    expect(house.fake.calls).toHaveLength(before)
  })
})

describe('a receiver is not connected that answers the test message', () => {
  test.each([
    [
      'with a refusal',
      answered(422, { detail: 'Not today.' }),
      'invalid',
      'The receiver refused it. It said: Not today.',
    ],
    [
      'with another address',
      answered(302, '', { location: 'https://elsewhere.example.org/' }),
      'unauthorized',
      'The address leads to another one',
    ],
    [
      'that it is not there',
      answered(404, '<h1>404</h1>', { 'content-type': 'text/html' }),
      'unauthorized',
      'There is no receiver',
    ],
    [
      'with an error of its own',
      answered(500, 'Oh no'),
      'unavailable',
      'could not do it this time (status 500)',
    ],
    ['that it is busy', answered(503, '', { 'retry-after': '5' }), 'unavailable', 'status 503'],
  ])('%s', async (_, answer, kind, message) => {
    house.fake.inject(calls.ping, answer)
    expect(await failureOf(identify())).toMatchObject({ kind, message: expect.stringContaining(message) })
  })

  test('that its signature is wrong', async () => {
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const failure = await failureOf(identify({ secret: other }))
    expect(failure.kind).toBe('unauthorized')
    expect(failure.message).toContain('does not accept the signature')
    expect(failure.message).not.toContain(other)
  })

  test('never', async () => {
    house.fake.inject(calls.ping, { kind: 'drop' })
    expect(await failureOf(identify())).toMatchObject({ kind: 'unavailable' })
  })
})

describe('a refresh', () => {
  const refresh = () => connectByAddress.refresh(house.account, house.credentials, house.connectIo)

  test('sends a test message and changes nothing', async () => {
    const { credentials, profile } = await refresh()
    expect(credentials).toEqual(house.credentials)
    expect(profile).toMatchObject({ username: 'Harbour site', settings: house.account.settings })
    expect(house.fake.calls.at(-1)?.name).toBe(calls.ping)
  })

  test.each([403, 410, 422])('says unauthorized where the receiver answers %i', async (status) => {
    house.fake.inject(calls.ping, answered(status, { detail: 'No.' }))
    expect(await failureOf(refresh())).toMatchObject({ kind: 'unauthorized' })
  })

  test.each([429, 500])('does not where it answers %i', async (status) => {
    house.fake.inject(calls.ping, answered(status, { detail: 'No.' }))
    expect((await failureOf(refresh())).kind).not.toBe('unauthorized')
  })
})

test('ending the access sends nothing', async () => {
  const before = house.fake.calls.length
  await connectByAddress.revoke(house.account, house.credentials, house.connectIo)
  expect(house.fake.calls).toHaveLength(before)
})
