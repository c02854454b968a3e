import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { connectByKey, knownRelays } from '../connect.ts'
import { nostr } from '../connector.ts'
import { nameKey, pageOf } from '../names.ts'
import { type FakeRelay, startFakeRelay } from './fake.ts'
import { makePerson } from './fake-event.ts'
import { failureOf } from './steps.ts'
import { domain, type NostrHouse, openHouse } from './world.ts'

let house: NostrHouse
let known: FakeRelay
let outbound: Outbound
beforeAll(async () => {
  house = await openHouse(2)
  known = await startFakeRelay()
  outbound = localOutbound({ [knownRelays[0] ?? '']: known.url, [`https://${domain}`]: house.blossom.url })
})
afterAll(async () => {
  await outbound.close()
  await known.close()
  await house.close()
})

const connect = (input: JsonObject) => connectByKey.identify(input, identifyIo(outbound))
const relay = (index = 0) => {
  const found = house.relays[index]
  if (!found) throw new Error('There is no such relay.')
  return found
}

test('a key with relays is the account, and its name is that of its profile', async () => {
  const { person } = house
  const alice = { name: 'alice', display_name: 'Alice', picture: 'https://pictures.example/a.png' }
  const put = (about: JsonObject, created_at: number) =>
    relay().put(person.sign({ kind: 0, created_at, content: JSON.stringify(about) }))
  put(alice, 1_000)
  const input = { secret_key: person.secretKey, relays: `${relay().url}, ${relay(1).url}/\n${relay().url}` }
  const npub = nameKey(person.pubkey)
  expect(await connect(input)).toEqual({
    externalId: person.pubkey,
    username: 'alice',
    displayName: 'Alice',
    avatarUrl: alice.picture,
    profileUrl: pageOf(npub),
    settings: { relays: [relay().url, relay(1).url], is_from_list: false, media_server: null },
    credentials: { secret_key: person.secretKey },
    expiresAt: null,
  })
  // A name that a domain vouches for, for this key and no other.
  put({ ...alice, nip05: `alice@${domain}` }, 2_000)
  expect(await connect(input)).toMatchObject({ username: `alice@${domain}` })
  put({ ...alice, nip05: `_@${domain}` }, 3_000)
  expect(await connect(input)).toMatchObject({ username: 'alice' })
  put({ ...alice, nip05: 'alice@gone.example' }, 4_000)
  expect(await connect(input)).toMatchObject({ username: 'alice' })
  put({}, 5_000)
  const { username } = await connect(input)
  expect(username).toBe(`${npub.slice(0, 12)}…${npub.slice(-6)}`)
})

test('an account that names no relays has those of its list, and its media server', async () => {
  const person = makePerson()
  const input = { secret_key: person.secretKey }
  expect(await failureOf(connect(input))).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('no list of relays'),
  })
  const list = [
    ['r', `${relay().url}/`],
    ['r', relay(1).url, 'read'],
    ['r', 'wss://gone.example', 'write'],
    ['r', 'http://no.example'],
    ['r'],
  ]
  known.put(person.sign({ kind: 10_002, tags: list }))
  known.put(
    person.sign({
      kind: 10_063,
      tags: [
        ['server', 'https://blossom.example/'],
        ['server', 'https://b.example'],
      ],
    }),
  )
  relay().put(person.sign({ kind: 0, content: '{"name":"bob"}' }))
  const found = await connect(input)
  expect(found).toMatchObject({
    username: 'bob',
    settings: {
      relays: [relay().url, 'wss://gone.example'],
      is_from_list: true,
      media_server: 'https://blossom.example',
    },
  })

  // The list is read again where it was followed.
  const account = { id: 'an-account', ...found }
  relay().put(person.sign({ kind: 10_002, tags: [['r', relay(1).url]] }))
  const refresh = (settings: JsonObject) =>
    connectByKey.refresh({ ...account, settings }, found.credentials, identifyIo(outbound))
  expect((await refresh(found.settings)).profile?.settings).toMatchObject({ relays: [relay(1).url] })
  const kept = { ...found.settings, is_from_list: false }
  expect((await refresh(kept)).profile).toMatchObject({ username: 'bob', settings: kept })
  const gone = { ...kept, relays: ['wss://gone.example'] }
  expect(await failureOf(refresh(gone))).toMatchObject({ kind: 'unavailable' })
})

test('what a relay says of others, or without their signature, is not believed', async () => {
  const [person, other] = [makePerson(), makePerson()]
  const liar = await startFakeRelay()
  const profile = person.sign({ kind: 0, content: '{"name":"true"}' })
  // The relay gives these out to whoever asks for the key.
  const lies = [
    { ...profile, content: '{"name":"forged"}' },
    { ...profile, id: '0'.repeat(64) },
    { ...other.sign({ kind: 0, content: '{"name":"other"}' }) },
    { ...profile, sig: other.sign({ kind: 0 }).sig },
    { ...profile, tags: 'none' },
  ]
  liar.answersWith = lies
  const { username } = await connect({ secret_key: person.secretKey, relays: liar.url })
  expect(username).toContain('npub1')
  liar.answersWith = [...lies, profile]
  expect(await connect({ secret_key: person.secretKey, relays: liar.url })).toMatchObject({
    username: 'true',
  })
  await liar.close()
})

test('a relay that asks who it is is told', async () => {
  relay(1).needsSignIn = true
  const input = { secret_key: house.person.secretKey, relays: relay(1).url }
  expect(await connect(input)).toMatchObject({ externalId: house.person.pubkey })
  relay(1).needsSignIn = false
})

const key = makePerson().secretKey
test.each([
  [{ secret_key: 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg' }, 'begins with nsec1'],
  [{ secret_key: '0'.repeat(64) }, 'begins with nsec1'],
  [{ secret_key: key, relays: 'https://relay.example.org' }, 'an address such as wss://'],
  [{ secret_key: key, relays: 'ws://relay.example.org' }, 'must be reached'],
  [{ secret_key: key, relays: 'wss://a:b@relay.example.org' }, 'name or a password'],
  [
    { secret_key: key, relays: Array.from({ length: 11 }, (_, n) => `wss://r${n}.example`).join(' ') },
    'up to 10',
  ],
  [{ secret_key: key, relays: 'wss://nobody.example' }, 'wss://nobody.example does not answer'],
  [{ secret_key: key, media_server: 'ftp://files.example' }, 'an address such as https://'],
])('a form that is filled in wrongly says so: %o', async (input, words) => {
  const failure = await failureOf(connect(input))
  expect(failure.message).toContain(words)
  expect(failure.message).not.toContain(key)
})

test('an address that is no relay is not taken for one', async () => {
  const { url } = house.blossom
  const input = { secret_key: key, relays: url.replace('http', 'ws') }
  expect(await failureOf(connect(input))).toMatchObject({ kind: 'unavailable' })
})

test('nothing ends a key', async () => {
  const { account, credentials } = house
  await expect(nostr.connect[0]?.revoke(account, credentials, house.connectIo)).resolves.toBeUndefined()
})
