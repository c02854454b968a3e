// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest'
import { agreeAt, agreeToAll } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { keepPromise } from '../../conformance/describe-conformance.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeRedirect, redirectPromises } from '../../conformance/redirect-promises.ts'
import type { Account, Identified, RedirectConnect, RedirectIo } from '../../connector.ts'
import { mastodon } from '../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeMastodon, startFakeMastodon } from './fake.ts'
import { type VariantName, variants } from './fake-variants.ts'
import { errorAnswer, failureOf, json, page } from './steps.ts'
import { redirectHouse, variantNames } from './world.ts'

// The others have no PKCE: a code of theirs is bound to our registration alone.
for (const variant of variantNames.filter((name) => variants[name].signIn === 'doorkeeper'))
  describeRedirect(`mastodon on ${variant}`, () => redirectHouse(variant))

describe('the promises of a sign-in by redirect catch a connector that', () => {
  const { begin, finish } = connectByOauth
  const withScopes =
    (scope: string): RedirectConnect['begin'] =>
    async (input, io) => {
      const { url, keep } = await begin(input, io)
      const changed = new URL(url)
      changed.searchParams.set('scope', scope)
      return { url: changed.href, keep }
    }
  const remembered = new Map<string, JsonObject>()
  test.each<[string, string, Partial<RedirectConnect>]>([
    [
      'makes up a state of its own',
      'sends the person back',
      { begin: (input, io) => begin(input, { ...io, state: 'mine' }) },
    ],
    ['asks for what it may not have', 'gives candidates', { begin: withScopes('admin') }],
    [
      'remembers by itself what it should keep',
      'trades no code with the secrets of another',
      {
        begin: async (input, io) => {
          const begun = await begin(input, io)
          remembered.set(io.state, begun.keep)
          return begun
        },
        finish: (callback, keep, io) => finish(callback, remembered.get(io.state) ?? keep, io),
      },
    ],
    ['takes any answer for a yes', 'takes the no of a person', { finish: async () => [] }],
  ])('%s', async (_what, title, change) => {
    const promise = redirectPromises.find((each) => each.title.startsWith(title))
    if (!promise) throw new Error(`There is no promise that begins ${title}.`)
    const setUp = () => redirectHouse('mastodon-fixed', { ...connectByOauth, ...change })
    await expect(keepPromise(promise, setUp)).rejects.toThrow()
  })
})

const apps = 'POST /api/v1/apps'
const token = 'POST /oauth/token'
const metadata = 'GET /.well-known/oauth-authorization-server'

let fake: FakeMastodon
let outbound: Outbound
let io: RedirectIo

async function open(variant: VariantName = 'mastodon-fixed'): Promise<void> {
  fake = await startFakeMastodon({ variant })
  outbound = localOutbound()
  const redirectUri = 'https://crier.example.org/oauth/callback/mastodon'
  io = { ...identifyIo(outbound), redirectUri, state: 'a-state-of-ours' }
}

afterEach(async () => {
  await outbound?.close()
  await fake?.close()
})

const begin = () => connectByOauth.begin({ instance: fake.url }, io)
const count = (name: string) => fake.calls.filter((call) => call.name === name).length

/** Goes there and agrees; answers how to come back. */
async function agree(given?: { person: string; scopes: readonly string[] }) {
  const { url, keep } = await begin()
  const back = given ? await agreeAt(url, given) : await agreeToAll(url)
  return () => connectByOauth.finish(back.searchParams, keep, io)
}

async function signIn(): Promise<Identified> {
  const [candidate] = await (await agree())()
  if (!candidate) throw new Error('There is no candidate.')
  return candidate.profile
}

function accountOf({ externalId, username, settings }: Identified): Account {
  return { id: 'an-account', externalId, username, settings }
}

