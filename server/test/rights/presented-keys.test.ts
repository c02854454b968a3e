import { describe, expect, test } from 'vitest'
import type { AuthenticateKey } from '../../src/api-keys/create-authenticate-key.ts'
import type { KeyCaller } from '../../src/context.ts'
import { authenticate, type Credentials, challenge } from '../../src/http/serving/authenticate.ts'
import { Problem } from '../../src/lib/problem.ts'

const caller: KeyCaller = {
  kind: 'key',
  keyId: 'website',
  userId: 'ada',
  workspaceId: 'harbour',
  mode: 'live',
  subscription: 'active',
  needsApproval: false,
  scopes: 'all',
  limitKey: 'website',
}
const good = `crier_live_${'a'.repeat(38)}`

/** Authenticates where one key is good; answers its caller, or the refusal, and the keys that were looked for. */
async function ask(given: Partial<Credentials>, ipAllow: readonly string[] = [], isGrant = false) {
  const looked: Parameters<AuthenticateKey>[] = []
  const findKey: AuthenticateKey = async (...asked) => {
    looked.push(asked)
    return asked[0] === good ? { ...caller, ipAllow, isGrant } : null
  }
  const credentials = {
    authorization: `Bearer ${good}`,
    url: '/v1/me',
    ip: '192.0.2.7',
    isAddressHidden: false,
    isForAgents: false,
  }
  const found = await authenticate({ ...credentials, ...given }, findKey).catch((error: unknown) => error)
  if (found instanceof Error && !(found instanceof Problem)) throw found
  return { found, looked }
}

const unauthorized = (detail: string) => ({ status: 401, code: 'unauthorized', message: detail })
const needsKey = unauthorized('This needs a valid API key, sent as "Authorization: Bearer crier_…".')

describe('#19 a key in the header', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEARER  '])(
    'is taken, however its scheme is written: %s',
    async (scheme) => {
      const { found, looked } = await ask({ authorization: `${scheme} ${good} ` })
      expect(found).toMatchObject(caller)
      expect(looked).toEqual([[good, '192.0.2.7', false]])
    },
  )

  test('is looked for with the address from which it came, and whether a proxy hides another', async () => {
    const { looked } = await ask({ ip: '2001:db8::7', isAddressHidden: true })
    expect(looked).toEqual([[good, '2001:db8::7', true]])
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    good,
    `Bearer${good}`,
    `Basic ${good}`,
    `x Bearer ${good}`,
    `Bearer ${good} x`,
    `Bearer ${good},`,
    `Bearer ${good}, Bearer ${good}`,
    `Bearer\t${good}`,
  ])('is refused without a look where there is none or more than one: %j', async (authorization) => {
    const { found, looked } = await ask({ authorization })
    expect(found).toMatchObject(needsKey)
    expect(looked).toEqual([])
  })

  test('that nobody made is refused in the same words', async () => {
    const { found, looked } = await ask({ authorization: 'Bearer something' })
    expect(found).toMatchObject(needsKey)
    expect(looked).toHaveLength(1)
  })
})

describe('#19 a key in the address', () => {
  test.each([
    `/v1/me?key=${good}`,
    `/v1/me?${good}`,
    `/v1/me?a=b&c=crier_test_x`,
    `/v1/me?key=CRIER_LIVE_x`,
    `/v1/me?key=crier%5Flive%5fx`,
    `/v1/me?a=?crier_live_x`,
    `/v1/me?%zz=crier_live_x`,
  ])('is refused before anything is looked for, even beside a good one: %s', async (url) => {
    const { found, looked } = await ask({ url })
    const detail =
      'An API key may not stand in the address. Send it as "Authorization: Bearer crier_…" and replace this one.'
    expect(found).toMatchObject(unauthorized(detail))
    expect(looked).toEqual([])
  })

  test.each([
    '/v1/me',
    '/v1/me?',
    '/v1/posts?text=crier_live',
    '/v1/posts?text=crier_dead_x',
    '/v1/posts/crier_live_x',
  ])('is not what an address has that only looks alike: %s', async (url) => {
    expect((await ask({ url })).found).toMatchObject(caller)
  })
})

describe('#19 a key for some networks', () => {
  const networks = ['10.0.0.0/8', '203.0.113.7/32', '2001:db8::/32']

  test.each(['10.0.0.1', '10.255.255.255', '203.0.113.7', '::ffff:10.1.2.3', '2001:db8::7', '2001:DB8:0::1'])(
    'works from them, in any spelling: %s',
    async (ip) => {
      expect((await ask({ ip }, networks)).found).toMatchObject(caller)
    },
  )

  test.each(['11.0.0.1', '203.0.113.8', '2001:db9::1', '::1', '::a00:1', '', 'unknown', '10.0.0.1:80'])(
    'is refused from elsewhere: %s',
    async (ip) => {
      expect((await ask({ ip }, networks)).found).toMatchObject({
        status: 403,
        code: 'address_not_allowed',
        message: 'This API key may not be used from this network address.',
      })
    },
  )

  test('is refused where a proxy hides the address, even one within them; a key for all is not', async () => {
    const hidden = { ip: '10.0.0.1', isAddressHidden: true }
    expect((await ask(hidden, networks)).found).toMatchObject({
      status: 403,
      code: 'address_not_allowed',
      message: expect.stringMatching(/^This API key may only be used from some.*in TRUSTED_PROXIES\.$/),
    })
    expect((await ask(hidden)).found).toMatchObject(caller)
  })
})

test('a refusal says in a header by what to be known, and which right is missing', () => {
  const missing = new Problem(401, 'unauthorized', 'No.')
  expect(challenge(missing, null, true)).toBe('Bearer realm="crier"')
  expect(
    challenge(new Problem(403, 'scope_missing', 'No.', { extra: { scope: 'publish' } }), null, true),
  ).toBe('Bearer realm="crier", error="insufficient_scope", scope="publish"')
  for (const code of ['address_not_allowed', 'proof_required'])
    expect(challenge(new Problem(403, code, 'No.'), null, true)).toBeNull()
})

test('a refusal where programs get tokens says where they learn how, and whether what came was good', () => {
  const missing = new Problem(401, 'unauthorized', 'No.')
  const discovery = { metadataUrl: 'https://crier.example/well-known', scopes: ['read', 'write'] }
  const rest = 'resource_metadata="https://crier.example/well-known", scope="read write"'
  expect(challenge(missing, discovery, false)).toBe(`Bearer realm="crier", ${rest}`)
  expect(challenge(missing, discovery, true)).toBe(`Bearer realm="crier", error="invalid_token", ${rest}`)
})

test('the token of a program is good where agents ask, and nowhere else', async () => {
  expect((await ask({ isForAgents: true }, [], true)).found).toMatchObject(caller)
  expect((await ask({}, [], true)).found).toMatchObject(needsKey)
})
