import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound, OutboundRequest } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { Failure, type IdentifyIo } from '../../connector.ts'
import { connect } from '../connect.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import type { FakeAccount } from './fake-world.ts'

let fake: FakeBluesky
let outbound: Outbound
let io: IdentifyIo
let alice: FakeAccount

beforeEach(async () => {
  fake = await startFakeBluesky()
  outbound = localOutbound()
  io = identifyIo(outbound)
  alice = fake.createAccount('alice.test')
})

afterEach(async () => {
  await outbound.close()
  await fake.close()
})

function input(more: JsonObject = {}): JsonObject {
  return { service: fake.url, handle: 'alice.test', app_password: alice.appPassword, ...more }
}

describe('connecting', () => {
  test('keeps the session, not the password, and says until when it is good', async () => {
    const identified = await connect.identify(input(), io)
    expect(identified).toMatchObject({
      externalId: alice.did,
      username: 'alice.test',
      displayName: 'alice.test',
      profileUrl: `https://bsky.app/profile/${alice.did}`,
      settings: { service: fake.url, did: alice.did, image_max_bytes: 2_000_000 },
    })
    expect(JSON.stringify(identified)).not.toContain(alice.appPassword)
    const minutes = ((identified.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(118)
    expect(minutes).toBeLessThan(121)
  })

  test('understands a handle as it is copied: with @, capitals, spaces and marks of direction', async () => {
    const { externalId } = await connect.identify(input({ handle: ' \u202a@Alice.Test\u202c ' }), io)
    expect(externalId).toBe(alice.did)
    expect((await connect.identify(input({ handle: alice.did }), io)).externalId).toBe(alice.did)
  })

  test('sends smaller pictures to a server of the older kind, or of a small limit', async () => {
    for (const [options, expected] of [
      [{ isOld: true }, 1_000_000],
      [{ blobUploadLimit: 300_000 }, 300_000],
    ] as const) {
      const other = await startFakeBluesky(options)
      const { handle, appPassword } = other.createAccount('carol.test')
      const { account } = await connectAccount(outbound, { service: other.url, handle, appPassword })
      expect(account.settings.image_max_bytes).toBe(expected)
      await other.close()
    }
  })

  test.each([
    ['https://user:hunter2@pds.example.com', 'must not carry a name'],
    ['https://pds.example.com/xrpc', 'bare address, such as https://pds.example.com'],
    ['https://pds.example.com/?a=b', 'bare address'],
    ['http://pds.example.com', 'must be reached by https'],
    ['ftp://pds.example.com', 'must be an address'],
    ['https://', 'must be an address'],
    ['not a host', 'must be an address'],
  ])('refuses the server %s without a call', async (service, reason) => {
    const failure = await failureOf(connect.identify(input({ service }), io))
    expect(failure).toMatchObject({ kind: 'invalid' })
    expect(failure.message).toContain(reason)
    expect(failure.message).not.toContain('hunter2')
    expect(fake.calls).toEqual([])
  })

  test('takes a server without its scheme to mean https', async () => {
    const asked: OutboundRequest[] = []
    const listening = {
      ...io,
      fetch: (request: OutboundRequest) => {
        asked.push(request)
        return Promise.reject(new Failure('unavailable', 'No way out.'))
      },
    }
    await failureOf(connect.identify(input({ service: 'pds.example.com' }), listening))
    await failureOf(connect.identify({ handle: 'a.test', app_password: 'x' }, listening))
    expect(asked.map(({ url }) => url)).toEqual([
      'https://pds.example.com/xrpc/com.atproto.server.describeServer',
      'https://bsky.social/xrpc/com.atproto.server.describeServer',
    ])
  })

  test('never sends the password to what is no Bluesky server', async () => {
    const method = 'com.atproto.server.describeServer'
    for (const answer of [
      { status: 200, body: '<html>' },
      { status: 404, body: '' },
      { status: 200, body: '{"did":1}' },
    ]) {
      fake.inject(method, { kind: 'answer', ...answer })
      const failure = await failureOf(connect.identify(input(), io))
      expect(failure).toMatchObject({
        kind: 'invalid',
        message: `There is no Bluesky server at ${fake.url}.`,
      })
    }
    fake.inject(method, { kind: 'answer', status: 503, body: '' })
    expect((await failureOf(connect.identify(input(), io))).kind).toBe('unavailable')
    expect(fake.calls.filter((call) => call.method !== method)).toEqual([])
  })

  test('a wrong handle, a wrong password and a handle that is none each say so', async () => {
    for (const wrong of [{ app_password: 'aaaa-bbbb-cccc-dddd' }, { handle: 'nobody.test' }]) {
      const failure = await failureOf(connect.identify(input(wrong), io))
      expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'AuthenticationRequired' })
      expect(failure.message).not.toContain('aaaa-bbbb')
    }
    expect((await failureOf(connect.identify(input({ handle: 'alice' }), io))).kind).toBe('invalid')
  })

  test('the password of the account itself, an account that is closed, and too many tries', async () => {
    const session = 'com.atproto.server.createSession'
    const refuse = (status: number, error: string) =>
      fake.inject(session, {
        kind: 'answer',
        status,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error, message: alice.appPassword }),
      })
    refuse(401, 'AuthFactorTokenRequired')
    const own = await failureOf(connect.identify(input(), io))
    expect(own.message).toContain('Make an app password')
    refuse(500, 'InternalServerError')
    expect((await failureOf(connect.identify(input(), io))).kind).toBe('unavailable')
    refuse(400, 'InvalidRequest')
    expect((await failureOf(connect.identify(input(), io))).message).toContain('[secret]')
    fake.setState(alice.did, 'deactivated')
    expect((await failureOf(connect.identify(input(), io))).kind).toBe('forbidden')
    fake.setState(alice.did, 'taken_down')
    expect((await failureOf(connect.identify(input(), io))).kind).toBe('account_blocked')
    for (let times = 0; times < 30; times++)
      await failureOf(connect.identify(input({ app_password: 'x' }), io))
    const limited = await failureOf(connect.identify(input(), io))
    expect(limited).toMatchObject({ kind: 'rate_limited', retryAfterMs: 300_000 })
  })
})