describe('signing in', () => {
  test.each(variantNames)(
    'to %s gives a profile, and a token that may do all that publishing needs',
    async (variant) => {
      await open(variant)
      const profile = await signIn()
      expect(profile).toMatchObject({
        externalId: `${new URL(fake.url).host}/${fake.accountId}`,
        displayName: 'Alice',
        settings: { instance: fake.url, software: fake.variant.software },
      })
      const { access_token } = profile.credentials
      const { scopes } = fake.oauth.ownerOf(String(access_token)) ?? { scopes: [] }
      const isWide = ['passport', 'plain', 'snac'].includes(fake.variant.signIn)
      const least = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses']
      expect(scopes).toEqual(isWide ? ['read', 'write'] : least)
      expect(profile.expiresAt === null).toBe(variant !== 'pixelfed')
    },
  )

  test('comes first of the ways, and the token of before stays', () => {
    expect(mastodon.connect.map(({ way }) => way)).toEqual(['oauth', 'token'])
  })

  test('sends a challenge only to a server that says it knows PKCE', async () => {
    await open()
    expect(new URL((await begin()).url).searchParams.get('code_challenge_method')).toBe('S256')
    const { code_challenge_methods_supported: _, ...without } = fake.oauth.metadata()
    fake.inject(metadata, json(200, without))
    expect(new URL((await begin()).url).searchParams.has('code_challenge')).toBe(false)
  })

  test('registers once at a server, with our address and its scopes', async () => {
    await open()
    await signIn()
    await signIn()
    expect(count(apps)).toBe(1)
    const call = fake.calls.find(({ name }) => name === apps)
    expect(Object.fromEntries(new URLSearchParams(String(call?.body)))).toEqual({
      client_name: 'Crier',
      redirect_uris: io.redirectUri,
      scopes: 'read:accounts read:statuses write:media write:statuses',
      website: 'https://crier.example.org',
    })
  })

  test('registers anew for another address or other scopes', async () => {
    await open()
    await signIn()
    io = { ...io, redirectUri: 'https://moved.example.org/oauth/callback/mastodon' }
    await signIn()
    expect(count(apps)).toBe(2)
    fake.inject(metadata, page(404))
    fake.inject('GET /nodeinfo/2.0', json(200, { software: { name: 'unknown', version: '1' } }))
    await begin()
    expect(count(apps)).toBe(3)
  })

  test('registers anew, once, at a server that forgot us', async () => {
    await open()
    await signIn()
    fake.oauth.clients.clear()
    expect((await signIn()).displayName).toBe('Alice')
    expect(count(apps)).toBe(2)
  })

  test('that lasts until the server forgot us says to sign in again, which then succeeds', async () => {
    await open()
    const finish = await agree()
    fake.oauth.clients.clear()
    expect(await failureOf(finish())).toMatchObject({
      kind: 'invalid',
      message: 'The server no longer knew Crier. Sign in again.',
    })
    expect((await signIn()).displayName).toBe('Alice')
    expect(count(apps)).toBe(2)
  })

  test('of two people at once gives each their own account, on snac by two registrations', async () => {
    for (const variant of ['snac', 'mastodon-fixed'] as const) {
      await open(variant)
      const scopes =
        variant === 'snac'
          ? ['read', 'write']
          : ['read:accounts', 'read:statuses', 'write:media', 'write:statuses']
      const alice = await agree({ person: 'alice', scopes })
      const bob = await agree({ person: 'bob', scopes })
      const names = [await alice(), await bob()].flat().map(({ profile }) => profile.displayName)
      expect(names).toEqual(['Alice', 'Bob'])
      expect(count(apps)).toBe(variant === 'snac' ? 2 : 1)
    }
  })

  test('with less than was asked for says what is missing, and gives the rest back', async () => {
    await open()
    const finish = await agree({ person: 'alice', scopes: ['read:accounts', 'read:statuses'] })
    expect(await failureOf(finish())).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('write:media, write:statuses is missing'),
    })
    expect(count('POST /oauth/revoke')).toBe(1)
    fake.inject('POST /oauth/revoke', page(503))
    const again = await agree({ person: 'alice', scopes: [] })
    expect((await failureOf(again())).kind).toBe('forbidden')
  })

  test('takes a wider scope for each that it holds', async () => {
    await open()
    const finish = await agree()
    const issued = fake.oauth.issue('alice', ['read', 'write'])
    fake.inject(token, json(200, { access_token: issued, token_type: 'Bearer', scope: 'read write' }))
    expect(await finish()).toHaveLength(1)
  })

  test('with a token that is refused at once says so', async () => {
    await open()
    const finish = await agree()
    fake.inject(token, json(200, { access_token: 'nobody’s'.slice(0, 6), token_type: 'Bearer' }))
    expect(await failureOf(finish())).toMatchObject({
      kind: 'forbidden',
      message: 'The server gave access, and then refused it. Sign in again.',
    })
  })
})

