import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { Failure, type IdentifyIo } from '../../connector.ts'
import { connectByToken as connect } from '../connect.ts'
import { mastodon } from '../connector.ts'
import { type FakeMastodon, list, startFakeMastodon } from './fake.ts'
import { variants } from './fake-variants.ts'
import { errorAnswer, failureOf, json, page } from './steps.ts'
import { connectAccount, variantNames } from './world.ts'

let fake: FakeMastodon
let outbound: Outbound
let io: IdentifyIo

async function open(variant = 'mastodon-fixed', scopes = 'read write'): Promise<void> {
  fake = await startFakeMastodon({ variant: variant as (typeof variantNames)[number], scopes })
  outbound = localOutbound()
  io = identifyIo(outbound)
}

afterEach(async () => {
  await outbound?.close()
  await fake?.close()
})

const identify = (more: JsonObject = {}) =>
  connect.identify({ instance: fake.url, access_token: fake.token, ...more }, io)
const verify = 'GET /api/v1/accounts/verify_credentials'
describe('connecting', () => {
  test.each(variantNames)(
    'to %s finds out whose token it is, what runs there and what it takes',
    async (variant) => {
      await open(variant)
      const found = await identify({ access_token: ` ${fake.token}\n` })
      const host = new URL(fake.url).host
      expect(found).toMatchObject({
        externalId: `${host}/${fake.accountId}`,
        username: `alice@${host}`,
        displayName: 'Alice',
        avatarUrl: `${fake.url}/avatar.png`,
        profileUrl: `${fake.url}/@alice`,
        credentials: { access_token: fake.token },
        expiresAt: null,
        settings: {
          instance: fake.url,
          account_id: fake.accountId,
          software: variants[variant].software,
          version: variants[variant].version,
          limits: {
            max_characters: variants[variant].maxCharacters,
            max_media_attachments: variants[variant].maxMedia,
            image_size_limit: 2_000_000,
            poll_max_options: 4,
          },
        },
      })
      expect(JSON.stringify(found.settings)).not.toContain(fake.token)
    },
  )

  test.each([
    ['mastodon-old', 'list'],
    ['mastodon-2026', 'expiring_key'],
    ['mastodon-fixed', 'expiring_key'],
    ['hollo', 'list'],
    ['pixelfed', 'list'],
    ['gotosocial', 'list'],
    ['snac', 'list'],
  ] as const)('the class of %s is %s', async (variant, expected) => {
    await open(variant)
    const { account } = await connectAccount(outbound, { instance: fake.url, token: fake.token })
    const draft = describeDraft({})
    expect(mastodon.networkClass(account, draft).class).toBe(expected)
  })

  test.each([
    ['mastodon', '4.6.0', true],
    ['mastodon', '4.6.11', true],
    ['mastodon', '4.10.0', true],
    ['mastodon', '10.0.0', true],
    ['mastodon', '4.5.99', false],
    ['mastodon', '3.7.0', false],
    // Builds between releases and forks: nobody knows which changes they hold.
    ['mastodon', '4.6.0-nightly.2026-05-01', false],
    ['mastodon', '4.7.0-alpha.1', false],
    ['mastodon', '4.7.2+glitch', false],
    ['mastodon', '4.7', false],
    ['mastodon', 'v4.7.2', false],
    ['mastodon', '4.7.2\n', false],
    ['mastodon', '', false],
    ['mastodon', null, false],
    ['hometown', '4.7.2', false],
    ['hollo', '4.7.2', false],
    ['pleroma', '4.7.2', false],
    ['akkoma', '4.7.2', false],
    [null, '4.7.2', false],
  ] as const)(
    'of %s %s it is known to lock keys from the arrival of a request: %s',
    async (software, version, locks) => {
      await open('mastodon-fixed')
      const { account } = await connectAccount(outbound, { instance: fake.url, token: fake.token })
      const its = { ...account, settings: { ...account.settings, software, version } }
      const expected = locks
        ? { class: 'expiring_key', heldForMs: 900_000 }
        : { class: 'list', heldForMs: null }
      expect(mastodon.networkClass(its, describeDraft({}))).toEqual(expected)
    },
  )

  test('to a server without nodeinfo, or with one that cannot be read, is careful: it knows no keys', async () => {
    await open()
    for (const fault of [
      page(404),
      json(200, { links: [] }),
      json(200, { links: [{ rel: 'x', href: 'y' }] }),
    ]) {
      fake.inject('GET /.well-known/nodeinfo', fault)
      const { settings } = await identify()
      expect(settings).toMatchObject({ software: null, version: null })
    }
    fake.inject('GET /.well-known/nodeinfo', page(502))
    expect((await failureOf(identify())).kind).toBe('unavailable')
  })

  test('takes Mastodon’s usual limits where an instance says nothing, and its older names', async () => {
    await open()
    fake.inject('GET /api/v2/instance', json(200, { domain: 'social.example' }))
    const usual = await identify()
    expect(usual.username).toBe('alice@social.example')
    expect(usual.settings.limits).toMatchObject({ max_characters: 500, max_media_attachments: 4 })
    const old = {
      uri: 'https://social.example',
      max_toot_chars: 5000,
      upload_limit: 9,
      poll_limits: { max_options: 20 },
    }
    fake.inject('GET /api/v2/instance', page(404))
    fake.inject('GET /api/v1/instance', json(200, old))
    const { settings, username } = await identify()
    expect(username).toBe('alice@social.example')
    expect(settings.limits).toMatchObject({
      max_characters: 5000,
      image_size_limit: 9,
      video_size_limit: 9,
      poll_max_options: 20,
    })
    const silly = {
      domain: 'a.example',
      configuration: { statuses: { max_characters: 'many', max_media_attachments: -1 } },
    }
    fake.inject('GET /api/v2/instance', json(200, silly))
    expect((await identify()).settings.limits).toMatchObject({
      max_characters: 500,
      max_media_attachments: 4,
    })
  })

  test('never shows the token to what does not speak this API', async () => {
    await open()
    for (const answer of [page(404), json(200, []), json(200, {}), page(200)]) {
      fake.inject('GET /api/v2/instance', answer)
      fake.inject('GET /api/v1/instance', answer)
      expect(await failureOf(identify())).toMatchObject({
        kind: 'invalid',
        message: `There is no server with Mastodon's API at ${fake.url}.`,
      })
    }
    expect(fake.calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  test.each([
    [errorAnswer(401, 'The access token is invalid'), 'unauthorized'],
    [page(422), 'unauthorized'],
    [errorAnswer(403, 'This action is outside the authorized scopes'), 'unauthorized'],
    [errorAnswer(403, 'Your login is currently disabled'), 'account_blocked'],
    [errorAnswer(429, 'Too many requests'), 'rate_limited'],
    [page(503), 'unavailable'],
    [json(200, []), 'unavailable'],
    [json(200, { id: '1' }), 'unavailable'],
  ] as const)('with a token that is answered %j is %s', async (answer, kind) => {
    await open()
    fake.inject(verify, answer)
    expect((await failureOf(identify())).kind).toBe(kind)
  })

  test('with a token that may not read its own posts is refused: nothing could ever be found out', async () => {
    await open()
    fake.inject(list, errorAnswer(403, 'This action is outside the authorized scopes'))
    const failure = await failureOf(identify())
    expect(failure).toMatchObject({ kind: 'unauthorized' })
    expect(failure.message).toContain('scopes read and write')
    fake.inject(list, { kind: 'answer', status: 200, body: '' })
    expect((await failureOf(identify())).kind).toBe('unavailable')
  })

  test.each([
    ['https://alice:secret@social.example', 'must not carry a name'],
    ['http://social.example', 'must be reached by https'],
    ['https://social.example/@alice', 'bare address'],
    ['', 'must be an address'],
  ])('to %j is refused before anything is asked', async (instance, words) => {
    await open()
    const failure = await failureOf(identify({ instance }))
    expect(failure.kind).toBe('invalid')
    expect(failure.message).toContain(words)
    expect(fake.calls).toEqual([])
  })

  test('with half a page in place of a token is refused before anything is asked', async () => {
    await open()
    for (const access_token of ['a b', 'a\r\nx: y', 'ключ', ' '])
      expect((await failureOf(identify({ access_token }))).kind).toBe('invalid')
    expect(fake.calls).toEqual([])
  })
})

describe('a connection', () => {
  test('is good as long as the server says whose token it is', async () => {
    await open()
    const { account, credentials } = await connectAccount(outbound, { instance: fake.url, token: fake.token })
    const again = await connect.refresh(account, credentials, io)
    expect(again).toMatchObject({ credentials, expiresAt: null, profile: { settings: account.settings } })
    const larger = { domain: 'social.example', configuration: { statuses: { max_characters: 4_000 } } }
    fake.inject('GET /api/v2/instance', json(200, larger))
    const renewed = await connect.refresh(account, credentials, io)
    expect(renewed).toMatchObject({
      profile: { username: 'alice@social.example', settings: { limits: { max_characters: 4_000 } } },
    })
    fake.inject(verify, json(200, { id: 'another', acct: 'bob' }))
    expect((await failureOf(connect.refresh(account, credentials, io))).kind).toBe('unauthorized')
    fake.revoke()
    const failure = await failureOf(connect.refresh(account, credentials, io))
    expect(failure.kind).toBe('unauthorized')
    expect(JSON.stringify([failure.message, failure.cause ?? null])).not.toContain(fake.token)
  })

  test('is ended where the server lets us, and left to its owner where it does not', async () => {
    await open()
    const { account, credentials } = await connectAccount(outbound, { instance: fake.url, token: fake.token })
    const revoke = () => connect.revoke(account, credentials, io)
    await revoke()
    for (const answer of [json(200, {}), page(404), errorAnswer(401, 'x')]) {
      fake.inject('POST /oauth/revoke', answer)
      await revoke()
    }
    fake.inject('POST /oauth/revoke', page(503))
    expect(await failureOf(revoke())).toBeInstanceOf(Failure)
    const call = fake.calls.find(({ name }) => name === 'POST /oauth/revoke')
    expect(JSON.parse(String(call?.body))).toEqual({ token: fake.token })
  })
})

describe('a token that may not publish', () => {
  test.each(variantNames)(
    'is refused by %s’s account before anything is planned with it',
    async (variant) => {
      await open(variant, 'read')
      const failure = await failureOf(identify())
      expect(failure.kind).toBe('unauthorized')
      expect(failure.message).toContain('scopes read and write')
      expect(fake.posts).toEqual([])
    },
  )

  test.each([
    ['mastodon-fixed', 'read write', true],
    ['mastodon-fixed', 'read write:statuses', true],
    ['hollo', 'read:accounts read:statuses write', true],
    ['hollo', 'read:accounts read:search write', false],
    ['hollo', 'profile read', false],
    ['mastodon-old', 'read write:statuses', true],
  ] as const)('is told on %s by its scopes: %s (%s)', async (variant, scopes, isGood) => {
    await open(variant, scopes)
    if (isGood) expect((await identify()).username).toContain('alice@')
    else expect((await failureOf(identify())).message).toContain('scopes read and write')
  })

  const probe = 'PUT /api/v1/statuses/00000000000000000000000000'
  test.each([
    [errorAnswer(404, 'Record not found'), true],
    [errorAnswer(400, 'Bad Request'), true],
    [errorAnswer(405, 'Method Not Allowed'), true],
    [errorAnswer(422, 'Validation failed'), true],
    [errorAnswer(403, 'This action is not allowed'), true],
    [page(403), true],
    [page(500), true],
    [errorAnswer(403, 'This action is outside the authorized scopes'), false],
    [errorAnswer(401, 'insufficient_scope'), false],
    [errorAnswer(403, 'Forbidden: token has insufficient scope permission'), false],
  ])('is tried on a post that cannot exist: %j (%s)', async (answer, isGood) => {
    await open('gotosocial')
    fake.inject(probe, answer)
    const found = await identify().catch((error: unknown) => error)
    expect(found instanceof Failure ? found.message : null).toEqual(
      isGood ? null : expect.stringContaining('scopes read and write'),
    )
    expect(fake.calls.filter(({ name }) => name === probe)).toHaveLength(1)
    expect(fake.posts).toEqual([])
  })
})

test.each(variantNames)('a wrong token on %s is to be copied once more', async (variant) => {
  await open(variant)
  const failure = await failureOf(identify({ access_token: 'wrong' }))
  expect(failure.kind).toBe('unauthorized')
  expect(failure.message).toBe(
    'The server does not accept this access token. Copy it again, or create a new one.',
  )
})