describe('renewing and ending the session', () => {
  test('gives new tokens without the password, after the old one has expired', async () => {
    const { account, credentials } = await connectAccount(outbound, { service: fake.url, ...alice })
    fake.expireAccess(alice.did)
    const refreshed = await connect.refresh(account, credentials, io)
    expect(refreshed.credentials.access_jwt).not.toBe(credentials.access_jwt)
    expect(refreshed.credentials.refresh_jwt).not.toBe(credentials.refresh_jwt)
    expect(refreshed.expiresAt?.getTime()).toBeGreaterThan(Date.now())
    expect(fake.calls.filter(({ method }) => method.endsWith('createSession'))).toHaveLength(1)
  })

  test('says unauthorized once the app password was taken back', async () => {
    const { account, credentials } = await connectAccount(outbound, { service: fake.url, ...alice })
    fake.revoke(alice.did)
    const failure = await failureOf(connect.refresh(account, credentials, io))
    expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'ExpiredToken' })
  })

  test('refuses the session of another account', async () => {
    const bob = fake.createAccount('bob.test')
    const { account } = await connectAccount(outbound, { service: fake.url, ...alice })
    const { credentials } = await connectAccount(outbound, { service: fake.url, ...bob })
    expect((await failureOf(connect.refresh(account, credentials, io))).kind).toBe('unauthorized')
  })

  test('ends at the server, and once more does no harm', async () => {
    const { account, credentials } = await connectAccount(outbound, { service: fake.url, ...alice })
    await connect.revoke(account, credentials, io)
    await connect.revoke(account, credentials, io)
    expect((await failureOf(connect.refresh(account, credentials, io))).kind).toBe('unauthorized')
    fake.inject('com.atproto.server.deleteSession', { kind: 'answer', status: 503, body: '' })
    expect((await failureOf(connect.revoke(account, credentials, io))).kind).toBe('unavailable')
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