describe('a server that is not what it should be, or is away,', () => {
  const begun = [
    ['no such API', 'GET /api/v2/instance', page(404), 'invalid', 'There is no server with Mastodon'],
    ['a redirect inward', 'GET /api/v2/instance', redirect(), 'invalid', 'There is no server with Mastodon'],
    ['a huge answer', 'GET /api/v2/instance', huge(), 'unavailable', ''],
    [
      'metadata of another issuer',
      metadata,
      meta({ issuer: 'https://evil.example' }),
      'invalid',
      'describes itself as another server',
    ],
    [
      'a page of another origin',
      metadata,
      meta({ authorization_endpoint: 'https://evil.example/' }),
      'invalid',
      'address of another server',
    ],
    [
      'a script for a page',
      metadata,
      meta({ authorization_endpoint: 'javascript:alert(1)' }),
      'invalid',
      'address of another server',
    ],
    [
      'a token address inside',
      metadata,
      meta({ token_endpoint: 'http://127.0.0.1:1/' }),
      'invalid',
      'address of another server',
    ],
    ['huge metadata', metadata, huge(), 'unavailable', ''],
    ['metadata that are away', metadata, page(503), 'unavailable', ''],
    ['registering by a redirect inward', apps, redirect(), 'invalid', 'does not let Crier register'],
    [
      'registering refused',
      apps,
      errorAnswer(403, 'Closed <b>today</b>'),
      'invalid',
      'It said: Closed <b>today</b>',
    ],
    ['registering with a page', apps, page(200), 'invalid', 'does not let Crier register'],
    [
      'registering with half an app',
      apps,
      json(200, { client_id: 'x' }),
      'invalid',
      'does not let Crier register',
    ],
    ['registering too often', apps, errorAnswer(429, 'Too many requests'), 'rate_limited', 'asks us to wait'],
    ['registering that is away', apps, page(502), 'unavailable', ''],
    ['registering with a huge answer', apps, huge(), 'unavailable', ''],
  ] as const

  test.each(begun)('by %s is refused before anybody goes there', async (_, name, fault, kind, words) => {
    await open()
    const made = typeof fault === 'function' ? fault(fake) : fault
    fake.inject(name, made)
    fake.inject('GET /api/v1/instance', made)
    const failure = await failureOf(begin())
    expect([failure.kind, failure.message]).toEqual([kind, expect.stringContaining(words)])
    expect((await begin()).url).toContain(fake.url)
  })

  test.each([
    ['a page', token, page(200), 'unavailable'],
    ['a redirect inward', token, redirect(), 'unavailable'],
    ['a huge answer', token, huge(), 'unavailable'],
    ['a lost answer', token, { kind: 'lose_answer' }, 'unavailable'],
    [
      'a token that breaks headers',
      token,
      json(200, { access_token: 'a\r\nb', token_type: 'bearer' }),
      'unavailable',
    ],
    ['no profile', 'GET /api/v1/accounts/verify_credentials', page(200), 'unavailable'],
    ['a profile without an id', 'GET /api/v1/accounts/verify_credentials', json(200, {}), 'unavailable'],
    ['a huge profile', 'GET /api/v1/accounts/verify_credentials', huge(), 'unavailable'],
  ] as const)('by %s ends the sign-in with a sentence', async (_, name, fault, kind) => {
    await open()
    const finish = await agree()
    fake.inject(name, fault)
    const failure = await failureOf(finish())
    expect([failure.kind, failure.message]).toEqual([kind, expect.stringMatching(/\w\.$/)])
  })

  test('is asked nothing when its address is none', async () => {
    await open()
    for (const instance of ['http://social.example', 'javascript:alert(1)', 'https://a:b@social.example', ''])
      expect((await failureOf(connectByOauth.begin({ instance }, io))).kind).toBe('invalid')
    expect(fake.calls).toEqual([])
  })
})

