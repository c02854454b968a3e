import { expect, it } from 'vitest'
import { checkedConnector } from './checked-connector.ts'
import { createInstallation } from './conformance/installation.ts'
import type { FormConnect, Identified, IdentifyIo } from './connector.ts'
import { connectors } from './index.ts'

const io: IdentifyIo = {
  ...createInstallation(),
  space: 'a-workspace',
  now: () => new Date(),
  signal: new AbortController().signal,
  fetch: () => Promise.reject(new Error('No network is asked.')),
}

const alice: Identified = {
  externalId: '1',
  username: 'alice',
  displayName: 'Alice',
  avatarUrl: null,
  profileUrl: 'https://example.org/alice',
  settings: {},
  credentials: {},
  expiresAt: null,
}

/** The profile as it is stored where a connector answers this one, to a person and to a renewal. */
function check(identified: Identified) {
  const [connector] = connectors
  const form = connector?.connect.find((way): way is FormConnect => 'identify' in way)
  if (!connector || !form) throw new Error('The first connector has a form.')
  const [way] = checkedConnector({
    ...connector,
    connect: [
      { ...form, identify: async () => identified, refresh: async () => ({ ...identified, profile: null }) },
    ],
  }).connect
  if (!way || !('identify' in way)) throw new Error('A form stays one.')
  const account = { id: 'an-account', externalId: '1', username: 'alice', settings: {} }
  return { identify: () => way.identify({}, io), refresh: () => way.refresh(account, {}, io) }
}

async function endAfter(expiresAt: Date | null): Promise<Date | null> {
  return (await check({ ...alice, expiresAt }).identify()).expiresAt
}

it.each([null, Number.NaN, -1, -8.64e15, 8.64e15])(
  'access that ends at %s has no end that could be stored',
  async (ms) => {
    expect(await endAfter(ms === null ? null : new Date(ms))).toBe(null)
  },
)

it('access that ends at a time keeps it', async () => {
  const end = new Date('2026-11-22T23:00:00.000Z')
  expect(await endAfter(end)).toEqual(end)
})

it('a token that is far too long is refused as a whole, and one of usual length is kept as it is', async () => {
  const withToken = (length: number) => check({ ...alice, credentials: { token: 't'.repeat(length) } })
  const usual = { token: 't'.repeat(16_000) }
  expect(await withToken(16_000).identify()).toMatchObject({ credentials: usual })
  expect(await withToken(16_000).refresh()).toMatchObject({ credentials: usual })
  await expect(withToken(100_000).identify()).rejects.toMatchObject({ kind: 'invalid' })
  await expect(withToken(100_000).refresh()).rejects.toMatchObject({ kind: 'unavailable' })
})
