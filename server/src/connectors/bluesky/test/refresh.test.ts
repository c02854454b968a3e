import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { type Account, Failure, type IdentifyIo } from '../../connector.ts'
import { homeOf } from '../identity.ts'
import { refresh } from '../refresh.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import type { FakeAccount } from './fake-world.ts'

const renew = 'com.atproto.server.refreshSession'
const describeServer = 'com.atproto.server.describeServer'

let fake: FakeBluesky
let other: FakeBluesky
let outbound: Outbound
let io: IdentifyIo
let alice: FakeAccount
let account: Account
let credentials: JsonObject

beforeEach(async () => {
  fake = await startFakeBluesky({ secret: 'shared' })
  other = await startFakeBluesky({ secret: 'shared', blobUploadLimit: 700_000 })
  outbound = localOutbound()
  io = identifyIo(outbound)
  alice = fake.createAccount('alice.test')
  const input = { service: fake.url, directory: fake.url, ...alice }
  ;({ account, credentials } = await connectAccount(outbound, input))
})

afterEach(async () => {
  await outbound.close()
  await fake.close()
  await other.close()
})

describe('renewing the session', () => {
  test('says nothing of a profile that is as it was', async () => {
    expect((await refresh(account, credentials, io)).profile).toBeNull()
  })

  test('reports the new name of an account that has one', async () => {
    fake.rename(alice.did, 'alice.example.com')
    expect((await refresh(account, credentials, io)).profile).toEqual({
      username: 'alice.example.com',
      displayName: 'alice.example.com',
      avatarUrl: null,
      profileUrl: `https://bsky.app/profile/${alice.did}`,
      settings: account.settings,
    })
  })

  test.each(['handle.invalid', 'no name', ''])('keeps the name where the server says %j', async (handle) => {
    fake.rename(alice.did, handle)
    expect((await refresh(account, credentials, io)).profile).toBeNull()
  })

  test('learns what the server takes by now, and keeps what it took when that cannot be learnt', async () => {
    const before = { ...account, settings: { ...account.settings, image_max_bytes: 1_000_000 } }
    const { profile } = await refresh(before, credentials, io)
    expect(profile?.settings).toMatchObject({ image_max_bytes: 2_000_000, video_max_bytes: 5_242_880 })
    fake.inject(describeServer, { kind: 'answer', status: 500, body: '' })
    const again = await refresh(before, credentials, io)
    expect(again.profile).toBeNull()
    expect(again.credentials.access_jwt).not.toBe(credentials.access_jwt)
  })

  test('is not lost when the name cannot be asked for', async () => {
    fake.rename(alice.did, 'alice.example.com')
    fake.inject('com.atproto.repo.getRecord', { kind: 'drop' })
    const { profile, credentials: renewed } = await refresh(account, credentials, io)
    expect(profile).toMatchObject({ username: 'alice.example.com', displayName: null })
    expect(renewed.refresh_jwt).not.toBe(credentials.refresh_jwt)
  })
})

describe('an account that lives elsewhere by now', () => {
  const moveTo = (origin: string) => fake.setHome(alice.did, origin)

  test.each<[string, () => void]>([
    ['says it is not there', () => fake.setState(alice.did, 'moved')],
    ['says it is closed', () => fake.setState(alice.did, 'deactivated')],
    ['does not know the session', () => fake.revoke(alice.did)],
    ['does not answer', () => fake.inject(renew, { kind: 'drop' })],
    ['fails', () => fake.inject(renew, { kind: 'answer', status: 502, body: 'Bad gateway' })],
  ])('is found when the old server %s, and goes on there with the limits of there', async (_, leave) => {
    other.settle(alice)
    moveTo(other.url)
    leave()
    const { profile, credentials: renewed } = await refresh(account, credentials, io)
    expect(profile).toMatchObject({
      username: 'alice.test',
      settings: { service: other.url, home: other.url, did: alice.did, image_max_bytes: 700_000 },
    })
    const moved = { ...account, settings: profile?.settings ?? {} }
    expect((await refresh(moved, renewed, io)).profile).toBeNull()
  })

  test('asks a person where the session is not taken there, and says where', async () => {
    moveTo(other.url)
    fake.setState(alice.did, 'moved')
    const failure = await failureOf(refresh(account, credentials, io))
    expect(failure).toMatchObject({
      kind: 'unauthorized',
      message: `This account has moved to ${other.url}. Connect it again there, with an app password made there.`,
    })
  })

  test('is asked for again later where the new server cannot answer now', async () => {
    moveTo(other.url)
    fake.setState(alice.did, 'moved')
    other.inject(renew, { kind: 'answer', status: 503, body: '' })
    expect((await failureOf(refresh(account, credentials, io))).kind).toBe('unavailable')
  })

  test.each([
    'http://pds.example.com',
    'ftp://x',
    'https://user:pass@example.com',
    'https://example.com/path',
    'nonsense',
  ])('is not looked for at %s', async (origin) => {
    moveTo(origin)
    fake.setState(alice.did, 'moved')
    const failure = await failureOf(refresh(account, credentials, io))
    expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'InvalidRequest' })
  })

  test('is not looked for where the guard does not let us', async () => {
    moveTo('http://169.254.169.254')
    fake.setState(alice.did, 'moved')
    expect((await failureOf(refresh(account, credentials, io))).kind).toBe('unavailable')
  })
})

describe('an account that still lives where it did', () => {
  test('is closed when its server says so', async () => {
    fake.setState(alice.did, 'deactivated')
    const failure = await failureOf(refresh(account, credentials, io))
    expect(failure).toMatchObject({ kind: 'unauthorized' })
    expect(failure.message).toContain('not active')
  })

  test('is not taken for moved behind the common entrance of many servers', async () => {
    const behind = { ...account, settings: { ...account.settings, home: other.url } }
    fake.setHome(alice.did, other.url)
    fake.revoke(alice.did)
    const failure = await failureOf(refresh(behind, credentials, io))
    expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'ExpiredToken' })
    expect(other.calls).toEqual([])
  })

  test('is not moved by a directory that is away, or knows nothing of it', async () => {
    fake.revoke(alice.did)
    for (const fault of [
      { kind: 'drop' },
      { kind: 'answer', status: 404, body: '{}' },
      { kind: 'answer', status: 200, body: '[]' },
    ] as const) {
      fake.inject(`/${alice.did}`, fault)
      expect(await failureOf(refresh(account, credentials, io))).toMatchObject({
        platformCode: 'ExpiredToken',
      })
    }
  })
})

describe('a document of an identity', () => {
  const did = 'did:plc:jrlbmwpddimtebvzoyfonqyt'
  const service = {
    id: '#atproto_pds',
    type: 'AtprotoPersonalDataServer',
    serviceEndpoint: 'https://pds.example.com/',
  }

  test.each([
    [{ id: did, service: [service] }, 'https://pds.example.com'],
    [{ id: did, service: [{ ...service, id: `${did}#atproto_pds` }] }, 'https://pds.example.com'],
    [{ id: did, service: [{ ...service, type: 'BskyFeedGenerator' }] }, null],
    [{ id: did, service: [{ ...service, id: '#other' }] }, null],
    [{ id: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz', service: [service] }, null],
    [{ id: did, service: [{ ...service, serviceEndpoint: { uri: 'https://x.com' } }] }, null],
    [{ id: did, service: 'https://x.com' }, null],
    [{ id: did }, null],
    [[], null],
    [null, null],
  ])('%j names %j', (document, origin) => {
    expect(homeOf(did, document)).toBe(origin)
  })
})

async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error(`It did not fail as it should: ${error}`)
}