describe('a signed-in account', () => {
  const connect = async (variant?: VariantName) => {
    await open(variant)
    const profile = await signIn()
    return { account: accountOf(profile), credentials: profile.credentials, profile }
  }

  test('stays as it is while its token is good, and learns what changed', async () => {
    const { account, credentials } = await connect()
    const again = await connectByOauth.refresh(account, credentials, io)
    expect(again).toMatchObject({ credentials, expiresAt: null, profile: { settings: account.settings } })
    fake.oauth.endAll()
    expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe('unauthorized')
  })

  test('whose token is suddenly another’s must be connected again', async () => {
    const { account, credentials } = await connect()
    fake.inject('GET /api/v1/accounts/verify_credentials', json(200, { id: 'another', acct: 'bob' }))
    expect(await failureOf(connectByOauth.refresh(account, credentials, io))).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('belongs to another account'),
    })
  })

  test('on a server whose tokens end gets a new one ahead of that, and not before', async () => {
    const { account, credentials, profile } = await connect('pixelfed')
    expect((await connectByOauth.refresh(account, credentials, io)).credentials).toEqual(credentials)
    const dayBefore = new Date((profile.expiresAt?.getTime() ?? 0) - 24 * 3_600_000)
    const later = { ...io, now: () => dayBefore }
    const renewed = await connectByOauth.refresh(account, credentials, later)
    expect(renewed.credentials.access_token).not.toBe(credentials.access_token)
    expect(renewed.credentials.refresh_token).not.toBe(credentials.refresh_token)
    expect(renewed.expiresAt?.getTime()).toBeGreaterThan(dayBefore.getTime() + 364 * 24 * 3_600_000)
    expect((await failureOf(connectByOauth.refresh(account, credentials, later))).kind).toBe('unauthorized')
  })

  test('whose token is refused before its time gets a new one, where there is one', async () => {
    const { account, credentials } = await connect('pixelfed')
    fake.inject('GET /api/v1/accounts/verify_credentials', errorAnswer(401, 'The access token is invalid'))
    const renewed = await connectByOauth.refresh(account, credentials, io)
    expect(renewed.credentials.access_token).not.toBe(credentials.access_token)
  })

  test('whose server forgot us must be connected again, and pauses nobody else', async () => {
    const { account, credentials } = await connect('pixelfed')
    fake.oauth.clients.clear()
    fake.oauth.endAll()
    expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe('unauthorized')
  })

  test.each(['mastodon-fixed', 'pixelfed', 'snac'] as const)(
    'on %s gives its token back',
    async (variant) => {
      const { account, credentials } = await connect(variant)
      await connectByOauth.revoke(account, credentials, io)
      expect(fake.oauth.ownerOf(String(credentials.access_token))).toBeNull()
      fake.inject('POST /oauth/revoke', page(503))
      expect((await failureOf(connectByOauth.revoke(account, credentials, io))).kind).toBe('unavailable')
      fake.inject('POST /oauth/revoke', errorAnswer(403, 'unauthorized_client'))
      expect((await failureOf(connectByOauth.revoke(account, credentials, io))).kind).toBe('forbidden')
    },
  )
})

function redirect() {
  const headers = { location: 'http://169.254.169.254/latest/meta-data/' }
  return { kind: 'answer', status: 302, body: '', headers } as const
}

function huge() {
  return { kind: 'answer', status: 200, body: ' '.repeat(3_000_000) } as const
}

function meta(wrong: JsonObject) {
  return ({ oauth }: FakeMastodon) => json(200, { ...oauth.metadata(), ...wrong })
}
